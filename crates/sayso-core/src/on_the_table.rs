//! Which questions a person has before them: the roots, and the follow-ups of what is picked.

use crate::id::{ChoiceId, QuestionId};
use crate::question::Question;
use crate::whole_tree::WholeTree;

/// A question on the table and where it hangs.
#[derive(Clone, Debug)]
pub struct Shown<'q> {
    /// The question.
    pub question: &'q Question,
    /// 0 for a root, 1 for its follow-up, and so on.
    pub depth: usize,
    /// The question and option it hangs under.
    pub under: Option<(&'q QuestionId, ChoiceId)>,
}

/// The questions on the table, each before its follow-ups, in the order a person reads them.
/// `picked` tells whether an option of a question is picked.
pub fn on_the_table<'q>(
    roots: &'q [Question],
    picked: &dyn Fn(&Question, &ChoiceId) -> bool,
) -> Vec<Shown<'q>> {
    let mut shown = Vec::with_capacity(roots.len());
    for question in roots {
        lay(question, 0, None, picked, &mut shown);
    }
    shown
}

fn lay<'q>(
    question: &'q Question,
    depth: usize,
    under: Option<(&'q QuestionId, ChoiceId)>,
    picked: &dyn Fn(&Question, &ChoiceId) -> bool,
    shown: &mut Vec<Shown<'q>>,
) {
    shown.push(Shown {
        question,
        depth,
        under,
    });
    if question.follow_ups.is_empty() {
        return;
    }
    for trigger in question.triggers() {
        let Some(follow_ups) = question.follow_ups.get(&trigger) else {
            continue;
        };
        if picked(question, &trigger) {
            for follow_up in follow_ups {
                let under = Some((&question.id, trigger.clone()));
                lay(follow_up, depth + 1, under, picked, shown);
            }
        }
    }
}

/// Every question of the tree, shown or not.
pub fn whole_tree(roots: &[Question]) -> WholeTree<'_> {
    WholeTree::new(roots)
}
