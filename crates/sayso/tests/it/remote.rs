//! Commands at a desk somewhere else: nothing of theirs lies here.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::desk::{Desk, lasting_port, token as token_of};
use crate::questions::{ONE, ask, auth, colour, deploy, features, name, token, with};
use crate::stage::{Call, Stage};

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;
const GIVEN_JWT: &str = r#"{"Auth method":"JWT"}"#;

/// A desk somewhere else, and a machine that has nothing but its address and a token.
struct Apart {
    desk: Desk,
    there: Stage,
    here: Stage,
}

impl Apart {
    fn new() -> Self {
        let there = Stage::new();
        Self {
            desk: Desk::start(&there),
            here: Stage::new(),
            there,
        }
    }

    fn call(&self, whose: &str, args: &[&str]) -> Call {
        self.here
            .sayso(args)
            .env("SAYSO_DESK", &self.desk.url)
            .env("SAYSO_TOKEN", token_of(&self.there, whose))
    }

    fn agent(&self, args: &[&str]) -> Call {
        self.call("agent", args)
    }

    fn person(&self, args: &[&str]) -> Call {
        self.call("person", args)
    }

    /// Asks without waiting; which question it is.
    #[track_caller]
    fn asked(&self, questions: &[Value]) -> String {
        let done = self.agent(&["ask", "--no-wait", &ask(questions)]).done();
        let asked = done.exits(7).json();
        asked["interaction_id"].as_str().unwrap().to_owned()
    }
}

#[test]
fn every_command() {
    let apart = Apart::new();
    let id = apart.asked(&[auth()]);
    let last = &id[id.len() - 8..];

    let listed = apart.agent(&["pending"]).done().exits(0);
    assert!(listed.stdout.starts_with(last), "{listed:?}");
    assert!(listed.stdout.contains("Which authentication method"));
    let listed = apart.person(&["pending", "--json"]).done().exits(0).json();
    assert_eq!(listed[0]["interaction_id"], id.as_str());
    assert_eq!(listed[0]["state"], "pending");
    assert_eq!(listed[0]["questions"][0]["header"], "Auth method");

    let waited = apart.agent(&["wait", &id, "--timeout", "100ms"]).done();
    waited.exits(7).prints_nothing();
    apart
        .person(&["answer", "--scripted", last, GIVEN_JWT])
        .env("USER", "bob")
        .done()
        .exits(0)
        .prints_nothing();
    apart.agent(&["wait", &id]).done().exits(0).prints(JWT);
    let late = apart
        .person(&["answer", "--scripted", &id, GIVEN_JWT])
        .done()
        .exits(0);
    // Whose token it is counts, not who says to be there.
    assert!(
        late.stderr
            .contains(" answered by a script of ada via file in ")
    );

    let id = apart.asked(&[features()]);
    let cancel = apart.person(&["cancel", &id, "--reason", "not now"]);
    cancel.env("USER", "bob").done().exits(0).prints_nothing();
    let waited = apart.agent(&["wait", &id, "--format", "outcome"]).done();
    let outcome = waited.exits(4).json();
    assert_eq!(outcome["reason"], "not now");
    assert_eq!(outcome["by"], "ada");
    assert_eq!(outcome["via"], "terminal");
    let again = apart.person(&["cancel", &id]).done().exits(1);
    assert!(again.stderr.contains("ada"), "{again:?}");

    let listed = apart.agent(&["pending"]).done().exits(0).prints_nothing();
    assert_eq!(listed.stderr, "Nothing is waiting for you.\n");
    assert!(!apart.here.data().exists(), "something lies here");
}

#[test]
fn the_desk_is_typed() {
    let apart = Apart::new();
    let id = apart.asked(&[auth()]);
    let last = &id[id.len() - 8..];
    let typed = |whose: &str, args: &[&str]| {
        let args = [args, &["--desk", &apart.desk.url]].concat();
        let call = apart.here.sayso(&args);
        // It comes before the environment.
        let call = call.env("SAYSO_DESK", "http://127.0.0.1:1");
        call.env("SAYSO_TOKEN", token_of(&apart.there, whose))
    };
    let listed = typed("agent", &["pending"]).done().exits(0);
    assert!(listed.stdout.starts_with(last), "{listed:?}");
    typed("agent", &["wait", last, "--timeout", "100ms"])
        .done()
        .exits(7);
    typed("person", &["answer", "--scripted", last, GIVEN_JWT])
        .done()
        .exits(0);
    // A few digits find it when it is closed, too.
    typed("agent", &["wait", last]).done().exits(0).prints(JWT);
    typed("agent", &["wait", &id[..14]])
        .done()
        .exits(0)
        .prints(JWT);
    let late = typed("person", &["answer", "--scripted", last, GIVEN_JWT]).done();
    assert!(late.exits(0).stderr.contains(" answered by "));
    let second = apart.asked(&[features()]);
    typed("person", &["cancel", &second[24..]]).done().exits(0);
    for args in [
        &["history"][..],
        &["history", "--json"],
        &["history", "-n", "1"],
        &["history", "no such session & = %"],
    ] {
        let there = apart.there.sayso(args).done().exits(0);
        let here = typed("agent", args).done().exits(0);
        assert_eq!(here.stdout, there.stdout);
        assert_eq!(here.stderr, there.stderr);
    }
    typed("agent", &["wait", "ffffffff"]).done().exits(1);
    assert!(!apart.here.data().exists(), "something lies here");
}

#[test]
fn an_agent_asks_and_waits_and_withdraws_but_never_answers() {
    let apart = Apart::new();
    let id = apart.asked(&[auth()]);
    let words = "Only a person may do this; an agent must not answer itself.\n";
    let done = apart
        .agent(&["answer", "--scripted", &id, GIVEN_JWT])
        .done();
    assert_eq!(done.exits(1).prints_nothing().stderr, words);
    // Nor by answers that it brings along, nor at a terminal.
    let answers = apart.here.file("answers.json", GIVEN_JWT);
    let done = apart.agent(&["ask", &ask(&[auth()]), "--answers", &answers]);
    assert_eq!(done.done().exits(1).prints_nothing().stderr, words);
    let mut terminal = apart.agent(&["answer", &id]).at_terminal();
    terminal.sees(ONE).types("2\n");
    let done = terminal.done().exits(1).prints_nothing();
    assert!(done.screen.contains("Only a person"), "{}", done.screen);
    assert_eq!(apart.there.states(), [] as [&str; 0]);

    apart.agent(&["cancel", &id]).done().exits(0);
    let done = apart.agent(&["wait", &id]).done().exits(4);
    done.complains(&["The question was withdrawn before anyone answered."]);
}

#[test]
fn without_the_right_token_nothing_is_told() {
    let apart = Apart::new();
    let id = apart.asked(&[auth()]);
    let good = ask(&[auth()]);
    for args in [
        &["ask", &good][..],
        &["ask", "--no-wait", &good],
        &["wait", &id],
        &["pending"],
        &["answer", "--scripted", &id, GIVEN_JWT],
        &["cancel", &id],
    ] {
        for wrong in ["", "0000", "s.6131.00"] {
            let call = apart.agent(args).env("SAYSO_TOKEN", wrong);
            let done = call.done().exits(1).prints_nothing();
            assert!(done.stderr.contains("Authorization: Bearer"), "{done:?}");
        }
    }
    assert_eq!(apart.there.pending().len(), 1);
}

#[test]
fn the_token_of_one_session_opens_no_other() {
    let apart = Apart::new();
    let id = apart.asked(&[auth()]);
    let minted = apart.there.sayso(["token", "session", "mine"]).done();
    let token = minted.exits(0).stdout.trim().to_owned();
    let mine = |args: &[&str]| apart.agent(args).env("SAYSO_TOKEN", &token).done();
    let asked = mine(&["ask", "--no-wait", &ask(&[auth()])]).exits(7).json();
    assert_eq!(asked["session_id"], "mine");
    let listed = mine(&["pending", "--json"]).exits(0).json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    for args in [&["wait", &id][..], &["cancel", &id]] {
        let done = mine(args).exits(1).prints_nothing();
        assert!(done.stderr.contains("No such question"), "{done:?}");
    }
    let other = ["ask", "--no-wait", "--session", "yours", &ask(&[auth()])];
    let done = mine(&other).exits(1).prints_nothing();
    assert!(done.stderr.contains("session"), "{done:?}");
}

#[test]
fn a_desk_that_is_away() {
    let stage = Stage::new();
    let url = format!("http://127.0.0.1:{}", lasting_port());
    let good = ask(&[auth()]);
    for args in [
        &["ask", &good][..],
        &["ask", "--no-wait", &good],
        &["pending"],
        &["cancel", "01a1e14a1c9275258431e7015766131b"],
        &[
            "answer",
            "--scripted",
            "01a1e14a1c9275258431e7015766131b",
            GIVEN_JWT,
        ],
    ] {
        let call = stage.sayso(args).env("SAYSO_DESK", &url);
        let done = call.env("SAYSO_TOKEN", "x").done();
        let done = done.exits(3).prints_nothing();
        let words = "Error: the desk cannot be reached: ";
        assert!(done.stderr.starts_with(words), "{args:?}: {done:?}");
    }
    let at = stage.sayso(["ask", &good, "--desk", &url]).done();
    at.exits(3).prints_nothing();
    assert!(!stage.data().exists(), "asked here instead");
}

/// What listens there need not be a desk.
#[test]
fn something_else_listens_there() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut line = String::new();
            let _ = BufReader::new(&stream).read_line(&mut line);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
        }
    });
    let stage = Stage::new();
    let done = stage.sayso(["pending"]).env("SAYSO_DESK", url).done();
    let done = done.exits(8).prints_nothing();
    assert!(done.stderr.starts_with("Error: that is no desk of ours: "));
}

#[test]
fn the_tokens_of_this_directory_go_to_its_own_desk_alone() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let answers = stage.file("answers.json", GIVEN_JWT);
    let args = ["ask", &ask(&[auth()]), "--answers", &answers, "--desk"];
    let localhost = desk.url.replace("127.0.0.1", "localhost");
    for url in [&desk.url, &format!("{}/", desk.url), &localhost] {
        let call = stage.sayso(args.into_iter().chain([url.as_str()]));
        call.done().exits(0).prints(JWT);
    }

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let heard = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let lines = BufReader::new(stream).lines().map(Result::unwrap);
        lines
            .take_while(|line| !line.is_empty())
            .collect::<Vec<_>>()
    });
    let args = args.into_iter().chain([url.as_str()]);
    stage.sayso(args).done().exits(3);
    let heard = heard.join().unwrap().join("\n");
    assert!(heard.starts_with("POST /api/interactions "), "{heard}");
    for whose in ["person", "agent"] {
        assert!(!heard.contains(&token_of(&stage, whose)), "{heard}");
    }
}

#[test]
fn a_proxy_for_the_web_is_none_for_the_desk() {
    let apart = Apart::new();
    let proxy = format!("http://127.0.0.1:{}", lasting_port());
    let call = apart.agent(&["pending", "--json"]);
    let call = call.env("http_proxy", &proxy).env("ALL_PROXY", &proxy);
    call.done().exits(0).prints("[]");
}

#[test]
fn it_goes_on_when_the_desk_is_killed_and_comes_back() {
    let there = Stage::new();
    let here = Stage::new();
    let port = lasting_port();
    let mut desk = Desk::start_at(&there, port);
    let call = |args: &[&str]| {
        here.sayso(args)
            .env("SAYSO_DESK", &desk.url)
            .env("SAYSO_TOKEN", token_of(&there, "agent"))
    };
    let asking = call(&["ask", "--call", "k", &ask(&[auth()])]).begin();
    asking.complains_of("Waiting for an answer at ");
    let id = there.open_id();
    let waiting = call(&["wait", &id]).begin();
    let mut terminal = call(&["ask", "--call", "k", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE);
    desk.killed();
    desk = Desk::start_at(&there, port);
    assert_eq!(there.open_id(), id);
    // And once more, in good order.
    desk.stopped();
    desk = Desk::start_at(&there, port);
    let body = json!({ "answers": { "r1.q1": "JWT" } });
    let path = format!("/api/interactions/{id}/answer");
    desk.person().post(&path, &body).is(200);
    asking.done().exits(0).prints(JWT);
    waiting.done().exits(0).prints(JWT);
    terminal.done().exits(0).prints(JWT);
    assert_eq!(there.states(), ["answered"]);
}

#[test]
fn the_terminal_closes_when_it_is_answered_over_http() {
    let apart = Apart::new();
    let args = ["ask", "--agent", "claude", &ask(&[auth()])];
    let mut terminal = apart.agent(&args).at_terminal();
    terminal.sees("claude · ").sees(ONE).types("half a li");
    let path = format!("/api/interactions/{}/answer", apart.there.open_id());
    let body = json!({ "answers": { "r1.q1": "JWT" } });
    apart.desk.person().post(&path, &body).is(200);
    let done = terminal.done().exits(0).prints(JWT);
    let last = done.screen.lines().last().unwrap();
    assert!(
        last.contains(" answered by a script of ada via http in "),
        "{last}"
    );
}

#[test]
fn answered_at_the_terminal() {
    let apart = Apart::new();
    let mut terminal = apart.person(&["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE).types("2\n");
    terminal.done().exits(0).prints(JWT);
    let outcome = &apart.there.history()[0];
    assert_eq!(outcome["by"], "ada");
    assert_eq!(outcome["via"], "terminal");
    // A bare token may be anybody's; a terminal that signs in is a person's.
    assert_eq!(outcome["decided_by"], "file");
    assert_eq!(outcome["evidence"], "script");
}

#[test]
fn ctrl_c_takes_the_question_back() {
    let apart = Apart::new();
    let mut terminal = apart.agent(&["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE).types("\u{3}");
    terminal.done().exits(130).prints_nothing();
    let asking = apart.agent(&["ask", &ask(&[auth()])]).begin();
    asking.complains_of("Waiting for an answer at ");
    asking.signal(Signal::INT);
    asking.done().exits(130).prints_nothing();
    for outcome in apart.there.history() {
        assert_eq!(outcome["decided_by"], "asker", "{outcome}");
    }
    assert_eq!(apart.there.states(), ["cancelled", "cancelled"]);
}

/// The same questions, asked here and at a desk, print the same.
#[test]
fn every_format_is_the_local_one() {
    let tool_call = json!({
        "type": "tool_use",
        "id": "toolu_01",
        "name": "AskUserQuestion",
        "input": { "questions": [auth(), features()] },
    });
    let follow_ups = with(
        colour(),
        &json!({ "follow_up_questions": { "red": [
            { "question_id": "shade", "question_text": "Which shade?", "type": "text" },
        ] } }),
    );
    let rows = [
        (
            ask(&[auth(), features()]),
            json!({ "Auth method": "JWT", "Features": ["Caching", "Metrics"] }),
        ),
        (
            ask(&[auth()]),
            json!({ "Auth method": { "answer": { "other": "a, \"b\" <小明>" }, "note": "why not" } }),
        ),
        (
            tool_call.to_string(),
            json!({ "Auth method": "OAuth 2.0", "Features": "Logging" }),
        ),
        (
            ask(&[name(), deploy(), colour()]),
            json!({ "name": "Otto", "deploy": false, "colour": "blue" }),
        ),
        (
            follow_ups.to_string(),
            json!({ "colour": "red", "shade": "crimson" }),
        ),
        (
            ask(&[with(name(), &json!({ "required": false })), deploy()]),
            json!({ "deploy": true }),
        ),
        (
            ask(&[token(), deploy()]),
            json!({ "token": "hunter2", "deploy": true }),
        ),
    ];
    let (local, there) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    for (n, (question, answers)) in rows.iter().enumerate() {
        for format in ["answers", "outcome", "claude"] {
            for key in ["header", "question", "id"] {
                let session = format!("{n}-{format}-{key}");
                let printed = |stage: &Stage, desk: Option<&str>| {
                    let answers = stage.file("answers.json", answers.to_string());
                    let args = [
                        "ask",
                        question,
                        "--answers",
                        &answers,
                        "--session",
                        &session,
                    ];
                    let args = args.into_iter().chain(["--format", format, "--key", key]);
                    let args = args.chain(desk.into_iter().flat_map(|url| ["--desk", url]));
                    let done = stage.sayso(args).done().exits(0);
                    (without_times(&done.json()), done.stderr)
                };
                let (here, remote) = (printed(&local, None), printed(&there, Some(&desk.url)));
                assert_eq!(here, remote, "{question} {format} {key}");
            }
        }
    }
}

/// An outcome without what differs from one ask to the next.
fn without_times(value: &Value) -> Value {
    let mut value = value.clone();
    for name in ["interaction_id", "at", "took_ms", "credential"] {
        if let Some(object) = value.as_object_mut() {
            object.remove(name);
        }
    }
    value
}

#[test]
fn refusals_are_the_local_ones() {
    let (local, there) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    let question = ask(&[auth(), features()]);
    for answers in [
        json!({ "Auth method": "Basic", "Features": ["Caching"] }),
        json!({ "Auth method": "JWT" }),
        json!({ "Auth method": ["JWT"], "Features": true }),
        json!({ "Auth method": "JWT", "Features": [], "Nonsense": 1 }),
        json!({ "Auth method": { "other": "x".repeat(10_001) }, "Features": ["Caching"] }),
    ] {
        let complained = |stage: &Stage, url: Option<&str>| {
            let asked = stage.sayso(["ask", "--no-wait", &question]).done().exits(7);
            let id = asked.json()["interaction_id"].as_str().unwrap().to_owned();
            let call = stage.sayso(["answer", "--scripted", &id, &answers.to_string()]);
            let call = url
                .into_iter()
                .fold(call, |c, url| c.env("SAYSO_DESK", url));
            let done = call.done().exits(1).prints_nothing();
            stage.sayso(["cancel", &id]).done().exits(0);
            done.stderr
        };
        let (here, remote) = (
            complained(&local, None),
            complained(&there, Some(&desk.url)),
        );
        assert!(!here.is_empty());
        assert_eq!(here, remote, "{answers}");
    }
    // And so are those at asking time.
    let complained = |stage: &Stage, url: Option<&str>| {
        let call = |args: &[&str]| {
            let call = stage.sayso(args);
            url.into_iter()
                .fold(call, |c, url| c.env("SAYSO_DESK", url))
        };
        let no_wait = |question: &str, more: &[&str]| {
            let args = ["ask", "--no-wait", "--session", "s", question];
            let args: Vec<&str> = args.into_iter().chain(more.iter().copied()).collect();
            let done = call(&args).done();
            (done.code, done.stderr)
        };
        let first = no_wait(&ask(&[auth()]), &["--call", "k", "--serial"]).0;
        let reused = no_wait(&ask(&[features()]), &["--call", "k"]);
        let serial = no_wait(&ask(&[features()]), &[]);
        (first, reused, serial)
    };
    let (here, remote) = (
        complained(&local, None),
        complained(&there, Some(&desk.url)),
    );
    assert_eq!(here, remote);
    assert_eq!((here.0, here.1.0, here.2.0), (7, 1, 6));
}

#[test]
fn secrets_reach_the_asker_and_nobody_else() {
    let apart = Apart::new();
    let asking = apart.agent(&["ask", &ask(&[token()])]).begin();
    asking.complains_of("Waiting for an answer at ");
    let id = apart.there.open_id();
    let answer = apart.person(&["answer", "--scripted", &id, r#"{"token":"hunter2"}"#]);
    answer.done().exits(0).prints_nothing();
    let told = r#"{"answers":{"token":"hunter2"}}"#;
    asking.done().exits(0).prints(told);
    // It went to the command that asked. No mask stands in for it, whoever else asks.
    for args in [
        &["wait", &id][..],
        &["wait", &id, "--format", "outcome"],
        &["wait", &id, "--format", "claude"],
    ] {
        for other in [apart.agent(args), apart.person(args)] {
            let done = other.done().exits(8).prints_nothing();
            assert!(done.stderr.contains("is secret."), "{done:?}");
        }
    }
}

#[test]
fn deadlines_are_the_desk_s() {
    let apart = Apart::new();
    let timeout = ["--timeout", "1s"];
    let args = ["ask", &ask(&[auth()]), timeout[0], timeout[1]];
    let done = apart.agent(&args).done().exits(5).prints_nothing();
    assert!(
        done.stderr.contains("Waiting for an answer at "),
        "{done:?}"
    );
    let question = ask(&[with(colour(), &json!({ "required": false }))]);
    let args = [
        "ask",
        &question,
        timeout[0],
        timeout[1],
        "--on-timeout",
        "default",
    ];
    let done = apart.agent(&args).done().exits(5);
    done.prints(r#"{"answers":{"Colour":"Blue"},"defaulted":["Colour"]}"#);
    // The first is long enough on any machine that is not busy.
    for time in ["2s", "10s", "45s"] {
        let call = apart.agent(&["ask", &question, "--timeout", time]);
        let mut terminal = call.at_terminal();
        if !terminal.reaches("0 for custom") {
            continue;
        }
        let done = terminal.done().exits(5);
        assert!(
            done.screen.contains("The deadline passed"),
            "{}",
            done.screen
        );
        return;
    }
    panic!("no question was shown in time");
}

#[test]
fn who_asks_again_by_its_key_is_attached() {
    let apart = Apart::new();
    let question = ask(&[auth()]);
    let keyed = ["ask", "--session", "s", "--call", "k", &question];
    let first = apart.agent(&keyed).begin();
    first.complains_of("Waiting for an answer at ");
    first.signal(Signal::KILL);
    first.done().exits(137);
    let second = apart.agent(&keyed).begin();
    second.complains_of("Waiting for an answer at ");
    let mut third = apart.agent(&keyed).at_terminal();
    third.sees(ONE);
    let id = apart.there.open_id();
    apart
        .person(&["answer", "--scripted", &id, GIVEN_JWT])
        .done()
        .exits(0);
    second.done().exits(0).prints(JWT);
    third.done().exits(0).prints(JWT);
    // Later too, and at once.
    let again = apart.agent(&keyed).begin();
    again.done().exits(0).prints(JWT);
    assert_eq!(apart.there.states(), ["answered"]);
}

/// What nobody chose says so over the wire too.
#[test]
fn a_piped_line_that_fell_to_the_default_is_marked() {
    let apart = Apart::new();
    let call = apart.person(&["ask", &ask(&[colour()])]).piped("9\n");
    call.done()
        .exits(0)
        .prints(r#"{"answers":{"Colour":"Blue"},"defaulted":["Colour"]}"#);
    let recorded = &apart.there.history()[0];
    assert_eq!(recorded["decided_by"], "file");
    assert_eq!(recorded["defaulted"], json!(["colour"]));
}
