//! A person filling an interaction in, as pure state: edits in, answers out.
//!
//! Every face draws this and none decides for itself what is shown, missing or sent. The page's
//! form is held to the same behaviour by `schema/form-cases.json`, which both test suites run.

mod edit;
mod entry;
mod resumable;

use std::collections::BTreeMap;

use serde_json::{Value, json};

pub use edit::Edit;
pub use entry::Entry;
pub use resumable::resumable;

use crate::answer_check;
use crate::command::GivenAnswer;
use crate::id::{ChoiceId, QuestionId};
use crate::issue::Issue;
use crate::kind::Kind;
use crate::limits;
use crate::on_the_table::{Shown, on_the_table, whole_tree};
use crate::problem::Problem;
use crate::question::{Question, Questions};
use crate::safe_text;
use crate::source::Source;

/// What a person has entered so far, by question; kept at the desk as the draft.
pub type Draft = BTreeMap<QuestionId, Entry>;

/// A person filling an interaction in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    questions: Questions,
    draft: Draft,
}

impl Form {
    /// An untouched form. Declared defaults are picked beforehand, except for an approval.
    pub fn new(questions: impl Into<Questions>, source: Source) -> Self {
        let questions = questions.into();
        let mut draft = Draft::new();
        if source == Source::Tool {
            for question in whole_tree(&questions) {
                let picked: Vec<ChoiceId> = question.defaults().map(|c| c.id.clone()).collect();
                if !picked.is_empty() {
                    let entry = Entry {
                        picked,
                        ..Entry::default()
                    };
                    draft.insert(question.id.clone(), entry);
                }
            }
        }
        Self { questions, draft }
    }

    /// Goes on where a draft stopped; what no longer fits the questions is left out.
    pub fn resume(questions: impl Into<Questions>, draft: Draft) -> Self {
        let mut form = Self {
            questions: questions.into(),
            draft: Draft::new(),
        };
        for (id, mut entry) in draft {
            let Some(question) = form.question(&id) else {
                continue;
            };
            entry.fit(question);
            if entry != Entry::default() {
                form.draft.insert(id, entry);
            }
        }
        form
    }

    /// All questions, whether on the table or not.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// What was entered so far, also for questions that have left the table.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What was entered for one question.
    pub fn entry(&self, question: &QuestionId) -> Entry {
        self.draft.get(question).cloned().unwrap_or_default()
    }

    /// The questions on the table, each before its follow-ups.
    pub fn shown(&self) -> Vec<Shown<'_>> {
        on_the_table(&self.questions, &|question, trigger| {
            self.triggers(question, trigger)
        })
    }

    /// Whether what hangs under this option of a question is on the table, if the question is.
    pub fn triggers(&self, question: &Question, trigger: &ChoiceId) -> bool {
        let entry = self.draft.get(&question.id);
        entry.is_some_and(|entry| entry.triggers(question.kind, trigger))
    }

    /// Whether this option is picked.
    pub fn is_picked(&self, question: &QuestionId, choice: &ChoiceId) -> bool {
        let entry = self.draft.get(question);
        entry.is_some_and(|entry| entry.picked.contains(choice))
    }

    /// Takes an edit. One that fits no question, or no option of it, changes nothing.
    pub fn edit(&mut self, edit: &Edit) -> bool {
        let Some(question) = self.question(edit.question()).cloned() else {
            return false;
        };
        let entry = self.draft.entry(question.id.clone()).or_default();
        let changed = entry.take(&question, edit);
        if *entry == Entry::default() {
            self.draft.remove(&question.id);
        }
        changed
    }

    /// Whether this question has an answer.
    pub fn is_answered(&self, question: &Question) -> bool {
        self.value(question).is_some()
    }

    /// The required questions on the table without an answer.
    pub fn missing(&self) -> Vec<QuestionId> {
        self.shown()
            .iter()
            .map(|shown| shown.question)
            .filter(|question| question.required && !self.is_answered(question))
            .map(|question| question.id.clone())
            .collect()
    }

    /// Everything that stands in the way of sending it.
    pub fn problems(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        for Shown { question, .. } in self.shown() {
            let place = || question.id.to_string();
            match self.value(question) {
                None if question.required => issues.push(Issue::new(place(), Problem::Unanswered)),
                None => {}
                Some(value) => {
                    if let Err(problem) = answer_check::read(question, &value) {
                        issues.push(Issue::new(place(), problem));
                    }
                }
            }
            if let Err(problem) = answer_check::words(&self.entry(&question.id).note) {
                issues.push(Issue::new(place(), problem));
            }
        }
        if issues.is_empty() && self.answers().is_empty() {
            issues.push(Issue::new("", Problem::NothingAnswered));
        }
        issues
    }

    /// The answers of the questions on the table, and of no others.
    pub fn answers(&self) -> Vec<GivenAnswer> {
        self.shown()
            .iter()
            .filter_map(|shown| {
                let question = shown.question;
                let value = self.value(question)?;
                let note = self.entry(&question.id).note;
                Some(GivenAnswer {
                    question: question.id.clone(),
                    value,
                    note: (!safe_text::is_blank(&note)).then_some(note),
                    defaulted: false,
                })
            })
            .collect()
    }

    /// Whether what was entered is small enough to keep. It need not be complete or right.
    pub fn check_draft(&self) -> Result<(), Vec<Issue>> {
        let max = limits::WORDS_CHARS;
        let issues: Vec<Issue> = self
            .draft
            .iter()
            .flat_map(|(id, entry)| {
                [&entry.other, &entry.text, &entry.note].map(|words| (id, safe_text::count(words)))
            })
            .filter(|(_, got)| *got > max)
            .map(|(id, got)| Issue::new(id.to_string(), Problem::TooLong { max, got }))
            .collect();
        if issues.is_empty() {
            Ok(())
        } else {
            Err(issues)
        }
    }

    fn question(&self, id: &QuestionId) -> Option<&Question> {
        whole_tree(&self.questions).find(|q| q.id == *id)
    }

    /// The answer on the wire, when there is one.
    fn value(&self, question: &Question) -> Option<Value> {
        let entry = self.draft.get(&question.id)?;
        let other = entry.other_on && !safe_text::is_blank(&entry.other);
        let other = (other && question.allow_other).then(|| json!({ "other": entry.other }));
        match question.kind {
            Kind::MultipleChoice => {
                other.or_else(|| entry.picked.first().map(|choice| json!(choice)))
            }
            Kind::Checkbox => {
                let offered = question.choices.iter().map(|choice| &choice.id);
                let picks: Vec<Value> = offered
                    .filter(|id| entry.picked.contains(id))
                    .map(|id| json!(id))
                    .chain(other)
                    .collect();
                (!picks.is_empty()).then_some(Value::Array(picks))
            }
            Kind::Text => (!safe_text::is_blank(&entry.text)).then(|| json!(entry.text)),
            Kind::Boolean => entry.yes.map(|yes| json!(yes)),
        }
    }
}
