//! By what a repeated answer is known.

use std::hash::{BuildHasher, RandomState};

use sayso_core::command::GivenAnswer;
use sayso_core::id::RequestKey;

/// Gives the same answers of one process the same key, and others another: answers that are sent
/// again, since nobody knows whether they arrived, are then the ones that arrived.
#[derive(Debug, Default)]
pub(crate) struct Repeats(RandomState);

impl Repeats {
    /// The key of these answers.
    pub(crate) fn key(&self, answers: &[GivenAnswer]) -> RequestKey {
        let word = |one: &GivenAnswer| {
            let value = one.value.to_string();
            (one.question.clone(), value, one.note.clone())
        };
        let words: Vec<_> = answers.iter().map(word).collect();
        let half = |which: u8| self.0.hash_one((which, &words));
        RequestKey::from(format!("{:016x}{:016x}", half(0), half(1)))
    }
}
