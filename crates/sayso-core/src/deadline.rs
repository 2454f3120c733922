//! When an interaction stops waiting, and what happens then.

use serde::{Deserialize, Serialize};

use crate::moment::Moment;

/// What happens at the deadline, when the asker said it outright.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// Declared defaults stand in, marked as such.
    Default,
    /// Nothing stands in.
    Terminate,
}

/// When an interaction stops waiting. The clock is the desk's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Deadline {
    /// When, unless it is held.
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub at: Moment,
    /// What happens then, when said outright.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub on_timeout: Option<OnTimeout>,
    /// Milliseconds that were left when the person stopped the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub held_with: Option<u64>,
}

impl Deadline {
    /// Whether it has passed.
    pub fn is_due(&self, now: Moment) -> bool {
        self.held_with.is_none() && self.at <= now
    }
}
