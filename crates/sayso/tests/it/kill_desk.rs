//! The desk is killed, again and again, with a thousand agents waiting and a hundred pages open.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::desk::{Desk, lasting_port};
use crate::http::Client;
use crate::questions::name;
use crate::running::until;
use crate::stage::Stage;

const AGENTS: usize = 1_000;
const PAGES: usize = 100;
const PEOPLE: usize = 8;
/// How often the desk is killed while answers are under way.
const KILLS: usize = 4;
/// How long one who finds the desk gone waits before coming back.
const PAUSE: Duration = Duration::from_millis(50);
/// Threads that mostly wait need little.
const STACK: usize = 512 * 1024;

#[test]
fn a_thousand_agents_and_a_hundred_pages_come_back() {
    allow_many_files();
    let stage = Stage::new();
    let port = lasting_port();
    // It must not matter how few files a shell allows at first.
    let serve = format!("ulimit -Sn 256; exec sayso serve --listen 127.0.0.1:{port}");
    let start = || Desk::of(&stage, stage.shell::<&str>(&serve, []));
    let mut desk = start();
    let (person, agent) = (desk.person(), desk.agent());

    let pages: Vec<_> = (0..PAGES).map(|_| page(person.clone())).collect();
    until("every page looks", || {
        number(&person, "sayso_streams") == PAGES
    });
    let (tell, asked) = channel();
    let agents: Vec<_> = (0..AGENTS)
        .map(|n| waiting_agent(agent.clone(), n, tell.clone()))
        .collect();
    drop(tell);
    until("every agent waits", || {
        number(&person, "sayso_waiting") == AGENTS
    });

    // Killed with everyone waiting: everyone comes back, and nothing is asked twice.
    desk.killed();
    desk = start();
    until("every agent waits", || {
        number(&person, "sayso_waiting") == AGENTS
    });
    until("every page looks", || {
        number(&person, "sayso_streams") == PAGES
    });
    assert_eq!(number(&person, "sayso_pending"), AGENTS);

    // Killed at any moment while people answer.
    let taken = Arc::new(AtomicUsize::new(0));
    let questions = Arc::new(Mutex::new(Vec::from_iter(open(&asked))));
    let people: Vec<_> = (0..PEOPLE)
        .map(|_| answering(person.clone(), Arc::clone(&questions), Arc::clone(&taken)))
        .collect();
    for kill in 1..=KILLS {
        let moment = AGENTS * kill / (KILLS + 1) - random_below(AGENTS / (KILLS + 1));
        until("so many were taken", || {
            taken.load(Ordering::SeqCst) >= moment
        });
        desk.killed();
        desk = start();
    }

    for someone in people {
        someone.join().unwrap();
    }
    assert_eq!(taken.load(Ordering::SeqCst), AGENTS);
    for (n, agent) in agents.into_iter().enumerate() {
        assert_eq!(agent.join().unwrap(), answer_of(n));
    }
    let facts = facts(&stage);
    // A page leaves with the last answer; that this one was handed over is recorded later.
    let is_closed = |fact: &Value| fact["fact"]["fact"] == "closed";
    let last = facts.iter().rposition(is_closed).unwrap();
    let seen = facts[..=last].iter();
    let places: Vec<_> = seen.map(|fact| fact["place"].as_u64().unwrap()).collect();
    for page in pages {
        assert_eq!(page.join().unwrap(), places);
    }
    for kind in ["opened", "asked", "closed"] {
        let of_kind = facts.iter().filter(|fact| fact["fact"]["fact"] == kind);
        assert_eq!(of_kind.count(), AGENTS, "{kind}");
    }
    assert_eq!(number(&person, "sayso_pending"), 0);
    desk.stopped();
    stage.sayso(["audit", "verify"]).done().exits(0);
}

/// The same with the people's own pages: an answer that was acknowledged is there, an answer that
/// was not is there whole or not at all, and its key tells which.
#[test]
fn an_acknowledged_answer_is_never_lost() {
    let stage = Stage::new();
    let port = lasting_port();
    let mut desk = Desk::start_at(&stage, port);
    let (person, agent) = (desk.person(), desk.agent());
    let mut given = BTreeMap::new();
    for round in 0..6 {
        let ids: Vec<String> = (0..40)
            .map(|n| ask_for(&agent, &format!("{round}-{n}")).unwrap())
            .collect();
        let over = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicUsize::new(0));
        let answering = {
            let (person, over, answered) = (person.clone(), Arc::clone(&over), answered.clone());
            thread::spawn(move || {
                let mut acknowledged = Vec::new();
                for id in ids {
                    match answer(&person, &id, &format!("words for {id}")) {
                        Ok(()) => acknowledged.push(id),
                        Err(_) if over.load(Ordering::SeqCst) => return acknowledged,
                        Err(error) => panic!("{error}"),
                    }
                    answered.fetch_add(1, Ordering::SeqCst);
                }
                acknowledged
            })
        };
        let moment = random_below(40);
        until("so many were answered", || {
            answered.load(Ordering::SeqCst) >= moment
        });
        over.store(true, Ordering::SeqCst);
        desk.killed();
        for id in answering.join().unwrap() {
            given.insert(id.clone(), format!("words for {id}"));
        }
        desk = Desk::start_at(&stage, port);
    }
    assert!(!given.is_empty());
    for (id, words) in given {
        let found = agent.get(&format!("/api/interactions/{id}")).is(200).json();
        assert_eq!(found["outcome"]["answers"][0]["answer"], words.as_str());
        // Nor can it be given otherwise now; given again it is the same.
        answer(&person, &id, &words).unwrap();
        let body = json!({ "answers": { "name": "other words" } });
        let late = person.post(&format!("/api/interactions/{id}/answer"), &body);
        assert_eq!(late.is(409).error().0, "already_answered");
    }
    stage.sayso(["audit", "verify"]).done().exits(0);
}

/// An agent that asks and waits, and does both again when the desk has gone, until it has the
/// answer.
fn waiting_agent(client: Client, n: usize, tell: Sender<(usize, String)>) -> JoinHandle<String> {
    small(move || {
        let mut tell = Some(tell);
        loop {
            let waited = ask_for(&client, &n.to_string()).and_then(|id| {
                if let Some(tell) = tell.take() {
                    tell.send((n, id.clone())).unwrap();
                }
                client.send("GET", &format!("/api/interactions/{id}?wait=600"), "")
            });
            match waited {
                Ok(reply) => {
                    let outcome = &reply.is(200).json()["outcome"];
                    assert_eq!(outcome["state"], "answered", "{outcome}");
                    return outcome["answers"][0]["answer"].as_str().unwrap().into();
                }
                Err(_) => thread::sleep(PAUSE),
            }
        }
    })
}

/// A page that looks at everything, and comes back to where it was, until all is answered: the
/// ids it saw.
fn page(client: Client) -> JoinHandle<Vec<u64>> {
    small(move || {
        let mut ids = Vec::new();
        let (mut last, mut answered) = (None, 0);
        while answered < AGENTS {
            let Ok(mut stream) = client.stream("/api/events", last) else {
                thread::sleep(PAUSE);
                continue;
            };
            while answered < AGENTS
                && let Ok(Some(event)) = stream.next()
            {
                // Between the desks nobody waits, which is no fact.
                if event.is("unattended") {
                    continue;
                }
                if last.replace(event.id).is_none() {
                    assert_eq!(event.name.as_deref(), Some("snapshot"));
                    continue;
                }
                assert_eq!(event.name, None, "it missed something: {event:?}");
                ids.push(event.id);
                answered += usize::from(event.is("answered"));
            }
        }
        ids
    })
}

/// A person who takes one question after the other, and gives each answer until it is taken.
fn answering(
    client: Client,
    questions: Arc<Mutex<Vec<(usize, String)>>>,
    taken: Arc<AtomicUsize>,
) -> JoinHandle<()> {
    small(move || {
        let next = || questions.lock().unwrap().pop();
        while let Some((n, id)) = next() {
            while answer(&client, &id, &answer_of(n)).is_err() {
                thread::sleep(PAUSE);
            }
            taken.fetch_add(1, Ordering::SeqCst);
        }
    })
}

/// The questions that were asked, in the order of their numbers.
fn open(asked: &Receiver<(usize, String)>) -> BTreeMap<usize, String> {
    let open: BTreeMap<usize, String> = asked.iter().collect();
    assert_eq!(open.len(), AGENTS);
    open
}

fn answer_of(n: usize) -> String {
    format!("Nr. {n} <b>\"小明\"</b>")
}

/// Asks in a session of its own and says which question it is.
fn ask_for(client: &Client, key: &str) -> io::Result<String> {
    let body = json!({ "session_id": key, "idempotency_key": key, "input": name() });
    let reply = client.send("POST", "/api/interactions", &body.to_string())?;
    assert!(matches!(reply.status, 200 | 201), "{reply:?}");
    Ok(reply.json()["interaction_id"].as_str().unwrap().into())
}

/// Answers, and is told so. The key makes it the same answer however often it is given.
fn answer(client: &Client, id: &str, words: &str) -> io::Result<()> {
    let body = json!({ "answers": { "name": words }, "idempotency_key": id });
    let path = format!("/api/interactions/{id}/answer");
    let reply = client.send("POST", &path, &body.to_string())?;
    assert_eq!(reply.is(200).json()["state"], "answered");
    Ok(())
}

/// What the desk says of itself under this name.
fn number(client: &Client, name: &str) -> usize {
    let text = client.get("/metrics").is(200).body;
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number: f64 = line.unwrap().trim().parse().unwrap();
    number as usize
}

/// Everything on record.
fn facts(stage: &Stage) -> Vec<Value> {
    let export = stage.sayso(["audit", "export"]).done().exits(0);
    let lines = export.stdout.lines();
    lines.map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn small<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let builder = thread::Builder::new().stack_size(STACK);
    builder.spawn(run).unwrap()
}

fn random_below(most: usize) -> usize {
    let mut bytes = [0; 4];
    getrandom::fill(&mut bytes).unwrap();
    u32::from_le_bytes(bytes) as usize % most
}

/// Every connection is an open file, of this process too.
fn allow_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}
