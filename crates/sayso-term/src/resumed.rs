//! What a draft brings back.

use sayso_core::form::{Draft, Entry};
use sayso_core::source::Source;

/// What a draft brings back. Of an approval only words: leave is given by who reads it now, and a
/// draft may be another's, or of another day.
pub(crate) fn resumed(draft: Draft, source: Source) -> Draft {
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
