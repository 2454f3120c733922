//! Every row of the error table: code, status, shape, in both languages.

use sayso_desk::store::StoreError;
use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::house::House;
use crate::words::{boolean, boxes, choice, text, with};

/// The rows of spec §5, and those that only this server has.
const ROWS: &[(&str, u16)] = &[
    ("session_not_found", 404),
    ("question_not_found", 404),
    ("invalid_answer", 400),
    ("already_answered", 409),
    ("invalid_question", 400),
    ("duplicate_question_id", 400),
    ("task_interrupted", 400),
    ("interaction_pending", 409),
    ("main_agent_only", 403),
    ("recursive_limit_exceeded", 429),
    ("idempotency_key_reused", 409),
    ("not_timed_out", 409),
    ("no_deadline", 409),
    ("round_not_found", 404),
    ("too_many_open", 429),
    ("too_many_waiters", 429),
    ("unauthorized", 401),
    ("invalid_code", 401),
    ("person_only", 403),
    ("host_not_allowed", 403),
    ("origin_not_allowed", 403),
    ("json_only", 415),
    ("too_large", 413),
    ("invalid_request", 400),
    ("not_found", 404),
    ("method_not_allowed", 405),
];

/// Codes whose details say what is wrong where.
const WITH_DETAILS: &[&str] = &[
    "invalid_answer",
    "invalid_question",
    "duplicate_question_id",
    "invalid_request",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_row_has_its_code_and_status_in_both_languages() {
    let house = House::with(|_, desk| desk.waiters_each = 1).await;
    for (code, status) in ROWS {
        for lang in ["en-GB,en;q=0.9", "zh-CN,zh;q=0.9,en;q=0.5"] {
            let session = format!("{code}-{}", &lang[..2]);
            let reply = provoke(code, &session, &house, lang).await;
            let error = reply.refused(*status, code);
            in_language(&error, lang);
            let details = error["details"].as_array().unwrap();
            let has_details = WITH_DETAILS.contains(code);
            assert_eq!(!details.is_empty(), has_details, "{code}: {error}");
        }
    }
}

/// Makes the desk say this.
async fn provoke(code: &str, session: &str, house: &House, lang: &str) -> Reply {
    let speaks = |client: Client| client.with("accept-language", lang);
    let (person, agent) = (speaks(house.person()), speaks(house.agent()));
    let ask = |input: Value| json!({ "session_id": session, "input": input });
    let answer = |id: &str| format!("/api/interactions/{id}/answer");
    let yes = || json!({ "answers": { "q": "yes" } });
    match code {
        "session_not_found" => person.get(&format!("/api/sessions/{session}")).await,
        "question_not_found" => person.post(&answer("nonsense"), yes()).await,
        "invalid_answer" => {
            let id = house.ask(session, choice("q")).await;
            let body = json!({ "answers": { "q": "perhaps" } });
            person.post(&answer(&id), body).await
        }
        "already_answered" => {
            let id = house.ask(session, choice("q")).await;
            person.post(&answer(&id), yes()).await.ok(200);
            person.post(&answer(&id), yes()).await
        }
        "invalid_question" => {
            let none = with(choice("q"), json!({ "options": [] }));
            agent.post("/api/interactions", ask(none)).await
        }
        "duplicate_question_id" => {
            house.ask(session, choice("q")).await;
            agent.post("/api/interactions", ask(text("q"))).await
        }
        "task_interrupted" => {
            let id = house.ask(session, choice("q")).await;
            let stop = json!({ "session_id": session });
            person.post("/api/task/interrupt", stop).await.ok(200);
            person.post(&answer(&id), yes()).await
        }
        "interaction_pending" => {
            let mut first = ask(choice("q"));
            first["serial"] = json!(true);
            agent.post("/api/interactions", first).await.ok(201);
            agent.post("/api/interactions", ask(choice("r"))).await
        }
        "main_agent_only" => {
            let mut body = ask(choice("q"));
            body["agent"] = json!({ "kind": "sub", "name": "helper" });
            agent.post("/api/interactions", body).await
        }
        "recursive_limit_exceeded" => {
            for n in 0..10 {
                let id = house.ask(session, choice(&format!("q{n}"))).await;
                let body = json!({ "answers": { (format!("q{n}")): "yes" } });
                person.post(&answer(&id), body).await.ok(200);
            }
            agent.post("/api/interactions", ask(choice("q"))).await
        }
        "idempotency_key_reused" => {
            for id in ["q", "r"] {
                let mut body = ask(choice(id));
                body["idempotency_key"] = json!("key");
                let reply = agent.post("/api/interactions", body).await;
                if id == "r" {
                    return reply;
                }
            }
            unreachable!()
        }
        "not_timed_out" => {
            let id = house.ask(session, choice("q")).await;
            let path = format!("/api/interactions/{id}/reopen");
            person.post(&path, json!({})).await
        }
        "no_deadline" => {
            let id = house.ask(session, choice("q")).await;
            let path = format!("/api/interactions/{id}/hold");
            person.post(&path, json!({})).await
        }
        "round_not_found" => {
            house.ask(session, choice("q")).await;
            let path = format!("/api/sessions/{session}/branch");
            person.post(&path, json!({ "round": 7 })).await
        }
        "too_many_open" => {
            for n in 0..256 {
                house.ask(session, boolean(&format!("q{n}"))).await;
            }
            agent.post("/api/interactions", ask(choice("q"))).await
        }
        "too_many_waiters" => {
            let id = house.ask(session, choice("q")).await;
            let _first = house.handle().wait(id.parse().unwrap()).await.unwrap();
            agent.get(&format!("/api/interactions/{id}?wait=9")).await
        }
        "unauthorized" => {
            let nobody = speaks(house.anyone());
            nobody.get("/api/interactions").await
        }
        "invalid_code" => {
            let nobody = speaks(house.anyone());
            nobody.post("/api/login", json!({ "code": "no" })).await
        }
        "person_only" => agent.post(&answer("any"), yes()).await,
        "host_not_allowed" => person.with("host", "evil.test").get("/healthz").await,
        "origin_not_allowed" => {
            let page = person.with("origin", "http://evil.test");
            page.get("/healthz").await
        }
        "json_only" => {
            let form = person.with("content-type", "text/plain");
            form.post("/api/task/interrupt", json!({})).await
        }
        "too_large" => {
            let body = vec![b' '; 256 * 1024 + 1];
            agent.send("POST", "/api/interactions", Some(body)).await
        }
        "invalid_request" => agent.post("/api/interactions", json!([])).await,
        "not_found" => person.get("/api/nothing").await,
        "method_not_allowed" => {
            let reply = person.send("DELETE", "/api/interactions", None);
            let reply = reply.await;
            assert_eq!(reply.status(), 415, "no change without JSON");
            let delete = person.with("content-type", "application/json");
            delete.send("DELETE", "/api/interactions", None).await
        }
        _ => panic!("no way to provoke {code}"),
    }
}

#[track_caller]
fn in_language(error: &Value, lang: &str) {
    let chinese = |text: &Value| {
        let text = text.as_str().unwrap();
        text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
    };
    let zh = lang.starts_with("zh");
    assert_eq!(chinese(&error["message"]), zh, "{error}");
    if !zh {
        let details = error["details"].as_array().unwrap();
        assert!(!details.iter().any(|one| chinese(&one["message"])));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_too_late_is_told_who_where_when_and_how_on_both_routes() {
    let house = House::with_stopped_clock().await;
    let (person, agent, page) = (house.person(), house.agent(), house.page().await);
    let yes = || json!({ "answers": { "q": "yes" } });
    let at = house.now().to_string();
    let rows = [
        ("answered by a program", "answered by owner via http"),
        ("answered by a page", "answered by owner via web"),
        ("cancelled", "cancelled by owner via http"),
        ("withdrawn", "cancelled by agent via host"),
    ];
    for (session, told) in rows {
        let id = house.ask(session, choice("q")).await;
        let path = |verb: &str| format!("/api/interactions/{id}/{verb}");
        match session {
            "answered by a program" => person.post(&path("answer"), yes()).await,
            "answered by a page" => page.post(&path("answer"), yes()).await,
            "cancelled" => person.post(&path("cancel"), json!({})).await,
            _ => agent.post(&path("cancel"), json!({})).await,
        }
        .ok(200);
        let native = person.post(&path("answer"), yes()).await;
        let body = json!({ "session_id": session, "question_id": "q", "answer": "no" });
        let seed = person.post("/api/task/answer", body).await;
        for error in [
            native.refused(409, "already_answered"),
            seed.refused(400, "already_answered"),
        ] {
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(told), "{session}: {message}");
            assert!(message.contains(&at), "{session}: {message}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_is_told_that_the_time_was_up() {
    let house = House::with_stopped_clock().await;
    let body = json!({ "session_id": "s", "input": choice("q"), "timeout_seconds": 60 });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    house.later(60_000).await;
    let path = format!(
        "/api/interactions/{}/answer",
        asked["interaction_id"].as_str().unwrap()
    );
    let body = json!({ "answers": { "q": "yes" } });
    let late = house.person().post(&path, body).await;
    let error = late.refused(409, "already_answered");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("Too late"), "{message}");
    assert!(message.contains("2026-02-19T10:01:00"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_for_another_sessions_question_finds_no_session() {
    let house = House::open().await;
    house.ask("mine", choice("q")).await;
    let id = house.ask("theirs", boxes("r")).await;
    let answer = |session: &str, question: &str| {
        let body = json!({ "session_id": session, "question_id": question, "answer": ["a"] });
        let person = house.person();
        async move { person.post("/api/task/answer", body).await }
    };
    answer("mine", "r").await.refused(404, "session_not_found");
    answer("none", "r").await.refused(404, "session_not_found");
    answer("mine", "x").await.refused(404, "question_not_found");
    assert_eq!(house.look(&id).await["state"], "pending");
    answer("theirs", "r").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_or_broken_store_is_said_to_be_so_and_nothing_is_acknowledged() {
    let mut house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let path = format!("/api/interactions/{id}/answer");
    let yes = || json!({ "answers": { "q": "yes" } });
    for lang in ["en", "zh"] {
        let person = house.person().with("accept-language", lang);
        *house.fault.lock().unwrap() = Some(StoreError::Full("no space".into()));
        let full = person.post(&path, yes()).await;
        in_language(&full.refused(507, "store_full"), lang);
        assert_eq!(house.look(&id).await["state"], "pending");
    }
    for lang in ["en", "zh"] {
        let person = house.person().with("accept-language", lang);
        *house.fault.lock().unwrap() = Some(StoreError::Vault("the key is missing".into()));
        let sealed = person.post(&path, yes()).await;
        in_language(&sealed.refused(500, "secrets_unavailable"), lang);
        assert!(
            sealed.head.get("retry-after").is_none(),
            "that does not help"
        );
    }
    *house.fault.lock().unwrap() = None;
    house.person().post(&path, yes()).await.ok(200);

    let id = house.ask("s", choice("r")).await;
    let path = format!("/api/interactions/{id}/answer");
    let yes = || json!({ "answers": { "r": "yes" } });
    *house.fault.lock().unwrap() = Some(StoreError::Io("lost".into()));
    for lang in ["en", "zh"] {
        let person = house.person().with("accept-language", lang);
        let lost = person.post(&path, yes()).await;
        in_language(&lost.refused(503, "store_unavailable"), lang);
        assert!(lost.head.get("retry-after").is_some());
        // It must not try again after that; reading still works.
        *house.fault.lock().unwrap() = None;
    }
    assert_eq!(house.look(&id).await["state"], "pending");

    house.drop_desk();
    for lang in ["en", "zh"] {
        let person = house.person().with("accept-language", lang);
        let stopped = person.post(&path, yes()).await;
        in_language(&stopped.refused(503, "stopping"), lang);
        assert!(stopped.head.get("retry-after").is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_set_to_chinese_speaks_it_unless_asked_otherwise() {
    let house = House::with(|web, _| web.lang = sayso_core::lang::Lang::Zh).await;
    for (header, lang) in [
        (None, "zh"),
        (Some("en-US"), "en"),
        (Some("fr, en;q=0.5, zh;q=0.3"), "en"),
        (Some("fr"), "zh"),
        (Some(""), "zh"),
    ] {
        let mut person = house.person();
        if let Some(header) = header {
            person = person.with("accept-language", header);
        }
        let reply = person.get("/api/sessions/none").await;
        in_language(&reply.refused(404, "session_not_found"), lang);
    }
}
