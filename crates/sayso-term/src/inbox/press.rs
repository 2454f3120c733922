//! What follows from a key.

use std::time::Duration;

use sayso_core::source::Source;

use super::batch::Batch;
use super::view::{Question, Search, Sending, View};
use super::{Inbox, Then, draw, wording};
use crate::panel::words::Wrote;
use crate::panel::{self, Command, Input, Key};

impl Inbox {
    /// Takes what came from the keyboard at this time.
    pub fn press(&mut self, input: &Input, now: Duration) -> Then {
        let time = self.time;
        self.tick(now, time);
        let key = match input {
            Input::Key(key) => Some(*key),
            Input::Paste(_) => None,
        };
        // The way out is never kept shut.
        if key == Some(Key::ctrl('z')) {
            return Then::Suspend;
        }
        if key == Some(Key::ctrl('c')) {
            return self.interrupt();
        }
        // What cannot be seen is not answered.
        if draw::is_too_small(self.size) {
            return Then::Nothing;
        }
        if let Some(guard) = &mut self.guard {
            guard.admits(now);
            self.arm();
            return Then::Nothing;
        }
        if let View::Question(question) = &mut self.view {
            let then = question.panel.press(input, now);
            return self.after_panel(then);
        }
        self.notice = None;
        if let View::Search(_) = self.view {
            return self.press_on_search(input);
        }
        let Some(key) = key else {
            return Then::Nothing;
        };
        let command = self.keys.command(key, false, false);
        match command {
            Some(Command::Redraw) => return Then::Redraw,
            Some(Command::Help) if matches!(self.view, View::List) => {
                self.view = View::Help { scroll: 0 };
                return Then::Nothing;
            }
            _ => {}
        }
        match &self.view {
            View::List => self.press_on_list(key, command),
            View::Ticking => self.press_on_ticking(command),
            View::Sending(_) => self.press_on_sending(command),
            View::Help { .. } | View::Told { .. } | View::Lost(_) => self.press_on_text(command),
            View::Question(_) | View::Search(_) => Then::Nothing,
        }
    }

    /// Ctrl-C: out of what one is in, else out of the inbox. It closes nothing and takes nothing
    /// back: the questions are not ours.
    fn interrupt(&mut self) -> Then {
        match self.view {
            View::List => Then::Leave,
            _ => {
                self.back_to_list();
                self.say(wording::interrupt_again(self.lang));
                Then::Nothing
            }
        }
    }

    /// The person goes: what was entered is kept.
    pub(super) fn leave(&mut self) {
        self.back_to_list();
    }

    /// Back to the list; what was entered is kept.
    fn back_to_list(&mut self) {
        let question = match std::mem::replace(&mut self.view, View::List) {
            View::Question(question) => Some(question),
            View::Sending(sending) => Some(sending.question),
            _ => None,
        };
        if let Some(mut question) = question {
            let changed = question.panel.changed_draft().is_some() || self.changed.is_some();
            if changed {
                let draft = question.panel.draft().clone();
                self.left_draft = Some((question.entry.id, draft));
            }
        }
        self.changed = None;
        self.batch = None;
        self.guard = None;
        self.is_new = false;
        self.notice = None;
    }

    fn after_panel(&mut self, then: panel::Then) -> Then {
        let View::Question(question) = &self.view else {
            return Then::Nothing;
        };
        let id = question.entry.id;
        match then {
            panel::Then::Nothing => Then::Nothing,
            panel::Then::Answer(answers) if self.batch.is_some() => {
                let question = question.clone();
                self.view = View::Sending(Sending {
                    question,
                    answers,
                    scroll: 0,
                    on_send: false,
                });
                self.appear(false);
                Then::Nothing
            }
            panel::Then::Answer(answers) => Then::Answer(id, answers),
            // Several are never called off at once: it is said for each by itself.
            panel::Then::Cancel { .. } if self.batch.is_some() => {
                self.back_to_list();
                self.warn(wording::cancel_alone(self.lang));
                Then::Nothing
            }
            panel::Then::Cancel { reason } => Then::Cancel(id, reason),
            panel::Then::Leave | panel::Then::Interrupt => {
                self.back_to_list();
                Then::Nothing
            }
            panel::Then::Hold(hold) => Then::Hold(id, hold),
            panel::Then::History => Then::Earlier(question.entry.clone()),
            panel::Then::Editor(words) => Then::Editor(words),
            panel::Then::Suspend => Then::Suspend,
            panel::Then::Redraw => Then::Redraw,
        }
    }

    fn press_on_list(&mut self, key: Key, command: Option<Command>) -> Then {
        let page = draw::list_page(self).max(1);
        match command {
            Some(Command::Up) => self.go(|at, _| at.saturating_sub(1)),
            Some(Command::Down) => self.go(|at, last| (at + 1).min(last)),
            Some(Command::PageUp) => self.go(|at, _| at.saturating_sub(page)),
            Some(Command::PageDown) => self.go(|at, last| (at + page).min(last)),
            Some(Command::First) => self.go(|_, _| 0),
            Some(Command::Last) => self.go(|_, last| last),
            Some(Command::Choose) => return self.open_selected(),
            Some(Command::Filter) => {
                self.view = View::Search(Search::default());
                return Then::Search(String::new());
            }
            Some(Command::Back) => self.say(wording::how_to_leave(self.lang)),
            _ if key == Key::char('q') => return Then::Leave,
            _ if key == Key::char('b') => self.gather(),
            _ => {}
        }
        Then::Nothing
    }

    /// Goes to another row. What was closed under the cursor is left behind, and goes.
    fn go(&mut self, to: impl Fn(usize, usize) -> usize) {
        let Some(last) = self.list.len().checked_sub(1) else {
            return;
        };
        let at = self.at().unwrap_or(0);
        let to = to(at, last).min(last);
        self.on = Some(self.list[to].entry.id);
        let on = self.on;
        self.list
            .retain(|one| one.closed.is_none() || Some(one.entry.id) == on);
    }

    /// The one that one is on, if it is open and the list has stood still for a moment.
    fn settled(&mut self) -> Option<super::Entry> {
        let at = self.at()?;
        if self.deaf.is_some() {
            self.say(wording::list_moved(self.lang));
            return None;
        }
        let one = &self.list[at];
        match &one.closed {
            None => Some(one.entry.clone()),
            Some(how) => {
                let how = how.clone();
                self.warn(how);
                None
            }
        }
    }

    fn open_selected(&mut self) -> Then {
        match self.settled() {
            Some(entry) => Then::Open(entry),
            None => Then::Nothing,
        }
    }

    /// One answer for all that are alike to the one that one is on.
    fn gather(&mut self) {
        let Some(entry) = self.settled() else {
            return;
        };
        if entry.source == Source::Approval {
            self.warn(wording::approvals_alone(self.lang));
            return;
        }
        match Batch::of(&entry, self.open_entries()) {
            None => self.say(wording::none_alike(self.lang)),
            Some(batch) => {
                self.batch = Some(batch);
                self.view = View::Ticking;
                self.appear(false);
            }
        }
    }

    fn press_on_ticking(&mut self, command: Option<Command>) -> Then {
        let Some(batch) = &mut self.batch else {
            self.view = View::List;
            return Then::Nothing;
        };
        let last = batch.members.len().saturating_sub(1);
        match command {
            Some(Command::Up) => batch.row = batch.row.saturating_sub(1),
            Some(Command::Down) => batch.row = (batch.row + 1).min(last),
            Some(Command::First) => batch.row = 0,
            Some(Command::Last) => batch.row = last,
            Some(Command::Toggle) => {
                if let Some(member) = batch.members.get_mut(batch.row) {
                    member.ticked = !member.ticked && member.closed.is_none();
                }
            }
            Some(Command::Choose) => {
                let first = batch.ticked().next().map(|member| member.entry.clone());
                match first {
                    None => self.warn(wording::tick_first(self.lang)),
                    Some(entry) => {
                        batch.shown = Some(entry.clone());
                        return Then::Open(entry);
                    }
                }
            }
            Some(Command::Back) => self.back_to_list(),
            _ => {}
        }
        Then::Nothing
    }

    fn press_on_sending(&mut self, command: Option<Command>) -> Then {
        let most = draw::sending_scroll(self);
        let page = draw::text_page(self);
        let View::Sending(sending) = &mut self.view else {
            return Then::Nothing;
        };
        sending.scroll = sending.scroll.min(most);
        match command {
            // Down reads on first; behind the last one stands the row that sends.
            Some(Command::Down) if sending.scroll < most => sending.scroll += 1,
            Some(Command::Down) => sending.on_send = true,
            Some(Command::Up) if sending.on_send => sending.on_send = false,
            Some(Command::Up) => sending.scroll = sending.scroll.saturating_sub(1),
            Some(Command::PageDown) => sending.scroll = (sending.scroll + page).min(most),
            Some(Command::PageUp) => sending.scroll = sending.scroll.saturating_sub(page),
            Some(Command::Choose) if sending.on_send => {
                let answers = std::mem::take(&mut sending.answers);
                let all = self.batch.as_ref().map(|batch| batch.answers(&answers));
                let all = all.unwrap_or_default();
                if let View::Sending(sending) = &mut self.view {
                    sending.answers = answers;
                }
                if all.is_empty() {
                    self.back_to_list();
                    self.warn(wording::none_left(self.lang));
                    return Then::Nothing;
                }
                return Then::AnswerAll(all);
            }
            Some(Command::Choose | Command::Back) => {
                let question = sending.question.clone();
                self.reopen(question);
            }
            _ => {}
        }
        Then::Nothing
    }

    /// Back to the panel as it was.
    fn reopen(&mut self, question: Box<Question>) {
        self.view = View::Question(question);
        self.appear(false);
        let (width, height) = self.size;
        self.resize(width, height);
    }

    /// What can only be read, and left.
    fn press_on_text(&mut self, command: Option<Command>) -> Then {
        let most = draw::text_scroll(self);
        let page = draw::text_page(self);
        let (View::Help { scroll } | View::Told { scroll }) = &mut self.view else {
            return self.press_on_lost(command, most, page);
        };
        match scrolled(*scroll, command, most, page) {
            Some(to) => *scroll = to,
            None if matches!(
                command,
                Some(Command::Back | Command::Choose | Command::Help)
            ) =>
            {
                self.back_to_list();
            }
            None => {}
        }
        Then::Nothing
    }

    fn press_on_lost(&mut self, command: Option<Command>, most: usize, page: usize) -> Then {
        if let View::Lost(lost) = &mut self.view {
            match scrolled(lost.scroll, command, most, page) {
                Some(to) => lost.scroll = to,
                None if matches!(command, Some(Command::Back | Command::Choose)) => {
                    self.back_to_list();
                }
                None => {}
            }
        }
        Then::Nothing
    }

    fn press_on_search(&mut self, input: &Input) -> Then {
        let page = draw::list_page(self).max(1);
        let text_page = draw::text_page(self);
        let most = draw::text_scroll(self);
        let View::Search(search) = &mut self.view else {
            return Then::Nothing;
        };
        let key = match input {
            Input::Key(key) => *key,
            Input::Paste(block) if search.open.is_none() => {
                let line = block.lines().next().unwrap_or_default();
                search.words.insert(line);
                search.row = 0;
                return Then::Search(search.words.text().to_owned());
            }
            Input::Paste(_) => return Then::Nothing,
        };
        if let Some(scroll) = search.open {
            let command = self.keys.command(key, false, false);
            match scrolled(scroll, command, most, text_page) {
                Some(to) => search.open = Some(to),
                None if matches!(command, Some(Command::Back | Command::Choose)) => {
                    search.open = None;
                }
                None => {}
            }
            return Then::Nothing;
        }
        let last = search.found.as_ref().map_or(0, |found| found.past.len());
        let last = last.saturating_sub(1);
        match self.keys.command(key, true, false) {
            Some(Command::Redraw) => return Then::Redraw,
            Some(Command::Back) => self.back_to_list(),
            Some(Command::Up) => search.row = search.row.saturating_sub(1),
            Some(Command::Down) => search.row = (search.row + 1).min(last),
            Some(Command::PageUp) => search.row = search.row.saturating_sub(page),
            Some(Command::PageDown) => search.row = (search.row + page).min(last),
            Some(Command::Choose) => {
                let any = search.found.as_ref();
                let any = any.is_some_and(|found| !found.past.is_empty());
                search.open = any.then_some(0);
            }
            _ => {
                if search.words.key(key, usize::MAX / 2) == Wrote::Changed {
                    search.row = 0;
                    return Then::Search(search.words.text().to_owned());
                }
            }
        }
        Then::Nothing
    }
}

/// Where a key scrolls to; none when it scrolls nothing.
fn scrolled(scroll: usize, command: Option<Command>, most: usize, page: usize) -> Option<usize> {
    let scroll = scroll.min(most);
    let to = match command? {
        Command::Up => scroll.saturating_sub(1),
        Command::Down => scroll + 1,
        Command::PageUp => scroll.saturating_sub(page),
        Command::PageDown | Command::Toggle => scroll + page,
        Command::First => 0,
        Command::Last => most,
        _ => return None,
    };
    Some(to.min(most))
}
