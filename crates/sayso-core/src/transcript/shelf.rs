//! Where transcripts are found. Core reads no file; whoever does stands behind this.

use serde::Serialize;
use serde_json::Value;

use super::page::{Page, Span};
use super::summary::Summary;
use crate::moment::Moment;

/// One transcript of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listed {
    /// What it is asked for by.
    pub id: String,
    /// The folder of its project, as the agent names it.
    pub folder: String,
    /// Its size.
    pub bytes: u64,
    /// When it was last written to.
    pub modified_at: Moment,
    /// What it is about.
    pub summary: Summary,
}

/// Why a transcript cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// There is none of this name.
    #[error("no such transcript")]
    NotFound,
    /// It could not be read.
    #[error("the transcript could not be read: {0}")]
    Failed(String),
}

/// A question of a transcript that can be asked again.
#[derive(Clone, Debug, PartialEq)]
pub struct AskAgain {
    /// The conversation it was asked in.
    pub session_id: Option<String>,
    /// The directory the agent worked in.
    pub project: Option<String>,
    /// The tool call that asked: the same call is the same question.
    pub tool_use_id: Option<String>,
    /// What was asked.
    pub input: Value,
}

/// Why a question is not asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAgain {
    /// The transcript cannot be shown.
    Unread(Unread),
    /// It has no question of this name.
    NoQuestion,
    /// It was answered, or turned down, or failed: its agent knows how it ended.
    Ended(super::card::CardState),
}

impl From<Unread> for NotAgain {
    fn from(unread: Unread) -> Self {
        Self::Unread(unread)
    }
}

/// Where transcripts are found.
pub trait Shelf: Send + Sync {
    /// The transcripts of a project, or of all, last written first; before this moment.
    fn list(
        &self,
        project: Option<&str>,
        before: Option<Moment>,
        limit: usize,
    ) -> Result<Vec<Listed>, Unread>;

    /// A page of one, or of a sub-agent's of its.
    fn page(&self, id: &str, agent: Option<&str>, span: &Span) -> Result<Page, Unread>;

    /// A question that nobody ever answered, by its line's name or its tool call.
    fn ask_again(&self, id: &str, question: &str) -> Result<AskAgain, NotAgain>;
}
