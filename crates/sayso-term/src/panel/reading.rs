//! What of an approval was read: nothing is allowed before all that it would permit was on the
//! screen.

use std::collections::{BTreeMap, BTreeSet};

use sayso_core::exact_text::shown_exactly_on_one_line;
use sayso_core::id::QuestionId;
use sayso_core::kind::Kind;
use sayso_core::question::Question;

use super::item::Spot;
use super::{Panel, choose, draw};
use crate::wrapped::columns;

/// Columns of a label that are always in sight.
const LABEL: usize = 24;

/// Something that is read to its end: a question, or what one of its choices carries.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) question: QuestionId,
    pub(super) choice: Option<usize>,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// Rows of each root's words that were in sight, from the first on, and how wide they were.
    seen: BTreeMap<usize, (u16, usize)>,
    /// What was seen to its end.
    read: BTreeSet<Part>,
}

impl Panel {
    /// Tells that the picture for this much room stands on the screen: what is in sight there was
    /// seen. Says whether the picture is another one because of that. A picture that was only made
    /// was seen by nobody.
    pub fn drawn(&mut self, width: u16, height: u16) -> bool {
        if !self.is_unread() || self.layer.is_some() {
            return false;
        }
        let Some(sight) = draw::in_sight(self, width, height) else {
            return false;
        };
        let seen = self.reading.seen.entry(self.tab).or_default();
        if seen.0 != width {
            *seen = (width, 0);
        }
        if sight.rows.start <= seen.1 {
            seen.1 = seen.1.max(sight.rows.end);
        }
        let seen = seen.1;
        let before = self.reading.read.len();
        let ends = sight.ends.into_iter().filter(|(_, end)| *end <= seen);
        self.reading.read.extend(ends.map(|(part, _)| part));
        self.reading.read.len() > before
    }

    /// Whether this is an approval of which something was not read to its end.
    pub fn is_unread(&self) -> bool {
        let unread = |part: &Part| !self.reading.read.contains(part);
        self.is_approval() && self.parts(self.tab).iter().any(unread)
    }

    /// What is read on a page, in this order: the root and what its choices carry, then the same of
    /// its follow-ups. A follow-up that takes words permits nothing.
    pub(super) fn parts(&self, tab: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let Some(root) = self.roots().get(tab) else {
            return parts;
        };
        let shown = self.form.shown();
        let from = shown
            .iter()
            .skip_while(|shown| shown.question.id != root.id);
        let page = from.take_while(|shown| shown.depth > 0 || shown.question.id == root.id);
        for shown in page.filter(|shown| shown.depth == 0 || shown.question.kind != Kind::Text) {
            let question = shown.question;
            let part = |choice| Part {
                question: question.id.clone(),
                choice,
            };
            parts.push(part(None));
            let choices = 0..question.choices.len();
            parts.extend(
                choices
                    .filter(|at| carries(question, *at))
                    .map(|at| part(Some(at))),
            );
        }
        parts
    }

    /// Whether all that this row would permit was read, or it permits nothing.
    pub(super) fn may_take(&self, question: &Question, spot: Spot) -> bool {
        if !self.is_approval() || self.refuses(question, spot) {
            return true;
        }
        let choice = match spot {
            Spot::Choice(at) => Some(at),
            _ => None,
        };
        let on_it = |tab: &usize| {
            self.parts(*tab)
                .iter()
                .any(|part| part.question == question.id)
        };
        let Some(tab) = (0..self.roots().len()).find(on_it) else {
            return true;
        };
        let root = &self.roots()[tab].id;
        let parts = self.parts(tab);
        let mut wanted = parts.iter().filter(|part| match part.choice {
            None => part.question == *root || part.question == question.id,
            at => part.question == question.id && at == choice,
        });
        wanted.all(|part| self.reading.read.contains(part))
    }

    fn refuses(&self, question: &Question, spot: Spot) -> bool {
        match spot {
            Spot::Yes(yes) => !yes,
            Spot::Choice(at) => choose::refuses(question, at),
            // Own words beside Sayso's own choices are a no with a reason.
            Spot::Other => question.action_digest.is_some(),
            Spot::Text => false,
            Spot::Note => true,
        }
    }

    /// The first question whose answer permits what was not read.
    pub(super) fn unread_yes(&self) -> Option<QuestionId> {
        let unread = |question: &Question| {
            let entry = self.form.entry(&question.id);
            let picked = entry.picked.iter();
            let choices = picked.filter_map(|id| question.choices.iter().position(|c| c.id == *id));
            let mut spots: Vec<Spot> = choices.map(Spot::Choice).collect();
            spots.extend(entry.yes.map(Spot::Yes));
            spots.extend(entry.other_on.then_some(Spot::Other));
            if question.kind == Kind::Text {
                spots.push(Spot::Text);
            }
            self.form.is_answered(question)
                && !spots.iter().all(|spot| self.may_take(question, *spot))
        };
        let shown = self.form.shown();
        let first = shown.iter().find(|shown| unread(shown.question));
        first.map(|shown| shown.question.id.clone())
    }

    /// Other rows stand on this page now: it is read from the start.
    pub(super) fn read_anew(&mut self) {
        self.reading.seen.remove(&self.tab);
        self.scroll = 0;
    }
}

/// Whether a choice permits more than its label says where it is short of room.
fn carries(question: &Question, at: usize) -> bool {
    question.choices.get(at).is_some_and(|choice| {
        let label = shown_exactly_on_one_line(&choice.label);
        choice.description.is_some() || columns(&label) > LABEL
    })
}
