//! Real clients in both eras, over pipes and HTTP: one table, one row each.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::build_folder;
use super::case::{Case, Desk, cases};
use super::install::Tools;
use super::player::Player;
use crate::run;

/// A client of ours, the protocol's era, and how it is started.
const CLIENTS: &[(&str, &str)] = &[
    ("python", "legacy"),
    ("python", "2026-07-28"),
    ("typescript 1", "legacy"),
    ("typescript 2", "legacy"),
    ("typescript 2", "2026-07-28"),
];
const TRANSPORTS: &[&str] = &["stdio", "http"];
/// How long a client may take, and how often one looks.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);

pub(crate) fn clients(tools: &Tools) -> Result<()> {
    run::run("cargo", &["build", "--quiet", "--package=sayso", "--bins"])?;
    let desk = DeskAt::start(&tools.folder.join("data"))?;
    let mut failed = Vec::new();
    for (client, mode) in CLIENTS {
        for transport in TRANSPORTS {
            let mut player = Player::start(tools, client)?;
            let mut passed = 0;
            for case in cases() {
                let row = format!("{client}, {mode}, {transport}: {}", case.name);
                match play(&mut player, &desk, mode, transport, &case) {
                    Ok(()) => passed += 1,
                    Err(why) => failed.push(format!("{row}: {why:#}")),
                }
            }
            println!(
                "{client:<13} {mode:<11} {transport:<6} {passed} of {}",
                cases().len()
            );
        }
    }
    for line in &failed {
        println!("- {line}");
    }
    ensure!(failed.is_empty(), "{} rows fail", failed.len());
    Ok(())
}

/// Plays one case, and looks at what came of it.
fn play(
    player: &mut Player,
    desk: &DeskAt,
    mode: &str,
    transport: &str,
    case: &Case,
) -> Result<()> {
    let done = desk.data.join("said");
    let _ = fs::remove_file(&done);
    let replies = case.replies.clone().map(|replies| {
        let text = replies.to_string().replace("DONE", &done.to_string_lossy());
        serde_json::from_str::<Value>(&text).unwrap_or_default()
    });
    let arguments = json!({ "questions": case.questions });
    let call = json!({ "tool": "ask_user_question", "arguments": arguments });
    let mut calls = vec![call.clone()];
    if let Some(seconds) = case.timeout {
        calls[0]["timeout"] = json!(seconds);
        calls.push(call);
    }
    // The name decides how long a call may wait. Every row is a client of its own: what one left
    // uncollected is none of the next one's business.
    let ticket = case.name == "ticket";
    let name = if ticket { "hasty" } else { "patient" };
    let name = format!("{name} {} {mode} {transport}", player.client);
    player.send(&json!({
        "transport": transport, "mode": mode, "name": name, "replies": replies, "calls": calls,
        "command": desk.program, "cwd": desk.data, "env": { "SAYSO_DATA": desk.data },
        "url": desk.url, "token": desk.token,
    }))?;
    let said = at_desk(desk, case, &done);
    let told = player.told();
    desk.clear()?;
    let shown = || {
        told.iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    said.with_context(shown)?;
    judge(case, &told).with_context(shown)
}

/// What the person does at the desk.
fn at_desk(desk: &DeskAt, case: &Case, done: &Path) -> Result<()> {
    if let Desk::Nothing = case.at_desk {
        return Ok(());
    }
    let id = desk.open()?;
    if let Some(seconds) = case.timeout {
        // The first call is over by then.
        thread::sleep(Duration::from_secs_f64(seconds * 1.5));
    }
    match &case.at_desk {
        Desk::Answers(answer) => desk.sayso(&["answer", &id, &answer.to_string()])?,
        _ => desk.sayso(&["cancel", &id])?,
    };
    fs::write(done, "")?;
    Ok(())
}

fn judge(case: &Case, lines: &[Value]) -> Result<()> {
    let forms = lines.iter().filter(|line| line.get("form").is_some());
    ensure!(
        forms.count() == case.forms,
        "{} forms are wanted",
        case.forms
    );
    let last = lines.last().context("the client told nothing")?;
    for (path, wanted) in case.wanted {
        let got = last["data"].pointer(path).unwrap_or(&Value::Null);
        let got = got.to_string();
        ensure!(got == *wanted, "{path} is {got}, wanted is {wanted}");
    }
    let unanswered = case.wanted.contains(&("/state", "\"cancelled\""));
    ensure!(last["error"] == unanswered, "isError is {}", last["error"]);
    Ok(())
}

/// The hasty ones get a ticket soon, the others late.
fn settings() -> String {
    let mut text = String::new();
    for (client, mode) in CLIENTS {
        for transport in TRANSPORTS {
            let name = format!("hasty {client} {mode} {transport}");
            text.push_str(&format!("[mcp.clients.\"{name}\"]\nwait = \"300ms\"\n"));
        }
    }
    text
}

/// A desk for all rows.
struct DeskAt {
    program: PathBuf,
    data: PathBuf,
    url: String,
    token: String,
    process: std::process::Child,
}

impl DeskAt {
    fn start(data: &Path) -> Result<Self> {
        let _ = fs::remove_dir_all(data);
        fs::create_dir_all(data)?;
        fs::write(data.join("config.toml"), settings())?;
        let program = build_folder().join("debug/sayso");
        let process = Command::new(&program)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("SAYSO_DATA", data)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the desk")?;
        let mut desk = Self {
            program,
            data: data.to_owned(),
            url: String::new(),
            token: String::new(),
            process,
        };
        for _ in 0..500 {
            let said = fs::read_to_string(data.join("desk.json")).unwrap_or_default();
            let said: Value = serde_json::from_str(&said).unwrap_or_default();
            if let Some(url) = said["url"].as_str() {
                desk.url = url.to_owned();
                desk.token = fs::read_to_string(data.join("agent.token"))?
                    .trim()
                    .to_owned();
                return Ok(desk);
            }
            thread::sleep(LOOK);
        }
        bail!("the desk did not say where it listens")
    }

    fn sayso(&self, args: &[&str]) -> Result<String> {
        let output = Command::new(&self.program)
            .args(args)
            .env("SAYSO_DATA", &self.data)
            .stdin(Stdio::null())
            .output()?;
        let wrong = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "sayso {args:?}: {wrong}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn pending(&self) -> Result<Vec<String>> {
        let listed: Value = serde_json::from_str(&self.sayso(&["pending", "--json"])?)?;
        let ids = listed.as_array().into_iter().flatten();
        Ok(ids
            .filter_map(|one| one["interaction_id"].as_str().map(str::to_owned))
            .collect())
    }

    /// The one open question, as soon as it is there.
    fn open(&self) -> Result<String> {
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
            if let [id] = &self.pending()?[..] {
                return Ok(id.clone());
            }
            thread::sleep(LOOK);
        }
        bail!("nothing was asked")
    }

    /// What a case left open is called off.
    fn clear(&self) -> Result<()> {
        for id in self.pending()? {
            self.sayso(&["cancel", &id])?;
        }
        Ok(())
    }
}

impl Drop for DeskAt {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
