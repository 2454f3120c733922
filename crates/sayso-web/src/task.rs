//! Agents that Sayso hosts, as `POST /api/task` asks for them.

use std::sync::Arc;

use sayso_core::id::SessionId;
use sayso_core::issue::IssueWire;
use sayso_core::lang::Lang;
use sayso_desk::{DeskError, Handle};
use serde_json::Value;

/// What somebody wants an agent to do.
#[derive(Clone, Debug)]
pub struct TaskWish {
    /// The conversation.
    pub session: SessionId,
    /// What kind of agent.
    pub agent: String,
    /// What the agent needs to know.
    pub wish: Value,
    /// What makes two wishes of a conversation the same wish.
    pub key: Option<String>,
    /// The language of whoever wishes, in which is said what is wrong.
    pub lang: Lang,
}

/// What became of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskBegun {
    /// It is under way.
    Now,
    /// The same wish was met before.
    Before,
}

/// Why a wish is not met.
#[derive(Debug)]
pub enum TaskTrouble {
    /// This is wrong with it, all of it at once.
    Wrong(Vec<IssueWire>),
    /// The agent could not be started.
    NotStarted(String),
    /// The desk did not do it.
    Desk(DeskError),
}

impl From<String> for TaskTrouble {
    fn from(why: String) -> Self {
        Self::NotStarted(why)
    }
}

impl From<DeskError> for TaskTrouble {
    fn from(error: DeskError) -> Self {
        Self::Desk(error)
    }
}

/// Starts an agent that Sayso hosts, which goes on by itself. It may block for a moment.
pub type TaskStarter =
    Arc<dyn Fn(&Handle, &TaskWish) -> Result<TaskBegun, TaskTrouble> + Send + Sync>;

/// Stops the turn of an agent that Sayso hosts, beside what it has open.
pub type TaskInterrupter = Arc<dyn Fn(&SessionId) + Send + Sync>;
