//! One thing that a transcript shows.

use serde::Serialize;

use super::content::Content;
use super::speaker::Speaker;
use super::standing::Standing;
use crate::moment::Moment;

/// One thing that a transcript shows: a line, or a block of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    /// Its line in the file, counted from 1.
    pub line: u32,
    /// Its block in the line, counted from 0.
    pub block: u32,
    /// What the line is known by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    /// The line it hangs on.
    #[serde(rename = "parentUuid", skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Moment>,
    /// The round it stands in, counted from 1; 0 before the first prompt.
    pub round: u32,
    /// Where it stands in the conversation.
    pub standing: Standing,
    /// Who it is from.
    pub from: Speaker,
    /// Whether people who read the conversation pass it over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// What it holds.
    #[serde(flatten)]
    pub content: Content,
}
