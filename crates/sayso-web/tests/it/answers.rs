//! Every shape of answer on both routes.

use sayso_web::Keys;
use serde_json::{Value, json};

use crate::house::{AGENT, House, PERSON};
use crate::words::{auth, boolean, boxes, choice, text, with};

/// What a row expects: the answer as the agent reads it, or the word that the refusal holds.
enum Expect {
    Answer(Value),
    Refused(&'static str),
}

/// Boxes whose ids are long: together more than an answer may have.
fn many_long() -> Value {
    let options: Vec<Value> = ["1", "2", "3", "4"]
        .iter()
        .map(|digit| json!({ "id": digit.repeat(250), "label": digit }))
        .chain([json!({ "id": "5", "label": "five" })])
        .collect();
    with(boxes("q"), json!({ "options": options }))
}

fn rows() -> Vec<(Value, Value, Expect)> {
    use Expect::{Answer, Refused};
    let same = |question: Value, answer: Value| (question, answer.clone(), Answer(answer));
    let becomes = |question, answer, read| (question, answer, Answer(read));
    let refused = |question, answer, why| (question, answer, Refused(why));
    let no_other = |question| with(question, json!({ "allow_other": false }));
    let long = |count: usize| "x".repeat(count);
    vec![
        same(choice("q"), json!("yes")),
        same(choice("q"), json!({ "other": "both" })),
        same(choice("q"), json!({ "other": "<b>&\"both\"</b>" })),
        becomes(
            choice("q"),
            json!({ "other": "a\u{1b}[31mb\u{202e}c\u{0}" }),
            json!({ "other": "abc" }),
        ),
        same(choice("q"), json!({ "other": long(10_000) })),
        refused(choice("q"), json!({ "other": long(10_001) }), "10000"),
        refused(choice("q"), json!("perhaps"), "not offered"),
        refused(choice("q"), json!("Yes, do"), "not offered"),
        refused(choice("q"), json!(long(257)), "256"),
        refused(choice("q"), json!(["yes"]), "option_id"),
        refused(choice("q"), json!(true), "option_id"),
        refused(choice("q"), json!(1), "option_id"),
        refused(choice("q"), json!({ "other": 1 }), "option_id"),
        refused(
            choice("q"),
            json!({ "other": "x", "id": "yes" }),
            "option_id",
        ),
        refused(choice("q"), json!({}), "option_id"),
        refused(choice("q"), json!(""), "not offered"),
        refused(choice("q"), json!({ "other": "  " }), ""),
        refused(choice("q"), Value::Null, ""),
        refused(
            no_other(choice("q")),
            json!({ "other": "both" }),
            "own words",
        ),
        same(boxes("q"), json!(["a"])),
        same(boxes("q"), json!(["c", "a"])),
        same(boxes("q"), json!(["a", "b", "c", { "other": "d" }])),
        same(boxes("q"), json!([{ "other": "d" }])),
        refused(boxes("q"), json!([]), ""),
        refused(boxes("q"), json!("a"), "list"),
        refused(boxes("q"), json!(["a", "a"]), "twice"),
        refused(boxes("q"), json!(["a", "x"]), "not offered"),
        refused(boxes("q"), json!([["a"]]), "option_id"),
        refused(
            boxes("q"),
            json!([{ "other": "d" }, { "other": "e" }]),
            "twice",
        ),
        refused(boxes("q"), json!(["a", "b", "c", "d", "e"]), "at most 4"),
        refused(no_other(boxes("q")), json!([{ "other": "d" }]), "own words"),
        same(
            many_long(),
            json!([
                "1".repeat(250),
                "2".repeat(250),
                "3".repeat(250),
                "4".repeat(250)
            ]),
        ),
        refused(
            many_long(),
            json!([
                "1".repeat(250),
                "2".repeat(250),
                "3".repeat(250),
                "4".repeat(250),
                "5"
            ]),
            "1000",
        ),
        same(text("q"), json!("8080")),
        same(text("q"), json!("two\nlines & <tags>")),
        becomes(
            text("q"),
            json!("a\u{7}\u{1b}]52;c;x\u{7}b\u{2028}c"),
            json!("ab\nc"),
        ),
        same(text("q"), json!(long(10_000))),
        refused(text("q"), json!(long(10_001)), "10000"),
        refused(text("q"), json!(8080), "string"),
        refused(text("q"), json!(["8080"]), "string"),
        refused(text("q"), json!(" \n "), ""),
        same(boolean("q"), json!(true)),
        same(boolean("q"), json!(false)),
        refused(boolean("q"), json!("true"), "true or false"),
        refused(boolean("q"), json!(1), "true or false"),
        refused(boolean("q"), json!([true]), "true or false"),
        refused(boolean("q"), Value::Null, ""),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_shape_of_answer_on_both_routes() {
    let house = House::open().await;
    let page = house.page().await;
    for (n, (question, answer, expect)) in rows().into_iter().enumerate() {
        for route in ["native", "seed"] {
            let session = format!("{route}-{n}");
            let id = house.ask(&session, question.clone()).await;
            let reply = if route == "native" {
                let body = json!({ "answers": { "q": answer } });
                let path = format!("/api/interactions/{id}/answer");
                page.post(&path, body).await
            } else {
                let body = json!({ "session_id": session, "question_id": "q", "answer": answer });
                page.post("/api/task/answer", body).await
            };
            let stands = house.look(&id).await;
            match &expect {
                Expect::Answer(read) => {
                    reply.ok(200);
                    assert_eq!(stands["state"], "answered", "{question} {answer}");
                    let outcome = &stands["outcome"];
                    assert_eq!(outcome["answers"][0]["answer"], *read);
                    assert_eq!(outcome["decided_by"], "person");
                    assert_eq!(outcome["evidence"], "page");
                    assert_eq!(outcome["via"], "web");
                    assert_eq!(outcome["unanswered"], json!([]));
                }
                Expect::Refused(why) => {
                    let error = reply.refused(400, "invalid_answer");
                    let detail = &error["details"][0];
                    let said = detail["message"].as_str().unwrap();
                    assert!(said.contains(why), "{question} {answer}: {said}");
                    let path = detail["path"].as_str().unwrap();
                    assert!(path.starts_with("answers"), "{path}");
                    assert_eq!(stands["state"], "pending", "{question} {answer}");
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seeds_answer_is_in_the_seeds_words() {
    let house = House::open().await;
    for (lang, message) in [
        (None, "答案已提交，任务继续执行"),
        (Some("zh-CN"), "答案已提交，任务继续执行"),
        (Some("en"), "Answer submitted; the task goes on"),
    ] {
        let session = format!("s{lang:?}");
        house.ask(&session, choice("q")).await;
        let body = json!({ "session_id": session, "question_id": "q", "answer": "yes" });
        let mut person = house.person();
        if let Some(lang) = lang {
            person = person.with("accept-language", lang);
        }
        let done = person.post("/api/task/answer", body).await.ok(200);
        assert_eq!(done, json!({ "success": true, "message": message }));
    }
}

/// A person sends, in order, answers of the seed's form; the interaction must close with the last.
async fn one_after_another(house: &House, session: &str, calls: &[Value]) -> Value {
    let id = house.ask(session, auth()).await;
    for (n, call) in calls.iter().enumerate() {
        assert_eq!(house.look(&id).await["state"], "pending", "{session} {n}");
        let body = with(call.clone(), json!({ "session_id": session }));
        house.person().post("/api/task/answer", body).await.ok(200);
    }
    let stands = house.look(&id).await;
    assert_eq!(stands["state"], "answered", "{session}: {stands}");
    stands["outcome"]["answers"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn follow_ups_come_together_or_one_by_one() {
    let house = House::open().await;
    let parent = json!({ "question_id": "auth", "answer": "oauth2" });
    let child = json!({ "question_id": "providers", "answer": ["github"] });
    let grandchild = json!({ "question_id": "org", "answer": "acme" });
    let together = with(
        parent.clone(),
        json!({ "follow_up_answers": { "providers": ["github"], "org": "acme" } }),
    );
    let calls: [&[Value]; 3] = [
        &[together],
        &[parent.clone(), child, grandchild.clone()],
        &[
            with(
                parent,
                json!({ "follow_up_answers": { "providers": ["github"] } }),
            ),
            grandchild,
        ],
    ];
    for (n, calls) in calls.into_iter().enumerate() {
        let answers = one_after_another(&house, &format!("s{n}"), calls).await;
        let expected = json!([{
            "question_id": "auth", "header": null, "question": "Which strategy?", "answer": "oauth2",
            "follow_ups": [{
                "question_id": "providers", "header": null, "question": "Which providers?",
                "answer": ["github"],
                "follow_ups": [{ "question_id": "org", "header": null,
                                 "question": "Which organisation?", "answer": "acme" }],
            }],
        }]);
        assert_eq!(answers, expected);
    }
    let none = json!({ "question_id": "auth", "answer": "jwt" });
    let answers = one_after_another(&house, "none", &[none]).await;
    assert_eq!(answers[0]["answer"], "jwt");
    assert!(answers[0].get("follow_ups").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_is_not_answered_before_its_option_is_picked() {
    let house = House::open().await;
    let id = house.ask("s", auth()).await;
    let person = house.person();
    let early = json!({ "session_id": "s", "question_id": "providers", "answer": ["google"] });
    let early = person.post("/api/task/answer", early).await;
    early.refused(400, "invalid_answer");
    let off = json!({ "session_id": "s", "question_id": "auth", "answer": "jwt",
                      "follow_up_answers": { "providers": ["google"] } });
    let off = person.post("/api/task/answer", off).await;
    off.refused(400, "invalid_answer");
    let path = format!("/api/interactions/{id}/answer");
    let half = json!({ "answers": { "auth": "oauth2" } });
    let error = person
        .post(&path, half)
        .await
        .refused(400, "invalid_answer");
    assert_eq!(error["details"][0]["path"], "answers.providers");
    assert_eq!(house.look(&id).await["state"], "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_of_a_form_are_kept_and_not_given_twice() {
    let house = House::open().await;
    let both = json!({ "questions": [choice("q"), text("r")] });
    let id = house.ask("s", both).await;
    let path = format!("/api/interactions/{id}/answer");
    let person = house.person();
    let whole = json!({ "answers": { "q": "yes" } });
    person
        .post(&path, whole)
        .await
        .refused(400, "invalid_answer");

    let part = json!({ "answers": { "q": "yes" }, "part": true });
    let receipt = person.post(&path, part).await.ok(200);
    assert_eq!(receipt["state"], "pending");
    assert_eq!(house.look(&id).await["answered"], json!(["q"]));
    let other = json!({ "answers": { "q": "no" }, "part": true });
    let again = person.post(&path, other).await;
    again.refused(409, "already_answered");
    let seed = json!({ "session_id": "s", "question_id": "q", "answer": "no" });
    let again = person.post("/api/task/answer", seed).await;
    again.refused(400, "already_answered");

    let rest = json!({ "answers": { "r": "words" }, "part": true });
    let receipt = person.post(&path, rest).await.ok(200);
    assert_eq!(receipt["state"], "answered");
    let answers = &house.look(&id).await["outcome"]["answers"];
    assert_eq!(answers[0]["answer"], "yes");
    assert_eq!(answers[1]["answer"], "words");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_need_not_be_answered_is_reported_as_unanswered() {
    let house = House::open().await;
    let may = with(text("r"), json!({ "required": false }));
    let id = house
        .ask("s", json!({ "questions": [choice("q"), may] }))
        .await;
    let path = format!("/api/interactions/{id}/answer");
    let body = json!({ "answers": { "q": "yes" } });
    house.person().post(&path, body).await.ok(200);
    let outcome = &house.look(&id).await["outcome"];
    assert_eq!(outcome["unanswered"], json!(["r"]));
    assert_eq!(outcome["answers"].as_array().unwrap().len(), 1);

    let may = with(text("only"), json!({ "required": false }));
    let id = house.ask("none", may).await;
    let path = format!("/api/interactions/{id}/answer");
    let empty = house.person().post(&path, json!({ "answers": {} })).await;
    empty.refused(400, "invalid_answer");
    assert_eq!(house.look(&id).await["state"], "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_stands_beside_any_answer() {
    let house = House::open().await;
    for (n, question) in [choice("q"), boxes("q"), text("q"), boolean("q")]
        .into_iter()
        .enumerate()
    {
        let answer = match n {
            0 => json!("yes"),
            1 => json!(["a"]),
            2 => json!("words"),
            _ => json!(true),
        };
        for route in ["native", "seed"] {
            let session = format!("{route}-{n}");
            let id = house.ask(&session, question.clone()).await;
            let note = "only <b>today</b>\u{1b}[2J";
            if route == "native" {
                let body = json!({ "answers": [
                    { "question_id": "q", "answer": answer, "note": note },
                ]});
                let path = format!("/api/interactions/{id}/answer");
                house.person().post(&path, body).await.ok(200);
            } else {
                let body = json!({ "session_id": session, "question_id": "q", "answer": answer,
                                   "note": note });
                house.person().post("/api/task/answer", body).await.ok(200);
            }
            let outcome = &house.look(&id).await["outcome"];
            assert_eq!(outcome["answers"][0]["note"], "only <b>today</b>");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_questions_of_a_known_interaction() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let path = format!("/api/interactions/{id}/answer");
    let person = house.person();
    let stray = json!({ "answers": { "x": "yes" } });
    person
        .post(&path, stray)
        .await
        .refused(404, "question_not_found");
    let mixed = json!({ "answers": { "x": "yes", "q": "perhaps" } });
    let error = person
        .post(&path, mixed)
        .await
        .refused(400, "invalid_answer");
    assert_eq!(
        error["details"].as_array().unwrap().len(),
        2,
        "all errors at once"
    );
    assert_eq!(house.look(&id).await["state"], "pending");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_gets_the_same_receipt() {
    let house = House::open().await;
    let person = house.person();
    let id = house.ask("s", choice("q")).await;
    let path = format!("/api/interactions/{id}/answer");
    let body =
        |answer: &str, key: &str| json!({ "answers": { "q": answer }, "idempotency_key": key });
    let first = person.post(&path, body("yes", "k")).await.ok(200);
    assert_eq!(first["known"], false);
    let again = person.post(&path, body("yes", "k")).await.ok(200);
    assert_eq!(again, with(first, json!({ "known": true })));
    let other = person.post(&path, body("yes", "l")).await;
    other.refused(409, "already_answered");

    let id = house.ask("t", choice("q")).await;
    let seed = |key: &str| json!({ "session_id": "t", "question_id": "q", "answer": "yes", "idempotency_key": key });
    for _ in 0..3 {
        person.post("/api/task/answer", seed("k")).await.ok(200);
    }
    let other = person.post("/api/task/answer", seed("l")).await;
    other.refused(400, "already_answered");
    assert_eq!(house.look(&id).await["state"], "answered");

    let id = house.ask("u", choice("q")).await;
    let path = format!("/api/interactions/{id}/cancel");
    let cancel = |key: &str| json!({ "idempotency_key": key });
    person.post(&path, cancel("k")).await.ok(200);
    let again = person.post(&path, cancel("k")).await.ok(200);
    assert_eq!(again["known"], true);
    person
        .post(&path, cancel("l"))
        .await
        .refused(409, "already_answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_ask_is_the_same_interaction() {
    let house = House::open().await;
    let agent = house.agent();
    for (n, key) in ["tool_use_id", "idempotency_key"].into_iter().enumerate() {
        for session in [json!(format!("s{n}")), Value::Null] {
            let ask = |question: Value| {
                let mut body = json!({ "input": question, (key): format!("{key}-{session}") });
                if !session.is_null() {
                    body["session_id"] = session.clone();
                }
                body
            };
            let first = agent.post("/api/interactions", ask(choice("q"))).await;
            let first = first.ok(201);
            let again = agent.post("/api/interactions", ask(choice("q"))).await;
            assert_eq!(again.ok(200), first);
            let other = agent.post("/api/interactions", ask(text("r"))).await;
            other.refused(409, "idempotency_key_reused");
            let path = format!(
                "/api/interactions/{}/answer",
                first["interaction_id"].as_str().unwrap()
            );
            let body = json!({ "answers": { "q": "yes" } });
            house.person().post(&path, body).await.ok(200);
            let late = agent.post("/api/interactions", ask(choice("q"))).await;
            let late = late.ok(200);
            assert_eq!(late["interaction_id"], first["interaction_id"]);
            assert_eq!(late["state"], "answered");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_kept_until_the_answer() {
    let house = House::open().await;
    let person = house.person();
    let secret = with(text("pin"), json!({ "secret": true }));
    let id = house
        .ask("s", json!({ "questions": [boxes("q"), secret] }))
        .await;
    let path = format!("/api/interactions/{id}/draft");
    assert_eq!(person.get(&path).await.ok(200), json!({ "draft": {} }));
    let draft = json!({ "draft": { "q": { "picked": ["b", "x"], "note": "hm" },
                                   "pin": { "text": "1234" }, "stray": { "text": "?" } } });
    person.put(&path, draft).await.ok(200);
    let kept = house.page().await.get(&path).await.ok(200);
    let fitting = json!({ "draft": { "q": { "picked": ["b"], "note": "hm" } } });
    assert_eq!(kept, fitting, "only what fits, and no secret");
    person.put(&path, json!({ "draft": {} })).await.ok(200);
    assert_eq!(person.get(&path).await.ok(200), json!({ "draft": {} }));

    let answer = format!("/api/interactions/{id}/answer");
    let body = json!({ "answers": { "q": ["a"], "pin": "1234" } });
    person.post(&answer, body).await.ok(200);
    let late = person.put(&path, json!({ "draft": {} })).await;
    late.refused(409, "already_answered");
    for (path, body) in [
        ("/api/interactions/none/draft", json!({ "draft": {} })),
        (
            "/api/interactions/0190a0b0c0d0e0f00000000000000000/draft",
            json!({ "draft": {} }),
        ),
    ] {
        person
            .put(path, body)
            .await
            .refused(404, "question_not_found");
        person.get(path).await.refused(404, "question_not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_words_reach_the_asker_and_nobody_else() {
    let house = House::open().await;
    let canary = "canary-7f3a";
    let secret = with(text("pin"), json!({ "secret": true }));
    let body = json!({ "session_id": "s", "input": secret });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap();
    let path = format!("/api/interactions/{id}");
    let mut stream = house.person().stream("/api/events").await;
    let body = json!({ "answers": { "pin": canary } });
    let answer = format!("{path}/answer");
    house.person().post(&answer, body).await.ok(200);
    let collect = |token: &str| house.agent().with("sayso-collect-token", token);
    let asker = collect(asked["collect_token"].as_str().unwrap());
    let neighbour = house.session_agent("t");
    for (client, gets) in [
        (asker, json!(canary)),
        (house.session_agent("s"), json!(canary)),
        (house.agent(), Value::Null),
        (collect("another"), Value::Null),
        (collect(""), Value::Null),
    ] {
        let outcome = &client.get(&path).await.ok(200)["outcome"];
        assert_eq!(outcome["answers"][0]["answer"], gets);
    }
    neighbour
        .get(&path)
        .await
        .refused(404, "question_not_found");
    for target in [
        path.as_str(),
        "/api/sessions/s",
        "/api/sessions/s/messages",
        "/api/audit",
        "/api/interactions",
        "/metrics",
    ] {
        let reply = house.person().get(target).await;
        reply.ok(200);
        let body = String::from_utf8(reply.body).unwrap();
        assert!(!body.contains(canary), "{target}: {body}");
    }
    let events = stream.until(|event| event.kind() == "answered").await;
    assert!(!format!("{events:?}").contains(canary));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_may_say_where_one_sits_but_nobody_is_somebody_else() {
    let house = House::open().await;
    let person = house.person();
    let terminal = house.terminal_of(&person).await;
    let clients = [
        (person.clone(), "http", "script", "file"),
        (house.page().await, "web", "page", "person"),
        (terminal, "http", "terminal", "person"),
    ];
    // What is asked for, and what is recorded: the client's own way when nothing is.
    let rows = [
        (Some("owner"), Some("terminal"), Some("terminal")),
        (None, Some("inbox"), Some("inbox")),
        (None, Some("web"), Some("web")),
        (None, Some("mcp"), Some("mcp")),
        (Some("owner"), None, None),
        (None, Some("file"), Some("file")),
        (None, Some("pipe"), Some("pipe")),
        (None, Some("desk"), None),
        (None, Some("host"), None),
        (None, Some("hook"), None),
    ];
    for (client, own, evidence, decided) in &clients {
        for (n, (by, via, seen)) in rows.iter().enumerate() {
            for verb in ["answer", "cancel"] {
                let id = house
                    .ask(&format!("{own}{evidence}{verb}{n}"), choice("q"))
                    .await;
                let mut body = json!({});
                if verb == "answer" {
                    body["answers"] = json!({ "q": "yes" });
                }
                if let Some(by) = by {
                    body["by"] = json!(by);
                }
                if let Some(via) = via {
                    body["via"] = json!(via);
                }
                let path = format!("/api/interactions/{id}/{verb}");
                client.post(&path, body).await.ok(200);
                let outcome = &house.look(&id).await["outcome"];
                // Only what is less than the credential says is believed.
                let scripted = matches!(seen, Some("file" | "pipe"));
                let known = match scripted {
                    true => ("script", "file"),
                    false => (*evidence, *decided),
                };
                let got = ["by", "via", "evidence", "decided_by"].map(|name| &outcome[name]);
                let expected = ["owner", seen.unwrap_or(own), known.0, known.1];
                assert_eq!(got, expected, "{own} {verb} {by:?} {via:?}");
            }
        }
    }
    let id = house.ask("bad", choice("q")).await;
    let path = format!("/api/interactions/{id}/answer");
    for (by, via, status, code) in [
        ("owner", "nowhere", 400, "invalid_request"),
        ("ann", "web", 403, "not_your_name"),
        ("Owner", "web", 403, "not_your_name"),
        ("", "web", 403, "not_your_name"),
        ("desk", "web", 403, "not_your_name"),
    ] {
        let body = json!({ "answers": { "q": "yes" }, "by": by, "via": via });
        person.post(&path, body).await.refused(status, code);
        let body = json!({ "by": by, "via": via });
        let cancel = format!("/api/interactions/{id}/cancel");
        person.post(&cancel, body).await.refused(status, code);
    }
    assert_eq!(house.look(&id).await["state"], "pending");
}

/// A token may be a script's; a browser and a terminal that signed in are a person's.
#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_signed_in_allows() {
    let house = House::open().await;
    let person = house.person();
    let terminal = house.terminal_of(&person).await;
    let rows = [
        (person, false),
        (house.page().await, true),
        (terminal, true),
    ];
    for (n, (client, may)) in rows.into_iter().enumerate() {
        for (via, claimed) in [(None, may), (Some("terminal"), may), (Some("file"), false)] {
            for route in ["native", "seed"] {
                let session = format!("{n}{via:?}{route}");
                let id = approval(&house, &session).await;
                let answer = async |yes: bool| match route {
                    "native" => {
                        let mut body = json!({ "answers": { "q": yes } });
                        if let Some(via) = via {
                            body["via"] = json!(via);
                        }
                        let path = format!("/api/interactions/{id}/answer");
                        client.post(&path, body).await
                    }
                    _ => {
                        let body =
                            json!({ "session_id": session, "question_id": "q", "answer": yes });
                        client.post("/api/task/answer", body).await
                    }
                };
                let may = if route == "native" { claimed } else { may };
                if may {
                    answer(true).await.ok(200);
                } else {
                    let refused = answer(true).await;
                    refused.refused(403, "evidence_too_weak");
                    assert_eq!(house.look(&id).await["state"], "pending");
                    // Anybody may say no.
                    answer(false).await.ok(200);
                }
                let given = house.look(&id).await["outcome"]["answers"][0]["answer"].clone();
                assert_eq!(given, may, "{session}");
            }
        }
    }
}

/// Asks for leave; the interaction's id.
async fn approval(house: &House, session: &str) -> String {
    let body = json!({ "session_id": session, "source": "approval", "input": boolean("q") });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    asked["interaction_id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_answers_under_the_name_of_their_own_token() {
    let keys = Keys::new(PERSON, AGENT)
        .owned_by("ada")
        .and("小明", "xiao-ming-s-token");
    let house = House::with_keys(keys).await;
    let xiao_ming = house.bearer("xiao-ming-s-token");
    let pages = [house.page().await, house.page_of(&xiao_ming).await];
    let clients = [house.person(), xiao_ming].into_iter().chain(pages);
    let names = [
        ("ada", "http"),
        ("小明", "http"),
        ("ada", "web"),
        ("小明", "web"),
    ];
    for (n, (client, (by, via))) in clients.zip(names).enumerate() {
        for verb in ["answer", "cancel"] {
            let id = house.ask(&format!("{verb}{n}"), choice("q")).await;
            let body = match verb {
                "answer" => json!({ "answers": { "q": "yes" } }),
                _ => json!({}),
            };
            let path = format!("/api/interactions/{id}/{verb}");
            client.post(&path, body).await.ok(200);
            let outcome = &house.look(&id).await["outcome"];
            assert_eq!((&outcome["by"], &outcome["via"]), (&json!(by), &json!(via)));
        }
        let id = house.ask(&format!("seed{n}"), choice("q")).await;
        let body = json!({ "session_id": format!("seed{n}"), "question_id": "q", "answer": "yes" });
        client.post("/api/task/answer", body).await.ok(200);
        assert_eq!(house.look(&id).await["outcome"]["by"], by);
    }
}
