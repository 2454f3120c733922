//! Answering whole, in part, twice, and wrongly.

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, Command, GivenAnswer};
use sayso_core::decider::Decider;
use sayso_core::event::Event;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, QuestionId};
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_core::render::outcome_wire;
use sayso_core::secrets::take_secrets;
use sayso_core::source::Source;
use sayso_core::state::State;
use serde_json::{Value, json};

use crate::life::{Life, ann, answering, refused, requested, with, yes_no};

/// `a`, whose `yes` asks `b`, whose `yes` asks `c`; and an optional text `t`.
fn tree() -> Value {
    let c = yes_no("c");
    let b = with(
        yes_no("b"),
        &json!({ "follow_up_questions": { "yes": [c] } }),
    );
    let a = with(
        yes_no("a"),
        &json!({ "follow_up_questions": { "yes": [b] } }),
    );
    let t = json!({ "question_id": "t", "question_text": "t?", "type": "text", "required": false });
    json!({ "questions": [a, t] })
}

/// The answers that reached the agent, as JSON.
fn given(life: &Life, id: InteractionId) -> Value {
    json!(outcome_wire(&life.outcome(id)).answers)
}

fn ids(names: &[&str]) -> Vec<QuestionId> {
    names.iter().map(|name| QuestionId::from(*name)).collect()
}

#[test]
fn whole() {
    let mut life = Life::new();
    let id = life.asks(&tree());
    life.wait(1_500);
    let facts = life
        .whole(
            id,
            &json!({ "a": "yes", "b": "yes", "c": { "other": "maybe" }, "t": "words" }),
        )
        .unwrap();
    assert!(matches!(&facts[..], [Event::Closed { .. }]));
    assert!(life.session.open().is_empty());
    let closing = life.outcome(id).closing;
    assert_eq!(
        (closing.state, closing.decided_by),
        (State::Answered, Decider::Person)
    );
    assert_eq!(
        (&closing.actor, closing.at, closing.took_ms),
        (&ann(), life.now, 1_500)
    );
    let past = life.session.past(id).unwrap();
    assert_eq!(
        (past.round, past.closing.answers.len()),
        (1, 0),
        "answers are the store's"
    );
    assert_eq!(
        given(&life, id),
        json!([
            { "question_id": "a", "header": null, "question": "a?", "answer": "yes", "follow_ups": [
                { "question_id": "b", "header": null, "question": "b?", "answer": "yes", "follow_ups": [
                    { "question_id": "c", "header": null, "question": "c?", "answer": { "other": "maybe" } } ] } ] },
            { "question_id": "t", "header": null, "question": "t?", "answer": "words" },
        ])
    );
}

/// What hangs under an option that was not picked is no part of the answer.
#[test]
fn follow_ups_are_pruned() {
    let mut life = Life::new();
    let id = life.asks(&tree());
    life.answers(id, &json!({ "a": "no", "b": "yes", "c": "yes" }));
    let outcome = life.outcome(id);
    assert_eq!(
        outcome.closing.answers.keys().collect::<Vec<_>>(),
        ids(&["a"]).iter().collect::<Vec<_>>()
    );
    // Own words pick no option either.
    let other = life.asks(&with(
        yes_no("x"),
        &json!({ "follow_up_questions": { "yes": [yes_no("y")] } }),
    ));
    life.answers(other, &json!({ "x": { "other": "yes" }, "y": "yes" }));
    assert_eq!(life.outcome(other).closing.answers.len(), 1);
}

#[test]
fn whole_with_something_wrong_and_something_missing() {
    let mut life = Life::new();
    let id = life.asks(&json!([yes_no("a"), yes_no("b"), yes_no("c")]));
    let (code, lines) = refused(life.whole(id, &json!({ "a": "perhaps", "b": "yes" })));
    assert_eq!(code, "invalid_answer");
    assert!(
        lines[0].starts_with("answers.a: \"perhaps\" is not offered"),
        "{lines:?}"
    );
    assert_eq!(lines[1..], ["answers.c: required, but not answered"]);
}

#[test]
fn whole_with_something_missing() {
    let mut life = Life::new();
    let id = life.asks(&json!([
        yes_no("a"),
        yes_no("b"),
        with(
            yes_no("c"),
            &json!({ "follow_up_questions": { "yes": [yes_no("d")] } })
        )
    ]));
    let unanswered = |names: &[&str]| {
        let lines = names
            .iter()
            .map(|n| format!("answers.{n}: required, but not answered"));
        ("invalid_answer", lines.collect::<Vec<_>>())
    };
    assert_eq!(
        refused(life.whole(id, &json!({}))),
        unanswered(&["a", "b", "c"])
    );
    assert_eq!(
        refused(life.whole(id, &json!({ "b": "no" }))),
        unanswered(&["a", "c"])
    );
    assert_eq!(
        refused(life.whole(id, &json!({ "a": null, "b": { "other": " " }, "c": "yes" }))),
        unanswered(&["a", "b", "d"])
    );
    assert_eq!(life.session.open()[0].answers.len(), 0, "nothing was taken");
    life.answers(id, &json!({ "a": "no", "b": "no", "c": "no" }));
}

/// Everything that is wrong, at once; one unknown question alone is not found.
#[test]
fn wrong_answers() {
    let mut life = Life::new();
    let id = life.asks(&json!([yes_no("a"), yes_no("b")]));
    assert_eq!(
        refused(life.whole(id, &json!({ "a": "maybe", "b": ["yes"], "z": "yes" }))),
        (
            "invalid_answer",
            vec![
                "answers.a: \"maybe\" is not offered; expected one of \"yes\", \"no\", {\"other\":\"…\"}".into(),
                "answers.b: expected \"option_id\", or {\"other\":\"…\"} for own words".into(),
                "answers.z: no such question here".into(),
            ]
        )
    );
    assert_eq!(
        life.part(id, &json!({ "z": "yes" })),
        Err(Refusal::QuestionNotFound)
    );
    let mut twice = answering(id, &json!({ "a": "yes" }), true);
    twice.answers.push(GivenAnswer::new("a", "no"));
    assert_eq!(
        refused(life.wish(&Command::Answer(twice))),
        (
            "invalid_answer",
            vec![
                "answers.a: \"a\" stands twice; each must be unique".into(),
                "answers.b: required, but not answered".into(),
            ]
        )
    );
    let mut noted = answering(id, &json!({ "a": "yes", "b": "no" }), true);
    noted.answers[0].note = Some("x".repeat(10_001));
    assert_eq!(
        refused(life.wish(&Command::Answer(noted))).1,
        ["answers.a: at most 10000 characters, got 10001"]
    );
}

#[test]
fn an_empty_form_is_no_answer() {
    let optional = |id: &str| with(yes_no(id), &json!({ "required": false }));
    let mut life = Life::new();
    let id = life.asks(&json!([optional("a"), optional("b")]));
    let nothing = (
        "invalid_answer",
        vec!["answers: nothing was answered; to leave without answering, cancel".to_owned()],
    );
    for answers in [json!({}), json!({ "a": null, "b": { "other": "" } })] {
        assert_eq!(refused(life.whole(id, &answers)), nothing);
        assert_eq!(refused(life.part(id, &answers)), nothing);
    }
    // A note alone is not an answer.
    let mut noted = answering(id, &json!({ "a": null }), true);
    noted.answers[0].note = Some("hm".into());
    assert_eq!(refused(life.wish(&Command::Answer(noted))), nothing);
    // One of two optional ones is enough; the other is reported as unanswered.
    life.answers(id, &json!({ "b": "no" }));
    assert_eq!(outcome_wire(&life.outcome(id)).unanswered, ids(&["a"]));
}

#[test]
fn one_by_one() {
    let mut life = Life::new();
    let id = life.asks(&tree());
    assert_eq!(life.table(id), ids(&["a", "t"]));
    assert_eq!(
        refused(life.part(id, &json!({ "b": "yes" }))),
        (
            "invalid_answer",
            vec!["answers.b: not asked: the option it hangs under is not picked".into()]
        )
    );
    let facts = life.part(id, &json!({ "t": "first" })).unwrap();
    assert!(matches!(&facts[..], [Event::Answered { .. }]));
    life.part(id, &json!({ "a": "yes" })).unwrap();
    assert_eq!(life.table(id), ids(&["a", "b", "t"]));
    // Answered is answered, by whomever and in whatever words.
    for again in [json!({ "a": "no" }), json!({ "a": "yes" })] {
        assert_eq!(
            refused(life.part(id, &again)),
            (
                "already_answered",
                vec!["answers.a: already answered".into()]
            )
        );
    }
    assert_eq!(
        refused(life.whole(id, &json!({ "a": "no", "b": "no" }))).0,
        "already_answered"
    );
    life.part(id, &json!({ "b": "yes" })).unwrap();
    assert!(
        life.session.interaction(id).is_some(),
        "c is on the table now"
    );
    life.wait(60_000);
    let facts = life.part(id, &json!({ "c": "no" })).unwrap();
    assert!(matches!(&facts[..], [Event::Closed { .. }]));
    assert_eq!(life.outcome(id).closing.took_ms, 60_000);
    assert_eq!(
        given(&life, id)[0]["follow_ups"][0]["follow_ups"][0]["answer"],
        json!("no")
    );
    assert_eq!(given(&life, id)[1]["answer"], json!("first"));
}

/// A whole form may say again what was said in part, and bring the rest.
#[test]
fn part_and_then_whole() {
    let mut life = Life::new();
    let id = life.asks(&json!([yes_no("a"), yes_no("b")]));
    life.part(id, &json!({ "a": "yes" })).unwrap();
    assert_eq!(
        refused(life.whole(id, &json!({}))).1,
        ["answers.b: required, but not answered"]
    );
    life.answers(id, &json!({ "a": "yes", "b": "no" }));
    let other = life.asks(&json!([yes_no("c"), yes_no("d")]));
    life.part(other, &json!({ "c": "yes" })).unwrap();
    life.answers(other, &json!({ "d": "no" }));
    assert_eq!(life.outcome(other).closing.answers.len(), 2);
}

#[test]
fn the_first_answer_wins() {
    let mut life = Life::new();
    let id = life.asks(&yes_no("a"));
    life.answers(id, &json!({ "a": "yes" }));
    life.wait(5_000);
    for whole in [true, false] {
        let late = Command::Answer(answering(id, &json!({ "a": "no" }), whole));
        let refusal = life.wish(&late).unwrap_err();
        assert_eq!(refusal.code(), "already_answered");
        assert_eq!(
            refusal.text(Lang::En),
            "Already answered by ann via web at 2026-02-19T10:00:00.000Z."
        );
        assert_eq!(
            refusal.text(Lang::Zh),
            "已由 ann 通过 web 于 2026-02-19T10:00:00.000Z 回答。"
        );
    }
    assert_eq!(refused(life.cancel(id, None)).0, "already_answered");
    assert_eq!(refused(life.hold(id, true)).0, "already_answered");
    assert_eq!(life.outcome(id).closing.answers.len(), 1);
}

/// A request that is repeated gets its first receipt again, and no facts.
#[test]
fn repeated_requests() {
    let mut life = Life::new();
    let id = life.asks(&json!([yes_no("a"), yes_no("b")]));
    let request = |answers: Value, key: &str| requested(answering(id, &answers, false), key);
    assert_eq!(
        life.wish(&request(json!({ "a": "yes" }), "r1"))
            .unwrap()
            .len(),
        1
    );
    assert_eq!(life.wish(&request(json!({ "a": "yes" }), "r1")), Ok(vec![]));
    assert_eq!(
        refused(life.wish(&request(json!({ "a": "no" }), "r2"))).0,
        "already_answered"
    );
    assert_eq!(
        life.wish(&request(json!({ "b": "no" }), "r3"))
            .unwrap()
            .len(),
        1
    );
    for _ in 0..2 {
        life.wait(1);
        assert_eq!(life.wish(&request(json!({ "b": "no" }), "r3")), Ok(vec![]));
    }
    assert_eq!(
        refused(life.wish(&request(json!({ "b": "no" }), "r4"))).0,
        "already_answered"
    );
    // The request that brought a part is still known when another has closed it.
    assert_eq!(life.wish(&request(json!({ "a": "yes" }), "r1")), Ok(vec![]));
}

/// Who answered, in whose name and how, is kept as it was said.
#[test]
fn files_hooks_and_defaults_are_marked() {
    let mut life = Life::new();
    let id = life.asks(&yes_no("a"));
    let mut piped = Answering {
        actor: Actor::new("ann", Face::Pipe, Evidence::Script),
        ..answering(id, &json!({ "a": "yes" }), true)
    };
    piped.answers[0].defaulted = true;
    piped.answers[0].note = Some(" \u{1b}[1mfirst option\n".into());
    life.wish(&Command::Answer(piped)).unwrap();
    let wire = outcome_wire(&life.outcome(id));
    assert_eq!(
        (wire.decided_by, wire.defaulted),
        (Decider::File, ids(&["a"]))
    );
    assert_eq!(wire.answers[0].note.as_deref(), Some(" first option\n"));
}

#[test]
fn secrets_leave_the_log_and_come_back() {
    let secret =
        json!({ "question_id": "key", "question_text": "Key?", "type": "text", "secret": true });
    let mut life = Life::new();
    let id = life.asks(&json!([secret, yes_no("a")]));
    let open = life.session.interaction(id).unwrap().clone();
    let wish = Command::Answer(answering(
        id,
        &json!({ "key": "hunter2", "a": "yes" }),
        true,
    ));
    let mut facts = life.session.decide(&wish, life.now).unwrap();
    let taken = take_secrets(&mut facts[0], &open);
    assert_eq!(taken.len(), 1);
    assert_eq!(
        (taken[0].interaction, taken[0].words.as_str()),
        (id, r#"{"words":"hunter2"}"#)
    );
    assert_eq!(take_secrets(&mut facts[0], &open), []);
    let log = serde_json::to_string(&facts[0]).unwrap();
    assert!(
        !log.contains("hunter2") && log.contains("\"given\":\"hidden\""),
        "{log}"
    );
    assert!(!format!("{taken:?}").contains("hunter2"));

    let Event::Closed { closing, .. } = facts.remove(0) else {
        panic!()
    };
    let mut outcome = sayso_core::outcome::Outcome::of_open(life.session.id(), &open, closing);
    let answer = |outcome: &_| json!(outcome_wire(outcome).answers[0].answer);
    assert_eq!(answer(&outcome), Value::Null);
    assert_eq!(outcome_wire(&outcome).unanswered, ids(&[]));
    let words = |name: &str| [(QuestionId::from(name), "hunter2".to_owned())].into();
    outcome.reveal(words("a"));
    assert_eq!(
        answer(&outcome),
        Value::Null,
        "only what is hidden is revealed"
    );
    outcome.reveal(words("key"));
    assert_eq!(answer(&outcome), json!("hunter2"));
}

/// What nobody chose never approves anything.
#[test]
fn approvals_take_no_defaulted_answer() {
    let mut life = Life::new();
    let mut ask = life.ask(&yes_no("a"));
    ask.source = Source::Approval;
    let id = life.begins(ask);
    let mut piped = answering(id, &json!({ "a": "yes" }), true);
    piped.answers[0].defaulted = true;
    assert_eq!(
        refused(life.wish(&Command::Answer(piped.clone()))),
        (
            "invalid_answer",
            vec!["answers.a: an approval has no default".into()]
        )
    );
    piped.answers[0].defaulted = false;
    life.wish(&Command::Answer(piped)).unwrap();
}
