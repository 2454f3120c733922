//! What is decided, on its way into the log.

use std::sync::Arc;

use sayso_core::delivery::Delivery;
use sayso_core::event::Event;
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;
use sayso_core::record::{Record, chain};
use sayso_core::secrets::{holds_secrets, take_secrets};
use sayso_core::session::Session;
use sayso_core::source::Source;

use crate::error::DeskError;
use crate::pen::Pen;
use crate::store::{Bodies, StoreError};
use crate::turn::Parts;
use crate::waiters::Waiters;

/// A yes counts once. That an asker gets it is on disk before the asker has it, so that no crash
/// leaves it to be used again.
pub(crate) fn spend_approvals(session: &Session, facts: &mut Vec<Event>, waiters: &Waiters) {
    let handed_over = |event: &Event| match event {
        Event::Closed { interaction, .. } if waiters.has_asker(*interaction) => session
            .interaction(*interaction)
            .filter(|open| open.source == Source::Approval)
            .map(|open| Event::Delivered {
                interaction: open.id,
                delivery: Delivery::HandedOver,
            }),
        _ => None,
    };
    let spent: Vec<Event> = facts.iter().filter_map(handed_over).collect();
    facts.extend(spent);
}

/// Gives the facts their place in the log, and lets the session live through them.
pub(crate) fn record(
    session: &mut Session,
    facts: Vec<Event>,
    now: Moment,
    parts: &mut Parts,
    bodies: &mut Bodies,
) -> Result<Vec<Arc<Outcome>>, DeskError> {
    let part = parts.of(session);
    // Most sessions have one wish in a batch, so that room for more facts would be wasted on them.
    part.facts.reserve_exact(facts.len());
    let mut closed = Vec::new();
    for mut event in facts {
        if let Event::Closed { interaction, .. } | Event::Answered { interaction, .. } = &event
            && let Some(open) = session.interaction(*interaction)
        {
            if let Event::Closed { closing, .. } = &event {
                let outcome = Outcome::of_open(session.id(), open, closing.clone());
                closed.push(Arc::new(outcome));
            }
            part.secrets.extend(take_secrets(&mut event, open));
        }
        let seq = session.seq() + 1;
        let body = bodies.of(&event)?;
        let hash = chain(session.head(), session.id(), seq, now, body.as_bytes());
        let record = Record {
            seq,
            at: now,
            event,
            hash,
        };
        session.apply(&record);
        part.facts.push((record, body));
    }
    Ok(closed)
}

/// Nobody is asked for secret words that could not be kept, and none are taken.
pub(crate) fn prepare(session: &Session, facts: &[Event], pen: &mut Pen) -> Result<(), StoreError> {
    let secret = |event: &Event| match event {
        Event::Asked(asked) => whole_tree(&asked.questions).any(|q| q.secret),
        Event::Answered { interaction, .. } | Event::Closed { interaction, .. } => session
            .interaction(*interaction)
            .is_some_and(|open| holds_secrets(event, open)),
        _ => false,
    };
    if facts.iter().any(secret) {
        return pen.store().prepare_for_secrets();
    }
    Ok(())
}
