//! The inbox on a terminal: one thread, a screen of its own, always given back.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal as Kill, getppid, kill_current_process_group};

use super::sheet::Sheet;
use super::{Clerk, Inbox, Notify, Then};
use crate::inline::{Face, Keyboard, editor, has_input, now};
use crate::modes::Modes;
use crate::panel::Input;
use crate::signals::{Signal, Signals, stop_here};

/// How often it looks what the desk has to tell.
const LOOK: Duration = Duration::from_millis(100);
/// How long the rest of a key may take to come.
const REST_OF_KEY: Duration = Duration::from_millis(40);
/// What the size is taken for when the terminal does not say.
const USUAL_SIZE: (u16, u16) = (80, 24);

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
    modes: Modes<'a>,
    signals: Signals,
    keyboard: Keyboard,
    sheet: Sheet,
    size: (u16, u16),
    parent: Option<Pid>,
    looked: Duration,
}

/// Why a wait ended.
enum Woke {
    Readable { hung_up: bool },
    Signal(Signal),
    Time,
}

impl<'a> Showing<'a> {
    fn start(
        inbox: &'a mut Inbox,
        face: &'a Face<'a>,
        notify: Notify,
        clerk: &'a mut dyn Clerk,
    ) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        let modes = Modes::keys(face.terminal.as_fd())?;
        // What was typed before it is drawn was not meant for it.
        let typing = has_input(face.terminal)?;
        modes.discard_input()?;
        let mut showing = Self {
            inbox,
            face,
            notify,
            clerk,
            modes,
            signals,
            keyboard: Keyboard::default(),
            sheet: Sheet::default(),
            size: USUAL_SIZE,
            parent: getppid(),
            looked: Duration::ZERO,
        };
        showing.inbox.tick(now(), showing.clerk.time());
        showing.inbox.begin(typing);
        showing.measure();
        let bytes = showing.sheet.enter();
        showing.write(&bytes)?;
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
                if self.keyboard.is_waiting()
                    && let Some(input) = self.keyboard.give_up_waiting()
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
            Woke::Readable { hung_up } => {
                if !self.read(hung_up)? {
                    return Ok(Some(Left::Gone));
                }
                while let Some(input) = self.keyboard.next_input() {
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
            self.write(&bytes)?;
        }
        // Whoever started it is gone, or somebody else has the terminal.
        let orphan = getppid() != self.parent || !self.modes.is_ours();
        Ok(orphan.then_some(Left::Gone))
    }

    fn wait(&mut self) -> io::Result<Woke> {
        if let Some(signal) = self.signals.heard() {
            return Ok(Woke::Signal(signal));
        }
        let mut pause = LOOK;
        if let Some(at) = self.inbox.opens_at() {
            pause = pause.min(at.saturating_sub(now()));
        }
        if self.keyboard.is_waiting() {
            pause = pause.min(REST_OF_KEY);
        }
        let pause = Timespec::try_from(pause).unwrap_or_default();
        let mut fds = [
            PollFd::new(self.face.terminal, PollFlags::IN),
            PollFd::new(&self.signals, PollFlags::IN),
        ];
        match poll(&mut fds, Some(&pause)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let came = fds[0].revents();
        if let Some(signal) = self.signals.heard() {
            return Ok(Woke::Signal(signal));
        }
        if came.is_empty() {
            return Ok(Woke::Time);
        }
        let hung_up = came.intersects(PollFlags::HUP | PollFlags::ERR);
        Ok(Woke::Readable { hung_up })
    }

    /// Reads what is there; false when the terminal is gone.
    fn read(&mut self, hung_up: bool) -> io::Result<bool> {
        let mut bytes = [0; 8192];
        match self.face.terminal.file().read(&mut bytes) {
            Ok(0) => Ok(!hung_up),
            Ok(read) => {
                self.keyboard.take(&bytes[..read]);
                Ok(true)
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(true),
                _ if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => Ok(false),
                _ => Err(error),
            },
        }
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
                stop_here()?;
                // Back again. In the background there is nobody to show it to.
                while !self.modes.is_ours() {
                    stop_here()?;
                }
                self.signals.forget_resume();
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
        self.write(&bytes)?;
        self.modes.give_back()?;
        self.clerk.step_aside();
        Ok(())
    }

    /// Takes it again. What was typed meanwhile was meant for others.
    fn come_back(&mut self) -> io::Result<()> {
        self.clerk.come_back();
        self.modes.take_back()?;
        self.modes.discard_input()?;
        self.keyboard.clear();
        self.measure();
        self.inbox.tick(now(), self.clerk.time());
        self.inbox.come_back(now());
        let bytes = self.sheet.enter();
        self.write(&bytes)
    }

    fn edit(&mut self, words: &str) -> io::Result<()> {
        let Some((command, folder)) = &self.face.editor else {
            return Ok(());
        };
        self.step_aside()?;
        let written = editor::edit(command, folder, self.face.terminal, words);
        // What was pressed in the editor was meant for the editor; what ends us ends us.
        let mut end = None;
        while let Some(signal) = self.signals.heard() {
            if signal == Signal::End {
                end = Some(io::Error::from(io::ErrorKind::Interrupted));
            }
        }
        self.come_back()?;
        match written {
            Ok(text) => self.inbox.edited(Ok(&text)),
            Err(error) => self.inbox.edited(Err(&error.to_string())),
        }
        end.map_or(Ok(()), Err)
    }

    fn measure(&mut self) {
        self.size = self.face.terminal.size().unwrap_or(USUAL_SIZE);
        self.inbox.resize(self.size.0, self.size.1);
    }

    fn draw(&mut self) -> io::Result<()> {
        if !has_input(self.face.terminal)? {
            self.inbox.rest(now());
        }
        self.paint()?;
        if self.inbox.is_new() {
            // What was typed until it stands there was typed without seeing it.
            let typing = has_input(self.face.terminal)?;
            self.modes.discard_input()?;
            self.keyboard.clear();
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
            self.write(&bytes)?;
            if !self.inbox.drawn(now()) {
                return Ok(());
            }
        }
    }

    fn write(&self, bytes: &str) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut out = self.face.terminal;
        out.write_all(bytes.as_bytes())
    }
}

impl Drop for Showing<'_> {
    /// However it ends, also by a panic: nothing of ours stays in the terminal's way.
    fn drop(&mut self) {
        if self.modes.is_ours() {
            let bytes = self.sheet.leave();
            let _ = self.write(&bytes);
        }
    }
}
