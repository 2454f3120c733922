//! What commands print for programs.

use serde_json::json;

use super::{Record, answer, id_of};
use crate::desk::{Desk, token};
use crate::questions::{ask, auth, colour, features, name, token as secret, with};
use crate::stage::Stage;

const FORMATS: [&str; 3] = ["answers", "outcome", "claude"];

#[test]
fn answered() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let question = ask(&[auth(), features()]);
    let answers = r#"{"Auth method":"JWT","Features":["Caching",{"other":"Tracing"}]}"#;
    let answers = stage.file("answers.json", answers);
    let asks = |session| {
        [
            "ask",
            "--session",
            session,
            "--answers",
            &answers,
            &question,
        ]
    };
    for format in FORMATS {
        record.runs(&[&asks(format)[..], &["--format", format]].concat());
    }
    for key in ["header", "question", "id"] {
        record.runs(&[&asks(key)[..], &["--key", key]].concat());
    }
    record.keeps("ask_answered");
}

#[test]
fn collected_later() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    for format in FORMATS {
        let question = ask(&[auth()]);
        let asks = [
            "ask",
            "--session",
            format,
            "--no-wait",
            &question,
            "--format",
            format,
        ];
        record.runs(&asks);
        let id = stage.open_id();
        let waits = ["wait", &id, "--format", format];
        record.runs(&[&waits[..], &["--timeout", "0s"]].concat());
        answer(&stage, &id, r#"{"Auth method":"JWT"}"#);
        record.runs(&waits);
    }
    record.keeps("ask_no_wait_and_wait");
}

#[test]
fn cancelled() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let question = ask(&[auth()]);
    let asked = record.runs(&["ask", "--session", "s", "--no-wait", &question]);
    let id = id_of(&asked);
    record.runs(&["cancel", &id, "--reason", "not now"]);
    for format in FORMATS {
        record.runs(&["wait", &id, "--format", format]);
    }
    record.keeps("cancel");
}

#[test]
fn timed_out() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    for on_timeout in ["default", "terminate"] {
        let question = ask(&[colour()]);
        let asked = record.runs(&[
            "ask",
            "--session",
            on_timeout,
            "--no-wait",
            "--timeout",
            "100ms",
            "--on-timeout",
            on_timeout,
            &question,
        ]);
        let id = id_of(&asked);
        for format in FORMATS {
            record.runs(&["wait", &id, "--format", format]);
        }
    }
    record.keeps("timeout");
}

/// What was asked and answered, for the lists.
fn lived() -> Stage {
    let stage = Stage::new();
    let no_wait = |session: &str, questions: &[serde_json::Value], more: &[&str]| {
        let question = ask(questions);
        let args = [
            "ask",
            "--session",
            session,
            "--agent",
            "claude",
            "--no-wait",
            &question,
        ];
        id_of(&stage.sayso([&args[..], more].concat()).done().exits(7))
    };
    let id = no_wait("a", &[auth(), features()], &[]);
    answer(
        &stage,
        &id,
        r#"{"Auth method":{"other":"Passkeys"},"Features":["Caching","Metrics"]}"#,
    );
    let id = no_wait("a", &[name(), secret()], &[]);
    answer(&stage, &id, r#"{"name":"Otto","token":"s3cret"}"#);
    let id = no_wait("a", &[auth()], &[]);
    stage
        .sayso(["cancel", &id, "--reason", "later"])
        .done()
        .exits(0);
    let more = with(
        colour(),
        &json!({
            "description": "Of the button.", "required": false,
            "context_files": ["src/a.rs:1-9"],
            "follow_up_questions": { "red": [{ "question_id": "shade", "question_text": "Which shade?", "type": "text" }] },
        }),
    );
    no_wait(
        "b",
        &[more, secret()],
        &["--timeout", "2d", "--on-timeout", "default"],
    );
    no_wait("c", &[auth()], &["--rounds", "3", "--call", "key"]);
    stage
}

#[test]
fn lists() {
    let stage = lived();
    let mut record = Record::of(&stage);
    for args in [
        &["pending", "--json"][..],
        &["history", "--json"],
        &["history", "a", "--json", "-n", "1"],
        &["status", "--json"],
    ] {
        record.runs(args);
    }
    record.keeps("lists");
}

/// The same from a desk elsewhere.
#[test]
fn lists_of_a_desk_elsewhere() {
    let there = lived();
    let desk = Desk::start(&there);
    let here = Stage::new();
    let mut record = Record::of(&here);
    record.normal.hides_folder(&there.path(""));
    for args in [
        &["pending", "--json"][..],
        &["history", "--json"],
        &["history", "a", "--json", "-n", "1"],
        &["status", "--json"],
    ] {
        let call = here
            .sayso(args)
            .env("SAYSO_DESK", &desk.url)
            .env("SAYSO_TOKEN", token(&there, "person"));
        record.runs_as(args, call);
    }
    record.keeps("lists_of_a_desk_elsewhere");
}

#[test]
fn lists_of_nothing() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    for args in [
        &["pending", "--json"][..],
        &["history", "--json"],
        &["status", "--json"],
        &["skill", "list", "--json"],
        &["history", "--list", "--json"],
        &["audit", "export"],
        &["audit", "verify"],
    ] {
        record.runs(args);
    }
    record.keeps("lists_of_nothing");
}

const SKILL: &str = "\
---
name: release
description: What to ask before a release
---
```ask_user_question
variables:
  version: {description: The next version}
questions:
  - question: \"Release {{version}}?\"
    header: Release
    multiSelect: false
    options:
      - {label: Now, description: At once}
      - {label: Later, description: Not yet}
```
";

#[test]
fn skills() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.path(".claude/skills/release")).unwrap();
    stage.file(".claude/skills/release/SKILL.md", SKILL);
    let answers = stage.file("answers.json", r#"{"Release":"Now"}"#);
    let mut record = Record::of(&stage);
    record.runs(&["skill", "list", "--json"]);
    record.runs(&["skill", "show", "release", "--set", "version=1"]);
    record.runs(&["skill", "check"]);
    let asks = ["skill", "ask", "release", "--set", "version=1"];
    record.runs(&[&asks[..], &["--answers", &answers]].concat());
    record.keeps("skills");
}

#[test]
fn transcripts() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.path("projects/-p")).unwrap();
    let asked = json!({ "questions": [auth()] });
    let lines = [
        json!({ "type": "user", "uuid": "u1", "parentUuid": null, "sessionId": "s1", "cwd": "/p",
            "timestamp": "2026-11-15T19:18:46.747Z", "message": { "content": "set up auth" } }),
        json!({ "type": "assistant", "uuid": "a1", "parentUuid": "u1", "sessionId": "s1", "cwd": "/p",
            "message": { "content": [{ "type": "tool_use", "id": "c1", "name": "AskUserQuestion", "input": asked }] } }),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let file = stage.file("projects/-p/s1.jsonl", text);
    let mut record = Record::of(&stage);
    let roots = stage.path("projects");
    for args in [
        &["history", &file, "--json"][..],
        &["history", "--list", "--all", "--json"],
    ] {
        let call = stage.sayso(args).env("SAYSO_TRANSCRIPTS", &roots);
        record.runs_as(args, call);
    }
    record.keeps("transcripts");
}

#[test]
fn audit() {
    let stage = lived();
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let export = stage.file("export.jsonl", export);
    let mut record = Record::of(&stage);
    record.runs(&["audit", "verify"]);
    record.runs(&["audit", "verify", "--against", &export]);
    record.runs(&["audit", "forget", "--older-than", "1d"]);
    record.runs(&["audit", "forget", "--older-than", "1d", "--yes"]);
    record.keeps("audit");
}
