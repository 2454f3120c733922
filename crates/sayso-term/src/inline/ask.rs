//! Asking in a panel, inline.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use rustix::process::{Signal as Kill, kill_current_process_group};
use rustix::time::{ClockId, clock_gettime};

use super::canvas::{Canvas, GIVE_BACK};
use super::console::{USUAL_SIZE, Woke};
use super::editor;
use super::keeper::Keeper;
use super::stage::Stage;
use crate::ended::Ended;
use crate::panel::{Guard, Input, Key, Panel, Then};
use crate::signals::Signal;
use crate::terminal::Terminal;

/// How often it looks whether the question was closed elsewhere.
const LOOK: Duration = Duration::from_millis(100);
/// How long after the last change what was entered is kept.
const KEEP: Duration = Duration::from_millis(400);

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

/// Asks in a panel. The terminal is given back whatever happens, and the panel taken off it. What
/// was answered is put there by [`leave_record`], once it is on record.
pub fn ask_in_panel(panel: &mut Panel, face: &Face<'_>, keeper: &mut dyn Keeper) -> Ended {
    // What may take long comes first: what is typed meanwhile was not meant for the panel.
    panel.tick(now());
    tell_time(panel, keeper);
    match Stage::take(face.terminal, face.reflows) {
        Ok(stage) => ask_on_stage(stage, panel, face, keeper),
        Err(_) => Ended::Gone,
    }
}

/// Asks on a terminal that was taken before, where the panel may show already.
pub fn ask_on_stage<'a>(
    stage: Stage<'a>,
    panel: &'a mut Panel,
    face: &'a Face<'a>,
    keeper: &'a mut dyn Keeper,
) -> Ended {
    match Asking::start(stage, panel, face, keeper) {
        Ok(asking) => asking.run(),
        Err(_) => Ended::Gone,
    }
}

/// Leaves on the screen what was answered.
pub fn leave_record(panel: &Panel, terminal: &Terminal) -> io::Result<()> {
    let (width, _) = terminal.size().unwrap_or(USUAL_SIZE);
    let mut canvas = Canvas::new(false);
    let bytes = canvas.draw(&panel.record(width), width) + &canvas.leave() + GIVE_BACK;
    let mut out = terminal;
    out.write_all(bytes.as_bytes())
}

/// A panel on a terminal.
struct Asking<'a> {
    stage: Stage<'a>,
    panel: &'a mut Panel,
    face: &'a Face<'a>,
    keeper: &'a mut dyn Keeper,
    guard: Guard,
    looked: Duration,
    changed: Option<Duration>,
}

impl<'a> Asking<'a> {
    fn start(
        stage: Stage<'a>,
        panel: &'a mut Panel,
        face: &'a Face<'a>,
        keeper: &'a mut dyn Keeper,
    ) -> io::Result<Self> {
        let (now, typing) = (now(), stage.console.typing);
        panel.tick(now);
        let mut asking = Self {
            stage,
            panel,
            face,
            keeper,
            guard: Guard::new(now, typing),
            looked: now,
            changed: None,
        };
        asking.stage.measure(asking.panel);
        asking.appear(typing)?;
        Ok(asking)
    }

    /// Draws it where it was not in sight. What was typed until it stands there was typed without
    /// seeing it, and is dropped; the moment in which no key is taken begins only then.
    fn appear(&mut self, typing: bool) -> io::Result<()> {
        self.guard = Guard::new(now(), typing);
        self.draw()?;
        let typing = typing || self.stage.console.has_input()?;
        self.stage.console.modes.discard_input()?;
        self.guard = Guard::new(now(), typing);
        Ok(())
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

    /// Keeps what was entered. The panel goes with the stage, if the terminal is still ours.
    fn end(self, ended: Ended) -> Ended {
        // What is answered is sent as a whole; whoever could not send it has it still to be kept.
        let answered = matches!(ended, Ended::Answered { .. });
        if !answered && (self.panel.changed_draft().is_some() || self.changed.is_some()) {
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
                if self.stage.console.keyboard.is_waiting()
                    && let Some(input) = self.stage.console.keyboard.give_up_waiting()
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
            Woke::Gone => return Ok(Some(Ended::Gone)),
            Woke::Keys => {
                while let Some(input) = self.stage.console.keyboard.next_input() {
                    if let Some(ended) = self.press(&input)? {
                        return Ok(Some(ended));
                    }
                    // What counts as read has to have been on the screen.
                    if self.panel.is_unread() {
                        self.draw()?;
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
        let orphan = self.stage.console.is_orphan();
        orphan.then_some(Ended::Gone)
    }

    fn wait(&mut self) -> io::Result<Woke> {
        let opens = self.guard.opens_at();
        let until = opens.map_or(LOOK, |at| at.saturating_sub(now()).min(LOOK));
        self.stage.console.wait(until)
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
                    Ok(Some(clock)) => self.panel.set_clock(Some(clock)),
                    Ok(None) => {}
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
                let bytes = self.stage.canvas.clear();
                self.stage.write(&bytes)?;
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
                self.stage.step_aside()?;
                self.stop()?;
            }
            // In the background there is nobody to show it to.
            Signal::Continue if !self.stage.console.modes.is_ours() => self.stop()?,
            Signal::Continue => self.come_back()?,
            Signal::Resize => {
                if self.stage.measure(self.panel) {
                    self.stage.clear_resized()?;
                }
            }
        }
        Ok(None)
    }

    /// Stops, until it is brought back.
    fn stop(&mut self) -> io::Result<()> {
        self.keeper.step_aside();
        self.stage.console.stop()?;
        self.keeper.come_back();
        self.come_back()
    }

    /// Takes it again. What was typed meanwhile was meant for others.
    fn come_back(&mut self) -> io::Result<()> {
        self.panel.tick(now());
        tell_time(self.panel, self.keeper);
        self.stage.come_back()?;
        self.stage.console.keyboard.clear();
        self.stage.measure(self.panel);
        self.appear(false)
    }

    fn edit(&mut self, words: &str) -> io::Result<()> {
        let Some((command, folder)) = &self.face.editor else {
            return Ok(());
        };
        self.stage.step_aside()?;
        let written = editor::edit(command, folder, self.face.terminal, words);
        let end = self.stage.console.after_editor();
        self.come_back()?;
        match written {
            Ok(text) => self.panel.edited(&text),
            Err(error) => self.panel.warn(error.to_string()),
        }
        end
    }

    fn draw(&mut self) -> io::Result<()> {
        // It opens when nothing waits to be read: what does may have been typed long ago.
        let open = match self.guard.opens_at() {
            Some(_) => !self.stage.console.has_input()? && self.guard.is_open(now()),
            None => true,
        };
        self.panel.arm(open, self.guard.refused() && !open);
        self.stage.paint(self.panel)
    }
}

/// Tells what the clock says. One that says nothing, since its desk is away, runs on as before.
fn tell_time(panel: &mut Panel, keeper: &mut dyn Keeper) {
    if let Some(clock) = keeper.clock() {
        panel.set_clock(Some(clock));
    }
}

/// Time since the machine started; it never jumps.
pub(crate) fn now() -> Duration {
    let now = clock_gettime(ClockId::Monotonic);
    Duration::try_from(now).unwrap_or_default()
}
