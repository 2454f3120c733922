//! Who may answer through MCP: over HTTP nobody; over the pipes of a process the person at its form, and only what
//! that process asked.

use std::net::SocketAddr;
use std::thread;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::http;
use crate::mcp_client::{AT_ONCE, McpClient, forms, meta, stage, text};
use crate::mcp_http::{exchange, message, stateless};
use crate::questions::auth;
use crate::stage::Stage;

pub(crate) const ERAS: [Era; 2] = [Era::Initialize, Era::Stateless];

#[derive(Clone, Copy, Debug)]
pub(crate) enum Era {
    Initialize,
    Stateless,
}

/// An MCP client of the desk over HTTP.
pub(crate) struct Caller {
    address: SocketAddr,
    token: String,
    era: Era,
    able: Value,
    session: String,
}

impl Caller {
    /// One that says it can do everything.
    fn new(desk: &Desk, token: &str, era: Era) -> Self {
        Self::with(desk, token, era, able())
    }

    /// One that can do these things.
    pub(crate) fn with(desk: &Desk, token: &str, era: Era, able: Value) -> Self {
        let mut caller = Self {
            address: desk.address,
            token: token.to_owned(),
            era,
            able,
            session: String::new(),
        };
        if matches!(era, Era::Initialize) {
            let params = json!({
                "protocolVersion": "2025-11-25", "capabilities": caller.able,
                "clientInfo": { "name": "t", "version": "1" },
            });
            let (head, _) = caller.post("initialize", &params);
            let session = http::header(&head, "mcp-session-id").unwrap();
            caller.session = format!("Mcp-Session-Id: {session}\r\n");
        }
        caller
    }

    fn post(&self, method: &str, params: &Value) -> (String, String) {
        let protocol = match self.era {
            Era::Initialize => self.session.clone(),
            Era::Stateless => stateless(method, params["name"].as_str().unwrap_or_default()),
        };
        let head = format!(
            "Host: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {}\r\n{protocol}",
            self.address, self.token
        );
        let mut body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        if matches!(self.era, Era::Stateless) {
            body["params"]["_meta"] = meta("t", self.able.clone());
        }
        exchange(self.address, &head, &body.to_string())
    }

    /// Everything that comes back for a call, up to its result.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> String {
        let params = json!({ "name": tool, "arguments": arguments });
        self.post("tools/call", &params).1
    }
}

fn able() -> Value {
    json!({
        "elicitation": { "form": {}, "url": {} },
        "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html;profile=mcp-app"] } },
    })
}

/// The desk's tokens that are an agent's, and a person's too.
fn tokens(stage: &Stage, desk: &Desk) -> [String; 3] {
    let session = stage.sayso(["token", "session", "mine"]).done().exits(0);
    [
        desk.agent().token.unwrap(),
        session.stdout.trim().to_owned(),
        desk.person().token.unwrap(),
    ]
}

fn which() -> Value {
    json!({ "questions": [auth()] })
}

fn action() -> Value {
    json!({ "tool_name": "Bash", "input": { "command": "rm -rf /" } })
}

#[track_caller]
fn shows_no_form(body: &str) {
    for word in ["elicitation", "input_required", "requestState"] {
        assert!(!body.contains(word), "{body}");
    }
}

/// A question and an approval of Claude Code's hooks: no MCP client asked them, so none can answer them.
#[test]
fn what_a_hook_asked_cannot_be_answered_over_http() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let hook = "/api/hooks/claude-code";
    let call = |event: &str, tool: &str, input: &Value| json!({ "session_id": "s", "hook_event_name": event, "tool_name": tool, "tool_input": input, "tool_use_id": tool });
    let question = call("PreToolUse", "AskUserQuestion", &which());
    desk.agent()
        .post(&format!("{hook}?manner=race"), &question)
        .is(200);
    let (agent, approval) = (
        desk.agent(),
        call(
            "PermissionRequest",
            "Bash",
            &json!({ "command": "rm -rf /" }),
        ),
    );
    let waiting = thread::spawn(move || agent.post(hook, &approval).is(200).json());
    let open = stage.pending_soon(2);
    for era in ERAS {
        for token in tokens(&stage, &desk) {
            let caller = Caller::new(&desk, &token, era);
            for one in &open {
                let arguments = json!({ "interaction_id": one["interaction_id"], "seconds": 0 });
                let body = caller.call("wait_for_answer", &arguments);
                shows_no_form(&body);
                let result = message(&body)["result"].clone();
                let code = &result["structuredContent"]["error"]["code"];
                assert_eq!(code, "question_not_found", "{era:?}: {body}");
            }
        }
    }
    assert_eq!(stage.pending().len(), 2);
    for one in &open {
        stage
            .sayso(["cancel", one["interaction_id"].as_str().unwrap()])
            .done()
            .exits(0);
    }
    let said = waiting.join().unwrap();
    assert_eq!(said["hookSpecificOutput"]["decision"]["behavior"], "deny");
}

/// Not even what a client asked itself: a program with an agent's token could answer for the person.
#[test]
fn no_form_is_shown_over_http() {
    for era in ERAS {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        for token in tokens(&stage, &desk) {
            for (tool, arguments) in [("ask_user_question", which()), ("approve", action())] {
                let caller = Caller::new(&desk, &token, era);
                let body = thread::scope(|scope| {
                    let called = scope.spawn(|| caller.call(tool, &arguments));
                    let id = stage.open_id_soon();
                    stage.sayso(["cancel", &id]).done().exits(0);
                    called.join().unwrap()
                });
                shows_no_form(&body);
                let result = message(&body)["result"].clone();
                if tool == "approve" {
                    let decision: Value = serde_json::from_str(text(&result)).unwrap();
                    assert_eq!(decision["behavior"], "deny");
                } else {
                    assert_eq!(result["structuredContent"]["state"], "cancelled");
                }
            }
        }
    }
}

#[test]
fn the_panel_is_not_offered_over_http() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    for era in ERAS {
        for token in tokens(&stage, &desk) {
            let caller = Caller::new(&desk, &token, era);
            let (_, tools) = caller.post("tools/list", &json!({}));
            assert!(!tools.contains("panel"), "{tools}");
            let (_, resources) = caller.post("resources/list", &json!({}));
            assert_eq!(message(&resources)["result"]["resources"], json!([]));
            for tool in ["panel_open", "panel_answer"] {
                let body = caller.call(tool, &json!({ "nonce": "x", "arguments": which() }));
                assert_eq!(message(&body)["error"]["code"], -32602, "{body}");
            }
        }
    }
}

/// A form that a process on pipes handed out is no way in over HTTP, under the same name and with the same call.
#[test]
fn a_form_of_the_pipes_is_not_handed_in_over_http() {
    let stage = stage(&format!("{AT_ONCE}wait = \"100ms\"\n"));
    let desk = Desk::start(&stage);
    let mut client = McpClient::stateless(&stage, "t", able());
    let id = client.call("ask_user_question", which());
    let form = client.result(id);
    assert_eq!(form["resultType"], "input_required", "{form}");
    let caller = Caller::new(&desk, &desk.agent().token.unwrap(), Era::Stateless);
    let params = json!({
        "name": "ask_user_question", "arguments": which(), "requestState": form["requestState"],
        "inputResponses": { "form": { "action": "accept", "content": { "q1": "JWT" } } },
    });
    let (_, body) = caller.post("tools/call", &params);
    let data = &message(&body)["result"]["structuredContent"];
    assert_eq!(data["state"], "pending", "{body}");
    assert_eq!(stage.pending().len(), 1);
}

/// `approve` waits for the page, the terminal or the inbox, in both eras; so does the agent's own question that
/// comes by it.
#[test]
fn leave_to_act_is_never_asked_for_in_a_form() {
    let question = json!({ "tool_name": "AskUserQuestion", "input": which() });
    for era in ERAS {
        for prompt in [action(), question.clone()] {
            let stage = stage(AT_ONCE);
            let mut client = on_pipes(&stage, "t", era);
            let id = client.call("approve", prompt);
            let open = stage.open_id_soon();
            stage.sayso(["cancel", &open]).done().exits(0);
            let result = client.result(id);
            let decision: Value = serde_json::from_str(text(&result)).unwrap();
            assert_eq!(decision["behavior"], "deny", "{era:?}: {result}");
        }
    }
}

/// Nobody reads a question so fast. The form comes again and says so; what is answered at the desk counts.
#[test]
fn what_is_filled_in_too_fast_leaves_the_question_open() {
    let stage = stage("[mcp.clients.t]\nelicitation = \"on\"\nreading = \"1h\"\n");
    let accepted = json!({ "action": "accept", "content": { "q1": "OAuth 2.0" } });
    for era in ERAS {
        let mut client = on_pipes(&stage, "t", era);
        let mut id = client.call("ask_user_question", which());
        for round in 1..=10 {
            let params = match era {
                Era::Initialize => {
                    let form = client.form();
                    client.reply(&form, accepted.clone());
                    form["params"].clone()
                }
                Era::Stateless => {
                    let form = client.result(id);
                    let again = json!({
                        "name": "ask_user_question", "arguments": which(),
                        "requestState": form["requestState"],
                        "inputResponses": { "form": accepted },
                    });
                    id = client.request("tools/call", again);
                    form["inputRequests"]["form"]["params"].clone()
                }
            };
            let said = params["message"].as_str().unwrap();
            assert_eq!(
                said.contains("faster than anyone can read"),
                round > 1,
                "{said}"
            );
        }
        let open = stage.open_id();
        let answer = json!({ "Auth method": "JWT" }).to_string();
        stage
            .sayso(["answer", "--scripted", &open, &answer])
            .done()
            .exits(0);
        let data = client.result(id)["structuredContent"].clone();
        assert_eq!(data["answers"][0]["answer"], "JWT", "{era:?}");
        assert_eq!(data["via"], "file");
    }
}

/// Two clients on pipes: the other's question does not exist for this one while the other lives, however the call
/// is made. What one of the same name left behind when it died can be collected, and never answered.
#[test]
fn a_question_of_another_process_is_not_answered_over_pipes() {
    for era in ERAS {
        let stage = stage(AT_ONCE);
        let mut asker = McpClient::legacy(&stage, "t", json!({}));
        asker.call("ask_user_question", which());
        let open = stage.open_id_soon();
        let wait = json!({ "interaction_id": open, "seconds": 0 });
        let mut same_name = on_pipes(&stage, "t", era);
        let mut other_name = on_pipes(&stage, "u", era);
        let code = |client: &mut McpClient| {
            let id = client.call("wait_for_answer", wait.clone());
            let data = client.result(id)["structuredContent"].clone();
            data["error"]["code"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!(code(&mut same_name), "question_not_found");
        assert_eq!(code(&mut other_name), "question_not_found");
        asker.kill();
        assert_eq!(code(&mut other_name), "question_not_found");
        let id = same_name.call("wait_for_answer", wait.clone());
        let ticket = same_name.result(id);
        assert_eq!(ticket["structuredContent"]["state"], "pending", "{ticket}");
        let answer = json!({ "Auth method": "JWT" }).to_string();
        stage
            .sayso(["answer", "--scripted", &open, &answer])
            .done()
            .exits(0);
        assert_eq!(code(&mut other_name), "question_not_found");
        let id = same_name.call("wait_for_answer", wait.clone());
        let data = same_name.result(id)["structuredContent"].clone();
        assert_eq!(data["answers"][0]["answer"], "JWT", "{era:?}: {data}");
    }
}

/// What a hook or a command asked is not an MCP client's, in its session or not.
#[test]
fn what_others_asked_at_the_desk_is_not_found_over_pipes() {
    let stage = stage(AT_ONCE);
    stage
        .sayso(["ask", "--no-wait", &which().to_string()])
        .done()
        .exits(7);
    let open = stage.open_id();
    let named = json!({ "interaction_id": open });
    for era in ERAS {
        let mut client = on_pipes(&stage, "t", era);
        for tool in ["wait_for_answer", "cancel_question"] {
            let id = client.call(tool, named.clone());
            let result = client.result(id);
            let code = &result["structuredContent"]["error"]["code"];
            assert_eq!(code, "question_not_found", "{tool}: {result}");
        }
    }
    stage.sayso(["cancel", &open]).done().exits(0);
    // Nor is told who closed it.
    let mut client = on_pipes(&stage, "t", Era::Initialize);
    let id = client.call("cancel_question", named);
    let result = client.result(id);
    let code = &result["structuredContent"]["error"]["code"];
    assert_eq!(code, "question_not_found", "{result}");
}

/// A client that says which conversation it is in comes back to its own questions in another process, and to no
/// other conversation's. It may collect the answer; its form stays with the process that asked.
#[test]
fn a_conversation_that_is_resumed_collects_its_own() {
    let stage = stage(AT_ONCE);
    let ask = |client: &mut McpClient, thread: &str, tool: &str, arguments: Value| {
        let params =
            json!({ "name": tool, "arguments": arguments, "_meta": { "threadId": thread } });
        client.request("tools/call", params)
    };
    let mut client = on_pipes(&stage, "t", Era::Initialize);
    ask(&mut client, "one", "ask_user_question", which());
    client.form();
    let open = stage.open_id_soon();
    client.kill();
    let mut client = on_pipes(&stage, "t", Era::Initialize);
    let wait = json!({ "interaction_id": open });
    let id = ask(&mut client, "two", "wait_for_answer", wait.clone());
    assert_eq!(client.result(id)["isError"], true);
    let id = ask(&mut client, "one", "wait_for_answer", wait);
    let answer = json!({ "Auth method": "JWT" }).to_string();
    stage
        .sayso(["answer", "--scripted", &open, &answer])
        .done()
        .exits(0);
    let data = client.result(id)["structuredContent"].clone();
    assert_eq!(data["answers"][0]["answer"], "JWT", "{data}");
}

/// A form is handed in again by its own question's process: also through a ticket.
#[test]
fn a_ticket_of_one_s_own_shows_the_form_again() {
    let stage = stage(&format!("{AT_ONCE}wait = \"100ms\"\n"));
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    let error = json!({ "code": -32601, "message": "no" });
    client.send(&json!({ "jsonrpc": "2.0", "id": form["id"], "error": error }));
    let ticket = client.result(id)["structuredContent"].clone();
    let id = client.call(
        "wait_for_answer",
        json!({ "interaction_id": ticket["interaction_id"] }),
    );
    let form = client.form();
    let said = form["params"]["message"].as_str().unwrap();
    assert!(said.starts_with("t asks:"), "{said}");
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "JWT" } }),
    );
    let data = client.result(id)["structuredContent"].clone();
    assert_eq!(data["answers"][0]["answer"], "JWT");
    assert_eq!(data["evidence"], "client_form");
}

/// A client on pipes that says it can do everything.
fn on_pipes(stage: &Stage, name: &str, era: Era) -> McpClient {
    match era {
        Era::Initialize => McpClient::legacy(stage, name, able()),
        Era::Stateless => McpClient::stateless(stage, name, able()),
    }
}
