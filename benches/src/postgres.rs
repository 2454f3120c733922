//! Many nodes on one PostgreSQL, beside pgbench doing the two bare transactions on the same server.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use own_postgres::Server;
use sayso_desk::store::SealedStore;
use sayso_desk::store::postgres::PostgresStore;
use sayso_desk::{Desk, Options};

use crate::cycles::Cycles;
use crate::desk::cycles::drive_between;
use crate::latency::Latency;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// How many callers there are at once.
const AT_ONCE: &[usize] = &[1, 16, 128, 1_000];
/// How many stretches are run; the median counts.
const STRETCHES: usize = 3;

/// A question and its answer, as rows of about the same size as ours.
const BARE: &str = "
INSERT INTO bare (body) VALUES (repeat('q', 400)) RETURNING id AS id \\gset
UPDATE bare SET answer = repeat('a', 100) WHERE id = :id;
";

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let folder = tempfile::Builder::new().prefix("own-pg-").tempdir()?;
    let on_disk = scratch()?;
    let server = Server::start_in(folder, &["max_connections=1100", "shared_buffers=256MB"])?;
    let mut table = Table::new([
        "",
        "at once",
        "cycles/s",
        "of bare",
        "resume p50",
        "resume p99",
    ]);
    let script = on_disk.path().join("bare.sql");
    fs::write(&script, BARE)?;
    sql(
        &server,
        "CREATE TABLE bare (id bigserial PRIMARY KEY, body text, answer text)",
    )?;
    for &at_once in AT_ONCE.iter().filter(|n| settings.wants_at_once(**n)) {
        let (mut bare, mut rows) = (Vec::new(), Vec::new());
        for name in ["sayso: one node", "sayso: two nodes, answered on the other"] {
            rows.push((name, Vec::new(), Latency::new()?));
        }
        for stretch in 0..STRETCHES {
            bare.push(pgbench(&server, &script, at_once, settings.stretch())?);
            for (n, (_, per_second, wake)) in rows.iter_mut().enumerate() {
                let schema = format!("b{at_once}_{stretch}_{n}");
                let url = format!("{}?schema={schema}", server.url());
                let cycles = sayso(&url, n + 1, at_once, settings.stretch())?;
                per_second.push(cycles.per_second);
                wake.merge(&cycles.wake)?;
            }
        }
        let floor = median(&bare).unwrap_or_default();
        table.row([
            "pgbench: two bare transactions".to_owned(),
            at_once.to_string(),
            format!("{floor:.0}"),
            "1.00".to_owned(),
            String::new(),
            String::new(),
        ]);
        for (name, per_second, wake) in rows {
            let rate = median(&per_second).unwrap_or_default();
            table.row([
                name.to_owned(),
                at_once.to_string(),
                format!("{rate:.0}"),
                format!("{:.2}", rate / floor),
                format!("{:.2} ms", wake.p50().as_secs_f64() * 1e3),
                format!("{:.2} ms", wake.p99().as_secs_f64() * 1e3),
            ]);
        }
    }
    println!("{table}");
    Ok(())
}

fn sql(server: &Server, command: &str) -> Result<()> {
    let status = own_postgres::client("psql")
        .args(["-q", "-d", &server.url(), "-c", command])
        .status()
        .context("cannot start psql")?;
    ensure!(status.success(), "psql: {command}");
    Ok(())
}

/// Cycles per second of pgbench with so many clients, each on a connection of its own.
fn pgbench(
    server: &Server,
    script: &std::path::Path,
    at_once: usize,
    stretch: Duration,
) -> Result<f64> {
    // Connecting takes its time from this.
    let seconds = stretch.as_secs().max(1) + at_once as u64 / 100;
    let seconds = seconds.to_string();
    let output = own_postgres::client("pgbench")
        .args([
            "-n",
            "-M",
            "prepared",
            "-T",
            &seconds,
            "-c",
            &at_once.to_string(),
        ])
        .args(["-j", if at_once > 1 { "2" } else { "1" }])
        .arg("-f")
        .arg(script)
        .arg("-h")
        .arg(server.folder())
        .args(["-p", &server.port().to_string(), "-U", "sayso", "postgres"])
        .output()
        .context("cannot start pgbench")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let told = String::from_utf8_lossy(&output.stderr);
    said.lines()
        .find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok())
        .with_context(|| {
            format!(
                "pgbench says no rate: {said}{}",
                &told[..told.len().min(500)]
            )
        })
}

/// Cycles on so many nodes: asked and waited for on the first, answered on the last.
fn sayso(url: &str, nodes: usize, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let desks = (0..nodes)
        .map(|_| {
            let store = PostgresStore::open(url)?;
            Ok(Desk::start(
                SealedStore::with_key(store, [7; 32]),
                Options::default(),
            )?)
        })
        .collect::<Result<Vec<Desk>>>()?;
    drive_between(&desks[0], &desks[nodes - 1], at_once, stretch)
}
