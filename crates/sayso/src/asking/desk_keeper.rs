//! The desk behind a panel: keeps what was entered, tells the time, remembers earlier rounds.

use std::cell::RefCell;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sayso_core::actor::Actor;
use sayso_core::deadline::Deadline;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::form::Draft;
use sayso_core::outcome::Outcome;
use sayso_core::render::spoken;
use sayso_desk::clock::{Clock as _, SystemClock};
use sayso_desk::remote::RemoteDesk;
use sayso_desk::store::Found;
use sayso_desk::{DeskError, Reply};
use sayso_term::inline::Keeper;
use sayso_term::panel::{AtZero, Clock, Earlier};

use super::report::ending;
use super::shown::Shown;
use super::trouble::Trouble;
use super::turn::Turn;
use super::waiting::Waiting;
use super::window::Window;
use crate::config::Config;

/// Earlier rounds that are shown.
const ROUNDS: usize = 20;

/// The desk behind a panel. Dropping it waits until what was entered last is kept.
pub(crate) struct DeskKeeper<'a> {
    shown: &'a Shown,
    window: &'a Window,
    waiting: &'a RefCell<Waiting>,
    config: &'a Config,
    kept: Kept,
    /// The number of the terminal, and the right to draw there.
    turn: Option<(i32, &'a RefCell<Option<Turn>>)>,
}

/// How what was entered gets to the desk.
enum Kept {
    Nothing,
    /// To a desk in this process; its word is waited for at the end.
    Here(Reply<()>),
    /// To a desk elsewhere, on a thread that sends the newest.
    There(Option<Sender<Draft>>, Option<JoinHandle<()>>),
}

impl<'a> DeskKeeper<'a> {
    pub(crate) fn new(
        shown: &'a Shown,
        window: &'a Window,
        waiting: &'a RefCell<Waiting>,
        config: &'a Config,
    ) -> Self {
        Self {
            shown,
            window,
            waiting,
            config,
            kept: Kept::Nothing,
            turn: None,
        }
    }

    /// Others may draw at this terminal while the process is stopped.
    pub(super) fn lends(&mut self, terminal: Option<i32>, turn: &'a RefCell<Option<Turn>>) {
        self.turn = terminal.map(|terminal| (terminal, turn));
    }

    /// What somebody entered before, if anybody can have.
    pub(crate) fn draft(&self) -> Option<Draft> {
        if !self.shown.known {
            return None;
        }
        let draft = match self.window {
            Window::Here(here) => here.handle().reader().draft(self.shown.id).ok()?,
            Window::There(there) => there.person.draft(self.shown.id).ok(),
        };
        draft.filter(|draft| !draft.is_empty())
    }

    fn deadline(&self) -> Option<Deadline> {
        match self.window {
            Window::Here(here) => match here.handle().reader().find(self.shown.id).ok()?? {
                Found::Pending(pending) => pending.asked.deadline,
                Found::Closed(_) => None,
            },
            Window::There(there) => {
                let found = there.agent.get(self.shown.id, 0).ok()?;
                serde_json::from_value(found.raw["deadline"].clone()).ok()
            }
        }
    }
}

impl Keeper for DeskKeeper<'_> {
    fn is_closed(&mut self) -> bool {
        self.waiting.borrow_mut().is_over(self.config)
    }

    fn keep(&mut self, draft: &Draft) {
        match self.window {
            Window::Here(here) => {
                self.kept = Kept::Here(here.handle().save_draft(self.shown.id, draft.clone()));
            }
            Window::There(there) => {
                if !matches!(self.kept, Kept::There(..)) {
                    let (sender, worker) = send_drafts(there.person.clone(), self.shown.id);
                    self.kept = Kept::There(Some(sender), Some(worker));
                }
                if let Kept::There(Some(sender), _) = &self.kept {
                    let _ = sender.send(draft.clone());
                }
            }
        }
    }

    fn clock(&mut self) -> Option<Clock> {
        if !self.shown.has_deadline {
            return None;
        }
        let deadline = self.deadline()?;
        let now = SystemClock::new().now();
        let left = deadline.held_with.unwrap_or_else(|| deadline.at.since(now));
        Some(Clock {
            left: Duration::from_millis(left),
            held: deadline.held_with.is_some(),
            at_zero: AtZero::of(
                &self.shown.questions,
                deadline.on_timeout,
                self.shown.source,
            ),
        })
    }

    fn hold(&mut self, hold: bool) -> Result<Option<Clock>, String> {
        let actor = Actor::new(
            self.config.user.as_str(),
            Face::Terminal,
            Evidence::Terminal,
        );
        let held = match self.window {
            Window::Here(here) => {
                let held: Result<_, DeskError> =
                    here.handle().hold(self.shown.id, hold, actor).wait();
                held.map(drop)
                    .map_err(|error| Trouble::of_desk(&error, self.config.lang))
            }
            Window::There(there) => there
                .person
                .hold(self.shown.id, hold)
                .map_err(Trouble::of_remote),
        };
        held.map_err(|trouble| trouble.lines().join(" "))?;
        Ok(self.clock())
    }

    fn earlier(&mut self) -> Vec<Earlier> {
        let Window::Here(here) = self.window else {
            return Vec::new();
        };
        let rounds = here
            .handle()
            .reader()
            .history(Some(&self.shown.session), None, ROUNDS);
        let rounds = rounds.unwrap_or_default().into_iter();
        rounds
            .map(|entry| earlier(&entry.outcome, self.config))
            .collect()
    }

    fn step_aside(&mut self) {
        if let Some((_, turn)) = self.turn {
            turn.replace(None);
        }
    }

    fn come_back(&mut self) {
        if let Some((terminal, turn)) = self.turn {
            // Whoever has it does not have the terminal, and draws nothing.
            let ours = Turn::wait(&self.config.data, terminal, &mut || true);
            turn.replace(ours.flatten());
        }
    }
}

impl Drop for DeskKeeper<'_> {
    fn drop(&mut self) {
        match std::mem::replace(&mut self.kept, Kept::Nothing) {
            Kept::Nothing => {}
            Kept::Here(reply) => drop(reply.wait()),
            Kept::There(sender, worker) => {
                drop(sender);
                if let Some(worker) = worker {
                    let _ = worker.join();
                }
            }
        }
    }
}

/// Sends drafts one after another; of those that queue up, the last.
pub(crate) fn send_drafts(
    desk: RemoteDesk,
    id: sayso_core::id::InteractionId,
) -> (Sender<Draft>, JoinHandle<()>) {
    let (sender, drafts) = channel::<Draft>();
    let worker = thread::spawn(move || {
        while let Ok(mut draft) = drafts.recv() {
            while let Ok(newer) = drafts.try_recv() {
                draft = newer;
            }
            let _ = desk.save_draft(id, &draft);
        }
    });
    (sender, worker)
}

/// A round that was closed, for whoever is asked again.
pub(crate) fn earlier(outcome: &Outcome, config: &Config) -> Earlier {
    let answers = outcome.questions.iter().map(|question| {
        let answer = outcome.closing.answers.get(&question.id);
        let own = |words: &str| format!("“{words}”");
        let answer = answer.map(|answer| spoken(question, answer, own));
        (question.text.clone(), answer)
    });
    Earlier {
        round: outcome.round,
        ending: ending(outcome, config.lang),
        answers: answers.collect(),
    }
}
