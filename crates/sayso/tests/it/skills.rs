//! `sayso skill`: listed, shown, checked, asked.

use serde_json::json;

use crate::stage::Stage;

const RELEASE: &str = "\
---
name: release
description: What to ask before a release
---
Before you release:

```ask_user_question
variables:
  version: {description: The next version}
  branches: {from: git_branches}
questions:
  - question: \"Release {{version}} from which branch?\"
    header: Branch
    multiSelect: false
    options:
      - {each: branches, label: \"{{item}}\", description: A branch}
      - {label: None, description: Do not release}
```
";

fn stage() -> Stage {
    let stage = Stage::new();
    for folder in [
        ".claude/skills/release",
        ".claude/skills/broken",
        ".git/refs/heads",
    ] {
        std::fs::create_dir_all(stage.path(folder)).unwrap();
    }
    stage.file(".claude/skills/release/SKILL.md", RELEASE);
    stage.file(
        ".claude/skills/broken/SKILL.md",
        "```ask_user_question\nquestions: []\n```\n",
    );
    stage.file(".git/HEAD", "ref: refs/heads/main\n");
    stage.file(".git/refs/heads/main", "");
    stage.file(".git/refs/heads/next", "");
    stage
}

#[test]
fn listed_and_checked() {
    let stage = stage();
    let done = stage.sayso(["skill", "list"]).done().exits(0);
    assert_eq!(
        done.stdout,
        "broken  ✗ 1 wrong: sayso skill check broken\nrelease  What to ask before a release  (version)\n"
    );
    let cards = stage
        .sayso(["skill", "list", "--json"])
        .done()
        .exits(0)
        .json();
    assert_eq!(
        cards[1]["variables"][1],
        json!({ "name": "branches", "required": false, "from": "git_branches" })
    );
    stage
        .sayso(["skill", "check", "release"])
        .done()
        .exits(0)
        .prints("release: ok");
    let done = stage.sayso(["skill", "check"]).done().exits(1);
    assert_eq!(
        done.stderr,
        "broken: 2:12 questions: at least 1 needed, got 0\n"
    );
    let zh = stage
        .sayso(["skill", "check", ".claude/skills/broken/SKILL.md"])
        .env("SAYSO_LANG", "zh-CN");
    let zh = zh.done().exits(1).stderr;
    assert!(zh.contains("2:12 questions: 至少需要 1 个"), "{zh}");
    stage.sayso(["skill", "check", "none"]).done().exits(1);
    let empty = Stage::new();
    let done = empty
        .sayso(["skill", "list"])
        .done()
        .exits(0)
        .prints_nothing();
    assert!(done.stderr.contains("SKILL.md"), "{}", done.stderr);
}

#[test]
fn shown_and_asked() {
    let stage = stage();
    let done = stage
        .sayso(["skill", "show", "release"])
        .done()
        .exits(1)
        .prints_nothing();
    assert!(done.stderr.contains("release: 9:"), "{}", done.stderr);
    assert!(done.stderr.contains("--set version=…"), "{}", done.stderr);
    let shown = stage
        .sayso(["skill", "show", "release", "--set", "version=2"])
        .done()
        .exits(0)
        .json();
    assert_eq!(
        shown["questions"][0]["question"],
        "Release 2 from which branch?"
    );
    assert_eq!(shown["questions"][0]["options"][1]["label"], "next");
    let ask = [
        "skill",
        "ask",
        "release",
        "--set",
        "version=2",
        "--session",
        "s",
    ];
    stage
        .sayso(ask)
        .piped("2\n")
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Branch":"next"}}"#);
    assert_eq!(stage.history()[0]["session_id"], "s");
    stage.sayso(["skill", "ask", "none"]).done().exits(1);
    stage
        .sayso(["skill", "show", "release", "--set", "version"])
        .done()
        .exits(2);
}

/// The desk serves the templates of the project it was started in.
#[test]
fn the_same_files_for_the_person() {
    let stage = stage();
    let users = stage.path("home/.claude/skills/own");
    std::fs::create_dir_all(&users).unwrap();
    std::fs::write(
        users.join("SKILL.md"),
        "```ask_user_question\nquestion_text: Why?\ntype: text\n```",
    )
    .unwrap();
    let listed = stage
        .sayso(["skill", "list"])
        .env("HOME", stage.path("home"))
        .done()
        .exits(0);
    assert!(
        listed.stdout.contains("own  [yours]\n"),
        "{}",
        listed.stdout
    );
}
