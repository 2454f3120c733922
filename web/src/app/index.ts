import "./styles/page.css";
import "../panel/index.ts";
import "./app.ts";
import { install } from "./shell/install.ts";

install();
