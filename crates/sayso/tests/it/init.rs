//! `sayso init`: into the files of other programs, and out again.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::stage::{Call, Stage};

const ALL: [&str; 6] = ["claude", "codex", "opencode", "gemini", "vscode", "cursor"];

/// Every client's file, where its entry stands, and what was there before.
const FILES: &[(&str, &str, Option<&str>)] = &[
    (".mcp.json", "/mcpServers/sayso/command", None),
    (
        "opencode.json",
        "/mcp/sayso/command/0",
        Some("{\n  // ours\n  \"model\": \"x\"\n}\n"),
    ),
    (
        ".gemini/settings.json",
        "/mcpServers/sayso/args/0",
        Some("{ \"theme\": \"dark\", \"mcpServers\": { \"a\": { \"command\": \"a\" } } }"),
    ),
    (".vscode/mcp.json", "/servers/sayso/type", Some("{}")),
    (".cursor/mcp.json", "/mcpServers/sayso/command", None),
    (
        "home/.codex/config.toml",
        "/mcp_servers/sayso/command",
        Some("# mine\nmodel = \"gpt\" # the one\n[mcp_servers.a]\ncommand = \"a\"\n"),
    ),
];

fn init(stage: &Stage, args: &[&str]) -> Call {
    let mut all = vec!["init"];
    all.extend(args);
    stage.sayso(all).env("HOME", stage.path("home"))
}

fn prepared() -> Stage {
    let stage = Stage::new();
    for (name, _, before) in FILES {
        let path = stage.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if let Some(before) = before {
            fs::write(path, before).unwrap();
        }
    }
    stage
}

fn read(path: PathBuf) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// JSON without its comments, or TOML as JSON.
fn parsed(name: &str, text: &str) -> Value {
    if name.ends_with(".toml") {
        let table: toml::Table = text.parse().unwrap();
        return serde_json::to_value(table).unwrap();
    }
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    serde_json::from_str(&lines.collect::<Vec<_>>().join("\n")).unwrap()
}

#[track_caller]
fn is_as_before(stage: &Stage) {
    for (name, _, before) in FILES {
        assert_eq!(read(stage.path(name)).as_deref(), *before, "{name}");
    }
}

#[test]
fn into_every_client_and_out_again() {
    let stage = prepared();
    let mut args = ALL.to_vec();
    args.push("--yes");
    let done = init(&stage, &args).done().exits(0);
    assert!(
        done.stderr.contains("+ [mcp_servers.sayso]"),
        "{}",
        done.stderr
    );
    assert!(done.stdout.is_empty());
    for (name, path, before) in FILES {
        let text = read(stage.path(name)).unwrap();
        assert!(
            parsed(name, &text).pointer(path).is_some(),
            "{name}: {text}"
        );
        for line in before
            .unwrap_or_default()
            .lines()
            .filter(|line| line.contains("//") || line.contains('#'))
        {
            assert!(text.contains(line), "{name} lost {line:?}: {text}");
        }
    }
    let gemini = read(stage.path(".gemini/settings.json")).unwrap();
    let gemini = parsed("settings.json", &gemini);
    assert_eq!(gemini["theme"], "dark");
    assert_eq!(gemini["mcpServers"]["a"]["command"], "a");
    // Twice is once.
    let again = init(&stage, &args).done().exits(0);
    assert!(again.stderr.contains("there already"), "{}", again.stderr);
    args.push("--undo");
    init(&stage, &args).done().exits(0);
    is_as_before(&stage);
}

#[test]
fn nothing_is_written_unless_a_person_says_so() {
    let stage = prepared();
    let done = init(&stage, &ALL).done().exits(4);
    assert!(
        done.stderr.contains("+ [mcp_servers.sayso]"),
        "it is shown: {}",
        done.stderr
    );
    is_as_before(&stage);
    let done = init(&stage, &ALL).piped("y\n").done().exits(4);
    assert!(done.stderr.contains("Nothing was written"));
    is_as_before(&stage);
}

#[test]
fn what_was_changed_since_loses_only_our_entry() {
    let stage = prepared();
    init(&stage, &["gemini", "codex", "--yes"]).done().exits(0);
    for (name, more) in [
        (".gemini/settings.json", "\n// later\n"),
        ("home/.codex/config.toml", "\n[later]\nx = 1\n"),
    ] {
        let text = read(stage.path(name)).unwrap();
        fs::write(stage.path(name), format!("{text}{more}")).unwrap();
    }
    init(&stage, &["gemini", "codex", "--yes", "--undo"])
        .done()
        .exits(0);
    let gemini = read(stage.path(".gemini/settings.json")).unwrap();
    assert!(
        gemini.contains("// later") && gemini.contains("\"a\"") && !gemini.contains("sayso"),
        "{gemini}"
    );
    let codex = read(stage.path("home/.codex/config.toml")).unwrap();
    assert!(
        codex.contains("[later]") && codex.contains("# mine") && !codex.contains("sayso"),
        "{codex}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_left_alone() {
    let stage = Stage::new();
    fs::write(stage.path(".mcp.json"), "{ broken").unwrap();
    let done = init(&stage, &["claude", "--yes"]).done().exits(1);
    assert!(done.stderr.contains(".mcp.json"), "{}", done.stderr);
    assert_eq!(read(stage.path(".mcp.json")).as_deref(), Some("{ broken"));
}

#[test]
fn without_names_those_that_left_a_trace() {
    let stage = Stage::new();
    init(&stage, &["--yes"]).done().exits(1);
    fs::create_dir(stage.path(".vscode")).unwrap();
    init(&stage, &["--yes"]).done().exits(0);
    assert!(stage.path(".vscode/mcp.json").exists());
    assert!(!stage.path(".mcp.json").exists());
}
