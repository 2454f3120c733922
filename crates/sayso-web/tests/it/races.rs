//! Several after one interaction: one outcome, the same for all.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::client::{Client, Reply};
use crate::house::House;
use crate::stream::EventStream;
use crate::words::{choice, text};

/// How an interaction closed, as everyone who looks sees it; fails when two see different things.
pub(crate) async fn seen_by_all(houses: &[House], id: &str, agent: &Value) -> Value {
    let path = format!("/api/interactions/{id}");
    let first = as_decided(agent);
    for house in houses {
        let person = house.person().get(&path).await.ok(200);
        let later = house.look(id).await;
        assert_eq!(first, as_decided(&later));
        assert_eq!(first, as_decided(&person));
    }
    first
}

/// An interaction's outcome, without who has collected it so far.
pub(crate) fn as_decided(interaction: &Value) -> Value {
    let mut outcome = interaction["outcome"].clone();
    outcome.as_object_mut().unwrap().remove("delivery");
    outcome
}

/// The n-th of them, over and over.
pub(crate) fn nth(houses: &[House], n: usize) -> &House {
    &houses[n % houses.len()]
}

pub(crate) fn closings(log: &[Value], id: &str) -> Vec<Value> {
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
pub(crate) enum Rival {
    Cancel,
    Withdraw,
    Interrupt,
    Deadline,
}

impl Rival {
    /// What it does against an answer; the clock is moved by whoever holds it.
    pub(crate) async fn strikes(
        self,
        agent: &Client,
        other: &Client,
        id: &str,
        session: &str,
    ) -> Option<Reply> {
        let cancel = format!("/api/interactions/{id}/cancel");
        match self {
            Self::Cancel => Some(other.post(&cancel, json!({})).await),
            Self::Withdraw => Some(agent.post(&cancel, json!({})).await),
            Self::Interrupt => {
                let body = json!({ "session_id": session });
                Some(other.post("/api/task/interrupt", body).await)
            }
            Self::Deadline => None,
        }
    }

    /// One of both came first, and both were told the same.
    #[track_caller]
    pub(crate) fn is_told_apart(self, answer: &Reply, rival: Option<&Reply>, outcome: &Value) {
        if answer.status() == 200 {
            assert_eq!(
                outcome["state"], "answered",
                "an accepted answer is never lost"
            );
            assert_eq!(outcome["answers"][0]["answer"], "yes");
            match self {
                Self::Cancel | Self::Withdraw => {
                    rival.unwrap().refused(409, "already_answered");
                }
                Self::Interrupt => drop(rival.unwrap().ok(200)),
                Self::Deadline => {}
            }
        } else {
            let (code, status, state) = match self {
                Self::Interrupt => ("task_interrupted", 400, "cancelled"),
                Self::Deadline => ("already_answered", 409, "timeout"),
                _ => ("already_answered", 409, "cancelled"),
            };
            answer.refused(status, code);
            assert_eq!(outcome["state"], state);
            assert_eq!(outcome["answers"], json!([]));
            if let Some(reply) = rival {
                reply.ok(200);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_a_cancel() {
    race(Rival::Cancel, WAVES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_a_withdrawal() {
    race(Rival::Withdraw, WAVES / 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_an_interrupt() {
    race(Rival::Interrupt, WAVES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_races_the_deadline() {
    race(Rival::Deadline, WAVES).await;
}

/// Rounds of one wave, each in a session of its own, and waves: 2,048 rounds in all.
const WIDE: usize = 64;
const WAVES: usize = 32;

/// The closings that a page sees, by interaction; each may be seen once.
async fn watch(mut page: EventStream, closings: usize) -> HashMap<String, Value> {
    let mut seen = HashMap::new();
    while seen.len() < closings {
        let event = page.next().await;
        assert_ne!(event.name, "reset", "a page lost its place");
        if ["answered", "cancelled", "timeout"].contains(&event.kind()) {
            let id = event.data["interaction_id"].as_str().unwrap().to_owned();
            assert!(seen.insert(id, event.data).is_none(), "seen twice");
        }
    }
    seen
}

async fn race(rival: Rival, waves: usize) {
    let house = House::with_stopped_clock().await;
    let pages = [
        house.person().stream("/api/events").await,
        house.page().await.stream("/api/events").await,
    ];
    let pages = pages.map(|page| tokio::spawn(watch(page, WIDE * waves)));
    let players: Vec<Arc<[Client; 4]>> = (0..WIDE)
        .map(|_| Arc::new([house.agent(), house.person(), house.person(), house.agent()]))
        .collect();
    let mut rounds = Vec::new();
    for wave in 0..waves {
        let before = house.handle().reader().last_place().unwrap();
        rounds.extend(play_wave(&house, &players, rival, wave).await);
        // Who connects later, and who only looks, read the same.
        let late = house.person().stream_after("/api/events", before).await;
        let late = watch(late, WIDE).await;
        let path = format!("/api/interactions?state=closed&limit={WIDE}");
        let listed = house.person().get(&path).await.ok(200);
        let listed = listed["interactions"].as_array().unwrap().iter();
        let listed: HashMap<&str, Value> = listed
            .map(|one| (one["interaction_id"].as_str().unwrap(), as_decided(one)))
            .collect();
        for (id, outcome) in &rounds[wave * WIDE..] {
            is_the_same(&late[id], outcome, rival);
            assert_eq!(listed[id.as_str()], *outcome, "{rival:?}");
        }
    }
    let log = house.log().await;
    let mut closed: HashMap<&str, Vec<&Value>> = HashMap::new();
    for fact in log.iter().map(|fact| &fact["fact"]) {
        if fact["fact"] == "closed" {
            let id = fact["interaction"].as_str().unwrap();
            closed.entry(id).or_default().push(fact);
        }
    }
    for page in pages {
        let seen = page.await.unwrap();
        for (id, outcome) in &rounds {
            is_the_same(&seen[id], outcome, rival);
        }
    }
    for (id, outcome) in &rounds {
        let closed = &closed[id.as_str()];
        assert_eq!(closed.len(), 1, "{id} closed once");
        is_the_same(closed[0], outcome, rival);
    }
    // Not a test of the desk but of this test: the race is one.
    let answered = rounds.iter().filter(|(_, o)| o["state"] == "answered");
    let answered = answered.count();
    assert!(answered > 0, "{rival:?} always wins");
    assert!(answered < rounds.len(), "{rival:?} never wins");
}

/// Whoever looks sees the same end.
#[track_caller]
fn is_the_same(seen: &Value, outcome: &Value, rival: Rival) {
    for field in ["state", "at", "by", "via", "took_ms"] {
        assert_eq!(seen[field], outcome[field], "{rival:?} {field}");
    }
}

/// One round for each of the players, all at once.
async fn play_wave(
    house: &House,
    players: &[Arc<[Client; 4]>],
    rival: Rival,
    wave: usize,
) -> Vec<(String, Value)> {
    // The clock is one for all: it moves when all are about to answer.
    let clock = matches!(rival, Rival::Deadline);
    let start = Arc::new(Barrier::new(if clock { WIDE + 1 } else { 1 }));
    let mut playing = JoinSet::new();
    for (n, clients) in players.iter().enumerate() {
        let (clients, start) = (clients.clone(), start.clone());
        playing.spawn(async move {
            let session = format!("s{wave}-{n}");
            play(&clients, rival, &session, &start).await
        });
    }
    if clock {
        start.wait().await;
        // Now sooner, now later: sometimes the clock is first, sometimes the answers are.
        for _ in 0..wave * 4 {
            tokio::task::yield_now().await;
        }
        house.later(10_000).await;
    }
    playing.join_all().await
}

/// One round: its interaction and how it closed.
async fn play(
    clients: &[Client; 4],
    rival: Rival,
    session: &str,
    start: &Barrier,
) -> (String, Value) {
    let [agent, person, other, waiter] = clients;
    let body = json!({ "session_id": session, "input": choice("q"), "timeout_seconds": 10 });
    let asked = agent.post("/api/interactions", body).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap().to_owned();
    let barrier = Barrier::new(2);
    let answering = async {
        barrier.wait().await;
        start.wait().await;
        let body = json!({ "answers": { "q": "yes" } });
        let path = format!("/api/interactions/{id}/answer");
        person.post(&path, body).await
    };
    let rivalling = async {
        barrier.wait().await;
        rival.strikes(agent, other, &id, session).await
    };
    let target = format!("/api/interactions/{id}?wait=40");
    let waiting = waiter.get(&target);
    let (answer, rival_reply, waited) = tokio::join!(answering, rivalling, waiting);
    let outcome = as_decided(&waited.ok(200));
    rival.is_told_apart(&answer, rival_reply.as_ref(), &outcome);
    (id, outcome)
}
