//! Several nodes on one database: whatever is held in one process's memory would show here.

use serde_json::json;

use crate::house::House;
use crate::words::{choice, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_session_moves_between_nodes_at_every_call() {
    let nodes = House::nodes::<3>().await;
    let [one, two, three] = &nodes;
    for n in 0..9 {
        let house = |k: usize| &nodes[(n + k) % 3];
        let question = format!("q{n}");
        let body = json!({ "session_id": "s", "tool_use_id": format!("t{n}"),
                           "input": choice(&question) });
        let agent = house(0).agent();
        let asked = agent.post("/api/interactions", body.clone()).await.ok(201);
        let id = asked["interaction_id"].clone();
        let path = format!("/api/interactions/{}", id.as_str().unwrap());
        // Asking again elsewhere is the same ask.
        let again = house(1).agent().post("/api/interactions", body).await;
        assert_eq!(again.ok(200)["interaction_id"], id);
        let (agent, target) = (house(1).agent(), format!("{path}?wait=40"));
        let waiting = tokio::spawn(async move { agent.get(&target).await.ok(200) });
        let answer = json!({ "session_id": "s", "question_id": question, "answer": "yes" });
        let person = house(2).person();
        person
            .post("/api/task/answer", answer.clone())
            .await
            .ok(200);
        assert_eq!(waiting.await.unwrap()["outcome"]["state"], "answered");
        // What one has seen closed, no other calls open.
        let late = house(1).person().post("/api/task/answer", answer).await;
        late.refused(400, "already_answered");
    }
    assert_eq!(one.log().await, two.log().await);
    let log = three.log().await;
    let decided = log
        .iter()
        .filter(|fact| fact["fact"]["fact"] != "delivered");
    assert_eq!(decided.count(), 1 + 2 * 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_holds_codes_and_cookies_are_everywhere() {
    let [one, two, three] = House::nodes::<3>().await;
    let body = json!({ "session_id": "s", "input": choice("q"), "timeout_seconds": 10 });
    let asked = one.agent().post("/api/interactions", body).await.ok(201);
    let path = format!(
        "/api/interactions/{}",
        asked["interaction_id"].as_str().unwrap()
    );
    let draft = json!({ "draft": { "q": { "note": "half a sent" } } });
    two.person()
        .put(&format!("{path}/draft"), draft.clone())
        .await
        .ok(200);
    let kept = three.person().get(&format!("{path}/draft")).await.ok(200);
    assert_eq!(kept["draft"], draft["draft"]);

    // The clock is held on one node and let go on another; meanwhile nobody's time runs out.
    let hold = |hold: bool| json!({ "hold": hold });
    three
        .person()
        .post(&format!("{path}/hold"), hold(true))
        .await
        .ok(200);
    one.advance(60_000);
    for node in [&one, &two, &three] {
        node.handle().clock_moved().await.unwrap();
        assert_eq!(node.agent().get(&path).await.ok(200)["state"], "pending");
    }
    two.person()
        .post(&format!("{path}/hold"), hold(false))
        .await
        .ok(200);
    three.later(10_000).await;
    let closed = one.agent().get(&path).await.ok(200);
    assert_eq!(closed["outcome"]["state"], "timeout");

    // A code from one node signs in at another, once; the cookie is good at the third.
    let code = one
        .person()
        .post("/api/login/code", json!({}))
        .await
        .ok(200)["code"]
        .clone();
    let login = json!({ "code": code });
    let first = two.anyone().post("/api/login", login.clone()).await;
    first.ok(200);
    three
        .anyone()
        .post("/api/login", login)
        .await
        .refused(401, "invalid_code");
    let cookie = first.head.get("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let page = three.anyone().with("cookie", cookie);
    let secret = first.json()["secret"].as_str().unwrap().to_owned();
    let page = page.with("x-sayso-session", secret);
    page.get("/api/interactions").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_goes_on_at_another_node() {
    let nodes = House::nodes::<3>().await;
    let mut seen = Vec::new();
    let mut last = 0;
    for n in 0..9 {
        let mut stream = nodes[n % 3]
            .person()
            .stream_after("/api/events", last)
            .await;
        // Two nodes write at once, a third tells of it.
        let (here, there) = (&nodes[(n + 1) % 3], &nodes[(n + 2) % 3]);
        let (a, b) = (format!("a{n}"), format!("b{n}"));
        tokio::join!(here.ask(&a, text("q")), there.ask(&b, text("q")));
        let asked = |event: &crate::stream::Event| event.kind() == "ask_user_question";
        for _ in 0..2 {
            let events = stream.until(asked).await;
            for event in &events {
                let is_first = event.name == "snapshot" && last == 0;
                assert!(
                    is_first || event.id > last,
                    "in order, and none twice: {} {} after {last}",
                    event.name,
                    event.id
                );
                last = event.id;
            }
            let session = &events.last().unwrap().data["session_id"];
            seen.push(session.as_str().unwrap().to_owned());
        }
    }
    seen.sort();
    let mut all: Vec<String> = (0..9)
        .flat_map(|n| [format!("a{n}"), format!("b{n}")])
        .collect();
    all.sort();
    assert_eq!(seen, all, "nothing missed");
}
