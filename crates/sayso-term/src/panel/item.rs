//! The rows of a page that one can be on.

use sayso_core::form::Form;
use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::safe_text;

/// What one can be on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Spot {
    /// The n-th choice.
    Choice(usize),
    /// Yes, or no.
    Yes(bool),
    /// The row for own words.
    Other,
    /// The row for the answer of a text question.
    Text,
    /// The row for a note.
    Note,
}

impl Spot {
    /// Whether one writes there.
    pub(crate) fn is_written(self) -> bool {
        matches!(self, Self::Other | Self::Text | Self::Note)
    }
}

/// Where one is: a question and a row of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Focus {
    pub(crate) question: QuestionId,
    pub(crate) spot: Spot,
}

/// A row of a page that one can be on.
#[derive(Clone, Debug)]
pub(crate) struct Item<'q> {
    pub(crate) question: &'q Question,
    pub(crate) depth: usize,
    pub(crate) spot: Spot,
    /// Whether it is the first of its question.
    pub(crate) first: bool,
}

impl Item<'_> {
    pub(crate) fn is(&self, focus: &Focus) -> bool {
        self.spot == focus.spot && self.question.id == focus.question
    }

    pub(crate) fn focus(&self) -> Focus {
        Focus {
            question: self.question.id.clone(),
            spot: self.spot,
        }
    }
}

/// What is on the table under one root, in the order it is read: the follow-ups of an option right
/// below it.
pub(crate) struct Items<'q, 'f> {
    pub(crate) form: &'q Form,
    /// A list that is narrowed down, and to what.
    pub(crate) filter: Option<(&'f QuestionId, &'f str)>,
    /// The note that is being written, which has a row even while it is empty.
    pub(crate) note: Option<&'f QuestionId>,
}

impl<'q> Items<'q, '_> {
    pub(crate) fn under(&self, root: &'q Question) -> Vec<Item<'q>> {
        let mut items = Vec::new();
        self.lay(root, 0, &mut items);
        items
    }

    fn lay(&self, question: &'q Question, depth: usize, items: &mut Vec<Item<'q>>) {
        let start = items.len();
        let push = |spot: Spot, items: &mut Vec<Item<'q>>| {
            let first = items.len() == start;
            items.push(Item {
                question,
                depth,
                spot,
                first,
            });
        };
        let below = |trigger: &ChoiceId, items: &mut Vec<Item<'q>>| {
            let under = question
                .follow_ups
                .get(trigger)
                .filter(|_| self.form.triggers(question, trigger));
            for follow_up in under.into_iter().flatten() {
                self.lay(follow_up, depth + 1, items);
            }
        };
        match question.kind {
            Kind::Text => push(Spot::Text, items),
            Kind::Boolean => {
                for yes in [true, false] {
                    push(Spot::Yes(yes), items);
                    below(&ChoiceId::from(yes.to_string()), items);
                }
            }
            Kind::MultipleChoice | Kind::Checkbox => {
                let needle = self.filter.filter(|(id, _)| **id == question.id);
                let needle = needle.map(|(_, words)| words.to_lowercase());
                for (at, choice) in question.choices.iter().enumerate() {
                    let fits = |needle: &String| {
                        let hay = |text: &str| text.to_lowercase().contains(needle.as_str());
                        hay(&choice.label) || choice.description.as_deref().is_some_and(hay)
                    };
                    if needle.as_ref().is_none_or(fits) {
                        push(Spot::Choice(at), items);
                    }
                    below(&choice.id, items);
                }
                if question.allow_other {
                    push(Spot::Other, items);
                }
            }
        }
        let noted = self.note == Some(&question.id)
            || !safe_text::is_blank(&self.form.entry(&question.id).note);
        if noted {
            push(Spot::Note, items);
        }
    }
}
