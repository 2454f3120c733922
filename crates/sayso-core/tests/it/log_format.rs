//! What is written to the log must stay readable: every fact with its JSON, literally.

use std::sync::Arc;

use sayso_core::actor::Actor;
use sayso_core::answer::{Answer, Answers};
use sayso_core::asker::{Asker, AskerKind};
use sayso_core::choice::Choice;
use sayso_core::closing::Closing;
use sayso_core::context_file::ContextFile;
use sayso_core::deadline::{Deadline, OnTimeout};
use sayso_core::decider::Decider;
use sayso_core::delivery::Delivery;
use sayso_core::dialect::Dialect;
use sayso_core::digest::Digest;
use sayso_core::event::{Asked, Event};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::given::Given;
use sayso_core::id::InteractionId;
use sayso_core::kind::Kind;
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::opening::{Branch, Opening};
use sayso_core::pick::Pick;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_core::state::State;
use serde_json::json;

/// Written exactly so, and read back the same.
#[track_caller]
fn check(event: &Event, text: &str) {
    assert_eq!(serde_json::to_string(event).unwrap(), text);
    assert_eq!(&serde_json::from_str::<Event>(text).unwrap(), event);
    let as_value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        &serde_json::from_value::<Event>(as_value.clone()).unwrap(),
        event
    );
    assert_eq!(as_value["fact"], event.kind());
}

fn id() -> InteractionId {
    InteractionId::new(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef)
}

fn at() -> Moment {
    "2026-02-19T10:00:00.123Z".parse().unwrap()
}

fn ann() -> Actor {
    Actor::new("ann", Face::Terminal, Evidence::Terminal)
}

fn closing(state: State, decided_by: Decider) -> Closing {
    Closing {
        state,
        decided_by,
        actor: ann(),
        at: at(),
        took_ms: 4_200,
        reason: None,
        interrupted: false,
        answers: Answers::new(),
        request: None,
    }
}

fn closed(closing: Closing) -> Event {
    Event::Closed {
        interaction: id(),
        closing: closing.into(),
    }
}

fn answers(given: impl IntoIterator<Item = (&'static str, Given)>) -> Answers {
    let answers = given.into_iter();
    answers
        .map(|(id, given)| (id.into(), Answer::new(given)))
        .collect()
}

#[test]
fn opened() {
    check(&Event::Opened(Opening::default()), r#"{"fact":"opened"}"#);
    check(
        &Event::Opened(Opening {
            agent: Some("claude".into()),
            project: Some("shop".into()),
            serial: true,
            chain_rounds: Some(0),
            branch: Some(Branch {
                session: "s0".into(),
                round: 3,
                message: Some("m".into()),
            }),
        }),
        r#"{"fact":"opened","agent":"claude","project":"shop","serial":true,"chain_rounds":0,"branch":{"session":"s0","round":3,"message":"m"}}"#,
    );
}

fn asked(questions: Vec<Question>) -> Asked {
    Asked {
        interaction: id(),
        round: 2,
        chain: 1,
        key: None,
        digest: Digest([0xab; 32]),
        tool_use_id: None,
        dialect: Dialect::Claude,
        source: Source::Tool,
        asker: Asker::default(),
        questions: questions.into(),
        deadline: None,
        total_rounds: None,
        goes_on: false,
        parent: None,
        reopens: None,
    }
}

#[test]
fn asked_plainly() {
    let question = Question::new("q", Kind::Boolean, "Sure?");
    check(
        &Event::Asked(Box::new(asked(vec![question]))),
        r#"{"fact":"asked","interaction":"0123456789abcdef0123456789abcdef","round":2,"chain":1,"digest":"abababababababababababababababababababababababababababababababab","dialect":"claude","source":"tool","asker":{"kind":"main"},"questions":[{"question_id":"q","question_text":"Sure?","type":"boolean","allow_other":true,"required":true}]}"#,
    );
}

#[test]
fn asked_with_everything() {
    let mut question = Question::new("q", Kind::MultipleChoice, "哪个？");
    question.header = Some("H".into());
    question.description = Some("d".into());
    question.allow_other = false;
    question.required = false;
    question.choices = Arc::new([
        Choice {
            description: Some("means a".into()),
            default: true,
            preview: Some("# A".into()),
            ..Choice::new("a", "A")
        },
        Choice::new("b", "B"),
    ]);
    question.context = vec![
        ContextFile {
            path: "src/a.rs".into(),
            lines: Some((1, 9)),
        },
        ContextFile {
            path: "b".into(),
            lines: None,
        },
    ];
    let mut follow_up = Question::new("f", Kind::Text, "Key?");
    follow_up.secret = true;
    question.follow_ups = [("a".into(), vec![follow_up])].into();
    check(
        &Event::Asked(Box::new(Asked {
            key: Some("k".into()),
            tool_use_id: Some("toolu_1".into()),
            dialect: Dialect::Id,
            source: Source::Approval,
            asker: Asker {
                name: Some("claude".into()),
                ..Asker::default()
            },
            deadline: Some(Deadline {
                at: at(),
                on_timeout: Some(OnTimeout::Terminate),
                held_with: None,
            }),
            total_rounds: Some(5),
            goes_on: true,
            parent: Some("m".into()),
            reopens: Some(InteractionId::new(1)),
            ..asked(vec![question])
        })),
        r##"{"fact":"asked","interaction":"0123456789abcdef0123456789abcdef","round":2,"chain":1,"key":"k","digest":"abababababababababababababababababababababababababababababababab","tool_use_id":"toolu_1","dialect":"id","source":"approval","asker":{"kind":"main","name":"claude"},"questions":[{"question_id":"q","header":"H","question_text":"哪个？","description":"d","type":"multiple_choice","options":[{"id":"a","label":"A","description":"means a","default":true,"preview":"# A"},{"id":"b","label":"B","default":false}],"allow_other":false,"required":false,"context":[{"path":"src/a.rs","lines":[1,9]},{"path":"b"}],"follow_up_questions":{"a":[{"question_id":"f","question_text":"Key?","type":"text","allow_other":true,"required":true,"secret":true}]}}],"deadline":{"at":"2026-02-19T10:00:00.123Z","on_timeout":"terminate"},"total_rounds":5,"goes_on":true,"parent":"m","reopens":"00000000000000000000000000000001"}"##,
    );
}

#[test]
fn answered() {
    let mut answers = answers([
        ("a", Given::One(Pick::Choice("x".into()))),
        ("b", Given::One(Pick::Other("own \"words\"".into()))),
        (
            "c",
            Given::Many(vec![Pick::Choice("x".into()), Pick::Other("y".into())]),
        ),
        ("d", Given::Text("line\nline".into())),
        ("e", Given::Yes(false)),
        ("f", Given::Hidden),
    ]);
    answers.get_mut(&"a".into()).unwrap().note = Some("hm".into());
    answers.get_mut(&"e".into()).unwrap().defaulted = true;
    check(
        &Event::Answered {
            interaction: id(),
            answers,
            actor: ann(),
            request: Some("r".into()),
        },
        r#"{"fact":"answered","interaction":"0123456789abcdef0123456789abcdef","answers":{"a":{"given":{"one":{"choice":"x"}},"note":"hm"},"b":{"given":{"one":{"other":"own \"words\""}}},"c":{"given":{"many":[{"choice":"x"},{"other":"y"}]}},"d":{"given":{"text":"line\nline"}},"e":{"given":{"yes":false},"defaulted":true},"f":{"given":"hidden"}},"by":"ann","via":"terminal","evidence":"terminal","request":"r"}"#,
    );
}

#[test]
fn held_and_released() {
    check(
        &Event::Held {
            interaction: id(),
            left: 1_500,
            actor: ann(),
        },
        r#"{"fact":"held","interaction":"0123456789abcdef0123456789abcdef","left":1500,"by":"ann","via":"terminal","evidence":"terminal"}"#,
    );
    check(
        &Event::Released {
            interaction: id(),
            at: at(),
            actor: ann(),
        },
        r#"{"fact":"released","interaction":"0123456789abcdef0123456789abcdef","at":"2026-02-19T10:00:00.123Z","by":"ann","via":"terminal","evidence":"terminal"}"#,
    );
}

#[test]
fn closed_in_every_way() {
    check(
        &closed(Closing {
            answers: answers([("a", Given::Yes(true))]),
            request: Some("r".into()),
            ..closing(State::Answered, Decider::Person)
        }),
        r#"{"fact":"closed","interaction":"0123456789abcdef0123456789abcdef","state":"answered","decided_by":"person","by":"ann","via":"terminal","evidence":"terminal","at":"2026-02-19T10:00:00.123Z","took_ms":4200,"answers":{"a":{"given":{"yes":true}}},"request":"r"}"#,
    );
    check(
        &closed(Closing {
            reason: Some("not now".into()),
            interrupted: true,
            ..closing(State::Cancelled, Decider::Asker)
        }),
        r#"{"fact":"closed","interaction":"0123456789abcdef0123456789abcdef","state":"cancelled","decided_by":"asker","by":"ann","via":"terminal","evidence":"terminal","at":"2026-02-19T10:00:00.123Z","took_ms":4200,"reason":"not now","interrupted":true}"#,
    );
    check(
        &closed(Closing {
            actor: Actor::desk(),
            ..closing(State::Timeout, Decider::Timeout)
        }),
        r#"{"fact":"closed","interaction":"0123456789abcdef0123456789abcdef","state":"timeout","decided_by":"timeout","by":"desk","via":"desk","evidence":"default","at":"2026-02-19T10:00:00.123Z","took_ms":4200}"#,
    );
}

#[test]
fn said_allowed_and_ended() {
    for (kind, word) in [
        (MessageKind::Text, "text"),
        (MessageKind::Thinking, "thinking"),
        (MessageKind::ToolUse, "tool_use"),
        (MessageKind::ToolResult, "tool_result"),
        (MessageKind::Error, "error"),
        (MessageKind::Complete, "complete"),
        (MessageKind::Info, "info"),
    ] {
        check(
            &Event::Said(Message {
                uuid: "m2".into(),
                parent: Some("m1".into()),
                kind,
                body: json!({ "n": [1, -2, 0.5, null, "x"] }),
            }),
            &format!(
                r#"{{"fact":"said","uuid":"m2","parentUuid":"m1","kind":"{word}","body":{{"n":[1,-2,0.5,null,"x"]}}}}"#
            ),
        );
    }
    check(
        &Event::Said(Message {
            uuid: "m1".into(),
            parent: None,
            kind: MessageKind::Text,
            body: json!("hi"),
        }),
        r#"{"fact":"said","uuid":"m1","parentUuid":null,"kind":"text","body":"hi"}"#,
    );
    check(
        &Event::Allowed {
            more: 10,
            actor: ann(),
        },
        r#"{"fact":"allowed","more":10,"by":"ann","via":"terminal","evidence":"terminal"}"#,
    );
    check(
        &Event::ChainEnded { actor: ann() },
        r#"{"fact":"chain_ended","by":"ann","via":"terminal","evidence":"terminal"}"#,
    );
}

#[test]
fn delivered() {
    for (delivery, word) in [
        (Delivery::Waiting, "waiting"),
        (Delivery::HandedOver, "handed_over"),
        (Delivery::Acknowledged, "acknowledged"),
        (Delivery::Undeliverable, "undeliverable"),
    ] {
        assert_eq!(delivery.word(), word);
        let interaction = id();
        check(
            &Event::Delivered {
                interaction,
                delivery,
            },
            &format!(
                r#"{{"fact":"delivered","interaction":"0123456789abcdef0123456789abcdef","delivery":"{word}"}}"#
            ),
        );
    }
}

#[test]
fn words_of_evidence() {
    for evidence in Evidence::ALL {
        assert_eq!(json!(evidence), evidence.word());
        let actor = Actor::new("x", Face::Web, evidence);
        let text = format!(
            r#"{{"fact":"chain_ended","by":"x","via":"web","evidence":"{}"}}"#,
            evidence.word()
        );
        check(&Event::ChainEnded { actor }, &text);
    }
    let mut sorted = Evidence::ALL;
    sorted.sort_unstable();
    assert_eq!(sorted, Evidence::ALL, "from the strongest to the weakest");
}

/// The log from before evidence was recorded.
#[test]
fn records_without_evidence_are_read_as_what_they_were() {
    for (face, evidence) in [
        (Face::Terminal, Evidence::Terminal),
        (Face::Inbox, Evidence::Terminal),
        (Face::Web, Evidence::Page),
        (Face::Mcp, Evidence::ClientForm),
        (Face::Http, Evidence::Script),
        (Face::File, Evidence::Script),
        (Face::Pipe, Evidence::Script),
        (Face::Hook, Evidence::Reported),
        (Face::Host, Evidence::Script),
        (Face::Desk, Evidence::Default),
    ] {
        assert_eq!(json!(face), face.word());
        let old = format!(
            r#"{{"fact":"chain_ended","by":"x","via":"{}"}}"#,
            face.word()
        );
        let actor = Actor::new("x", face, evidence);
        let read: Event = serde_json::from_str(&old).unwrap();
        assert_eq!(read, Event::ChainEnded { actor });
    }
}

#[test]
fn words_of_deciders() {
    for (decider, word) in [
        (Decider::Person, "person"),
        (Decider::Client, "client"),
        (Decider::Timeout, "timeout"),
        (Decider::File, "file"),
        (Decider::Hook, "hook"),
        (Decider::Asker, "asker"),
    ] {
        assert_eq!(json!(decider), word);
    }
    assert!(serde_json::from_str::<Event>(r#"{"fact":"forgotten"}"#).is_err());
}

/// An asker whose kind is not written is the main agent's: so it was before there were others.
#[test]
fn words_of_askers() {
    let asker = |kind, sub_agent: Option<&str>| Asker {
        kind,
        sub_agent: sub_agent.map(str::to_owned),
        ..Asker::default()
    };
    for (asker, text) in [
        (asker(AskerKind::Main, None), r#"{"kind":"main"}"#),
        (asker(AskerKind::Unknown, None), r#"{"kind":"unknown"}"#),
        (
            asker(AskerKind::Sub, Some("reviewer")),
            r#"{"kind":"sub","sub_agent":"reviewer"}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&asker).unwrap(), text);
        assert_eq!(serde_json::from_str::<Asker>(text).unwrap(), asker);
    }
    assert_eq!(
        serde_json::from_str::<Asker>("{}").unwrap(),
        Asker::default()
    );
}
