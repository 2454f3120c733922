//! Real clients in both eras, over pipes and HTTP: one table, one row each.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::case::{After, Case, Meanwhile, Script, Treated, cases};
use super::desk::{DeskAt, soon};
use super::era::Era;
use super::install::Tools;
use super::player::Player;
use super::scene::{Setting, name, scenes};
use crate::run;

/// A client of ours, and the protocol's era.
const CLIENTS: &[(&str, Era)] = &[
    ("python", Era::Legacy),
    ("python", Era::Stateless),
    ("typescript 1", Era::Legacy),
    ("typescript 2", Era::Legacy),
    ("typescript 2", Era::Stateless),
];
const TRANSPORTS: &[&str] = &["stdio", "http"];

/// A row that fails fails the run, after all others were played.
pub(crate) fn clients(tools: &Tools) -> Result<()> {
    run::run("cargo", &["build", "--quiet", "--package=sayso", "--bins"])?;
    let mut desk = DeskAt::start(&tools.folder.join("data"), &settings())?;
    let (mut rows, mut failed) = (0, Vec::new());
    for (client, era) in CLIENTS {
        for transport in TRANSPORTS {
            let mut player = Player::start(tools, client)?;
            let cases = cases().into_iter();
            let cases = cases.filter(|case| case.only.is_none_or(|only| only == *era));
            let cases = cases.filter(|case| case.runs_over(transport));
            let (mut passed, mut all) = (0, 0);
            for case in cases {
                all += 1;
                let row = format!("{client}, {}, {transport}: {}", era.word(), case.name);
                match play(&mut player, &mut desk, *era, transport, &case) {
                    Ok(()) => passed += 1,
                    Err(why) => {
                        failed.push(format!("{row}: {why:#}"));
                        // The next row begins with a client that is in no other's middle.
                        player = Player::start(tools, client)?;
                    }
                }
            }
            rows += all;
            println!(
                "{client:<13} {:<11} {transport:<6} {passed} of {all}",
                era.word()
            );
        }
    }
    for line in &failed {
        println!("- {line}");
    }
    ensure!(failed.is_empty(), "{} rows of {rows} fail", failed.len());
    println!("{rows} rows pass");
    Ok(())
}

/// Plays one case, and looks at what came of it.
fn play(
    player: &mut Player,
    desk: &mut DeskAt,
    era: Era,
    transport: &str,
    case: &Case,
) -> Result<()> {
    let (done, server) = (desk.data.join("said"), desk.data.join("server.pid"));
    let _ = fs::remove_file(&done);
    let client = player.client.clone();
    let scene = scenes(
        case,
        &Setting {
            client: &client,
            era,
            transport,
            desk,
            done: &done,
            server: &server,
        },
    );
    player.send(&scene)?;
    let asked = meanwhile(player, desk, transport, case, &server);
    fs::write(&done, "")?;
    let told = player.told();
    desk.clear()?;
    let shown = || {
        let lines = told.iter().map(Value::to_string);
        lines.collect::<Vec<_>>().join(" ")
    };
    let asked = asked.with_context(shown)?;
    judge(case, &told, asked.as_deref(), &desk.url).with_context(shown)
}

/// What happens at the desk. Tells which question it was about.
fn meanwhile(
    player: &mut Player,
    desk: &mut DeskAt,
    transport: &str,
    case: &Case,
    server: &Path,
) -> Result<Option<String>> {
    let after = match &case.meanwhile {
        Meanwhile::Nothing => return Ok(None),
        Meanwhile::Answers(_, after) => *after,
        Meanwhile::Cancels => After::Asked,
        Meanwhile::Kill => After::FormShown,
    };
    match after {
        After::Asked => {}
        After::FormShown => player.until("a form is shown", |line| line.get("form").is_some())?,
        After::GivenUp => {
            player.until("the call is given up", |line| line.get("failed").is_some())?;
        }
    }
    let id = desk.open()?;
    match &case.meanwhile {
        Meanwhile::Nothing => {}
        Meanwhile::Answers(answer, _) => {
            desk.sayso(&["answer", "--scripted", &id, &answer.to_string()])?;
        }
        Meanwhile::Cancels => {
            desk.sayso(&["cancel", &id])?;
        }
        Meanwhile::Kill if transport == "http" => desk.kill()?,
        Meanwhile::Kill => kill(server)?,
    }
    Ok(Some(id))
}

/// Kills the server that a client started.
fn kill(server: &Path) -> Result<()> {
    let number = fs::read_to_string(server).context("the server's number is not known")?;
    let number = number.trim();
    let killed = Command::new("kill").args(["-9", number]).status()?;
    ensure!(killed.success(), "the server {number} cannot be killed");
    let process = Path::new("/proc").join(number).join("exe");
    soon(
        "the server is dead",
        || Ok(fs::read_link(&process).is_err()),
    )
}

fn judge(case: &Case, lines: &[Value], asked: Option<&str>, url: &str) -> Result<()> {
    let forms: Vec<&Value> = lines.iter().filter(|l| l.get("form").is_some()).collect();
    ensure!(forms.len() == case.forms, "{} forms are wanted", case.forms);
    let results: Vec<&Value> = lines.iter().filter(|l| l.get("data").is_some()).collect();
    let last = results.last().context("the client got nothing")?;
    for (path, wanted) in case.wanted {
        let got = last["data"].pointer(path).unwrap_or(&Value::Null);
        let got = got.to_string();
        ensure!(got == *wanted, "{path} is {got}, wanted is {wanted}");
    }
    ensure!(
        last["error"] == case.is_error,
        "isError is {}",
        last["error"]
    );
    let answer = |result: &Value| result["data"]["answers"][0]["answer"].clone();
    match case.script {
        Script::Killed => {
            let same = last["data"]["interaction_id"].as_str();
            ensure!(
                same == asked,
                "another question was answered than {asked:?}"
            );
        }
        Script::Twice => {
            let first = results.first().map(|first| answer(first));
            ensure!(first == Some("pg".into()), "the first word is {first:?}");
        }
        Script::Twins => {
            let mut said: Vec<Value> = results.iter().map(|result| answer(result)).collect();
            said.sort_by_key(Value::to_string);
            ensure!(said == ["lite", "pg"], "each gets its own, not {said:?}");
        }
        _ => {}
    }
    // A secret is entered on the page of its question, and nowhere else.
    if case.has_secrets() {
        let asked = asked.context("nobody was asked")?;
        let page = format!("{url}/q/{asked}");
        for form in &forms {
            ensure!(form["url"] == page.as_str(), "sent to {}", form["url"]);
        }
    }
    Ok(())
}

/// How the desk treats the clients, by their names.
fn settings() -> String {
    let mut text = String::new();
    for (client, era) in CLIENTS {
        for transport in TRANSPORTS {
            for treated in Treated::ALL {
                let name = name(treated, client, *era, transport);
                let setting = treated.setting();
                text.push_str(&format!("[mcp.clients.\"{name}\"]\n{setting}\n"));
            }
        }
    }
    text
}
