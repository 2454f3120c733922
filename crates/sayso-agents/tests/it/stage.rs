//! A desk on a file of its own, with its clock stopped, and a session in it.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use sayso_agents::script::{Ended, Happening, Player, Scenario, Stop};
use sayso_core::id::SessionId;
use sayso_core::state::State;
use sayso_desk::clock::ManualClock;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Handle, Options, Ticket};
use tempfile::TempDir;

use crate::person::Act;

/// A desk on a file of its own, with its clock stopped.
pub(crate) struct Stage {
    folder: TempDir,
    pub(crate) clock: Arc<ManualClock>,
    desk: Mutex<Option<Desk>>,
    pub(crate) session: SessionId,
}

/// What came of a play.
pub(crate) struct Played {
    pub(crate) ended: Ended,
    /// What the observer saw, a line each.
    pub(crate) seen: Vec<String>,
    /// How long it paused, in milliseconds.
    pub(crate) pauses: Vec<u128>,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let ten_o_clock = "2026-02-19T10:00:00.000Z".parse().unwrap();
        let stage = Self {
            folder: tempfile::tempdir().unwrap(),
            clock: Arc::new(ManualClock::new(ten_o_clock)),
            desk: Mutex::new(None),
            session: SessionId::from("s"),
        };
        stage.start();
        stage
    }

    pub(crate) fn start(&self) {
        let store = SqliteStore::open(&self.folder.path().join("sayso.db")).unwrap();
        let options = Options {
            clock: self.clock.clone(),
            ..Options::default()
        };
        *self.desk.lock().unwrap() =
            Some(Desk::start(SealedStore::with_key(store, [7; 32]), options).unwrap());
    }

    /// The desk is gone; its file stays.
    pub(crate) fn kill(&self) {
        *self.desk.lock().unwrap() = None;
    }

    pub(crate) fn handle(&self) -> Handle {
        self.desk.lock().unwrap().as_ref().unwrap().handle()
    }

    pub(crate) fn player(&self) -> Player {
        Player::new(self.handle(), self.session.clone())
    }

    /// Time goes by, and what is due is done.
    pub(crate) fn later(&self, handle: &Handle, millis: i64) {
        self.clock.advance(millis);
        let _ = handle.clock_moved().wait();
    }

    /// Plays, with a person who does the n-th of these things in the n-th round and has the play
    /// stopped when there is none left.
    pub(crate) fn play(&self, scenario: &Scenario, acts: &[Act]) -> Played {
        self.play_until(scenario, acts, |_, _| {})
    }

    /// The same, with something to be done after the n-th thing that is seen, from 0.
    pub(crate) fn play_until(
        &self,
        scenario: &Scenario,
        acts: &[Act],
        mut cut: impl FnMut(usize, &Stop),
    ) -> Played {
        let stop = Stop::default();
        let pauses = Arc::new(Mutex::new(Vec::new()));
        let counted = pauses.clone();
        let player = self
            .player()
            .stop(stop.clone())
            .sleeper(move |pause: Duration, _: &Stop| {
                counted.lock().unwrap().push(pause.as_millis());
            });
        let handle = self.handle();
        let mut seen = Vec::new();
        let ended = thread::scope(|scope| {
            let (tell, hear) = mpsc::channel::<Ticket>();
            let person_stop = stop.clone();
            scope.spawn(move || {
                for ticket in hear {
                    match acts.get(ticket.round as usize - 1) {
                        Some(act) => act.carry_out(self, &handle, &ticket),
                        None => person_stop.stop(),
                    }
                }
            });
            let mut observer = |happening: Happening<'_>| {
                seen.push(line(happening));
                if let Happening::Asked(ticket) = happening
                    && ticket.state == State::Pending
                {
                    tell.send(ticket.clone()).unwrap();
                }
                cut(seen.len() - 1, &stop);
            };
            let ended = player.play(scenario, &mut observer);
            drop(tell);
            ended
        });
        let pauses = pauses.lock().unwrap().clone();
        Played {
            ended,
            seen,
            pauses,
        }
    }
}

/// A happening in one line: `text Hello`, `asked 1`, `closed answered`.
fn line(happening: Happening<'_>) -> String {
    match happening {
        Happening::Said { message, known } => {
            let kind = serde_json::to_value(message.kind).unwrap();
            let words = ["text", "thinking", "content", "name"]
                .iter()
                .find_map(|key| message.body.get(key)?.as_str());
            let again = if known { " again" } else { "" };
            let line = format!("{} {}{again}", kind.as_str().unwrap(), words.unwrap_or(""));
            line.trim_end().to_owned()
        }
        Happening::Asked(ticket) => {
            let again = if ticket.known { " again" } else { "" };
            format!("asked {}{again}", ticket.round)
        }
        Happening::Closed { outcome, .. } => format!("closed {}", outcome.closing.state.word()),
    }
}

/// Reads a scenario of these steps, in YAML.
#[track_caller]
pub(crate) fn scenario(steps: &str) -> Scenario {
    let text = format!("name: test\nsteps:\n{steps}");
    Scenario::read(text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"))
}
