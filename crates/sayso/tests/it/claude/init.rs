//! Sayso put into a project as a new user would, and as a plugin.

use std::path::Path;

use serde_json::{Value, json};

use super::hook::answers;
use super::model::Told;
use super::scene::{Scene, Version};
use super::script::{Script, asks, database, says};
use super::tmux::Tmux;
use crate::desk::Desk;

super::rows! {
    a_new_project,
    a_new_user,
    the_plugin,
}

fn scene(version: Version) -> Scene {
    let script = Script::new("ask")
        .turn([asks("q", database())])
        .turn([says("I have heard you.")]);
    Scene::new(version, script)
}

fn mongo() -> Option<Told> {
    Some(Told::answers("\"Which database?\"=\"MongoDB\""))
}

/// Init, desk, program, answer at the desk; and out again without a trace.
fn a_new_project(version: Version) {
    let scene = scene(version);
    std::fs::remove_dir(scene.stage.path("project/.claude")).unwrap();
    let asked = scene.sayso(["init", "claude"]).done().exits(4);
    assert!(asked.stderr.contains("hook claude-code"), "{asked:?}");
    assert_eq!(names(&scene.stage.path("project")), [""; 0]);
    scene.sayso(["init", "claude", "--yes"]).done().exits(0);
    assert_eq!(
        names(&scene.stage.path("project")),
        [".claude", ".mcp.json"]
    );
    let again = scene.sayso(["init", "claude", "--yes"]).done().exits(0);
    assert_eq!(again.stderr, "Nothing to change.\n");

    let _desk = Desk::start(&scene.stage);
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    tmux.shows("2. MongoDB");
    answers(&scene, json!({ "Database": "MongoDB" }));
    tmux.shows("I have heard you.");
    assert_eq!(scene.model.told("q"), mongo());
    drop(tmux);

    scene
        .sayso(["init", "claude", "--undo", "--yes"])
        .done()
        .exits(0);
    for file in [
        ".claude/settings.json",
        ".mcp.json",
        ".claude/skills/asking/SKILL.md",
    ] {
        assert!(!scene.stage.path("project").join(file).exists(), "{file}");
    }
}

/// For all projects of a user, beside what is there; and back to the letter.
fn a_new_user(version: Version) {
    let scene = scene(version);
    std::fs::create_dir_all(scene.stage.path("home/.claude")).unwrap();
    let theirs = "{ \"model\": \"opus\",   \"hooks\": {} }";
    scene.stage.file("home/.claude/settings.json", theirs);
    let home = std::fs::read_to_string(scene.stage.path("home/.claude.json")).unwrap();
    let init = |more: &str| scene.sayso(["init", "claude", "--user", "--yes", more]);
    init("--no-approvals").done().exits(0);
    let read = |name: &str| std::fs::read_to_string(scene.stage.path(name)).unwrap();
    let settings: Value = serde_json::from_str(&read("home/.claude/settings.json")).unwrap();
    assert_eq!(settings["model"], "opus");
    init("--undo").done().exits(0);
    assert_eq!(read("home/.claude/settings.json"), theirs);
    assert_eq!(read("home/.claude.json"), home);

    scene.stage.file("home/.claude/settings.json", "{}");
    init("--manner=desk").done().exits(0);
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("I have heard you.");
    assert_eq!(scene.model.told("q"), mongo());
}

/// The plugin of this repository, valid in the program's own eyes, answers too.
fn the_plugin(version: Version) {
    let scene = scene(version);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins");
    let plugin = root.join("claude-code");
    for folder in [&root, &plugin] {
        let validate = ["plugin", "validate", folder.to_str().unwrap()];
        scene.claude(validate).done().exits(0);
    }
    let _desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let args = ["-p", &prompt, "--permission-prompt-tool", "stdio"];
    let load = ["--plugin-dir", plugin.to_str().unwrap()];
    let claude = scene.claude(args.iter().chain(&load)).begin();
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("I have heard you.");
    assert_eq!(scene.model.told("q"), mongo());
}

/// What is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}
