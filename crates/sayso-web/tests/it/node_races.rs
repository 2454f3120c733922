//! The same races with the contenders on different nodes of one database.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::client::Client;
use crate::house::House;
use crate::races::{Rival, closings, nth, seen_by_all};
use crate::words::choice;

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_a_cancel_on_another_node() {
    race(House::nodes::<3>().await, Rival::Cancel, 256).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_a_withdrawal_on_another_node() {
    race(House::nodes::<3>().await, Rival::Withdraw, 256).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_an_interrupt_on_another_node() {
    race(House::nodes::<3>().await, Rival::Interrupt, 256).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_the_deadline_on_another_node() {
    race(House::nodes::<3>().await, Rival::Deadline, 64).await;
}

/// So many rounds, sixteen at once where the clock allows it.
async fn race<const N: usize>(houses: [House; N], rival: Rival, rounds: usize) {
    let houses = Arc::new(houses);
    let at_once = if matches!(rival, Rival::Deadline) {
        1
    } else {
        16
    };
    let mut players = Vec::new();
    for player in 0..at_once {
        let houses = houses.clone();
        players.push(tokio::spawn(async move {
            let house = |n| nth(&houses[..], player + n);
            let clients = [
                house(0).agent(),
                house(1).person(),
                house(2).person(),
                house(1).agent(),
            ];
            let mut ids = Vec::new();
            for n in 0..rounds / at_once {
                let session = format!("s{player}-{n}");
                let lead = Lead::of(n);
                ids.push(play(&houses[..], &clients, rival, &session, lead).await);
            }
            ids
        }));
    }
    let mut all = Vec::new();
    for player in players {
        all.extend(player.await.unwrap());
    }
    let log = houses[0].log().await;
    let mut answered = 0;
    for (id, outcome) in &all {
        let closed = closings(&log, id);
        assert_eq!(closed.len(), 1, "{id} closed once");
        for field in ["state", "at", "by", "via"] {
            assert_eq!(closed[0][field], outcome[field], "{rival:?} {field}");
        }
        answered += usize::from(outcome["state"] == "answered");
    }
    assert_eq!(all.len(), rounds);
    // Not a test of the desk but of this test: the race is one.
    assert!(answered > 0, "{rival:?} always wins");
    assert!(answered < all.len(), "{rival:?} never wins");
}

/// How many calls of another kind one of the two makes before it strikes: now the one comes first,
/// now the other, and now it is close.
#[derive(Clone, Copy)]
struct Lead {
    answer_waits: usize,
    rival_waits: usize,
}

impl Lead {
    fn of(round: usize) -> Self {
        let waits = round / 2 % 5;
        match round.is_multiple_of(2) {
            true => Self {
                answer_waits: waits,
                rival_waits: 0,
            },
            false => Self {
                answer_waits: 0,
                rival_waits: waits,
            },
        }
    }
}

async fn look(client: &Client, id: &str, times: usize) {
    for _ in 0..times {
        client.get(&format!("/api/interactions/{id}")).await.ok(200);
    }
}

/// One round: its interaction and how it closed.
async fn play(
    houses: &[House],
    clients: &[Client; 4],
    rival: Rival,
    session: &str,
    lead: Lead,
) -> (String, Value) {
    let [agent, person, other, waiter] = clients;
    let body = json!({ "session_id": session, "input": choice("q"), "timeout_seconds": 10 });
    let asked = agent.post("/api/interactions", body).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap().to_owned();
    let barrier = Barrier::new(2);
    let answering = async {
        barrier.wait().await;
        look(person, &id, lead.answer_waits).await;
        let body = json!({ "answers": { "q": "yes" } });
        let path = format!("/api/interactions/{id}/answer");
        person.post(&path, body).await
    };
    let rivalling = async {
        barrier.wait().await;
        look(other, &id, lead.rival_waits).await;
        if matches!(rival, Rival::Deadline) {
            // All nodes are after it.
            houses[0].advance(10_000);
            let moved = houses.iter().map(|house| house.handle().clock_moved());
            for moved in moved.collect::<Vec<_>>() {
                moved.await.unwrap();
            }
        }
        rival.strikes(agent, other, &id, session).await
    };
    let target = format!("/api/interactions/{id}?wait=40");
    let waiting = waiter.get(&target);
    let (answer, rival_reply, waited) = tokio::join!(answering, rivalling, waiting);
    let outcome = seen_by_all(houses, &id, &waited.ok(200)).await;
    rival.is_told_apart(&answer, rival_reply.as_ref(), &outcome);
    (id, outcome)
}
