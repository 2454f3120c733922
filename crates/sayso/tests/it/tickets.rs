//! Asking the same again in an agent's shell: whose question is taken up, and whose answer is
//! handed out.

use std::fs::{self, File};
use std::time::Duration;

use serde_json::json;

use crate::desk::Desk;
use crate::stage::{Call, Stage};

/// The same question, from a shell that ends commands at once.
fn asks(stage: &Stage, session: Option<&str>) -> Call {
    let question = json!({ "questions": [{
        "question": "Delete the old backups?", "header": "Backups", "multiSelect": false,
        "options": [
            { "label": "Yes", "description": "All" }, { "label": "No", "description": "None" },
        ],
    }] });
    let call = stage.tool([question.to_string()]);
    let call = call
        .env("CLAUDECODE", "1")
        .env("BASH_DEFAULT_TIMEOUT_MS", "60");
    match session {
        Some(session) => call.env("CLAUDE_CODE_SESSION_ID", session),
        None => call,
    }
}

enum Again {
    /// The yes of before is handed out.
    Answered,
    /// The question of before is still the only one.
    Same,
    /// It is asked anew.
    Anew,
}

/// Asks in one session, answers if so, lets hours pass, asks in another session.
#[track_caller]
fn check(sessions: [Option<&str>; 2], answer: Option<&str>, hours: u64, again: Again) {
    let stage = Stage::new();
    let _desk = Desk::start(&stage);
    asks(&stage, sessions[0]).done().exits(7);
    let id = stage.open_id();
    if let Some(answer) = answer {
        let answer = json!({ "Backups": answer }).to_string();
        stage
            .sayso(["answer", "--scripted", &id, &answer])
            .done()
            .exits(0);
    }
    for ticket in fs::read_dir(stage.data().join("tickets"))
        .into_iter()
        .flatten()
    {
        let file = File::options()
            .append(true)
            .open(ticket.unwrap().path())
            .unwrap();
        let left = file.metadata().unwrap().modified().unwrap();
        file.set_modified(left - Duration::from_secs(hours * 3_600))
            .unwrap();
    }
    let done = asks(&stage, sessions[1]).done();
    match again {
        Again::Answered => {
            done.exits(0).prints("{\"answers\":{\"Backups\":\"Yes\"}}");
            assert!(stage.pending().is_empty());
        }
        Again::Same => {
            done.exits(7).prints_nothing();
            assert_eq!(stage.open_id(), id);
        }
        Again::Anew => {
            done.exits(7).prints_nothing();
            let open = stage.pending();
            assert_ne!(open[0]["interaction_id"], id);
        }
    }
}

#[test]
fn whoever_asks_the_same_again() {
    let (one, other) = (Some("one"), Some("other"));
    check([one, one], Some("Yes"), 0, Again::Answered);
    check([one, one], Some("Yes"), 23, Again::Answered);
    check([one, one], None, 0, Again::Same);
    check([one, one], None, 500, Again::Same);
    // An answer of long ago, and one that another agent got.
    check([one, one], Some("Yes"), 25, Again::Anew);
    check([one, other], Some("Yes"), 0, Again::Anew);
    // Without a session any agent in this project could be the asker.
    check([None, None], Some("Yes"), 0, Again::Anew);
    check([one, None], Some("Yes"), 0, Again::Anew);
    check([None, one], Some("Yes"), 0, Again::Anew);
}
