//! Several after one interaction: one outcome, the same for all.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::client::{Client, Reply};
use crate::house::House;
use crate::words::{choice, text};

/// How an interaction closed, as everyone who looks sees it; fails when two see different things.
async fn seen_by_all(houses: &[House], id: &str, agent: &Value) -> Value {
    let path = format!("/api/interactions/{id}");
    for house in houses {
        let person = house.person().get(&path).await.ok(200);
        let later = house.look(id).await;
        assert_eq!(agent["outcome"], later["outcome"]);
        assert_eq!(agent["outcome"], person["outcome"]);
    }
    agent["outcome"].clone()
}

/// The n-th of them, over and over.
fn nth(houses: &[House], n: usize) -> &House {
    &houses[n % houses.len()]
}

fn closings(log: &[Value], id: &str) -> Vec<Value> {
    log.iter()
        .map(|fact| &fact["fact"])
        .filter(|fact| fact["fact"] == "closed" && fact["interaction"] == id)
        .cloned()
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_answer_at_the_same_instant() {
    two_people_answer([House::open().await], 100).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_answer_at_the_same_instant_on_different_nodes() {
    two_people_answer(House::nodes::<3>().await, 25).await;
}

async fn two_people_answer<const N: usize>(houses: [House; N], rounds: usize) {
    let page = houses[0].page().await.at(nth(&houses, 1).address);
    let mut streams = [
        houses[0].person().stream("/api/events").await,
        page.stream("/api/events").await,
    ];
    let count = rounds;
    let mut rounds = Vec::new();
    for n in 0..count {
        let session = format!("s{n}");
        let id = nth(&houses, n).ask(&session, text("q")).await;
        let agent = nth(&houses, n + 1).agent();
        let path = format!("/api/interactions/{id}?wait=40");
        let waiting = tokio::spawn(async move { agent.get(&path).await.ok(200) });
        let barrier = Arc::new(Barrier::new(2));
        let answer = |client: Client, words: &'static str| {
            let (barrier, path) = (barrier.clone(), format!("/api/interactions/{id}/answer"));
            let seed = json!({ "session_id": session, "question_id": "q", "answer": words });
            tokio::spawn(async move {
                barrier.wait().await;
                if n % 3 == 0 && words == "ann" {
                    return client.post("/api/task/answer", seed).await;
                }
                let body = json!({ "answers": { "q": words } });
                client.post(&path, body).await
            })
        };
        let (ann, bob) = (
            answer(houses[0].person(), "ann"),
            answer(page.clone(), "bob"),
        );
        let replies = [("ann", ann.await.unwrap()), ("bob", bob.await.unwrap())];
        let outcome = seen_by_all(&houses, &id, &waiting.await.unwrap()).await;
        let winner = told_apart(&replies, &outcome);
        rounds.push((id, winner, outcome));
    }
    let log = houses[0].log().await;
    let mut third = nth(&houses, 2)
        .person()
        .stream_after("/api/events", 0)
        .await;
    for (id, winner, outcome) in rounds {
        let closed = closings(&log, &id);
        assert_eq!(closed.len(), 1, "{id} closed once");
        assert_eq!(closed[0]["at"], outcome["at"]);
        for stream in streams.iter_mut().chain([&mut third]) {
            let events = stream.until(|event| event.kind() == "answered").await;
            let event = &events.last().unwrap().data;
            assert_eq!(event["interaction_id"], id);
            assert_eq!(event["answers"]["q"], winner);
            for field in ["by", "via", "at", "took_ms", "state"] {
                assert_eq!(event[field], outcome[field], "{field}");
            }
        }
    }
}

/// One of them won, and the other was told by whom, where and when.
fn told_apart(replies: &[(&'static str, Reply); 2], outcome: &Value) -> &'static str {
    let won: Vec<&(&str, Reply)> = replies.iter().filter(|(_, r)| r.status() == 200).collect();
    assert_eq!(won.len(), 1, "{replies:?}");
    let winner = won[0].0;
    assert_eq!(outcome["answers"][0]["answer"], winner);
    let via = if winner == "ann" { "http" } else { "web" };
    assert_eq!(outcome["via"], via);
    let (_, loser) = replies.iter().find(|(_, r)| r.status() != 200).unwrap();
    let status = if loser.called.contains("/task/") {
        400
    } else {
        409
    };
    let error = loser.refused(status, "already_answered");
    let told = format!(
        "Already answered by owner via {via} at {}.",
        outcome["at"].as_str().unwrap()
    );
    assert_eq!(error["message"], told);
    winner
}

/// What an answer races with.
#[derive(Clone, Copy, Debug)]
enum Rival {
    Cancel,
    Withdraw,
    Interrupt,
    Deadline,
}

macro_rules! races {
    ($($alone:ident $on_nodes:ident $rival:ident)*) => {$(
        #[tokio::test(flavor = "multi_thread")]
        async fn $alone() {
            race([House::with_stopped_clock().await], Rival::$rival, 300).await;
        }

        #[tokio::test(flavor = "multi_thread")]
        async fn $on_nodes() {
            race(House::nodes::<3>().await, Rival::$rival, 40).await;
        }
    )*};
}

races! {
    an_answer_races_a_cancel an_answer_races_a_cancel_on_another_node Cancel
    an_answer_races_a_withdrawal an_answer_races_a_withdrawal_on_another_node Withdraw
    an_answer_races_an_interrupt an_answer_races_an_interrupt_on_another_node Interrupt
    an_answer_races_the_deadline an_answer_races_the_deadline_on_another_node Deadline
}

/// So many rounds, eight at once where the clock allows it.
async fn race<const N: usize>(houses: [House; N], rival: Rival, rounds: usize) {
    let houses = Arc::new(houses);
    let at_once = if matches!(rival, Rival::Deadline) {
        1
    } else {
        8
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
                ids.push(play(&houses[..], &clients, rival, &session).await);
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
    assert!(all.len() > rounds / 2);
    // Not a test of the desk but of this test: the race is one.
    assert!(answered > 0, "{rival:?} always wins");
}

/// One round: its interaction and how it closed.
async fn play(
    houses: &[House],
    clients: &[Client; 4],
    rival: Rival,
    session: &str,
) -> (String, Value) {
    let [agent, person, other, waiter] = clients;
    let body = json!({ "session_id": session, "input": choice("q"), "timeout_seconds": 10 });
    let asked = agent.post("/api/interactions", body).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap().to_owned();
    let path = |verb: &str| format!("/api/interactions/{id}/{verb}");
    let barrier = Barrier::new(2);
    let answering = async {
        barrier.wait().await;
        let body = json!({ "answers": { "q": "yes" } });
        person.post(&path("answer"), body).await
    };
    let rivalling = async {
        barrier.wait().await;
        match rival {
            Rival::Cancel => Some(other.post(&path("cancel"), json!({})).await),
            Rival::Withdraw => Some(agent.post(&path("cancel"), json!({})).await),
            Rival::Interrupt => {
                let body = json!({ "session_id": session });
                Some(other.post("/api/task/interrupt", body).await)
            }
            Rival::Deadline => {
                // All nodes are after it.
                houses[0].advance(10_000);
                let moved = houses.iter().map(|house| house.handle().clock_moved());
                for moved in moved.collect::<Vec<_>>() {
                    moved.await.unwrap();
                }
                None
            }
        }
    };
    let target = format!("/api/interactions/{id}?wait=40");
    let waiting = waiter.get(&target);
    let (answer, rival_reply, waited) = tokio::join!(answering, rivalling, waiting);
    let outcome = seen_by_all(houses, &id, &waited.ok(200)).await;
    if answer.status() == 200 {
        assert_eq!(
            outcome["state"], "answered",
            "an accepted answer is never lost"
        );
        assert_eq!(outcome["answers"][0]["answer"], "yes");
        match rival {
            Rival::Cancel | Rival::Withdraw => {
                rival_reply.unwrap().refused(409, "already_answered");
            }
            Rival::Interrupt => drop(rival_reply.unwrap().ok(200)),
            Rival::Deadline => {}
        }
    } else {
        let (code, status, state) = match rival {
            Rival::Interrupt => ("task_interrupted", 400, "cancelled"),
            Rival::Deadline => ("already_answered", 409, "timeout"),
            _ => ("already_answered", 409, "cancelled"),
        };
        answer.refused(status, code);
        assert_eq!(outcome["state"], state);
        assert_eq!(outcome["answers"], json!([]));
        if let Some(reply) = rival_reply {
            reply.ok(200);
        }
    }
    (id, outcome)
}
