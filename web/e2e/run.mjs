// Runs the tests in a real Chromium, one file after the other: they share two cores with a browser. A file that fails
// is run once more, as with the Rust tests: what passes then is printed as FLAKY, and is a defect to look at.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))));

function passes(name) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", "--test-timeout=900000", folder + name], { stdio: "inherit" });
  return status === 0;
}

const failed = files.filter((name) => !passes(name));
const broken = failed.filter((name) => !passes(name));
for (const name of failed) console.log(broken.includes(name) ? `FAILED twice: ${name}` : `FLAKY: ${name}`);
console.log(`${files.length - broken.length} of ${files.length} files passed`);
process.exit(broken.length > 0 || files.length === 0 ? 1 : 0);
