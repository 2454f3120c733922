use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use sayso_core::moment::Moment;

/// What the clock of a file system may not tell apart, in milliseconds.
const A_MOMENT: u64 = 2_000;

/// When a file was last changed, in what it holds, in its names or in who may read it: seconds and
/// nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileTime(i64, i64);

impl FileTime {
    pub(super) fn of(found: &Metadata) -> Self {
        Self(found.ctime(), found.ctime_nsec())
    }

    /// Whether a change that comes now would show: two of one moment look like one.
    pub(super) fn is_settled(self, wall_time: Moment) -> bool {
        let changed = Moment::from_millis(self.0.saturating_mul(1_000));
        wall_time.since(changed) > A_MOMENT
    }
}
