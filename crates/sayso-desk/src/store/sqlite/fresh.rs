//! What was written last, at hand for whoever follows the log.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::store::{Append, Landing, RecordLine};

/// Bytes of facts that are kept, at most.
const ROOM: usize = 256 * 1024;

/// The facts that this process wrote last, as the log holds them. To read them back from the file
/// takes a thread that may wait, and about as long as to write them.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    /// Whether somebody follows the log.
    wanted: AtomicBool,
    lines: Mutex<Lines>,
}

/// Facts that stand one behind the other, without a hole.
#[derive(Debug, Default)]
struct Lines {
    list: VecDeque<RecordLine>,
    bytes: usize,
}

impl Fresh {
    /// These were written, up to this place.
    pub(super) fn add(&self, parts: &[Append], landings: &[Landing], last: u64) {
        if !self.wanted.load(Ordering::Relaxed) {
            return;
        }
        let landed = || {
            let parts = parts.iter().zip(landings);
            let landed = parts.filter(|(_, landing)| **landing == Landing::Landed);
            landed.flat_map(|(part, _)| part.facts.iter().map(|fact| (&part.session, fact)))
        };
        let before = last.saturating_sub(landed().count() as u64);
        let mut lines = self.lock();
        if lines.list.back().is_some_and(|line| line.place != before) {
            // Somebody else wrote in between.
            *lines = Lines::default();
        }
        for (place, (session, (record, body))) in (before + 1..).zip(landed()) {
            lines.push(RecordLine {
                place,
                session: session.clone(),
                seq: record.seq,
                at: record.at,
                kind: record.event.kind().to_owned(),
                body: body.as_str().to_owned(),
                hash: record.hash,
            });
        }
    }

    /// The facts that follow on this place; none when the file must be asked for them.
    pub(super) fn after(&self, place: u64) -> Option<Vec<RecordLine>> {
        self.wanted.store(true, Ordering::Relaxed);
        let lines = self.lock();
        let first = lines.list.front()?.place;
        let known = (place + 1).checked_sub(first)?;
        let news: Vec<RecordLine> = lines.list.iter().skip(known as usize).cloned().collect();
        Some(news).filter(|news| !news.is_empty())
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    fn push(&mut self, line: RecordLine) {
        self.bytes += line.body.len();
        self.list.push_back(line);
        while self.bytes > ROOM
            && let Some(oldest) = self.list.pop_front()
        {
            self.bytes -= oldest.body.len();
        }
    }
}
