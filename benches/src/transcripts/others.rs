//! The JSON readers that scripts use, each timing itself; left out where they are not installed.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

const PYTHON: &str = "
import json, sys, time
start = time.process_time()
count = 0
with open(sys.argv[1], 'rb') as file:
    for line in file:
        json.loads(line)
        count += 1
print(time.process_time() - start)
";

const NODE: &str = "
const fs = require('fs');
const start = process.cpuUsage();
const bytes = fs.readFileSync(process.argv[1]);
let from = 0, count = 0;
for (;;) {
  const end = bytes.indexOf(10, from);
  if (end < 0) break;
  JSON.parse(bytes.toString('utf8', from, end));
  count += 1;
  from = end + 1;
}
const used = process.cpuUsage(start);
console.log((used.user + used.system) / 1e6);
";

pub(super) fn python(path: &Path) -> Result<f64> {
    timed(Command::new("python3").arg("-c").arg(PYTHON).arg(path))
}

pub(super) fn node(path: &Path) -> Result<f64> {
    timed(Command::new("node").arg("-e").arg(NODE).arg(path))
}

fn timed(command: &mut Command) -> Result<f64> {
    let done = command.output().context("cannot be started")?;
    anyhow::ensure!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let text = String::from_utf8(done.stdout)?;
    text.trim().parse().context("says no time")
}
