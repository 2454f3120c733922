//! Several interactions answered with one form: only where one form is what each of them asks.

use serde_json::{Value, json};

use crate::house::House;
use crate::words::{auth, boolean, boxes, choice, text, with};

const PATH: &str = "/api/interactions/answer-batch";

#[tokio::test(flavor = "multi_thread")]
async fn questions_of_one_shape_are_answered_together() {
    let house = House::open().await;
    let person = house.person();
    let plain = |session: String| {
        let house = &house;
        async move { house.ask(&session, choice("q")).await }
    };
    let (one, two) = (plain("a".into()).await, plain("b".into()).await);
    let closed = plain("c".into()).await;
    let stopped = plain("d".into()).await;
    let other = house.ask("e", boxes("q")).await;
    let cancel = format!("/api/interactions/{closed}/cancel");
    person.post(&cancel, json!({})).await.ok(200);
    let stop = json!({ "session_id": "d" });
    person.post("/api/task/interrupt", stop).await.ok(200);

    let ids = [&one, &closed, &two, &other, "nonsense", &one, &stopped];
    let body = json!({ "interaction_ids": ids, "answers": ["yes"] });
    let done = person.post(PATH, body).await.ok(200);
    assert_eq!(done["success"], false);
    let codes: Vec<Option<&str>> = done["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["error"]["code"].as_str())
        .collect();
    let expected = [
        None,
        Some("already_answered"),
        None,
        Some("shape_mismatch"),
        Some("question_not_found"),
        Some("already_answered"),
        Some("task_interrupted"),
    ];
    assert_eq!(codes, expected, "{done}");
    for (result, id) in done["results"].as_array().unwrap().iter().zip(ids) {
        assert_eq!(result["interaction_id"], id);
        assert_eq!(result["success"], result.get("error").is_none());
    }
    for id in [&one, &two] {
        let outcome = &house.look(id).await["outcome"];
        assert_eq!(outcome["answers"][0]["answer"], "yes");
    }
    assert_eq!(house.look(&other).await["state"], "pending");

    let three = plain("f".into()).await;
    for (answers, code) in [
        (json!(["yes", "no"]), "shape_mismatch"),
        (json!([]), "shape_mismatch"),
        (json!(["perhaps"]), "invalid_answer"),
    ] {
        let body = json!({ "interaction_ids": [three], "answers": answers });
        let done = person.post(PATH, body).await.ok(200);
        assert_eq!(done["results"][0]["error"]["code"], code);
    }
    for ids in [vec![], vec![three.clone(); 201]] {
        let body = json!({ "interaction_ids": ids, "answers": ["yes"] });
        person
            .post(PATH, body)
            .await
            .refused(400, "invalid_request");
    }
    let body = json!({ "interaction_ids": [three], "answers": ["yes"] });
    let done = person.post(PATH, body).await.ok(200);
    assert_eq!(done["success"], true);
}

/// A person who says yes to the first says nothing to a second that reads otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn what_reads_otherwise_is_not_answered_along() {
    let house = House::open().await;
    let person = house.person();
    let options = |fields: Value| {
        let yes = with(json!({ "id": "yes", "label": "Yes, do" }), fields);
        json!({ "options": [yes, { "id": "no", "label": "No" }] })
    };
    let file = |path: &str| json!({ "context": [{ "path": path, "lines": [1, 2] }] });
    let rows = [
        (json!({ "question_text": "Another?" }), json!({})),
        (json!({ "header": "Danger" }), json!({})),
        (json!({ "description": "Production." }), json!({})),
        (
            json!({ "description": "Staging." }),
            json!({ "description": "Production." }),
        ),
        (json!({ "allow_other": false }), json!({})),
        (json!({ "required": false }), json!({})),
        (json!({ "type": "checkbox" }), json!({})),
        (options(json!({ "label": "Yes" })), json!({})),
        (options(json!({ "description": "for ever" })), json!({})),
        (options(json!({ "default": true })), json!({})),
        (options(json!({ "preview": "rm -r" })), json!({})),
        (file("a.sql"), json!({})),
        (file("a.sql"), file("b.sql")),
    ];
    for (number, (fields, others)) in rows.into_iter().enumerate() {
        let one = house
            .ask(&format!("one-{number}"), with(choice("q"), others))
            .await;
        let session = format!("other-{number}");
        let other = house.ask(&session, with(choice("q"), fields.clone())).await;
        let body = json!({ "interaction_ids": [one, other], "answers": ["yes"] });
        let done = person.post(PATH, body).await.ok(200);
        let codes: Vec<&Value> = done["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|result| &result["error"]["code"])
            .collect();
        assert_eq!(codes, [&Value::Null, &json!("shape_mismatch")], "{fields}");
        assert_eq!(house.look(&other).await["state"], "pending", "{fields}");
    }
}

/// Their masks are what a person sees of these.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_not_given_where_none_is_asked_for() {
    let house = House::open().await;
    let secret = house
        .ask("a", with(text("q"), json!({ "secret": true })))
        .await;
    let open = house.ask("b", text("q")).await;
    let body = json!({ "interaction_ids": [secret, open], "answers": ["hunter2"] });
    let done = house.person().post(PATH, body).await.ok(200);
    assert_eq!(done["results"][1]["error"]["code"], "shape_mismatch");
    assert_eq!(house.look(&open).await["state"], "pending");
}

/// The same path is another file in another project.
#[tokio::test(flavor = "multi_thread")]
async fn files_of_two_projects_are_two_files() {
    let house = House::open().await;
    let ask = async |session: &str, project: &str| {
        let input = with(boolean("q"), json!({ "context": [{ "path": "plan.md" }] }));
        let body = json!({ "session_id": session, "project": project, "input": input });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        asked["interaction_id"].as_str().unwrap().to_owned()
    };
    let ids = [
        ask("a", "/shop").await,
        ask("b", "/shop").await,
        ask("c", "/bank").await,
    ];
    let body = json!({ "interaction_ids": ids, "answers": [true] });
    let done = house.person().post(PATH, body).await.ok(200);
    let codes: Vec<Option<&str>> = (0..3)
        .map(|at| done["results"][at]["error"]["code"].as_str())
        .collect();
    assert_eq!(codes, [None, None, Some("shape_mismatch")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn leave_to_act_is_given_one_at_a_time() {
    let house = House::open().await;
    let mut ids = Vec::new();
    for session in ["a", "b"] {
        let body = json!({ "session_id": session, "source": "approval", "input": boolean("q") });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        ids.push(asked["interaction_id"].as_str().unwrap().to_owned());
    }
    for answer in [true, false] {
        let body = json!({ "interaction_ids": ids, "answers": [answer] });
        let done = house.person().post(PATH, body).await.ok(200);
        assert_eq!(done["success"], false);
        for result in done["results"].as_array().unwrap() {
            assert_eq!(result["error"]["code"], "answer_alone");
        }
    }
    for id in &ids {
        assert_eq!(house.look(id).await["state"], "pending");
    }
}

/// What hangs under an option, or was begun already, cannot be said in one list for all.
#[tokio::test(flavor = "multi_thread")]
async fn what_one_list_cannot_answer_is_answered_alone() {
    let house = House::open().await;
    let person = house.person();
    let followed = house.ask("a", auth()).await;
    let begun = house
        .ask("b", json!({ "questions": [boolean("p"), boolean("q")] }))
        .await;
    let part = json!({ "answers": { "p": false }, "part": true });
    let path = format!("/api/interactions/{begun}/answer");
    person.post(&path, part).await.ok(200);
    for (id, answers) in [(&followed, json!(["jwt"])), (&begun, json!([true, true]))] {
        let body = json!({ "interaction_ids": [id], "answers": answers });
        let done = person.post(PATH, body).await.ok(200);
        assert_eq!(done["results"][0]["error"]["code"], "answer_alone");
        assert_eq!(house.look(id).await["state"], "pending");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_go_along_and_a_repeated_call_is_the_same_call() {
    let house = House::open().await;
    let person = house.person();
    let questions =
        || json!({ "questions": [choice("p"), with(text("q"), json!({ "required": false }))] });
    let ids = [
        house.ask("a", questions()).await,
        house.ask("b", questions()).await,
    ];
    let body = json!({ "interaction_ids": ids, "answers": ["yes", null],
                       "notes": ["but not on Friday"], "idempotency_key": "once" });
    for _ in 0..2 {
        let done = person.post(PATH, body.clone()).await.ok(200);
        assert_eq!(done["success"], true, "{done}");
    }
    for id in &ids {
        let outcome = &house.look(id).await["outcome"];
        assert_eq!(outcome["answers"][0]["note"], "but not on Friday");
        assert_eq!(outcome["answers"][0]["answer"], "yes");
        assert_eq!(outcome["unanswered"], json!(["q"]));
    }
    let late = house.ask("c", questions()).await;
    let body = json!({ "interaction_ids": [late], "answers": ["yes", null],
                       "notes": ["a", "b", "a note too many"] });
    let done = person.post(PATH, body).await.ok(200);
    assert_eq!(done["results"][0]["error"]["code"], "shape_mismatch");
}
