//! The map behind what the desk looks up for every wish.

use std::collections::HashMap;

/// A hash map with a quick hash, seeded anew in every process.
pub(crate) type Table<K, V> = HashMap<K, V, foldhash::fast::RandomState>;
