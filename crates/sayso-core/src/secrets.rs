//! Words that must not stand in the log.

use std::sync::Arc;

use crate::answer::Answers;
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
    /// The words.
    pub words: String,
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
                words: std::mem::take(words),
            });
            answer.given = Given::Hidden;
        }
    }
    taken
}
