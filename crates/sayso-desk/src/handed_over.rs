//! Recording which outcomes askers were given.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sayso_core::command::Command;
use sayso_core::delivery::Delivery;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::outcome::Outcome;
use sayso_core::source::Source;

use crate::request::{Then, To, Wish};
use crate::service::Service;

/// Outcomes that askers were given, not recorded yet. Nobody waits for the record, so it goes along
/// with the next commit, or alone after a moment. If the process is killed before, the answer counts
/// as not collected, and whoever asks again by its key gets it again.
#[derive(Debug, Default)]
pub(crate) struct HandedOver {
    list: Vec<(SessionId, InteractionId)>,
    flush_at: Option<Instant>,
}

impl HandedOver {
    /// How long the record may still wait.
    pub(crate) fn time_left(&self) -> Duration {
        self.flush_at.map_or(Duration::MAX, |at| {
            at.saturating_duration_since(Instant::now())
        })
    }

    /// The commands to record it with, if it cannot wait any longer.
    pub(crate) fn due(&mut self) -> Vec<Box<Wish>> {
        if self.time_left().is_zero() {
            self.take()
        } else {
            Vec::new()
        }
    }

    /// The commands to record it with.
    pub(crate) fn take(&mut self) -> Vec<Box<Wish>> {
        self.flush_at = None;
        let deliver = |(session, interaction)| {
            let command = Command::Deliver {
                interaction,
                delivery: Delivery::HandedOver,
            };
            Box::new(Wish {
                to: To::Session(session, command),
                then: Then::Nothing,
            })
        };
        self.list.drain(..).map(deliver).collect()
    }
}

impl Service {
    /// An asker was given this outcome.
    pub(crate) fn note_handed_over(&mut self, outcome: &Arc<Outcome>) {
        let noted = (outcome.session.clone(), outcome.interaction);
        self.handed_over.list.push(noted);
        let delay = match outcome.source {
            Source::Tool => self.options.record_delivery_within,
            // An approval is spent by it.
            Source::Approval => Duration::ZERO,
        };
        let flush_at = Instant::now() + delay;
        let earlier = self.handed_over.flush_at.is_none_or(|at| flush_at < at);
        if earlier {
            self.handed_over.flush_at = Some(flush_at);
        }
    }
}
