//! Sub-agents, which the program tells from the main agent to its hooks alone.

use serde_json::{Value, json};

use super::scene::{Scene, Version};
use super::script::{Script, calls, database, says};
use crate::desk::Desk;

super::rows! {
    what_a_sub_agent_asks_is_refused,
}

// Without a host an older program does not ask its hooks for leave; it denies.
super::rows_of_the_newest! {
    what_a_sub_agent_wants_to_do_is_labelled,
}

const TOLD: &str = "Only the main agent may ask the user.";

/// A main agent that starts a sub-agent first, in a project that `sayso init` was told of.
fn scene(version: Version, main: Script, sub: Script) -> Scene {
    let call = json!({
        "description": "look", "prompt": sub.prompt(), "subagent_type": "general-purpose",
    });
    let mut first = Script::new("main").turn([calls("task", "Task", call)]);
    first.turns.extend(main.turns);
    let scene = Scene::with(version, vec![first, sub]);
    scene.sayso(["init", "claude", "--yes"]).done().exits(0);
    scene
}

/// Through MCP and through its shell, where nobody could tell it from the main agent; which asks in
/// the same ways, and is heard.
fn what_a_sub_agent_asks_is_refused(version: Version) {
    let questions = json!({ "questions": database() });
    let asks = |id: &str| calls(id, "mcp__sayso__ask_user_question", questions.clone());
    let shell = format!("cd . && sayso ask --no-wait '{questions}'");
    let runs = |id: &str, command: &str| calls(id, "Bash", json!({ "command": command }));
    let sub = Script::new("sub")
        .turn([asks("m")])
        .turn([runs("s", &shell)])
        .turn([runs("other", "echo fine")])
        .turn([says("I report back.")]);
    let main = Script::new("main")
        .turn([asks("q")])
        .turn([runs("mine", &shell)])
        .turn([says("Done.")]);
    let scene = scene(version, main, sub);
    let _desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let args = ["-p", &prompt, "--allowedTools=mcp__sayso,Bash"];
    let claude = scene.claude(args).begin();
    for id in ["m", "s"] {
        let told = scene.model.told_soon(id);
        assert!(told.is_error && told.text.contains(TOLD), "{told:?}");
    }
    assert_eq!(scene.model.told_soon("other").text, "fine");
    let id = scene.stage.open_id_soon();
    let answer = json!({ "Database": "MongoDB" }).to_string();
    scene
        .stage
        .sayso(["answer", "--scripted", &id, &answer])
        .done()
        .exits(0);
    let told = scene.model.told_soon("q");
    assert!(told.text.contains("MongoDB"), "{told:?}");
    assert!(!scene.model.told_soon("mine").text.contains(TOLD));
    scene.stage.open_id();
    claude.done().exits(0);
}

/// A sub-agent may not ask, and what it does needs leave; the person is told whose it is.
fn what_a_sub_agent_wants_to_do_is_labelled(version: Version) {
    let touch = calls("touch", "Bash", json!({ "command": "touch here" }));
    let sub = Script::new("sub")
        .turn([touch])
        .turn([says("I report back.")]);
    let scene = scene(version, Script::new("main").turn([says("Done.")]), sub);
    let desk = Desk::start(&scene.stage);
    let claude = scene.claude(["-p", &scene.script.prompt()]).begin();
    let id = scene.stage.open_id_soon();
    let path = format!("/api/interactions/{id}");
    let open = desk.person().get(&path).is(200).json();
    let whose: Value = json!({
        "kind": "sub", "name": "Claude Code", "sub_agent": "general-purpose",
    });
    assert_eq!(open["agent"], whose, "{open}");
    let denied = json!({ "Permission": { "other": "not there" } }).to_string();
    scene
        .stage
        .sayso(["answer", "--scripted", &id, &denied])
        .done()
        .exits(0);
    let told = scene.model.told_soon("touch");
    assert!(told.is_error && told.text.contains("not there"), "{told:?}");
    claude.done().exits(0);
    assert!(!scene.stage.path("project/here").exists());
}
