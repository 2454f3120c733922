//! Which open questions one answer fits.

use std::collections::BTreeMap;

use sayso_core::command::GivenAnswer;
use sayso_core::id::QuestionId;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_core::source::Source;

use super::entry::Entry;

/// Whether two interactions are alike in everything that a person reads, so that one answer can be
/// meant for both. An approval is alike to nothing: each is an act of its own.
pub(super) fn alike(one: &Entry, other: &Entry) -> bool {
    if one.source == Source::Approval || other.source == Source::Approval {
        return false;
    }
    // The same path in another project is another file.
    let refers =
        |entry: &Entry| whole_tree(&entry.questions).any(|question| !question.context.is_empty());
    if one.project != other.project && (refers(one) || refers(other)) {
        return false;
    }
    same(&one.questions, &other.questions)
}

/// The same questions but for their ids, which nobody reads.
fn same(ones: &[Question], others: &[Question]) -> bool {
    ones.len() == others.len()
        && ones.iter().zip(others).all(|(one, other)| {
            one.header == other.header
                && one.text == other.text
                && one.description == other.description
                && one.kind == other.kind
                && one.choices == other.choices
                && one.allow_other == other.allow_other
                && one.required == other.required
                && one.secret == other.secret
                && one.context == other.context
                && one.follow_ups.len() == other.follow_ups.len()
                && one.follow_ups.iter().zip(&other.follow_ups).all(
                    |((id, under), (other_id, other_under))| {
                        id == other_id && same(under, other_under)
                    },
                )
        })
}

/// Answers to one interaction as answers to another that is alike; none when it is not.
pub(super) fn carried(
    from: &[Question],
    to: &[Question],
    answers: &[GivenAnswer],
) -> Option<Vec<GivenAnswer>> {
    if !same(from, to) {
        return None;
    }
    let ids: BTreeMap<&QuestionId, &QuestionId> = whole_tree(from)
        .zip(whole_tree(to))
        .map(|(one, other)| (&one.id, &other.id))
        .collect();
    let carry = |given: &GivenAnswer| {
        let question = ids.get(&given.question)?;
        Some(GivenAnswer {
            question: (*question).clone(),
            ..given.clone()
        })
    };
    answers.iter().map(carry).collect()
}
