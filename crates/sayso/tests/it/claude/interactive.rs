//! The program at a terminal: its own dialog and the desk.

use serde_json::json;

use super::hook::{answers, hooks};
use super::model::Told;
use super::scene::{Scene, Version};
use super::script::{Script, asks, calls, database, says};
use super::tmux::Tmux;
use crate::desk::Desk;
use crate::running::until;

super::rows! {
    the_desk_is_first,
    the_dialog_is_first,
    the_dialog_is_dismissed,
    the_desk_alone,
    no_desk_the_dialog,
    leave_given_at_the_desk,
    leave_given_in_the_dialog,
    a_nudge,
}

fn asking(version: Version, manner: &str) -> Scene {
    let script = Script::new("ask")
        .turn([asks("q", database())])
        .turn([says("I have heard you.")]);
    let scene = Scene::new(version, script);
    scene.settings(&hooks(manner));
    scene
}

fn answered(label: &str) -> Told {
    Told::answers(&format!("\"Which database?\"=\"{label}\""))
}

/// A line that only the dialog has.
const IN_DIALOG: &str = "2. MongoDB";

fn the_desk_is_first(version: Version) {
    let scene = asking(version, "auto");
    let _desk = Desk::start(&scene.stage);
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    tmux.shows(IN_DIALOG);
    scene.stage.waited_for_soon();
    answers(&scene, json!({ "Database": "MongoDB" }));
    tmux.hides(IN_DIALOG);
    tmux.shows("I have heard you.");
    assert_eq!(scene.model.told("q"), Some(answered("MongoDB")));
}

fn the_dialog_is_first(version: Version) {
    let scene = asking(version, "auto");
    let _desk = Desk::start(&scene.stage);
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    tmux.shows(IN_DIALOG);
    scene.stage.open_id_soon();
    tmux.press(&["Enter"]);
    tmux.shows("I have heard you.");
    assert_eq!(scene.model.told("q"), Some(answered("PostgreSQL")));
    // The desk knows what was answered, and where.
    scene.stage.pending_soon(0);
    let closed = &scene.stage.history()[0];
    assert_eq!(closed["state"], "answered");
    assert_eq!(closed["decided_by"], "hook");
    assert_eq!(closed["via"], "hook");
    assert_eq!(closed["answers"][0]["answer"], "PostgreSQL");
}

/// Nobody answered: the model is told so, and the desk's question goes with the next prompt.
fn the_dialog_is_dismissed(version: Version) {
    let scene = asking(version, "auto");
    let _desk = Desk::start(&scene.stage);
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    tmux.shows(IN_DIALOG);
    scene.stage.open_id_soon();
    tmux.press_until(&["Escape"], |screen| !screen.contains(IN_DIALOG));
    tmux.press(&["go on", "Enter"]);
    scene.model.told_soon("q").is_failure();
    scene.stage.pending_soon(0);
    assert_eq!(scene.stage.states(), ["cancelled"]);
}

fn the_desk_alone(version: Version) {
    let scene = asking(version, "desk");
    let _desk = Desk::start(&scene.stage);
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    scene.stage.open_id_soon();
    assert!(!tmux.screen().contains(IN_DIALOG), "{}", tmux.screen());
    answers(&scene, json!({ "Database": "MongoDB" }));
    tmux.shows("I have heard you.");
    assert_eq!(scene.model.told("q"), Some(answered("MongoDB")));
}

fn no_desk_the_dialog(version: Version) {
    let scene = asking(version, "desk");
    let tmux = Tmux::claude(&scene, &[&scene.script.prompt()]);
    tmux.shows(IN_DIALOG);
    tmux.press_until(&["Down"], |screen| screen.contains("❯ 2. MongoDB"));
    tmux.press(&["Enter"]);
    tmux.shows("I have heard you.");
    assert_eq!(scene.model.told("q"), Some(answered("MongoDB")));
    assert!(!scene.stage.store().exists());
}

fn acting(version: Version) -> Scene {
    let script = Script::new("act")
        .turn([calls("t", "Bash", json!({ "command": "touch here" }))])
        .turn([says("I have done it.")]);
    let scene = Scene::new(version, script);
    scene.settings(&hooks("auto"));
    scene
}

/// A line that only the permission dialog has.
const IN_PERMISSION: &str = "Do you want to proceed?";

fn leave_given_at_the_desk(version: Version) {
    let scene = acting(version);
    let _desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let tmux = Tmux::claude(&scene, &["--permission-mode", "default", &prompt]);
    tmux.shows(IN_PERMISSION);
    answers(&scene, json!({ "Permission": "allow" }));
    tmux.hides(IN_PERMISSION);
    tmux.shows("I have done it.");
    assert!(scene.stage.path("project/here").exists());
}

/// That the tool ran is nobody's word: the desk's question is taken back, not answered.
fn leave_given_in_the_dialog(version: Version) {
    let scene = acting(version);
    let _desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let tmux = Tmux::claude(&scene, &["--permission-mode", "default", &prompt]);
    tmux.shows(IN_PERMISSION);
    scene.stage.open_id_soon();
    tmux.press(&["Enter"]);
    tmux.shows("I have done it.");
    assert!(scene.stage.path("project/here").exists());
    scene.stage.pending_soon(0);
    let closed = &scene.stage.history()[0];
    assert_eq!(closed["state"], "cancelled");
    assert_eq!(closed["decided_by"], "asker");
}

/// What the desk has no question of is told to those who look at the session there.
fn a_nudge(version: Version) {
    let script = Script::new("nudge")
        .turn([asks("q", database())])
        .turn([calls("t", "Bash", json!({ "command": "touch here" }))])
        .turn([says("I have done it.")]);
    let scene = Scene::new(version, script);
    let mut settings = hooks("auto");
    settings["hooks"]["PermissionRequest"][0]["matcher"] = json!("AskUserQuestion");
    scene.settings(&settings);
    let desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let tmux = Tmux::claude(&scene, &["--permission-mode", "default", &prompt]);
    tmux.shows(IN_DIALOG);
    scene.stage.waited_for_soon();
    answers(&scene, json!({ "Database": "MongoDB" }));
    tmux.shows(IN_PERMISSION);
    let session = scene.stage.history()[0]["session_id"].clone();
    let path = format!("/api/sessions/{}/messages", session.as_str().unwrap());
    let told = || {
        let messages = desk.person().get(&path).is(200).json();
        let mut messages = messages["messages"].as_array().unwrap().clone().into_iter();
        messages.find(|message| message["content"]["text"].is_string())
    };
    until("the session is told", || told().is_some());
    let told = told().unwrap();
    let text = "Claude needs your permission";
    assert_eq!(told["content"]["text"], text, "{told}");
}
