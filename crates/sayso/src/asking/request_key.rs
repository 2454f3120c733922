//! What an answer that is sent again is known by.

use std::hash::{BuildHasher as _, RandomState};

use sayso_core::command::GivenAnswer;
use sayso_core::id::{InteractionId, RequestKey};

/// The key of these answers to this question: the same for the same answers of one process, and
/// nobody else's.
pub(crate) fn request_key(
    keys: &RandomState,
    id: InteractionId,
    answers: &[GivenAnswer],
) -> RequestKey {
    let word = |one: &GivenAnswer| {
        (
            one.question.clone(),
            one.value.to_string(),
            one.note.clone(),
        )
    };
    let words: Vec<_> = answers.iter().map(word).collect();
    let half = |which: u8| keys.hash_one((which, id, &words));
    RequestKey::from(format!("{:016x}{:016x}", half(0), half(1)))
}
