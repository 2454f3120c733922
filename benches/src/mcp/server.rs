use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::resident::{own, resident};
use crate::settings::{Settings, beside_us};

/// What a client of the older protocol opens with.
const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;

/// A server on pipes.
pub(super) struct Server {
    pub(super) name: &'static str,
    program: PathBuf,
    args: Vec<PathBuf>,
    data: PathBuf,
}

/// What one start showed.
pub(super) struct Start {
    /// From exec to the reply to `initialize`.
    pub(super) millis: f64,
    /// Bytes resident then.
    pub(super) resident: f64,
    /// Those of them that no other process shares.
    pub(super) own: f64,
}

/// Ours first, then the others that `cargo xtask mcp` has installed.
pub(super) fn all(settings: &Settings, data: &Path) -> Result<Vec<Server>> {
    let sayso = settings
        .sayso()
        .context("there is no sayso binary; see --sayso")?;
    let installed = beside_us("../mcp")?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mcp");
    let server = |name, program: PathBuf, args: Vec<PathBuf>| Server {
        name,
        program,
        args,
        data: data.to_owned(),
    };
    Ok(vec![
        server("sayso mcp", sayso, vec!["mcp".into()]),
        server(
            "trivial on the TypeScript SDK",
            "node".into(),
            vec![here.join("server.mjs"), installed.join("node")],
        ),
        server(
            "trivial on the Python SDK",
            installed.join("python/bin/python"),
            vec![here.join("server.py")],
        ),
    ])
}

impl Server {
    /// Starts it, says hello, waits for the reply, and ends it.
    pub(super) fn start(&self) -> Result<Start> {
        let begun = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .env("SAYSO_DATA", &self.data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let mut stdin = child.stdin.take().context("no standard input")?;
        let stdout = child.stdout.take().context("no standard output")?;
        let said = writeln!(stdin, "{HELLO}").and_then(|()| stdin.flush());
        let mut line = String::new();
        let read = said.and_then(|()| BufReader::new(stdout).read_line(&mut line));
        let millis = begun.elapsed().as_secs_f64() * 1e3;
        let process = child.id().to_string();
        let (resident, own) = (resident(&process), own(&process));
        let _ = child.kill();
        child.wait()?;
        read?;
        ensure!(line.contains("serverInfo"), "it is no MCP server: {line:?}");
        Ok(Start {
            millis,
            resident: resident?,
            own: own?,
        })
    }
}
