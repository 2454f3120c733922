//! A bounded map that forgets what was not used for long.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use crate::table::Table;

/// Keeps what was used recently, in two generations: when the young one is full it becomes the
/// old one and the old one is forgotten. Using something makes it young again. Nothing is
/// forgotten before `make_room`.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    young: Table<K, V>,
    old: Table<K, V>,
    half: usize,
}

impl<K: Eq + Hash + Clone, V> Recent<K, V> {
    /// Keeps about this many.
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            young: Table::default(),
            old: Table::default(),
            half: (capacity / 2).max(1),
        }
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        match self.young.entry(key.clone()) {
            Entry::Occupied(kept) => Some(kept.into_mut()),
            Entry::Vacant(place) => self.old.remove(key).map(|value| place.insert(value)),
        }
    }

    /// What is kept, or else what is made now.
    pub(crate) fn get_or_make<E>(
        &mut self,
        key: &K,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<&mut V, E> {
        match self.young.entry(key.clone()) {
            Entry::Occupied(kept) => Ok(kept.into_mut()),
            Entry::Vacant(place) => {
                let value = self.old.remove(key).map_or_else(make, Ok)?;
                Ok(place.insert(value))
            }
        }
    }

    /// Whether it is kept; then it is young now.
    pub(crate) fn make_young(&mut self, key: &K) -> bool {
        self.get_mut(key).is_some()
    }

    /// What is young, without looking further.
    pub(crate) fn young_mut(&mut self, key: &K) -> Option<&mut V> {
        self.young.get_mut(key)
    }

    pub(crate) fn insert(&mut self, key: K, value: V) {
        self.young.insert(key, value);
    }

    /// Forgets what was not used for long, when there is too much.
    pub(crate) fn make_room(&mut self) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
    }

    pub(crate) fn remove(&mut self, key: &K) {
        self.young.remove(key);
        self.old.remove(key);
    }

    pub(crate) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}
