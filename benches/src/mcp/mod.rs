//! From exec to the first reply of an MCP server, and what it then holds in memory.
//!
//! The servers take turns, start after start, and the median counts. The others are the smallest
//! that their SDKs allow; ours has all its tools.

mod server;

use anyhow::Result;

use crate::bars::Bars;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;
use server::{Server, Start};

/// A server, and what each of its starts showed.
struct Measured {
    server: Server,
    starts: Vec<Start>,
}

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let data = scratch()?;
    let mut measured: Vec<Measured> = server::all(settings, data.path())?
        .into_iter()
        .filter(can_start)
        .map(|server| Measured {
            server,
            starts: Vec::new(),
        })
        .collect();
    for _ in 0..settings.starts.min(30) {
        for Measured { server, starts } in &mut measured {
            starts.push(server.start()?);
        }
    }
    print(&measured);
    Ok(())
}

/// Starts a server once, uncounted; one that cannot be measured is said and left out.
fn can_start(server: &Server) -> bool {
    let tried = server.start();
    if let Err(error) = &tried {
        println!("left out: {}: {error:#}", server.name);
    }
    tried.is_ok()
}

fn print(measured: &[Measured]) {
    let middle = |one: &Measured, of: fn(&Start) -> f64| {
        let values: Vec<f64> = one.starts.iter().map(of).collect();
        median(&values).unwrap_or_default()
    };
    let ours = measured.first();
    let of_ours = |value: f64, of: fn(&Start) -> f64| {
        let ours = ours.map_or(0.0, |one| middle(one, of));
        format!("{:.1}", value / ours)
    };
    let mut table = Table::new([
        "server",
        "first reply",
        "of ours",
        "resident",
        "of ours",
        "own, not shared",
        "of ours",
    ]);
    let mut bars = Bars::default();
    for one in measured {
        let (reply, resident) = (middle(one, |s| s.millis), middle(one, |s| s.resident));
        let own = middle(one, |s| s.own);
        table.row([
            one.server.name.to_owned(),
            format!("{reply:.2} ms"),
            of_ours(reply, |s| s.millis),
            format!("{:.1} MB", resident / 1e6),
            of_ours(resident, |s| s.resident),
            format!("{:.1} MB", own / 1e6),
            of_ours(own, |s| s.own),
        ]);
        bars.row(one.server.name, reply);
    }
    println!("{table}\n{bars}");
}
