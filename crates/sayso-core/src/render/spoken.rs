//! An answer in the words of its options.

use crate::answer::Answer;
use crate::given::Given;
use crate::pick::Pick;
use crate::question::Question;

/// How own words are written.
pub type OtherStyle = fn(&str) -> String;

/// An answer in the words of its options: labels joined with `, `, own words as `other` writes
/// them. Words of a secret question that lie in the vault are dots.
pub fn spoken(question: &Question, answer: &Answer, other: OtherStyle) -> String {
    match &answer.given {
        Given::One(pick) => word(question, pick, other),
        Given::Many(picks) => {
            let words: Vec<String> = picks
                .iter()
                .map(|pick| word(question, pick, other))
                .collect();
            join_labels(words.iter().map(String::as_str))
        }
        Given::Text(words) => words.clone(),
        Given::Yes(yes) => yes.to_string(),
        Given::Hidden => "••••".into(),
    }
}

fn word(question: &Question, pick: &Pick, other: OtherStyle) -> String {
    match pick {
        Pick::Choice(id) => question
            .choice(id)
            .map_or_else(|| id.to_string(), |choice| choice.label.clone()),
        Pick::Other(words) => other(words),
    }
}

/// Joins with `, `; one that itself holds `, ` or `"` is JSON-quoted, so that the list can be
/// taken apart again. A lone one stands as it is.
pub fn join_labels<'w>(words: impl ExactSizeIterator<Item = &'w str>) -> String {
    let alone = words.len() == 1;
    let words: Vec<String> = words
        .map(|word| {
            if !alone && (word.contains(", ") || word.contains('"')) {
                serde_json::Value::from(word).to_string()
            } else {
                word.to_owned()
            }
        })
        .collect();
    words.join(", ")
}
