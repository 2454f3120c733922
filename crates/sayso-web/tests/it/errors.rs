//! Every row of the error table: code, status, shape, in both languages.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use sayso_desk::store::StoreError;
use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::context::{self, Shop};
use crate::documented;
use crate::house::House;
use crate::kept_ready::{OneTemplate, OneTranscript};
use crate::words::{auth, boolean, boxes, choice, text, with};

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
    ("evidence_too_weak", 403),
    ("approval_spent", 409),
    ("not_timed_out", 409),
    ("no_deadline", 409),
    ("round_not_found", 404),
    ("too_many_open", 429),
    ("too_many_waiters", 429),
    ("unauthorized", 401),
    ("sign_in_again", 401),
    ("invalid_code", 401),
    ("person_only", 403),
    ("host_not_allowed", 403),
    ("origin_not_allowed", 403),
    ("json_only", 415),
    ("too_large", 413),
    ("invalid_request", 400),
    ("not_found", 404),
    ("method_not_allowed", 405),
    ("not_your_name", 403),
    ("invalid_template", 400),
    ("not_unanswered", 409),
    ("transcript_unreadable", 503),
    ("project_not_shared", 403),
    ("not_text", 400),
    ("unreadable", 400),
    ("too_slow", 408),
    ("busy", 503),
];

/// Codes that no one request can be sent for, and where they are seen.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "answer_alone",
        "what_a_batch_refuses_is_told_in_both_languages",
    ),
    (
        "shape_mismatch",
        "what_a_batch_refuses_is_told_in_both_languages",
    ),
    ("store_full", "a_full_or_broken_store_is_said_to_be_so"),
    (
        "secrets_unavailable",
        "a_full_or_broken_store_is_said_to_be_so",
    ),
    (
        "store_unavailable",
        "a_full_or_broken_store_is_said_to_be_so",
    ),
    ("stopping", "a_full_or_broken_store_is_said_to_be_so"),
    // A branch gets a name that nobody has; sayso-core tests the rule.
    ("session_exists", "nowhere over HTTP"),
];

/// Codes whose message tells of this very time, name or trouble.
const OF_THE_MOMENT: &[&str] = &[
    "already_answered",
    "task_interrupted",
    "not_your_name",
    "transcript_unreadable",
    "unreadable",
];

/// Codes whose details say what is wrong where.
const WITH_DETAILS: &[&str] = &[
    "invalid_answer",
    "invalid_question",
    "duplicate_question_id",
    "invalid_request",
    "invalid_template",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_row_has_its_code_and_status_in_both_languages() {
    let house = House::with(|web, desk| {
        desk.waiters_each = 1;
        web.templates = Some(Arc::new(OneTemplate));
        web.transcripts = Some(Arc::new(OneTranscript::default()));
        web.project_files = Some(Arc::new(Shop));
    })
    .await;
    for (code, status) in ROWS {
        for lang in ["en-GB,en;q=0.9", "zh-CN,zh;q=0.9,en;q=0.5"] {
            let session = format!("{code}-{}", &lang[..2]);
            let reply = provoke(code, &session, &house, lang).await;
            let error = reply.refused(*status, code);
            in_language(&error, lang);
            let details = error["details"].as_array().unwrap();
            let has_details = WITH_DETAILS.contains(code);
            assert_eq!(!details.is_empty(), has_details, "{code}: {error}");
            let said = lang.starts_with("zh") || error["message"] == *documented_words(code);
            assert!(said || OF_THE_MOMENT.contains(code), "{code}: {error}");
        }
    }
}

#[test]
fn the_document_knows_every_code_and_no_other() {
    let rows = ROWS.iter().map(|(code, _)| *code);
    let seen: BTreeSet<&str> = rows
        .chain(ELSEWHERE.iter().map(|(code, _)| *code))
        .collect();
    let known = documented::codes();
    assert_eq!(known.len(), ROWS.len() + ELSEWHERE.len());
    assert_eq!(seen, BTreeSet::from_iter(known));
    // Each can come of something, or of a path or a method that is none, or in a batch's results.
    let told: BTreeSet<&str> = documented::operations()
        .iter()
        .flat_map(|one| one.failures())
        .map(|(_, code)| code)
        .collect();
    let mut rest: Vec<&str> = seen.difference(&told).copied().collect();
    rest.sort_unstable();
    assert_eq!(
        rest,
        ["answer_alone", "method_not_allowed", "shape_mismatch"]
    );
    // Each has one status; only the seed's route has one of its own for what came too late.
    for operation in documented::operations() {
        for (status, code) in operation.failures() {
            let row = ROWS.iter().find(|(name, _)| *name == code);
            let by_seed = operation.path == "/api/task/answer" && code == "already_answered";
            let fits = row.is_none_or(|(_, row)| *row == status) || (by_seed && status == 400);
            assert!(fits, "{operation:?}: {status} {code}");
        }
    }
}

/// The message that the document shows for a code.
fn documented_words(code: &str) -> &'static Value {
    &documented::document()["components"]["examples"][code]["value"]["error"]["message"]
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
        "evidence_too_weak" => {
            let mut body = ask(boolean("q"));
            body["source"] = json!("approval");
            let asked = agent.post("/api/interactions", body).await.ok(201);
            let id = asked["interaction_id"].as_str().unwrap();
            let yes = json!({ "answers": { "q": true } });
            person.post(&answer(id), yes).await
        }
        "approval_spent" => {
            let mut body = ask(boolean("q"));
            body["source"] = json!("approval");
            body["idempotency_key"] = json!("key");
            let asked = agent.post("/api/interactions", body.clone());
            let asked = asked.await.ok(201);
            let id = asked["interaction_id"].as_str().unwrap();
            let no = json!({ "answers": { "q": false } });
            person.post(&answer(id), no).await.ok(200);
            house.look(id).await;
            agent.post("/api/interactions", body).await
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
        "sign_in_again" => {
            let page = speaks(house.page().await.without("x-sayso-session"));
            page.get("/api/interactions").await
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
        "not_your_name" => {
            let id = house.ask(session, choice("q")).await;
            let mut body = yes();
            body["by"] = json!("somebody else");
            person.post(&answer(&id), body).await
        }
        "invalid_template" => {
            let path = "/api/templates/port/ask";
            agent.post(path, json!({ "variables": {} })).await
        }
        "not_unanswered" => {
            let path = "/api/transcripts/p:s/ask-again";
            person.post(path, json!({ "question": "answered" })).await
        }
        "transcript_unreadable" => person.get("/api/transcripts/p:bad").await,
        "project_not_shared" => shop_file(house, &person, session, "/bank", "gone.sql").await,
        "not_text" => shop_file(house, &person, session, "/shop", "logo.png").await,
        "unreadable" => shop_file(house, &person, session, "/shop", "locked").await,
        "too_slow" => {
            let slow = House::with(|web, _| web.body_time = Duration::from_millis(100)).await;
            let agent = speaks(slow.agent()).with("content-type", "application/json");
            let post = agent.request("POST", "/api/interactions", Some(b"{}"));
            let mut wire = agent.connect().await.unwrap();
            wire.write(&post[..post.len() - 1]).await;
            let head = wire.head().await.unwrap();
            Reply {
                called: "half a body".into(),
                body: wire.body(&head).await.unwrap(),
                head,
            }
        }
        "busy" => {
            let busy = House::with(|_, desk| {
                (desk.queue, desk.batch, desk.ahead) = (1, 1, 1);
            })
            .await;
            busy_reply(&busy, &speaks(busy.agent())).await
        }
        _ => panic!("no way to provoke {code}"),
    }
}

async fn shop_file(
    house: &House,
    person: &Client,
    session: &str,
    project: &str,
    file: &str,
) -> Reply {
    let id = context::asked(house, session, Some(project)).await;
    let path = format!("/api/interactions/{id}/context?path={file}");
    person.get(&path).await
}

/// The store writes nothing for a while, and more is asked than the desk has room for.
async fn busy_reply(house: &House, agent: &Client) -> Reply {
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let (shut, is_shut) = tokio::sync::oneshot::channel();
    let door = house.fault.clone();
    let holder = std::thread::spawn(move || {
        let _held = door.lock().unwrap();
        shut.send(()).unwrap();
        let _ = wait.recv();
    });
    is_shut.await.unwrap();
    let mut asks = tokio::task::JoinSet::new();
    for n in 0..16 {
        let agent = agent.clone();
        let body = json!({ "session_id": format!("s{n}"), "input": choice("q") });
        asks.spawn(async move { agent.post("/api/interactions", body).await });
    }
    let first = asks.join_next().await.unwrap().unwrap();
    drop(go_on);
    holder.join().unwrap();
    while asks.join_next().await.is_some() {}
    first
}

/// Each of a batch has its own outcome, so that the whole is no error.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_batch_refuses_is_told_in_both_languages() {
    let house = House::open().await;
    for lang in ["en", "zh"] {
        let mut ids = Vec::new();
        for (n, input) in [choice("q"), boxes("q"), auth()].into_iter().enumerate() {
            ids.push(house.ask(&format!("{lang}{n}"), input).await);
        }
        let person = house.person().with("accept-language", lang);
        let body = json!({ "interaction_ids": ids, "answers": ["yes"] });
        let done = person
            .post("/api/interactions/answer-batch", body)
            .await
            .ok(200);
        assert_eq!(done["results"][0]["success"], true);
        for (n, code) in [(1, "shape_mismatch"), (2, "answer_alone")] {
            let error = &done["results"][n]["error"];
            assert_eq!(error["code"], code);
            in_language(error, lang);
            assert!(lang == "zh" || error["message"] == *documented_words(code));
        }
    }
}

/// Words of English sentences, which no Chinese text has; the names of types and fields are the same in both.
const ENGLISH: &[&str] = &[
    "a",
    "an",
    "and",
    "any",
    "as",
    "by",
    "did",
    "else",
    "expected",
    "field",
    "found",
    "got",
    "in",
    "invalid",
    "is",
    "its",
    "missing",
    "must",
    "no",
    "not",
    "of",
    "one",
    "or",
    "required",
    "something",
    "such",
    "the",
    "value",
    "whole",
    "with",
    "parsing",
    "characters",
    "column",
];

#[track_caller]
fn in_language(error: &Value, lang: &str) {
    let is_chinese = |text: &Value| {
        let text = text.as_str().unwrap();
        text.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c))
    };
    let zh = lang.starts_with("zh");
    assert_eq!(is_chinese(&error["message"]), zh, "{error}");
    for detail in error["details"].as_array().unwrap() {
        let message = &detail["message"];
        assert_eq!(is_chinese(message), zh, "{error}");
        // What stands in quotes are the words of the question.
        let text: String = message.as_str().unwrap().split('"').step_by(2).collect();
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let english = words.find(|word| zh && ENGLISH.contains(word));
        assert_eq!(english, None, "{error}");
    }
}

/// What is wrong with a request's form is said where it is wrong, and in the caller's words alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_of_another_form_is_told_where_and_in_its_language() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let (ask, answer) = (
        "/api/interactions",
        format!("/api/interactions/{id}/answer"),
    );
    let rows = [
        ("/api/task", json!({}), "agent"),
        ("/api/task", json!({ "agent": 7 }), "agent"),
        (
            "/api/task",
            json!({ "agent": "script", "session_id": [] }),
            "session_id",
        ),
        ("/api/task", json!({ "agent": "script" }), ""),
        (ask, json!([]), ""),
        (ask, json!("words"), ""),
        (ask, json!({}), "input"),
        (ask, json!({ "input": {}, "surprise": 1 }), "surprise"),
        (
            ask,
            json!({ "input": {}, "timeout_seconds": -1 }),
            "timeout_seconds",
        ),
        (
            ask,
            json!({ "input": {}, "timeout_seconds": 1.5 }),
            "timeout_seconds",
        ),
        (
            ask,
            json!({ "input": {}, "timeout_seconds": "9" }),
            "timeout_seconds",
        ),
        (
            ask,
            json!({ "input": {}, "total_rounds": 1_u64 << 32 }),
            "total_rounds",
        ),
        (ask, json!({ "input": {}, "serial": "yes" }), "serial"),
        (ask, json!({ "input": {}, "source": "magic" }), "source"),
        (
            ask,
            json!({ "input": {}, "agent": { "kind": "boss" } }),
            "agent.kind",
        ),
        (
            ask,
            json!({ "input": {}, "agent": { "kind": 1 } }),
            "agent.kind",
        ),
        (ask, json!({ "input": {}, "agent": "main" }), "agent"),
        (ask, json!({ "input": {}, "agent": ["main"] }), "agent"),
        (&answer, json!({ "answers": [["q", "a"]] }), "answers[0]"),
        (
            "/api/task/answer",
            json!({ "session_id": "s", "answer": 1 }),
            "question_id",
        ),
        ("/api/task/interrupt", json!(["s"]), ""),
        (&answer, json!({ "answers": 7 }), "answers"),
        (
            &answer,
            json!({ "answers": [{ "question_id": "q" }] }),
            "answers[0].answer",
        ),
        (
            &answer,
            json!({ "answers": [{ "question_id": "q", "answer": 1 }, 2] }),
            "answers[1]",
        ),
        (
            "/api/push/subscribe",
            json!({ "endpoint": "x", "keys": {} }),
            "keys.p256dh",
        ),
        (
            "/api/push/subscribe",
            json!({ "endpoint": "x", "keys": { "p256dh": "", "auth": "" } }),
            "endpoint",
        ),
    ];
    let gets = [
        (format!("/api/interactions/{id}?wait=x"), "wait"),
        ("/api/interactions?limit=-1".into(), "limit"),
        ("/api/interactions?state=odd".into(), "state"),
        ("/api/interactions/%ff".into(), "id"),
    ];
    for lang in ["en", "zh"] {
        let person = house.person().with("accept-language", lang);
        for broken in ["{", "{\"input\": nul}", "{} more"] {
            let reply = person.send("POST", ask, Some(broken.into())).await;
            in_language(&reply.refused(400, "invalid_request"), lang);
        }
        let check = |reply: Reply, path: &str| {
            let error = reply.refused(400, "invalid_request");
            in_language(&error, lang);
            let details = error["details"].as_array().unwrap();
            let paths: Vec<&Value> = details.iter().map(|one| &one["path"]).collect();
            // The one row without a place is the one about the whole.
            if !(path.is_empty() && paths.is_empty()) {
                assert_eq!(paths, [path], "{}: {error}", reply.called);
            }
        };
        for (target, body, path) in &rows {
            check(person.post(target, body.clone()).await, path);
        }
        for (target, path) in &gets {
            check(person.get(target).await, path);
        }
    }
    assert_eq!(house.look(&id).await["state"], "pending");
}

/// Whatever does not fit a question is told in the caller's language.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_an_answer_is_told_in_its_language() {
    let house = House::open().await;
    let rows = [
        (choice("q"), json!("perhaps")),
        (choice("q"), json!(7)),
        (choice("q"), json!({ "other": 7 })),
        (choice("q"), json!("x".repeat(257))),
        (boxes("q"), json!("a")),
        (boxes("q"), json!(["a", "a"])),
        (boxes("q"), json!([7])),
        (text("q"), json!(true)),
        (text("q"), json!("")),
        (text("q"), json!(null)),
        (boolean("q"), json!("yes")),
    ];
    for (n, (question, answer)) in rows.into_iter().enumerate() {
        let session = format!("s{n}");
        house.ask(&session, question).await;
        let body = json!({ "session_id": session, "question_id": "q", "answer": answer });
        for lang in ["en", "zh"] {
            let person = house.person().with("accept-language", lang);
            let reply = person.post("/api/task/answer", body.clone()).await;
            let error = reply.refused(400, "invalid_answer");
            in_language(&error, lang);
            assert_ne!(error["details"], json!([]), "{answer}");
        }
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
async fn a_late_answer_is_told_that_the_time_was_up_on_both_routes() {
    let house = House::with_stopped_clock().await;
    let body = json!({ "session_id": "s", "input": choice("q"), "timeout_seconds": 60 });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    house.later(60_000).await;
    let id = asked["interaction_id"].as_str().unwrap();
    let native = (
        format!("/api/interactions/{id}/answer"),
        json!({ "answers": { "q": "yes" } }),
        409,
    );
    let seed = json!({ "session_id": "s", "question_id": "q", "answer": "yes" });
    let seed = ("/api/task/answer".to_owned(), seed, 400);
    for (path, body, status) in [native, seed] {
        for (lang, words) in [("en", "Too late"), ("zh", "超时")] {
            let person = house.person().with("accept-language", lang);
            let late = person.post(&path, body.clone()).await;
            let error = late.refused(status, "already_answered");
            in_language(&error, lang);
            let message = error["message"].as_str().unwrap();
            assert!(message.contains(words), "{message}");
            assert!(message.contains("2026-02-19T10:01:00"), "{message}");
        }
    }
    // What was never asked is another thing.
    for (lang, words) in [("en", "Too late"), ("zh", "超时")] {
        let person = house.person().with("accept-language", lang);
        let body = json!({ "session_id": "s", "question_id": "never", "answer": "yes" });
        let never = person.post("/api/task/answer", body).await;
        let error = never.refused(404, "question_not_found");
        assert!(
            !error["message"].as_str().unwrap().contains(words),
            "{error}"
        );
    }
    assert_eq!(house.look(id).await["state"], "timeout");
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
        house.anyone().get("/healthz").await.ok(200);
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
    let health = house.anyone().get("/healthz").await;
    health.refused(503, "store_unavailable");

    house.drop_desk();
    let health = house.anyone().get("/healthz").await;
    health.refused(503, "stopping");
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
        (Some("zh;q=0.1, en;q=0.9"), "en"),
        (Some("en;q=0.1, zh-CN;q=0.9"), "zh"),
        (Some("en;Q=0.2 , zh; q=0.1"), "en"),
        (Some("en;q=0.501, zh;q=0.5"), "en"),
        (Some("en, zh"), "en"),
        (Some("zh-TW;q=0.2, en;q=0.5, zh-CN"), "zh"),
        (Some("en;q=0"), "zh"),
        (Some("en;q=0.0, zh;q=0.001"), "zh"),
        // What is not wanted is not spoken, whatever the desk is set to.
        (Some("zh;q=0"), "en"),
        (Some("zh;q=0, fr"), "en"),
        (Some("*, zh;q=0"), "en"),
        (Some("zh;q=0, en;q=0"), "zh"),
        (Some("*"), "zh"),
        (Some("*;q=0.9, en;q=0.1"), "zh"),
        (Some("*;q=0.1, en;q=0.9"), "en"),
        // A weight that is none counts for nothing.
        (Some("en;q=much"), "zh"),
        (Some("en;q=2, zh;q=0.5"), "zh"),
    ] {
        let mut person = house.person();
        if let Some(header) = header {
            person = person.with("accept-language", header);
        }
        let reply = person.get("/api/sessions/none").await;
        in_language(&reply.refused(404, "session_not_found"), lang);
    }
}
