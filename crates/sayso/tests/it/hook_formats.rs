//! Agents' own formats, read once: what is shown is what is answered.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::hooks::{HOOK, call, questions, reported};
use crate::mcp_client::McpClient;
use crate::stage::Stage;

/// What the program's own format does not have is left to its dialog: nobody is asked one thing and
/// the agent answered another.
#[test]
fn a_hook_takes_exactly_its_own_format() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let colour = || {
        json!({ "question": "Which colour?", "header": "C", "multiSelect": false, "options": [
            { "label": "Red", "description": "r" }, { "label": "Blue", "description": "b" } ] })
    };
    let hidden = json!({ "questions": [colour()] });
    let call_of_ours = json!({ "type": "tool_use", "name": "AskUserQuestion", "input": hidden });
    let mut inputs = Vec::new();
    for (field, value) in [
        ("message", hidden.clone()),
        ("content", json!([call_of_ours])),
        ("question", colour()),
        ("whatever_comes", json!("yes")),
    ] {
        let mut input = questions();
        input[field] = value;
        inputs.push(input);
    }
    let mut named = questions();
    named["name"] = json!("AskUserQuestion");
    named["arguments"] = hidden.clone();
    inputs.push(named);
    for (field, value) in [
        ("question_text", json!("Which colour?")),
        ("question_id", json!("q")),
        ("type", json!("boolean")),
        ("multi_select", json!(true)),
        ("choices", json!(["Red"])),
        ("message", hidden.clone()),
    ] {
        let mut input = questions();
        input["questions"][0][field] = value;
        inputs.push(input);
    }
    let list = questions()["questions"].clone();
    inputs.push(json!({ "questions": list.to_string() }));
    inputs.push(json!({ "questions": list[0] }));
    inputs.push(list[0].clone());
    inputs.push(list);
    inputs.push(hidden["questions"].clone());
    for input in inputs {
        for event in ["PreToolUse", "PermissionRequest"] {
            let said = desk
                .agent()
                .post(HOOK, &call(event, "AskUserQuestion", &input));
            assert_eq!(said.is(200).json(), json!({}), "{event} {input}");
        }
    }
    assert_eq!(stage.pending(), Vec::<Value>::new());
}

/// What is reported of other questions than were asked, or of a call that failed, is no answer.
#[test]
fn a_report_is_of_what_was_asked() {
    let mut other = reported();
    other["tool_response"]["questions"][0]["question"] = json!("Delete it?");
    other["tool_response"]["answers"] = json!({ "Delete it?": "MongoDB" });
    let mut options = reported();
    options["tool_response"]["questions"][0]["options"][1]["label"] = json!("Delete it");
    options["tool_response"]["answers"] = json!({ "Which database?": "Delete it" });
    let mut more = reported();
    more["tool_response"]["answers"]["Delete it?"] = json!("Yes");
    let mut failed = reported();
    failed["tool_response"]["is_error"] = json!(true);
    let mut broke = reported();
    broke["tool_response"]["error"] = json!("it broke");
    for report in [other, options, more, failed, broke] {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        let before = call("PreToolUse", "AskUserQuestion", &questions());
        let path = format!("{HOOK}?manner=race");
        desk.agent().post(&path, &before).is(200);
        desk.person().post(HOOK, &report).is(200);
        assert_eq!(stage.states(), ["cancelled"], "{report}");
    }
}

/// The permission prompt tool takes the question tool's own format too, and nobody is asked anything
/// else.
#[test]
fn the_prompt_takes_exactly_its_own_format() {
    let stage = Stage::new();
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let mut hidden = questions();
    hidden["message"] = json!({ "questions": [] });
    let mut spelt = questions();
    spelt["questions"][0]["question_text"] = json!("Which colour?");
    for (input, place) in [
        (hidden, "message: unknown"),
        (spelt, "questions[0].question_text: unknown"),
        (
            json!({ "questions": questions()["questions"].to_string() }),
            "questions: must be array",
        ),
    ] {
        let arguments = json!({ "tool_name": "AskUserQuestion", "input": input });
        let id = client.call("approve", arguments);
        let result = client.result(id);
        let decision: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(decision["behavior"], "deny", "{decision}");
        let message = decision["message"].as_str().unwrap();
        assert!(message.contains(place), "{message}");
    }
    client.close();
    assert!(!stage.store().exists() || stage.pending().is_empty());
}
