//! Sub-agents, which only hooks tell from the main agent.

use std::thread;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::hooks::{HOOK, call, questions};
use crate::stage::Stage;

const TOLD: &str = "Only the main agent may ask the user. Report back to your parent agent what you \
                    need to know; do not try again.";

fn of_a_sub_agent(mut call: Value) -> Value {
    call["agent_id"] = json!("a1");
    call["agent_type"] = json!("reviewer");
    call
}

/// What a hook says before one of these tools runs: a sub-agent reports back, the main agent goes on.
#[track_caller]
fn check(says: impl Fn(&Value) -> Value, tool: &str, input: &Value, asks: bool) {
    let before = call("PreToolUse", tool, input);
    assert_eq!(says(&before), json!({}), "the main agent: {tool} {input}");
    let denied = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": TOLD,
    } });
    let expected = if asks { denied } else { json!({}) };
    assert_eq!(says(&of_a_sub_agent(before)), expected, "{tool} {input}");
}

fn rows(says: impl Fn(&Value) -> Value) {
    for (tool, asks) in [
        ("mcp__sayso__ask_user_question", true),
        ("mcp__plugin_sayso_sayso__ask_user_question", true),
        ("mcp__sayso__wait_for_answer", false),
        ("mcp__other__ask", false),
    ] {
        check(&says, tool, &questions(), asks);
    }
    for (command, asks) in [
        ("sayso ask '{}'", true),
        ("AskUserQuestion '{}'", true),
        ("cd x && SAYSO_LANG=en /usr/bin/sayso ask -f q.json", true),
        ("answer=$(sayso ask '{}')", true),
        ("env A=1 AskUserQuestion '{}' | cat", true),
        ("sayso pending", false),
        ("grep -r AskUserQuestion src", false),
        ("git commit -m 'sayso ask'", false),
    ] {
        check(&says, "Bash", &json!({ "command": command }), asks);
    }
}

#[test]
fn a_sub_agent_cannot_ask_as_the_main_agent() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    rows(|call| desk.agent().post(HOOK, call).is(200).json());
    assert_eq!(stage.pending(), Vec::<Value>::new());
}

/// No desk is needed to refuse, and a host does not see what is asked through servers.
#[test]
fn a_sub_agent_is_refused_without_a_desk() {
    let stage = Stage::new();
    for hosted in [false, true] {
        rows(|call| {
            let mut hook = stage.sayso(["hook", "claude-code"]);
            if hosted {
                hook = hook.env("SAYSO_HOSTED", "1");
            }
            let said = hook.piped(call.to_string()).done().exits(0).stdout;
            if said.is_empty() {
                return json!({});
            }
            serde_json::from_str(&said).unwrap()
        });
    }
    assert!(!stage.store().exists());
}

/// What it wants to do needs leave like anybody's; the person is told whose it is.
#[test]
fn a_sub_agent_s_approval_is_labelled() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let request = call("PermissionRequest", "Bash", &json!({ "command": "make" }));
    let request = of_a_sub_agent(request);
    let agent = desk.agent();
    let waiting = thread::spawn(move || agent.post(HOOK, &request).is(200).json());
    let id = stage.open_id_soon();
    let whose = json!({ "kind": "sub", "name": "Claude Code", "sub_agent": "reviewer" });
    let path = format!("/api/interactions/{id}");
    let open = desk.person().get(&path).is(200).json();
    assert_eq!(open["agent"], whose, "{open}");
    let denied = json!({ "Permission": "deny" }).to_string();
    stage
        .sayso(["answer", "--scripted", &id, &denied])
        .done()
        .exits(0);
    let said = waiting.join().unwrap();
    let decision = &said["hookSpecificOutput"]["decision"];
    assert_eq!(decision["behavior"], "deny", "{said}");
    let closed = desk.person().get(&path).is(200).json();
    assert_eq!(closed["agent"], whose, "{closed}");
    let history = stage.sayso(["history"]).done().exits(0).stdout;
    assert!(
        history.contains("Claude Code · sub-agent reviewer"),
        "{history}"
    );
}
