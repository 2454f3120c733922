//! The project's templates, as prompts of `sayso mcp`.

use serde_json::{Value, json};

use crate::mcp_client::{McpClient, stage};
use crate::stage::Stage;

/// A project with a template, in which clients are started.
fn project(stage: &Stage) {
    let folder = stage.path(".claude/skills/release");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "---\nname: release\ndescription: Before a release\n---\n```ask_user_question\n\
        variables:\n  version: {description: The next one}\n  channel: stable\n\
        questions:\n  - question: \"Release {{version}} as {{channel}}?\"\n    header: Release\n    \
        options: [{label: Now}, {label: Later}]\n```\n";
    std::fs::write(folder.join("SKILL.md"), text).unwrap();
    let folder = stage.path(".claude/skills/broken");
    std::fs::create_dir_all(&folder).unwrap();
    let text = "---\nname: broken\n---\n```ask_user_question\nquestions: []\n```\n";
    std::fs::write(folder.join("SKILL.md"), text).unwrap();
}

#[test]
fn templates_of_the_project_are_prompts() {
    let stage = stage("");
    project(&stage);
    let legacy = McpClient::legacy(&stage, "t", json!({}));
    let modern = McpClient::stateless(&stage, "t", json!({}));
    for mut client in [legacy, modern] {
        let id = client.request("prompts/list", json!({}));
        let prompts = client.result(id)["prompts"].clone();
        assert_eq!(
            prompts,
            json!([{ "name": "release", "description": "Before a release", "arguments": [
                { "name": "version", "description": "The next one", "required": true },
                { "name": "channel", "description": "default: stable", "required": false },
            ]}]),
            "what cannot be asked is not offered"
        );
        let get = json!({ "name": "release", "arguments": { "version": "2.0" } });
        let id = client.request("prompts/get", get);
        let prompt = client.result(id);
        let words = prompt["messages"][0]["content"]["text"].as_str().unwrap();
        assert_eq!(prompt["messages"][0]["role"], "user");
        // What the model is to ask with can be asked with.
        let input: Value = serde_json::from_str(&words[words.find('{').unwrap()..]).unwrap();
        let question = &input["questions"][0]["question"];
        assert_eq!(question, "Release 2.0 as stable?");
        client.call("ask_user_question", input);
        let id = stage.open_id_soon();
        stage.sayso(["cancel", &id]).done().exits(0);
    }
}

#[test]
fn a_template_that_cannot_be_asked_says_why() {
    let stage = stage("");
    project(&stage);
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    for (get, wanted) in [
        (json!({ "name": "release" }), "version"),
        (
            json!({ "name": "release", "arguments": { "version": 2 } }),
            "a string",
        ),
        (
            json!({ "name": "release", "arguments": { "version": "2", "x": "y" } }),
            "x",
        ),
        (json!({ "name": "broken" }), "questions"),
        (json!({ "name": "../release" }), "no template"),
        (json!({ "name": "nothing" }), "no template"),
    ] {
        let id = client.request("prompts/get", get.clone());
        let message = client.next_but_progress();
        assert_eq!(message["id"], id);
        assert_eq!(message["error"]["code"], -32602, "{message}");
        let text = message["error"]["message"].as_str().unwrap();
        assert!(text.contains(wanted), "{get}: {text}");
    }
}
