//! `AskUserQuestion` in the program's shell, where there is no terminal and a limit.

use rustix::process::{Signal, kill_process};
use serde_json::json;

use super::hook::answers;
use super::model::Told;
use super::scene::{Scene, Version};
use super::script::{Block, Script, calls, database, says};
use crate::desk::Desk;

super::rows! {
    answered_before_the_limit,
    collected_after_the_limit,
    asked_again_after_the_limit,
    the_desk_is_killed,
    the_command_is_killed,
    the_agent_is_killed,
}

fn command() -> String {
    format!("AskUserQuestion '{}'", json!({ "questions": database() }))
}

fn runs(id: &str, command: &str) -> Block {
    calls(id, "Bash", json!({ "command": command }))
}

fn scene(version: Version, script: Script) -> (Scene, Desk) {
    let scene = Scene::new(version, script);
    let desk = Desk::start(&scene.stage);
    (scene, desk)
}

fn begin(scene: &Scene, limit: &str) -> crate::running::Running {
    let prompt = scene.script.prompt();
    let claude = scene.claude(["-p", &prompt, "--allowedTools=Bash"]);
    claude.env("BASH_DEFAULT_TIMEOUT_MS", limit).begin()
}

fn answered_before_the_limit(version: Version) {
    let script = Script::new("shell")
        .turn([runs("b", &command())])
        .turn([says("Done.")]);
    let (scene, desk) = scene(version, script);
    let claude = begin(&scene, "120000");
    let open = &scene.stage.pending_soon(1)[0];
    assert_eq!(open["agent"]["name"], "Claude Code");
    let id = open["interaction_id"].as_str().unwrap();
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    let told = format!(
        "Waiting for an answer at {}, or by: sayso answer {id}\n\
         {{\"answers\":{{\"Database\":\"MongoDB\"}}}}",
        desk.url
    );
    let heard = scene.model.told("b").unwrap();
    // Both streams are one for the model; which comes first is the program's own.
    let mut lines: Vec<&str> = heard.text.lines().collect();
    lines.sort_unstable();
    let mut expected: Vec<&str> = told.lines().collect();
    expected.sort_unstable();
    assert_eq!((lines, heard.is_error), (expected, false));
}

/// The one command that collects is in what the model reads.
fn collected_after_the_limit(version: Version) {
    let script = Script::new("shell")
        .turn([runs("b", &command())])
        .turn([runs("c", "COLLECT")])
        .turn([says("Done.")]);
    let (scene, _desk) = scene(version, script);
    // However slow the machine, it goes on when it is answered.
    scene.model.hold_after(1);
    let claude = begin(&scene, "6000");
    let told = scene.model.told_soon("b");
    let id = scene.stage.open_id();
    assert!(told.is_error, "{told:?}");
    let last = format!("Still open. Collect the answer with: sayso wait {id}");
    assert!(told.text.starts_with("Exit code 7\n"), "{told:?}");
    assert!(told.text.contains(&last), "{told:?}");
    answers(&scene, json!({ "Database": "PostgreSQL" }));
    scene.model.go_on();
    claude.done().exits(0).prints("Done.");
    let told = "{\"answers\":{\"Database\":\"PostgreSQL\"}}";
    assert_eq!(scene.model.told("c"), Some(Told::good(told)));
}

/// The same question again is the same question, and was answered meanwhile.
fn asked_again_after_the_limit(version: Version) {
    let script = Script::new("shell")
        .turn([runs("b", &command())])
        .turn([runs("c", &command())])
        .turn([says("Done.")]);
    let (scene, _desk) = scene(version, script);
    scene.model.hold_after(1);
    let claude = begin(&scene, "6000");
    scene.model.told_soon("b");
    answers(&scene, json!({ "Database": "PostgreSQL" }));
    scene.model.go_on();
    claude.done().exits(0).prints("Done.");
    let told = scene.model.told("c").unwrap();
    assert!(
        told.text
            .contains("{\"answers\":{\"Database\":\"PostgreSQL\"}}"),
        "{told:?}"
    );
    assert_eq!(scene.stage.states(), ["answered"]);
}

fn asking(version: Version) -> (Scene, Desk, crate::running::Running) {
    let script = Script::new("shell")
        .turn([runs("b", &command())])
        .turn([says("Done.")]);
    let (scene, desk) = scene(version, script);
    let claude = begin(&scene, "120000");
    (scene, desk, claude)
}

/// The question is on disk, and the command has a desk of its own on it: another takes the answer.
fn the_desk_is_killed(version: Version) {
    let (scene, desk, claude) = asking(version);
    scene.stage.open_id_soon();
    desk.killed();
    assert_eq!(scene.model.told("b"), None);
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    let told = scene.model.told("b").unwrap();
    let answer = "{\"answers\":{\"Database\":\"MongoDB\"}}";
    assert!(!told.is_error && told.text.contains(answer), "{told:?}");
}

/// The model is told that it was killed, and of no answer.
fn the_command_is_killed(version: Version) {
    let (scene, _desk, claude) = asking(version);
    let id = scene.stage.open_id_soon();
    let command = format!("{}", json!({ "questions": database() }));
    for tool in scene.stage.processes(&command) {
        kill_process(tool, Signal::KILL).unwrap();
    }
    claude.done().exits(0).prints("Done.");
    let told = scene.model.told("b").unwrap();
    assert!(told.is_error, "{told:?}");
    assert!(told.text.starts_with("Exit code 137"), "{told:?}");
    assert!(!told.text.contains("answers"), "{told:?}");
    assert_eq!(scene.stage.open_id(), id);
}

/// Nobody was told anything; the question waits for whoever collects it.
fn the_agent_is_killed(version: Version) {
    let (scene, _desk, claude) = asking(version);
    let id = scene.stage.open_id_soon();
    claude.signal(Signal::KILL);
    claude.done().exits(137);
    assert_eq!(scene.model.told("b"), None);
    let waiting = scene.stage.sayso(["wait", &id]).begin();
    answers(&scene, json!({ "Database": "MongoDB" }));
    let printed = "{\"answers\":{\"Database\":\"MongoDB\"}}";
    waiting.done().exits(0).prints(printed);
}
