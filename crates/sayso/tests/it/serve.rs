//! `sayso serve`: where it listens, how it is found, how it stops.

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::desk::{Desk, runtime_file, token};
use crate::questions::{ask, auth};
use crate::running::until;
use crate::stage::Stage;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn it_says_where_it_listens_to_its_owner_alone() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let path = stage.path("data/desk.json");
    let found = runtime_file(&stage).unwrap();
    let pid = desk.running.pid().as_raw_nonzero().get();
    assert_eq!(found, json!({ "url": desk.url, "pid": pid }));
    assert_ne!(desk.address.port(), 0);
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&stage.data()), 0o700);
    desk.person().get("/healthz").is(200);
    let said = desk.running.complains_of("Tokens: ");
    assert!(
        said.contains(&format!("Sayso listens on {}\n", desk.url)),
        "{said}"
    );
    let done = desk.stopped();
    assert_eq!(done.stdout, "");
    assert!(
        done.stderr.ends_with("What is open stays open.\n"),
        "{done:?}"
    );
    assert!(!path.exists());
}

#[test]
fn what_a_killed_desk_left_behind_is_not_believed() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let (url, address) = (desk.url.clone(), desk.address);
    desk.killed();
    assert_eq!(runtime_file(&stage).unwrap()["url"], url.as_str());
    // Somebody else listens there now, and must not be sent any token.
    let other = TcpListener::bind(address).unwrap();
    other.set_nonblocking(true).unwrap();
    let asking = stage.sayso(["ask", &ask(&[auth()])]).begin();
    let said = asking.complains_of("Waiting for an answer at ");
    assert!(!said.contains(&format!("{url},")), "{said}");
    assert!(other.accept().is_err(), "somebody believed it");
    let id = stage.open_id();
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    asking.done().exits(0);
}

#[test]
fn one_desk_a_directory() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let second = stage.sayso(["serve", "--listen", "127.0.0.1:0"]).done();
    let second = second.exits(1).prints_nothing();
    let words = format!(
        "Error: a desk of this directory runs already {}\n",
        desk.url
    );
    assert_eq!(second.stderr, words);
    desk.person().get("/healthz").is(200);
    assert_eq!(runtime_file(&stage).unwrap()["url"], desk.url.as_str());
    // Another directory is another desk.
    let other = Stage::new();
    let another = Desk::start(&other);
    assert_ne!(another.url, desk.url);
    desk.person().get("/api/sessions").is(200);
    let foreign = another.client(&token(&stage, "person"));
    foreign.get("/api/sessions").is(401);
}

#[test]
fn tokens_are_made_once_for_their_owner_alone() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let both = ["person", "agent"].map(|whose| token(&stage, whose));
    assert_ne!(both[0], both[1]);
    for whose in ["person", "agent"] {
        let path = stage.path(&format!("data/{whose}.token"));
        assert_eq!(mode(&path), 0o600);
        assert_eq!(token(&stage, whose).len(), 64);
        let printed = stage.sayso(["token", whose]).done().exits(0);
        printed.prints(&token(&stage, whose));
    }
    desk.stopped();
    let desk = Desk::start(&stage);
    assert_eq!(["person", "agent"].map(|whose| token(&stage, whose)), both);
    desk.client(&both[0]).get("/api/audit").is(200);
    desk.client(&both[1]).get("/api/audit").is(403);
}

#[test]
fn a_token_can_be_printed_before_any_desk_runs() {
    let stage = Stage::new();
    let many: Vec<_> = (0..8)
        .map(|_| stage.sayso(["token", "agent"]).begin())
        .collect();
    let printed: Vec<String> = many
        .into_iter()
        .map(|one| one.done().exits(0).stdout)
        .collect();
    assert!(printed.iter().all(|one| *one == printed[0]), "{printed:?}");
    let session = stage
        .sayso(["token", "session", "小明"])
        .done()
        .exits(0)
        .stdout;
    let again = stage.sayso(["token", "session", "小明"]).done().exits(0);
    again.prints(session.trim());
    let mut left: Vec<_> = std::fs::read_dir(stage.data())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["agent.token", "person.token"]);

    let desk = Desk::start(&stage);
    let own = desk.client(session.trim());
    let body = json!({ "input": { "questions": [auth()] } });
    let asked = own.post("/api/interactions", &body).is(201).json();
    assert_eq!(asked["session_id"], "小明");
    let other = json!({ "session_id": "other", "input": { "questions": [auth()] } });
    own.post("/api/interactions", &other).is(404);
    desk.client(printed[0].trim()).get("/api/sessions").is(200);
}

#[test]
fn everybody_has_a_token_and_a_name() {
    let stage = Stage::new();
    let bob = stage.sayso(["token", "person", "bob"]).done().exits(0);
    let bob = bob.stdout.trim().to_owned();
    stage
        .sayso(["token", "person", "bob"])
        .done()
        .exits(0)
        .prints(&bob);
    assert_eq!(mode(&stage.path("data/people")), 0o700);
    assert_eq!(mode(&stage.path("data/people/bob.token")), 0o600);
    stage.sayso(["token", "person"]).done().exits(0);
    assert_ne!(bob, token(&stage, "person"));
    for name in ["", "../person", "a/b", ".bob", "bob ", &"x".repeat(65)] {
        let done = stage.sayso(["token", "person", name]).done();
        let done = done.exits(2).prints_nothing();
        assert!(done.stderr.contains("is no name"), "{done:?}");
    }
    let desk = Desk::start(&stage);
    let link = stage.sayso(["token", "link", "bob"]).done().exits(0);
    assert!(link.stdout.contains("/#code="), "{link:?}");
    for (client, name) in [(desk.client(&bob), "bob"), (desk.person(), "ada")] {
        let body = json!({ "input": { "questions": [auth()] } });
        let asked = desk.agent().post("/api/interactions", &body).is(201).json();
        let id = asked["interaction_id"].as_str().unwrap();
        client
            .post(&format!("/api/interactions/{id}/cancel"), &json!({}))
            .is(200);
        assert_eq!(stage.history()[0]["by"], name);
    }
}

/// Whoever gets a token while the desk runs is let in at once, and nobody whose token is gone.
#[test]
fn people_come_and_go_while_the_desk_runs() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    desk.client(&"0".repeat(64)).get("/api/audit").is(401);
    for name in ["bob", "eve", "小明"] {
        let made = stage.sayso(["token", "person", name]).done().exits(0);
        let client = desk.client(made.stdout.trim());
        client.get("/api/audit").is(200);
        let code = client.post("/api/login/code", &json!({})).is(200).json();
        let signed_in = client.post("/api/login", &json!({ "code": code["code"] }));
        let signed_in = signed_in.is(200);
        let cookie = signed_in.header("set-cookie").unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let page = desk.client(made.stdout.trim());
        let page = crate::http::Client {
            token: None,
            ..page
        };
        let secret = signed_in.json()["secret"].as_str().unwrap().to_owned();
        let head = format!("Cookie: {cookie}\r\nX-Sayso-Session: {secret}\r\n");
        let look = || page.with_head("GET", "/api/audit", &head).unwrap().status;
        assert_eq!(look(), 200);
        if name == "eve" {
            std::fs::remove_file(stage.path("data/people/eve.token")).unwrap();
        } else {
            stage.sayso(["token", "remove", name]).done().exits(0);
        }
        // At once, and so is a page that was signed in with it.
        assert_eq!(look(), 401);
        client.get("/api/audit").is(401);
    }
    desk.person().get("/api/audit").is(200);
    // Not at a terminal, so this is no end of one.
    desk.running.signal(Signal::HUP);
    until("it says that it has read again", || {
        let log = std::fs::read_to_string(stage.path("data/desk.log"));
        log.unwrap().contains("tokens were read again")
    });
    desk.person().get("/api/audit").is(200);
    desk.stopped();
}

/// A token that is written over where it lies is another; a file that holds none lets nobody in,
/// and keeps nobody in.
#[test]
fn people_s_tokens_change_while_the_desk_runs() {
    let stage = Stage::new();
    let made = |name: &str| {
        let made = stage.sayso(["token", "person", name]).done().exits(0);
        made.stdout.trim().to_owned()
    };
    let (bob, eve) = (made("bob"), made("eve"));
    let desk = Desk::start(&stage);
    let looks = |token: &str| desk.client(token).get("/api/audit").status;
    assert_eq!([looks(&bob), looks(&eve)], [200, 200]);
    let file = |name: &str| stage.path(&format!("data/people/{name}.token"));
    until("the files are not of this moment", || {
        let changed = std::fs::metadata(file("eve")).unwrap().modified().unwrap();
        let ago = changed.elapsed().unwrap_or_default();
        looks(&bob) == 200 && ago > Duration::from_secs(4)
    });

    // What is half written is nobody's.
    std::fs::write(file("bob"), "half").unwrap();
    assert_eq!([looks(&bob), looks("half"), looks(&eve)], [401, 401, 200]);
    let other = "0123456789abcdef".repeat(4);
    std::fs::write(file("bob"), &other).unwrap();
    assert_eq!([looks(&bob), looks(&other), looks(&eve)], [401, 200, 200]);
    // What others can read is nobody's either, and keeps nobody else in who is sent away.
    std::fs::set_permissions(file("bob"), Permissions::from_mode(0o644)).unwrap();
    std::fs::remove_file(file("eve")).unwrap();
    assert_eq!([looks(&other), looks(&eve)], [401, 401]);
    std::fs::set_permissions(file("bob"), Permissions::from_mode(0o600)).unwrap();
    assert_eq!([looks(&other), looks(&eve)], [200, 401]);
    desk.stopped();
}

/// The owner's token and the agents' too: what the old one opened is shut.
#[test]
fn a_renewed_token_ends_the_old_one_at_once() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let looks = |token: &str| desk.client(token).get("/api/sessions").status;
    let renewed = |whose: &str| {
        let done = stage.sayso(["token", "renew", whose]).done().exits(0);
        assert!(done.stderr.contains("worth nothing any more"), "{done:?}");
        done.stdout.trim().to_owned()
    };
    let of_session = stage
        .sayso(["token", "session", "s"])
        .done()
        .exits(0)
        .stdout;
    for (whose, file) in [("owner", "person"), ("agent", "agent")] {
        let old = token(&stage, file);
        let mut stream = desk.client(&old).stream("/api/events", None).unwrap();
        assert_eq!(stream.next().unwrap().unwrap().name.unwrap(), "snapshot");
        let new = renewed(whose);
        assert_eq!([looks(&old), looks(&new)], [401, 200]);
        assert_eq!(token(&stage, file), new);
        assert_eq!(mode(&stage.path(&format!("data/{file}.token"))), 0o600);
        assert!(stream.next().unwrap().is_none(), "the stream ends");
        // A file that is gone lets nobody in; the next one that is made does.
        std::fs::remove_file(stage.path(&format!("data/{file}.token"))).unwrap();
        assert_eq!(looks(&new), 401);
        stage.sayso(["token", file]).done().exits(0);
        assert_eq!([looks(&new), looks(&token(&stage, file))], [401, 200]);
    }
    assert_eq!(looks(of_session.trim()), 401);
    let link = stage.sayso(["token", "link"]).done().exits(0);
    assert!(link.stdout.contains("/#code="), "{link:?}");
    let wrong = stage.sayso(["token", "renew", "bob"]).done();
    wrong.exits(2).prints_nothing();
    desk.stopped();
}

#[test]
fn a_file_that_holds_no_token_is_not_written_over() {
    for content in ["", "short\n"] {
        for (whose, renewed) in [("person", "owner"), ("agent", "agent")] {
            let stage = Stage::new();
            std::fs::create_dir(stage.data()).unwrap();
            let path = stage.file(&format!("data/{whose}.token"), content);
            std::fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
            let why = format!(
                ": a token has at least 32 characters; make a new one: sayso token renew {renewed}"
            );
            is_refused(&stage, whose, &why);
            assert_eq!(std::fs::read_to_string(path).unwrap(), content);
        }
    }
}

/// No command takes this token.
#[track_caller]
fn is_refused(stage: &Stage, whose: &str, why: &str) {
    for args in [
        &["serve", "--listen", "127.0.0.1:0"][..],
        &["token", whose],
        &["token", "session", "s"],
    ] {
        let done = stage.sayso(args).done().exits(8).prints_nothing();
        let words = format!("{whose}.token{why}\n");
        assert!(done.stderr.ends_with(&words), "{done:?}");
        assert!(done.stderr.starts_with("Error: "), "{done:?}");
    }
    assert!(!stage.path("data/desk.json").exists());
}

/// Whoever laid a token there would hold the person's.
#[test]
fn a_token_that_others_can_know_is_not_taken() {
    let read = " can be read by others; remove it, so that a new one is made, or chmod it to 600";
    let theirs = " belongs to somebody else; remove it, or use another SAYSO_DATA";
    for whose in ["person", "agent"] {
        for mode in [0o640, 0o604, 0o644] {
            let stage = Stage::new();
            stage.sayso(["token", whose]).done().exits(0);
            let path = stage.path(&format!("data/{whose}.token"));
            std::fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            is_refused(&stage, whose, read);
            if rustix::process::geteuid().is_root() {
                std::os::unix::fs::chown(&path, Some(65_534), None).unwrap();
                is_refused(&stage, whose, theirs);
            }
        }
    }
}

#[test]
fn without_a_certificate_it_listens_for_this_machine_alone() {
    let stage = Stage::new();
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:7319", "[2001:db8::1]:0"] {
        let done = stage.sayso(["serve", "--listen", address]).done();
        let done = done.exits(2).prints_nothing();
        assert!(
            done.stderr.contains("is not a loopback address"),
            "{done:?}"
        );
    }
    for nonsense in ["", "7319", "localhost", "127.0.0.1:99999"] {
        let done = stage.sayso(["serve", "--listen", nonsense]).done();
        done.exits(2).prints_nothing();
    }
    assert!(!stage.data().exists());
}

#[test]
fn a_port_that_is_taken() {
    let stage = Stage::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let done = stage.sayso(["serve", "--listen", &address]).done();
    let done = done.exits(8).prints_nothing();
    let words = format!("Error: cannot listen on {address}: ");
    assert!(done.stderr.starts_with(&words), "{done:?}");
    assert!(!stage.path("data/desk.json").exists());
    drop(taken);
    Desk::of(&stage, stage.sayso(["serve", "--listen", &address])).stopped();
}

#[test]
fn it_stops_without_resolving_anything() {
    for signal in [Signal::TERM, Signal::INT] {
        let stage = Stage::new();
        let desk = Desk::start(&stage);
        let body = json!({ "input": { "questions": [auth()] } });
        let asked = desk.agent().post("/api/interactions", &body).is(201).json();
        let id = asked["interaction_id"].as_str().unwrap();
        let mut inbox = desk.person().stream("/api/events", None).unwrap();
        inbox.sees("snapshot");
        let (agent, path) = (desk.agent(), format!("/api/interactions/{id}?wait=600"));
        let waiting = thread::spawn(move || agent.send("GET", &path, ""));
        until("the agent waits", || {
            let metrics = desk.person().get("/metrics").body;
            metrics.contains("sayso_waiting 1\n")
        });
        desk.running.signal(signal);
        let done = desk.running.done().exits(0);
        assert!(
            done.stderr.ends_with("What is open stays open.\n"),
            "{done:?}"
        );
        // Both are told no outcome: they end, in good order or not.
        let last = inbox.next();
        assert!(!matches!(last, Ok(Some(_))), "{last:?}");
        if let Ok(reply) = waiting.join().unwrap() {
            assert_ne!(reply.json()["state"], "answered", "{reply:?}");
            assert_eq!(reply.json()["outcome"], Value::Null, "{reply:?}");
        }
        assert_eq!(stage.open_id(), id);
        assert_eq!(stage.states(), [] as [&str; 0]);
        assert!(!stage.path("data/desk.json").exists());

        // The next desk goes on with it.
        let desk = Desk::start(&stage);
        let found = desk.agent().get(&format!("/api/interactions/{id}")).is(200);
        assert_eq!(found.json()["state"], "pending");
    }
}

#[test]
fn the_link_signs_a_page_in_once() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let said = desk.running.complains_of("Tokens: ");
    let (_, code) = said.split_once("/#code=").unwrap();
    let code = code.lines().next().unwrap();
    let mut anyone = desk.person();
    anyone.token = None;
    let body = json!({ "code": code });
    let reply = anyone.post("/api/login", &body).is(200);
    assert!(
        reply.head.contains("HttpOnly; SameSite=Strict"),
        "{}",
        reply.head
    );
    assert_eq!(
        anyone.post("/api/login", &body).is(401).error().0,
        "invalid_code"
    );
    anyone.get("/api/sessions").is(401);
}

#[test]
fn another_link_can_be_had_from_the_desk_that_runs() {
    let stage = Stage::new();
    stage.sayso(["token", "link"]).done().exits(3);
    let desk = Desk::start(&stage);
    let link = stage.sayso(["token", "link"]).done().exits(0).stdout;
    let (url, code) = link.trim().split_once("/#code=").unwrap();
    assert_eq!(url, desk.url);
    let mut anyone = desk.person();
    anyone.token = None;
    anyone.post("/api/login", &json!({ "code": code })).is(200);
}
