//! Streams: a snapshot, then every fact once, and coming back without a hole or a repeat.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sayso_core::dialect;
use sayso_core::limits::Limits;
use sayso_core::message::{Message, MessageKind};
use sayso_desk::{Handle, NewAsk};
use serde_json::{Value, json};

use crate::client::Client;
use crate::dice::Dice;
use crate::house::House;
use crate::stream::Event;
use crate::words::{auth, choice, text, with};

/// A fact as quickly as it can be made.
async fn say(handle: &Handle, session: &str, words: &str) {
    let message = Message {
        uuid: uuid::Uuid::now_v7().to_string().into(),
        parent: None,
        kind: MessageKind::Text,
        body: json!(words),
    };
    handle.say(session.into(), message).await.unwrap();
}

async fn ask(handle: &Handle, session: &str, question: &Value) {
    let mut ask = NewAsk::new(dialect::parse(question, &Limits::api()).unwrap());
    ask.session = Some(session.into());
    handle.ask(ask).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn first_what_is_open_then_what_happens() {
    let house = House::open().await;
    let person = house.person();
    let old = house.ask("old", choice("q")).await;
    let closed = house.ask("closed", choice("q")).await;
    let path = format!("/api/interactions/{closed}/cancel");
    person.post(&path, json!({})).await.ok(200);

    for target in [
        "/api/events",
        "/api/sessions/old/events",
        "/api/task/stream?session_id=old",
    ] {
        let mut stream = person.stream(target).await;
        let snapshot = stream.next().await;
        assert_eq!(snapshot.name, "snapshot", "{target}");
        assert_eq!(snapshot.kind(), "snapshot");
        let pending = snapshot.data["pending"].as_array().unwrap();
        assert_eq!(pending.len(), 1, "{target}");
        assert_eq!(pending[0]["interaction_id"], old);
    }
    let (mut inbox, mut session) = (
        person.stream("/api/events").await,
        person.stream("/api/sessions/old/events").await,
    );
    let (before, seq) = (inbox.next().await.id, session.next().await.id);
    let new = house.ask("new", text("q")).await;
    let answer = json!({ "session_id": "old", "question_id": "q", "answer": "yes" });
    person.post("/api/task/answer", answer).await.ok(200);

    let mut kinds = Vec::new();
    for n in 1..=3 {
        let event = inbox.next().await;
        assert_eq!(event.id, before + n, "ids are places in the log");
        assert_eq!(event.name, "");
        kinds.push(event.kind().to_owned());
        match event.kind() {
            "ask_user_question" => assert_eq!(event.data["interaction_id"], new),
            "answered" => {
                assert_eq!(event.data["interaction_id"], old);
                assert_eq!(event.data["answers"], json!({ "q": "yes" }));
                assert_eq!(event.data["by"], "owner");
                assert_eq!(event.data["via"], "http");
            }
            _ => {}
        }
    }
    assert_eq!(kinds, ["session_opened", "ask_user_question", "answered"]);
    let event = session.next().await;
    assert_eq!((event.id, event.kind()), (seq + 1, "answered"));
    let log = house.log().await;
    assert_eq!(before + 3, log.last().unwrap()["place"].as_u64().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn pushes_have_the_seeds_form() {
    let house = House::open().await;
    let mut stream = house.person().stream("/api/events").await;
    let body = json!({ "session_id": "s", "tool_use_id": "toolu_7", "input": auth() });
    house.agent().post("/api/interactions", body).await.ok(201);
    let events = stream.until(|event| event.kind() == "ask_user_question");
    let push = events.await.pop().unwrap().data;
    assert_eq!(push["tool_use_id"], "toolu_7");
    let at = push["timestamp"].as_str().unwrap();
    assert!(
        at.ends_with('Z') && at.len() == "2026-02-19T10:00:00.000Z".len(),
        "{at}"
    );
    let question = &push["question"];
    for (field, value) in [
        ("question_id", json!("auth")),
        ("question_text", json!("Which strategy?")),
        ("type", json!("multiple_choice")),
        ("required", json!(true)),
    ] {
        assert_eq!(question[field], value, "{field}");
    }
    let option = &question["options"][0];
    assert_eq!(
        (&option["id"], &option["label"]),
        (&json!("oauth2"), &json!("OAuth 2.0"))
    );
    let follow_up = &question["follow_up_questions"]["oauth2"][0];
    assert_eq!(follow_up["question_id"], "providers");
    assert_eq!(push["session_id"], "s");
    // The push itself can be asked again: it is the seed's form in both directions. The seed knows one
    // question; all of them beside it could be read in two ways.
    let mut push = push;
    push.as_object_mut().unwrap().remove("questions");
    let body = json!({ "session_id": "again", "input": push });
    house.agent().post("/api/interactions", body).await.ok(201);
}

/// Follows a stream, hangs up after a random number of events, comes back, until this id.
async fn follow_hanging_up(client: Client, target: &str, last: u64, mut dice: Dice) -> Vec<Event> {
    let mut seen: Vec<Event> = Vec::new();
    let mut at = 0;
    while at < last {
        let mut stream = client.stream_after(target, at).await;
        for _ in 0..=dice.below(25) {
            let event = stream.next().await;
            at = event.id;
            seen.push(event);
            if at >= last {
                break;
            }
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn coming_back_leaves_no_hole_and_no_repeat() {
    let house = House::open().await;
    let dice = Dice::new();
    let seed = dice.seed;
    say(&house.handle(), "s", "first").await;
    say(&house.handle(), "t", "first").await;
    // 4 facts so far; 200 more while they listen, half of them in `s`.
    let listeners: Vec<_> = [("/api/events", 204), ("/api/sessions/s/events", 102)]
        .into_iter()
        .flat_map(|row| [row; 3])
        .enumerate()
        .map(|(n, (target, last))| {
            let (client, dice) = (house.person(), Dice::seeded(seed ^ n as u64));
            tokio::spawn(
                async move { (target, follow_hanging_up(client, target, last, dice).await) },
            )
        })
        .collect();
    let handle = house.handle();
    for n in 0..100 {
        say(&handle, "s", &format!("{n}")).await;
        say(&handle, "t", &format!("{n}")).await;
    }
    let log = house.log().await;
    for listener in listeners {
        let (target, seen) = listener.await.unwrap();
        let inbox = target == "/api/events";
        let expected: Vec<(u64, u64)> = log
            .iter()
            .filter(|fact| inbox || fact["session"] == "s")
            .map(|fact| {
                let seq = fact["seq"].as_u64().unwrap();
                (
                    if inbox {
                        fact["place"].as_u64().unwrap()
                    } else {
                        seq
                    },
                    seq,
                )
            })
            .collect();
        let got: Vec<(u64, u64)> = seen
            .iter()
            .map(|event| (event.id, event.data["seq"].as_u64().unwrap()))
            .collect();
        assert_eq!(got, expected, "{target} with dice {seed}");
    }
}

/// The last fact is told even if it could not be read at first and nothing happens after it.
#[tokio::test(flavor = "multi_thread")]
async fn a_fact_that_could_not_be_read_for_a_moment_is_told_a_moment_later() {
    let house = House::open().await;
    say(&house.handle(), "s", "first").await;
    let mut stream = house.person().stream("/api/events").await;
    assert_eq!(stream.next().await.name, "snapshot");
    for failures in [1, 2, 5] {
        house.reading.failures.store(failures, Ordering::SeqCst);
        let words = format!("after {failures} failures");
        say(&house.handle(), "s", &words).await;
        let told = stream.next().await.data;
        assert!(told.to_string().contains(&words), "{told}");
    }
}

/// What a desk wrote itself it tells from memory; that must not leave out what another wrote before,
/// between and behind.
#[tokio::test(flavor = "multi_thread")]
async fn what_another_desk_writes_to_the_same_file_is_told_in_its_place() {
    let house = House::open().await;
    let neighbour = house.neighbour();
    let handles = [house.handle(), neighbour.handle()];
    let mut dice = Dice::new();
    let mut stream = house.person().stream("/api/events").await;
    assert_eq!(stream.next().await.name, "snapshot");
    let mut place = 0;
    for round in 0..6 {
        let what = format!("round {round}, seed {}", dice.seed);
        let said: Vec<String> = (0..=dice.below(8))
            .map(|n| format!("{round}.{n}"))
            .collect();
        for words in &said {
            // In sessions of their own: what they say together is no conflict.
            let who = dice.below(2);
            say(&handles[who], &format!("of {who}"), words).await;
        }
        let mut told = Vec::new();
        while told.len() < said.len() {
            let event = stream.next().await;
            place += 1;
            assert_eq!(event.id, place, "{what}");
            if event.data["type"] != "session_opened" {
                told.push(event.data.to_string());
            }
        }
        for (words, told) in said.iter().zip(&told) {
            assert!(told.contains(&format!("\"{words}\"")), "{told}, {what}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_and_what_follows_it_leave_nothing_out() {
    let house = House::open().await;
    let handle = house.handle();
    say(&handle, "s", "first").await;
    let asking = tokio::spawn({
        let handle = handle.clone();
        async move {
            for n in 0..200 {
                ask(&handle, "s", &choice(&format!("q{n}"))).await;
            }
        }
    });
    // Whoever connects in the middle of it knows of all 200 in the end.
    let listeners: Vec<_> = (0..12)
        .map(|n| {
            let (client, session) = (house.person(), n % 2 == 0);
            tokio::spawn(async move {
                let target = if session {
                    "/api/sessions/s/events"
                } else {
                    "/api/events"
                };
                let mut stream = client.stream(target).await;
                let snapshot = stream.next().await;
                let mut known: Vec<String> = snapshot.data["pending"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| one["interaction_id"].as_str().unwrap().to_owned())
                    .collect();
                let mut last = snapshot.id;
                while !known_all(&known) {
                    let event = stream.next().await;
                    assert_eq!(event.id, last + 1, "{target}: a hole or a repeat");
                    last = event.id;
                    if let Some(id) = event.data["interaction_id"].as_str() {
                        known.push(id.to_owned());
                    }
                }
            })
        })
        .collect();
    asking.await.unwrap();
    for listener in listeners {
        listener.await.unwrap();
    }
}

fn known_all(known: &[String]) -> bool {
    known.iter().collect::<std::collections::HashSet<_>>().len() == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_cannot_be_gone_on_from_starts_anew() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let person = house.person();
    let targets = ["/api/events", "/api/sessions/s/events"];
    for target in targets {
        for last in [
            "3",
            "1000000",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "-1",
            "nonsense",
            "1.5",
            "1 2",
            "",
            "\u{1f600}",
            &"9".repeat(5_000),
        ] {
            let snapshot = person.stream_after(target, last).await.next().await;
            assert_eq!(snapshot.kind(), "snapshot", "{target} {last}");
            let is_number = last.parse::<u64>().is_ok();
            let name = if is_number { "reset" } else { "snapshot" };
            assert_eq!(snapshot.name, name, "{target} {last}");
            assert_eq!(snapshot.id, 2, "{target} {last}");
            assert_eq!(snapshot.data["pending"][0]["interaction_id"], id);
        }
        let by_query = format!("{target}?last_event_id=1");
        assert_eq!(person.stream(&by_query).await.next().await.id, 2);
    }
    // And they live: what happens next arrives.
    let mut streams = Vec::new();
    for target in targets {
        let mut stream = person.stream_after(target, u64::MAX).await;
        stream.next().await;
        streams.push(stream);
    }
    say(&house.handle(), "s", "next").await;
    for mut stream in streams {
        assert_eq!(stream.next().await.id, 3);
    }
    let nowhere = person.get("/api/sessions/none/events").await;
    nowhere.refused(404, "session_not_found");
    let nameless = person.get("/api/task/stream").await;
    nameless.refused(400, "invalid_request");
}

/// Many facts at once.
async fn flood(handle: &Handle, session: &str, facts: usize, words: &str) {
    let said: Vec<_> = (0..facts)
        .map(|_| {
            let message = Message {
                uuid: uuid::Uuid::now_v7().to_string().into(),
                parent: None,
                kind: MessageKind::Text,
                body: json!(words),
            };
            handle.say(session.into(), message)
        })
        .collect();
    for one in said {
        one.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_missed_too_much_starts_anew_and_who_missed_less_gets_it_all() {
    let house = House::open().await;
    let person = house.person();
    let mut first = person.stream("/api/events").await;
    assert_eq!(first.next().await.id, 0);
    flood(&house.handle(), "s", 6_000, "words").await;
    // Who was there all the time missed nothing, or was told so.
    in_order_or_anew(&mut first, 6_001).await;
    for (last, anew) in [(0, true), (1_000, true), (1_001, false), (5_999, false)] {
        let mut stream = person.stream_after("/api/events", last).await;
        let event = stream.next().await;
        if anew {
            assert_eq!(
                (event.name.as_str(), event.id),
                ("reset", 6_001),
                "after {last}"
            );
        } else {
            assert_eq!((event.name.as_str(), event.id), ("", last + 1));
            let rest = stream.until(|event| event.id == 6_001).await;
            assert_eq!(rest.len() as u64, 6_000 - last, "after {last}");
        }
    }
    // A session's stream goes on from anywhere.
    let mut stream = person.stream_after("/api/sessions/s/events", 0).await;
    let all = stream.until(|event| event.id == 6_001).await;
    assert_eq!(all.len(), 6_001);
}

/// Listens up to this id: each follows the one before, or is a new start.
async fn in_order_or_anew(stream: &mut crate::stream::EventStream, last: u64) -> usize {
    let (mut at, mut anew) = (None, 0);
    while at != Some(last) {
        let event = stream.next().await;
        if event.name == "reset" {
            anew += 1;
        } else if let Some(at) = at {
            assert_eq!(event.id, at + 1);
        }
        at = Some(event.id);
    }
    anew
}

#[tokio::test(flavor = "multi_thread")]
async fn who_falls_far_behind_starts_anew() {
    let house = House::open().await;
    say(&house.handle(), "s", "first").await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let stream = socket.connect(house.address).await.unwrap();
    let request = house.person().request("GET", "/api/events", None);
    let mut slow = crate::stream::EventStream::over(crate::wire::Wire::over(stream), &request)
        .await
        .unwrap();
    slow.next().await;
    // More than the kernel holds for it, and more facts than are kept.
    flood(&house.handle(), "s", 8_000, &"x".repeat(3_000)).await;
    assert_eq!(in_order_or_anew(&mut slow, 8_002).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn forgotten_facts_do_not_hold_up_who_comes_back() {
    let mut house = House::with_stopped_clock().await;
    for session in ["a", "b"] {
        say(&house.handle(), session, "old").await;
    }
    house.later(1_000_000).await;
    say(&house.handle(), "c", "new").await;
    say(&house.handle(), "a", "new").await;
    let (now, handle) = (house.now(), house.handle());
    let forgotten = handle.forget_before(sayso_core::moment::Moment::from_millis(now.millis() - 1));
    assert_eq!(forgotten.await.unwrap(), 1);
    drop(handle);
    house.stop().await;
    house.start().await;
    // Facts 3 and 4 are gone. After 2, what is left follows, and then what is new.
    let mut stream = house.person().stream_after("/api/events", 2).await;
    let ids = [
        stream.next().await.id,
        stream.next().await.id,
        stream.next().await.id,
    ];
    assert_eq!(ids, [5, 6, 7]);
    say(&house.handle(), "c", "newer").await;
    assert_eq!(stream.next().await.id, 9, "forgetting took a place itself");

    // Everything between is gone: it still goes on.
    let mut house = House::with_stopped_clock().await;
    say(&house.handle(), "a", "old").await;
    say(&house.handle(), "b", "old").await;
    house.later(1_000_000).await;
    say(&house.handle(), "a", "new").await;
    house.ask("c", choice("q")).await;
    let body = json!({ "session_id": "c" });
    house
        .person()
        .post("/api/task/interrupt", body)
        .await
        .ok(200);
    house.later(1_000_000).await;
    say(&house.handle(), "a", "newer").await;
    house.stop().await;
    house.start().await;
    let now = house.now();
    let forgotten = house
        .handle()
        .forget_before(sayso_core::moment::Moment::from_millis(now.millis() - 1));
    assert_eq!(forgotten.await.unwrap(), 2);
    let mut stream = house.person().stream_after("/api/events", 9).await;
    say(&house.handle(), "a", "newest").await;
    assert_eq!(stream.next().await.data["content"], "newest");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_listen_first_begin_at_the_same_place() {
    for _ in 0..20 {
        let house = House::open().await;
        for n in 0..5 {
            say(&house.handle(), "s", &n.to_string()).await;
        }
        let listeners: Vec<_> = (0..8)
            .map(|_| {
                let client = house.person();
                tokio::spawn(async move {
                    let mut stream = client.stream("/api/events").await;
                    let snapshot = stream.next().await;
                    (snapshot.id, stream)
                })
            })
            .collect();
        let mut streams = Vec::new();
        for listener in listeners {
            let (id, stream) = listener.await.unwrap();
            assert_eq!(id, 6, "the opening and five");
            streams.push(stream);
        }
        say(&house.handle(), "s", "next").await;
        for mut stream in streams {
            assert_eq!(stream.next().await.id, 7);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn heartbeats_have_no_id() {
    let house = House::with(|web, _| web.heartbeat = Duration::from_millis(50)).await;
    let mut stream = house.person().stream("/api/events").await;
    stream.next().await;
    for _ in 0..3 {
        let beat = stream.heartbeat().await;
        assert!(!beat.contains("id:"), "{beat}");
    }
    say(&house.handle(), "s", "words").await;
    assert_eq!(stream.next().await.id, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_never_reads_slows_nobody() {
    let house = House::open().await;
    let handle = house.handle();
    say(&handle, "s", "first").await;
    let mut sleepers = Vec::new();
    for _ in 0..20 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(1_024).unwrap();
        let stream = socket.connect(house.address).await.unwrap();
        let mut wire = crate::wire::Wire::over(stream);
        wire.write(&house.person().request("GET", "/api/events", None))
            .await;
        sleepers.push(wire);
    }
    let mut reader = house.person().stream("/api/events").await;
    let first = reader.next().await.id;
    let before = resident_kib();
    // 10 MiB for each of twenty, were they kept for those who do not read.
    let words = "x".repeat(20_000);
    for n in 0..500 {
        say(&handle, "s", &words).await;
        assert_eq!(reader.next().await.id, first + 1 + n);
    }
    let grown = resident_kib().saturating_sub(before);
    assert!(grown < 120 * 1_024, "grew by {grown} KiB");
    drop(sleepers);
}

/// Whoever takes nothing of a stream holds a place for a while and no longer; who has taken all there is, stays.
#[tokio::test(flavor = "multi_thread")]
async fn who_never_reads_is_dropped() {
    let stall = Duration::from_secs(1);
    let house = House::with(|web, _| {
        web.connections = 2;
        web.stall_time = stall;
    })
    .await;
    let handle = house.handle();
    let mut reader = house.person().stream("/api/events").await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1_024).unwrap();
    let stream = socket.connect(house.address).await.unwrap();
    let mut sleeper = crate::wire::Wire::over(stream);
    let request = house.person().request("GET", "/api/events", None);
    sleeper.write(&request).await;
    sleeper.head().await.unwrap();
    // The places are taken.
    let third = house.person();
    let third = tokio::spawn(async move { third.get("/healthz").await.status() });
    let reading = tokio::spawn(async move {
        let there = |event: &Event| event.data["content"] == "still there";
        reader.until(there).await
    });
    tokio::time::sleep(2 * stall).await;
    assert!(
        !third.is_finished(),
        "nothing was sent, so nothing was left"
    );
    // More than the kernel holds for it.
    flood(&handle, "s", 500, &"x".repeat(20_000)).await;
    assert_eq!(third.await.unwrap(), 200);
    say(&handle, "s", "still there").await;
    reading.await.unwrap();
}

/// Who is gone without a word (a machine that sleeps, a cable) cannot be told from one that listens, unless
/// it is asked: the system does, 15 s after it last heard anything.
#[tokio::test(flavor = "multi_thread")]
async fn who_says_nothing_is_asked_whether_it_is_there() {
    let house = House::open().await;
    let stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let here = stream.local_addr().unwrap();
    let mut listener = crate::wire::Wire::over(stream);
    let request = house.person().request("GET", "/api/events", None);
    listener.write(&request).await;
    listener.head().await.unwrap();
    // Not before all that was sent is confirmed.
    let asks_in = async {
        loop {
            if let Some(seconds) = seconds_to_keepalive(house.address.port(), here.port()) {
                return seconds;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let asks_in = tokio::time::timeout(Duration::from_secs(60), asks_in).await;
    assert!(matches!(asks_in, Ok(..=15)), "{asks_in:?}");
}

/// When the system asks the other end of this connection whether it is there, if it does.
fn seconds_to_keepalive(from: u16, to: u16) -> Option<u64> {
    let connections = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let ends_in = |address: &str, port: u16| address.ends_with(&format!(":{port:04X}"));
    let row = connections
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .find(|row| ends_in(row[1], from) && ends_in(row[2], to))?;
    // The kind of the timer that runs, and the hundredths of a second that it has left.
    let hundredths = row[5].strip_prefix("02:")?;
    Some(u64::from_str_radix(hundredths, 16).unwrap() / 100)
}

/// What this process holds in memory.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1))
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_of_one_session_hears_of_no_other() {
    let house = House::open().await;
    house.ask("mine", choice("q")).await;
    house.ask("theirs", choice("q")).await;
    let mine = house.session_agent("mine");
    let mut live = mine.stream("/api/events").await;
    let snapshot = live.next().await;
    assert_eq!(snapshot.data["pending"].as_array().unwrap().len(), 1);
    for n in 0..20 {
        let session = if n % 2 == 0 { "theirs" } else { "mine" };
        say(&house.handle(), session, &n.to_string()).await;
    }
    let mut back = mine.stream_after("/api/events", 0).await;
    for stream in [&mut live, &mut back] {
        let events = stream.until(|event| event.data["content"] == "19").await;
        assert!(events.len() >= 10);
        for event in events {
            assert_eq!(event.data["session_id"], "mine");
        }
    }
    let refused = mine.get("/api/sessions/theirs/events").await;
    refused.refused(404, "session_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_breaks_the_framing() {
    let house = House::open().await;
    let evil = "a\r\nid: 999\ndata: {}\n\nb\rc\u{2028}d\u{2029}e\u{85}f\u{feff}: g\n\n\n";
    let mut streams = vec![house.person().stream("/api/events").await];
    let question = with(
        choice("q"),
        json!({ "question_text": evil, "header": "h\nid: 7", "description": evil,
                "options": [{ "id": "yes\nid: 8", "label": evil }, { "id": "no", "label": "No" }] }),
    );
    let body =
        json!({ "session_id": "s\nid: 5", "tool_use_id": "t\r\nevent: x", "input": question });
    let asked = house.agent().post("/api/interactions", body).await.ok(201);
    let id = asked["interaction_id"].as_str().unwrap();
    streams.push(house.person().stream("/api/events").await);
    streams.push(
        house
            .person()
            .stream("/api/sessions/s%0Aid:%205/events")
            .await,
    );
    let note =
        json!({ "answers": [{ "question_id": "q", "answer": { "other": evil }, "note": evil }] });
    let path = format!("/api/interactions/{id}/answer");
    house.person().post(&path, note).await.ok(200);
    for (n, mut stream) in streams.into_iter().enumerate() {
        let events = stream.until(|event| event.kind() == "answered").await;
        let mut ids: Vec<u64> = events.iter().map(|event| event.id).collect();
        let first = ids.remove(0);
        // What was not read yet when the snapshot was made follows it.
        assert!(first <= if n == 0 { 0 } else { 2 }, "the snapshot");
        assert_eq!(ids, (first + 1..=3).collect::<Vec<u64>>());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_nobody_waits_for_is_told_to_those_who_may_see_it() {
    let house = House::open().await;
    let one = house.ask("one", choice("q")).await;
    let other = house.ask("other", choice("q")).await;
    let left = [("one", &one), ("other", &other)];
    let left = left.map(|(session, id)| (session.into(), id.parse().unwrap()));
    *house.reading.unattended.lock().unwrap() = left.to_vec();
    let (person, agent) = (house.person(), house.session_agent("one"));
    let rows: [(&Client, &str, &[&str]); 4] = [
        (&person, "/api/events", &[&one, &other]),
        (&person, "/api/sessions/other/events", &[&other]),
        (&agent, "/api/events", &[&one]),
        (&agent, "/api/sessions/one/events", &[&one]),
    ];
    for (client, target, told) in rows {
        // Who comes back is told again: that is not in the log, of which it knows all.
        for last in [None, Some(99_999)] {
            let mut stream = match last {
                None => client.stream(target).await,
                Some(last) => client.stream_after(target, last).await,
            };
            stream.until(|event| event.kind() == "snapshot").await;
            let event = stream.next().await;
            assert_eq!(event.name, "unattended", "{target}");
            assert_eq!(event.data["interactions"], json!(told), "{target}");
        }
    }
    // Nobody who knows is told a second time: the next that is heard is a fact.
    let mut stream = person.stream("/api/events").await;
    stream.until(|event| event.name == "unattended").await;
    say(&house.handle(), "one", "still here").await;
    assert_eq!(stream.next().await.kind(), "text");
    // However much there is to tell, it does not wait behind that.
    let mut stream = person.stream_after("/api/events", 1).await;
    assert_eq!(stream.next().await.name, "unattended");
}
