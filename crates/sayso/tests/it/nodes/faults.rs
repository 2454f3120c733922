//! The database restarts, a node is cut off, a node freezes, a node is killed.

use std::io::{self, Write};
use std::thread;

use own_postgres::Stop;
use rustix::process::Signal;
use sayso_desk::clock::{Clock, SystemClock};
use serde_json::json;

use super::cable::Cable;
use super::namespace::{self, Namespace};
use super::{Node, answer, at_last, closings, id_of, is_away, question, server};
use crate::claude::on_loopback_alone;
use crate::http::Reply;
use crate::running::until;

#[test]
fn the_database_restarts_and_nobody_else_has_to() {
    let mut server = server();
    let (one, two) = (Node::start(server.url()), Node::start(server.url()));
    let id = one.ask("s");
    let (path, agent) = (format!("/api/interactions/{id}"), two.agent());
    let target = format!("{path}?wait=50");
    let waiting = thread::spawn(move || agent.get(&target).is(200).json());
    until("the agent waits at the other node", || {
        let metrics = two.person().get("/metrics").is(200).body;
        metrics.contains("sayso_waiting 1\n")
    });
    // It is counted as soon as it asks to wait, and the desk looks for its question then. Whoever
    // comes after it is served after it, the first of them perhaps in the same turn.
    for session in ["after it", "and after that"] {
        two.ask(session);
    }
    let mut slowest = 0;
    let answering = format!("{path}/answer");
    for how in [Stop::AtOnce, Stop::Fast] {
        server.stop(how);
        for node in [&one, &two] {
            let (agent, person) = (node.agent(), node.person());
            let asking = || agent.post("/api/interactions", &question("t", None));
            let late = || person.post(&answering, &answer("lost"));
            let looking = || agent.get("/healthz");
            for call in [&asking as &dyn Fn() -> Reply, &late, &looking] {
                let (reply, took) = timed(call);
                is_away(&reply);
                slowest = slowest.max(took);
            }
        }
        server.go_on().unwrap();
        let body = question(&format!("{how:?}"), None).to_string();
        for node in [&one, &two] {
            let agent = node.agent();
            let asked = at_last(|| agent.send("POST", "/api/interactions", &body));
            assert!(
                [200, 201].contains(&asked.status) || asked.error().0 == "duplicate_question_id"
            );
        }
    }
    // How long a busy machine takes is told, not judged; how long the desk waits is its own bound.
    let _ = writeln!(io::stderr(), "the slowest 503 took {slowest} ms");
    one.person().post(&answering, &answer("kept")).is(200);
    let outcome = &waiting.join().unwrap()["outcome"];
    assert_eq!(outcome["answers"][0]["answer"], "kept");
    assert_eq!(closings(&two, &id).len(), 1);
}

/// What it says, and how many milliseconds that takes.
fn timed(call: &dyn Fn() -> Reply) -> (Reply, u64) {
    let clock = SystemClock::new();
    let begun = clock.now();
    let reply = call();
    (reply, clock.now().since(begun))
}

#[test]
fn a_node_whose_cable_is_cut_writes_nothing() {
    let server = server();
    let cable = Cable::to(server.port());
    let url = format!("postgres://sayso@{}/postgres", cable.address);
    let (one, two) = (Node::start(url), Node::start(server.url()));
    let cut = |cut| cable.cut(cut);
    writes_nothing_while_cut_off(&one, &two, cut, |call| call());
}

/// The same with a network of its own for the node, where we may make one: as root.
#[test]
fn a_node_whose_network_is_cut_writes_nothing() {
    if !rustix::process::geteuid().is_root() {
        return a_node_whose_cable_is_cut_writes_nothing();
    }
    let name = "nodes::faults::a_node_whose_network_is_cut_writes_nothing";
    on_loopback_alone(name, || {
        let server = namespace::server();
        let (one, apart) = Namespace::node(&server);
        let two = Node::start(server.url());
        let cut = |cut| apart.cut(cut);
        writes_nothing_while_cut_off(&one, &two, cut, |call| apart.inside(call));
    });
}

/// What is done where the first node is.
type There<'c> = &'c mut (dyn FnMut() -> Reply + Send);

fn writes_nothing_while_cut_off(
    one: &Node,
    two: &Node,
    cut: impl Fn(bool),
    there: impl Fn(There<'_>) -> Reply,
) {
    let (agent, person) = (one.agent(), one.person());
    let asked = there(&mut || agent.post("/api/interactions", &question("s", None)));
    let id = id_of(&asked.is(201).json());
    let path = format!("/api/interactions/{id}");
    let answering = format!("{path}/answer");
    cut(true);
    // What it says now is under way for as long as the cut lasts.
    let lost = answer("from the one cut off");
    is_away(&there(&mut || person.post(&answering, &lost)));
    is_away(&there(&mut || {
        agent.post("/api/interactions", &question("t", None))
    }));
    is_away(&there(&mut || agent.get(&path)));
    let said = two.person().post(&answering, &answer("from the other"));
    said.is(200);
    cut(false);
    let seen = there(&mut || at_last(|| agent.send("GET", &path, "")));
    let outcome = &seen.is(200).json()["outcome"];
    assert_eq!(outcome["answers"][0]["answer"], "from the other");
    let late = there(&mut || person.post(&answering, &answer("too late")));
    assert_eq!(late.is(409).error().0, "already_answered");
    assert_eq!(closings(two, &id).len(), 1);
    // What it did not acknowledge it did not write: nothing comes of it later.
    let facts = two.person().get("/api/audit?limit=1000").is(200).body;
    assert!(!facts.contains("from the one cut off"), "{facts}");
}

#[test]
fn a_node_that_freezes_past_a_deadline_fires_it_no_second_time() {
    let server = server();
    let (one, two) = (Node::start(server.url()), Node::start(server.url()));
    let mut ids = Vec::new();
    for n in 0..20 {
        let body = question(&format!("s{n}"), Some(1));
        let asked = one.agent().post("/api/interactions", &body);
        ids.push(id_of(&asked.is(201).json()));
    }
    one.desk().running.signal(Signal::STOP);
    for id in &ids {
        let path = format!("/api/interactions/{id}?wait=50");
        let seen = two.agent().get(&path).is(200).json();
        assert_eq!(seen["outcome"]["state"], "timeout");
    }
    one.desk().running.signal(Signal::CONT);
    for id in &ids {
        let path = format!("/api/interactions/{id}");
        let (here, there) = (one.agent().get(&path), two.agent().get(&path));
        assert_eq!(
            here.is(200).json()["outcome"],
            there.is(200).json()["outcome"]
        );
        assert_eq!(closings(&one, id).len(), 1);
    }
}

/// The node that a deadline was set at, and an agent waited at, is gone.
#[test]
fn what_a_killed_node_had_in_hand_the_others_go_on_with() {
    let server = server();
    let (mut one, two) = (Node::start(server.url()), Node::start(server.url()));
    let asked = one
        .agent()
        .post("/api/interactions", &question("s", Some(2)));
    let timed = id_of(&asked.is(201).json());
    let open = one.ask("t");
    one.desk.take().unwrap().killed();
    let path = format!("/api/interactions/{timed}?wait=50");
    let seen = two.agent().get(&path).is(200).json();
    assert_eq!(seen["outcome"]["state"], "timeout");
    let path = format!("/api/interactions/{open}/answer");
    two.person().post(&path, &answer("yes")).is(200);
    // Its tokens are the same when it comes back, and so are those of a new one.
    let person = two.person();
    one.go_on();
    let three = Node::start(server.url());
    for node in [&one, &three] {
        let client = node.desk().client(person.token.as_deref().unwrap());
        client.get("/api/audit").is(200);
        let seen = client.get(&format!("/api/interactions/{open}"));
        assert_eq!(
            seen.is(200).json()["outcome"]["answers"][0]["answer"],
            json!("yes")
        );
    }
    let url = server.url();
    let audit = two.stage.sayso(["audit", "verify"]).env("SAYSO_STORE", url);
    audit.done().exits(0);
}
