// Runs the tests in a real Chromium, two files at once: each waits for its browser half of the time.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const AT_ONCE = 2;

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))));

/** Runs one file; what it says comes at its end, in one piece. */
function passes(name) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ["--test", "--test-reporter=spec", "--test-timeout=900000", folder + name], { stdio: ["ignore", "pipe", "pipe"] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
    child.on("close", (status) => {
      console.log(`\n${name}\n${Buffer.concat(said)}`);
      done(status === 0);
    });
  });
}

// The long ones first, so that none is left over for the end; that they are long shows in their size.
const size = (name) => statSync(folder + name).size;
const left = files.toSorted((a, b) => size(b) - size(a));
const failed = [];
const work = async () => {
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (!(await passes(name))) failed.push(name);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const name of failed) console.log(`FAILED: ${name}`);
console.log(`${files.length - failed.length} of ${files.length} files passed`);
process.exit(failed.length > 0 || files.length === 0 ? 1 : 0);
