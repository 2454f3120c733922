//! Who gets in, with what, and how long it may take.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use sayso_core::limits::INPUT_BYTES;
use sayso_web::{BothTokens, Keys};
use serde_json::{Value, json};

use crate::client::Client;
use crate::documented::{self, Documented};
use crate::house::{AGENT, House, PERSON};
use crate::wire::{PATIENCE, Wire};
use crate::words::choice;

/// What changes most: answering. Says whether it did.
pub(crate) async fn tries_to_answer(client: &Client, id: &str) -> crate::client::Reply {
    let body = json!({ "answers": { "q": "yes" } });
    client
        .post(&format!("/api/interactions/{id}/answer"), body)
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_are_refused() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let (ours, page) = (house.address, house.page().await);
    for client in [house.person(), page.clone()] {
        for origin in [
            "http://evil.test".to_owned(),
            "null".into(),
            "".into(),
            "file://".into(),
            "http://localhost".into(),
            "http://127.0.0.1".into(),
            format!("http://127.0.0.1:{}", ours.port() ^ 1),
            format!("http://{ours}.evil.test"),
            format!("http://evil.test#{ours}"),
            format!("http://user@{ours}"),
            format!("http://{ours}/path"),
            format!("ftp://{ours}"),
            format!("chrome-extension://{ours}"),
            format!("{ours}"),
            format!("http://{ours}, http://evil.test"),
            "http://\u{e9}vil.test".into(),
        ] {
            let reply = tries_to_answer(&client.with("origin", &origin), &id).await;
            reply.refused(403, "origin_not_allowed");
            let reply = client
                .with("origin", &origin)
                .get("/api/interactions")
                .await;
            reply.refused(403, "origin_not_allowed");
        }
        for site in [
            "cross-site",
            "same-site",
            "CROSS-SITE",
            "nonsense",
            "",
            "\u{e9}",
        ] {
            let reply = tries_to_answer(&client.with("sec-fetch-site", site), &id).await;
            reply.refused(403, "origin_not_allowed");
        }
    }
    assert_eq!(house.look(&id).await["state"], "pending");
    let own = page
        .with("origin", format!("http://localhost:{}", ours.port()))
        .with("sec-fetch-site", "same-origin");
    tries_to_answer(&own, &id).await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_origin_does_not_hide_behind_the_first() {
    let house = House::open().await;
    let port = house.address.port();
    for (name, first, second) in [
        (
            "origin",
            format!("http://localhost:{port}"),
            "http://evil.test",
        ),
        ("sec-fetch-site", "same-origin".into(), "cross-site"),
    ] {
        let mut wire = Wire::connect(house.address).await;
        let request = format!(
            "GET /api/interactions HTTP/1.1\r\nhost: localhost:{port}\r\n\
             authorization: Bearer {PERSON}\r\n{name}: {first}\r\n{name}: {second}\r\n\r\n"
        );
        wire.write(request.as_bytes()).await;
        assert_eq!(wire.head().await.unwrap().status, 403, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rebound_host_names_are_refused() {
    let house = House::with(|web, _| web.hosts = vec!["desk.example:443".into()]).await;
    let port = house.address.port();
    for host in [
        "evil.test".to_owned(),
        format!("evil.test:{port}"),
        "".into(),
        "localhost".into(),
        "127.0.0.1".into(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.1:{port}"),
        format!("2130706433:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("localhost.evil.test:{port}"),
        format!("localhost.:{port}"),
        format!("evil@localhost:{port}"),
        format!("localhost:{port}/"),
        format!("localhost:{port},evil.test"),
        format!("localhost:0{port}"),
        "desk.example".into(),
        "desk.example:80".into(),
        format!("\u{e9}:{port}"),
    ] {
        let reply = house.person().with("host", &host).get("/healthz").await;
        reply.refused(403, "host_not_allowed");
    }
    for host in [
        format!("localhost:{port}"),
        format!("LocalHost:{port}"),
        format!("127.0.0.1:{port}"),
        format!("[::1]:{port}"),
        "desk.example:443".into(),
    ] {
        house
            .person()
            .with("host", &host)
            .get("/healthz")
            .await
            .ok(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_is_one_and_the_target_is_not_another() {
    let house = House::open().await;
    let ours = house.address;
    for (request, status) in [
        ("GET /healthz HTTP/1.1\r\n\r\n".to_owned(), 403),
        ("GET /healthz HTTP/1.0\r\n\r\n".into(), 403),
        (
            format!("GET /healthz HTTP/1.0\r\nhost: {ours}\r\n\r\n"),
            200,
        ),
        (
            format!("GET /healthz HTTP/1.1\r\nhost: {ours}\r\nhost: evil.test\r\n\r\n"),
            403,
        ),
        (
            format!("GET /healthz HTTP/1.1\r\nhost: {ours}\r\nhost: {ours}\r\n\r\n"),
            403,
        ),
        (
            format!("GET http://evil.test/healthz HTTP/1.1\r\nhost: {ours}\r\n\r\n"),
            403,
        ),
        (
            format!("GET http://{ours}/healthz HTTP/1.1\r\nhost: evil.test\r\n\r\n"),
            403,
        ),
        (
            format!("GET http://{ours}/healthz HTTP/1.1\r\nhost: {ours}\r\n\r\n"),
            200,
        ),
    ] {
        let mut wire = Wire::connect(ours).await;
        wire.write(request.as_bytes()).await;
        let head = wire.head().await.unwrap();
        assert_eq!(head.status, status, "{request}");
        assert_eq!(head.get("x-content-type-options"), Some("nosniff"));
    }
}

/// Who may not call is sent away before anything of the body is looked at, whatever else is wrong with it.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_told_nothing_about_their_bodies() {
    let house = House::open().await;
    let before = house.log().await;
    let doors = [
        ("host", "evil.test", "host_not_allowed"),
        ("origin", "http://evil.test", "origin_not_allowed"),
        ("sec-fetch-site", "cross-site", "origin_not_allowed"),
    ];
    let bodies = [
        ("broken", b"{\"input\":".to_vec()),
        ("no UTF-8", vec![0xff; 9]),
        ("of another form", b"[]".to_vec()),
        ("oversize", vec![b'x'; 256 * 1024 + 1]),
        ("far oversize", vec![b'x'; 2 * 1024 * 1024]),
    ];
    for (name, value, code) in doors {
        for (what, body) in &bodies {
            for client in [house.agent(), house.person(), house.anyone()] {
                let stranger = client.with(name, value);
                let reply = stranger
                    .send("POST", "/api/interactions", Some(body.clone()))
                    .await;
                let error = reply.refused(403, code);
                assert_eq!(error["details"], json!([]), "{name}, {what}");
            }
        }
    }
    // It does not even wait for the body.
    for (name, value, _) in doors {
        let stranger = house.agent().with(name, value);
        let request = stranger.request("POST", "/api/interactions", Some(&[b'x'; 9]));
        let mut wire = Wire::connect(house.address).await;
        wire.write(&request[..request.len() - 9]).await;
        assert_eq!(wire.head().await.unwrap().status, 403, "{name}");
    }
    assert_eq!(house.log().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_and_other_types_change_nothing() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let path = format!("/api/interactions/{id}/answer");
    let body = || Some(br#"{"answers":{"q":"yes"}}"#.to_vec());
    for client in [house.person(), house.page().await] {
        for kind in [
            "application/x-www-form-urlencoded",
            "text/plain",
            "text/plain; application/json",
            "multipart/form-data; boundary=x",
            "application/jsonp",
            "application/json-patch+json",
            "text/json",
            "",
        ] {
            let form = client.with("content-type", kind);
            form.send("POST", &path, body())
                .await
                .refused(415, "json_only");
        }
        client
            .send("POST", &path, None)
            .await
            .refused(415, "json_only");
    }
    assert_eq!(house.look(&id).await["state"], "pending");
    let json = house
        .person()
        .with("content-type", "Application/JSON; charset=utf-8");
    json.send("POST", &path, body()).await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn get_changes_nothing_and_wrong_methods_are_told() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let before = house.log().await;
    let person = house.person().with("content-type", "application/json");
    let all = documented::operations();
    let mut paths: Vec<&str> = all.iter().map(|one| one.path.as_str()).collect();
    paths.dedup();
    for path in paths {
        let has = |method: &str| {
            all.iter()
                .any(|one| one.path == path && one.method == method)
        };
        let target = path.replace("{id}", &id);
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
        ] {
            if !has(method) {
                let body = Some(br#"{"answers":{"q":"yes"},"session_id":"s"}"#.to_vec());
                let reply = person.send(method, &target, body).await;
                reply.refused(405, "method_not_allowed");
                let allowed = reply.head.get("allow").unwrap_or_default();
                assert!(allowed.split(',').all(|one| one == "HEAD" || has(one)));
            }
        }
    }
    assert_eq!(house.log().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_good_credential_nobody_gets_in() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let before = house.log().await;
    let other = sayso_web::Keys::new("x", "y")
        .session_token(&"s".into())
        .unwrap();
    let session = house.keys.session_token(&"s".into()).unwrap();
    let strangers = [
        house.anyone(),
        house.bearer(""),
        house.bearer("wrong"),
        house.bearer(&PERSON[1..]),
        house.bearer(&format!("{PERSON}x")),
        house.bearer(&PERSON.to_uppercase()),
        house.bearer(&other),
        house.bearer(&session.replace("s.73.", "s.74.")),
        house.bearer(&session[..session.len() - 1]),
        house.bearer("s..".trim()),
        house.bearer("s.7.00"),
        house.anyone().with("authorization", PERSON),
        house
            .anyone()
            .with("authorization", format!("Basic {PERSON}")),
        house.anyone().with("authorization", "Bearer"),
        house
            .anyone()
            .with("authorization", format!("Bearer \u{e9}{PERSON}")),
        house.anyone().with("cookie", format!("sayso={PERSON}")),
        house.anyone().with("x-token", PERSON),
        house.anyone().with("x-sayso-session", PERSON),
    ];
    for operation in documented::operations() {
        if !operation.is_guarded() {
            continue;
        }
        let target = operation.path.replace("{id}", &id);
        for stranger in &strangers {
            let reply = stranger
                .send(&operation.method, &target, body(&operation))
                .await;
            // A page learns that it was signed in once.
            let code = match stranger.header("cookie") {
                Some(_) => "sign_in_again",
                None => "unauthorized",
            };
            reply.refused(401, code);
            assert_eq!(reply.head.get("www-authenticate"), Some("Bearer"));
        }
        let in_url = format!("{target}?token={PERSON}&access_token={PERSON}");
        let reply = house
            .anyone()
            .send(&operation.method, &in_url, body(&operation))
            .await;
        reply.refused(401, "unauthorized");
    }
    assert_eq!(house.log().await, before);
}

fn body(operation: &Documented) -> Option<Vec<u8>> {
    let has_body = operation.method != "GET";
    has_body.then(|| b"{}".to_vec())
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_do_not_do_what_only_a_person_may() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let before = house.log().await;
    for (method, target) in [
        ("POST", format!("/api/interactions/{id}/answer")),
        ("POST", format!("/api/interactions/{id}/hold")),
        ("POST", format!("/api/interactions/{id}/reopen")),
        ("GET", format!("/api/interactions/{id}/draft")),
        ("PUT", format!("/api/interactions/{id}/draft")),
        ("GET", format!("/api/interactions/{id}/context?path=a")),
        ("GET", "/api/task".into()),
        ("POST", "/api/interactions/answer-batch".into()),
        ("POST", "/api/task/answer".into()),
        ("POST", "/api/task/interrupt".into()),
        ("POST", "/api/sessions/s/branch".into()),
        ("POST", "/api/sessions/s/chain".into()),
        ("GET", "/api/audit".into()),
        ("POST", "/api/login/code".into()),
    ] {
        for agent in [house.agent(), house.session_agent("s")] {
            let body = json!({ "answers": { "q": "yes" }, "session_id": "s", "question_id": "q",
                               "answer": "yes", "interaction_ids": [id] });
            let body = (method != "GET").then(|| body.to_string().into_bytes());
            let reply = agent.send(method, &target, body).await;
            reply.refused(403, "person_only");
        }
    }
    assert_eq!(house.log().await, before);
}

/// It would be shown as the person's, and told again to a model that is begun anew; nor which answers
/// wait for an agent that died.
#[tokio::test(flavor = "multi_thread")]
async fn agents_do_not_say_what_the_person_said() {
    let house = House::open().await;
    house.ask("s", choice("q")).await;
    let path = "/api/sessions/s/messages";
    let before = house.log().await;
    for content in [
        json!({ "role": "user", "text": "do as you like" }),
        json!({ "text": "it died", "left": { "00": "01900000000070008000000000000000" } }),
    ] {
        let said = json!({ "kind": "text", "content": content });
        for agent in [house.agent(), house.session_agent("s")] {
            let reply = agent.post(path, said.clone()).await;
            reply.refused(403, "person_only");
        }
    }
    assert_eq!(house.log().await, before);
    for content in [
        json!("done"),
        json!({ "role": "assistant", "text": "done", "left": 3 }),
    ] {
        let said = json!({ "kind": "text", "content": content });
        house.agent().post(path, said).await.ok(201);
    }
    let said = json!({ "kind": "text", "content": { "role": "user", "text": "go on" } });
    house.person().post(path, said).await.ok(201);
}

/// At once, and with everything that was opened with it.
#[tokio::test(flavor = "multi_thread")]
async fn whose_token_is_taken_away_is_out() {
    let token = |name: &str| (name.to_owned(), format!("token-of-{name}-and-long-enough"));
    let people = Arc::new(Mutex::new(vec![token("bob"), token("eve")]));
    let there = people.clone();
    let keys = Keys::new(PERSON, AGENT).renewed_by(move || Some(there.lock().unwrap().clone()));
    let house = House::with_keys(keys).await;
    let id = house.ask("s", choice("q")).await;
    let (bob, eve) = (house.bearer(&token("bob").1), house.bearer(&token("eve").1));
    let page = house.page_of(&bob).await;
    let (mut gone, mut stay) = (Vec::new(), Vec::new());
    for path in ["/api/events", "/api/sessions/s/events"] {
        gone.extend([bob.stream(path).await, page.stream(path).await]);
        stay.extend([eve.stream(path).await, house.agent().stream(path).await]);
    }
    for stream in gone.iter_mut().chain(&mut stay) {
        assert_eq!(stream.next().await.kind(), "snapshot");
    }
    people.lock().unwrap().remove(0);
    for (client, code) in [(&bob, "unauthorized"), (&page, "sign_in_again")] {
        let reply = tries_to_answer(client, &id).await;
        reply.refused(401, code);
    }
    for mut stream in gone {
        assert!(stream.try_next().await.is_none());
    }
    tries_to_answer(&eve, &id).await.ok(200);
    for mut stream in stay {
        assert_eq!(stream.next().await.kind(), "answered");
    }
}

/// Also when there is always more to tell.
#[tokio::test(flavor = "multi_thread")]
async fn whose_token_is_taken_away_is_out_in_the_middle_of_a_flood() {
    let token = "token-of-bob-and-long-enough";
    let people = Arc::new(Mutex::new(vec![("bob".to_owned(), token.to_owned())]));
    let there = people.clone();
    let keys = Keys::new(PERSON, AGENT).renewed_by(move || Some(there.lock().unwrap().clone()));
    let house = House::with_keys(keys).await;
    let bob = house.bearer(token);
    let mut stream = bob.stream("/api/events").await;
    let handle = house.handle();
    let flood = tokio::spawn(async move {
        loop {
            let open = |_| handle.open(uuid::Uuid::now_v7().to_string().into(), Default::default());
            for opened in (0..100).map(open).collect::<Vec<_>>() {
                opened.await.unwrap();
            }
        }
    });
    for _ in 0..500 {
        stream.next().await;
    }
    people.lock().unwrap().clear();
    let reply = bob.get("/api/sessions").await;
    reply.refused(401, "unauthorized");
    while stream.try_next().await.is_some() {}
    assert!(!flood.is_finished());
    flood.abort();
}

/// So are the owner and agents whose token is another, or gone.
#[tokio::test(flavor = "multi_thread")]
async fn whose_token_is_another_is_out() {
    let both = |person: Option<&str>, agent: Option<&str>| BothTokens {
        person: person.map(str::to_owned),
        agent: agent.map(str::to_owned),
    };
    let there = Arc::new(Mutex::new(both(Some(PERSON), Some(AGENT))));
    let known = there.clone();
    let keys =
        Keys::new(PERSON, AGENT).both_renewed_by(move || Some(known.lock().unwrap().clone()));
    let house = House::with_keys(keys).await;
    let id = house.ask("s", choice("q")).await;
    let old = [
        house.person(),
        house.page().await,
        house.agent(),
        house.session_agent("s"),
    ];
    let mut streams = Vec::new();
    for client in &old {
        let mut stream = client.stream("/api/sessions/s/events").await;
        assert_eq!(stream.next().await.kind(), "snapshot");
        streams.push(stream);
    }
    let (person, agent) = (
        "another-person-s-token-of-length",
        "another-agent-s-token-of-length",
    );
    *there.lock().unwrap() = both(Some(person), Some(agent));
    for client in &old {
        let reply = client.get("/api/sessions/s").await;
        assert_eq!(reply.status(), 401);
    }
    for mut stream in streams {
        assert!(stream.try_next().await.is_none());
    }
    house.bearer(agent).get("/api/sessions/s").await.ok(200);
    tries_to_answer(&house.bearer(person), &id).await.ok(200);
    // A token that is gone lets nobody in, and nothing can be signed with it.
    *there.lock().unwrap() = both(None, None);
    let with_nothing = Keys::new("", "").session_token(&"s".into()).unwrap();
    for token in [person, agent, "", &with_nothing] {
        let reply = house.bearer(token).get("/api/sessions/s").await;
        reply.refused(401, "unauthorized");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_of_one_session_does_nothing_in_another() {
    let house = House::open().await;
    house.ask("mine", choice("q")).await;
    let theirs = house.ask("theirs", choice("q")).await;
    let (mine, before) = (house.session_agent("mine"), house.log().await);
    let ask = || json!({ "session_id": "theirs", "input": choice("r") });
    let say = || json!({ "kind": "text", "content": "words" });
    let task = || json!({ "session_id": "theirs", "agent": "script" });
    let rows: [(&str, String, Option<Value>, &str); 9] = [
        (
            "POST",
            "/api/interactions".into(),
            Some(ask()),
            "session_not_found",
        ),
        (
            "POST",
            "/api/task".into(),
            Some(task()),
            "session_not_found",
        ),
        (
            "GET",
            format!("/api/interactions/{theirs}"),
            None,
            "question_not_found",
        ),
        (
            "GET",
            format!("/api/interactions/{theirs}?wait=9"),
            None,
            "question_not_found",
        ),
        (
            "POST",
            format!("/api/interactions/{theirs}/cancel"),
            Some(json!({})),
            "question_not_found",
        ),
        (
            "GET",
            "/api/task/stream?session_id=theirs".into(),
            None,
            "session_not_found",
        ),
        (
            "GET",
            "/api/sessions/theirs".into(),
            None,
            "session_not_found",
        ),
        (
            "GET",
            "/api/sessions/theirs/messages".into(),
            None,
            "session_not_found",
        ),
        (
            "GET",
            "/api/sessions/theirs/events".into(),
            None,
            "session_not_found",
        ),
    ];
    for (method, target, body, code) in rows {
        let body = body.map(|body| body.to_string().into_bytes());
        let reply = mine.send(method, &target, body.clone()).await;
        reply.refused(404, code);
        // What is not there looks the same.
        if target.contains("/api/sessions/") || target.contains(&theirs) {
            let nowhere = target
                .replace("theirs", "nowhere")
                .replace(&theirs, "01900000000070008000000000000000");
            let none = mine.send(method, &nowhere, body).await;
            assert_eq!(none.json(), reply.json(), "{nowhere}");
        }
    }
    let reply = mine.post("/api/sessions/theirs/messages", say()).await;
    reply.refused(404, "session_not_found");
    for (target, list, key) in [
        ("/api/interactions", "interactions", "session_id"),
        ("/api/sessions", "sessions", "session_id"),
    ] {
        let listed = mine.get(target).await.ok(200);
        let listed = listed[list].as_array().unwrap();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0][key], "mine");
    }
    // Without a name it asks in its own.
    let asked = mine.post("/api/interactions", json!({ "input": choice("r") }));
    assert_eq!(asked.await.ok(201)["session_id"], "mine");
    let after = house.log().await;
    assert_eq!(after.len(), before.len() + 1);
    let fact = &after[after.len() - 1];
    assert_eq!(fact["session"], "mine");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_agent_sees_its_own_however_many_others_are_open() {
    let house = House::open().await;
    let asks: Vec<_> = (0..1_005)
        .map(|n| {
            let mut ask = sayso_desk::NewAsk::new(
                sayso_core::dialect::parse(&choice("q"), &sayso_core::limits::Limits::api())
                    .unwrap(),
            );
            ask.session = Some(format!("other-{n}").into());
            house.handle().ask(ask)
        })
        .collect();
    for ask in asks {
        ask.await.unwrap();
    }
    let id = house.ask("mine", choice("q")).await;
    let mine = house.session_agent("mine");
    let listed = mine.get("/api/interactions?limit=1").await.ok(200);
    assert_eq!(listed["interactions"][0]["interaction_id"], id);
    for client in [house.person(), mine.clone()] {
        let mut stream = client.stream("/api/sessions/mine/events").await;
        let snapshot = stream.next().await;
        assert_eq!(snapshot.data["pending"][0]["interaction_id"], id);
    }
    let snapshot = mine.stream("/api/events").await.next().await;
    assert_eq!(snapshot.data["pending"][0]["interaction_id"], id);
    let body = json!({ "session_id": "other-3", "question_id": "q", "answer": "yes" });
    house.person().post("/api/task/answer", body).await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_bodies_are_told_what_is_wrong_with_them() {
    let house = House::open().await;
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    let rows: Vec<(Vec<u8>, &str)> = vec![
        (b"{".to_vec(), "not valid JSON"),
        (b"{}x".to_vec(), "not valid JSON"),
        (b"nul".to_vec(), "not valid JSON"),
        (b"\xff\xfe".to_vec(), "not valid JSON"),
        (b"\xef\xbb\xbf{}".to_vec(), "not valid JSON"),
        (b"{\"input\":1e400}".to_vec(), "not valid JSON"),
        (b"{\"input\":NaN}".to_vec(), "not valid JSON"),
        (b"{\"input\":\"\\ud800\"}".to_vec(), "not valid JSON"),
        (br#"{"input":1,"input":2}"#.to_vec(), "twice"),
        (br#"{"input":{"a":1,"a":2}}"#.to_vec(), "twice"),
        (format!("{{\"input\":{}}}", deep(32)).into(), "deeper"),
        (deep(100_000).into(), "deeper"),
        (b"[]".to_vec(), ""),
        (b"null".to_vec(), ""),
        (b"7".to_vec(), ""),
        (b"{}".to_vec(), "input"),
        (b"".to_vec(), "input"),
        (br#"{"input":{},"surprise":1}"#.to_vec(), "surprise"),
        (br#"{"input":{},"timeout_seconds":-1}"#.to_vec(), ""),
        (br#"{"input":{},"timeout_seconds":"9"}"#.to_vec(), ""),
        (br#"{"input":{},"total_rounds":4294967296}"#.to_vec(), ""),
        (br#"{"input":{},"source":"magic"}"#.to_vec(), "magic"),
        (br#"{"input":{},"agent":{"kind":"boss"}}"#.to_vec(), "boss"),
    ];
    for (bytes, why) in rows {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        let reply = house
            .agent()
            .send("POST", "/api/interactions", Some(bytes))
            .await;
        let error = reply.refused(400, "invalid_request");
        let said = error["details"][0].to_string();
        assert!(said.contains(why), "{shown}: {said}");
    }
    let deepest = format!("{{\"input\":{}}}", deep(31));
    let reply = house
        .agent()
        .send("POST", "/api/interactions", Some(deepest.into()))
        .await;
    reply.refused(400, "invalid_question");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversize_body_is_refused_and_not_kept() {
    let house = House::open().await;
    let body = vec![b'x'; 2 * 1024 * 1024];
    for (client, status) in [(house.agent(), 413), (house.anyone(), 401)] {
        let reply = client
            .send("POST", "/api/interactions", Some(body.clone()))
            .await;
        assert_eq!(reply.status(), status);
    }
    // The same in chunks, without telling its size beforehand.
    let mut wire = Wire::connect(house.address).await;
    let agent = house.agent().with("content-type", "application/json");
    let agent = agent.with("transfer-encoding", "chunked");
    wire.write(&agent.request("POST", "/api/interactions", None))
        .await;
    let chunk = [b"10000\r\n".as_slice(), &[b'x'; 65_536], b"\r\n"].concat();
    for _ in 0..5 {
        wire.write(&chunk).await;
    }
    assert_eq!(wire.head().await.unwrap().status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests_get_no_more_than_an_error() {
    let house = House::open().await;
    let ours = house.address;
    let auth = format!("host: {ours}\r\nauthorization: Bearer {PERSON}\r\n");
    let json = "content-type: application/json\r\n";
    for request in [
        "\r\n\r\nnonsense\r\n\r\n".to_owned(),
        "GET\r\n\r\n".into(),
        format!("GET / HTTP/9.9\r\n{auth}\r\n"),
        format!("GET /healthz HTTP/1.1\r\n{auth}bad header\r\n\r\n"),
        format!("GET /healthz HTTP/1.1\r\n{auth}x: a\0b\r\n\r\n"),
        format!("GET /heal thz HTTP/1.1\r\n{auth}\r\n"),
        format!("POST /api/login HTTP/1.1\r\n{auth}{json}content-length: -1\r\n\r\n{{}}"),
        format!(
            "POST /api/login HTTP/1.1\r\n{auth}{json}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}x"
        ),
        format!("POST /api/login HTTP/1.1\r\n{auth}{json}transfer-encoding: chunked\r\n\r\nzz\r\n"),
        format!("POST /api/login HTTP/1.1\r\n{auth}{json}transfer-encoding: xyz\r\n\r\n{{}}"),
        format!(
            "GET /healthz HTTP/1.1\r\n{auth}x: {}\r\n\r\n",
            "x".repeat(1024 * 1024)
        ),
        format!(
            "GET /healthz HTTP/1.1\r\n{auth}{}\r\n",
            "x: y\r\n".repeat(100_000)
        ),
        format!("GET /{} HTTP/1.1\r\n{auth}\r\n", "x".repeat(100_000)),
    ] {
        let shown: String = request.chars().take(80).collect();
        let mut wire = Wire::connect(ours).await;
        wire.write(request.as_bytes()).await;
        let head = wire.head().await;
        let status = head.map_or(0, |head| head.status);
        assert!(
            status == 0 || (400..500).contains(&status),
            "{shown}: {status}"
        );
    }
    for target in [
        "//healthz",
        "/healthz/",
        "/./healthz",
        "/api/%2e%2e/healthz",
        "/api/../healthz",
        "/API/interactions",
        "/api/interactions/",
        "*",
    ] {
        let reply = house.person().get(target).await;
        assert_eq!(reply.status(), 404, "{target}");
    }
    house.person().get("/healthz").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_one_behind_the_other_are_answered_in_order() {
    let house = House::open().await;
    let mut wire = Wire::connect(house.address).await;
    let person = house.person();
    let both = [
        person.request("GET", "/healthz", None),
        person.request("GET", "/api/sessions/none", None),
    ];
    wire.write(&both.concat()).await;
    for status in [200, 404] {
        let head = wire.head().await.unwrap();
        assert_eq!(head.status, status);
        wire.body(&head).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_too_slow_is_cut_off() {
    let house = House::with(|web, _| web.head_time = Duration::from_millis(300)).await;
    let get = house.agent().request("GET", "/healthz", None);

    // Each of these waits for the close itself, which comes long before the test loses patience.
    let mut silent = Wire::connect(house.address).await;
    assert_eq!(silent.rest().await, b"", "nothing sent at all");

    let mut slow_head = Wire::connect(house.address).await;
    slow_head.write(&get[..get.len() - 2]).await;
    let rest = slow_head.rest().await;
    assert!(!rest.starts_with(b"HTTP/1.1 2"), "half a head");

    let mut trickle = Wire::connect(house.address).await;
    let mut alive = true;
    trickle.write(b"GET /healthz HTTP/1.1\r\n").await;
    for _ in 0..2_000 {
        alive = alive && trickle.write(b"x: y\r\n").await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        if !alive {
            break;
        }
    }
    assert!(!alive, "a head that never ends");

    let mut idle = Wire::connect(house.address).await;
    let head = loop {
        idle.write(&get).await;
        match idle.head().await {
            Some(head) => break head,
            // We were too slow for this ourselves.
            None => idle = Wire::connect(house.address).await,
        }
    };
    idle.body(&head).await.unwrap();
    assert_eq!(idle.rest().await, b"", "nothing after the first request");
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_body_is_too_slow_is_told() {
    let house = House::with(|web, _| web.body_time = Duration::from_millis(300)).await;
    let agent = house.agent().with("content-type", "application/json");
    let post = agent.request("POST", "/api/interactions", Some(&[b'x'; 9]));
    let mut slow_body = Wire::connect(house.address).await;
    slow_body.write(&post[..post.len() - 9]).await;
    slow_body.write(b"{").await;
    let head = slow_body.head().await.unwrap();
    assert_eq!(head.status, 408);
    let body = slow_body.body(&head).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(body["error"]["code"], "too_slow");
    assert_eq!(slow_body.rest().await, b"");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_connections_than_there_is_room_for_wait_their_turn() {
    let mut house = House::with(|web, _| web.connections = 2).await;
    let (one, two) = (
        house.person().stream("/api/events").await,
        house.person().stream("/api/events").await,
    );
    let third = house.person();
    let waiting = tokio::spawn(async move { third.get("/healthz").await.status() });
    drop(one);
    assert_eq!(waiting.await.unwrap(), 200);
    // Full again, and told to stop: it must hear it.
    let _three = house.person().stream("/api/events").await;
    house.stop().await;
    drop(two);
}

#[tokio::test(flavor = "multi_thread")]
async fn head_requests_have_heads_alone() {
    let house = House::open().await;
    for target in ["/healthz", "/api/interactions", "/api/events"] {
        let mut wire = Wire::connect(house.address).await;
        wire.write(&house.person().request("HEAD", target, None))
            .await;
        assert_eq!(wire.head().await.unwrap().status, 200, "{target}");
    }
    // The head is that of a GET, and the connection goes on behind it.
    let mut wire = Wire::connect(house.address).await;
    let mut lengths = Vec::new();
    for method in ["HEAD", "GET"] {
        wire.write(&house.person().request(method, "/healthz", None))
            .await;
        let head = wire.head().await.unwrap();
        lengths.push(head.get("content-length").unwrap().to_owned());
    }
    assert_eq!(lengths[0], lengths[1]);
}

/// What is no HTTP is refused by the library below, without a body and for good.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_gets_a_bare_refusal() {
    let house = House::open().await;
    let host = format!("host: {}\r\n", house.address);
    let long = "x".repeat(70_000);
    let many = "a: b\r\n".repeat(200);
    for (what, request, status) in [
        ("nonsense", "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(), 400),
        ("no version", format!("GET /healthz\r\n{host}\r\n"), 400),
        (
            "a broken header",
            format!("GET /healthz HTTP/1.1\r\n{host}a b\r\n\r\n"),
            400,
        ),
        (
            "two lengths",
            format!(
                "POST /api/task HTTP/1.1\r\n{host}content-length: 1\r\ncontent-length: 2\r\n\r\n"
            ),
            400,
        ),
        (
            "many headers",
            format!("GET /healthz HTTP/1.1\r\n{host}{many}\r\n"),
            431,
        ),
        (
            "a long target",
            format!("GET /{long} HTTP/1.1\r\n{host}\r\n"),
            414,
        ),
    ] {
        let mut wire = Wire::connect(house.address).await;
        wire.write(request.as_bytes()).await;
        let head = wire.head().await.unwrap();
        assert_eq!(head.status, status, "{what}");
        assert_eq!(wire.rest().await, b"", "{what}");
    }
    house.person().get("/healthz").await.ok(200);
}

/// What a request announces is believed: nobody has to send all of it, or to wait, to hear no.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_announced_too_large_is_refused_at_once() {
    let house = House::with(|web, _| web.body_time = PATIENCE * 60).await;
    for length in [10_000_000_000, INPUT_BYTES as u64 + 1] {
        let mut wire = Wire::connect(house.address).await;
        let head = format!(
            "POST /api/interactions HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {AGENT}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{",
            house.address
        );
        assert!(wire.write(head.as_bytes()).await);
        let head = wire.head().await.unwrap();
        assert_eq!(head.status, 413, "{length}");
    }
}
