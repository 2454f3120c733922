//! The JSON readers that scripts use, each timing itself, without its start; left out where they are
//! not installed. Both read the file once and make a value of every line.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::made::LINES;
use super::taken::Taken;

const PYTHON: &str = "
import json, sys, time
cpu, wall = time.process_time(), time.perf_counter()
count = 0
with open(sys.argv[1], 'rb') as file:
    for line in file:
        json.loads(line)
        count += 1
print(time.process_time() - cpu, time.perf_counter() - wall, count)
";

const NODE: &str = "
const fs = require('fs');
const start = process.cpuUsage(), begun = performance.now();
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
console.log((used.user + used.system) / 1e6, (performance.now() - begun) / 1e3, count);
";

pub(super) fn python(path: &Path) -> Result<Taken> {
    timed(Command::new("python3").arg("-c").arg(PYTHON).arg(path))
}

pub(super) fn node(path: &Path) -> Result<Taken> {
    timed(Command::new("node").arg("-e").arg(NODE).arg(path))
}

fn timed(command: &mut Command) -> Result<Taken> {
    let done = command.output().context("cannot be started")?;
    anyhow::ensure!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let text = String::from_utf8(done.stdout)?;
    let numbers: Result<Vec<f64>, _> = text.split_whitespace().map(str::parse).collect();
    let Ok([cpu, wall, lines]) = numbers.as_deref() else {
        anyhow::bail!("says no time: {text}");
    };
    anyhow::ensure!(*lines == LINES as f64, "lines were lost");
    Ok(Taken {
        cpu: *cpu,
        wall: *wall,
    })
}
