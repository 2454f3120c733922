//! `sayso mcp` and clients that begin with `initialize`.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::mcp_client::{AT_ONCE, McpClient, forms, stage, text};
use crate::questions::{auth, token};
use crate::running::until;
use crate::stage::Stage;

/// The question that most tests ask.
fn which() -> Value {
    json!({ "questions": [auth()] })
}

/// A person answers at the desk.
#[track_caller]
fn answer_at_desk(stage: &Stage) {
    let id = stage.open_id_soon();
    stage
        .sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#])
        .done()
        .exits(0);
}

/// A person answers the one open approval at the desk's page.
#[track_caller]
fn allows_at_page(stage: &Stage, desk: &Desk, answer: Value) -> String {
    let open = &stage.pending_soon(1)[0];
    assert_eq!(
        open["questions"][0]["options"][0]["id"], "deny",
        "no stands first: {open}"
    );
    let question = open["questions"][0]["question_id"].as_str().unwrap();
    let id = open["interaction_id"].as_str().unwrap().to_owned();
    desk.answer_at_page(&id, &json!({ question: answer }));
    id
}

/// What was asked was answered with JWT.
#[track_caller]
fn is_jwt(result: &Value, via: &str) {
    assert_eq!(result["isError"], false, "{result}");
    assert!(text(result).contains("\"=\"JWT\""), "{result}");
    let data = &result["structuredContent"];
    assert_eq!(data["state"], "answered");
    assert_eq!(data["via"], via);
    assert_eq!(data["answers"][0]["answer"], "JWT");
}

#[test]
fn tools_are_listed_and_nothing_is_touched() {
    let stage = stage("");
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut client = McpClient::of_revision(&stage, "t", revision, json!({}));
        let id = client.request("tools/list", json!({}));
        let tools = client.result(id)["tools"].clone();
        let names: Vec<&Value> = tools
            .as_array()
            .unwrap()
            .iter()
            .map(|t| &t["name"])
            .collect();
        let wanted = [
            "ask_user_question",
            "wait_for_answer",
            "list_my_questions",
            "cancel_question",
            "approve",
        ];
        assert_eq!(names, wanted);
        client.close();
    }
    assert!(
        !stage.store().exists(),
        "a look at the server opened the store"
    );
}

#[test]
fn answered_in_the_client_s_form() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    let field = &form["params"]["requestedSchema"]["properties"]["q1"];
    assert_eq!(field["oneOf"][1]["const"], "JWT", "{form}");
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "JWT" } }),
    );
    let result = client.result(id);
    is_jwt(&result, "mcp");
    // Whether a person filled it in is not known.
    assert_eq!(result["structuredContent"]["decided_by"], "client");
    assert_eq!(result["structuredContent"]["evidence"], "client_form");
    client.close();
    assert_eq!(stage.states(), ["answered"]);
}

/// What a client does by itself. The person answers at the desk, and that is the answer.
#[test]
fn what_nobody_said_closes_nothing() {
    for reply in [
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": {} }),
        json!({ "action": "accept", "content": null }),
    ] {
        // However slow this machine is, nobody can have read it.
        let stage = stage("[mcp.clients.t]\nreading = \"1h\"\n");
        let mut client = McpClient::legacy(&stage, "t", forms());
        let id = client.call("ask_user_question", which());
        let form = client.form();
        client.reply(&form, reply);
        answer_at_desk(&stage);
        is_jwt(&client.result(id), "file");
    }
}

/// What a person does: a refusal closes the question; a form that is put away leaves it open, ends
/// the call with a ticket and does not come again.
#[test]
fn a_refusal_closes_and_a_form_put_away_does_not() {
    let stage = stage("[mcp.clients.t]\nreading = 0\n");
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    client.reply(&form, json!({ "action": "cancel" }));
    let ticket = client.result(id)["structuredContent"].clone();
    assert_eq!(ticket["state"], "pending", "{ticket}");
    let open = json!({ "interaction_id": ticket["interaction_id"] });
    let id = client.call("wait_for_answer", open);
    answer_at_desk(&stage);
    is_jwt(&client.result(id), "file");
    let id = client.call("ask_user_question", which());
    let form = client.form();
    client.reply(&form, json!({ "action": "decline" }));
    assert_eq!(client.result(id)["isError"], true);
    assert_eq!(stage.states(), ["cancelled", "answered"]);
}

#[test]
fn a_client_that_cannot_show_the_form_is_no_answer() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    let error = json!({ "code": -32601, "message": "no" });
    client.send(&json!({ "jsonrpc": "2.0", "id": form["id"], "error": error }));
    answer_at_desk(&stage);
    is_jwt(&client.result(id), "file");
}

#[test]
fn settings_say_how_far_a_client_is_believed() {
    let stage = stage(
        "[mcp.clients.deaf]\nelicitation = \"off\"\n[mcp.clients.\"*\"]\nelicitation = \"trust\"\n",
    );
    let mut client = McpClient::legacy(&stage, "deaf", forms());
    let id = client.call("ask_user_question", which());
    answer_at_desk(&stage);
    is_jwt(&client.result(id), "file");
    client.close();
    let mut client = McpClient::legacy(&stage, "trusted", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    client.reply(&form, json!({ "action": "decline" }));
    let result = client.result(id);
    assert_eq!(result["isError"], true);
    assert_eq!(result["structuredContent"]["state"], "cancelled");
    assert_eq!(result["structuredContent"]["via"], "mcp");
}

#[test]
fn a_setting_that_is_not_known_is_an_error() {
    let stage = Stage::new();
    std::fs::create_dir(stage.data()).unwrap();
    std::fs::write(stage.data().join("config.toml"), "[mcp]\nelicit = 1\n").unwrap();
    let done = stage.sayso(["mcp"]).done().exits(2);
    assert!(done.stderr.contains("elicit"), "{}", done.stderr);
}

#[test]
fn what_does_not_pass_is_asked_again() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    for wrong in [
        json!({ "q1": "Kerberos" }),
        json!({ "q1": "other" }),
        json!({ "q1": 7 }),
    ] {
        let form = client.form();
        client.reply(&form, json!({ "action": "accept", "content": wrong }));
    }
    let form = client.form();
    let message = form["params"]["message"].as_str().unwrap();
    assert!(message.contains("look again"), "{message}");
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "JWT" } }),
    );
    is_jwt(&client.result(id), "mcp");
}

#[test]
fn follow_ups_are_a_round_of_their_own() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", forms());
    let question = json!({
        "question_id": "auth", "question_text": "Auth?", "type": "multiple_choice",
        "options": [{ "id": "oauth", "label": "OAuth" }, { "id": "none", "label": "None" }],
        "follow_up_questions": { "oauth": [
            { "question_id": "who", "question_text": "Provider?", "type": "text" } ] },
    });
    let id = client.call("ask_user_question", json!({ "questions": [question] }));
    let form = client.form();
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "oauth" } }),
    );
    let form = client.form();
    assert_eq!(
        form["params"]["requestedSchema"]["properties"]["q1"]["title"],
        "Provider?"
    );
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "Google" } }),
    );
    let result = client.result(id);
    let words: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(
        words,
        json!({ "question_id": "auth", "answer": "oauth",
                "follow_ups": [{ "question_id": "who", "answer": "Google" }] })
    );
}

#[test]
fn answered_elsewhere_the_form_is_withdrawn() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let form = client.form();
    answer_at_desk(&stage);
    let message = client.next_but_progress();
    assert_eq!(message["method"], "notifications/cancelled");
    assert_eq!(message["params"]["requestId"], form["id"]);
    is_jwt(&client.result(id), "file");
    // Too late; it is not heard.
    client.reply(
        &form,
        json!({ "action": "accept", "content": { "q1": "OAuth 2.0" } }),
    );
    client.close();
}

#[test]
fn a_cancelled_call_leaves_the_question_and_the_same_call_finds_it() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    client.cancel(id);
    let again = client.call("ask_user_question", which());
    assert_eq!(stage.open_id(), open);
    answer_at_desk(&stage);
    is_jwt(&client.result(again), "file");
    // Collected: the same question again is a new one.
    client.call("ask_user_question", which());
    assert_ne!(stage.open_id_soon(), open);
}

#[test]
fn answered_while_nobody_waited() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    stage.open_id_soon();
    client.cancel(id);
    answer_at_desk(&stage);
    let list = client.call("list_my_questions", json!({}));
    let list = client.result(list)["structuredContent"].clone();
    assert_eq!(list["questions"][0]["state"], "closed", "{list}");
    let again = client.call("ask_user_question", which());
    is_jwt(&client.result(again), "file");
}

#[test]
fn a_question_outlives_its_grace_only_when_someone_comes_for_it() {
    let stage = stage("grace = 0\n");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    stage.open_id_soon();
    client.cancel(id);
    until("it is over", || !stage.history().is_empty());
    let outcome = &stage.history()[0];
    assert_eq!(outcome["state"], "cancelled");
    assert_eq!(outcome["decided_by"], "asker");
}

#[test]
fn a_killed_server_leaves_the_question_to_the_next() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    // One that lives keeps its question: another's of the same words is another.
    let mut other = McpClient::legacy(&stage, "t", json!({}));
    other.call("ask_user_question", which());
    stage.pending_soon(2);
    other.kill();
    client.kill();
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    let list = client.call("list_my_questions", json!({}));
    assert_eq!(
        client.result(list)["structuredContent"]["questions"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    for pending in stage.pending() {
        let id = pending["interaction_id"].as_str().unwrap();
        let answer = r#"{"Auth method":"JWT"}"#;
        stage
            .sayso(["answer", "--scripted", id, answer])
            .done()
            .exits(0);
    }
    is_jwt(&client.result(id), "file");
    assert_eq!(stage.history().len(), 2, "{open}");
}

#[test]
fn what_a_dead_one_asked_is_taken_up_by_one_of_two() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    client.call("ask_user_question", which());
    stage.open_id_soon();
    client.kill();
    let mut both = [(); 2].map(|()| McpClient::legacy(&stage, "t", json!({})));
    let ids = both
        .each_mut()
        .map(|client| client.call("ask_user_question", which()));
    stage.pending_soon(2);
    for (pending, answer) in stage.pending().iter().zip(["JWT", "OAuth 2.0"]) {
        let id = pending["interaction_id"].as_str().unwrap();
        let answer = json!({ "Auth method": answer }).to_string();
        stage
            .sayso(["answer", "--scripted", id, &answer])
            .done()
            .exits(0);
    }
    let mut answers: Vec<String> = Vec::new();
    for (client, id) in both.iter_mut().zip(ids) {
        let data = client.result(id)["structuredContent"].clone();
        answers.push(data["answers"][0]["answer"].as_str().unwrap().to_owned());
    }
    answers.sort();
    assert_eq!(answers, ["JWT", "OAuth 2.0"]);
}

#[test]
fn a_client_that_goes_leaves_the_question_open() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    client.call("ask_user_question", which());
    stage.open_id_soon();
    client.close();
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn a_client_that_cannot_wait_gets_a_ticket() {
    let stage = stage("[mcp.clients.hasty]\nwait = \"200ms\"\n");
    let mut client = McpClient::legacy(&stage, "hasty", json!({}));
    let id = client.call("ask_user_question", which());
    let ticket = client.result(id);
    assert_eq!(ticket["isError"], false);
    assert_eq!(ticket["structuredContent"]["state"], "pending");
    assert!(text(&ticket).contains("wait_for_answer"), "{ticket}");
    let interaction = ticket["structuredContent"]["interaction_id"].clone();
    let wait = json!({ "interaction_id": interaction, "seconds": 0 });
    let id = client.call("wait_for_answer", wait.clone());
    assert_eq!(client.result(id)["structuredContent"]["state"], "pending");
    answer_at_desk(&stage);
    let id = client.call("wait_for_answer", wait);
    is_jwt(&client.result(id), "file");
}

#[test]
fn whoever_gave_a_token_hears_that_it_goes_on() {
    let stage = stage("progress = \"50ms\"\n");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let call = json!({ "name": "ask_user_question", "arguments": which(), "_meta": { "progressToken": "p" } });
    let id = client.request("tools/call", call);
    for n in 1..=3 {
        let message = client.next();
        assert_eq!(message["method"], "notifications/progress", "{message}");
        assert_eq!(message["params"]["progressToken"], "p");
        assert_eq!(message["params"]["progress"].as_f64(), Some(f64::from(n)));
    }
    answer_at_desk(&stage);
    is_jwt(&client.result(id), "file");
}

#[test]
fn everything_wrong_with_a_question_is_told_at_once() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", forms());
    for (arguments, wanted) in [
        (json!({}), vec!["questions: required"]),
        (
            json!({ "questions": [{ "question": "", "options": [{ "label": "" }], "answers": {} }] }),
            vec![
                "questions[0].question:",
                "questions[0].options[0].label:",
                "questions[0].answers:",
            ],
        ),
    ] {
        let id = client.call("ask_user_question", arguments);
        let result = client.result(id);
        assert_eq!(result["isError"], true);
        for line in wanted {
            assert!(text(&result).contains(line), "{result}");
        }
    }
    for (tool, arguments) in [
        ("wait_for_answer", json!({})),
        (
            "wait_for_answer",
            json!({ "interaction_id": "0".repeat(32) }),
        ),
        ("cancel_question", json!({ "interaction_id": "nine" })),
        ("approve", json!({})),
    ] {
        let id = client.call(tool, arguments);
        assert_eq!(client.result(id)["isError"], true, "{tool}");
    }
    assert!(stage.pending().is_empty());
}

/// Of two of the same name in the same project each has its own, until one dies.
#[test]
fn what_one_that_lives_asked_is_not_mine() {
    let stage = stage("");
    let mut asker = McpClient::legacy(&stage, "t", json!({}));
    asker.call("ask_user_question", which());
    let open = stage.open_id_soon();
    let mut other = McpClient::legacy(&stage, "t", json!({}));
    let listed = |other: &mut McpClient| {
        let id = other.call("list_my_questions", json!({}));
        let list = other.result(id)["structuredContent"]["questions"].clone();
        list.as_array().unwrap().len()
    };
    assert_eq!(listed(&mut other), 0);
    let id = other.call("cancel_question", json!({ "interaction_id": open }));
    assert_eq!(other.result(id)["isError"], true);
    asker.kill();
    assert_eq!(listed(&mut other), 1);
}

#[test]
fn a_question_of_one_s_own_can_be_taken_back() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    let mut stranger = McpClient::legacy(&stage, "stranger", json!({}));
    let refused = stranger.call("cancel_question", json!({ "interaction_id": open }));
    assert_eq!(stranger.result(refused)["isError"], true);
    let mine = client.call("cancel_question", json!({ "interaction_id": open }));
    let (one, other) = (client.next_but_progress(), client.next_but_progress());
    let (taken, asked) = if one["id"] == mine {
        (one, other)
    } else {
        (other, one)
    };
    assert_eq!(taken["result"]["isError"], false, "{taken}");
    assert_eq!(asked["id"], id);
    assert_eq!(asked["result"]["isError"], true);
    assert_eq!(asked["result"]["structuredContent"]["decided_by"], "asker");
}

#[test]
fn secrets_never_stand_in_a_form() {
    let stage = stage("");
    let ask = json!({ "questions": [token()] });
    let mut client = McpClient::legacy(&stage, "t", forms());
    let id = client.call("ask_user_question", ask);
    let open = stage.open_id_soon();
    stage
        .sayso(["answer", "--scripted", &open, r#"{"token":"s3cret"}"#])
        .done()
        .exits(0);
    let result = client.result(id);
    assert!(
        text(&result).contains("s3cret"),
        "the asker gets it: {result}"
    );
    assert!(
        !stage
            .sayso(["audit", "export"])
            .done()
            .stdout
            .contains("s3cret")
    );
}

/// The address of the question itself, in both eras. That the client opened it answers nothing.
#[test]
fn for_a_secret_a_client_opens_the_question_s_own_page() {
    let opens = json!({ "elicitation": { "form": {}, "url": {} } });
    for modern in [false, true] {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        let ask = json!({ "questions": [token()] });
        let mut client = match modern {
            false => McpClient::legacy(&stage, "t", opens.clone()),
            true => McpClient::stateless(&stage, "t", opens.clone()),
        };
        let mut id = client.call("ask_user_question", ask.clone());
        let accept = json!({ "action": "accept" });
        let params = if modern {
            let result = client.result(id);
            let again = json!({
                "name": "ask_user_question", "arguments": ask,
                "requestState": result["requestState"], "inputResponses": { "form": accept },
            });
            id = client.request("tools/call", again);
            result["inputRequests"]["form"]["params"].clone()
        } else {
            let form = client.form();
            client.reply(&form, accept);
            form["params"].clone()
        };
        let open = stage.open_id();
        assert_eq!(params["mode"], "url");
        assert_eq!(params["url"], format!("http://{}/q/{open}", desk.address));
        stage
            .sayso(["answer", "--scripted", &open, r#"{"token":"s3cret"}"#])
            .done()
            .exits(0);
        assert!(text(&client.result(id)).contains("s3cret"));
    }
}

#[test]
fn permission_is_only_what_a_person_allows() {
    let allow = json!({ "behavior": "allow", "updatedInput": { "command": "rm -r build" } });
    for (answer, wanted) in [
        (json!("allow"), allow),
        (
            json!({ "other": "use cargo clean" }),
            json!({ "behavior": "deny", "message": "The user did not allow this: use cargo clean" }),
        ),
    ] {
        let stage = stage("");
        let desk = Desk::start(&stage);
        let mut client = McpClient::legacy(&stage, "t", forms());
        let prompt = json!({ "tool_name": "Bash", "input": { "command": "rm -r build" }, "tool_use_id": "toolu_1" });
        let id = client.call("approve", prompt);
        allows_at_page(&stage, &desk, answer);
        let decision: Value = serde_json::from_str(text(&client.result(id))).unwrap();
        assert_eq!(decision, wanted);
    }
}

/// The person sees the whole action, and the yes is for nothing but that.
#[test]
fn a_permission_shows_all_that_it_allows() {
    let stage = stage("");
    let desk = Desk::start(&stage);
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let content = "x".repeat(20_000) + "the end";
    let input = json!({ "command": "ls", "run_in_background": true, "content": content });
    let prompt = json!({ "tool_name": "Run", "input": input });
    let id = client.call("approve", prompt);
    let shown = stage.pending_soon(1)[0]["questions"][0]["description"].clone();
    for part in ["command:\n│ ls\n", "run_in_background: true", "the end"] {
        assert!(shown.as_str().unwrap().contains(part), "{part}: {shown}");
    }
    allows_at_page(&stage, &desk, json!("allow"));
    let decision: Value = serde_json::from_str(text(&client.result(id))).unwrap();
    assert_eq!(
        decision,
        json!({ "behavior": "allow", "updatedInput": input })
    );
}

/// A yes that came too late for its call is not kept for the next that looks the same.
#[test]
fn a_permission_is_never_used_for_another_call() {
    let stage = stage("");
    let desk = Desk::start(&stage);
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let prompt = json!({ "tool_name": "Bash", "input": { "command": "rm -r build" } });
    let first = client.call("approve", prompt.clone());
    stage.open_id_soon();
    client.cancel(first);
    let open = allows_at_page(&stage, &desk, json!("allow"));
    let second = client.call("approve", prompt);
    let again = stage.open_id_soon();
    assert_ne!(again, open);
    stage.sayso(["cancel", &again]).done().exits(0);
    let decision: Value = serde_json::from_str(text(&client.result(second))).unwrap();
    assert_eq!(decision["behavior"], "deny");
}

#[test]
fn a_permission_that_is_called_off_is_denied() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call(
        "approve",
        json!({ "tool_name": "Bash", "input": { "command": "ls" } }),
    );
    let open = stage.open_id_soon();
    stage
        .sayso(["cancel", &open, "--reason", "not now"])
        .done()
        .exits(0);
    let decision: Value = serde_json::from_str(text(&client.result(id))).unwrap();
    assert_eq!(decision["behavior"], "deny");
    assert!(decision["message"].as_str().unwrap().contains("not now"));
}

#[test]
fn an_agent_s_own_question_comes_through_the_permission_prompt() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", forms());
    let prompt = json!({ "tool_name": "AskUserQuestion", "input": which() });
    let id = client.call("approve", prompt);
    answer_at_desk(&stage);
    let decision: Value = serde_json::from_str(text(&client.result(id))).unwrap();
    let question = auth()["question"].as_str().unwrap().to_owned();
    assert_eq!(decision["behavior"], "allow");
    assert_eq!(decision["updatedInput"]["questions"], which()["questions"]);
    assert_eq!(decision["updatedInput"]["answers"][&question], "JWT");
}

#[test]
fn a_question_starts_the_page_and_says_where_it_is() {
    let stage = Stage::new();
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    until("a desk was started", || {
        crate::desk::runtime_file(&stage).is_some()
    });
    let url = crate::desk::runtime_file(&stage).unwrap()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let address = url.strip_prefix("http://").unwrap().parse().unwrap();
    let person = crate::http::Client {
        address,
        token: Some(crate::desk::token(&stage, "person")),
    };
    let path = format!("/api/interactions/{open}/answer");
    let question = stage.pending()[0]["questions"][0]["question_id"]
        .as_str()
        .unwrap()
        .to_owned();
    person
        .post(&path, &json!({ "answers": { question: "JWT" } }))
        .is(200);
    is_jwt(&client.result(id), "http");
}
