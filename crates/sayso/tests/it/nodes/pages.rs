//! Pages that follow everything while their nodes are killed: each goes on at another node, and has
//! seen every fact once in the end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::json;

use super::{Node, answer, at_last, id_of, question, server};
use crate::http::Client;
use crate::running::LOOK;

const NODES: usize = 3;
const PAGES: usize = 9;
const CLIENTS: usize = 4;
/// Interactions of each client, and how often a node is killed meanwhile.
const ROUNDS: usize = 30;
const KILLS: usize = 5;
/// The session that is written to when all is over.
const END: &str = "the-end";

#[test]
fn pages_go_on_at_another_node_without_a_hole_or_a_repeat() {
    let server = server();
    let mut nodes: Vec<Node> = (0..NODES).map(|_| Node::start(server.url())).collect();
    let people: Vec<Client> = nodes.iter().map(Node::person).collect();
    let agents: Vec<Client> = nodes.iter().map(Node::agent).collect();
    let (done, moves) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let seen: Vec<Vec<u64>> = thread::scope(|scope| {
        let pages: Vec<_> = (0..PAGES)
            .map(|page| {
                let (people, moves) = (&people, &moves);
                scope.spawn(move || follow(people, page, moves))
            })
            .collect();
        let clients: Vec<_> = (0..CLIENTS)
            .map(|client| {
                let (people, agents, done) = (&people, &agents, &done);
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        ask_and_answer(people, agents, client, round);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        for kill in 0..KILLS {
            // A client that failed ends the wait too; it is told of below.
            let enough = CLIENTS * ROUNDS * (kill + 1) / (KILLS + 1);
            let over = || clients.iter().all(|client| client.is_finished());
            while done.load(Ordering::SeqCst) < enough && !over() {
                thread::sleep(LOOK);
            }
            let node = &mut nodes[kill % NODES];
            node.desk.take().unwrap().killed();
            node.go_on();
        }
        let clients: Vec<_> = clients.into_iter().map(|client| client.join()).collect();
        let body = question(END, None).to_string();
        at_last(|| agents[0].send("POST", "/api/interactions", &body));
        clients.into_iter().for_each(|client| client.unwrap());
        pages.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let places = places(&people[0]);
    assert!(places.len() > 2 * CLIENTS * ROUNDS, "{}", places.len());
    for page in seen {
        // The last question begins a session: two facts, of which a page waits for the second.
        assert_eq!(page, places);
    }
    assert!(moves.load(Ordering::SeqCst) >= KILLS, "no page had to move");
}

/// Follows everything from the beginning; goes to the next node when one is gone.
fn follow(people: &[Client], page: usize, moves: &AtomicUsize) -> Vec<u64> {
    let mut seen = Vec::new();
    let mut node = page;
    loop {
        let last = seen.last().copied().unwrap_or(0);
        let stream = people[node % people.len()].stream("/api/events", Some(last));
        let Ok(mut stream) = stream else {
            node += 1;
            thread::sleep(LOOK);
            continue;
        };
        while let Ok(Some(event)) = stream.next() {
            assert_eq!(event.name, None, "a page lost its place: {event:?}");
            seen.push(event.id);
            if event.is("ask_user_question") && event.json()["session_id"] == END {
                return seen;
            }
        }
        moves.fetch_add(1, Ordering::SeqCst);
        node += 1;
    }
}

/// Asked at one node, answered at another; whatever broke off is done again with the same key.
fn ask_and_answer(people: &[Client], agents: &[Client], client: usize, round: usize) {
    let name = format!("s{client}-{round}");
    let mut body = question(&name, None);
    body["idempotency_key"] = json!(name);
    let turn = AtomicUsize::new(client + round);
    let next = |of: &'_ [Client]| of[turn.fetch_add(1, Ordering::SeqCst) % of.len()].clone();
    let body = body.to_string();
    let asked = at_last(|| next(agents).send("POST", "/api/interactions", &body));
    assert!([200, 201].contains(&asked.status), "{asked:?}");
    let path = format!("/api/interactions/{}/answer", id_of(&asked.json()));
    let mut yes = answer("yes");
    yes["idempotency_key"] = json!(name);
    let yes = yes.to_string();
    at_last(|| next(people).send("POST", &path, &yes)).is(200);
}

/// All places of the log.
fn places(person: &Client) -> Vec<u64> {
    let mut places: Vec<u64> = Vec::new();
    loop {
        let after = places.last().copied().unwrap_or(0);
        let page =
            at_last(|| person.send("GET", &format!("/api/audit?limit=500&after={after}"), ""));
        let page = page.is(200).json();
        let facts = page["facts"].as_array().unwrap();
        if facts.is_empty() {
            return places;
        }
        places.extend(facts.iter().map(|fact| fact["place"].as_u64().unwrap()));
    }
}
