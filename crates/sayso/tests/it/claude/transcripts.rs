//! What the program wrote of its own sessions, read by us.

use std::fs;

use rustix::process::Signal;
use serde_json::{Value, json};

use super::hook::{answers, hooks};
use super::scene::{Scene, Version};
use super::script::{Script, asks, calls, database, features, says, thinks};
use crate::desk::Desk;
use crate::running::until;

super::rows! {
    by_rounds,
    compacted_and_with_a_sub_agent,
}

const SESSION: &str = "6f1c2a34-0000-4000-8000-000000000009";

/// Two questions at once and two tools at once; a question that was called off; one that the
/// program was killed on.
fn scripts() -> Vec<Script> {
    let echo = |id: &str, word: &str| {
        let command = format!("echo {word}");
        calls(id, "Bash", json!({ "command": command }))
    };
    vec![
        Script::new("first")
            .turn([
                thinks("What is needed?"),
                says("I need to know."),
                asks("q1", database()),
                asks("q2", features()),
            ])
            .turn([echo("b1", "one"), echo("b2", "two")])
            .turn([says("Done.")]),
        Script::new("second")
            .turn([asks("q3", database())])
            .turn([says("All right.")]),
        Script::new("third").turn([asks("q4", database())]),
    ]
}

/// Runs a prompt to where it waits for the person.
fn prompted(scene: &Scene, scenario: &str, how: &str) -> crate::running::Running {
    let prompt = format!("please do [[scenario:{scenario}]]");
    let args = ["-p", &prompt, how, SESSION, "--allowedTools=Bash"];
    let stdio = ["--permission-prompt-tool", "stdio"];
    scene.claude(args.iter().chain(&stdio)).begin()
}

fn by_rounds(version: Version) {
    let scene = Scene::with(version, scripts());
    scene.settings(&hooks("auto"));
    let desk = Desk::start(&scene.stage);
    let first = prompted(&scene, "first", "--session-id");
    for open in scene.stage.pending_soon(2) {
        let answer = match open["questions"][0]["header"].as_str() {
            Some("Database") => json!({ "Database": { "other": "SQLite" } }),
            _ => json!({ "Features": ["Metrics, traces", "Alerts"] }),
        };
        let id = open["interaction_id"].as_str().unwrap();
        let answer = scene
            .stage
            .sayso(["answer", "--scripted", id, &answer.to_string()]);
        answer.done().exits(0);
    }
    first.done().exits(0).prints("Done.");
    let second = prompted(&scene, "second", "--resume");
    let id = scene.stage.open_id_soon();
    let cancel = ["cancel", &id, "--reason", "later"];
    scene.stage.sayso(cancel).done().exits(0);
    second.done().exits(0).prints("All right.");
    let folder = scene.stage.path("home/.claude/projects");
    let folder = fs::read_dir(folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let file = folder.join(format!("{SESSION}.jsonl"));
    let third = prompted(&scene, "third", "--resume");
    let id = scene.stage.open_id_soon();
    until("the transcript has the fourth call", || {
        fs::read_to_string(&file).unwrap().contains("toolu_q4")
    });
    third.signal(Signal::KILL);
    third.done().exits(137);
    drop(desk);

    let listed = scene.sayso(["history", "--list"]).done().exits(0);
    assert!(listed.stdout.contains(SESSION), "{listed:?}");
    let read = scene.sayso(["history", SESSION, "--transcript"]);
    let read = read.done().exits(0);
    assert_eq!(lasting(&read.stdout), ROUNDS);
    let items = scene.sayso(["history", SESSION, "--transcript", "--json"]);
    let items = items.done().exits(0).stdout;
    let items: Vec<Value> = items
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Parallel results are side branches in the file, and stand where the conversation went.
    for item in &items {
        assert_eq!(item["standing"], "current", "{item}");
    }
    // The one that it was killed on can be asked again; the desk has it still.
    let last = items
        .iter()
        .rfind(|item| item["kind"] == "ask_user_question");
    let uuid = last.unwrap()["uuid"].as_str().unwrap();
    let _desk = Desk::start(&scene.stage);
    let again = ["history", SESSION, "--transcript", "--ask-again", uuid];
    let again = scene.sayso(again).begin();
    assert_eq!(scene.stage.open_id(), id);
    answers(&scene, json!({ "Database": "MongoDB" }));
    again.done().exits(0);
}

fn items(scene: &Scene, more: &[&str]) -> Vec<Value> {
    let args = ["history", SESSION, "--transcript", "--json"];
    let items = scene.sayso(args).args(more).done().exits(0).stdout;
    let items = items
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    items.collect()
}

/// What a sub-agent did lies in a file of its own; a conversation that was compacted is one all the
/// same.
fn compacted_and_with_a_sub_agent(version: Version) {
    let sub = Script::new("sub")
        .turn([calls("sb", "Bash", json!({ "command": "echo inside" }))])
        .turn([says("I looked around.")]);
    let call = json!({
        "description": "look", "prompt": sub.prompt(), "subagent_type": "general-purpose",
    });
    let main = Script::new("main")
        .turn([calls("task", "Task", call)])
        .turn([says("It is under way.")])
        .turn([says("I am done.")]);
    let after = Script::new("after")
        .turn([asks("q", database())])
        .turn([says("All right.")]);
    let scene = Scene::with(version, vec![main, sub, after]);
    scene.settings(&hooks("auto"));
    let _desk = Desk::start(&scene.stage);
    prompted(&scene, "main", "--session-id").done().exits(0);
    let compact = ["-p", "/compact", "--resume", SESSION];
    scene.claude(compact).done().exits(0);
    let last = prompted(&scene, "after", "--resume");
    answers(&scene, json!({ "Database": "MongoDB" }));
    last.done().exits(0).prints("All right.");

    let all = items(&scene, &[]);
    for item in &all {
        assert_eq!(item["standing"], "current", "{item}");
        let kind = item["kind"].as_str().unwrap();
        assert!(!["broken", "unknown", "too_long"].contains(&kind), "{item}");
    }
    let of = |kind: &'static str| all.iter().filter(move |item| item["kind"] == kind);
    assert!(
        of("info").any(|item| item["what"] == "compact_boundary"),
        "{all:#?}"
    );
    let typed = of("text").filter(|item| item["from"] == "person");
    let typed: Vec<&Value> = typed.map(|item| &item["text"]).collect();
    let prompts = [
        "please do [[scenario:main]]",
        "/compact",
        "please do [[scenario:after]]",
    ];
    assert_eq!(typed, prompts, "{all:#?}");
    let asked: Vec<&Value> = of("ask_user_question").collect();
    assert!(
        matches!(asked[..], [one] if one["state"] == "answered"),
        "{asked:#?}"
    );
    let agent = of("tool_result").find_map(|item| item["agent"].as_str());
    let of_sub = items(&scene, &["--agent", agent.unwrap()]);
    let texts: Vec<&Value> = of_sub.iter().map(|item| &item["text"]).collect();
    for text in ["inside", "I looked around."] {
        assert!(texts.contains(&&json!(text)), "{of_sub:#?}");
    }
}

/// Without what is another each time: dates, folders, and in which order two tools ended.
fn lasting(text: &str) -> String {
    let (_, rounds) = text.split_once("\n\n").unwrap();
    let mut lines: Vec<&str> = rounds.lines().collect();
    lines.retain(|line| !line.starts_with("· informational"));
    if let Some(first) = lines.iter().position(|line| line.starts_with("  ✓ Bash")) {
        lines[first..first + 2].sort_unstable();
    }
    let words = lines.iter().map(|line| match line.split_once(" ── 2026-") {
        Some((round, _)) => round,
        None if line.starts_with("    sayso history") => "    (asked again)",
        None => line,
    });
    words.collect::<Vec<_>>().join("\n")
}

const ROUNDS: &str = "\
── Round 1
❯ please do [[scenario:first]]
✻ What is needed?
  I need to know.
? [Database] Which database?
    ○ PostgreSQL – Relational
    ○ MongoDB – Documents
    ● “SQLite”
  → answered
? [Features] Which features?
    ○ Logging – Lines
    ● Metrics, traces – Numbers
    ● Alerts – At night
  → answered
▶ Bash {\"command\":\"echo one\"}
▶ Bash {\"command\":\"echo two\"}
  ✓ Bash one
  ✓ Bash two
  Done.

── Round 2
❯ please do [[scenario:second]]
? [Database] Which database?
    ○ PostgreSQL – Relational
    ○ MongoDB – Documents
    “later”
  → turned down
  All right.

── Round 3
❯ please do [[scenario:third]]
? [Database] Which database?
    ○ PostgreSQL – Relational
    ○ MongoDB – Documents
  → never answered
    (asked again)";
