//! The inbox on a terminal: one thread, a screen of its own, always given back.

use std::io;
use std::time::Duration;

use rustix::process::{Signal as Kill, kill_current_process_group};

use super::sheet::Sheet;
use super::{Clerk, Inbox, Notify, Then};
use crate::inline::{Console, Face, Woke, editor, now};
use crate::panel::Input;
use crate::signals::Signal;

/// How often it looks what the desk has to tell.
const LOOK: Duration = Duration::from_millis(100);

/// How the inbox was left. What is open stays open in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// The person left.
    ByChoice,
    /// The terminal went away, or the process was told to end.
    Gone,
}

/// Shows the inbox until the person leaves. The terminal is given back whatever happens.
pub fn show_inbox(
    inbox: &mut Inbox,
    face: &Face<'_>,
    notify: Notify,
    clerk: &mut dyn Clerk,
) -> Left {
    match Showing::start(inbox, face, notify, clerk) {
        Ok(showing) => showing.run(),
        Err(_) => Left::Gone,
    }
}

/// The inbox on a terminal. Dropping it gives the terminal back.
struct Showing<'a> {
    inbox: &'a mut Inbox,
    face: &'a Face<'a>,
    notify: Notify,
    clerk: &'a mut dyn Clerk,
    console: Console<'a>,
    sheet: Sheet,
    size: (u16, u16),
    looked: Duration,
}

impl<'a> Showing<'a> {
    fn start(
        inbox: &'a mut Inbox,
        face: &'a Face<'a>,
        notify: Notify,
        clerk: &'a mut dyn Clerk,
    ) -> io::Result<Self> {
        let console = Console::take(face.terminal)?;
        let mut showing = Self {
            inbox,
            face,
            notify,
            clerk,
            sheet: Sheet::default(),
            size: console.size(),
            console,
            looked: Duration::ZERO,
        };
        showing.inbox.tick(now(), showing.clerk.time());
        showing.inbox.begin(showing.console.typing);
        showing.measure();
        let bytes = showing.sheet.enter();
        showing.console.write(&bytes)?;
        showing.look()?;
        showing.draw()?;
        Ok(showing)
    }

    fn run(mut self) -> Left {
        loop {
            match self.step() {
                Ok(None) => {}
                Ok(Some(left)) => {
                    self.keep();
                    return left;
                }
                Err(_) => {
                    self.keep();
                    return Left::Gone;
                }
            }
        }
    }

    /// What was entered and not kept yet is kept when one goes.
    fn keep(&mut self) {
        self.inbox.leave();
        while let Some((id, draft)) = self.inbox.draft_to_keep() {
            self.clerk.keep(id, &draft);
        }
    }

    /// Waits for one thing, and does what follows from it.
    fn step(&mut self) -> io::Result<Option<Left>> {
        if let Some(left) = self.look()? {
            return Ok(Some(left));
        }
        match self.wait()? {
            Woke::Time => {
                if self.console.keyboard.is_waiting()
                    && let Some(input) = self.console.keyboard.give_up_waiting()
                    && let Some(left) = self.press(&input)?
                {
                    return Ok(Some(left));
                }
            }
            Woke::Signal(signal) => {
                if let Some(left) = self.heard(signal)? {
                    return Ok(Some(left));
                }
            }
            Woke::Gone => return Ok(Some(Left::Gone)),
            Woke::Keys => {
                while let Some(input) = self.console.keyboard.next_input() {
                    if let Some(left) = self.press(&input)? {
                        return Ok(Some(left));
                    }
                    // What counts as read has to have been on the screen.
                    if self.inbox.is_unread() {
                        self.draw()?;
                    }
                }
            }
        }
        self.inbox.tick(now(), self.clerk.time());
        self.draw()?;
        Ok(None)
    }

    /// Hears what the desk has to tell, calls the person, and keeps what was entered.
    fn look(&mut self) -> io::Result<Option<Left>> {
        let at = now();
        self.inbox.tick(at, self.clerk.time());
        if let Some((id, draft)) = self.inbox.draft_to_keep() {
            self.clerk.keep(id, &draft);
        }
        if at < self.looked + LOOK {
            return Ok(None);
        }
        self.looked = at;
        for news in self.clerk.news() {
            self.inbox.hear(news);
        }
        let arrived = self.inbox.take_arrived();
        if arrived > 0 {
            let bytes = self.notify.bytes(&self.inbox.call(arrived));
            self.console.write(&bytes)?;
        }
        // Whoever started it is gone, or somebody else has the terminal.
        let orphan = self.console.is_orphan();
        Ok(orphan.then_some(Left::Gone))
    }

    fn wait(&mut self) -> io::Result<Woke> {
        let opens = self.inbox.opens_at();
        let until = opens.map_or(LOOK, |at| at.saturating_sub(now()).min(LOOK));
        self.console.wait(until)
    }

    fn press(&mut self, input: &Input) -> io::Result<Option<Left>> {
        self.inbox.tick(now(), self.clerk.time());
        match self.inbox.press(input, now()) {
            Then::Nothing => {}
            Then::Open(entry) => {
                let opening = self.clerk.open(&entry);
                self.inbox.tick(now(), self.clerk.time());
                self.inbox.open(entry, opening);
            }
            Then::Answer(id, answers) => {
                let done = self.clerk.answer(id, answers);
                self.inbox.tick(now(), self.clerk.time());
                self.inbox.closed_here(id, done, false);
            }
            Then::AnswerAll(all) => {
                let mut results = Vec::with_capacity(all.len());
                for (id, answers) in all {
                    results.push((id, self.clerk.answer(id, answers)));
                }
                self.inbox.tick(now(), self.clerk.time());
                self.inbox.closed_many(results);
            }
            Then::Cancel(id, reason) => {
                let done = self.clerk.cancel(id, reason);
                self.inbox.tick(now(), self.clerk.time());
                self.inbox.closed_here(id, done, true);
            }
            Then::Hold(id, hold) => {
                let done = self.clerk.hold(id, hold);
                self.inbox.held(id, hold, done);
            }
            Then::Earlier(entry) => {
                let earlier = self.clerk.earlier(&entry);
                self.inbox.show_earlier(earlier);
            }
            Then::Editor(words) => self.edit(&words)?,
            Then::Search(words) => self.clerk.search(&words),
            Then::Redraw => self.sheet.forget(),
            Then::Suspend => {
                // The whole job stops, as it does by Ctrl-Z anywhere else; we too, when we hear it.
                let _ = kill_current_process_group(Kill::TSTP);
            }
            Then::Leave => return Ok(Some(Left::ByChoice)),
        }
        Ok(None)
    }

    fn heard(&mut self, signal: Signal) -> io::Result<Option<Left>> {
        match signal {
            Signal::Interrupt => return Ok(Some(Left::ByChoice)),
            Signal::End => return Ok(Some(Left::Gone)),
            Signal::Stop => {
                self.step_aside()?;
                self.console.stop()?;
                self.come_back()?;
            }
            // In the background there is nobody to show it to.
            Signal::Continue if !self.console.modes.is_ours() => {
                self.clerk.step_aside();
                self.console.stop()?;
                self.come_back()?;
            }
            Signal::Continue => self.come_back()?,
            Signal::Resize => {
                self.measure();
                self.sheet.forget();
            }
        }
        Ok(None)
    }

    /// Gives the terminal back for a while.
    fn step_aside(&mut self) -> io::Result<()> {
        let bytes = self.sheet.leave();
        self.console.write(&bytes)?;
        self.console.modes.give_back()?;
        self.clerk.step_aside();
        Ok(())
    }

    /// Takes it again. What was typed meanwhile was meant for others.
    fn come_back(&mut self) -> io::Result<()> {
        self.clerk.come_back();
        self.console.modes.take_back()?;
        self.console.modes.discard_input()?;
        self.console.keyboard.clear();
        self.measure();
        self.inbox.tick(now(), self.clerk.time());
        self.inbox.come_back(now());
        let bytes = self.sheet.enter();
        self.console.write(&bytes)
    }

    fn edit(&mut self, words: &str) -> io::Result<()> {
        let Some((command, folder)) = &self.face.editor else {
            return Ok(());
        };
        self.step_aside()?;
        let written = editor::edit(command, folder, self.face.terminal, words);
        let end = self.console.after_editor();
        self.come_back()?;
        match written {
            Ok(text) => self.inbox.edited(Ok(&text)),
            Err(error) => self.inbox.edited(Err(&error.to_string())),
        }
        end
    }

    fn measure(&mut self) {
        self.size = self.console.size();
        self.inbox.resize(self.size.0, self.size.1);
    }

    fn draw(&mut self) -> io::Result<()> {
        if !self.console.has_input()? {
            self.inbox.rest(now());
        }
        self.paint()?;
        if self.inbox.is_new() {
            // What was typed until it stands there was typed without seeing it.
            let typing = self.console.has_input()?;
            self.console.modes.discard_input()?;
            self.console.keyboard.clear();
            self.inbox.stands(now(), typing);
        }
        Ok(())
    }

    fn paint(&mut self) -> io::Result<()> {
        let (width, height) = self.size;
        loop {
            let picture = self.inbox.picture(width, height);
            let title = self.inbox.title();
            let bytes = self.sheet.draw(&picture, &title);
            self.console.write(&bytes)?;
            if !self.inbox.drawn(now()) {
                return Ok(());
            }
        }
    }
}

impl Drop for Showing<'_> {
    /// However it ends, also by a panic: nothing of ours stays in the terminal's way.
    fn drop(&mut self) {
        if self.console.modes.is_ours() {
            let bytes = self.sheet.leave();
            let _ = self.console.write(&bytes);
        }
    }
}
