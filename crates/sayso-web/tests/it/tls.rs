//! The desk with a certificate: everything as before, and what must hold on a network.

use std::time::Duration;

use sayso_web::Tls;
use serde_json::json;
use tokio::net::TcpStream;

use crate::certificate::Certificate;
use crate::house::House;
use crate::wire::Wire;
use crate::words::choice;

/// Longer than a handshake takes on a busy machine, and no longer than a test may last.
const A_WHILE: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_question_goes_its_whole_way() {
    let house = House::with_tls(|_| {}).await;
    let mut inbox = house.page().await.stream("/api/events").await;
    let id = house.ask("s", choice("q")).await;
    let (agent, path) = (house.agent(), format!("/api/interactions/{id}?wait=40"));
    let waiting = tokio::spawn(async move { agent.get(&path).await.ok(200) });
    let body = json!({ "answers": { "q": "yes" } });
    let path = format!("/api/interactions/{id}/answer");
    house.person().post(&path, body).await.ok(200);
    assert_eq!(waiting.await.unwrap()["state"], "answered");
    inbox.until(|event| event.kind() == "answered").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_called_and_answered_over_tls_alone() {
    let house = House::with_tls(|web| web.hosts = vec!["desk.example".into()]).await;
    let port = house.address.port();
    for (host, origin, refused) in [
        ("desk.example", Some("https://desk.example"), None),
        ("DESK.example", None, None),
        ("desk.example:443", None, Some("host_not_allowed")),
        ("evil.test", None, Some("host_not_allowed")),
        (
            "desk.example",
            Some("http://desk.example"),
            Some("origin_not_allowed"),
        ),
        (
            "desk.example",
            Some("https://evil.test"),
            Some("origin_not_allowed"),
        ),
    ] {
        let mut client = house.person().with("host", host);
        if let Some(origin) = origin {
            client = client.with("origin", origin);
        }
        let reply = client.get("/api/sessions").await;
        match refused {
            None => drop(reply.ok(200)),
            Some(code) => drop(reply.refused(403, code)),
        }
    }
    let own = house
        .person()
        .with("origin", format!("https://localhost:{port}"));
    own.get("/api/sessions").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_that_came_over_tls_goes_nowhere_else() {
    let (plain, tls) = (House::open().await, House::with_tls(|_| {}).await);
    for (house, origin, secure) in [
        (&plain, None, false),
        (&plain, Some("http"), false),
        // A proxy before it speaks TLS.
        (&plain, Some("https"), true),
        (&tls, None, true),
        (&tls, Some("https"), true),
    ] {
        let code = house.person().post("/api/login/code", json!({})).await;
        let code = json!({ "code": code.ok(200)["code"] });
        let mut page = house.anyone();
        if let Some(scheme) = origin {
            page = page.with("origin", format!("{scheme}://{}", house.address));
        }
        let reply = page.post("/api/login", code).await;
        reply.ok(200);
        let cookie = reply.head.get("set-cookie").unwrap();
        let marks: Vec<&str> = cookie.split("; ").collect();
        assert_eq!(marks.contains(&"Secure"), secure, "{origin:?}: {cookie}");
        assert!(marks.contains(&"HttpOnly") && marks.contains(&"SameSite=Strict"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_shakes_no_hands_is_cut_off() {
    let house = House::with_tls(|web| web.head_time = A_WHILE).await;
    let request = house.person().request("GET", "/healthz", None);
    // The first bytes of a handshake that announces 512 bytes and sends one.
    let half = b"\x16\x03\x01\x02\x00\x01".to_vec();
    let mut wires = Vec::new();
    for (what, first) in [
        ("nothing", Vec::new()),
        ("half a handshake", half),
        ("HTTP in the clear", request.clone()),
        ("nonsense", vec![0xff; 4096]),
    ] {
        let mut wire = Wire::connect(house.address).await;
        wire.write(&first).await;
        wires.push((what, wire));
    }
    // After the handshake the times of requests hold as ever.
    let mut silent = house.person().connect().await.unwrap();
    let mut half_a_head = house.person().connect().await.unwrap();
    half_a_head.write(&request[..request.len() - 2]).await;
    let mut idle = house.person().connect().await.unwrap();
    idle.write(&request).await;
    let head = idle.head().await.unwrap();
    idle.body(&head).await.unwrap();
    for (what, mut wire) in wires {
        let rest = wire.rest().await;
        assert!(!rest.starts_with(b"HTTP/1.1"), "{what}: {rest:?}");
    }
    assert_eq!(silent.rest().await, b"", "a handshake and no request");
    let rest = half_a_head.rest().await;
    assert!(!rest.starts_with(b"HTTP/1.1 2"), "half a head");
    assert_eq!(idle.rest().await, b"", "a request, and no second one");
    house.person().get("/healthz").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_takes_a_place() {
    let house = House::with_tls(|web| {
        web.connections = 1;
        web.head_time = A_WHILE;
    })
    .await;
    let silent = TcpStream::connect(house.address).await.unwrap();
    house.person().get("/healthz").await.ok(200);
    // Whoever came next was answered only after the silent one had been shown the door.
    let mut byte = [0];
    assert_eq!(silent.try_read(&mut byte).unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_stops_while_hands_are_being_shaken() {
    let mut house = House::with_tls(|web| web.head_time = Duration::from_secs(3_600)).await;
    let mut silent = Wire::connect(house.address).await;
    house.person().get("/healthz").await.ok(200);
    house.stop().await;
    assert_eq!(silent.rest().await, b"");
}

#[test]
fn files_that_are_no_certificate_are_named() {
    let (one, other) = (Certificate::of(&["a.test"]), Certificate::of(&["b.test"]));
    std::fs::write(one.path("empty.pem"), "").unwrap();
    std::fs::copy(other.path("key.pem"), one.path("other.pem")).unwrap();
    let broken = "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n";
    std::fs::write(one.path("broken.pem"), broken).unwrap();
    let unfit = "certificate and key cannot be used together: ";
    for (cert, key, words) in [
        ("none.pem", "key.pem", "none.pem: No such file"),
        ("cert.pem", "none.pem", "none.pem: No such file"),
        ("empty.pem", "key.pem", "empty.pem: there is no certificate"),
        ("key.pem", "key.pem", "key.pem: there is no certificate"),
        ("cert.pem", "cert.pem", "cert.pem: there is no private key"),
        ("broken.pem", "key.pem", "broken.pem: not PEM: "),
        ("cert.pem", "other.pem", unfit),
    ] {
        let error = Tls::from_files(&one.path(cert), &one.path(key)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
}
