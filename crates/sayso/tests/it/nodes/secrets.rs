//! Secret words on many nodes: sealed with a key that the database does not have.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use own_postgres::client;
use serde_json::{Value, json};

use super::{Node, id_of, question, server};

const WORDS: &str = "open-sesame-4711";

fn secret(session: &str) -> Value {
    let mut body = question(session, None);
    body["input"]["secret"] = json!(true);
    body
}

/// The key of secret words, as an operator puts it there.
fn put_key(node: &Node, byte: &str) {
    let path = node.stage.path("data/secrets.key");
    fs::write(&path, byte.repeat(32)).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn secret_words_lie_sealed_in_the_database_and_open_on_every_node() {
    let server = server();
    let (one, two) = (Node::start(server.url()), Node::start(server.url()));

    // Without a key nobody is asked for words that could not be kept, and all else goes on.
    let asked = one.agent().post("/api/interactions", &secret("s"));
    let (code, words) = asked.is(500).error();
    assert_eq!(code, "secrets_unavailable");
    assert!(words.contains("secrets.key"), "{words}");
    one.ask("plain");
    assert!(!one.stage.path("data/secrets.key").exists(), "none is made");

    // The same key on both, put there while they run.
    for node in [&one, &two] {
        put_key(node, "5a");
    }
    let asked = one.agent().post("/api/interactions", &secret("s"));
    let asked = asked.is(201).json();
    let id = id_of(&asked);
    let collect = asked["collect_token"].as_str().unwrap();
    let collect = format!("Sayso-Collect-Token: {collect}\r\n");
    let answer = json!({ "answers": { "q": WORDS } });
    let path = format!("/api/interactions/{id}");
    two.person()
        .post(&format!("{path}/answer"), &answer)
        .is(200);
    for node in [&one, &two] {
        let path = format!("{path}?wait=50");
        let seen = node.agent().get_with(&collect, &path).is(200).json();
        assert_eq!(seen["outcome"]["answers"][0]["answer"], WORDS);
    }
    let dump = client("pg_dump")
        .args(["-d", &server.url()])
        .output()
        .unwrap();
    assert!(dump.status.success(), "{dump:?}");
    let dump = String::from_utf8_lossy(&dump.stdout);
    assert!(
        dump.contains("COPY sayso.secrets"),
        "the words would be here"
    );
    assert!(!dump.contains(WORDS), "the words are here");
}

#[test]
fn a_node_with_another_key_does_not_start() {
    let server = server();
    let mut one = Node::start(server.url());
    let key = one.stage.path("data/secrets.key");
    put_key(&one, "5a");
    one.desk.take().unwrap().stopped();
    one.go_on();
    let two = Node::start(server.url());
    put_key(&two, "5b");
    let args = ["serve", "--listen", "127.0.0.1:0", "--store", &server.url()];
    let refused = two.stage.sayso(args).done();
    assert_ne!(refused.code, 0);
    let told = &refused.stderr;
    assert!(
        told.contains("not the key") && told.contains("secrets.key"),
        "{told}"
    );
    // A file elsewhere, named by the environment.
    let there = two.stage.sayso(args).env("SAYSO_SECRETS_KEY", &key);
    let refused = there.done();
    assert!(
        refused.stderr.contains("runs already"),
        "the key fits: {refused:?}"
    );
}
