//! Agents that the desk hosts, over HTTP: started, watched, answered, stopped.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::http::Client;
use crate::running::until;
use crate::sse::Sse;
use crate::stage::Stage;

/// Starts a task; its session and its stream.
fn started(desk: &Desk, body: &Value) -> (String, Sse) {
    let task = desk.agent().post("/api/task", body).is(201).json();
    assert_eq!(task["success"], true);
    let session = task["session_id"].as_str().unwrap().to_owned();
    let stream = stream_of(&desk.person(), &session);
    (session, stream)
}

/// The stream of a session from its beginning, as soon as there is a session.
fn stream_of(client: &Client, session: &str) -> Sse {
    let path = format!("/api/sessions/{session}");
    until("the session has begun", || client.get(&path).status != 404);
    let path = format!("/api/task/stream?session_id={session}");
    client.stream(&path, Some(0)).unwrap()
}

fn answer(desk: &Desk, session: &str, question: &str, answer: Value, more: &Value) {
    let mut body = json!({ "session_id": session, "question_id": question, "answer": answer });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    let said = desk.person().post("/api/task/answer", &body).is(200).json();
    let words = json!({ "success": true, "message": "答案已提交，任务继续执行" });
    assert_eq!(said, words);
}

#[test]
fn the_demonstration_in_rounds() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let body = json!({ "agent": "script", "scenario": "demo" });
    let (session, mut stream) = started(&desk, &body);
    let (mut kinds, mut rounds, mut seqs) = (BTreeSet::new(), 0, Vec::new());
    loop {
        let event = stream.next().unwrap().unwrap();
        let push = event.json();
        let kind = push["type"].as_str().unwrap().to_owned();
        seqs.push(event.id);
        assert_eq!(push["session_id"], session.as_str());
        assert!(push["timestamp"].is_string(), "{push}");
        kinds.insert(kind.clone());
        if kind == "ask_user_question" {
            rounds += 1;
            assert_eq!(push["round"], rounds);
            let question = push["question"]["question_id"].as_str().unwrap();
            if question == "auth_strategy" {
                let more = json!({ "follow_up_answers": { "oauth_providers": ["github"] } });
                answer(&desk, &session, question, json!("oauth2"), &more);
            } else {
                // Everything twice, then enough.
                let options = push["question"]["options"].as_array().unwrap();
                let picked = if rounds < 3 { 0..4 } else { 1..2 };
                let ids: Vec<_> = picked.map(|n| options[n]["id"].clone()).collect();
                answer(&desk, &session, question, json!(ids), &json!({}));
            }
        }
        if kind == "complete" {
            break;
        }
    }
    assert_eq!(rounds, 4);
    assert_eq!(seqs, Vec::from_iter(1..=seqs.len() as u64));
    for kind in [
        "session_opened",
        "text",
        "thinking",
        "tool_use",
        "tool_result",
        "ask_user_question",
        "answered",
        "complete",
    ] {
        assert!(kinds.contains(kind), "{kind} is not in {kinds:?}");
    }
    let state = desk.agent().get(&format!("/api/sessions/{session}")).json();
    assert_eq!(state["current_round"], 4);
    assert_eq!(state["pending"], json!([]));
    stage.sayso(["audit", "verify"]).done().exits(0);
}

#[test]
fn a_scenario_of_one_s_own() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let steps = json!([
        { "text": "Hello." },
        { "ask": {
            "save": "go",
            "input": { "question_id": "go", "question_text": "Go on?", "type": "boolean" },
        } },
        { "when": { "go": true }, "text": "On." },
        { "complete": "Done." },
    ]);
    let object = json!({ "name": "own", "agent": "Otto", "steps": steps });
    for (n, scenario) in [object.clone(), json!(object.to_string())]
        .iter()
        .enumerate()
    {
        let session = format!("own {n}").replace(' ', "-");
        let body = json!({ "agent": "script", "session_id": session, "scenario": scenario });
        let (given, mut stream) = started(&desk, &body);
        assert_eq!(given, session);
        assert_eq!(stream.sees("text").json()["content"]["text"], "Hello.");
        stream.sees("ask_user_question");
        // What does not fit is explained, and can be given again.
        let body = json!({ "session_id": session, "question_id": "go", "answer": "maybe" });
        let wrong = desk.person().post("/api/task/answer", &body).is(400);
        assert_eq!(wrong.error().0, "invalid_answer");
        answer(&desk, &session, "go", json!(true), &json!({}));
        assert_eq!(stream.sees("text").json()["content"]["text"], "On.");
        stream.sees("complete");
        let again = desk.person().post(
            "/api/task/answer",
            &json!({ "session_id": session, "question_id": "go", "answer": false }),
        );
        assert_eq!(again.is(400).error().0, "already_answered");
    }
}

/// Everything at once, each with its place, in the caller's language.
#[test]
fn a_task_that_cannot_be_started_is_told_everything_that_is_wrong() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let steps = json!([{ "goto": "nowhere" }, { "sing": "la" }, { "text": 7 }]);
    let script = |scenario: Value| json!({ "agent": "script", "scenario": scenario });
    let claude = |more: Value| {
        let mut body = json!({ "agent": "claude" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let rows = [
        (
            json!({ "agent": "script" }),
            vec![("scenario", "required", "必填")],
        ),
        (
            json!({ "agent": "script", "scenario": null }),
            vec![("scenario", "required", "必填")],
        ),
        (
            script(json!({ "name": "bad", "steps": steps })),
            vec![
                (
                    "scenario.steps[1].sing",
                    "unknown; expected one of",
                    "未知字段；可用",
                ),
                ("scenario.steps[1]", "does nothing", "没有动作"),
                (
                    "scenario.steps[2].text",
                    "must be string, got number",
                    "必须是 string，而不是 number",
                ),
                (
                    "scenario.steps[0].goto",
                    "no step is labelled",
                    "没有标签为",
                ),
            ],
        ),
        (
            script(json!({ "steps": [{ "text": 7 }] })),
            vec![
                ("scenario.name", "required", "必填"),
                (
                    "scenario.steps[0].text",
                    "must be string, got number",
                    "必须是 string，而不是 number",
                ),
            ],
        ),
        (
            script(json!("name: x\nsteps:\n- text: 7\n")),
            vec![(
                "3:9 scenario.steps[0].text",
                "must be string",
                "必须是 string",
            )],
        ),
        (
            script(json!("")),
            vec![("scenario", "must be object", "必须是 object")],
        ),
        (
            script(json!([])),
            vec![("scenario", "must be object", "必须是 object")],
        ),
        (
            script(json!(": no: yaml: [")),
            vec![("1:11 scenario", "not valid YAML", "不是有效的 YAML")],
        ),
        (
            script(json!({ "name": "empty", "steps": [] })),
            vec![("scenario.steps", "at least 1 needed", "至少需要 1 个")],
        ),
        (
            json!({ "agent": "other", "scenario": "demo" }),
            vec![(
                "agent",
                "must be claude, script, got \"other\"",
                "必须是 claude, script，而不是 \"other\"",
            )],
        ),
        (
            json!({ "scenario": "demo" }),
            vec![("agent", "required", "必填")],
        ),
        (
            json!({ "agent": "script", "session_id": "", "scenario": "demo" }),
            vec![("session_id", "must not be empty", "不能为空")],
        ),
        (claude(json!({})), vec![("prompt", "required", "必填")]),
        (
            claude(json!({ "prompt": " ", "cwd": "tmp", "fork": 7 })),
            vec![
                ("prompt", "must not be empty", "不能为空"),
                ("cwd", "an absolute path of a directory", "目录的绝对路径"),
                (
                    "fork",
                    "must be string, got number",
                    "必须是 string，而不是 number",
                ),
            ],
        ),
        (
            claude(json!({ "prompt": ["x"], "cwd": "/no/such/folder" })),
            vec![
                (
                    "prompt",
                    "must be string, got array",
                    "必须是 string，而不是 array",
                ),
                ("cwd", "an absolute path of a directory", "目录的绝对路径"),
            ],
        ),
    ];
    for (body, wrong) in rows {
        for (lang, chinese) in [("en", false), ("zh", true)] {
            let refused = desk.person().post_in(lang, "/api/task", &body).is(400);
            assert_eq!(refused.error().0, "invalid_request", "{body}");
            let error = &refused.json()["error"];
            assert_eq!(!error["message"].as_str().unwrap().is_ascii(), chinese);
            let details = error["details"].as_array().unwrap();
            assert_eq!(details.len(), wrong.len(), "{body}: {error}");
            for (path, en, zh) in &wrong {
                let said = details.iter().find(|one| one["path"] == *path);
                let said = said.unwrap_or_else(|| panic!("{path}: {error}"));
                let words = if chinese { zh } else { en };
                assert!(said["message"].as_str().unwrap().contains(words), "{error}");
            }
        }
    }
    let sessions = desk.agent().get("/api/sessions").is(200).json();
    assert_eq!(sessions["sessions"], json!([]));
}

/// S0 §4.4, 必答约束: what has to be answered and is not ends the task at its deadline; nothing is made up.
#[test]
fn the_deadline_of_what_must_be_answered_ends_the_task() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let question = |required: bool| {
        json!({ "question_id": "q", "question_text": "Go on?", "type": "multiple_choice",
                "required": required,
                "options": [{ "id": "yes", "label": "Yes", "default": true }, { "id": "no", "label": "No" }] })
    };
    for (session, required, on_timeout, goes_on) in [
        ("required", true, None, false),
        ("required-and-said", true, Some("terminate"), false),
        ("required-but-defaulted", true, Some("default"), true),
        ("optional", false, None, true),
        ("optional-and-said", false, Some("terminate"), false),
    ] {
        let mut ask = json!({ "input": question(required), "timeout_seconds": 0.2 });
        if let Some(word) = on_timeout {
            ask["on_timeout"] = json!(word);
        }
        let steps = json!([{ "ask": ask }, { "text": "On." }, { "complete": "Done." }]);
        let scenario = json!({ "name": "deadline", "steps": steps });
        let body = json!({ "agent": "script", "session_id": session, "scenario": scenario });
        let (_, mut stream) = started(&desk, &body);
        let closed = stream.sees("timeout").json();
        assert_eq!(closed["decided_by"], "timeout", "{session}: {closed}");
        let mut said = Vec::new();
        while !said
            .iter()
            .any(|kind| kind == "complete" || kind == "error")
        {
            let push = stream.next().unwrap().unwrap().json();
            said.push(push["type"].as_str().unwrap().to_owned());
        }
        // When it is recorded that the agent has the outcome is the desk's affair.
        said.retain(|kind| kind != "delivered");
        let expected: &[&str] = if goes_on {
            &["text", "complete"]
        } else {
            &["error"]
        };
        assert_eq!(said, expected, "{session}");
        let body = json!({ "session_id": session, "question_id": "q", "answer": "yes" });
        let late = desk.person().post("/api/task/answer", &body).is(400);
        assert_eq!(late.error().0, "already_answered", "{session}");
    }
    assert_eq!(stage.pending(), [] as [Value; 0]);
}

/// Sent again, it is played once; a key that was used for something else is refused.
#[test]
fn the_same_scenario_again_is_the_same_task() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let wish = |text: &str| {
        let steps = json!([{ "text": text }, { "complete": "Done." }]);
        let scenario = json!({ "name": "own", "agent": "Otto", "steps": steps });
        json!({ "agent": "script", "scenario": scenario, "idempotency_key": "one" })
    };
    let (session, mut stream) = started(&desk, &wish("Hello."));
    stream.sees("complete");
    let texts = |desk: &Desk| -> Vec<Value> {
        let path = format!("/api/sessions/{session}/messages");
        let listed = desk.person().get(&path).is(200).json();
        let messages = listed["messages"].as_array().unwrap().iter();
        let texts = messages.map(|message| message["content"]["text"].clone());
        texts.filter(|text| !text.is_null()).collect()
    };
    let all = ["Scenario: own", "Hello.", "Done."];
    assert_eq!(texts(&desk), all);
    desk.killed();
    let desk = Desk::start(&stage);
    let again = desk.agent().post("/api/task", &wish("Hello.")).is(200);
    assert_eq!(again.json()["session_id"], session.as_str());
    let other = desk.agent().post("/api/task", &wish("Good-bye.")).is(409);
    assert_eq!(other.error().0, "idempotency_key_reused");
    assert_eq!(texts(&desk), all);
    let sessions = desk.person().get("/api/sessions").is(200).json();
    assert_eq!(sessions["sessions"][0]["agent"], "Otto", "{sessions}");
}

/// What a model is prompted with is a person's word.
#[test]
fn no_agent_prompts_in_a_person_s_place() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    for session in [None, Some("6f1c2a34-0000-4000-8000-000000000007")] {
        let mut body = json!({ "agent": "claude", "prompt": "yes, go ahead" });
        if let Some(session) = session {
            body["session_id"] = json!(session);
        }
        let refused = desk.agent().post("/api/task", &body).is(403);
        assert_eq!(refused.error().0, "person_only");
    }
    let sessions = desk.agent().get("/api/sessions").is(200).json();
    assert_eq!(sessions["sessions"], json!([]));
}

#[test]
fn an_interrupted_task_asks_no_more() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let body = json!({ "agent": "script", "scenario": "demo" });
    let (session, mut stream) = started(&desk, &body);
    let question = stream.sees("ask_user_question").json();
    let question = question["question"]["question_id"].as_str().unwrap();
    let body = json!({ "session_id": session });
    desk.agent().post("/api/task/interrupt", &body).is(403);
    desk.person().post("/api/task/interrupt", &body).is(200);
    let closed = stream.sees("cancelled").json();
    assert_eq!(closed["interrupted"], true);
    let body = json!({ "session_id": session, "question_id": question, "answer": [] });
    let late = desk.person().post("/api/task/answer", &body).is(400);
    assert_eq!(late.error().0, "task_interrupted");
    assert_eq!(stage.pending(), [] as [Value; 0]);
}
