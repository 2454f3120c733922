//! Asking in a panel, inline.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal as Kill, getppid, kill_current_process_group};
use rustix::time::{ClockId, clock_gettime};
use std::os::fd::AsFd;

use super::canvas::{Canvas, GIVE_BACK, TAKE};
use super::editor;
use super::keeper::Keeper;
use super::keyboard::Keyboard;
use crate::ended::Ended;
use crate::modes::Modes;
use crate::panel::{Guard, Input, Key, Panel, Picture, Then};
use crate::signals::{Signal, Signals, stop_here};
use crate::terminal::Terminal;

/// How often it looks whether the question was closed elsewhere.
const LOOK: Duration = Duration::from_millis(100);
/// How long the rest of a key may take to come.
const REST_OF_KEY: Duration = Duration::from_millis(40);
/// How long after the last change what was entered is kept.
const KEEP: Duration = Duration::from_millis(400);
/// What the size is taken for when the terminal does not say.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// What a panel needs to be put on a terminal.
#[derive(Debug)]
pub struct Face<'f> {
    /// The person's terminal.
    pub terminal: &'f Terminal,
    /// What `EDITOR` holds, and a folder of ours for what it edits.
    pub editor: Option<(String, PathBuf)>,
    /// Whether the terminal breaks rows anew when it becomes narrower.
    pub reflows: bool,
}

/// Asks in a panel. The terminal is given back whatever happens, and the panel taken off it; when
/// it was answered, what was answered stays.
pub fn ask_in_panel(panel: &mut Panel, face: &Face<'_>, keeper: &mut dyn Keeper) -> Ended {
    match Asking::start(panel, face, keeper) {
        Ok(asking) => asking.run(),
        Err(_) => Ended::Gone,
    }
}

/// A panel on a terminal. Dropping it takes it off and gives the terminal back.
struct Asking<'a> {
    panel: &'a mut Panel,
    face: &'a Face<'a>,
    keeper: &'a mut dyn Keeper,
    modes: Modes<'a>,
    signals: Signals,
    keyboard: Keyboard,
    canvas: Canvas,
    guard: Guard,
    size: (u16, u16),
    /// The highest it has been: a panel that shrinks and grows under one's eyes is restless.
    height: usize,
    parent: Option<Pid>,
    looked: Duration,
    changed: Option<Duration>,
}

/// Why a wait ended.
enum Woke {
    Readable { hung_up: bool },
    Signal(Signal),
    Time,
}

impl<'a> Asking<'a> {
    fn start(
        panel: &'a mut Panel,
        face: &'a Face<'a>,
        keeper: &'a mut dyn Keeper,
    ) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        let modes = Modes::keys(face.terminal.as_fd())?;
        // Only now is a line seen that was not ended yet.
        let typing = has_input(face.terminal)?;
        // What was typed before it is drawn was not meant for it.
        modes.discard_input()?;
        let now = now();
        panel.tick(now);
        panel.set_clock(keeper.clock());
        let mut asking = Self {
            panel,
            face,
            keeper,
            modes,
            signals,
            keyboard: Keyboard::default(),
            canvas: Canvas::new(face.reflows),
            guard: Guard::new(now, typing),
            size: USUAL_SIZE,
            height: 0,
            parent: getppid(),
            looked: now,
            changed: None,
        };
        asking.measure();
        asking.panel.arm(false, typing);
        asking.write(&format!("\r\n{TAKE}"))?;
        asking.draw()?;
        Ok(asking)
    }

    fn run(mut self) -> Ended {
        loop {
            match self.step() {
                Ok(None) => {}
                Ok(Some(ended)) => return self.end(ended),
                Err(_) => return self.end(Ended::Gone),
            }
        }
    }

    /// What stays on the screen, and what is kept of what was entered.
    fn end(mut self, ended: Ended) -> Ended {
        let _ = self.write(&self.canvas.clone().clear());
        self.canvas.forget();
        if matches!(ended, Ended::Answered { .. }) {
            let record = self.panel.record(self.size.0);
            let mut canvas = Canvas::new(false);
            let bytes = canvas.draw(&record, self.size.0) + &canvas.leave();
            let _ = self.write(&bytes);
        } else if self.panel.changed_draft().is_some() || self.changed.is_some() {
            self.keeper.keep(self.panel.draft());
        }
        ended
    }

    /// Waits for one thing, and does what follows from it.
    fn step(&mut self) -> io::Result<Option<Ended>> {
        if let Some(ended) = self.look() {
            return Ok(Some(ended));
        }
        match self.wait()? {
            Woke::Time => {
                if self.keyboard.is_waiting()
                    && let Some(input) = self.keyboard.give_up_waiting()
                    && let Some(ended) = self.press(&input)?
                {
                    return Ok(Some(ended));
                }
            }
            Woke::Signal(signal) => {
                if let Some(ended) = self.heard(signal)? {
                    return Ok(Some(ended));
                }
            }
            Woke::Readable { hung_up } => {
                if !self.read(hung_up)? {
                    return Ok(Some(Ended::Gone));
                }
                while let Some(input) = self.keyboard.next_input() {
                    if let Some(ended) = self.press(&input)? {
                        return Ok(Some(ended));
                    }
                }
            }
        }
        self.draw()?;
        Ok(None)
    }

    /// Looks whether somebody else was first, now and then, and keeps what was entered.
    fn look(&mut self) -> Option<Ended> {
        let now = now();
        self.panel.tick(now);
        if self.panel.changed_draft().is_some() {
            self.changed = Some(now);
        }
        if self.changed.is_some_and(|at| now >= at + KEEP) {
            self.changed = None;
            self.keeper.keep(self.panel.draft());
        }
        if now < self.looked + LOOK {
            return None;
        }
        self.looked = now;
        if self.keeper.is_closed() {
            return Some(Ended::Elsewhere);
        }
        // Whoever asked is gone, or somebody else has the terminal: nobody waits for this here.
        let orphan = getppid() != self.parent || !self.modes.is_ours();
        orphan.then_some(Ended::Gone)
    }

    fn wait(&mut self) -> io::Result<Woke> {
        if let Some(signal) = self.signals.heard() {
            return Ok(Woke::Signal(signal));
        }
        let now = now();
        let mut pause = LOOK;
        if let Some(at) = self.guard.opens_at() {
            pause = pause.min(at.saturating_sub(now));
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

    fn press(&mut self, input: &Input) -> io::Result<Option<Ended>> {
        let now = now();
        self.panel.tick(now);
        // The way out is never kept shut.
        let out = [Key::ctrl('c'), Key::ctrl('z')]
            .map(Input::Key)
            .contains(input);
        if !out && !self.guard.admits(now) {
            self.panel.arm(false, true);
            return Ok(None);
        }
        Ok(match self.panel.press(input, now) {
            Then::Nothing => None,
            Then::Answer(answers) => Some(Ended::Answered {
                answers,
                notes: Vec::new(),
            }),
            Then::Cancel { reason } => Some(Ended::Cancelled { reason }),
            Then::Leave => Some(Ended::Gone),
            Then::Interrupt => Some(Ended::Interrupted),
            Then::Hold(hold) => {
                match self.keeper.hold(hold) {
                    Ok(clock) => self.panel.set_clock(clock),
                    Err(why) => self.panel.warn(why),
                }
                None
            }
            Then::History => {
                let earlier = self.keeper.earlier();
                self.panel.show_earlier(earlier);
                None
            }
            Then::Editor(words) => {
                self.edit(&words)?;
                None
            }
            Then::Redraw => {
                let bytes = self.canvas.clear();
                self.write(&bytes)?;
                None
            }
            Then::Suspend => {
                // The whole job stops, as it does by Ctrl-Z anywhere else; we too, when we hear it.
                let _ = kill_current_process_group(Kill::TSTP);
                None
            }
        })
    }

    fn heard(&mut self, signal: Signal) -> io::Result<Option<Ended>> {
        match signal {
            Signal::Interrupt => return Ok(Some(Ended::Interrupted)),
            Signal::End => return Ok(Some(Ended::Gone)),
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
                let before = self.size;
                self.measure();
                if self.size != before {
                    let bytes = self.canvas.clear_resized(self.size.0);
                    self.write(&bytes)?;
                    self.height = 0;
                }
            }
        }
        Ok(None)
    }

    /// Gives the terminal back for a while.
    fn step_aside(&mut self) -> io::Result<()> {
        let bytes = self.canvas.clear() + GIVE_BACK;
        self.write(&bytes)?;
        self.modes.give_back()
    }

    /// Takes it again. What was typed meanwhile was meant for others.
    fn come_back(&mut self) -> io::Result<()> {
        self.modes.take_back()?;
        self.modes.discard_input()?;
        self.keyboard.clear();
        self.measure();
        self.canvas.forget();
        self.height = 0;
        self.guard = Guard::new(now(), false);
        self.panel.set_clock(self.keeper.clock());
        self.write(&format!("\r{TAKE}"))
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
            Ok(text) => self.panel.edited(&text),
            Err(error) => self.panel.warn(error.to_string()),
        }
        end.map_or(Ok(()), Err)
    }

    fn measure(&mut self) {
        let (width, height) = self.face.terminal.size().unwrap_or(USUAL_SIZE);
        self.size = (width, height);
        // One row is left for what was there before.
        self.panel.resize(width, height.saturating_sub(1).max(1));
    }

    fn draw(&mut self) -> io::Result<()> {
        let open = self.guard.is_open(now());
        self.panel.arm(open, self.guard.refused() && !open);
        let (width, height) = self.size;
        let picture = self.panel.picture(width, height.saturating_sub(1).max(1));
        let picture = self.settled(picture);
        let bytes = self.canvas.draw(&picture, width);
        self.write(&bytes)
    }

    /// As high as it has been, unless it is folded: then it shall be small.
    fn settled(&mut self, picture: Picture) -> Picture {
        if picture.rows.len() < 2 {
            self.height = 0;
            return picture;
        }
        self.height = self.height.max(picture.rows.len());
        picture.stretched(self.height)
    }

    fn write(&self, bytes: &str) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut out = self.face.terminal;
        out.write_all(bytes.as_bytes())
    }
}

impl Drop for Asking<'_> {
    /// However it ends, also by a panic: nothing of ours stays in the terminal's way.
    fn drop(&mut self) {
        if self.modes.is_ours() {
            let bytes = self.canvas.clear();
            let _ = self.write(&(bytes + GIVE_BACK));
        }
    }
}

/// Time since the machine started; it never jumps.
pub(crate) fn now() -> Duration {
    let now = clock_gettime(ClockId::Monotonic);
    Duration::try_from(now).unwrap_or_default()
}

/// Whether something was typed that nobody has read.
pub(crate) fn has_input(terminal: &Terminal) -> io::Result<bool> {
    let mut fds = [PollFd::new(terminal, PollFlags::IN)];
    Ok(poll(&mut fds, Some(&Timespec::default()))? > 0)
}
