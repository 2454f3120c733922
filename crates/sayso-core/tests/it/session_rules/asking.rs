//! Who may ask, what, how often, and what an ask becomes.

use sayso_core::asker::{Asker, AskerKind};
use sayso_core::command::Command;
use sayso_core::event::Event;
use sayso_core::id::{CallKey, InteractionId, MessageId};
use sayso_core::lang::Lang;
use sayso_core::limits;
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::{Branch, Opening};
use sayso_core::refusal::Refusal;
use sayso_core::session::Session;
use sayso_core::source::Source;
use serde_json::{Value, json};

use crate::life::{Came, Life, ann, refused, with, yes_no};

/// Asks under a key.
fn ask_keyed(life: &mut Life, key: &str, input: &Value) -> Came {
    let mut ask = life.ask(input);
    ask.key = Some(CallKey::from(key));
    life.wish(&Command::Ask(Box::new(ask)))
}

/// The ids of the questions of the newest ask.
fn ids(life: &Life) -> Vec<String> {
    sayso_core::on_the_table::whole_tree(&life.session.open().last().unwrap().questions)
        .map(|q| q.id.to_string())
        .collect()
}

#[test]
fn the_first_ask_opens_the_session() {
    let mut life = Life::new();
    let ask = life.ask(&yes_no("a"));
    let id = ask.interaction;
    let facts = life.wish(&Command::Ask(Box::new(ask))).unwrap();
    assert!(matches!(&facts[..], [Event::Opened(_), Event::Asked(_)]));
    let open = life.session.interaction(id).unwrap();
    assert_eq!((open.round, open.chain, open.asked_at), (1, 1, life.now));
    assert_eq!(life.session.asking(&"a".into()), Some(id));
    assert_eq!(life.session.seq(), 2);
    let ask = life.ask(&yes_no("b"));
    let facts = life.wish(&Command::Ask(Box::new(ask))).unwrap();
    assert!(matches!(&facts[..], [Event::Asked(_)]));
}

#[test]
fn a_sub_agent_is_sent_home() {
    let mut life = Life::new();
    let mut ask = life.ask(&yes_no("a"));
    ask.asker = Asker {
        kind: AskerKind::Sub,
        name: Some("explorer".into()),
        ..Asker::default()
    };
    let refusal = life.wish(&Command::Ask(Box::new(ask))).unwrap_err();
    assert_eq!(refusal, Refusal::MainAgentOnly);
    assert!(refusal.text(Lang::En).contains("parent agent"));
    assert!(refusal.text(Lang::Zh).contains("父智能体"));
    assert_eq!(life.session, Session::new("s".into()), "nothing happened");
    // What it wants to do needs leave like anybody's, and whose it is stays known.
    let mut ask = life.ask(&yes_no("a"));
    ask.source = Source::Approval;
    ask.asker = Asker {
        kind: AskerKind::Sub,
        name: Some("Claude Code".into()),
        sub_agent: Some("reviewer".into()),
        ..Asker::default()
    };
    let asker = ask.asker.clone();
    let id = life.begins(ask);
    let outcome = life.answers(id, &json!({ "a": "no" }));
    assert_eq!(outcome.asker, asker);
    for (lang, label) in [
        (Lang::En, "Claude Code · sub-agent reviewer"),
        (Lang::Zh, "Claude Code · 子智能体 reviewer"),
    ] {
        assert_eq!(asker.label(None, lang).as_deref(), Some(label));
    }
}

#[test]
fn serial_sessions_ask_one_at_a_time() {
    let serial = Opening {
        serial: true,
        ..Opening::default()
    };
    let mut life = Life::opened_with(serial);
    let first = life.asks(&yes_no("a"));
    assert_eq!(
        refused(ask_keyed(&mut life, "k", &yes_no("b"))).0,
        "interaction_pending"
    );
    life.answers(first, &json!({ "a": "yes" }));
    assert_eq!(ask_keyed(&mut life, "k", &yes_no("b")).unwrap().len(), 1);
    // Asking the same again is no second question.
    assert_eq!(ask_keyed(&mut life, "k", &yes_no("b")), Ok(vec![]));

    let mut many = Life::new();
    for n in 0..limits::OPEN_PER_SESSION {
        many.asks(&yes_no(&format!("q{n}")));
    }
    assert_eq!(many.session.open().len(), 256);
    assert_eq!(many.session.rounds(), 256);
    let one_more = many.ask(&yes_no("more"));
    assert_eq!(
        refused(many.wish(&Command::Ask(Box::new(one_more)))).0,
        "too_many_open"
    );
}

#[test]
fn the_same_key_is_the_same_interaction() {
    let mut life = Life::new();
    ask_keyed(&mut life, "k", &yes_no("a")).unwrap();
    let first = life.session.open()[0].id;
    for _ in 0..2 {
        // Asked again while it is open, and after it has closed; in other wrappings too.
        for input in [
            yes_no("a"),
            json!({ "questions": [yes_no("a")], "tool_use_id": "k" }),
        ] {
            let before = life.session.clone();
            assert_eq!(ask_keyed(&mut life, "k", &input), Ok(vec![]));
            assert_eq!(life.session, before);
            let mut ask = life.ask(&input);
            ask.key = Some("k".into());
            assert_eq!(life.session.opened_by(&ask), Some(first));
        }
        for other in [
            yes_no("b"),
            with(yes_no("a"), &json!({ "required": false })),
            json!([yes_no("a"), yes_no("b")]),
        ] {
            assert_eq!(ask_keyed(&mut life, "k", &other), Err(Refusal::KeyReused));
        }
        if life.session.interaction(first).is_some() {
            life.answers(first, &json!({ "a": "yes" }));
        }
    }
    assert_eq!(Refusal::KeyReused.code(), "idempotency_key_reused");
    // Without a key it is another ask.
    let unkeyed = life.ask(&yes_no("c"));
    assert_eq!(life.session.opened_by(&unkeyed), None);
    // The id of an interaction is a key too.
    let mut same_id = life.ask(&yes_no("a"));
    same_id.interaction = first;
    assert_eq!(life.wish(&Command::Ask(Box::new(same_id))), Ok(vec![]));
    // The tool call is the key when there is no other.
    let call = json!({ "questions": [yes_no("t")], "tool_use_id": "toolu_1" });
    assert_eq!(life.ask(&call).key, Some("toolu_1".into()));
    life.asks(&call);
    let again = life.ask(&call);
    assert_eq!(life.wish(&Command::Ask(Box::new(again))), Ok(vec![]));
}

#[test]
fn question_ids_are_never_used_again() {
    let mut life = Life::new();
    let nested = with(
        yes_no("a"),
        &json!({ "follow_up_questions": { "yes": [yes_no("b")] } }),
    );
    let first = life.asks(&nested);
    let again = |life: &mut Life, input: &Value| {
        let ask = life.ask(input);
        refused(life.wish(&Command::Ask(Box::new(ask))))
    };
    let twice = |id: &str| format!("question_id: {id:?} stands twice; each must be unique");
    assert_eq!(
        again(&mut life, &yes_no("a")),
        ("duplicate_question_id", vec![twice("a")])
    );
    life.answers(first, &json!({ "a": "no" }));
    // Neither when it is closed, nor when it was never shown; all of them are named.
    assert_eq!(
        again(
            &mut life,
            &json!([
                yes_no("b"),
                yes_no("c"),
                with(yes_no("a"), &json!({ "header": "x" }))
            ])
        ),
        ("duplicate_question_id", vec![twice("b"), twice("a")])
    );
    life.asks(&yes_no("c"));
}

/// Questions without an id get one that nothing else has.
#[test]
fn nameless_questions_are_named() {
    let plain = |text: &str| json!({ "question": text, "options": ["A", "B"] });
    let nameless = |text: &str| json!({ "question_text": text, "type": "text" });
    let mut life = Life::new();
    life.asks(&json!([plain("1?"), plain("2?")]));
    assert_eq!(ids(&life), ["r1.q1", "r1.q2"]);
    life.asks(&json!([
        with(
            yes_no("a"),
            &json!({ "follow_up_questions": {
        "no": [nameless("3?")], "yes": [nameless("4?"), yes_no("b")] } })
        ),
        nameless("5?")
    ]));
    assert_eq!(
        ids(&life),
        ["a", "r2.q1.no.q1", "r2.q1.yes.q1", "b", "r2.q2"]
    );

    // An asker that uses such a name itself, in this ask or an earlier one, changes nothing.
    life.asks(&json!([yes_no("r3.q2"), nameless("6?"), yes_no("r4.q1")]));
    let named = ids(&life);
    assert_eq!(
        (named.len(), named[0].as_str(), named[2].as_str()),
        (3, "r3.q2", "r4.q1")
    );
    assert_ne!(named[1], "r3.q2");
    life.asks(&plain("7?"));
    assert_ne!(ids(&life), ["r4.q1"]);
    life.asks(&json!([with(nameless("8?"), &json!({ "type": "multiple_choice",
        "options": [{ "id": "a", "label": "A" }, { "id": "a.q1.x", "label": "B" }],
        "follow_up_questions": {
            "a": [with(nameless("9?"), &json!({ "type": "checkbox", "options": [{ "id": "x", "label": "X" }],
                   "follow_up_questions": { "x": [nameless("10?")] } }))],
            "a.q1.x": [nameless("11?")] } }))]));
    let mut named = ids(&life);
    assert_eq!(named.len(), 4);
    named.sort();
    named.dedup();
    assert_eq!(named.len(), 4, "{named:?}");
}

#[test]
fn rounds_and_totals() {
    let mut life = Life::new();
    assert_eq!((life.session.rounds(), life.session.total_rounds()), (0, 0));
    for (n, announced, expected) in [(1, None, 1), (2, Some(5), 5), (3, None, 5), (4, Some(3), 4)] {
        let mut ask = life.ask(&yes_no(&format!("q{n}")));
        ask.total_rounds = announced;
        let id = life.begins(ask);
        assert_eq!(
            (life.session.rounds(), life.session.total_rounds()),
            (n, expected)
        );
        assert_eq!(life.session.interaction(id).unwrap().round, n);
        life.answers(id, &json!({ format!("q{n}"): "yes" }));
    }
    assert_eq!(life.session.rounds(), 4);
}

#[test]
fn approvals_have_no_default() {
    let yes_by_default = json!([{ "id": "yes", "label": "Yes", "default": true }]);
    let mut life = Life::new();
    let nested = with(
        yes_no("a"),
        &json!({ "follow_up_questions": {
        "yes": [with(yes_no("b"), &json!({ "options": yes_by_default }))] } }),
    );
    let mut ask = life.ask(&json!([
        nested,
        with(yes_no("c"), &json!({ "options": yes_by_default }))
    ]));
    ask.source = Source::Approval;
    assert_eq!(
        refused(life.wish(&Command::Ask(Box::new(ask.clone())))),
        (
            "invalid_question",
            vec![
                "b.options.default: an approval has no default".into(),
                "c.options.default: an approval has no default".into(),
            ]
        )
    );
    ask.source = Source::Tool;
    life.begins(ask);
    let mut claude = life.ask(&json!([{ "question": "?", "options": yes_by_default }]));
    claude.source = Source::Approval;
    assert_eq!(
        refused(life.wish(&Command::Ask(Box::new(claude)))).1,
        ["r2.q1.options.default: an approval has no default"]
    );
    let mut plain = life.ask(&yes_no("d"));
    plain.source = Source::Approval;
    let id = life.begins(plain);
    assert_eq!(
        life.session.interaction(id).unwrap().source,
        Source::Approval
    );
}

#[test]
fn nothing_happens_in_a_session_that_never_began() {
    let mut life = Life::new();
    let id = InteractionId::new(9);
    for came in [
        life.whole(id, &json!({ "a": "yes" })),
        life.cancel(id, None),
        life.hold(id, true),
        life.interrupt(),
        life.wish(&Command::AllowMore {
            more: 10,
            actor: ann(),
        }),
        life.wish(&Command::EndChain { actor: ann() }),
        life.wish(&Command::Withdraw {
            interaction: id,
            actor: ann(),
        }),
    ] {
        assert_eq!(came, Err(Refusal::SessionNotFound));
    }
    assert_eq!(life.session.branch_at(1), Err(Refusal::SessionNotFound));
    assert_eq!(life.expire(id), Ok(vec![]));
    life.asks(&yes_no("a"));
    assert_eq!(
        life.whole(id, &json!({ "a": "yes" })),
        Err(Refusal::QuestionNotFound)
    );
    assert_eq!(life.cancel(id, None), Err(Refusal::QuestionNotFound));
}

#[test]
fn opening_once() {
    let mut life = Life::new();
    let opening = Opening {
        agent: Some("claude".into()),
        ..Opening::default()
    };
    assert_eq!(life.wish(&Command::Open(opening.clone())).unwrap().len(), 1);
    assert_eq!(life.wish(&Command::Open(opening.clone())), Ok(vec![]));
    assert_eq!(
        life.wish(&Command::Open(Opening::default())),
        Err(Refusal::SessionExists)
    );
    assert_eq!(life.session.opening(), Some(&opening));
}

/// Questions and answers stand in one chain with everything else that was said.
#[test]
fn messages_follow_one_another() {
    let mut life = Life::new();
    assert_eq!(parent(life.wish(&say("m1", None)).unwrap()), None);
    assert_eq!(
        parent(life.wish(&say("m2", None)).unwrap()),
        Some("m1".into())
    );
    assert_eq!(
        parent(life.wish(&say("m3", Some("m1"))).unwrap()),
        Some("m1".into())
    );
    let ask = life.ask(&yes_no("a"));
    let id = ask.interaction;
    assert_eq!(
        parent(life.wish(&Command::Ask(Box::new(ask))).unwrap()),
        Some("m3".into())
    );
    assert_eq!(
        parent(life.wish(&say("m4", None)).unwrap()),
        Some(id.to_string().into())
    );
    life.answers(id, &json!({ "a": "yes" }));
    assert_eq!(
        parent(life.wish(&say("m5", None)).unwrap()),
        Some(format!("{id}-result").into())
    );
}

fn say(uuid: &str, parent: Option<&str>) -> Command {
    Command::Say(Message {
        uuid: uuid.into(),
        parent: parent.map(MessageId::from),
        kind: MessageKind::Text,
        body: json!("hi"),
    })
}

/// The message before the last of these.
fn parent(facts: Vec<Event>) -> Option<MessageId> {
    match facts.last() {
        Some(Event::Said(message)) => message.parent.clone(),
        Some(Event::Asked(asked)) => asked.parent.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_message_said_again_is_the_same_message() {
    let mut life = Life::new();
    let first = life.wish(&say("m1", None)).unwrap();
    assert_eq!(first.len(), 2, "opened and said");
    life.wish(&say("m2", None)).unwrap();
    let before = life.session.clone();
    for again in ["m1", "m2"] {
        assert_eq!(life.wish(&say(again, None)), Ok(Vec::new()));
        assert_eq!(life.wish(&say(again, Some("elsewhere"))), Ok(Vec::new()));
    }
    assert_eq!(life.session, before);
    assert_eq!(
        parent(life.wish(&say("m3", None)).unwrap()),
        Some("m2".into())
    );
}

#[test]
fn branching_from_a_round() {
    let mut life = Life::new();
    for n in 1..=3 {
        let id = life.asks(&yes_no(&format!("q{n}")));
        if n < 3 {
            life.answers(id, &json!({ format!("q{n}"): "yes" }));
        }
    }
    assert_eq!(
        life.session.branch_at(3),
        Err(Refusal::RoundNotFound { round: 3 }),
        "still open"
    );
    assert_eq!(
        life.session.branch_at(0),
        Err(Refusal::RoundNotFound { round: 0 })
    );
    assert_eq!(
        life.session.branch_at(4),
        Err(Refusal::RoundNotFound { round: 4 })
    );
    let before = life.session.clone();
    let branch = life.session.branch_at(2).unwrap();
    assert_eq!(life.session, before);
    assert_eq!((branch.session.as_str(), branch.round), ("s", 2));

    let mut other = Life::opened_with(Opening {
        branch: Some(branch.clone()),
        ..Opening::default()
    });
    // The same question may be asked anew: it is another session.
    let id = other.asks(&yes_no("q3"));
    assert_eq!(other.session.interaction(id).unwrap().round, 3);
    assert_eq!(other.session.rounds(), 3);
    assert_eq!(other.session.total_rounds(), 3);
    other.answers(id, &json!({ "q3": "no" }));
    assert_eq!(other.outcome(id).round, 3);
    assert_eq!(other.session.branch_at(3).unwrap().round, 3);
    // What it inherited it knows: the round it branched at, and whose those before are.
    assert_eq!(other.session.branch_at(2).unwrap(), branch);
    for (round, whose) in [(0, None), (1, Some("s")), (2, None), (3, None), (9, None)] {
        let inherited = other.session.inherited(round).map(|whose| whose.as_str());
        assert_eq!(inherited, whose, "{round}");
        assert_eq!(life.session.inherited(round), None);
    }
    let mut first_after = Life::opened_with(Opening {
        branch: Some(branch.clone()),
        ..Opening::default()
    });
    let ask = first_after.ask(&json!([{ "question": "?", "options": ["A", "B"] }]));
    let facts = first_after.wish(&Command::Ask(Box::new(ask))).unwrap();
    let Some(Event::Asked(asked)) = facts.last() else {
        panic!()
    };
    assert_eq!(asked.questions[0].id.as_str(), "r3.q1");
    // The chain of messages goes on where the branch left it.
    assert_eq!(asked.parent, branch.message);
}

/// A branch that is opened first goes on from its round all the same.
#[test]
fn a_branch_opened_before_it_asks() {
    let mut life = Life::new();
    let opening = Opening {
        branch: Some(Branch {
            session: "before".into(),
            round: 7,
            message: Some("m7".into()),
        }),
        ..Opening::default()
    };
    life.wish(&Command::Open(opening)).unwrap();
    assert_eq!((life.session.rounds(), life.session.total_rounds()), (7, 7));
    let id = life.asks(&yes_no("a"));
    let asked = life.asked(id);
    assert_eq!((asked.round, asked.parent), (8, Some("m7".into())));
}
