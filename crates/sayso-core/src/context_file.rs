//! A file that a question is about.

use serde::{Deserialize, Serialize};

/// A file of the project that a question refers to. Faces read it only inside the project's root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ContextFile {
    /// Relative to the project's root.
    pub path: String,
    /// First and last line, counted from 1; the whole file without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub lines: Option<(u32, u32)>,
}
