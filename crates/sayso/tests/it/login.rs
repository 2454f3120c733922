//! Terminals that sign in, and who is signed in where.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::desk::{Desk, token};
use crate::questions::{ONE, ask, auth};
use crate::stage::{Call, Stage};

const GIVEN_JWT: &str = r#"{"Auth method":"JWT"}"#;

/// A desk somewhere else, and a machine that has nothing but its address.
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

    fn here(&self, args: &[&str]) -> Call {
        self.here.sayso(args).env("SAYSO_DESK", &self.desk.url)
    }

    #[track_caller]
    fn code(&self) -> String {
        let code = self.desk.person().post("/api/login/code", &json!({}));
        code.is(200).json()["code"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn signs_in(&self) {
        let mut login = self.here(&["login"]).all_at_terminal();
        login.sees("Paste the link or its code:");
        login.types(&format!("{}/#code={}\r", self.desk.url, self.code()));
        login.sees("Signed in at");
        login.done().exits(0);
    }

    #[track_caller]
    fn sessions(&self) -> Vec<Value> {
        let listed = self.desk.person().get("/api/login/sessions").is(200).json();
        listed["sessions"].as_array().unwrap().clone()
    }

    /// Asks as an agent would; which question it is.
    #[track_caller]
    fn asked(&self) -> String {
        let agent = token(&self.there, "agent");
        let asking = self.here(&["ask", "--no-wait", &ask(&[auth()])]);
        let asked = asking.env("SAYSO_TOKEN", agent).done().exits(7).json();
        asked["interaction_id"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn outcome(&self, id: &str) -> Value {
        let found = self.desk.agent().get(&format!("/api/interactions/{id}"));
        found.is(200).json()["outcome"].clone()
    }
}

#[test]
fn what_a_signed_in_terminal_does_a_person_does_until_it_is_signed_out() {
    let apart = Apart::new();
    let id = apart.asked();
    let nobody = apart.here(&["cancel", &id]).done().exits(1);
    assert!(nobody.stderr.contains("Authorization"), "{nobody:?}");
    apart.signs_in();
    let [session] = &apart.sessions()[..] else {
        panic!("one is signed in")
    };
    assert_eq!(session["kind"], "terminal");
    assert!(session["label"].as_str().unwrap().starts_with("ada@"));

    // The file is its owner's alone, and good for this desk.
    let folder = apart.here.path("data/signed-in");
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().flatten().collect();
    assert_eq!(files.len(), 1);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&files[0].path())), (0o700, 0o600));

    let listed = apart.here(&["pending"]).done().exits(0);
    assert!(listed.stdout.contains("Which authentication method"));
    // Another terminal, or none, may use the login, but is not the one that signed in.
    let elsewhere = apart.here(&["status"]).done().exits(0);
    assert!(elsewhere.stdout.contains("This terminal: not signed in"));
    let both = "sayso login --code $1 && sayso status";
    let mut here = apart
        .here
        .shell(both, [apart.code()])
        .env("SAYSO_DESK", &apart.desk.url)
        .all_at_terminal();
    here.sees("This terminal: signed in");
    here.done().exits(0);
    let [session] = &apart.sessions()[..] else {
        panic!("who signs in anew is listed once")
    };
    apart.here(&["cancel", &id]).done().exits(0);
    let outcome = apart.outcome(&id);
    assert_eq!(
        (&outcome["by"], &outcome["evidence"], &outcome["decided_by"]),
        (&json!("ada"), &json!("terminal"), &json!("person"))
    );

    let listed = apart.here(&["sessions"]).done().exits(0).stdout;
    let digits = session["id"].as_str().unwrap()[..8].to_owned();
    assert!(
        listed.starts_with(&format!("{digits}  terminal")),
        "{listed}"
    );
    assert!(listed.contains("(this terminal)"), "{listed}");
    let json = apart.here(&["sessions", "--json"]).done().exits(0).json();
    assert_eq!(json[0]["id"], session["id"]);
    apart.here(&["sessions", "revoke", "none"]).done().exits(1);
    let out = apart.here(&["sessions", "revoke", &digits]).done().exits(0);
    assert!(out.stdout.contains("Signed out"), "{out:?}");
    assert_eq!(apart.sessions(), Vec::<Value>::new());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    apart.here(&["pending"]).done().exits(1);
}

#[test]
fn a_revoked_terminal_is_out_at_once() {
    let apart = Apart::new();
    let id = apart.asked();
    apart.signs_in();
    apart.here(&["pending"]).done().exits(0);
    let session = apart.sessions()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/login/sessions/{session}/revoke");
    apart.desk.person().post(&path, &json!({})).is(200);
    let out = apart.here(&["cancel", &id]).done().exits(1);
    assert!(out.stderr.contains("Authorization"), "{out:?}");
    assert_eq!(apart.outcome(&id), Value::Null);
}

/// What is scripted is less than the terminal that it runs at.
#[test]
fn what_a_signed_in_terminal_scripts_is_no_person_s_word() {
    let apart = Apart::new();
    let id = apart.asked();
    apart.signs_in();
    apart
        .here(&["answer", "--scripted", &id, GIVEN_JWT])
        .done()
        .exits(0);
    let outcome = apart.outcome(&id);
    assert_eq!(
        (&outcome["evidence"], &outcome["decided_by"]),
        (&json!("script"), &json!("file"))
    );
    let leave = json!({ "source": "approval", "input": {
        "question_id": "go", "question_text": "Deploy?", "type": "boolean",
    } });
    let asked = apart.desk.agent().post("/api/interactions", &leave);
    let id = asked.is(201).json()["interaction_id"].clone();
    let id = id.as_str().unwrap();
    let refused = apart
        .here(&["answer", "--scripted", id, r#"{"go":true}"#])
        .done();
    assert_ne!(refused.code, 0, "{refused:?}");
    assert_eq!(apart.outcome(id), Value::Null);
}

/// Below an agent, at the terminal that signed in: who types is the person, a script is the agent.
#[test]
fn below_an_agent_a_signed_in_terminal_is_typed_at_and_not_scripted() {
    let apart = Apart::new();
    let id = apart.asked();
    let line = r#"sayso login --code "$1"; export CLAUDECODE=1
        sayso answer --scripted "$2" "$3"; echo "scripted $?"
        sayso answer "$2" "$3"; echo "given $?"
        sayso answer --plain "$2"; echo "typed $?""#;
    let call = apart
        .here
        .shell(line, [apart.code().as_str(), &id, GIVEN_JWT]);
    let call = call.env("SAYSO_DESK", &apart.desk.url);
    let mut terminal = call.all_at_terminal();
    terminal
        .sees("Signed in at")
        .sees("scripted 6")
        .sees("given 6");
    terminal.sees(ONE).types("2\n").sees("typed 0");
    terminal.done().exits(0);
    assert_eq!(apart.outcome(&id)["evidence"], "terminal");
}

#[test]
fn only_a_person_at_a_terminal_signs_in() {
    let apart = Apart::new();
    let code = apart.code();
    let nowhere = apart.here(&["login", "--code", &code]).done().exits(3);
    assert!(
        nowhere.stderr.contains("Run it in a terminal"),
        "{nowhere:?}"
    );
    for mark in ["CLAUDECODE", "SAYSO_HOSTED"] {
        let login = apart.here(&["login", "--code", &code]).env(mark, "1");
        let mut login = login.all_at_terminal();
        login.sees("You cannot sign in for the person");
        login.done().exits(6);
    }
    let mut wrong = apart.here(&["login", "--code", "none"]).all_at_terminal();
    wrong.sees("used before or is too old");
    wrong.done().exits(1);
    let mut nothing = apart.here(&["login"]).all_at_terminal();
    nothing.sees("Paste the link").types("\r");
    nothing.sees("no code was given");
    nothing.done().exits(1);
    let alone = Stage::new();
    let mut no_desk = alone.sayso(["login", "--code", &code]).all_at_terminal();
    no_desk.sees("no desk runs here");
    no_desk.done().exits(3);
    // None of them spent the code.
    let link = format!("{}/#code={code}", apart.desk.url);
    let mut login = apart.here.sayso(["login", &link]).all_at_terminal();
    login.sees("Signed in at");
    login.done().exits(0);
    assert_eq!(apart.sessions().len(), 1);
}

/// At the desk of one's own directory it works the same.
#[test]
fn the_desk_of_this_directory_lists_its_sessions() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let made = stage.sayso(["token", "link"]).done().exits(0);
    let code = made.stdout.trim().rsplit('=').next().unwrap().to_owned();
    let mut login = stage.sayso(["login", "--code", &code]).all_at_terminal();
    login.sees("Signed in at");
    login.done().exits(0);
    let listed = stage.sayso(["sessions"]).done().exits(0).stdout;
    assert!(listed.contains("terminal") && listed.contains("(this terminal)"));
    desk.stopped();
    let away = stage.sayso(["sessions"]).done().exits(3);
    assert!(away.stderr.contains("sayso serve"), "{away:?}");
}
