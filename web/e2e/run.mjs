// Runs the tests in a real Chromium, one file after the other: they share two cores with a browser.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))));
const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", "--test-concurrency=1", "--test-timeout=900000", ...files.map((name) => folder + name)], { stdio: "inherit" });
process.exit(status ?? 1);
