//! A form that is filled in over several rounds: follow-ups come when their parent is answered.

use std::collections::BTreeSet;

use sayso_core::command::GivenAnswer;
use sayso_core::form::{Draft, Form};
use sayso_core::id::QuestionId;
use sayso_core::lang::Lang;
use sayso_core::question::{Question, Questions};
use sayso_core::safe_text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::field::{Field, heading};
use super::wording;

/// A form that is filled in over several rounds.
pub(crate) struct Sheet {
    form: Form,
    /// Questions of the rounds before this one.
    done: BTreeSet<QuestionId>,
    round: usize,
    complaints: Vec<String>,
    arrays: bool,
}

/// A sheet between two rounds, for whoever has to carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SheetState {
    draft: Draft,
    done: BTreeSet<QuestionId>,
    round: usize,
}

impl Sheet {
    /// An empty one. Declared defaults are not picked: nobody has chosen them.
    pub(crate) fn new(questions: Questions, arrays: bool) -> Self {
        Self {
            form: Form::resume(questions, Draft::new()),
            done: BTreeSet::new(),
            round: 1,
            complaints: Vec::new(),
            arrays,
        }
    }

    /// Goes on where it stopped.
    pub(crate) fn resume(questions: Questions, state: SheetState, arrays: bool) -> Self {
        Self {
            form: Form::resume(questions, state.draft),
            done: state.done,
            round: state.round,
            complaints: Vec::new(),
            arrays,
        }
    }

    /// What has to be carried to the next round.
    pub(crate) fn state(&self) -> SheetState {
        SheetState {
            draft: self.form.draft().clone(),
            done: self.done.clone(),
            round: self.round,
        }
    }

    /// The round, from 1.
    pub(crate) fn round(&self) -> usize {
        self.round
    }

    /// Whether there is nothing more to ask.
    pub(crate) fn is_done(&self) -> bool {
        self.due().is_empty()
    }

    /// What was filled in.
    pub(crate) fn answers(&self) -> Vec<GivenAnswer> {
        self.form.answers()
    }

    /// Begins again, and says why.
    pub(crate) fn start_over(&mut self, complaints: Vec<String>) {
        let questions: Questions = self.form.questions().into();
        self.form = Form::resume(questions, Draft::new());
        self.done.clear();
        self.round += 1;
        self.complaints = complaints;
    }

    /// Asks this round again: its reply came faster than anyone reads.
    pub(crate) fn ask_again(&mut self, lang: Lang) {
        self.round += 1;
        self.complaints = vec![crate::wording::too_fast(lang).to_owned()];
    }

    /// What the person reads above the form.
    pub(crate) fn message(&self, heading_line: Option<&str>, lang: Lang) -> String {
        let mut lines = Vec::new();
        lines.extend(heading_line.map(|line| safe_text::shown_on_one_line(line).into_owned()));
        if self.round > 1 && self.complaints.is_empty() {
            lines.push(wording::round(self.round, lang));
        }
        if !self.complaints.is_empty() {
            lines.push(wording::ask_again(lang).to_owned());
            lines.extend(self.complaints.iter().map(|line| format!("- {line}")));
        }
        let due = self.due();
        for (n, question) in due.iter().enumerate() {
            let text = safe_text::shown(&question.text);
            lines.push(match due.len() {
                1 => text.into_owned(),
                _ => format!("{}. {text}", n + 1),
            });
        }
        lines.join("\n")
    }

    /// The questions of this round as a flat schema.
    pub(crate) fn schema(&self, lang: Lang) -> Value {
        let due = self.due();
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for field in self.fields(&due) {
            field.describe(lang, &mut properties, &mut required);
        }
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = Value::Array(required);
        }
        schema
    }

    /// Takes what came back for this round. What does not pass the checks is asked again, and
    /// `false` says so.
    pub(crate) fn fill_in(&mut self, content: Option<&Value>, lang: Lang) -> bool {
        let nothing = Map::new();
        let content = content.and_then(Value::as_object).unwrap_or(&nothing);
        let before = self.form.clone();
        let due: Vec<Question> = self.due().into_iter().cloned().collect();
        let mut complaints = Vec::new();
        let fields: Vec<&Question> = due.iter().collect();
        for field in self.fields(&fields) {
            match field.read(content) {
                Ok(edits) => {
                    for edit in &edits {
                        self.form.edit(edit);
                    }
                }
                Err(problem) => complaints.push(complaint(field.question, &problem.text(lang))),
            }
        }
        for issue in self.form.problems() {
            let question = due.iter().find(|q| q.id.as_str() == issue.path);
            if let Some(question) = question
                && !complaints.iter().any(|line| is_about(line, question))
            {
                complaints.push(complaint(question, &issue.problem.text(lang)));
            }
        }
        let asked: Vec<QuestionId> = due.into_iter().map(|question| question.id).collect();
        self.done.extend(asked.iter().cloned());
        if complaints.is_empty() && self.is_done() && self.form.answers().is_empty() {
            complaints.push(wording::nothing_answered(lang).to_owned());
        }
        self.round += 1;
        if complaints.is_empty() {
            self.complaints = Vec::new();
            return true;
        }
        self.form = before;
        for id in &asked {
            self.done.remove(id);
        }
        self.complaints = complaints;
        false
    }

    /// The questions on the table that no round has asked yet.
    fn due(&self) -> Vec<&Question> {
        let shown = self.form.shown().into_iter();
        shown
            .map(|shown| shown.question)
            .filter(|question| !self.done.contains(&question.id))
            .collect()
    }

    fn fields<'q>(&self, due: &[&'q Question]) -> Vec<Field<'q>> {
        let width = due.len().to_string().len();
        due.iter()
            .enumerate()
            .map(|(n, &question)| Field {
                question,
                name: format!("q{:0width$}", n + 1),
                arrays: self.arrays,
            })
            .collect()
    }
}

fn complaint(question: &Question, problem: &str) -> String {
    format!("{}: {problem}", heading(question))
}

fn is_about(line: &str, question: &Question) -> bool {
    line.starts_with(&format!("{}: ", heading(question)))
}
