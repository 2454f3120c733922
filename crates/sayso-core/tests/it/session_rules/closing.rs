//! Calling it off: cancel, withdraw, interrupt.

use sayso_core::actor::Actor;
use sayso_core::command::Command;
use sayso_core::decider::Decider;
use sayso_core::event::Event;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::RequestKey;
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use serde_json::json;

use crate::life::{Life, ann, refused, yes_no};

#[test]
fn cancel() {
    for (reason, kept) in [
        (None, None),
        (Some(""), None),
        (Some(" \n"), None),
        (
            Some("let us talk about X first"),
            Some("let us talk about X first"),
        ),
        (Some("\u{1b}[1mnot <now>\u{202e}"), Some("not <now>")),
    ] {
        let mut life = Life::new();
        let id = life.asks(&json!([yes_no("a"), yes_no("b")]));
        life.part(id, &json!({ "a": "yes" })).unwrap();
        life.wait(700);
        let facts = life.cancel(id, reason).unwrap();
        assert!(matches!(&facts[..], [Event::Closed { .. }]));
        let closing = life.outcome(id).closing;
        assert_eq!(
            (closing.state, closing.decided_by),
            (State::Cancelled, Decider::Person)
        );
        assert_eq!(
            (&closing.actor, closing.took_ms, closing.interrupted),
            (&ann(), 700, false)
        );
        assert_eq!(closing.reason.as_deref(), kept);
        assert_eq!(
            closing.answers.len(),
            0,
            "what was called off is not answered"
        );
        let late = life.part(id, &json!({ "b": "yes" })).unwrap_err();
        assert_eq!(late.code(), "already_answered");
        assert_eq!(
            late.text(Lang::En),
            "Already cancelled by ann via web at 2026-02-19T10:00:00.700Z."
        );
        assert_eq!(refused(life.cancel(id, None)).0, "already_answered");
    }
    let mut life = Life::new();
    let id = life.asks(&yes_no("a"));
    assert_eq!(
        refused(life.cancel(id, Some(&"x".repeat(10_001)))),
        (
            "invalid_answer",
            vec!["reason: at most 10000 characters, got 10001".into()]
        )
    );
    assert!(life.session.interaction(id).is_some());
}

#[test]
fn a_repeated_cancel_is_granted_before() {
    let mut life = Life::new();
    let id = life.asks(&yes_no("a"));
    let cancel = |key: &str| Command::Cancel {
        interaction: id,
        reason: None,
        actor: ann(),
        request: Some(RequestKey::from(key)),
    };
    assert_eq!(life.wish(&cancel("r1")).unwrap().len(), 1);
    assert_eq!(life.wish(&cancel("r1")), Ok(vec![]));
    assert_eq!(refused(life.wish(&cancel("r2"))).0, "already_answered");
}

#[test]
fn withdraw() {
    let mut life = Life::new();
    let id = life.asks(&yes_no("a"));
    let host = Actor::new("claude", Face::Host, Evidence::Script);
    let withdraw = Command::Withdraw {
        interaction: id,
        actor: host.clone(),
    };
    assert_eq!(life.wish(&withdraw).unwrap().len(), 1);
    let closing = life.outcome(id).closing;
    assert_eq!(
        (closing.state, closing.decided_by),
        (State::Cancelled, Decider::Asker)
    );
    assert_eq!((&closing.actor, closing.interrupted), (&host, false));
    assert_eq!(refused(life.wish(&withdraw)).0, "already_answered");
    assert_eq!(
        refused(life.whole(id, &json!({ "a": "yes" }))).0,
        "already_answered"
    );
}

#[test]
fn interrupt() {
    let mut life = Life::new();
    let answered = life.asks(&yes_no("a"));
    life.answers(answered, &json!({ "a": "yes" }));
    let open = [life.asks(&yes_no("b")), life.asks(&yes_no("c"))];
    life.wait(10);
    let facts = life.interrupt().unwrap();
    assert_eq!(facts.len(), 2);
    assert!(life.session.open().is_empty());
    for id in open {
        let closing = life.outcome(id).closing;
        assert_eq!(
            (closing.state, closing.decided_by),
            (State::Cancelled, Decider::Person)
        );
        assert!(closing.interrupted);
        let at = closing.at;
        for came in [
            life.whole(id, &json!({ "b": "yes" })),
            life.cancel(id, None),
            life.hold(id, true),
        ] {
            assert_eq!(came, Err(Refusal::TaskInterrupted { at }));
        }
    }
    let late = life.whole(answered, &json!({ "a": "no" }));
    assert_eq!(
        refused(late).0,
        "already_answered",
        "it was answered before"
    );
    assert_eq!(life.interrupt(), Ok(vec![]), "nothing is open any more");
    // The session goes on with the next task.
    life.asks(&yes_no("d"));
}
