//! Agents' hooks that call over HTTP.

use std::sync::Arc;

use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_desk::{DeskError, Handle, Waiter};
use serde_json::Value;

/// What a hook brings.
#[derive(Clone, Debug)]
pub struct HookWish {
    /// The agent whose hook it is.
    pub agent: String,
    /// What it was called with, as the agent wrote it.
    pub call: Value,
    /// How it goes about it.
    pub manner: Option<String>,
    /// The name of the credential that it came with.
    pub credential: String,
    /// The session that its token is for, if it is for one alone.
    pub only_session: Option<String>,
    /// The language of what the model is told.
    pub lang: Lang,
}

/// What a hook says when its question is closed.
pub type HookThen = Box<dyn FnOnce(&Outcome) -> Value + Send>;

/// What a hook has come to.
pub enum HookStep {
    /// It says this.
    Says(Value),
    /// It waits for the person, and then says this.
    Waits(Waiter, HookThen),
}

/// Why a hook gets no answer.
#[derive(Debug)]
pub enum HookTrouble {
    /// It was not called as hooks are called.
    Wrong(String),
    /// The desk did not do it.
    Desk(DeskError),
}

/// Answers a hook, up to where a person must be waited for. It may block for a moment.
pub type HookAnswerer =
    Arc<dyn Fn(&Handle, HookWish) -> Result<HookStep, HookTrouble> + Send + Sync>;

impl std::fmt::Debug for HookStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Says(value) => f.debug_tuple("Says").field(value).finish(),
            Self::Waits(..) => f.write_str("Waits"),
        }
    }
}
