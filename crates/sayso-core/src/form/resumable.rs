//! What of a draft can be kept and gone on with.

use super::{Draft, Entry};
use crate::source::Source;

/// What of a draft can be kept and gone on with. Of an approval only words: leave is given by who
/// reads it now, and a draft may be another's, or of another day.
pub fn resumable(draft: Draft, source: Source) -> Draft {
    if source == Source::Tool {
        return draft;
    }
    let words = |entry: Entry| Entry {
        picked: Vec::new(),
        other_on: false,
        yes: None,
        ..entry
    };
    let entries = draft.into_iter();
    entries.map(|(id, entry)| (id, words(entry))).collect()
}
