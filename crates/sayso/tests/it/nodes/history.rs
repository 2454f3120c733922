//! Many clients over many nodes while everything goes wrong: what they saw is checked.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use own_postgres::Stop;
use rustix::process::Signal;
use serde_json::{Value, json};

use super::linear::{Seen, What, check};
use super::{Node, answer, at_last, id_of, question, server};
use crate::http::{Client, Reply};
use crate::running::LOOK;

const CLIENTS: usize = 6;
/// Interactions in all, and calls about each.
const INTERACTIONS: usize = 120;
const CALLS: usize = 8;

/// What everybody saw, by interaction.
#[derive(Default)]
struct History {
    clock: AtomicU64,
    seen: Mutex<BTreeMap<String, Vec<Seen>>>,
}

impl History {
    /// Calls, and writes down what was seen.
    fn call(&self, id: &str, call: impl FnOnce() -> Option<What>, tried: Option<What>) {
        let begun = self.clock.fetch_add(1, Ordering::SeqCst);
        let what = call();
        let ended = self.clock.fetch_add(1, Ordering::SeqCst);
        let seen = match (what, tried) {
            (Some(what), _) => Seen {
                begun,
                ended: Some(ended),
                what,
            },
            (None, Some(what)) => Seen {
                begun,
                ended: None,
                what,
            },
            // Who only looked and got no word has seen nothing.
            (None, None) => return,
        };
        let mut all = self.seen.lock().unwrap();
        all.entry(id.to_owned()).or_default().push(seen);
    }
}

#[test]
fn what_everybody_saw_can_have_happened_in_one_order() {
    let mut server = server();
    let mut nodes: Vec<Node> = (0..3).map(|_| Node::start(server.url())).collect();
    let (people, agents): (Vec<Client>, Vec<Client>) = nodes
        .iter()
        .map(|node| (node.person(), node.agent()))
        .unzip();
    let (history, done, over) = (
        History::default(),
        AtomicUsize::new(0),
        AtomicBool::new(false),
    );
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let (people, agents, history, done) = (&people, &agents, &history, &done);
                scope.spawn(move || {
                    for n in (client..INTERACTIONS).step_by(CLIENTS) {
                        live_through(n, people, agents, history);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        // Everything that can go wrong does, one after the other.
        scope.spawn(|| {
            for fault in 0.. {
                let so_far = done.load(Ordering::SeqCst);
                while done.load(Ordering::SeqCst) < so_far + 8 && !over.load(Ordering::SeqCst) {
                    thread::sleep(LOOK);
                }
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let node = &mut nodes[fault % 3];
                match fault % 4 {
                    0 => {
                        node.desk.take().unwrap().killed();
                        node.go_on();
                    }
                    1 => {
                        server.stop(Stop::AtOnce);
                        server.go_on().unwrap();
                    }
                    2 => {
                        node.desk().running.signal(Signal::STOP);
                        // For as long as another one waits for what nobody answers.
                        let other = &agents[(fault + 1) % 3];
                        let body = question(&format!("frozen {fault}"), None).to_string();
                        if let Ok(asked) = other.send("POST", "/api/interactions", &body)
                            && asked.status == 201
                        {
                            let id = id_of(&asked.json());
                            let _ =
                                other.send("GET", &format!("/api/interactions/{id}?wait=1"), "");
                        }
                        node.desk().running.signal(Signal::CONT);
                    }
                    _ => {
                        server.stop(Stop::Fast);
                        server.go_on().unwrap();
                    }
                }
            }
        });
        // Whatever became of them: what goes wrong must end, too.
        let clients: Vec<_> = clients.into_iter().map(|client| client.join()).collect();
        over.store(true, Ordering::SeqCst);
        clients.into_iter().for_each(|client| client.unwrap());
    });
    let all = history.seen.into_inner().unwrap();
    assert!(all.len() > INTERACTIONS / 2, "too few: {}", all.len());
    for (id, seen) in all {
        let path = format!("/api/interactions/{id}");
        let stands = at_last(|| agents[0].send("GET", &path, "")).is(200).json();
        let outcome = how(&stands);
        if let Err(wrong) = check(outcome.as_deref(), &seen) {
            panic!("{id}: {wrong}\n{seen:#?}");
        }
    }
    let audit = nodes[0].stage.sayso(["audit", "verify"]);
    audit.env("SAYSO_STORE", server.url()).done().exits(0);
}

/// One interaction: asked somewhere, then looked at, answered and cancelled by everybody.
fn live_through(n: usize, people: &[Client], agents: &[Client], history: &History) {
    let seconds = n.is_multiple_of(3).then_some(1);
    let mut body = question(&format!("s{n}"), seconds);
    body["idempotency_key"] = json!(format!("k{n}"));
    let body = body.to_string();
    let agent = &agents[n % agents.len()];
    let asked = at_last(|| agent.send("POST", "/api/interactions", &body));
    assert!([200, 201].contains(&asked.status), "{asked:?}");
    let id = &id_of(&asked.json());
    let path = &format!("/api/interactions/{id}");
    thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for call in (half..CALLS).step_by(2) {
                    let person = &people[(n + call) % people.len()];
                    one_call(
                        n * 31 + call * 7,
                        &format!("v{n}.{call}"),
                        person,
                        id,
                        path,
                        history,
                    );
                }
            });
        }
    });
}

fn one_call(dice: usize, words: &str, person: &Client, id: &str, path: &str, history: &History) {
    let post = |verb: &str, body: Value| {
        let sent = person.send("POST", &format!("{path}/{verb}"), &body.to_string());
        sent.ok().filter(|reply| reply.status != 503)
    };
    let told = |reply: Reply, done: &What| match reply.status {
        200 => done.clone(),
        _ => {
            assert_eq!(reply.error().0, "already_answered", "{reply:?}");
            What::Closed(None)
        }
    };
    match dice % 5 {
        0 => {
            let what = What::Closing(words.to_owned());
            let call = || Some(told(post("answer", answer(words))?, &what));
            history.call(id, call, Some(what.clone()));
        }
        1 => {
            let what = What::Closing(format!("cancelled {words}"));
            let call = || Some(told(post("cancel", json!({ "reason": words }))?, &what));
            history.call(id, call, Some(what.clone()));
        }
        _ => {
            let look = || {
                let reply = person.send("GET", path, "").ok()?;
                let stands = (reply.status != 503).then(|| reply.is(200).json())?;
                Some(how(&stands).map_or(What::Open, |how| What::Closed(Some(how))))
            };
            history.call(id, look, None);
        }
    }
}

/// How it closed, if it has.
fn how(stands: &Value) -> Option<String> {
    let outcome = stands.get("outcome").filter(|outcome| !outcome.is_null())?;
    Some(match outcome["state"].as_str().unwrap() {
        "answered" => outcome["answers"][0]["answer"].as_str().unwrap().to_owned(),
        "cancelled" => format!("cancelled {}", outcome["reason"].as_str().unwrap()),
        state => state.to_owned(),
    })
}
