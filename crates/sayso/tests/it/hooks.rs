//! Agents' hooks over HTTP, and who may say what in them.

use std::thread;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::running::until;
use crate::stage::Stage;

pub(crate) const HOOK: &str = "/api/hooks/claude-code";

pub(crate) fn questions() -> Value {
    json!({ "questions": [{
        "question": "Which database?", "header": "Database", "multiSelect": false,
        "options": [
            { "label": "PostgreSQL", "description": "Relational" },
            { "label": "MongoDB", "description": "Documents" },
        ],
    }] })
}

pub(crate) fn call(event: &str, tool: &str, input: &Value) -> Value {
    json!({
        "session_id": "s", "hook_event_name": event, "tool_name": tool,
        "tool_input": input, "tool_use_id": "toolu_1",
    })
}

/// The program's own dialog was answered, it says.
pub(crate) fn reported() -> Value {
    let mut call = call("PostToolUse", "AskUserQuestion", &questions());
    call["tool_response"] = questions();
    call["tool_response"]["answers"] = json!({ "Which database?": "MongoDB" });
    call
}

/// Opens the question at the desk beside the program's own dialog; its id.
#[track_caller]
fn raced(stage: &Stage, desk: &Desk) -> String {
    let before = call("PreToolUse", "AskUserQuestion", &questions());
    let path = format!("{HOOK}?manner=race");
    let said = desk.agent().post(&path, &before).is(200);
    assert_eq!(said.json(), json!({}));
    stage.open_id()
}

/// Whoever reports it, it is on record as a report, and nobody is handed it as an answer.
#[test]
fn a_report_closes_the_question_and_answers_nobody() {
    for person in [false, true] {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        let id = raced(&stage, &desk);
        // A command, a hook and a client over HTTP wait for it.
        let command = stage.sayso(["wait", &id]).begin();
        let (agent, again) = (
            desk.agent(),
            call("PreToolUse", "AskUserQuestion", &questions()),
        );
        let hook = thread::spawn(move || agent.post(HOOK, &again).is(200).json());
        stage.waited_for_soon();
        let token = if person { desk.person() } else { desk.agent() };
        assert_eq!(token.post(HOOK, &reported()).is(200).json(), json!({}));
        let closed = &stage.history()[0];
        assert_eq!(closed["state"], "answered");
        assert_eq!(closed["decided_by"], "hook");
        assert_eq!(closed["evidence"], "reported");
        assert_eq!(closed["answers"][0]["answer"], "MongoDB");
        let told = command.done().exits(4).prints_nothing();
        assert!(told.stderr.contains("own dialog"), "{}", told.stderr);
        assert_eq!(hook.join().unwrap(), json!({}));
        let path = format!("/api/interactions/{id}?wait=1");
        let collected = desk.agent().get(&path).is(200).json();
        assert_eq!(collected["state"], "cancelled");
        assert_eq!(collected["outcome"]["answers"], json!([]));
        // Asked again by the same call it is over, too.
        let again = call("PreToolUse", "AskUserQuestion", &questions());
        assert_eq!(desk.agent().post(HOOK, &again).is(200).json(), json!({}));
    }
}

/// Only what the desk knows is closed by a report, and never leave to act.
#[test]
fn a_report_of_what_the_desk_does_not_know_changes_nothing() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    desk.agent().post(HOOK, &reported()).is(200);
    assert_eq!(stage.history(), Vec::<Value>::new());
    let id = raced(&stage, &desk);
    for (field, value) in [("tool_use_id", "toolu_2"), ("session_id", "another")] {
        let mut report = reported();
        report[field] = json!(value);
        desk.agent().post(HOOK, &report).is(200);
        report.as_object_mut().unwrap().remove(field);
        let status = if field == "session_id" { 400 } else { 200 };
        desk.agent().post(HOOK, &report).is(status);
        assert_eq!(stage.open_id(), id, "{field}");
    }
    stage.sayso(["cancel", &id]).done().exits(0);
    let approval = call(
        "PermissionRequest",
        "Bash",
        &json!({ "command": "rm -rf /" }),
    );
    let agent = desk.agent();
    let waiting = thread::spawn(move || agent.post(HOOK, &approval).is(200).json());
    let id = stage.open_id_soon();
    let question = stage.pending()[0]["questions"][0].clone();
    let text = question["question_text"].as_str().unwrap();
    for pick in ["Yes, this once", "No"] {
        let asked = json!({ "questions": [{
            "question": text, "header": "Permission", "multiSelect": false, "options": [
                { "label": "No", "description": "" }, { "label": "Yes, this once", "description": "" },
            ],
        }] });
        let mut report = call("PostToolUse", "AskUserQuestion", &asked);
        report["tool_response"] = asked;
        report["tool_response"]["answers"] = json!({ text: pick });
        desk.agent().post(HOOK, &report).is(200);
        assert_eq!(stage.open_id(), id, "{pick}");
    }
    stage.sayso(["cancel", &id]).done().exits(0);
    let said = waiting.join().unwrap();
    assert_eq!(said["hookSpecificOutput"]["decision"]["behavior"], "deny");
}

/// The question was closed before the request for it came. Closed by the program's dialog, it is not
/// put on the desk once more; what a person answered there was not heard, and is asked again.
#[test]
fn a_request_that_comes_late() {
    for at_the_desk in [false, true] {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        let before = call("PreToolUse", "AskUserQuestion", &questions());
        let path = format!("{HOOK}?manner=race");
        desk.agent().post(&path, &before).is(200);
        let answer = json!({ "Database": "MongoDB" }).to_string();
        let answers = |id: &str| {
            stage
                .sayso(["answer", "--scripted", id, &answer])
                .done()
                .exits(0)
        };
        if at_the_desk {
            answers(&stage.open_id());
        } else {
            desk.person().post(HOOK, &reported()).is(200);
        }
        let mut request = call("PermissionRequest", "AskUserQuestion", &questions());
        request["tool_use_id"] = Value::Null;
        let agent = desk.agent();
        let waiting = thread::spawn(move || agent.post(HOOK, &request).is(200).json());
        if at_the_desk {
            answers(&stage.open_id_soon());
            let said = waiting.join().unwrap();
            let decision = &said["hookSpecificOutput"]["decision"];
            assert_eq!(decision["behavior"], "allow", "{said}");
        } else {
            until("it is silent at once", || waiting.is_finished());
            assert_eq!(waiting.join().unwrap(), json!({}));
            assert_eq!(stage.states(), ["answered"]);
        }
    }
}

#[test]
fn a_hook_waits_for_the_person() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let action = json!({ "command": "make" });
    let asks = [
        ("PreToolUse", "AskUserQuestion", questions()),
        ("PermissionRequest", "Bash", action.clone()),
    ];
    for (event, tool, input) in asks {
        let (agent, call) = (desk.agent(), call(event, tool, &input));
        let waiting = thread::spawn(move || agent.post(HOOK, &call).is(200).json());
        let id = stage.open_id_soon();
        let answer = if tool == "Bash" { "allow" } else { "MongoDB" };
        let question = stage.pending()[0]["questions"][0]["question_id"].clone();
        desk.answer_at_page(&id, &json!({ question.as_str().unwrap(): answer }));
        let said = waiting.join().unwrap();
        let output = &said["hookSpecificOutput"];
        assert_eq!(output["hookEventName"], event);
        if tool == "Bash" {
            let allowed = json!({ "behavior": "allow", "updatedInput": action });
            assert_eq!(output["decision"], allowed);
        } else {
            assert_eq!(output["permissionDecision"], "allow");
            let answers = json!({ "Which database?": "MongoDB" });
            assert_eq!(output["updatedInput"]["answers"], answers);
        }
    }
}

/// A yes is for one request: the same action asked for again is asked again.
#[test]
fn a_yes_is_used_once() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut call = call("PermissionRequest", "Bash", &json!({ "command": "make" }));
    call["tool_use_id"] = Value::Null;
    for (pick, behavior) in [("allow", "allow"), ("deny", "deny")] {
        let (agent, call) = (desk.agent(), call.clone());
        let waiting = thread::spawn(move || agent.post(HOOK, &call).is(200).json());
        let id = stage.open_id_soon();
        let question = stage.pending()[0]["questions"][0]["question_id"].clone();
        desk.answer_at_page(&id, &json!({ question.as_str().unwrap(): pick }));
        let said = waiting.join().unwrap();
        assert_eq!(said["hookSpecificOutput"]["decision"]["behavior"], behavior);
    }
}

#[test]
fn what_is_no_hook_is_refused() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let good = call("PreToolUse", "AskUserQuestion", &questions());
    for (path, body, status) in [
        ("/api/hooks/other", good.clone(), 400),
        ("/api/hooks/claude-code?manner=loud", good.clone(), 400),
        (HOOK, json!({}), 400),
        (HOOK, json!([]), 400),
        (HOOK, json!({ "session_id": "s" }), 400),
        (
            HOOK,
            json!({ "session_id": "s", "hook_event_name": "Later" }),
            200,
        ),
    ] {
        desk.agent().post(path, &body).is(status);
    }
    let token = stage.sayso(["token", "session", "t"]).done().exits(0);
    desk.client(token.stdout.trim()).post(HOOK, &good).is(400);
    assert_eq!(stage.pending(), Vec::<Value>::new());
}

/// A sub-agent is told to report to its parent; nobody is asked.
#[test]
fn a_sub_agent_is_refused() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut call = call("PreToolUse", "AskUserQuestion", &questions());
    call["agent_id"] = json!("a1");
    let said = desk.agent().post(HOOK, &call).is(200).json();
    let output = &said["hookSpecificOutput"];
    assert_eq!(output["permissionDecision"], "deny");
    assert_eq!(
        output["permissionDecisionReason"],
        "Only the main agent may ask the user. Report back to your parent agent what you need \
         to know; do not try again."
    );
    assert_eq!(stage.pending(), Vec::<Value>::new());
}

/// `sayso hook` at a desk somewhere else hands the call on.
#[test]
fn a_hook_at_a_desk_elsewhere() {
    let (stage, there) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    let call = call("PreToolUse", "AskUserQuestion", &questions()).to_string();
    let hook = || {
        let hook = stage.sayso(["hook", "claude-code", "--manner", "desk"]);
        hook.env("SAYSO_DESK", &desk.url)
            .env("SAYSO_TOKEN", crate::desk::token(&there, "agent"))
            .piped(call.clone())
    };
    let waiting = hook().begin();
    let id = there.open_id_soon();
    let answer = json!({ "Database": "MongoDB" }).to_string();
    there
        .sayso(["answer", "--scripted", &id, &answer])
        .done()
        .exits(0);
    let said = waiting.done().exits(0).json();
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "allow");
    let gone = hook();
    desk.killed();
    gone.done().exits(0).prints_nothing();
}
