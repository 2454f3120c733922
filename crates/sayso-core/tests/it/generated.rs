//! Random questions, edits and drafts.

use std::sync::Arc;

use proptest::prelude::*;
use sayso_core::choice::Choice;
use sayso_core::command::{Answering, Ask, Command};
use sayso_core::dialect::Dialect;
use sayso_core::form::{Draft, Edit, Entry, Form};
use sayso_core::id::{ChoiceId, InteractionId, QuestionId};
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::source::Source;
use serde_json::json;

use crate::life::{Came, Life, ann, read};

/// A question before it and what hangs under it have names.
#[derive(Clone, Debug)]
struct Shape {
    kind: Kind,
    required: bool,
    allow_other: bool,
    defaults: [bool; 3],
    below: Vec<(usize, Self)>,
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = (
        prop::sample::select(Kind::ALL.to_vec()),
        prop::bool::weighted(0.6),
        prop::bool::weighted(0.7),
        prop::array::uniform3(prop::bool::weighted(0.2)),
    );
    let leaf = leaf.prop_map(|(kind, required, allow_other, defaults)| Shape {
        kind,
        required,
        allow_other,
        defaults,
        below: Vec::new(),
    });
    leaf.prop_recursive(4, 8, 2, |inner| {
        let below = prop::collection::vec((0..3_usize, inner.clone()), 1..3);
        (inner, below).prop_map(|(root, below)| Shape { below, ..root })
    })
}

/// One to three questions with their follow-ups, named `q0.`, `q1.` … in the order of the tree.
pub(crate) fn questions() -> impl Strategy<Value = Vec<Question>> {
    prop::collection::vec(shape(), 1..4).prop_map(|shapes| {
        let mut count = 0;
        shapes
            .iter()
            .map(|shape| build(shape, &mut count))
            .collect()
    })
}

fn build(shape: &Shape, count: &mut usize) -> Question {
    let id = question_id(*count);
    *count += 1;
    let mut question = Question::new(id.clone(), shape.kind, format!("text of {id}"));
    question.required = shape.required;
    question.allow_other = shape.allow_other;
    if shape.kind.offers() {
        question.choices = (0..3)
            .map(|n| Choice::new(choice_id(n), format!("label of {id}c{n}")))
            .zip(shape.defaults)
            .map(|(choice, default)| Choice { default, ..choice })
            .collect();
        if let (Kind::MultipleChoice, Some(first)) =
            (shape.kind, shape.defaults.iter().position(|d| *d))
        {
            Arc::make_mut(&mut question.choices)
                .iter_mut()
                .skip(first + 1)
                .for_each(|choice| choice.default = false);
        }
    }
    let triggers = question.triggers();
    for (n, below) in &shape.below {
        let follow_up = build(below, count);
        // A text question has no options: what hangs under it is never shown.
        let trigger = triggers.get(n % triggers.len().max(1)).cloned();
        let trigger = trigger.unwrap_or_else(|| choice_id(*n));
        question
            .follow_ups
            .entry(trigger)
            .or_default()
            .push(follow_up);
    }
    question
}

/// The dot keeps `q1.` from standing in `q10.`.
fn question_id(n: usize) -> QuestionId {
    QuestionId::from(format!("q{n}."))
}

fn choice_id(n: usize) -> ChoiceId {
    ChoiceId::from(format!("c{n}"))
}

/// Words of all kinds, some of which are none.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-z ,\"<&中\u{301}]{0,8}",
        2 => "[\\PC\\x00-\\x1f\\x7f-\\x9f\u{1b}\u{9b}\\]\\[;m\u{202e}\u{200b}]{0,12}",
        1 => Just("\u{1b}[31m".to_owned()),
        1 => prop::sample::select(vec![10_000_usize, 10_001]).prop_map(|n| "x".repeat(n)),
    ]
}

pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    let question = || (0..10_usize).prop_map(question_id);
    let choice = || (0..4_usize).prop_map(choice_id);
    prop_oneof![
        4 => (question(), choice()).prop_map(|(question, choice)| Edit::Pick { question, choice }),
        1 => (question(), choice()).prop_map(|(question, choice)| Edit::Unpick { question, choice }),
        3 => (question(), choice()).prop_map(|(question, choice)| Edit::Toggle { question, choice }),
        2 => (question(), words()).prop_map(|(question, words)| Edit::Other { question, words }),
        1 => (question(), any::<bool>()).prop_map(|(question, on)| Edit::OtherOn { question, on }),
        3 => (question(), words()).prop_map(|(question, words)| Edit::Text { question, words }),
        3 => (question(), any::<Option<bool>>()).prop_map(|(question, yes)| Edit::Yes { question, yes }),
        1 => (question(), words()).prop_map(|(question, words)| Edit::Note { question, words }),
        1 => question().prop_map(|question| Edit::Clear { question }),
    ]
}

/// A draft as anybody could have written it.
pub(crate) fn draft() -> impl Strategy<Value = Draft> {
    let picked = prop::collection::vec((0..4_usize).prop_map(choice_id), 0..4);
    let entry = (
        picked,
        words(),
        any::<bool>(),
        words(),
        any::<Option<bool>>(),
        words(),
    );
    let entry = entry.prop_map(|(picked, other, other_on, text, yes, note)| Entry {
        picked,
        other,
        other_on,
        text,
        yes,
        note,
    });
    prop::collection::btree_map((0..10_usize).prop_map(question_id), entry, 0..8)
}

/// Asks these questions in a new session.
pub(crate) fn asked(life: &mut Life, questions: Vec<Question>, source: Source) -> InteractionId {
    let mut ask = ask(life, questions);
    // An approval that declares defaults is refused; its form takes none either.
    ask.source = source;
    if source == Source::Approval {
        let questions = Arc::make_mut(&mut ask.parsed.questions);
        questions.iter_mut().for_each(without_defaults);
    }
    life.begins(ask)
}

/// An ask of these questions, as the id dialect would have brought it.
pub(crate) fn ask(life: &mut Life, questions: Vec<Question>) -> Ask {
    let wire = serde_json::to_vec(&questions).unwrap();
    let mut parsed = read(&json!([{ "question_text": "?", "type": "text" }]));
    assert_eq!(parsed.dialect, Dialect::Id);
    parsed.digest = sayso_core::digest::Digest::of(&[&wire]);
    parsed.questions = questions.into();
    Ask::new(life.mint(), parsed)
}

fn without_defaults(question: &mut Question) {
    Arc::make_mut(&mut question.choices)
        .iter_mut()
        .for_each(|choice| choice.default = false);
    question
        .follow_ups
        .values_mut()
        .flatten()
        .for_each(without_defaults);
}

/// Sends a form whole.
pub(crate) fn sent(form: &Form, source: Source) -> Came {
    let mut life = Life::new();
    let id = asked(&mut life, form.questions().to_vec(), source);
    life.wish(&Command::Answer(Answering {
        interaction: id,
        answers: form.answers(),
        whole: true,
        actor: ann(),
        request: None,
    }))
}

/// What holds of every form.
pub(crate) fn hold(form: &Form, source: Source) -> Result<(), TestCaseError> {
    let shown: Vec<QuestionId> = form.shown().iter().map(|s| s.question.id.clone()).collect();
    let answers = form.answers();
    prop_assert!(
        answers
            .iter()
            .all(|a| shown.contains(&a.question) && !a.defaulted)
    );
    prop_assert!(form.missing().iter().all(|id| shown.contains(id)));
    prop_assert!(
        form.missing()
            .iter()
            .all(|id| answers.iter().all(|a| a.question != *id))
    );
    let problems = form.problems();
    let came = sent(form, source);
    if problems.is_empty() {
        prop_assert!(came.is_ok(), "{came:?}");
    } else if !form.missing().is_empty() || answers.is_empty() {
        prop_assert!(came.is_err());
    }
    Ok(())
}
