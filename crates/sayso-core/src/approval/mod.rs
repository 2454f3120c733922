//! Approvals: leave to act, asked on the same channel as questions.

use crate::answer::{Answer, Answers};
use crate::given::Given;
use crate::id::ChoiceId;
use crate::on_the_table::whole_tree;
use crate::pick::Pick;
use crate::question::Question;

mod action;
pub(crate) mod description;
mod question;
mod verdict;

pub use action::Action;
pub use description::{Line, lines};
pub use verdict::Verdict;

/// The choice that denies; it stands first.
pub const DENY: &str = "deny";
/// The choice that allows this one action, as it is.
pub const ALLOW: &str = "allow";
/// The choice that allows it and takes over the rules that the agent offers.
pub const ALWAYS: &str = "always";
/// The choice that allows it with another input, which the person writes.
pub const CHANGE: &str = "change";

/// Whether these answers may let the agent act: everything does but a plain no.
pub fn permits(questions: &[Question], answers: &Answers) -> bool {
    whole_tree(questions)
        .filter_map(|question| Some((question, answers.get(&question.id)?)))
        .any(|(question, answer)| is_yes(question, answer))
}

/// Whether a note stands beside a yes of an approval of ours. The verdict has no room for it.
pub(crate) fn has_condition(question: &Question, answer: &Answer) -> bool {
    answer.note.is_some() && is_ours(question) && is_yes(question, answer)
}

fn is_yes(question: &Question, answer: &Answer) -> bool {
    match &answer.given {
        Given::One(Pick::Choice(id)) => id.as_str() != DENY,
        // Own words beside our choices are a no with a reason.
        Given::One(Pick::Other(_)) => !is_ours(question),
        Given::Yes(yes) => *yes,
        Given::Many(_) | Given::Text(_) | Given::Hidden => true,
    }
}

/// Whether Sayso wrote the choices of an approval, and so knows which of them is a no.
fn is_ours(question: &Question) -> bool {
    question.choice(&ChoiceId::from(DENY)).is_some()
        && question.choice(&ChoiceId::from(ALLOW)).is_some()
}
