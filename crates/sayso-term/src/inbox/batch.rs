//! Several alike questions that shall get one answer.

use sayso_core::command::GivenAnswer;
use sayso_core::id::InteractionId;

use super::alike::{alike, carried};
use super::entry::Entry;

/// Several alike questions that shall get one answer.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Each with whether it is meant.
    pub(super) members: Vec<Member>,
    /// The one that one is on while they are ticked.
    pub(super) row: usize,
    /// The one whose questions are shown and answered.
    pub(super) shown: Option<Entry>,
}

/// One of them.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) entry: Entry,
    /// Whether the answer is meant for it too.
    pub(super) ticked: bool,
    /// How it was closed by others meanwhile.
    pub(super) closed: Option<String>,
    /// What came of sending the answer: nothing more, or why it was not taken.
    pub(super) told: Option<Result<(), String>>,
}

impl Batch {
    /// Those of the list that are alike to this one, all ticked; none when it is alone.
    pub(super) fn of<'e>(first: &Entry, list: impl Iterator<Item = &'e Entry>) -> Option<Self> {
        let members: Vec<Member> = list
            .filter(|entry| alike(first, entry))
            .map(|entry| Member::of(entry, true))
            .collect();
        let row = members
            .iter()
            .position(|member| member.entry.id == first.id)?;
        (members.len() > 1).then_some(Self {
            members,
            row,
            shown: None,
        })
    }

    /// The list changed: who came in is not ticked, who was closed no longer is.
    pub(super) fn follow<'e>(
        &mut self,
        list: impl Iterator<Item = &'e Entry> + Clone,
        closed: impl Fn(InteractionId) -> Option<String>,
    ) {
        for member in &mut self.members {
            let open = list.clone().any(|entry| entry.id == member.entry.id);
            if !open && member.closed.is_none() && member.told.is_none() {
                member.closed = closed(member.entry.id);
                member.ticked = false;
            }
        }
        let Some(first) = self.members.first().map(|member| member.entry.clone()) else {
            return;
        };
        for entry in list {
            let known = |member: &Member| member.entry.id == entry.id;
            if alike(&first, entry) && !self.members.iter().any(known) {
                self.members.push(Member::of(entry, false));
            }
        }
    }

    /// Those that the answer is meant for.
    pub(super) fn ticked(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.ticked)
    }

    /// The answer as each of those gets it.
    pub(super) fn answers(&self, given: &[GivenAnswer]) -> Vec<(InteractionId, Vec<GivenAnswer>)> {
        let Some(shown) = &self.shown else {
            return Vec::new();
        };
        let to = |member: &Member| {
            let entry = &member.entry;
            let answers = carried(&shown.questions, &entry.questions, given)?;
            Some((entry.id, answers))
        };
        self.ticked().filter_map(to).collect()
    }
}

impl Member {
    fn of(entry: &Entry, ticked: bool) -> Self {
        Self {
            entry: entry.clone(),
            ticked,
            closed: None,
            told: None,
        }
    }
}
