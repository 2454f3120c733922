//! How large a scenario may be, and how long it may play.

use std::time::Duration;

/// Bytes of a file; JSON and YAML alike.
pub(super) const FILE_BYTES: usize = sayso_core::limits::INPUT_BYTES;
/// Levels of lists and mappings.
pub(super) const DEPTH: usize = sayso_core::limits::JSON_DEPTH;
/// Values in a file, its aliases filled in.
pub(super) const VALUES: usize = 20_000;
/// Bytes of all texts in a file, its aliases filled in.
pub(super) const TEXT_BYTES: usize = 1024 * 1024;
/// Mistakes that are gathered.
pub(super) const MISTAKES: usize = sayso_core::limits::ISSUES;
/// Questions of one ask, at most.
pub(super) const QUESTIONS: u32 = sayso_core::limits::CALL_QUESTIONS as u32;
/// Steps of a scenario, at all levels.
pub(super) const STEPS: usize = 1_000;
/// Levels of steps inside steps.
pub(super) const GROUPS: usize = 8;
/// Characters of a name, a label, an agent.
pub(super) const NAME_CHARS: usize = 64;
/// The longest pause.
pub(super) const PAUSE: Duration = Duration::from_secs(60);
/// Jumps of one `goto` in a play, at most.
pub(super) const JUMPS: u32 = 1_000;
/// Jumps of a `goto` that does not say how many.
pub(super) const USUAL_JUMPS: u32 = 10;
/// Steps that one play takes, at most, loops included.
pub(super) const PLAYED: u32 = 10_000;
/// Bytes that answers may bring into the texts of one step.
pub(super) const FILLED_BYTES: usize = 64 * 1024;
