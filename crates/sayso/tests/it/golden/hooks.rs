//! What the hook of Claude Code prints.

use serde_json::{Value, json};

use super::Record;
use crate::desk::Desk;
use crate::questions::auth;
use crate::stage::Stage;

fn call(event: &str, tool: &str, input: &Value) -> Value {
    json!({
        "session_id": "s", "hook_event_name": event, "tool_name": tool, "tool_input": input,
        "tool_use_id": "toolu_1", "cwd": "/p", "transcript_path": "/p/s.jsonl",
        "permission_mode": "default",
    })
}

/// What a person does with the question meanwhile.
enum Person<'p> {
    Nothing,
    /// A command; the question's id comes after its name.
    Runs(&'p [&'p str]),
    /// Lines at a terminal.
    Types(&'p str),
}

/// Records the hook's output for this call.
fn hook(record: &mut Record, args: &[&str], call: &Value, person: &Person) {
    let args = [&["hook", "claude-code"][..], args].concat();
    let stage = record.stage;
    let running = stage.sayso(&args).piped(call.to_string()).begin();
    match person {
        Person::Nothing => {}
        Person::Runs(command) => {
            let id = stage.open_id_soon();
            let command = [&[command[0], &id][..], &command[1..]].concat();
            stage.sayso(command).done().exits(0);
        }
        Person::Types(keys) => {
            let id = stage.open_id_soon();
            let mut terminal = stage.sayso(["answer", &id]).at_terminal();
            terminal.sees("Enter number").types(keys);
            terminal.done().exits(0);
        }
    }
    let done = running.done();
    let event = call["hook_event_name"].as_str().unwrap();
    let tool = call["tool_name"].as_str().unwrap();
    record.ended(&[&args[..], &["#", event, tool]].concat(), &done);
}

#[test]
fn of_questions() {
    let stage = Stage::new();
    let _desk = Desk::start(&stage);
    let mut record = Record::of(&stage);
    let questions = json!({ "questions": [auth()] });
    let before = call("PreToolUse", "AskUserQuestion", &questions);
    let desk = ["--manner", "desk"];
    hook(
        &mut record,
        &desk,
        &before,
        &Person::Runs(&["answer", "--scripted", r#"{"Auth method":"JWT"}"#]),
    );
    let again = json!({ "tool_use_id": "toolu_2" });
    let before = crate::questions::with(before, &again);
    hook(
        &mut record,
        &desk,
        &before,
        &Person::Runs(&["cancel", "--reason", "not now"]),
    );
    hook(
        &mut record,
        &["--manner", "race"],
        &before,
        &Person::Nothing,
    );
    record.keeps("hook_questions");
}

#[test]
fn of_approvals() {
    let stage = Stage::new();
    let _desk = Desk::start(&stage);
    let mut record = Record::of(&stage);
    let action = json!({ "command": "cargo test", "description": "Run the tests" });
    let mut request = call("PermissionRequest", "Bash", &action);
    request["permission_suggestions"] = json!([{
        "type": "addRules", "behavior": "allow", "destination": "session",
        "rules": [{ "toolName": "Bash", "ruleContent": "cargo test:*" }],
    }]);
    for (key, person) in [
        ("k1", Person::Types("2\n")),
        ("k2", Person::Types("3\n")),
        (
            "k3",
            Person::Runs(&["answer", "--scripted", r#"{"Permission":"deny"}"#]),
        ),
        ("k4", Person::Runs(&["cancel", "--reason=not now"])),
    ] {
        request["tool_use_id"] = json!(key);
        hook(&mut record, &[], &request, &person);
    }
    record.keeps("hook_approvals");
}

/// Without a desk nobody could answer: the agent asks in its own way.
#[test]
fn without_a_desk() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let questions = json!({ "questions": [auth()] });
    for manner in ["auto", "desk", "race"] {
        let before = call("PreToolUse", "AskUserQuestion", &questions);
        hook(
            &mut record,
            &["--manner", manner],
            &before,
            &Person::Nothing,
        );
    }
    record.keeps("hook_without_a_desk");
}

#[test]
fn of_what_it_cannot_read() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    for text in ["", "{", "[]", r#"{"hook_event_name":"Nothing"}"#] {
        let args = ["hook", "claude-code"];
        let call = stage.sayso(args).piped(text);
        record.runs_as(&["hook", "claude-code", "<", text], call);
    }
    record.keeps("hook_bad_input");
}
