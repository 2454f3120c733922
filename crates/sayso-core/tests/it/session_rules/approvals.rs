//! Who may allow, what a yes covers, and how often it counts.

use sayso_core::actor::Actor;
use sayso_core::approval::Action;
use sayso_core::command::{Ask, Command};
use sayso_core::delivery::Delivery;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{CallKey, InteractionId};
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use serde_json::{Value, json};

use crate::life::{Came, Life, answering, refused};

fn action() -> Action {
    Action {
        tool: "Bash".into(),
        input: json!({ "command": "rm -rf /" }),
        reason: None,
        rules: vec![json!({
            "type": "addRules", "behavior": "allow", "destination": "session",
            "rules": [{ "toolName": "Bash", "ruleContent": "ls" }],
        })],
    }
}

fn ask(life: &mut Life, action: &Action, key: &str) -> Ask {
    let mut ask = life.ask(&json!({ "questions": [
        { "question": "?", "header": "h", "multiSelect": false, "options": ["a", "b"] }
    ] }));
    ask.parsed = action.ask(None, Lang::En);
    ask.source = Source::Approval;
    ask.key = Some(CallKey::from(key));
    ask
}

fn answered_with(evidence: Evidence, answers: &Value) -> Came {
    let mut life = Life::new();
    let ask = ask(&mut life, &action(), "k");
    let id = life.begins(ask);
    let mut answering = answering(id, answers, true);
    answering.actor = Actor::new("x", Face::Http, evidence);
    life.wish(&Command::Answer(answering))
}

#[test]
fn a_yes_needs_a_person_at_a_page_or_terminal() {
    let changed = json!({ "r1.q1": "change", "r1.q1.change.q1": "{}" });
    for evidence in Evidence::ALL {
        let permits = matches!(
            evidence,
            Evidence::Passkey | Evidence::Pin | Evidence::Page | Evidence::Terminal
        );
        let refusal = Refusal::EvidenceTooWeak { got: evidence };
        for yes in [
            &json!({ "r1.q1": "allow" }),
            &json!({ "r1.q1": "always" }),
            &changed,
        ] {
            let came = answered_with(evidence, yes);
            match permits {
                true => assert!(came.is_ok(), "{evidence:?} {yes}: {came:?}"),
                false => assert_eq!(came, Err(refusal.clone()), "{yes}"),
            }
        }
        for no in [
            json!({ "r1.q1": "deny" }),
            json!({ "r1.q1": { "other": "move it away instead" } }),
        ] {
            assert!(answered_with(evidence, &no).is_ok(), "{evidence:?} {no}");
        }
    }
}

/// An approval whose choices the asker wrote: nobody knows which of them is a no.
#[test]
fn any_answer_to_an_approval_of_the_askers_own_words_counts_as_a_yes() {
    let mut life = Life::new();
    let mut own = life.ask(&json!({ "question_id": "q", "question_text": "Deploy?",
        "type": "multiple_choice", "options": ["Not now", "Later"] }));
    own.source = Source::Approval;
    let id = life.begins(own);
    let mut answering = answering(id, &json!({ "q": "Not now" }), true);
    answering.actor = Actor::new("x", Face::Http, Evidence::Script);
    let (code, _) = refused(life.wish(&Command::Answer(answering)));
    assert_eq!(code, "evidence_too_weak");
    assert!(life.whole(id, &json!({ "q": "Not now" })).is_ok());
}

#[test]
fn a_condition_beside_a_yes_is_refused_and_never_dropped() {
    for (pick, refuses) in [("allow", true), ("always", true), ("deny", false)] {
        let mut life = Life::new();
        let ask = ask(&mut life, &action(), "k");
        let id = life.begins(ask);
        let mut answering = answering(id, &json!({ "r1.q1": pick }), true);
        answering.answers[0].note = Some("but do not push".into());
        let came = life.wish(&Command::Answer(answering));
        assert_eq!(came.is_err(), refuses, "{pick}: {came:?}");
        if refuses {
            let (code, issues) = refused(came);
            assert_eq!(code, "invalid_answer");
            assert!(issues[0].contains("a yes takes no note"), "{issues:?}");
        }
    }
}

/// Another rule, scope, mode, reason or input is another action, under the same key too.
#[test]
fn a_yes_is_bound_to_everything_that_it_permits() {
    let mut wider = action();
    wider.rules = vec![
        json!({ "type": "addRules", "behavior": "allow", "destination": "userSettings",
            "rules": [{ "toolName": "Bash", "ruleContent": "*" }] }),
        json!({ "type": "setMode", "mode": "bypassPermissions", "destination": "userSettings" }),
    ];
    let mut scope = action();
    scope.rules[0]["destination"] = json!("userSettings");
    let mut reason = action();
    reason.reason = Some("because".into());
    let mut none = action();
    none.rules = Vec::new();
    let mut input = action();
    input.input["timeout"] = json!(1);
    for other in [wider, scope, reason, none, input] {
        let mut life = Life::new();
        let first = ask(&mut life, &action(), "k");
        let id = life.begins(first);
        life.answers(id, &json!({ "r1.q1": "always" }));
        let again = ask(&mut life, &other, "k");
        let came = life.wish(&Command::Ask(Box::new(again)));
        assert_eq!(came, Err(Refusal::KeyReused), "{other:?}");
    }
}

fn deliver(life: &mut Life, id: InteractionId, delivery: Delivery) -> usize {
    let command = Command::Deliver {
        interaction: id,
        delivery,
    };
    life.wish(&command).unwrap().len()
}

#[test]
fn an_approval_is_spent_when_it_is_handed_over() {
    for (delivery, spent) in [
        (Delivery::Waiting, false),
        (Delivery::Undeliverable, false),
        (Delivery::HandedOver, true),
        (Delivery::Acknowledged, true),
    ] {
        for answer in ["allow", "deny"] {
            let mut life = Life::new();
            let first = ask(&mut life, &action(), "k");
            let id = life.begins(first);
            life.answers(id, &json!({ "r1.q1": answer }));
            deliver(&mut life, id, delivery);
            let again = ask(&mut life, &action(), "k");
            let came = life.wish(&Command::Ask(Box::new(again)));
            match spent {
                true => assert_eq!(came, Err(Refusal::ApprovalSpent)),
                false => assert_eq!(came, Ok(vec![])),
            }
            // Under a new key it is asked anew.
            let anew = ask(&mut life, &action(), "k2");
            assert_eq!(life.wish(&Command::Ask(Box::new(anew))).unwrap().len(), 1);
        }
    }
}

#[test]
fn a_question_is_never_spent() {
    let mut life = Life::new();
    let question = json!({ "question_id": "q", "question_text": "?", "type": "boolean" });
    let mut first = life.ask(&question);
    first.key = Some(CallKey::from("k"));
    let again = Ask {
        interaction: life.mint(),
        ..first.clone()
    };
    let id = life.begins(first);
    life.answers(id, &json!({ "q": true }));
    deliver(&mut life, id, Delivery::Acknowledged);
    assert_eq!(life.wish(&Command::Ask(Box::new(again))), Ok(vec![]));
}

#[test]
fn delivery_only_ever_tells_more() {
    use Delivery::{Acknowledged, HandedOver, Undeliverable, Waiting};
    for (steps, end) in [
        (&[HandedOver, Acknowledged][..], Acknowledged),
        (&[Acknowledged, HandedOver, Undeliverable], Acknowledged),
        (&[HandedOver, Undeliverable], HandedOver),
        (&[Undeliverable, HandedOver], HandedOver),
        (&[Waiting], Waiting),
    ] {
        let mut life = Life::new();
        let first = ask(&mut life, &action(), "k");
        let id = life.begins(first);
        life.answers(id, &json!({ "r1.q1": "deny" }));
        for step in steps {
            deliver(&mut life, id, *step);
        }
        assert_eq!(life.session.past(id).unwrap().delivery, end, "{steps:?}");
    }
}

/// What is answered bit by bit is known as well as its weakest part.
#[test]
fn an_outcome_is_known_as_well_as_its_weakest_part() {
    for (first, second, whole) in [
        (Evidence::Page, Evidence::Terminal, Evidence::Terminal),
        (Evidence::Script, Evidence::Page, Evidence::Script),
        (Evidence::Page, Evidence::Page, Evidence::Page),
    ] {
        let mut life = Life::new();
        let id = life.asks(&json!({ "questions": [
            { "question_id": "a", "question_text": "a?", "type": "boolean" },
            { "question_id": "b", "question_text": "b?", "type": "boolean" },
        ] }));
        for (question, evidence) in [("a", first), ("b", second)] {
            let mut part = answering(id, &json!({ question: true }), false);
            part.actor = Actor::new("x", Face::Web, evidence);
            life.wish(&Command::Answer(part)).unwrap();
        }
        let closing = life.outcome(id).closing;
        assert_eq!(closing.actor.evidence, whole);
        assert_eq!(closing.decided_by, whole.decided_by());
    }
}
