//! Several `sayso serve` on one PostgreSQL, as processes, and what goes wrong with them.
//!
//! - `faults`: the database restarts, a node is cut off, a node freezes
//! - `history`: what many clients saw meanwhile, checked for linearizability
//! - `secrets`: words that the database must not know
//! - `pages`: live streams whose nodes are killed
//! - `people`: who may answer, known to all nodes
//! - `cable`, `namespace`: a connection that can be cut

mod cable;
mod faults;
mod history;
mod linear;
mod namespace;
mod pages;
mod people;
mod secrets;

use std::io;
use std::thread;

use own_postgres::Server;
use serde_json::{Value, json};

use crate::desk::{Desk, lasting_port};
use crate::http::{Client, Reply};
use crate::running::{LOOK, PATIENCE};
use crate::stage::Stage;

/// A node with a directory and a port of its own.
struct Node {
    stage: Stage,
    port: u16,
    store: String,
    desk: Option<Desk>,
}

impl Node {
    fn start(store: String) -> Self {
        let mut node = Self {
            stage: Stage::new(),
            port: lasting_port(),
            store,
            desk: None,
        };
        node.go_on();
        node
    }

    /// Starts again where it was.
    fn go_on(&mut self) {
        let listen = format!("127.0.0.1:{}", self.port);
        let args = ["serve", "--listen", &listen, "--store", &self.store];
        self.desk = Some(Desk::of(&self.stage, self.stage.sayso(args)));
    }

    fn desk(&self) -> &Desk {
        self.desk.as_ref().unwrap()
    }

    fn person(&self) -> Client {
        self.desk().person()
    }

    fn agent(&self) -> Client {
        self.desk().agent()
    }

    fn ask(&self, session: &str) -> String {
        let asked = self
            .agent()
            .post("/api/interactions", &question(session, None));
        id_of(&asked.is(201).json())
    }
}

pub(crate) fn server() -> Server {
    Server::start(&["fsync=off", "max_connections=200"]).unwrap()
}

fn question(session: &str, seconds: Option<u64>) -> Value {
    let mut body = json!({ "session_id": session, "input":
        { "question_id": "q", "question_text": "Which?", "type": "text" } });
    if let Some(seconds) = seconds {
        body["timeout_seconds"] = json!(seconds);
    }
    body
}

fn id_of(asked: &Value) -> String {
    asked["interaction_id"].as_str().unwrap().to_owned()
}

fn answer(words: &str) -> Value {
    json!({ "answers": { "q": words } })
}

/// The facts that closed this interaction.
fn closings(node: &Node, id: &str) -> Vec<Value> {
    let page = node.person().get("/api/audit?limit=1000").is(200).json();
    let facts = page["facts"].as_array().unwrap().iter();
    facts
        .map(|fact| fact["fact"].clone())
        .filter(|fact| fact["fact"] == "closed" && fact["interaction"] == id)
        .collect()
}

/// Tries until it is not refused because the database is away.
#[track_caller]
fn at_last(call: impl Fn() -> io::Result<Reply>) -> Reply {
    let tries = PATIENCE.as_millis() / LOOK.as_millis();
    for _ in 0..tries {
        match call() {
            Ok(reply) if reply.status != 503 => return reply,
            _ => thread::sleep(LOOK),
        }
    }
    panic!("it stays away");
}

/// It is refused because the database is away, and says when to come back.
#[track_caller]
fn is_away(reply: &Reply) {
    assert_eq!(reply.status, 503, "{reply:?}");
    assert_eq!(reply.error().0, "store_unavailable");
    assert!(reply.head.to_lowercase().contains("\r\nretry-after: "));
}
