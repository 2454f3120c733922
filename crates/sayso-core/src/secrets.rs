//! Words that must not stand in the log.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::{Answer, Answers};
use crate::event::Event;
use crate::given::Given;
use crate::id::{InteractionId, QuestionId};
use crate::interaction::Interaction;
use crate::on_the_table::whole_tree;

/// Words taken out of a fact, for the store's vault.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// Of which interaction.
    pub interaction: InteractionId,
    /// To which question.
    pub question: QuestionId,
    /// What was answered, and the note beside it, as `SecretWords` in JSON.
    pub words: String,
}

/// What was answered to a secret question.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretWords {
    words: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Puts secret words and their note back into an answer. Words from before notes were kept stand
/// there as they are.
pub(crate) fn put_back(answer: &mut Answer, sealed: String) {
    let secret = serde_json::from_str(&sealed).unwrap_or(SecretWords {
        words: sealed,
        note: None,
    });
    answer.given = Given::Text(secret.words);
    answer.note = secret.note;
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({}, {:?})", self.interaction, self.question)
    }
}

/// Whether answers of secret questions stand in a fact.
pub fn holds_secrets(event: &Event, interaction: &Interaction) -> bool {
    let answers = match event {
        Event::Answered { answers, .. } => answers,
        Event::Closed { closing, .. } => &closing.answers,
        _ => return false,
    };
    answers.iter().any(|(question, answer)| {
        matches!(answer.given, Given::Text(_))
            && interaction.question(question).is_some_and(|q| q.secret)
    })
}

/// Takes the answers of secret questions out of a fact before it is written.
pub fn take_secrets(event: &mut Event, interaction: &Interaction) -> Vec<Secret> {
    if !whole_tree(&interaction.questions).any(|q| q.secret) {
        return Vec::new();
    }
    let answers: &mut Answers = match event {
        Event::Answered { answers, .. } => answers,
        Event::Closed { closing, .. } => &mut Arc::make_mut(closing).answers,
        _ => return Vec::new(),
    };
    let mut taken = Vec::new();
    for (question, answer) in answers.iter_mut() {
        let secret = interaction.question(question).is_some_and(|q| q.secret);
        if secret && let Given::Text(words) = &mut answer.given {
            taken.push(Secret {
                interaction: interaction.id,
                question: question.clone(),
                words: json!(SecretWords {
                    words: std::mem::take(words),
                    note: answer.note.take(),
                })
                .to_string(),
            });
            answer.given = Given::Hidden;
        }
    }
    taken
}
