//! Approvals: leave to act, asked on the same channel as questions.

mod action;
mod verdict;

pub use action::Action;
pub use verdict::Verdict;

/// The choice that denies; it stands first.
pub const DENY: &str = "deny";
/// The choice that allows this one action, as it is.
pub const ALLOW: &str = "allow";
/// The choice that allows it and takes over the rules that the agent offers.
pub const ALWAYS: &str = "always";
/// The choice that allows it with another input, which the person writes.
pub const CHANGE: &str = "change";
