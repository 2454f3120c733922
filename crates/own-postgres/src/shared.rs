//! One server for all tests of a run.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::fs::{FlockOperation, flock};

use crate::programs::{answers, make_cluster, server_program, url};

const PORT: u16 = 5432;
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// Nothing here is to survive a power cut.
const SETTINGS: &[&str] = &[
    "fsync=off",
    "full_page_writes=off",
    "max_connections=400",
    "listen_addresses=",
];

/// Waits until the runner of the tests is gone, then ends the server and tidies up.
const WATCH: &str = r#"
folder="$1"; runner="$2"; shift 2
"$@" & server=$!
tail --pid="$runner" -f /dev/null & tail=$!
wait -n "$server" "$tail"
kill -QUIT "$server" "$tail"
wait
rm -rf "$folder" "$folder.lock"
"#;

/// The address of the server that all tests of this run share: of all processes with the same
/// parent. The first one starts it; it ends with the parent.
pub fn shared() -> Result<String> {
    static URL: OnceLock<String> = OnceLock::new();
    if let Some(url) = URL.get() {
        return Ok(url.clone());
    }
    let runner = rustix::process::getppid()
        .filter(|parent| !parent.is_init())
        .unwrap_or_else(rustix::process::getpid);
    let runner = runner.as_raw_nonzero().to_string();
    let folder = std::env::temp_dir().join(format!("sayso-pg-{runner}"));
    let lock = File::create(folder.with_extension("lock"))?;
    flock(&lock, FlockOperation::LockExclusive)?;
    if !answers(&folder, PORT) {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder)?;
        start(&folder, &runner)?;
    }
    Ok(URL.get_or_init(|| url(&folder, PORT)).clone())
}

/// The address of a schema of one's own on the shared server.
pub fn fresh_schema() -> Result<String> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Ok(format!("{}?schema=t{process}_{count}", shared()?))
}

fn start(folder: &Path, runner: &str) -> Result<()> {
    make_cluster(folder)?;
    let mut server = server_program("postgres", false);
    server.arg("-D").arg(folder.join("data"));
    server.arg("-k").arg(folder);
    for setting in SETTINGS {
        server.args(["-c", setting]);
    }
    let log = File::create(folder.join("log"))?;
    // A session of its own: what ends one test must not end it.
    Command::new("setsid")
        .args(["bash", "-c", WATCH, "watch"])
        .arg(folder)
        .arg(runner)
        .arg(server.get_program())
        .args(server.get_args())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .context("cannot start PostgreSQL")?;
    for _ in 0..TRIES {
        if answers(folder, PORT) {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
    let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
    bail!("PostgreSQL does not start:\n{log}")
}
