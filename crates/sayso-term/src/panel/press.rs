//! What follows from a key.

use std::time::Duration;

use sayso_core::kind::Kind;

use super::item::Spot;
use super::key::{Input, Key};
use super::keymap::{Command, is_interrupt};
use super::layer::{Layer, STAY};
use super::words::{Words, Wrote};
use super::{FILTER_FROM, Panel, Then, wording};

impl Panel {
    /// Takes what came from the keyboard at this time.
    pub fn press(&mut self, input: &Input, now: Duration) -> Then {
        self.now = now;
        self.notice = None;
        match input {
            Input::Paste(block) => {
                self.paste(block);
                Then::Nothing
            }
            Input::Key(key) if is_interrupt(*key) => self.interrupt(),
            Input::Key(key) if *key == Key::ctrl('z') => Then::Suspend,
            Input::Key(key) => match self.layer.take() {
                Some(layer) => self.press_on_layer(layer, *key),
                None => self.press_on_page(*key),
            },
        }
    }

    /// Ctrl-C asks once; the second one goes through.
    fn interrupt(&mut self) -> Then {
        if matches!(self.layer, Some(Layer::Leave { .. } | Layer::Reason { .. })) {
            return Then::Interrupt;
        }
        self.layer = Some(Layer::Leave { row: STAY });
        self.warn(wording::interrupt_again(self.seat, self.lang));
        Then::Nothing
    }

    fn paste(&mut self, block: &str) {
        let wrote = if let Some(Layer::Reason { words }) = &mut self.layer {
            words.insert(block)
        } else if self.layer.is_some() {
            Wrote::Nothing
        } else if let Some((_, words)) = &mut self.filter {
            let line = block.lines().next().unwrap_or_default();
            let wrote = words.insert(line);
            self.settle();
            wrote
        } else if let Some(words) = &mut self.words {
            let wrote = words.insert(block);
            self.write_through();
            wrote
        } else {
            self.warn(wording::paste_where(self.lang));
            return;
        };
        if wrote == Wrote::TooMany {
            self.warn(wording::too_many(self.lang));
        }
    }

    /// Whether keys that write do nothing else now.
    pub(super) fn is_writing(&self) -> bool {
        if self.in_review() {
            return false;
        }
        self.words.is_some() || self.filter.is_some() || self.narrows()
    }

    /// Whether one is on a list that is narrowed down by typing.
    pub(super) fn narrows(&self) -> bool {
        let on_choice = self
            .focus()
            .is_some_and(|focus| matches!(focus.spot, Spot::Choice(_)));
        !self.in_review()
            && on_choice
            && self
                .focused()
                .is_some_and(|question| question.choices.len() >= FILTER_FROM)
    }

    /// Whether `y` and `n` are answers now.
    pub(super) fn takes_yes_or_no(&self) -> bool {
        let on = self
            .focus()
            .is_some_and(|focus| matches!(focus.spot, Spot::Yes(_)));
        on && !self.in_review() && !self.is_approval()
    }

    fn press_on_page(&mut self, key: Key) -> Then {
        let command = self
            .keys
            .command(key, self.is_writing(), self.takes_yes_or_no());
        if self.in_review() {
            return self.press_on_review(command);
        }
        if self.words.is_some() {
            return self.press_while_writing(key, command);
        }
        if self.filter.is_some() || self.narrows() {
            if let Some(then) = self.press_on_list(key) {
                return then;
            }
        } else if let Some(digit) = key.writes().and_then(|c| c.to_digit(10)) {
            return self.digit(digit as usize);
        }
        match command {
            Some(command) => self.command(command),
            None => Then::Nothing,
        }
    }

    fn press_while_writing(&mut self, key: Key, command: Option<Command>) -> Then {
        let steers = matches!(
            command,
            Some(
                Command::Choose
                    | Command::Back
                    | Command::Next
                    | Command::Previous
                    | Command::Editor
                    | Command::Redraw
            )
        );
        let arrows = matches!(key.code, super::Code::Left | super::Code::Right);
        if !steers || arrows {
            let width = self.writing_width();
            let wrote = match (&mut self.words, command) {
                (Some(words), Some(Command::Newline)) => words.insert("\n"),
                (Some(words), _) => words.key(key, width),
                (None, _) => Wrote::Nothing,
            };
            match wrote {
                Wrote::Changed => {
                    self.write_through();
                    return Then::Nothing;
                }
                Wrote::Moved => return Then::Nothing,
                Wrote::TooMany => {
                    self.warn(wording::too_many(self.lang));
                    return Then::Nothing;
                }
                Wrote::Nothing if arrows => return Then::Nothing,
                Wrote::Nothing => {}
            }
        }
        match command {
            // What deletes or breaks has nothing to do with the answer here.
            Some(Command::Clear | Command::Newline | Command::First | Command::Last) | None => {
                Then::Nothing
            }
            Some(command) => self.command(command),
        }
    }

    /// A key while a list is narrowed down; none when it means something else.
    fn press_on_list(&mut self, key: Key) -> Option<Then> {
        let question = self.focused()?;
        let (id, many) = (question.id.clone(), question.kind == Kind::Checkbox);
        if many && key == Key::char(' ') {
            self.toggle();
            return Some(Then::Nothing);
        }
        let writes = key.writes().is_some();
        if self.filter.is_none() {
            if !writes {
                return None;
            }
            self.filter = Some((id, Words::default()));
        }
        let (_, words) = self.filter.as_mut()?;
        let edits = writes
            || matches!(key.code, super::Code::Backspace | super::Code::Delete) && !key.alt
            || key.ctrl && matches!(key.code, super::Code::Char('u' | 'w' | 'h'));
        if !edits {
            return None;
        }
        words.key(key, usize::MAX / 2);
        if words.text().is_empty() && !writes {
            // Where one is stays in sight.
            self.filter = None;
            self.settle();
            return Some(Then::Nothing);
        }
        self.settle();
        self.go_to_first_choice();
        Some(Then::Nothing)
    }

    fn command(&mut self, command: Command) -> Then {
        match command {
            Command::Up => self.climb(false),
            Command::Down => self.climb(true),
            Command::First => self.go_to_end(false),
            Command::Last => self.go_to_end(true),
            Command::Next => self.go_to_tab(self.tab + 1),
            Command::Previous => self.go_to_tab(self.tab.saturating_sub(1)),
            Command::Choose => return self.choose(),
            Command::Toggle => self.toggle(),
            Command::Yes => return self.say_yes(true),
            Command::No => return self.say_yes(false),
            Command::Note => self.note(),
            Command::Clear => self.take_back(),
            Command::Skip => return self.skip(),
            Command::Filter => self.narrow(),
            Command::View => self.layer = Some(Layer::View { scroll: 0 }),
            Command::Help => self.layer = Some(Layer::Help { scroll: 0 }),
            Command::Fold => self.layer = Some(Layer::Folded),
            Command::PageUp => self.scroll_by(false),
            Command::PageDown => self.scroll_by(true),
            Command::History if self.has_history => return Then::History,
            Command::Hold => {
                if let Some(told) = &self.clock {
                    return Then::Hold(!told.clock.held);
                }
            }
            Command::Editor => return self.open_editor(),
            Command::Redraw => return Then::Redraw,
            Command::Back => self.back(),
            Command::History | Command::Newline => {}
        }
        Then::Nothing
    }

    fn press_on_review(&mut self, command: Option<Command>) -> Then {
        let rows = self.form.shown().len();
        match command {
            Some(Command::Up) => self.review_row = self.review_row.saturating_sub(1),
            Some(Command::Down) => self.review_row = (self.review_row + 1).min(rows),
            Some(Command::First) => self.review_row = 0,
            Some(Command::Last) => self.review_row = rows,
            Some(Command::Choose) if self.review_row >= rows => return self.submit(),
            Some(Command::Choose) => {
                let shown = self.form.shown();
                let on = shown
                    .get(self.review_row)
                    .map(|shown| shown.question.id.clone());
                if let Some(id) = on {
                    self.go_to_question(&id);
                }
            }
            Some(Command::Back) => self.go_to_tab(self.roots().len().saturating_sub(1)),
            Some(
                command @ (Command::Next
                | Command::Previous
                | Command::Help
                | Command::Fold
                | Command::Hold
                | Command::History
                | Command::Redraw),
            ) => return self.command(command),
            _ => {}
        }
        Then::Nothing
    }

    /// One layer back. It never answers.
    fn back(&mut self) {
        if self.filter.take().is_some() {
            self.settle();
            return;
        }
        match self.focus().map(|focus| focus.spot) {
            Some(Spot::Note) => self.leave_note(),
            Some(Spot::Other) => self.go_to_first_choice(),
            _ => self.layer = Some(Layer::Leave { row: STAY }),
        }
    }

    fn open_editor(&mut self) -> Then {
        let secret = self.focused().is_some_and(|question| question.secret);
        match &self.words {
            Some(words) if self.has_editor && !secret => Then::Editor(words.text().to_owned()),
            Some(_) => {
                self.warn(wording::no_editor(secret, self.lang));
                Then::Nothing
            }
            None => Then::Nothing,
        }
    }
}
