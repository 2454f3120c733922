//! Filling answers into texts. They are words: nothing in them is looked at again.

use sayso_core::lang::Lang;
use serde_json::Value;

use super::holes::{Piece, pieces};
use super::limits;
use super::saved::Answers;

/// Fills the texts of one step, up to a bound.
pub(super) struct Fill<'a> {
    answers: &'a Answers,
    round: u32,
    lang: Lang,
    left: usize,
}

impl<'a> Fill<'a> {
    /// With these answers, at the n-th ask.
    pub(super) fn new(answers: &'a Answers, round: u32, lang: Lang) -> Self {
        Self {
            answers,
            round,
            lang,
            left: limits::FILLED_BYTES,
        }
    }

    pub(super) fn text(&mut self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        for piece in pieces(text) {
            match piece {
                Piece::Words(words) => filled.push_str(words),
                Piece::Round => filled.push_str(&self.round.to_string()),
                Piece::Answer(name, question) => {
                    let words = self.answers.get(name).and_then(|a| a.words(question));
                    let words = words.unwrap_or(self.lang.pick("(no answer)", "（没有回答）"));
                    if words.len() <= self.left {
                        self.left -= words.len();
                        filled.push_str(words);
                    } else {
                        filled.push('…');
                    }
                }
            }
        }
        filled
    }

    /// Every text in a value; keys stay as they are.
    pub(super) fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::from(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(object) => {
                let fields = object.iter();
                Value::Object(
                    fields
                        .map(|(key, value)| (key.clone(), self.value(value)))
                        .collect(),
                )
            }
            other => other.clone(),
        }
    }
}
