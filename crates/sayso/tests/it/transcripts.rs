//! `sayso history` with transcripts: by rounds, as it grows, as JSON, asked again.

use std::fs::OpenOptions;
use std::io::Write;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::stage::Stage;

/// A round with a tool that failed and an answered question, a second with one that the agent
/// died on, a broken line, and words that would act on a terminal.
fn lines() -> Vec<String> {
    let question = |text: &str| {
        json!({ "questions": [{ "question": text, "header": "Auth", "multiSelect": false, "options": [
            { "label": "OAuth", "description": "Standard" }, { "label": "JWT", "description": "Stateless" } ] }] })
    };
    let assistant = |uuid: &str, parent: &str, block: Value| {
        json!({ "type": "assistant", "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "cwd": "/p",
            "message": { "content": [block] } })
        .to_string()
    };
    let tool = |id: &str, name: &str, input: Value| json!({ "type": "tool_use", "id": id, "name": name, "input": input });
    vec![
        json!({ "type": "user", "uuid": "u1", "parentUuid": null, "sessionId": "s1", "cwd": "/p",
            "timestamp": "2026-11-15T19:18:46.747Z", "message": { "content": "set up auth\u{1b}[31m" } })
        .to_string(),
        assistant("a1", "u1", json!({ "type": "thinking", "thinking": "hm\nhm" })),
        assistant("a2", "a1", tool("c1", "Bash", json!({ "command": "ls" }))),
        json!({ "type": "user", "uuid": "r1", "parentUuid": "a2", "message": { "content": [
            { "type": "tool_result", "tool_use_id": "c1", "is_error": true, "content": "no\nsuch" }] } })
        .to_string(),
        assistant("a3", "r1", tool("c2", "AskUserQuestion", question("Which method?"))),
        json!({ "type": "user", "uuid": "r2", "parentUuid": "a3", "message": { "content": [
            { "type": "tool_result", "tool_use_id": "c2", "content": "…" }] },
            "toolUseResult": { "answers": { "Which method?": "JWT" }, "annotations": { "Which method?": { "notes": "for now" } } } })
        .to_string(),
        "{\"type\":\"user\",\"mess".into(),
        json!({ "type": "mode", "mode": "normal" }).to_string(),
        json!({ "type": "user", "uuid": "u2", "parentUuid": "r2", "message": { "content": "go on" } }).to_string(),
        assistant("a4", "u2", tool("c3", "AskUserQuestion", question("Really?"))),
    ]
}

fn stage() -> (Stage, String) {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.path("projects/-p")).unwrap();
    let file = stage.file("projects/-p/s1.jsonl", lines().join("\n") + "\n");
    (stage, file)
}

const ROUNDS: &str = "\
── Round 1 ── 2026-11-15T19:18:46.747Z ──
❯ set up auth\\u{1b}[31m
✻ hm⏎hm
▶ Bash {\"command\":\"ls\"}
  ✗ Bash no
    such
? [Auth] Which method?
    ○ OAuth – Standard
    ● JWT – Stateless
      for now
  → answered
✗ line 7 is no JSON (EOF while parsing a string at line 1 column 20): {\"type\":\"user\",\"mess

── Round 2 ──
❯ go on
? [Auth] Really?
    ○ OAuth – Standard
    ○ JWT – Stateless
  → never answered
";

#[test]
fn by_rounds() {
    let (stage, file) = stage();
    let done = stage
        .sayso(["history", &file])
        .done()
        .exits(0)
        .complains(&[]);
    let (heading, rounds) = done.stdout.split_once("\n\n").unwrap();
    assert_eq!(
        heading,
        "set up auth\\u{1b}[31m · /p\n2026-11-15T19:18:46.747Z – 2026-11-15T19:18:46.747Z\nrounds: 2, questions never answered: 1"
    );
    let again = format!("    sayso history {file} --ask-again a4\n");
    assert_eq!(rounds, ROUNDS.to_owned() + &again);
    // The last round alone, then the one before it.
    let done = stage.sayso(["history", &file, "-n", "1"]).done().exits(0);
    assert!(done.stdout.contains("--before 2\n"), "{}", done.stdout);
    assert!(
        !done.stdout.contains("Round 1") && done.stdout.contains("Round 2"),
        "{}",
        done.stdout
    );
    let done = stage
        .sayso(["history", &file, "--before", "2"])
        .done()
        .exits(0);
    assert!(
        done.stdout.contains("Round 1") && !done.stdout.contains("Round 2"),
        "{}",
        done.stdout
    );
    let zh = stage
        .sayso(["history", &file])
        .env("SAYSO_LANG", "zh-CN")
        .done()
        .exits(0);
    for words in [
        "── 第 2 轮 ──",
        "→ 已回答",
        "→ 从未得到回答",
        "✗ 第 7 行不是 JSON",
    ] {
        assert!(zh.stdout.contains(words), "{}", zh.stdout);
    }
}

#[test]
fn by_session_and_as_json() {
    let (stage, _) = stage();
    let sayso = |args: &[&str]| {
        stage
            .sayso(args)
            .env("SAYSO_TRANSCRIPTS", stage.path("projects"))
    };
    let done = sayso(&["history", "s1", "--json"]).done().exits(0);
    let items: Vec<Value> = done
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = items
        .iter()
        .map(|item| item["kind"].as_str().unwrap())
        .collect();
    let expected = [
        "text",
        "thinking",
        "tool_use",
        "tool_result",
        "ask_user_question",
        "tool_result",
        "broken",
        "text",
        "ask_user_question",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(items[0]["text"], "set up auth\u{1b}[31m");
    assert_eq!(items[4]["questions"][0]["options"][1]["picked"], true);
    assert_eq!(items[8]["state"], "unanswered");
    let all = sayso(&["history", "s1", "--transcript", "--all", "--json"])
        .done()
        .exits(0);
    assert_eq!(all.stdout.lines().count(), items.len() + 1);
    let listed = sayso(&["history", "--list", "--all"]).done().exits(0);
    assert!(
        listed
            .stdout
            .contains("  2 rounds, 1 never answered  set up auth"),
        "{}",
        listed.stdout
    );
    assert!(
        listed.stdout.ends_with("\n    -p:s1\n"),
        "{}",
        listed.stdout
    );
    let listed = sayso(&["history", "--list"])
        .done()
        .exits(0)
        .prints_nothing();
    assert!(listed.stderr.contains("--all"), "{}", listed.stderr);
    for missing in [
        vec!["history", "none.jsonl"],
        vec!["history", "none", "--transcript"],
        vec!["history", "s1", "--agent", "../x"],
    ] {
        let done = sayso(&missing).done().exits(1).prints_nothing();
        assert!(
            done.stderr.contains("there is no transcript"),
            "{}",
            done.stderr
        );
    }
}

/// Asked again it is keyed by its tool call: answered once, for whoever asks by that call.
#[test]
fn asked_again() {
    let (stage, file) = stage();
    let again = |name: &str| stage.sayso(["history", &file, "--ask-again", name]);
    again("a4")
        .piped("2\n")
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Really?":"JWT"}}"#);
    again("c3")
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Really?":"JWT"}}"#);
    let outcome = &stage.history()[0];
    assert_eq!(
        (&outcome["session_id"], &outcome["tool_use_id"]),
        (&json!("s1"), &json!("c3"))
    );
    assert_eq!(stage.history().len(), 1);
    for (name, why) in [
        ("a3", "it was answered"),
        ("c2", "it was answered"),
        ("u1", "there is no question"),
    ] {
        let done = again(name).done().exits(1).prints_nothing();
        assert!(done.stderr.contains(why), "{}", done.stderr);
    }
    // The desk knows the session now; its transcript is a word away.
    let done = stage
        .sayso(["history", "s1"])
        .env("SAYSO_TRANSCRIPTS", stage.path("projects"))
        .done()
        .exits(0);
    assert!(done.stdout.contains("● JWT"), "{}", done.stdout);
    assert!(
        done.stderr.contains("sayso history s1 --transcript"),
        "{}",
        done.stderr
    );
}

#[test]
fn as_it_grows() {
    let (stage, file) = stage();
    let mut terminal = stage
        .sayso(["history", &file, "--follow"])
        .all_at_terminal();
    terminal.sees("never answered");
    let mut out = OpenOptions::new().append(true).open(&file).unwrap();
    let line = json!({ "type": "user", "uuid": "u3", "parentUuid": "a4", "message": { "content": "still there?" } });
    write!(out, "{line}").unwrap();
    terminal.sees("❯ still there?");
    write!(
        out,
        "\n{}\n",
        json!({ "type": "user", "uuid": "u4", "parentUuid": "u3", "message": { "content": "yes" } })
    )
    .unwrap();
    terminal.sees("❯ yes");
    terminal.signal(Signal::TERM);
    terminal.done();
}
