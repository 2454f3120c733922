//! Rounds of a session: closing, holding, reopening, branching, chains, history.

use sayso_core::refusal::Refusal;
use sayso_desk::DeskError;
use sayso_web::TaskBegun;
use serde_json::{Value, json};

use crate::client::Client;
use crate::house::House;
use crate::words::{boolean, boxes, choice, text, with};

async fn ask_for(house: &House, session: &str, question: Value, seconds: u64) -> String {
    let body = json!({ "session_id": session, "input": question, "timeout_seconds": seconds });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    asked["interaction_id"].as_str().unwrap().to_owned()
}

async fn answer(person: &Client, id: &str, answers: Value) -> Value {
    let path = format!("/api/interactions/{id}/answer");
    let body = json!({ "answers": answers });
    person.post(&path, body).await.ok(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ask_says_what_was_asked() {
    let house = House::open().await;
    let body = json!({
        "session_id": "s", "tool_use_id": "toolu_1", "source": "approval", "total_rounds": 3,
        "agent": { "kind": "main", "name": "claude" }, "project": "/srv/project",
        "input": choice("q"),
    });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    assert_eq!(asked["session_id"], "s");
    assert_eq!(asked["round"], 1);
    assert_eq!(asked["state"], "pending");
    assert_eq!(asked["source"], "approval");
    assert_eq!(asked["tool_use_id"], "toolu_1");
    assert_eq!(asked["questions"][0]["question_id"], "q");
    let stands = house.look(asked["interaction_id"].as_str().unwrap()).await;
    for (field, value) in [
        ("source", json!("approval")),
        ("tool_use_id", json!("toolu_1")),
        ("agent", json!({ "kind": "main", "name": "claude" })),
        ("project", json!("/srv/project")),
        ("questions", asked["questions"].clone()),
    ] {
        assert_eq!(stands[field], value, "{field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_dialects_and_all_wrappings_are_taken() {
    let house = House::open().await;
    let claude = json!({ "question": "Which?", "header": "Pick", "multiSelect": false,
                         "options": [{ "label": "A", "description": "a" }, { "label": "B" }] });
    let push = json!({ "type": "ask_user_question", "question": choice("q"),
                       "tool_use_id": "toolu_9", "timestamp": "2026-02-19T10:00:00.000Z" });
    let tool = json!({ "type": "tool_use", "id": "toolu_8", "name": "AskUserQuestion",
                       "input": { "questions": [claude] } });
    let list = json!({ "questions": [choice("q"), text("r"), boolean("b"), boxes("c")] });
    let as_text = json!({ "questions": json!([choice("q")]).to_string() });
    for (n, (input, questions)) in [
        (json!({ "questions": [claude] }), 1),
        (choice("q"), 1),
        (push, 1),
        (tool, 1),
        (list, 4),
        (as_text, 1),
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({ "session_id": format!("s{n}"), "input": input });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        assert_eq!(asked["questions"].as_array().unwrap().len(), questions);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_asked_is_refused_with_all_its_errors() {
    let house = House::open().await;
    let five: Vec<Value> = (0..5).map(|n| choice(&format!("q{n}"))).collect();
    let nobody = with(choice("q"), json!({ "options": [] }));
    let twice = with(
        choice("q"),
        json!({ "options": [{ "id": "a", "label": "A" }, { "id": "a", "label": "B" }] }),
    );
    for (input, path) in [
        (json!({ "questions": five }), "input.questions"),
        (nobody, "input.options"),
        (twice, "input.options[1].id"),
        (
            json!({ "questions": [choice("q"), choice("q")] }),
            "input.questions[1].question_id",
        ),
        (with(text("q"), json!({ "type": "poem" })), "input.type"),
        (
            with(text("q"), json!({ "question_text": "" })),
            "input.question_text",
        ),
        (with(text("q"), json!({ "answer": "mine" })), "input.answer"),
        (json!({}), "input.questions"),
        (json!("words"), "input"),
    ] {
        let body = json!({ "session_id": "s", "input": input });
        let reply = house.agent().post("/api/interactions", body).await;
        let error = reply.refused(400, "invalid_question");
        let paths: Vec<&str> = error["details"]
            .as_array()
            .unwrap()
            .iter()
            .map(|detail| detail["path"].as_str().unwrap())
            .collect();
        assert!(paths.contains(&path), "{input}: {paths:?}");
    }
    let reply = house.person().get("/api/sessions/s").await;
    reply.refused(404, "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelling_tells_the_agent_why() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let agent = house.agent();
    let path = format!("/api/interactions/{id}?wait=40");
    let waiting = tokio::spawn(async move { agent.get(&path).await.ok(200) });
    let reason = "not now,\u{1b}[31m let us talk <b>first</b>";
    let path = format!("/api/interactions/{id}/cancel");
    let body = json!({ "reason": reason });
    let receipt = house.page().await.post(&path, body).await.ok(200);
    assert_eq!(receipt["state"], "cancelled");
    let outcome = &waiting.await.unwrap()["outcome"];
    assert_eq!(outcome["state"], "cancelled");
    assert_eq!(outcome["reason"], "not now, let us talk <b>first</b>");
    assert_eq!(outcome["decided_by"], "person");
    assert_eq!(outcome["answers"], json!([]));

    let id = house.ask("t", choice("q")).await;
    let path = format!("/api/interactions/{id}/cancel");
    let body = json!({ "reason": "x".repeat(10_001) });
    house
        .person()
        .post(&path, body)
        .await
        .refused(400, "invalid_answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_withdraws_its_own_question() {
    let house = House::open().await;
    for (session, agent) in [("s", house.agent()), ("t", house.session_agent("t"))] {
        let id = house.ask(session, choice("q")).await;
        let path = format!("/api/interactions/{id}/cancel");
        let receipt = agent.post(&path, json!({})).await.ok(200);
        assert_eq!(receipt["state"], "cancelled");
        let outcome = &house.look(&id).await["outcome"];
        assert_eq!(outcome["by"], "agent");
        assert_eq!(outcome["via"], "host");
        assert_ne!(outcome["decided_by"], "person");
        let answer = format!("/api/interactions/{id}/answer");
        let late = json!({ "answers": { "q": "yes" } });
        let late = house.person().post(&answer, late).await;
        late.refused(409, "already_answered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_held_and_goes_on() {
    let house = House::with_stopped_clock().await;
    let person = house.person();
    let id = ask_for(&house, "s", choice("q"), 60).await;
    let path = format!("/api/interactions/{id}/hold");
    house.later(20_000).await;
    person.post(&path, json!({})).await.ok(200);
    assert_eq!(house.look(&id).await["deadline"]["held_with"], 40_000);
    house.later(3_600_000).await;
    assert_eq!(house.look(&id).await["state"], "pending");
    let known = person.post(&path, json!({ "hold": true })).await.ok(200);
    assert_eq!(known["known"], true);
    person.post(&path, json!({ "hold": false })).await.ok(200);
    house.later(39_999).await;
    assert_eq!(house.look(&id).await["state"], "pending");
    house.later(1).await;
    let stands = house.look(&id).await;
    assert_eq!(stands["state"], "timeout");
    assert_eq!(stands["outcome"]["decided_by"], "timeout");
    assert_eq!(stands["outcome"]["unanswered"], json!(["q"]));
    person
        .post(&path, json!({}))
        .await
        .refused(409, "already_answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_deadline_only_declared_defaults_stand_in() {
    let house = House::with_stopped_clock().await;
    let options = json!({ "options": [{ "id": "yes", "label": "Y", "default": true },
                                      { "id": "no", "label": "N" }] });
    let required = with(choice("q"), options.clone());
    let optional = with(required.clone(), json!({ "required": false }));
    let bare = with(choice("q"), json!({ "required": false }));
    for (session, question, on_timeout, answers) in [
        ("required", required.clone(), None, json!([])),
        ("optional", optional.clone(), None, json!(["yes"])),
        ("bare", bare, None, json!([])),
        ("said", required, Some("default"), json!(["yes"])),
        ("stop", optional, Some("terminate"), json!([])),
    ] {
        let mut body = json!({ "session_id": session, "input": question, "timeout_seconds": 5 });
        if let Some(word) = on_timeout {
            body["on_timeout"] = json!(word);
        }
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        house.later(5_000).await;
        let stands = house.look(asked["interaction_id"].as_str().unwrap()).await;
        let outcome = &stands["outcome"];
        assert_eq!(outcome["state"], "timeout", "{session}");
        assert_eq!(outcome["decided_by"], "timeout", "{session}");
        let given: Vec<&Value> = outcome["answers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|answer| &answer["answer"])
            .collect();
        assert_eq!(json!(given), answers, "{session}");
        let defaulted = outcome["defaulted"].as_array().map_or(0, Vec::len);
        assert_eq!(defaulted, answers.as_array().unwrap().len(), "{session}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timed_out_round_is_taken_up_again() {
    let house = House::with_stopped_clock().await;
    let person = house.person();
    let body = json!({ "session_id": "s", "input": choice("q"), "timeout_seconds": 5,
                       "idempotency_key": "k" });
    let ask = || house.agent();
    let asked = ask().post("/api/interactions", body.clone()).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap();
    house.later(5_000).await;
    let path = format!("/api/interactions/{id}/reopen");
    let again = person.post(&path, json!({ "timeout_seconds": 90 })).await;
    let again = again.ok(201);
    assert_eq!(again["round"], 2);
    assert_eq!(again["questions"], asked["questions"]);
    let new = again["interaction_id"].as_str().unwrap();
    assert_ne!(new, id);
    let same = person.post(&path, json!({})).await.ok(201);
    assert_eq!(same["interaction_id"], new);
    assert_eq!(house.look(id).await["outcome"]["reopened_as"], new);
    answer(&person, new, json!({ "q": "no" })).await;
    let late = ask().post("/api/interactions", body).await.ok(200);
    assert_eq!(late["interaction_id"], new, "the key leads to the new one");
    assert_eq!(late["state"], "answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_goes_on_from_any_round() {
    let house = House::open().await;
    let person = house.person();
    for round in 1..=3 {
        let name = format!("q{round}");
        let id = house.ask("s", choice(&name)).await;
        answer(&person, &id, json!({ (name): "yes" })).await;
    }
    let branch = person.post("/api/sessions/s/branch", json!({ "round": 2 }));
    let branch = branch.await.ok(201);
    let session = branch["session_id"].as_str().unwrap();
    assert_ne!(session, "s");
    let id = house.ask(session, choice("q3")).await;
    assert_eq!(house.look(&id).await["round"], 3);
    let old = person.get("/api/sessions/s").await.ok(200);
    assert_eq!(old["current_round"], 3);
    assert_eq!(old["dialog_history"].as_array().unwrap().len(), 3);
    for (body, code) in [
        (json!({ "round": 4 }), "round_not_found"),
        (json!({ "round": 0 }), "round_not_found"),
    ] {
        let reply = person.post("/api/sessions/s/branch", body).await;
        reply.refused(404, code);
    }
    let nowhere = person.post("/api/sessions/none/branch", json!({ "round": 1 }));
    nowhere.await.refused(404, "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_task_takes_no_answer() {
    let house = House::open().await;
    let person = house.person();
    let (one, two) = (
        house.ask("s", choice("q")).await,
        house.ask("s", text("r")).await,
    );
    let other = house.ask("t", choice("q")).await;
    let stop = json!({ "session_id": "s" });
    person.post("/api/task/interrupt", stop).await.ok(200);
    for id in [&one, &two] {
        assert_eq!(house.look(id).await["state"], "cancelled");
    }
    assert_eq!(house.look(&other).await["state"], "pending");
    let path = format!("/api/interactions/{one}/answer");
    let late = json!({ "answers": { "q": "yes" } });
    person
        .post(&path, late)
        .await
        .refused(400, "task_interrupted");
    let late = json!({ "session_id": "s", "question_id": "r", "answer": "words" });
    let late = person.post("/api/task/answer", late).await;
    late.refused(400, "task_interrupted");
    let none = json!({ "session_id": "none" });
    let none = person.post("/api/task/interrupt", none).await;
    none.refused(404, "session_not_found");
    house.ask("s", choice("next")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_is_bounded_and_the_person_can_lengthen_or_end_it() {
    let house = House::open().await;
    let person = house.person();
    let mut n = 0;
    let mut round = async || {
        n += 1;
        let name = format!("q{n}");
        let body = json!({ "session_id": "s", "input": choice(&name) });
        let reply = house.agent().post("/api/interactions", body).await;
        if reply.status() == 201 {
            let asked = reply.json();
            let id = asked["interaction_id"].as_str().unwrap();
            answer(&person, id, json!({ (name): "yes" })).await;
        }
        reply
    };
    for chain in 1..=10 {
        assert_eq!(round().await.ok(201)["chain"], chain);
    }
    round().await.refused(429, "recursive_limit_exceeded");
    let path = "/api/sessions/s/chain";
    person.post(path, json!({ "allow": 2 })).await.ok(200);
    round().await.ok(201);
    round().await.ok(201);
    round().await.refused(429, "recursive_limit_exceeded");
    let said = json!({ "kind": "text", "content": "working" });
    let said = house.agent().post("/api/sessions/s/messages", said).await;
    said.ok(201);
    assert_eq!(round().await.ok(201)["chain"], 1, "work starts a new chain");
    person.post(path, json!({})).await.ok(200);
    round().await.refused(429, "recursive_limit_exceeded");
    let nowhere = person.post("/api/sessions/none/chain", json!({ "allow": 1 }));
    nowhere.await.refused(404, "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dialog_state_is_the_seeds() {
    let house = House::open().await;
    let person = house.person();
    let body = json!({ "session_id": "s", "input": choice("q1"), "total_rounds": 5 });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    answer(
        &person,
        asked["interaction_id"].as_str().unwrap(),
        json!({ "q1": "yes" }),
    )
    .await;
    let id = house.ask("s", boxes("q2")).await;
    answer(&person, &id, json!({ "q2": ["b", { "other": "own" }] })).await;
    let open = house.ask("s", text("q3")).await;
    let state = person.get("/api/sessions/s").await.ok(200);
    assert_eq!(state["session_id"], "s");
    assert_eq!(state["current_round"], 3);
    assert_eq!(state["total_rounds"], 5);
    let history = json!([
        { "round": 1, "question": "q1?", "answer": "Yes, do" },
        { "round": 2, "question": "q2?", "answer": "B, own" },
    ]);
    assert_eq!(state["dialog_history"], history);
    assert_eq!(state["pending"][0]["interaction_id"], open);
    house.ask("t", text("q")).await;
    let state = person.get("/api/sessions/t").await.ok(200);
    assert_eq!(
        state["total_rounds"], 1,
        "none announced: the rounds so far"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_come_page_by_page() {
    let house = House::open().await;
    let agent = house.agent();
    let path = "/api/sessions/s/messages";
    for n in 0..25 {
        let kind = [
            "text",
            "thinking",
            "tool_use",
            "tool_result",
            "error",
            "complete",
            "info",
        ];
        let mut body = json!({ "kind": kind[n % 7], "content": { "n": n } });
        if n % 2 == 0 {
            // Sent twice, as one does who heard nothing the first time.
            body["uuid"] = json!(format!("m{n}"));
            agent.post(path, body.clone()).await.ok(201);
        }
        agent.post(path, body).await.ok(201);
    }
    let nameless = json!({ "kind": "text", "content": {}, "uuid": " " });
    agent
        .post(path, nameless)
        .await
        .refused(400, "invalid_request");
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = agent.get(&format!("{path}?limit=10&after={after}")).await;
        let page = page.ok(200);
        let messages = page["messages"].as_array().unwrap();
        assert!(messages.len() <= 10);
        all.extend(messages.clone());
        match page["next"].as_u64() {
            Some(next) => after = next,
            None => break,
        }
    }
    let seqs: Vec<u64> = all.iter().map(|m| m["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=26).collect::<Vec<u64>>(), "the opening and 25");
    for (n, message) in all[1..].iter().enumerate() {
        assert_eq!(message["content"]["n"], n);
        if n > 0 {
            assert_eq!(message["parentUuid"], all[n]["uuid"], "a chain");
        }
    }
    for (query, status) in [
        ("?limit=0", 200),
        ("?limit=99999999999", 200),
        ("?limit=-1", 400),
        ("?after=18446744073709551615", 200),
        ("?after=18446744073709551616", 400),
        ("?after=x", 400),
    ] {
        let reply = agent.get(&format!("{path}{query}")).await;
        assert_eq!(reply.status(), status, "{query}: {}", reply.json());
    }
    let beyond = format!("{path}?after=18446744073709551615");
    let beyond = agent.get(&beyond).await;
    assert_eq!(beyond.json()["messages"], json!([]));
    let none = agent.get("/api/sessions/none/messages").await;
    none.refused(404, "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_without_a_proper_name_is_not_begun() {
    let house = House::open().await;
    let before = house.log().await.len();
    for name in ["%00", "%20", "a%00b", &"x".repeat(257), "%ff", "%E2%80%8B"] {
        let path = format!("/api/sessions/{name}/messages");
        let body = json!({ "kind": "text", "content": "words" });
        let reply = house.agent().post(&path, body).await;
        reply.refused(400, "invalid_request");
    }
    for key in ["session_id", "idempotency_key", "tool_use_id", "project"] {
        for name in ["", " ", "\u{0}", &"x".repeat(257)] {
            let body = json!({ "input": choice("q"), (key): name });
            let reply = house.agent().post("/api/interactions", body).await;
            reply.refused(400, "invalid_request");
        }
    }
    let id = house.ask("s", choice("q")).await;
    for key in ["", "\u{0}", &"x".repeat(257)] {
        let body = json!({ "answers": { "q": "yes" }, "idempotency_key": key });
        let path = format!("/api/interactions/{id}/answer");
        house
            .person()
            .post(&path, body)
            .await
            .refused(400, "invalid_request");
        let body = json!({ "session_id": "s", "question_id": "q", "answer": "yes",
                           "idempotency_key": key });
        let seed = house.person().post("/api/task/answer", body).await;
        seed.refused(400, "invalid_request");
        let path = format!("/api/interactions/{id}/cancel");
        let body = json!({ "idempotency_key": key });
        house
            .person()
            .post(&path, body)
            .await
            .refused(400, "invalid_request");
    }
    assert_eq!(
        house.log().await.len(),
        before + 2,
        "nothing but that one ask"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_is_the_whole_log_in_pages() {
    let house = House::open().await;
    let person = house.person();
    for n in 0..12 {
        let id = house.ask(&format!("s{n}"), choice("q")).await;
        answer(&person, &id, json!({ "q": "yes" })).await;
    }
    let (mut places, mut after) = (Vec::new(), 0);
    loop {
        let page = person
            .get(&format!("/api/audit?limit=7&after={after}"))
            .await;
        let page = page.ok(200);
        for fact in page["facts"].as_array().unwrap() {
            places.push(fact["place"].as_u64().unwrap());
            assert!(fact["fact"]["fact"].is_string());
            assert!(fact["hash"].is_string());
        }
        match page["next"].as_u64() {
            Some(next) => after = next,
            None => break,
        }
    }
    assert_eq!(places, (1..=36).collect::<Vec<u64>>());
    let agent = house.agent().get("/api/audit").await;
    agent.refused(403, "person_only");
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_questions_are_listed_and_found() {
    let house = House::open().await;
    let person = house.person();
    let mut ids = Vec::new();
    for n in 0..5 {
        let session = ["a", "b"][n % 2];
        ids.push(house.ask(session, choice(&format!("q{n}"))).await);
    }
    let open = ids.pop().unwrap();
    for id in &ids {
        let path = format!("/api/interactions/{id}/cancel");
        person.post(&path, json!({})).await.ok(200);
    }
    let all = |of: &[usize]| -> Vec<String> { of.iter().map(|n| ids[*n].clone()).collect() };
    let (own, first) = (house.session_agent("b"), ids[0].clone());
    let (start, end) = (&first[..20], &first[20..]);
    let (start_of_open, end_of_open) = (&open[..20], &open[20..]);
    for (client, query, expected) in [
        (&person, "state=closed".to_owned(), all(&[3, 2, 1, 0])),
        (&house.agent(), "state=closed".into(), all(&[3, 2, 1, 0])),
        (&person, "state=closed&limit=2".into(), all(&[3, 2])),
        (&person, "state=closed&session_id=a".into(), all(&[2, 0])),
        (&person, "state=closed&session_id=c".into(), all(&[])),
        (&own, "state=closed".into(), all(&[3, 1])),
        (&person, format!("matching={start}"), all(&[0])),
        (&person, format!("matching={end}"), all(&[0])),
        (
            &person,
            format!("matching={}", end.to_uppercase()),
            all(&[0]),
        ),
        (
            &person,
            format!("matching={start_of_open}"),
            vec![open.clone()],
        ),
        (
            &person,
            format!("matching={end_of_open}"),
            vec![open.clone()],
        ),
        (&own, format!("matching={end}"), all(&[])),
        (&person, "matching=".into(), all(&[])),
        (&person, "matching=%25".into(), all(&[])),
    ] {
        let listed = client.get(&format!("/api/interactions?{query}")).await;
        let listed = listed.ok(200);
        let listed = listed["interactions"].as_array().unwrap().iter();
        let found: Vec<&str> = listed
            .map(|one| one["interaction_id"].as_str().unwrap())
            .collect();
        assert_eq!(found, expected, "{query}");
    }
    own.get("/api/interactions?state=closed&session_id=a")
        .await
        .refused(404, "session_not_found");
    let (mut found, mut before) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/interactions?state=closed&limit=3{before}");
        let page = person.get(&path).await.ok(200);
        for one in page["interactions"].as_array().unwrap() {
            assert_eq!(one["state"], "cancelled");
            assert_eq!(one["outcome"]["state"], "cancelled");
            found.push(one["interaction_id"].as_str().unwrap().to_owned());
        }
        match page["next"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => break,
        }
    }
    assert_eq!(found, all(&[3, 2, 1, 0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_open_questions_are_listed() {
    let house = House::with_stopped_clock().await;
    let person = house.person();
    let plain = house.ask("a", choice("q")).await;
    let late = ask_for(&house, "b", choice("q"), 600).await;
    let soon = ask_for(&house, "c", choice("q"), 60).await;
    let list = person.get("/api/interactions?state=pending").await.ok(200);
    let ids: Vec<&str> = list["interactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["interaction_id"].as_str().unwrap())
        .collect();
    assert_eq!(
        ids,
        [soon.as_str(), &late, &plain],
        "the most pressing first"
    );
    let one = person.get("/api/interactions?limit=1").await.ok(200);
    assert_eq!(one["interactions"].as_array().unwrap().len(), 1);
    let other = person.get("/api/interactions?state=gone").await;
    other.refused(400, "invalid_request");
    let of_b = person.get("/api/interactions?session_id=b").await.ok(200);
    assert_eq!(of_b["interactions"].as_array().unwrap().len(), 1);

    for (q, expected) in [
        ("", vec!["c", "b", "a"]),
        ("&q=B", vec!["b"]),
        ("&q=no", vec![]),
    ] {
        let (mut names, mut before) = (Vec::new(), String::new());
        loop {
            let page = person
                .get(&format!("/api/sessions?limit=2{q}{before}"))
                .await;
            let page = page.ok(200);
            for session in page["sessions"].as_array().unwrap() {
                names.push(session["session_id"].as_str().unwrap().to_owned());
            }
            match page["next"].as_u64() {
                Some(next) => before = format!("&before={next}"),
                None => break,
            }
        }
        assert_eq!(names, expected, "{q}");
    }
}

/// What is looked for may lie far behind what is loaded first.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_found_by_project_and_agent_however_old_it_is() {
    let house = House::open().await;
    let (agent, person) = (house.agent(), house.person());
    let open = async |session: &str, project: &str, name: &str| {
        let body = json!({ "session_id": session, "project": project, "input": choice("q"),
                           "agent": { "kind": "main", "name": name } });
        agent.post("/api/interactions", body).await.ok(201);
    };
    open("old", "/srv/Attic", "Codex").await;
    for n in 0..250 {
        open(&format!("new-{n}"), "/srv/shop", "Claude").await;
    }
    for q in ["attic", "codex", "old"] {
        let page = person.get(&format!("/api/sessions?limit=5&q={q}")).await;
        let page = page.ok(200);
        assert_eq!(page["sessions"].as_array().unwrap().len(), 1, "{q}");
        assert_eq!(page["sessions"][0]["session_id"], "old", "{q}");
        assert_eq!(page["next"], serde_json::Value::Null, "{q}");
    }
    let page = person.get("/api/sessions?limit=5&q=shop").await.ok(200);
    assert_eq!(page["sessions"].as_array().unwrap().len(), 5);
    assert!(page["next"].is_u64());
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_questions_are_listed_and_found_again() {
    let house = House::open().await;
    let person = house.person();
    for (session, project, agent, text) in [
        ("a", "/srv/one", "claude", "Which colour?"),
        ("b", "/srv/one", "codex", "Which flavour?"),
        ("c", "/srv/two", "claude", "Which colour again?"),
    ] {
        let input = with(choice("q"), json!({ "question_text": text }));
        let body = json!({ "session_id": session, "project": project, "input": input,
                           "agent": { "kind": "main", "name": agent } });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        let id = asked["interaction_id"].as_str().unwrap();
        if session == "b" {
            let path = format!("/api/interactions/{id}/cancel");
            let reason = json!({ "reason": "let us talk about tea first" });
            person.post(&path, reason).await.ok(200);
        } else {
            answer(&person, id, json!({ "q": { "other": "neither, teal" } })).await;
        }
    }
    for (query, expected) in [
        ("state=closed", &["c", "b", "a"][..]),
        ("state=answered", &["c", "a"]),
        ("state=cancelled", &["b"]),
        ("state=timeout", &[]),
        ("state=closed&limit=2", &["c", "b"]),
        ("state=closed&project=%2Fsrv%2Fone", &["b", "a"]),
        ("state=closed&agent=claude", &["c", "a"]),
        ("state=closed&session_id=b", &["b"]),
        ("state=closed&q=COLOUR", &["c", "a"]),
        ("state=closed&q=teal", &["c", "a"]),
        ("state=closed&q=tea+first", &["b"]),
        ("q=colour", &[]),
    ] {
        let list = person.get(&format!("/api/interactions?{query}")).await;
        let list = list.ok(200);
        let sessions: Vec<&str> = list["interactions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["session_id"].as_str().unwrap())
            .collect();
        assert_eq!(sessions, expected, "{query}");
    }
    let first = person.get("/api/interactions?state=closed&limit=2").await;
    let first = first.ok(200);
    let one = &first["interactions"][0];
    assert_eq!(one["project"], "/srv/two");
    assert_eq!(one["agent"]["name"], "claude");
    assert!(one["asked_at"].as_str().unwrap() <= one["outcome"]["at"].as_str().unwrap());
    let next = format!("/api/interactions?state=closed&before={}", first["next"]);
    let rest = person.get(&next).await.ok(200);
    assert_eq!(rest["interactions"].as_array().unwrap().len(), 1);
    assert_eq!(rest["next"], json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_read_from_either_end_and_found_by_their_words() {
    let house = House::open().await;
    house.ask("s", choice("q")).await;
    for n in 0..30 {
        let words = if n % 10 == 3 { "the Needle" } else { "hay" };
        let body = json!({ "kind": "text", "content": { "text": format!("{words} {n}") } });
        let said = house.agent().post("/api/sessions/s/messages", body).await;
        said.ok(201);
    }
    // The opening and the question come first.
    for (query, expected, next) in [
        ("limit=3", vec![1, 2, 3], json!(3)),
        ("after=29&limit=3", vec![30, 31, 32], json!(null)),
        ("before=99&limit=2", vec![31, 32], json!(null)),
        ("before=3&limit=5", vec![1, 2], json!(null)),
        ("before=1", vec![], json!(null)),
        ("q=needle", vec![6, 16, 26], json!(null)),
        ("q=NEEDLE&after=6&limit=1", vec![16], json!(16)),
        ("q=multiple_choice", vec![], json!(null)),
    ] {
        let path = format!("/api/sessions/s/messages?{query}");
        let page = house.person().get(&path).await.ok(200);
        let messages = page["messages"].as_array().unwrap();
        let places: Vec<u64> = messages
            .iter()
            .map(|m| m["seq"].as_u64().unwrap())
            .collect();
        assert_eq!(places, expected, "{query}");
        assert_eq!(
            (&page["next"], &page["last"]),
            (&next, &json!(32)),
            "{query}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn long_polls_end_with_the_outcome_or_with_what_is() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let path = format!("/api/interactions/{id}?wait=1");
    assert_eq!(house.agent().get(&path).await.ok(200)["state"], "pending");
    let path = format!("/api/interactions/{id}?wait=40");
    let waits: Vec<_> = [house.agent(), house.session_agent("s"), house.person()]
        .into_iter()
        .map(|client| {
            let path = path.clone();
            tokio::spawn(async move { client.get(&path).await.ok(200) })
        })
        .collect();
    answer(&house.person(), &id, json!({ "q": "no" })).await;
    for wait in waits {
        let stands = wait.await.unwrap();
        assert_eq!(stands["outcome"]["answers"][0]["answer"], "no");
    }
    for wait in ["x", "-1", "1.5", ""] {
        let path = format!("/api/interactions/{id}?wait={wait}");
        house
            .agent()
            .get(&path)
            .await
            .refused(400, "invalid_request");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hosted_agents_are_started_where_there_are_any() {
    let house = House::open().await;
    let body = json!({ "agent": "script", "file": "x" });
    let none = house.agent().post("/api/task", body.clone()).await;
    none.refused(400, "invalid_request");
    let house = House::with(|web, _| {
        web.start_task = Some(std::sync::Arc::new(|_, task| {
            match (task.wish["file"].as_str(), task.key.as_deref()) {
                (Some("x"), Some("again")) => Ok(TaskBegun::Before),
                (Some("x"), _) if !task.session.as_str().is_empty() => Ok(TaskBegun::Now),
                (_, Some("reused")) => Err(DeskError::Refused(Refusal::KeyReused).into()),
                _ => Err("no such file".to_owned().into()),
            }
        }));
    })
    .await;
    let started = house.agent().post("/api/task", body).await.ok(201);
    assert!(!started["session_id"].as_str().unwrap().is_empty());
    let body = json!({ "agent": "script", "file": "y", "session_id": "s" });
    let refused = house.agent().post("/api/task", body.clone()).await;
    let error = refused.refused(400, "invalid_request");
    assert_eq!(error["message"], "no such file");
    let foreign = house.session_agent("t").post("/api/task", body).await;
    foreign.refused(404, "session_not_found");
    // A key alone names the session; what was begun before is no new one.
    let start = |file: &str, key: &str| {
        let body = json!({ "agent": "script", "file": file, "idempotency_key": key });
        let agent = house.agent();
        async move { agent.post("/api/task", body).await }
    };
    let first = start("x", "first").await.ok(201);
    assert_eq!(start("x", "first").await.ok(201), first);
    assert_ne!(start("x", "other").await.ok(201), first);
    start("x", "again").await.ok(200);
    let reused = start("y", "reused").await;
    reused.refused(409, "idempotency_key_reused");
    for key in ["", " ", &"x".repeat(10_000)] {
        start("x", key).await.refused(400, "invalid_request");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_for_whoever_watches() {
    let house = House::open().await;
    house.ask("s", choice("q")).await;
    let _stream = house.person().stream("/api/events").await;
    let reply = house.agent().get("/metrics").await;
    reply.ok(200);
    let text = String::from_utf8(reply.body).unwrap();
    for line in [
        "sayso_requests_total{operation=\"ask\",status=\"201\"} 1",
        "sayso_streams 1",
        "sayso_waiting 0",
        "sayso_pending 1",
        "# EOF",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let health = house.anyone().get("/healthz").await.ok(200);
    assert_eq!(health["status"], "ok");
}
