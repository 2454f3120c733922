//! A person filling an interaction in. The cases of `schema/form-cases.json` are run by the
//! page's form too, so that the two cannot differ.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sayso_core::form::{Draft, Edit, Form};
use sayso_core::id::QuestionId;
use sayso_core::question::Question;
use sayso_core::source::Source;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::generated;
use crate::life::{Life, lines, with, yes_no};

const CASES: &str = include_str!("../../../../schema/form-cases.json");

/// One case: a form, what is done to it, and how it stands then.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    questions: Vec<Question>,
    #[serde(default)]
    source: Source,
    /// The form goes on from this draft instead of beginning untouched.
    draft: Option<Draft>,
    edits: Vec<Edit>,
    shown: Vec<(QuestionId, usize)>,
    missing: Vec<QuestionId>,
    answers: BTreeMap<QuestionId, Value>,
    #[serde(default)]
    notes: BTreeMap<QuestionId, String>,
}

impl Case {
    fn form(&self) -> Form {
        let questions = self.questions.clone();
        let mut form = match &self.draft {
            Some(draft) => Form::resume(questions, draft.clone()),
            None => Form::new(questions, self.source),
        };
        for edit in &self.edits {
            form.edit(edit);
        }
        form
    }

    fn check(&self, form: &Form) {
        let name = &self.name;
        let shown: Vec<_> = form
            .shown()
            .iter()
            .map(|s| (s.question.id.clone(), s.depth))
            .collect();
        assert_eq!(shown, self.shown, "shown: {name}");
        assert_eq!(form.missing(), self.missing, "missing: {name}");
        let answers = form.answers();
        let values = answers
            .iter()
            .map(|a| (a.question.clone(), a.value.clone()));
        assert_eq!(
            values.collect::<BTreeMap<_, _>>(),
            self.answers,
            "answers: {name}"
        );
        let notes = answers
            .iter()
            .filter_map(|a| Some((a.question.clone(), a.note.clone()?)));
        assert_eq!(
            notes.collect::<BTreeMap<_, _>>(),
            self.notes,
            "notes: {name}"
        );
        let order: Vec<_> = answers.iter().map(|a| &a.question).collect();
        let read = self
            .shown
            .iter()
            .map(|(id, _)| id)
            .filter(|id| self.answers.contains_key(id));
        assert_eq!(
            order,
            read.collect::<Vec<_>>(),
            "in the order they are read: {name}"
        );
        for place in form.shown() {
            let answered = self.answers.contains_key(&place.question.id);
            assert_eq!(form.is_answered(place.question), answered, "{name}");
        }
    }
}

fn cases() -> Vec<Case> {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    serde_json::from_value(cases["forms"].clone()).unwrap()
}

#[test]
fn every_case() {
    let cases = cases();
    assert!(cases.len() >= 40, "{}", cases.len());
    for case in &cases {
        case.check(&case.form());
    }
}

/// A draft put away and taken up again is the same form.
#[test]
fn every_case_from_its_draft() {
    for case in cases() {
        let form = case.form();
        let draft = serde_json::to_string(form.draft()).unwrap();
        let again = Form::resume(
            case.questions.clone(),
            serde_json::from_str(&draft).unwrap(),
        );
        case.check(&again);
        assert_eq!(again, form, "{}", case.name);
    }
}

/// A form without problems is accepted whole, and one with problems is not.
#[test]
fn every_case_is_sent() {
    for case in cases() {
        let form = case.form();
        let complete = case.missing.is_empty() && !case.answers.is_empty();
        assert_eq!(form.problems().is_empty(), complete, "{}", case.name);
        assert_eq!(
            generated::sent(&form, case.source).is_ok(),
            complete,
            "{}",
            case.name
        );
    }
}

#[test]
fn what_stands_in_the_way() {
    let questions: Vec<Question> = serde_json::from_value(json!([
        yes_no("a"),
        with(yes_no("b"), &json!({ "required": false })),
        { "question_id": "t", "question_text": "?", "type": "text" },
    ]))
    .unwrap();
    let mut form = Form::new(questions.clone(), Source::Tool);
    let mut check = |edit: Edit, expected: &[&str]| {
        form.edit(&edit);
        assert_eq!(lines(&form.problems()), expected);
    };
    let words = |n: usize| "x".repeat(n);
    let (a, b, t) = (|| "a".into(), || "b".into(), || "t".into());
    let missing = "required, but not answered";
    check(
        Edit::Clear { question: a() },
        &[&format!("a: {missing}"), &format!("t: {missing}")],
    );
    check(
        Edit::Text {
            question: t(),
            words: words(10_001),
        },
        &[
            &format!("a: {missing}"),
            "t: at most 10000 characters, got 10001",
        ],
    );
    check(
        Edit::Other {
            question: a(),
            words: words(10_001),
        },
        &[
            "a: at most 10000 characters, got 10001",
            "t: at most 10000 characters, got 10001",
        ],
    );
    check(
        Edit::Pick {
            question: a(),
            choice: "yes".into(),
        },
        &["t: at most 10000 characters, got 10001"],
    );
    check(
        Edit::Text {
            question: t(),
            words: words(10_000),
        },
        &[],
    );
    check(
        Edit::Note {
            question: b(),
            words: words(10_001),
        },
        &["b: at most 10000 characters, got 10001"],
    );
    check(Edit::Clear { question: b() }, &[]);

    let optional = Form::new(vec![questions[1].clone()], Source::Tool);
    assert_eq!(
        lines(&optional.problems()),
        ["nothing was answered; to leave without answering, cancel"]
    );
}

#[test]
fn edits_say_whether_they_fit() {
    let questions: Vec<Question> = serde_json::from_value(json!([yes_no("a")])).unwrap();
    let mut form = Form::new(questions, Source::Tool);
    let pick = |question: &str, choice: &str| Edit::Pick {
        question: question.into(),
        choice: choice.into(),
    };
    assert!(form.edit(&pick("a", "yes")));
    assert!(!form.edit(&pick("a", "perhaps")));
    assert!(!form.edit(&pick("b", "yes")));
    assert!(!form.edit(&Edit::Text {
        question: "a".into(),
        words: "x".into()
    }));
    assert_eq!(form.entry(&"a".into()).picked, ["yes".into()]);
    assert_eq!(form.entry(&"b".into()), sayso_core::form::Entry::default());
    // What was taken back leaves no trace in the draft.
    assert!(form.edit(&Edit::Clear {
        question: "a".into()
    }));
    assert!(form.draft().is_empty());
}

/// The page counts on every edit being named as it is here.
#[test]
fn edits_on_the_wire() {
    let every = [
        r#"{"edit":"pick","question":"a","choice":"x"}"#,
        r#"{"edit":"unpick","question":"a","choice":"x"}"#,
        r#"{"edit":"toggle","question":"a","choice":"x"}"#,
        r#"{"edit":"other","question":"a","words":"w"}"#,
        r#"{"edit":"other_on","question":"a","on":true}"#,
        r#"{"edit":"text","question":"a","words":"w"}"#,
        r#"{"edit":"yes","question":"a","yes":null}"#,
        r#"{"edit":"note","question":"a","words":"w"}"#,
        r#"{"edit":"clear","question":"a"}"#,
    ];
    for text in every {
        let edit: Edit = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&edit).unwrap(), text);
        assert_eq!(edit.question().as_str(), "a");
        let kind = text.split('"').nth(3).unwrap();
        assert!(
            CASES.contains(&format!("\"edit\": \"{kind}\"")),
            "no case has a {kind}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done to a form: no panic, what is sent is on the table, and what has no
    /// problems is accepted whole.
    #[test]
    fn random_edits(
        questions in generated::questions(),
        edits in prop::collection::vec(generated::edit(), 0..40),
        approval in any::<bool>(),
    ) {
        let source = if approval { Source::Approval } else { Source::Tool };
        let mut form = Form::new(questions.clone(), source);
        for edit in &edits {
            form.edit(edit);
        }
        generated::hold(&form, source)?;
        let again = Form::resume(questions, form.draft().clone());
        prop_assert_eq!(&again, &form);
    }

    /// A draft can come from anywhere; whatever it holds, the form stands on its feet.
    #[test]
    fn random_drafts(
        questions in generated::questions(),
        draft in generated::draft(),
        edits in prop::collection::vec(generated::edit(), 0..10),
    ) {
        let mut form = Form::resume(questions, draft);
        generated::hold(&form, Source::Tool)?;
        for edit in &edits {
            form.edit(edit);
        }
        generated::hold(&form, Source::Tool)?;
    }
}

/// Nobody fills a form in for an approval: untouched, it sends nothing.
#[test]
fn an_untouched_approval_sends_nothing() {
    let mut life = Life::new();
    let mut ask = life.ask(&yes_no("a"));
    ask.source = Source::Approval;
    let id = life.begins(ask);
    let form = Form::new(life.asked(id).questions, Source::Approval);
    assert!(form.answers().is_empty() && !form.problems().is_empty());
}
