//! How much a template may hold and take in.

/// Bytes of a file.
pub(super) const FILE_BYTES: u64 = 256 * 1024;
/// Templates of a folder that are looked at.
pub(super) const TEMPLATES: usize = 1_000;
/// Values of a list, at most.
pub(super) const VALUES: usize = 1_000;
/// Values of a list that does not say how many.
pub(super) const USUAL_VALUES: usize = 50;
/// Lines of a file's contents, at most.
pub(super) const LINES: usize = 1_000;
/// Lines of contents that do not say how many.
pub(super) const USUAL_LINES: usize = 40;
/// Bytes that are filled in, all together.
pub(super) const FILLED_BYTES: usize = 200 * 1024;
/// Files and folders of a project that are looked at for one list.
pub(super) const LOOKED_AT: usize = 20_000;
/// Levels of folders that are looked into.
pub(super) const DEPTH: usize = 12;
/// Bytes of a repository's list of packed branches that are read.
pub(super) const PACKED_BYTES: u64 = 4 * 1024 * 1024;
