//! What one node tells the others: hints, never truth.

use std::collections::HashSet;

use sayso_core::id::SessionId;
use serde::{Deserialize, Serialize};

/// A notification holds less than 8,000 bytes.
const PAYLOAD: usize = 7_000;
/// More sessions are not told one by one.
const SESSIONS: usize = 4_096;
/// More blocks of places than this are not told at once.
const PLACES: usize = 100;

/// One notification.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Note {
    /// The node that says so.
    pub(super) node: String,
    /// Blocks of places that are told of once this is read, from the first to the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) places: Vec<(u64, u64)>,
    /// Sessions that have moved on; all may have without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sessions: Option<Vec<SessionId>>,
}

/// What has landed and was not told yet; many commits become a few notifications.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    places: Vec<(u64, u64)>,
    sessions: HashSet<SessionId>,
    too_many: bool,
}

impl Outbox {
    pub(super) fn add(&mut self, places: (u64, u64), sessions: impl Iterator<Item = SessionId>) {
        let few = self.places.len() < PLACES;
        match self.places.last_mut() {
            Some(last) if last.1 + 1 == places.0 => last.1 = places.1,
            _ if few => self.places.push(places),
            // Then others find out for themselves.
            _ => {}
        }
        if !self.too_many {
            self.sessions.extend(sessions);
        }
        if self.sessions.len() > SESSIONS {
            self.add_all();
        }
    }

    /// Anything may have moved.
    pub(super) fn add_all(&mut self) {
        self.too_many = true;
        self.sessions.clear();
    }

    /// The notifications to send; nothing is left.
    pub(super) fn empty(&mut self, node: &str) -> Vec<String> {
        let Self {
            places,
            sessions,
            too_many,
        } = std::mem::take(self);
        let mut notes: Vec<Note> = Vec::new();
        let mut room = 0;
        for session in sessions {
            // In the worst case every byte is escaped.
            let size = session.as_str().len() * 6 + 3;
            if size > PAYLOAD {
                notes.push(note(node, None));
                room = 0;
            } else if let (true, Some(sessions)) = (
                size <= room,
                notes.last_mut().and_then(|note| note.sessions.as_mut()),
            ) {
                sessions.push(session);
                room -= size;
            } else {
                notes.push(note(node, Some(vec![session])));
                room = PAYLOAD - size;
            }
        }
        if too_many {
            notes.push(note(node, None));
        }
        // The places come last: who has read them has read the rest.
        if !places.is_empty() {
            let mut last = note(node, Some(Vec::new()));
            last.places = places;
            notes.push(last);
        }
        let text = |note: &Note| serde_json::to_string(note).ok();
        notes.iter().filter_map(text).collect()
    }
}

fn note(node: &str, sessions: Option<Vec<SessionId>>) -> Note {
    Note {
        node: node.to_owned(),
        places: Vec::new(),
        sessions,
    }
}

#[cfg(test)]
mod tests;
