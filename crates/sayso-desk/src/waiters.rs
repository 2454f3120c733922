//! Who waits for which interaction.

use std::collections::HashSet;

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::outcome::Outcome;
use tokio::sync::oneshot;

use crate::options::Options;
use crate::reply::Told;
use crate::table::Table;

/// Wakes one caller when an interaction closes.
#[derive(Debug)]
pub(crate) struct Wake {
    sender: oneshot::Sender<Told>,
    pub(crate) collects: Collects,
}

/// What a caller gets when it is woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collects {
    /// A look at the outcome, without secret words. It does not count as handed over.
    Nothing,
    /// The outcome, without secret words.
    Outcome,
    /// The outcome with secret words, if this call asked the question.
    OwnSecrets,
    /// The outcome with secret words.
    Secrets,
}

impl Wake {
    pub(crate) fn new(sender: oneshot::Sender<Told>, collects: Collects) -> Self {
        Self { sender, collects }
    }

    /// Whether it is woken with secret words.
    pub(crate) fn reads_secrets(&self) -> bool {
        matches!(self.collects, Collects::OwnSecrets | Collects::Secrets)
    }

    /// Sends the outcome. Says whether an asker has it now.
    pub(crate) fn send(self, told: Told) -> bool {
        let has_answer = told.is_ok();
        let is_asker = self.collects != Collects::Nothing;
        let told = match is_asker {
            true => told.map(Outcome::for_asker),
            false => told,
        };
        self.sender.send(told).is_ok() && has_answer && is_asker
    }

    fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }
}

/// Who waits for which interaction; bounded, and rid of those who left.
#[derive(Debug)]
pub(crate) struct Waiters {
    waiting: Table<InteractionId, Waiting>,
    count: usize,
    most: usize,
    most_each: usize,
}

#[derive(Debug)]
struct Waiting {
    session: SessionId,
    wakes: Vec<Wake>,
}

impl Waiters {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            waiting: Table::default(),
            count: 0,
            most: options.waiters,
            most_each: options.waiters_each,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether this many more find room.
    pub(crate) fn have_room(&mut self, more: usize) -> bool {
        if self.count + more > self.most {
            self.drop_those_who_left();
        }
        self.count + more <= self.most
    }

    /// Whether one more finds room who waits for this interaction.
    pub(crate) fn have_room_at(&mut self, interaction: InteractionId) -> bool {
        if let Some(waiting) = self.waiting.get_mut(&interaction) {
            let before = waiting.wakes.len();
            waiting.wakes.retain(|wake| !wake.is_closed());
            self.count -= before - waiting.wakes.len();
            if waiting.wakes.len() >= self.most_each {
                return false;
            }
        }
        self.have_room(1)
    }

    /// One more, for whom there is room.
    pub(crate) fn add(&mut self, interaction: InteractionId, session: &SessionId, wake: Wake) {
        let waiting = self.waiting.entry(interaction).or_insert_with(|| Waiting {
            session: session.clone(),
            wakes: Vec::with_capacity(1),
        });
        waiting.wakes.push(wake);
        self.count += 1;
    }

    /// Whether an asker waits for this interaction.
    pub(crate) fn has_asker(&self, interaction: InteractionId) -> bool {
        let waiting = self.waiting.get(&interaction);
        let live = |wake: &Wake| wake.collects != Collects::Nothing && !wake.is_closed();
        waiting.is_some_and(|waiting| waiting.wakes.iter().any(live))
    }

    /// Everyone who waits for this interaction; whoever takes them wakes them.
    pub(crate) fn remove(&mut self, interaction: InteractionId) -> Vec<Wake> {
        let Some(waiting) = self.waiting.remove(&interaction) else {
            return Vec::new();
        };
        self.count -= waiting.wakes.len();
        waiting.wakes
    }

    /// The interactions of these sessions that someone waits for; of all when none are named.
    pub(crate) fn of(&self, sessions: Option<&HashSet<SessionId>>) -> Vec<InteractionId> {
        self.waiting
            .iter()
            .filter(|(_, waiting)| sessions.is_none_or(|s| s.contains(&waiting.session)))
            .map(|(interaction, _)| *interaction)
            .collect()
    }

    /// The interactions that someone still waits for.
    pub(crate) fn waited_for(&mut self) -> impl Iterator<Item = InteractionId> {
        self.drop_those_who_left();
        self.waiting.keys().copied()
    }

    fn drop_those_who_left(&mut self) {
        self.waiting.retain(|_, waiting| {
            waiting.wakes.retain(|wake| !wake.is_closed());
            !waiting.wakes.is_empty()
        });
        self.count = self.waiting.values().map(|w| w.wakes.len()).sum();
    }
}
