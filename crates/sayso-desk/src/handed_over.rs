//! Recording which outcomes askers were given.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::command::Command;
use sayso_core::delivery::Delivery;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::outcome::Outcome;
use sayso_core::source::Source;

use crate::clock::running_nanos;
use crate::request::{Then, To, Wish, Wishes};
use crate::service::Service;

/// Outcomes that askers were given, not recorded yet. Nobody waits for the record, so it goes along
/// with the next commit, or alone after a moment. If the process is killed before, the answer counts
/// as not collected, and whoever asks again by its key gets it again.
#[derive(Debug, Default)]
pub(crate) struct HandedOver {
    list: Vec<(SessionId, InteractionId)>,
    /// By the machine's running time, in nanoseconds.
    flush_at: Option<i64>,
}

impl HandedOver {
    /// How long the record may still wait.
    pub(crate) fn time_left(&self) -> Duration {
        self.flush_at.map_or(Duration::MAX, |at| {
            let left = at.saturating_sub(running_nanos());
            Duration::from_nanos(u64::try_from(left).unwrap_or(0))
        })
    }

    /// The commands to record it with, if it cannot wait any longer.
    pub(crate) fn due(&mut self) -> Wishes {
        if self.time_left().is_zero() {
            self.take()
        } else {
            Wishes::new()
        }
    }

    /// The commands to record it with.
    pub(crate) fn take(&mut self) -> Wishes {
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
        let delay = i64::try_from(delay.as_nanos()).unwrap_or(i64::MAX);
        let flush_at = running_nanos().saturating_add(delay);
        let earlier = self.handed_over.flush_at.is_none_or(|at| flush_at < at);
        if earlier {
            self.handed_over.flush_at = Some(flush_at);
        }
    }
}
