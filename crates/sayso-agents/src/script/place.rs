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
pub(super) struct Spot {
    pub(super) place: Option<Place>,
    /// By key, and by `[0]`, `[1]` … in a list.
    pub(super) below: HashMap<String, Self>,
}

impl Spot {
    /// The place of this path, or of what is nearest around it.
    pub(super) fn find(&self, path: &str) -> Option<Place> {
        let mut spot = self;
        for part in path.split('.') {
            let (key, list) = part.split_at(part.find('[').unwrap_or(part.len()));
            let numbers = list.split_inclusive(']');
            for step in std::iter::once(key).chain(numbers) {
                match spot.below.get(step) {
                    Some(below) => spot = below,
                    None if step.is_empty() => {}
                    None => return spot.place,
                }
            }
        }
        spot.place
    }
}
