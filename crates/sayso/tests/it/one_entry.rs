//! One action, one entry, one decision: Claude Code asks for leave through its hooks and through the
//! permission prompt tool at the same time.

use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::hooks::{HOOK, call, questions};
use crate::mcp_client::McpClient;
use crate::running::until;
use crate::stage::Stage;

/// The program's session; the hooks of the tests name the same.
const SESSION: &str = "s";

/// `sayso mcp`, as Claude Code starts it.
fn server(stage: &Stage) -> McpClient {
    let server = stage.sayso(["mcp"]);
    let server = server.env("CLAUDE_CODE_SESSION_ID", SESSION);
    McpClient::of(server).initialized("claude-code", "2025-11-25", json!({}))
}

fn approve(client: &mut McpClient, id: &str, tool: &str, input: &Value) -> i64 {
    let arguments = json!({ "tool_name": tool, "input": input, "tool_use_id": id });
    let meta = json!({ "claudecode/toolUseId": id, "progressToken": id });
    let params = json!({ "name": "approve", "arguments": arguments, "_meta": meta });
    client.request("tools/call", params)
}

/// Comes back once the call waits for a person: it shows that it lives.
#[track_caller]
fn waits(client: &mut McpClient) {
    while client.next()["method"] != "notifications/progress" {}
}

#[track_caller]
fn decision(client: &mut McpClient, id: i64) -> Value {
    let result = client.result(id);
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

fn make() -> Value {
    json!({ "command": "make" })
}

/// A permission request does not say its call, and offers rules that the prompt does not know.
fn hook(desk: &Desk, input: &Value) -> JoinHandle<Value> {
    let mut request = call("PermissionRequest", "Bash", input);
    request["tool_use_id"] = Value::Null;
    request["permission_suggestions"] = json!([{ "type": "setMode", "mode": "acceptEdits" }]);
    let agent = desk.agent();
    thread::spawn(move || agent.post(HOOK, &request).is(200).json())
}

fn denies(stage: &Stage) {
    let denied = json!({ "Permission": { "other": "not now" } }).to_string();
    let answer = ["answer", "--scripted", &stage.open_id(), &denied];
    stage.sayso(answer).done().exits(0);
}

/// The hook came first: the prompt joins its entry, and both get the one decision.
#[test]
fn the_prompt_joins_the_hook() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let waiting = hook(&desk, &make());
    stage.open_id_soon();
    let mut client = server(&stage);
    let prompt = approve(&mut client, "toolu_1", "Bash", &make());
    waits(&mut client);
    // Another action is none of its business.
    let other = approve(
        &mut client,
        "toolu_2",
        "Bash",
        &json!({ "command": "make all" }),
    );
    let open = stage.pending_soon(2);
    let other_id = open[1]["interaction_id"].as_str().unwrap();
    stage.sayso(["cancel", other_id]).done().exits(0);
    assert_eq!(decision(&mut client, other)["behavior"], "deny");
    denies(&stage);
    let said = decision(&mut client, prompt);
    let expected = json!({
        "behavior": "deny", "message": "The user did not allow this: not now",
    });
    assert_eq!(said, expected);
    let hook = waiting.join().unwrap();
    assert_eq!(hook["hookSpecificOutput"]["decision"], expected);
    assert_eq!(stage.pending(), Vec::<Value>::new());
    assert_eq!(stage.states(), ["answered", "cancelled"]);
}

/// One yes is one entry too, and neither way is left to be decided again.
#[test]
fn both_hear_of_one_yes() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let waiting = hook(&desk, &make());
    let id = stage.open_id_soon();
    let mut client = server(&stage);
    let prompt = approve(&mut client, "toolu_1", "Bash", &make());
    waits(&mut client);
    desk.answer_at_page(&id, &json!({ "r1.q1": "allow" }));
    let expected = json!({ "behavior": "allow", "updatedInput": make() });
    assert_eq!(decision(&mut client, prompt), expected);
    let hook = waiting.join().unwrap();
    assert_eq!(hook["hookSpecificOutput"]["decision"], expected);
    assert_eq!(stage.pending(), Vec::<Value>::new());
    assert_eq!(stage.states(), ["answered"]);
}

/// The prompt came first, and says the call that it is for: the hook leaves the action to it.
#[test]
fn the_hook_leaves_it_to_the_prompt() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut client = server(&stage);
    let prompt = approve(&mut client, "toolu_1", "Bash", &make());
    stage.open_id_soon();
    assert_eq!(hook(&desk, &make()).join().unwrap(), json!({}));
    denies(&stage);
    assert_eq!(decision(&mut client, prompt)["behavior"], "deny");
    assert_eq!(stage.states(), ["answered"]);
    // Asked again, after the no, it is another action.
    let again = hook(&desk, &make());
    denies_soon(&stage);
    let said = again.join().unwrap();
    let decision = &said["hookSpecificOutput"]["decision"];
    assert_eq!(decision["behavior"], "deny");
}

fn denies_soon(stage: &Stage) {
    stage.open_id_soon();
    denies(stage);
}

/// Two calls of one and the same action are two actions: one entry each.
#[test]
fn two_calls_are_two_actions() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let waiting = hook(&desk, &make());
    stage.open_id_soon();
    let mut client = server(&stage);
    let first = approve(&mut client, "toolu_1", "Bash", &make());
    waits(&mut client);
    let second = approve(&mut client, "toolu_2", "Bash", &make());
    // The oldest comes first; each call hears of its own entry alone.
    for (open, call) in stage.pending_soon(2).iter().zip([first, second]) {
        let id = open["interaction_id"].as_str().unwrap();
        stage.sayso(["cancel", id]).done().exits(0);
        assert_eq!(decision(&mut client, call)["behavior"], "deny");
    }
    waiting.join().unwrap();
    assert_eq!(stage.states(), ["cancelled", "cancelled"]);
}

/// Another session of the program, and another client in its shell, are somebody else.
#[test]
fn others_are_not_joined() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let _waiting = hook(&desk, &make());
    stage.open_id_soon();
    for (session, name) in [("another", "claude-code"), (SESSION, "codex")] {
        let server = stage.sayso(["mcp"]);
        let server = server.env("CLAUDE_CODE_SESSION_ID", session);
        let mut client = McpClient::of(server).initialized(name, "2025-11-25", json!({}));
        let prompt = approve(&mut client, "toolu_1", "Bash", &make());
        let open = stage.pending_soon(2);
        let id = open[1]["interaction_id"].as_str().unwrap();
        stage.sayso(["cancel", id]).done().exits(0);
        assert_eq!(decision(&mut client, prompt)["behavior"], "deny");
    }
    stage.open_id();
}

/// Asked at the same moment, many times over: both wait for the one entry that is left.
#[test]
fn at_the_same_moment() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut client = server(&stage);
    for n in 0..12 {
        let input = json!({ "command": format!("make {n}") });
        let waiting = hook(&desk, &input);
        let prompt = approve(&mut client, &format!("toolu_{n}"), "Bash", &input);
        waits(&mut client);
        // The hook leaves it to the prompt, or has the entry that the prompt waits for.
        let mut open = Vec::new();
        until("one entry is left", || {
            let listed = desk.person().get("/api/interactions?state=pending");
            let listed = listed.is(200).json();
            open = listed["interactions"].as_array().unwrap().clone();
            let joined = open.len() == 1 && open[0]["tool_use_id"].is_null();
            open.len() == 1 && (waiting.is_finished() || joined)
        });
        denies(&stage);
        assert_eq!(decision(&mut client, prompt)["behavior"], "deny");
        until("the hook has ended", || waiting.is_finished());
        let said = waiting.join().unwrap();
        let behavior = &said["hookSpecificOutput"]["decision"]["behavior"];
        assert!(said == json!({}) || behavior == "deny", "{said}");
        assert_eq!(stage.pending(), Vec::<Value>::new());
    }
}

/// Its own question, which its hook put on the desk, is the same question through the prompt.
#[test]
fn one_question_is_one_entry() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let before = call("PreToolUse", "AskUserQuestion", &questions());
    let path = format!("{HOOK}?manner=race");
    desk.agent().post(&path, &before).is(200);
    let id = stage.open_id();
    let mut client = server(&stage);
    let prompt = approve(&mut client, "toolu_1", "AskUserQuestion", &questions());
    waits(&mut client);
    assert_eq!(stage.open_id(), id);
    let answer = json!({ "Database": "MongoDB" }).to_string();
    stage
        .sayso(["answer", "--scripted", &id, &answer])
        .done()
        .exits(0);
    let answers = json!({ "Which database?": "MongoDB" });
    let said = decision(&mut client, prompt);
    assert_eq!(said["updatedInput"]["answers"], answers, "{said}");
    assert_eq!(stage.states(), ["answered"]);
}
