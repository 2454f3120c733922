//! Deadlines: what stands when they pass, holding the clock, taking it up again.

use sayso_core::actor::Actor;
use sayso_core::command::Command;
use sayso_core::deadline::OnTimeout;
use sayso_core::decider::Decider;
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{CallKey, InteractionId};
use sayso_core::lang::Lang;
use sayso_core::limits;
use sayso_core::opening::Opening;
use sayso_core::record::Record;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_core::state::State;
use serde_json::{Value, json};

use crate::life::{Life, refused, with, yes_no};

/// A question whose `yes` is the declared default.
fn with_default(id: &str, required: bool) -> Value {
    let options =
        json!([{ "id": "no", "label": "No" }, { "id": "yes", "label": "Yes", "default": true }]);
    with(
        yes_no(id),
        &json!({ "options": options, "required": required }),
    )
}

/// Asks with a deadline of a second and lets it pass, after answering in part.
#[track_caller]
fn timed_out(
    questions: &Value,
    on_timeout: Option<OnTimeout>,
    part: &Value,
) -> (Life, InteractionId) {
    let mut life = Life::new();
    let mut ask = life.ask(questions);
    ask.timeout = Some(1_000);
    ask.on_timeout = on_timeout;
    let id = life.begins(ask);
    if part != &json!({}) {
        life.part(id, part).unwrap();
    }
    life.wait(1_000);
    assert_eq!(life.expire(id).unwrap().len(), 1);
    (life, id)
}

/// What stands after the deadline: `answer`, or `answer*` where it is a default.
#[track_caller]
fn check(questions: &Value, on_timeout: Option<OnTimeout>, part: &Value, expected: &Value) {
    let (life, id) = timed_out(questions, on_timeout, part);
    let closing = life.outcome(id).closing;
    assert_eq!(
        (closing.state, closing.decided_by),
        (State::Timeout, Decider::Timeout)
    );
    assert_eq!((&closing.actor, closing.took_ms), (&Actor::desk(), 1_000));
    let stands: Value = closing
        .answers
        .iter()
        .map(|(id, answer)| {
            let mark = if answer.defaulted { "*" } else { "" };
            (
                id.to_string(),
                json!(format!("{}{mark}", answer.given.wire())),
            )
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    assert_eq!(&stands, expected);
}

#[test]
fn what_stands_when_it_passes() {
    let (default, terminate) = (Some(OnTimeout::Default), Some(OnTimeout::Terminate));
    let none = json!({});
    for required in [true, false] {
        let declared = with_default("a", required);
        // Required: a timeout and nothing else. Not required: the declared default, marked.
        let usual = if required {
            json!({})
        } else {
            json!({ "a": "\"yes\"*" })
        };
        check(&declared, None, &none, &usual);
        check(&declared, default, &none, &json!({ "a": "\"yes\"*" }));
        check(&declared, terminate, &none, &none);
        // Nothing was declared: nothing stands in.
        let undeclared = with(yes_no("a"), &json!({ "required": required }));
        for policy in [None, default, terminate] {
            check(&undeclared, policy, &none, &none);
        }
    }
    let both = json!([
        with_default("a", true),
        with_default("b", false),
        yes_no("c")
    ]);
    check(&both, None, &none, &json!({ "b": "\"yes\"*" }));
    check(
        &both,
        default,
        &none,
        &json!({ "a": "\"yes\"*", "b": "\"yes\"*" }),
    );
    // What a person gave stays theirs, under every policy.
    let part = json!({ "a": "no", "b": { "other": "hm" } });
    let kept = json!({ "a": "\"no\"", "b": "{\"other\":\"hm\"}" });
    for policy in [None, default, terminate] {
        check(&both, policy, &part, &kept);
    }
}

#[test]
fn a_default_can_bring_follow_ups() {
    let text =
        json!({ "question_id": "t", "question_text": "?", "type": "text", "required": false });
    let many = json!({ "question_id": "c", "question_text": "?", "type": "checkbox", "required": false,
        "options": [{ "id": "x", "label": "X", "default": true }, { "id": "y", "label": "Y" },
                    { "id": "z", "label": "Z", "default": true }] });
    let b = with(
        with_default("b", false),
        &json!({ "follow_up_questions": {
        "yes": [many, text], "no": [with_default("n", false)] } }),
    );
    let a = with(
        with_default("a", false),
        &json!({ "follow_up_questions": { "yes": [b] } }),
    );
    check(
        &a,
        None,
        &json!({}),
        &json!({ "a": "\"yes\"*", "b": "\"yes\"*", "c": "[\"x\",\"z\"]*" }),
    );
    // A person's own pick brings its own follow-ups, not those of the default.
    let root = with(
        yes_no("r"),
        &json!({ "follow_up_questions": { "yes": [a] } }),
    );
    check(
        &json!([root, yes_no("s")]),
        None,
        &json!({ "r": "no" }),
        &json!({ "r": "\"no\"" }),
    );
    check(
        &json!([root, yes_no("s")]),
        None,
        &json!({ "r": "yes" }),
        &json!({ "r": "\"yes\"", "a": "\"yes\"*", "b": "\"yes\"*", "c": "[\"x\",\"z\"]*" }),
    );
}

/// No default ever approves.
#[test]
fn approvals_time_out_bare() {
    let mut life = Life::new();
    let mut ask = life.ask(&yes_no("a"));
    ask.source = Source::Approval;
    ask.timeout = Some(0);
    ask.on_timeout = Some(OnTimeout::Default);
    let id = life.begins(ask);
    life.expire(id).unwrap();
    let outcome = life.outcome(id);
    assert_eq!(
        (outcome.closing.answers.len(), outcome.is_complete()),
        (0, false)
    );

    // Not even one that stands in the log, from wherever it came.
    let mut life = Life::new();
    let mut ask = life.ask(&with_default("a", false));
    ask.timeout = Some(0);
    let id = ask.interaction;
    let facts = life.session.decide(&Command::Ask(Box::new(ask)), life.now);
    for (n, mut event) in facts.unwrap().into_iter().enumerate() {
        if let Event::Asked(asked) = &mut event {
            asked.source = Source::Approval;
        }
        let (seq, at, hash) = (n as u64 + 1, life.now, Digest::default());
        life.session.apply(&Record {
            seq,
            at,
            event,
            hash,
        });
    }
    let facts = life.expire(id).unwrap();
    assert!(matches!(&facts[..], [Event::Closed { closing, .. }] if closing.answers.is_empty()));
}

#[test]
fn early_and_late() {
    let mut life = Life::new();
    let id = life.asks_for(1_000, &yes_no("a"));
    life.wait(999);
    assert_eq!(life.expire(id), Ok(vec![]), "early is nothing");
    life.wait(1);
    assert_eq!(life.expire(id).unwrap().len(), 1);
    assert_eq!(life.expire(id), Ok(vec![]), "again is nothing");
    let refusal = life.whole(id, &json!({ "a": "yes" })).unwrap_err();
    assert_eq!(refusal.code(), "already_answered");
    assert_eq!(
        refusal.text(Lang::En),
        "Too late: the deadline passed at 2026-02-19T10:00:01.000Z. \
         The answer was not taken; the question can be reopened."
    );
    assert!(refusal.text(Lang::Zh).contains("超时"));
    let waits = life.asks(&yes_no("b"));
    life.wait(limits::TIMEOUT_MILLIS * 2);
    assert_eq!(
        life.expire(waits),
        Ok(vec![]),
        "without a deadline it waits"
    );
    assert_eq!(life.expire(InteractionId::new(77)), Ok(vec![]));
    // The longest deadline there is.
    let long = life.asks_for(u64::MAX, &yes_no("c"));
    let deadline = life
        .session
        .interaction(long)
        .unwrap()
        .deadline
        .clone()
        .unwrap();
    assert_eq!(deadline.at.since(life.now), limits::TIMEOUT_MILLIS);
}

#[test]
fn holding_the_clock() {
    let mut life = Life::new();
    let id = life.asks_for(10_000, &yes_no("a"));
    life.wait(4_000);
    assert!(matches!(
        &life.hold(id, true).unwrap()[..],
        [Event::Held { left: 6_000, .. }]
    ));
    assert_eq!(life.hold(id, true), Ok(vec![]), "held already");
    life.wait(1_000_000);
    assert_eq!(life.expire(id), Ok(vec![]), "held");
    let at = life.now.plus(6_000);
    assert!(
        matches!(&life.hold(id, false).unwrap()[..], [Event::Released { at: then, .. }] if *then == at)
    );
    assert_eq!(life.hold(id, false), Ok(vec![]), "running already");
    life.wait(5_999);
    assert_eq!(life.expire(id), Ok(vec![]));
    // Held a moment before it passes, and once more.
    life.hold(id, true).unwrap();
    life.wait(50);
    life.hold(id, false).unwrap();
    assert_eq!(life.expire(id), Ok(vec![]));
    life.wait(1);
    assert_eq!(life.expire(id).unwrap().len(), 1);
    assert_eq!(life.outcome(id).closing.took_ms, 1_010_050);

    // Held after it passed but before anyone noticed: no time is left, and none is won.
    let late = life.asks_for(10, &yes_no("b"));
    life.wait(50);
    assert!(matches!(
        &life.hold(late, true).unwrap()[..],
        [Event::Held { left: 0, .. }]
    ));
    life.hold(late, false).unwrap();
    assert_eq!(life.expire(late).unwrap().len(), 1);

    let free = life.asks(&yes_no("c"));
    assert_eq!(life.hold(free, true), Err(Refusal::NoDeadline));
    assert_eq!(
        life.hold(InteractionId::new(77), true),
        Err(Refusal::QuestionNotFound)
    );
}

/// A timed-out interaction is taken up again as a new one, under the same key.
#[test]
fn reopening() {
    let mut life = Life::new();
    let input = with(
        yes_no("a"),
        &json!({ "follow_up_questions": { "yes": [yes_no("b")] } }),
    );
    let mut ask = life.ask(&input);
    ask.key = Some(CallKey::from("k"));
    ask.timeout = Some(1_000);
    ask.on_timeout = Some(OnTimeout::Terminate);
    let first = life.begins(ask.clone());
    assert_eq!(
        life.reopen(first, None),
        Err(Refusal::NotTimedOut {
            state: State::Pending
        })
    );
    life.wait(1_000);
    life.expire(first).unwrap();
    life.wait(1_000);
    let facts = life.reopen(first, Some(500)).unwrap();
    let [Event::Asked(asked)] = &facts[..] else {
        panic!("{facts:?}")
    };
    let second = asked.interaction;
    assert_eq!(
        (asked.round, asked.reopens, asked.key.as_ref()),
        (2, Some(first), Some(&"k".into()))
    );
    let deadline = asked.deadline.clone().unwrap();
    assert_eq!(
        (deadline.at, deadline.on_timeout),
        (life.now.plus(500), Some(OnTimeout::Terminate))
    );
    assert_eq!(life.reopen(first, None), Ok(vec![]), "reopened before");
    assert_eq!(life.session.past(first).unwrap().reopened_as, Some(second));
    assert_eq!(
        life.session.past(first).unwrap().closing.state,
        State::Timeout,
        "closed is closed"
    );
    // The question now leads to the new one, and so does the key.
    assert_eq!(life.session.asking(&"a".into()), Some(second));
    assert_eq!(life.session.opened_by(&ask), Some(second));
    assert_eq!(life.wish(&Command::Ask(Box::new(ask.clone()))), Ok(vec![]));
    life.answers(second, &json!({ "a": "no" }));
    assert_eq!(life.outcome(second).closing.state, State::Answered);
    assert_eq!(
        life.outcome(second).tool_use_id,
        life.outcome(first).tool_use_id
    );
    assert_eq!(life.wish(&Command::Ask(Box::new(ask))), Ok(vec![]));
    assert_eq!(
        refused(life.whole(first, &json!({ "a": "no" }))).0,
        "already_answered"
    );
}

#[test]
fn only_what_timed_out_is_reopened() {
    let mut life = Life::new();
    let answered = life.asks(&yes_no("a"));
    life.answers(answered, &json!({ "a": "yes" }));
    let cancelled = life.asks(&yes_no("b"));
    life.cancel(cancelled, None).unwrap();
    for (id, state) in [(answered, State::Answered), (cancelled, State::Cancelled)] {
        assert_eq!(life.reopen(id, None), Err(Refusal::NotTimedOut { state }));
    }
    let asked = Box::new(life.asked(answered));
    let never = Command::Reopen {
        interaction: InteractionId::new(77),
        successor: InteractionId::new(78),
        timeout: None,
        asked,
    };
    assert_eq!(life.wish(&never), Err(Refusal::QuestionNotFound));

    let mut serial = Life::opened_with(Opening {
        serial: true,
        ..Opening::default()
    });
    let late = serial.asks_for(1, &yes_no("a"));
    serial.wait(1);
    serial.expire(late).unwrap();
    let open = serial.asks(&yes_no("b"));
    assert_eq!(serial.reopen(late, None), Err(Refusal::InteractionPending));
    serial.cancel(open, None).unwrap();
    assert_eq!(serial.reopen(late, None).unwrap().len(), 1);
}

/// A reopened question stands in the chain where it is reopened, not where it once stood.
#[test]
fn reopening_and_the_chain() {
    let mut life = Life::new();
    let mut late = Vec::new();
    for n in 0..10 {
        late.push(life.asks_for(1, &yes_no(&format!("q{n}"))));
        life.wait(1);
        life.expire(late[n]).unwrap();
    }
    assert_eq!(life.asked(late[9]).chain, 10);
    life.wait(60_000);
    let facts = life.reopen(late[9], None).unwrap();
    assert!(matches!(&facts[..], [Event::Asked(asked)] if asked.chain == 1));
    let id = life.session.open()[0].id;
    life.answers(id, &json!({ "q9": "yes" }));
    life.asks(&yes_no("next"));
    assert_eq!(life.session.open()[0].chain, 2);
}
