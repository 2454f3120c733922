//! Web push: which addresses are called, and that a slow one holds up no other.

use std::path::PathBuf;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::house::House;
use crate::wire::PATIENCE;

/// A browser's public key and its secret.
fn keys() -> Value {
    let public =
        "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM";
    json!({ "p256dh": public, "auth": "tBHItJI5svbpez7KI4CCXg" })
}

async fn house(allow_private: bool) -> (tempfile::TempDir, House) {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("push.json");
    let house = House::with(|web, _| {
        web.push_file = Some(file);
        web.push_allow_private = allow_private;
    });
    (folder, house.await)
}

fn subscription(endpoint: &str) -> Value {
    json!({ "endpoint": endpoint, "keys": keys() })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_in_a_private_network_is_refused() {
    let (folder, house) = house(false).await;
    let person = house.person();
    for endpoint in [
        "http://127.0.0.1:9/x",
        "http://localhost:9/x",
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:192.168.0.1]/x",
        "https://[fd00::1]:443/x",
        "https://ada:secret@push.example/x",
        "https://ada@push.example/x",
        "https://@push.example/x",
    ] {
        let refused = person
            .post("/api/push/subscribe", subscription(endpoint))
            .await;
        let details = refused.refused(400, "invalid_request")["details"].clone();
        assert_eq!(details[0]["path"], "endpoint", "{endpoint}");
        assert!(!details.to_string().contains("secret"), "{details}");
    }
    let kept = std::fs::read_to_string(folder.path().join("push.json"));
    assert!(!kept.unwrap_or_default().contains("endpoint"));
    person
        .post(
            "/api/push/subscribe",
            subscription("https://push.example/x"),
        )
        .await
        .ok(200);
}

/// Services that take every push and never answer: one after another they would need 150 s.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_service_holds_up_no_other() {
    let (_folder, house) = house(true).await;
    let person = house.person();
    let mut silent = Vec::new();
    for _ in 0..15 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}/slow", listener.local_addr().unwrap());
        person
            .post("/api/push/subscribe", subscription(&endpoint))
            .await
            .ok(200);
        silent.push(listener);
    }
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/quick", service.local_addr().unwrap());
    person
        .post("/api/push/subscribe", subscription(&endpoint))
        .await
        .ok(200);
    let id = house
        .ask(
            "s",
            json!({ "question_id": "q", "question_text": "?", "type": "text" }),
        )
        .await;
    let told = async {
        let (mut connection, _) = service.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.windows(4).any(|end| end == b"\r\n\r\n") {
            let byte = connection.read_u8().await.unwrap();
            head.push(byte);
        }
        let answer = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
        connection.write_all(answer).await.unwrap();
        String::from_utf8(head).unwrap()
    };
    let head = timeout(PATIENCE, told)
        .await
        .expect("the quick one is told");
    assert!(head.starts_with("POST /quick "), "{head}");
    assert!(head.contains(&id), "{head}");
}
