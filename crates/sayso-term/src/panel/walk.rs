//! Moving about: rows, pages, and what comes after an answer.

use sayso_core::id::QuestionId;
use sayso_core::on_the_table::whole_tree;

use super::item::{Focus, Item, Spot};
use super::words::Words;
use super::{Panel, Then, draw};

impl Panel {
    /// One row up or down.
    pub(super) fn climb(&mut self, down: bool) {
        let Some(root) = self.root() else {
            return;
        };
        let items = self.items(root);
        let to = match self.place_in(&items) {
            Some(at) if down => at + 1,
            Some(at) => at.saturating_sub(1),
            None => 0,
        };
        if let Some(item) = items.get(to) {
            let focus = item.focus();
            self.go(focus);
        }
    }

    /// To the first or the last row of the page.
    pub(super) fn go_to_end(&mut self, last: bool) {
        let Some(root) = self.root() else {
            return;
        };
        let items = self.items(root);
        let item = if last { items.last() } else { items.first() };
        if let Some(focus) = item.map(Item::focus) {
            self.go(focus);
        }
    }

    /// To another page; behind the last one comes the review, if there is one.
    pub(super) fn go_to_tab(&mut self, tab: usize) {
        let last = self.roots().len().saturating_sub(1) + usize::from(self.reviews());
        let tab = tab.min(last);
        if tab == self.tab {
            return;
        }
        self.tab = tab;
        self.visited.insert(tab);
        self.scroll = 0;
        self.words = None;
        self.noting = None;
        self.filter = None;
        if self.in_review() {
            let shown = self.form.shown();
            let missing = self.form.missing();
            let first = missing.first();
            let first = first.and_then(|id| shown.iter().position(|s| s.question.id == *id));
            self.review_row = first.unwrap_or(shown.len());
        }
        self.settle();
    }

    /// To a question, wherever it is.
    pub(super) fn go_to_question(&mut self, id: &QuestionId) {
        let holds = |root| whole_tree(std::slice::from_ref(root)).any(|q| q.id == *id);
        let Some(tab) = self.roots().iter().position(holds) else {
            return;
        };
        self.go_to_tab(tab);
        if let Some(question) = self.question(id) {
            let focus = self.opening(question);
            self.go(focus);
        }
    }

    pub(super) fn go_to_spot(&mut self, question: &QuestionId, spot: Spot) {
        self.go(Focus {
            question: question.clone(),
            spot,
        });
    }

    /// To the first option of the question one is on.
    pub(super) fn go_to_first_choice(&mut self) {
        let (Some(root), Some(focus)) = (self.root(), self.focus()) else {
            return;
        };
        let items = self.items(root);
        let first = items.iter().find(|item| item.question.id == focus.question);
        if let Some(focus) = first.map(Item::focus) {
            self.go(focus);
        }
    }

    /// Starts to narrow the list down.
    pub(super) fn narrow(&mut self) {
        let on_choice = self
            .focus()
            .filter(|focus| matches!(focus.spot, Spot::Choice(_)));
        if let Some(id) = on_choice.map(|focus| focus.question.clone()) {
            self.filter = Some((id, Words::default()));
        }
    }

    /// After an answer: to the next question without one, else to the review, else it is given.
    pub(super) fn advance(&mut self, after: &QuestionId) -> Then {
        if !self.reviews() {
            return self.submit();
        }
        let shown = self.form.shown();
        let here = shown.iter().position(|shown| shown.question.id == *after);
        let next_root = |shown: &sayso_core::on_the_table::Shown<'_>| shown.depth == 0;
        let rest = shown.iter().skip(here.map_or(0, |at| at + 1));
        let below = rest.take_while(|shown| !next_root(shown));
        let mut open = below.filter(|shown| !self.form.is_answered(shown.question));
        if let Some(id) = open.next().map(|shown| shown.question.id.clone()) {
            self.go_to_question(&id);
            return Then::Nothing;
        }
        let roots = self.roots().len();
        let missing = self.form.missing();
        let wants = |tab: &usize| {
            let mut tree = whole_tree(std::slice::from_ref(&self.roots()[*tab]));
            !self.visited.contains(tab) || tree.any(|q| missing.contains(&q.id))
        };
        let later = (self.tab + 1..roots)
            .chain(0..self.tab.min(roots))
            .find(wants);
        self.go_to_tab(later.unwrap_or(roots));
        Then::Nothing
    }

    /// A page up or down in what is asked.
    pub(super) fn scroll_by(&mut self, down: bool) {
        let (room, all) = draw::ask_room(self);
        let step = room.saturating_sub(1).max(1);
        let most = all.saturating_sub(room);
        self.scroll = if down {
            (self.scroll + step).min(most)
        } else {
            self.scroll.saturating_sub(step)
        };
        self.settle();
    }

    pub(super) fn go(&mut self, focus: Focus) {
        if let Some(place) = self.focuses.get_mut(self.tab)
            && *place != focus
        {
            *place = focus;
            self.words = None;
        }
        self.settle();
    }

    fn place_in(&self, items: &[Item<'_>]) -> Option<usize> {
        let on = |item: &Item<'_>| self.focus().is_some_and(|focus| item.is(focus));
        items.iter().position(on)
    }

    /// Whether the row one is on is there to be seen: a list that was narrowed down to nothing
    /// has none.
    pub(super) fn is_in_sight(&self) -> bool {
        self.root()
            .is_some_and(|root| self.place_in(&self.items(root)).is_some())
    }

    /// Puts right what a change may have put wrong: one is on a row that is there, and has words
    /// where one writes.
    pub(super) fn settle(&mut self) {
        if let Some(root) = self.root() {
            let items = self.items(root);
            if self.place_in(&items).is_none() {
                let same = |item: &&Item<'_>| {
                    self.focus()
                        .is_some_and(|focus| focus.question == item.question.id)
                };
                // Whoever looks for something in a list stays with it, also when nothing is found.
                let elsewhere = items.first().filter(|_| self.filter.is_none());
                let to = items.iter().find(same).or(elsewhere).map(Item::focus);
                if let (Some(to), Some(place)) = (to, self.focuses.get_mut(self.tab)) {
                    *place = to;
                    self.words = None;
                }
            }
        }
        let written = self.focus().is_some_and(|focus| focus.spot.is_written());
        // While a list is narrowed down, what is typed goes there and nowhere else.
        if !written || self.in_review() || self.filter.is_some() {
            self.words = None;
        } else if self.words.is_none() {
            self.words = self.written();
        }
        if self.focus().is_some_and(|focus| focus.spot != Spot::Note) {
            self.noting = None;
        }
        if !self.in_review() {
            let (room, all) = draw::ask_room(self);
            self.scroll = self.scroll.min(all.saturating_sub(room));
        }
    }
}
