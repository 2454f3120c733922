//! What the real program lets through of an input that could be read in two ways, and one action that
//! it asks for in two ways.

use serde_json::json;

use super::hook::{answers, hooks};
use super::model::Told;
use super::scene::{Scene, Version};
use super::script::{Script, calls, database, says};
use crate::desk::Desk;
use crate::running::until;

super::rows! {
    another_list_of_questions,
    another_spelling,
}

// Without a host an older program does not ask its hooks for leave.
super::rows_of_the_newest! {
    one_action_is_one_entry,
}

/// The program refuses what its tool does not have, before any hook is asked.
fn another_list_of_questions(version: Version) {
    let mut input = json!({ "questions": database() });
    input["message"] = json!({ "questions": database() });
    let script = Script::new("ask")
        .turn([calls("q", "AskUserQuestion", input)])
        .turn([says("Done.")]);
    let scene = Scene::new(version, script);
    scene.settings(&hooks("auto"));
    let _desk = Desk::start(&scene.stage);
    scene.headless().done().exits(0).prints("Done.");
    let told = scene.model.told("q").unwrap();
    assert!(told.is_error && told.text.contains("`message`"), "{told:?}");
    assert_eq!(scene.stage.history().len() + scene.stage.pending().len(), 0);
}

/// It drops fields that a question of its tool does not have: what it asks is what is shown, and what
/// is answered.
fn another_spelling(version: Version) {
    let mut questions = database();
    questions[0]["question_text"] = json!("May I delete it?");
    questions[0]["question_id"] = json!("delete");
    questions[0]["type"] = json!("boolean");
    let scene = Scene::new(version, Script::asking(questions));
    scene.settings(&hooks("auto"));
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let open = &scene.stage.pending_soon(1)[0];
    assert_eq!(open["questions"][0]["question_text"], "Which database?");
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    let told = Told::answers("\"Which database?\"=\"MongoDB\"");
    assert_eq!(scene.model.told("q"), Some(told));
}

/// Its hook and its permission prompt tool ask for the same action at the same time: the person
/// decides once, and nothing is left that could be allowed after a no.
fn one_action_is_one_entry(version: Version) {
    let touch = calls("touch", "Bash", json!({ "command": "touch here" }));
    let script = Script::new("act").turn([touch]).turn([says("Done.")]);
    let scene = Scene::new(version, script);
    let mut settings = hooks("auto");
    let hook = &mut settings["hooks"]["PermissionRequest"][0]["hooks"][0]["command"];
    *hook = json!(format!("{}; touch hook_ended", hook.as_str().unwrap()));
    scene.settings(&settings);
    let desk = Desk::start(&scene.stage);
    let servers = json!({ "mcpServers": { "sayso": {
        "command": "sayso", "args": ["mcp"], "alwaysLoad": true,
    } } });
    let servers = scene.stage.file("servers.json", servers.to_string());
    let servers = format!("--mcp-config={servers}");
    let prompt = scene.script.prompt();
    let tool = "--permission-prompt-tool=mcp__sayso__approve";
    let args = ["-p", &prompt, "--strict-mcp-config", &servers, tool];
    let claude = scene.claude(args).begin();
    // The hook leaves it to the prompt, or has the entry that the prompt waits for.
    until("both have asked, and one entry is left", || {
        let listed = desk.person().get("/api/interactions?state=pending");
        let listed = listed.is(200).json();
        let open = listed["interactions"].as_array().unwrap();
        let ended = scene.stage.path("project/hook_ended").exists();
        open.len() == 1 && (ended || open[0]["tool_use_id"].is_null())
    });
    answers(&scene, json!({ "Permission": { "other": "not there" } }));
    claude.done().exits(0).prints("Done.");
    let told = scene.model.told("touch").unwrap();
    assert!(told.is_error && told.text.contains("not there"), "{told:?}");
    assert!(!scene.stage.path("project/here").exists());
    assert_eq!(scene.stage.pending().len(), 0);
    let states = scene.stage.states();
    let decided = states.iter().filter(|state| *state == "answered");
    assert_eq!(decided.count(), 1, "{states:?}");
}
