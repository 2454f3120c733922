//! Which places of the log a node has heard of.

use std::collections::BTreeMap;

/// Which places of the log a node has heard of: by writing there itself, by a hint, or by
/// reading. What is left out was written by others whose hint got lost.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// All up to here.
    upto: u64,
    /// And these beyond, from the first to the last.
    beyond: BTreeMap<u64, u64>,
}

impl Coverage {
    /// All up to this place.
    pub(super) fn upto(place: u64) -> Self {
        Self {
            upto: place,
            beyond: BTreeMap::new(),
        }
    }

    /// These too.
    pub(super) fn add(&mut self, first: u64, last: u64) {
        let known = self.beyond.entry(first).or_insert(last);
        *known = last.max(*known);
        while let Some(entry) = self.beyond.first_entry() {
            if *entry.key() > self.upto + 1 {
                return;
            }
            self.upto = self.upto.max(entry.remove());
        }
    }

    /// The first places up to this one that it has not heard of, from the first to the last.
    pub(super) fn gap(&self, upto: u64) -> Option<(u64, u64)> {
        let first = self.upto + 1;
        let next = self.beyond.keys().next();
        let last = next.map_or(upto, |next| upto.min(next - 1));
        (first <= last).then_some((first, last))
    }
}

#[cfg(test)]
mod tests;
