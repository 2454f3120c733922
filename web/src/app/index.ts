import "./styles/page.css";
import "../panel/index.ts";
import "./app.ts";
import { keepInSight } from "./shell/in-sight.ts";
import { install } from "./shell/install.ts";

keepInSight();
install();
