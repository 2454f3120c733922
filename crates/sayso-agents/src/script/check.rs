//! Checks that need the whole scenario: labels, names, options, tool results.

use std::collections::HashSet;

use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::json::under;
use sayso_core::on_the_table::whole_tree;
use sayso_core::problem::Problem;
use sayso_core::question::{Question, Questions};
use serde_json::Value;

use super::holes::{Piece, pieces};
use super::reading::Reading;
use super::step::Step;
use super::verb::Verb;
use super::when::{Condition, Wanted};
use super::wrong::Wrong;

/// Checks steps that were read.
pub(super) fn check(reading: &mut Reading<'_>, steps: &[Step]) {
    let mut check = Check {
        reading,
        labels: HashSet::new(),
        called: false,
    };
    check.list(steps, &[]);
}

struct Check<'r, 'p> {
    reading: &'r mut Reading<'p>,
    /// Every label so far, at all levels.
    labels: HashSet<String>,
    /// Whether a tool was called.
    called: bool,
}

impl Check<'_, '_> {
    /// `around` are the labels of the lists that this one stands in.
    fn list(&mut self, steps: &[Step], around: &[&str]) {
        let own = steps.iter().filter_map(|step| step.label.as_deref());
        let reach: Vec<&str> = around.iter().copied().chain(own).collect();
        for step in steps {
            self.step(step, &reach);
        }
    }

    fn step(&mut self, step: &Step, reach: &[&str]) {
        let path = step.path.as_str();
        if let Some(label) = &step.label
            && !self.labels.insert(label.clone())
        {
            let twice = Problem::Twice(label.clone());
            self.reading.wrong(under(path, "label"), twice);
        }
        for condition in &step.when.0 {
            self.condition(condition, &under(path, "when"));
        }
        match &step.verb {
            Verb::Text(text) => self.holes(text, &under(path, "text")),
            Verb::Thinking(text) => self.holes(text, &under(path, "thinking")),
            Verb::Info(text) => self.holes(text, &under(path, "info")),
            Verb::Fail(text) => self.holes(text, &under(path, "fail")),
            Verb::Complete(text) => self.holes(text, &under(path, "complete")),
            Verb::ToolUse { input, .. } => {
                self.called = true;
                self.all_holes(input, &under(path, "tool_use.input"));
            }
            Verb::ToolResult { content, .. } => {
                if !self.called {
                    self.reading.wrong(path, Wrong::NoToolUse);
                }
                self.holes(content, &under(path, "tool_result.content"));
            }
            Verb::Ask(ask) => {
                let path = under(path, "ask");
                self.all_holes(&ask.input, &under(&path, "input"));
                if let Some(name) = &ask.save {
                    self.options(name, &under(&path, "input"));
                }
            }
            Verb::Goto { label, .. } => {
                if !reach.contains(&label.as_str()) {
                    let unknown = Wrong::UnknownLabel(label.clone());
                    self.reading.wrong(under(path, "goto"), unknown);
                }
            }
            Verb::Steps(inner) => self.list(inner, reach),
            Verb::Pause(_) => {}
        }
    }

    fn condition(&mut self, condition: &Condition, path: &str) {
        let Condition {
            name,
            question,
            any,
        } = condition;
        let key = match question {
            Some(question) => format!("{name}.{question}"),
            None => name.clone(),
        };
        let path = under(path, &key);
        let known = self.knows(name, question.as_ref().map(QuestionId::as_str), &path);
        if !known || self.is_unread(name) {
            return;
        }
        let offered = self.offered(name, question.as_ref());
        for wanted in any {
            if let Wanted::Picked(option) = wanted
                && !offered.contains(option)
            {
                let got = option.to_string();
                let offered: Vec<&str> = offered.iter().map(ChoiceId::as_str).collect();
                let offered = offered.join(", ");
                self.reading
                    .wrong(path.as_str(), Problem::NotOffered { got, offered });
            }
        }
    }

    fn all_holes(&mut self, value: &Value, path: &str) {
        match value {
            Value::String(text) => self.holes(text, path),
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    self.all_holes(item, &format!("{path}[{n}]"));
                }
            }
            Value::Object(object) => {
                for (key, value) in object {
                    self.all_holes(value, &under(path, key));
                }
            }
            _ => {}
        }
    }

    fn holes(&mut self, text: &str, path: &str) {
        for piece in pieces(text) {
            if let Piece::Answer(name, question) = piece {
                self.knows(name, question, path);
            }
        }
    }

    /// Whether some ask saves this name, and asks this question.
    fn knows(&mut self, name: &str, question: Option<&str>, path: &str) -> bool {
        let wrong = match (self.reading.saved.get(name), question) {
            (None, _) => Wrong::UnknownName(name.to_owned()),
            (Some(asks), Some(id))
                if !self.is_unread(name) && !all_questions(asks).any(|q| q.id.as_str() == id) =>
            {
                Wrong::UnknownQuestion(id.to_owned())
            }
            _ => return true,
        };
        self.reading.wrong(path, wrong);
        false
    }

    /// Whether an ask of this name could not be read, so that nobody knows what it offers.
    fn is_unread(&self, name: &str) -> bool {
        let asks = self.reading.saved.get(name);
        asks.is_some_and(|asks| asks.iter().any(Option::is_none))
    }

    fn offered(&self, name: &str, question: Option<&QuestionId>) -> Vec<ChoiceId> {
        let asks = self.reading.saved.get(name).map_or(&[][..], Vec::as_slice);
        all_questions(asks)
            .filter(|q| question.is_none_or(|id| q.id == *id))
            .flat_map(Question::triggers)
            .collect()
    }

    /// No option that is saved is called like an ending.
    fn options(&mut self, name: &str, path: &str) {
        for option in self.offered(name, None) {
            if !matches!(Wanted::of(option.as_str()), Wanted::Picked(_)) {
                let like = Wrong::OptionLikeEnding(option.to_string());
                self.reading.wrong(path, like);
            }
        }
    }
}

fn all_questions(asks: &[Option<Questions>]) -> impl Iterator<Item = &Question> {
    asks.iter().flatten().flat_map(|asked| whole_tree(asked))
}
