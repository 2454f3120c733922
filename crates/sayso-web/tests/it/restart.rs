//! The desk goes away and comes back on the same file and port.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::client::Client;
use crate::house::House;
use crate::stream::EventStream;
use crate::wire::PATIENCE;
use crate::words::choice;

const AGENTS: usize = 200;
const PAGES: usize = 20;

/// An agent that asks, waits, and begins again with the same key whenever the line breaks.
async fn persistent_agent(client: Client, n: usize, asked: watch::Sender<usize>) -> Value {
    let body = json!({ "session_id": format!("s{n}"), "idempotency_key": format!("call-{n}"),
                       "input": choice("q") });
    let mut told = false;
    loop {
        let body = body.to_string().into_bytes();
        let Some(ticket) = client
            .try_send("POST", "/api/interactions", Some(body))
            .await
        else {
            tokio::task::yield_now().await;
            continue;
        };
        if ticket.status() >= 500 {
            continue;
        }
        assert!([200, 201].contains(&ticket.status()), "{ticket:?}");
        if !told {
            told = true;
            asked.send_modify(|count| *count += 1);
        }
        let id = ticket.json()["interaction_id"].as_str().unwrap().to_owned();
        let target = format!("/api/interactions/{id}?wait=40");
        let Some(waited) = client.try_send("GET", &target, None).await else {
            continue;
        };
        if waited.status() == 200 && waited.json()["state"] != "pending" {
            return waited.json()["outcome"].clone();
        }
    }
}

/// A page that follows the inbox and comes back with its last id, until all are answered.
async fn persistent_page(address: SocketAddr, client: Client) -> Vec<u64> {
    let (mut ids, mut answered) = (Vec::new(), HashSet::new());
    loop {
        let last = ids.last().copied().unwrap_or(0).to_string();
        let request = client.with("last-event-id", last);
        let request = request.request("GET", "/api/events", None);
        let Some(mut stream) = EventStream::open(address, &request).await else {
            tokio::task::yield_now().await;
            continue;
        };
        while let Some(event) = stream.try_next().await {
            assert_eq!(event.name, "", "it can always go on where it was");
            ids.push(event.id);
            if event.kind() == "answered" {
                answered.insert(event.data["interaction_id"].to_string());
            }
            if answered.len() == AGENTS {
                return ids;
            }
        }
    }
}

#[test]
fn all_come_back_after_a_crash_and_nothing_is_lost_or_asked_twice() {
    let runtime = || {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap()
    };
    // The server lives on a runtime of its own, which dies with every connection on it.
    let (server, clients) = (runtime(), runtime());
    let mut house = server.block_on(House::open());
    let (asked, mut all_asked) = watch::channel(0);
    let agents: Vec<_> = (0..AGENTS)
        .map(|n| clients.spawn(persistent_agent(house.agent(), n, asked.clone())))
        .collect();
    let pages: Vec<_> = (0..PAGES)
        .map(|_| clients.spawn(persistent_page(house.address, house.person())))
        .collect();
    let person = house.person();
    let answer = |n: usize| {
        let person = person.clone();
        let body = json!({ "session_id": format!("s{n}"), "question_id": "q", "answer": "yes",
                           "idempotency_key": format!("answer-{n}") });
        async move {
            let bytes = body.to_string().into_bytes();
            person
                .try_send("POST", "/api/task/answer", Some(bytes))
                .await
        }
    };
    clients.block_on(async {
        drop(all_asked.wait_for(|count| *count == AGENTS).await.unwrap());
        for n in 0..AGENTS / 3 {
            answer(n).await.unwrap().ok(200);
        }
        // Some answers are on their way when it dies.
        let on_their_way: Vec<_> = (AGENTS / 3..AGENTS / 2)
            .map(|n| tokio::spawn(answer(n)))
            .collect();
        server.shutdown_background();
        house.drop_desk();
        for one in on_their_way {
            let _ = one.await;
        }
    });
    let server = runtime();
    server.block_on(house.start());
    clients.block_on(async {
        for n in AGENTS / 3..AGENTS {
            answer(n).await.unwrap().ok(200);
        }
        for agent in agents {
            let outcome = agent.await.unwrap();
            assert_eq!(outcome["answers"][0]["answer"], "yes");
            assert_eq!(outcome["round"], 1, "asked once");
        }
        let log = house.log().await;
        let count = |kind: &str| {
            log.iter()
                .filter(|fact| fact["fact"]["fact"] == kind)
                .count()
        };
        assert_eq!(count("asked"), AGENTS);
        assert_eq!(count("closed"), AGENTS);
        // A page leaves with the last answer; that it was handed over may come after.
        let last = log
            .iter()
            .rposition(|fact| fact["fact"]["fact"] == "closed");
        let seen = log[..=last.unwrap()].iter();
        let places: Vec<u64> = seen.map(|f| f["place"].as_u64().unwrap()).collect();
        for page in pages {
            assert_eq!(page.await.unwrap(), places);
        }
    });
    server.block_on(house.stop());
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_resolves_nothing_and_cuts_nobody_off() {
    let mut house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let agent = house.agent();
    let target = format!("/api/interactions/{id}?wait=40");
    let waiting = tokio::spawn(async move { agent.try_send("GET", &target, None).await });
    let mut stream = house.person().stream("/api/events").await;
    stream.next().await;
    let mut idle = crate::wire::Wire::connect(house.address).await;
    house.waits(1).await;
    let stopping = tokio::time::timeout(PATIENCE, house.stop());
    assert!(stopping.await.is_ok(), "it does not stop");
    // Who has to wait for the grace is cut off in the middle.
    assert!(stream.ends_well().await, "the stream is told its end");
    assert_eq!(idle.rest().await, b"");
    let reply = waiting.await.unwrap().expect("who waits is told");
    assert_eq!(reply.ok(200)["state"], "pending");
    house.start().await;
    assert_eq!(house.look(&id).await["state"], "pending");
    let log = house.log().await;
    assert_eq!(log.len(), 2, "opened and asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_on_its_way_is_taken_or_refused_when_it_stops() {
    for _ in 0..10 {
        let mut house = House::open().await;
        let id = house.ask("s", choice("q")).await;
        let person = Arc::new(house.person());
        person.get("/healthz").await.ok(200);
        let path = format!("/api/interactions/{id}/answer");
        let answering = tokio::spawn({
            let person = person.clone();
            let body = json!({ "answers": { "q": "yes" } }).to_string();
            async move {
                person
                    .try_send("POST", &path, Some(body.into_bytes()))
                    .await
            }
        });
        house.stop().await;
        let reply = answering.await.unwrap();
        house.start().await;
        let state = house.look(&id).await["state"].clone();
        match reply.map(|reply| reply.status()) {
            Some(200) => assert_eq!(state, "answered", "accepted is kept"),
            Some(503) => assert_eq!(state, "pending"),
            Some(other) => panic!("{other}"),
            None => {}
        }
    }
}
