//! `sayso serve` under way, on a stage.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};
use std::thread;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::http::Client;
use crate::running::{Done, LOOK, PATIENCE, Running};
use crate::stage::{Call, Stage};

/// A desk under way. It is killed when this is dropped.
pub(crate) struct Desk {
    pub(crate) running: Running,
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    person: String,
    agent: String,
}

impl Desk {
    /// On a free port.
    #[track_caller]
    pub(crate) fn start(stage: &Stage) -> Self {
        Self::of(stage, stage.sayso(["serve", "--listen", "127.0.0.1:0"]))
    }

    /// On this port.
    #[track_caller]
    pub(crate) fn start_at(stage: &Stage, port: u16) -> Self {
        let address = format!("127.0.0.1:{port}");
        Self::of(stage, stage.sayso(["serve", "--listen", &address]))
    }

    /// Started by this call; waits until it can be found.
    #[track_caller]
    pub(crate) fn of(stage: &Stage, call: Call) -> Self {
        Self::watched(stage, call.begin())
    }

    /// Under way already; waits until it can be found.
    #[track_caller]
    pub(crate) fn watched(stage: &Stage, running: Running) -> Self {
        let pid = running.pid().as_raw_nonzero().get();
        let tries = PATIENCE.as_millis() / LOOK.as_millis();
        for _ in 0..tries {
            if let Some(found) = runtime_file(stage)
                && found["pid"] == pid
            {
                let url = found["url"].as_str().unwrap().to_owned();
                return Self {
                    running,
                    address: url.strip_prefix("http://").unwrap().parse().unwrap(),
                    url,
                    person: token(stage, "person"),
                    agent: token(stage, "agent"),
                };
            }
            thread::sleep(LOOK);
        }
        panic!("no desk: {}", running.complained());
    }

    /// A client with the person's token.
    pub(crate) fn person(&self) -> Client {
        self.client(&self.person)
    }

    /// A client with the agent's token.
    pub(crate) fn agent(&self) -> Client {
        self.client(&self.agent)
    }

    /// A client with this token.
    pub(crate) fn client(&self, token: &str) -> Client {
        Client {
            address: self.address,
            token: Some(token.to_owned()),
        }
    }

    /// Answers as the owner's page does, once it has signed in.
    #[track_caller]
    pub(crate) fn answer_at_page(&self, id: &str, answers: &Value) {
        let anyone = Client {
            address: self.address,
            token: None,
        };
        let code = self.person().post("/api/login/code", &json!({})).is(200);
        let login = json!({ "code": code.json()["code"] });
        let login = anyone.post("/api/login", &login).is(200);
        let cookie = login.header("set-cookie").unwrap();
        let mut head = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
        if let Some(secret) = login.json()["secret"].as_str() {
            head.push_str(&format!("X-Sayso-Session: {secret}\r\n"));
        }
        let path = format!("/api/interactions/{id}/answer");
        let body = json!({ "answers": answers });
        anyone.post_with(&head, &path, &body).is(200);
    }

    /// Kills it.
    #[track_caller]
    pub(crate) fn killed(self) {
        self.running.signal(Signal::KILL);
        self.running.done().exits(137);
    }

    /// Stops it in good order.
    #[track_caller]
    pub(crate) fn stopped(self) -> Done {
        self.running.signal(Signal::TERM);
        self.running.done().exits(0)
    }
}

/// What `desk.json` says, if it can be read.
pub(crate) fn runtime_file(stage: &Stage) -> Option<Value> {
    let text = std::fs::read_to_string(stage.path("data/desk.json")).ok()?;
    serde_json::from_str(&text).ok()
}

/// The token of this name.
#[track_caller]
pub(crate) fn token(stage: &Stage, name: &str) -> String {
    let path = stage.path(&format!("data/{name}.token"));
    std::fs::read_to_string(path).unwrap().trim().to_owned()
}

/// A free port that the system gives to nobody else by itself: a desk can come back to it.
pub(crate) fn lasting_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Processes that are started one after the other do not get in each other's way.
    let first = (std::process::id() * 8 % 10_000) as u16;
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + first.wrapping_add(next) % 10_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
