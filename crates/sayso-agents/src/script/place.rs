//! Where something stands in a file.

use std::collections::HashMap;
use std::fmt;

/// Where something stands in a file, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where a value and all that is in it stand; empty when nobody knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spot {
    pub(crate) place: Option<Place>,
    /// By key, and by `[0]`, `[1]` … in a list.
    pub(crate) below: HashMap<String, Self>,
}

impl Spot {
    /// The place of this path, or of what is nearest around it.
    pub(crate) fn find(&self, path: &str) -> Option<Place> {
        let (mut spot, mut rest) = (self, path);
        while !rest.is_empty() {
            let Some((key, below)) = spot.step(rest) else {
                break;
            };
            spot = below;
            rest = &rest[key.len()..];
            rest = rest.strip_prefix('.').unwrap_or(rest);
        }
        spot.place
    }

    /// The first step of a path: a number, or the longest key, since keys may hold dots.
    fn step(&self, path: &str) -> Option<(&str, &Self)> {
        if let Some(end) = path.find(']').filter(|_| path.starts_with('[')) {
            let (key, below) = self.below.get_key_value(&path[..=end])?;
            return Some((key, below));
        }
        let begins = |key: &str| {
            let after = path.strip_prefix(key);
            after.is_some_and(|after| after.is_empty() || after.starts_with(['.', '[']))
        };
        let keys = self.below.iter().map(|(key, below)| (key.as_str(), below));
        keys.filter(|(key, _)| !key.is_empty() && begins(key))
            .max_by_key(|(key, _)| key.len())
    }
}
