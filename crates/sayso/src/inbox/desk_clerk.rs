//! The desk as the inbox sees it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use sayso_core::actor::Actor;
use sayso_core::command::GivenAnswer;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_desk::Reply;
use sayso_desk::clock::{Clock as _, SystemClock};
use sayso_term::inbox::{Clerk, Entry, News, NotTaken, Opening};
use sayso_term::panel::Earlier;

use super::source::Source;
use super::{listening, looking};
use crate::asking::{
    ContextSource, Repeats, Trouble, TroubleKind, Turn, Window, contexts, earlier, send_drafts,
};
use crate::config::Config;

/// Earlier rounds that are shown.
const ROUNDS: usize = 20;

/// The desk as the inbox sees it. Dropping it waits until what was entered last is kept.
pub(crate) struct DeskClerk<'a> {
    window: &'a Window,
    config: &'a Config,
    source: Source,
    /// The number of the terminal, and the right to draw on it: panels of others wait meanwhile.
    terminal: Option<i32>,
    turn: Option<Turn>,
    clock: SystemClock,
    repeats: Repeats,
    news: Receiver<News>,
    wanted: Sender<String>,
    /// The last one; those before it are kept when it is.
    kept: Option<Reply<()>>,
    sending: Option<(InteractionId, Sender<Draft>)>,
    senders: Vec<JoinHandle<()>>,
}

impl<'a> DeskClerk<'a> {
    /// Starts to listen to the desk, for the terminal of this number.
    pub(crate) fn new(
        window: &'a Window,
        terminal: Option<i32>,
        config: &'a Config,
    ) -> Result<Self, Trouble> {
        let source = Source::of(window).ok_or_else(Trouble::gone)?;
        let (sender, news) = channel();
        listening::listen(source.clone(), config.lang, sender.clone());
        let wanted = looking::look(source.clone(), config.clone(), sender);
        let mut clerk = Self {
            window,
            config,
            source,
            terminal,
            turn: None,
            clock: SystemClock::new(),
            repeats: Repeats::default(),
            news,
            wanted,
            kept: None,
            sending: None,
            senders: Vec::new(),
        };
        clerk.come_back();
        Ok(clerk)
    }

    fn actor(&self) -> Actor {
        Actor::new(self.config.user.as_str(), Face::Inbox, Evidence::Terminal)
    }

    /// Why it was not taken; who was first, if somebody was.
    fn not_taken(&self, id: InteractionId, trouble: &Trouble) -> NotTaken {
        let said = trouble.lines().join(" ");
        match trouble.kind {
            TroubleKind::InvalidAnswer => NotTaken::Invalid(said),
            TroubleKind::Closed => {
                let ending = self.source.ending(id, self.config.lang);
                NotTaken::Closed(ending.unwrap_or(said))
            }
            TroubleKind::Away | TroubleKind::Other => {
                NotTaken::Failed(trouble.why(self.config.lang))
            }
        }
    }
}

impl Clerk for DeskClerk<'_> {
    fn time(&self) -> Moment {
        self.clock.now()
    }

    fn news(&mut self) -> Vec<News> {
        self.news.try_iter().collect()
    }

    fn open(&mut self, entry: &Entry) -> Opening {
        let draft = match &self.source {
            Source::Here(handle) => handle.reader().draft(entry.id).ok().flatten(),
            Source::There(desk) => desk.draft(entry.id).ok(),
        };
        let files = match &self.source {
            Source::Here(_) => ContextSource::Local(entry.project.as_deref()),
            Source::There(desk) => ContextSource::Remote(desk.clone(), entry.id),
        };
        Opening {
            draft: draft.filter(|draft| !draft.is_empty()),
            contexts: contexts(&entry.questions, &files, self.config),
            has_history: matches!(self.source, Source::Here(_)),
        }
    }

    fn keep(&mut self, id: InteractionId, draft: &Draft) {
        match &self.source {
            Source::Here(handle) => {
                self.kept = Some(handle.save_draft(id, draft.clone()));
            }
            Source::There(desk) => {
                if self.sending.as_ref().is_none_or(|(of, _)| *of != id) {
                    let (sender, worker) = send_drafts(desk.clone(), id);
                    self.senders.push(worker);
                    self.sending = Some((id, sender));
                }
                if let Some((_, sender)) = &self.sending {
                    let _ = sender.send(draft.clone());
                }
            }
        }
    }

    fn answer(&mut self, id: InteractionId, answers: Vec<GivenAnswer>) -> Result<(), NotTaken> {
        let request = self.repeats.key(id, &answers);
        let answered = self
            .window
            .answer(id, &answers, self.actor(), request, self.config);
        answered.map_err(|trouble| self.not_taken(id, &trouble))
    }

    fn cancel(&mut self, id: InteractionId, reason: Option<String>) -> Result<(), NotTaken> {
        let cancelled = self.window.cancel(id, reason, self.actor(), self.config);
        cancelled.map_err(|trouble| self.not_taken(id, &trouble))
    }

    fn hold(&mut self, id: InteractionId, hold: bool) -> Result<(), String> {
        let held = match &self.source {
            Source::Here(handle) => {
                let held = handle.hold(id, hold, self.actor()).wait();
                held.map(drop)
                    .map_err(|error| Trouble::of_desk(&error, self.config.lang))
            }
            Source::There(desk) => desk.hold(id, hold).map_err(Trouble::of_remote),
        };
        held.map_err(|trouble| trouble.lines().join(" "))
    }

    fn earlier(&mut self, entry: &Entry) -> Vec<Earlier> {
        let Source::Here(handle) = &self.source else {
            return Vec::new();
        };
        let rounds = handle.reader().history(Some(&entry.session), None, ROUNDS);
        let rounds = rounds.unwrap_or_default().into_iter();
        rounds
            .map(|round| earlier(&round.outcome, self.config))
            .collect()
    }

    fn step_aside(&mut self) {
        self.turn = None;
    }

    fn come_back(&mut self) {
        // A panel that was stopped may have it; it draws nothing.
        let wait = |number| Turn::wait(&self.config.data, number, &mut || true);
        self.turn = self.terminal.and_then(wait).flatten();
    }

    fn search(&mut self, words: &str) {
        let _ = self.wanted.send(words.to_owned());
    }
}

impl Drop for DeskClerk<'_> {
    fn drop(&mut self) {
        if let Some(reply) = self.kept.take() {
            let _ = reply.wait();
        }
        self.sending = None;
        for worker in self.senders.drain(..) {
            let _ = worker.join();
        }
    }
}
