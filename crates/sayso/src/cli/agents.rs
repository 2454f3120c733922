//! What can be typed about agents: to put Sayso into them, to host them, to answer their hooks.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::duration;
use crate::init::Client;

/// `sayso init`.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// Which clients; without it, those that left a trace in the project or at home
    #[arg(value_enum)]
    pub(crate) clients: Vec<Client>,
    /// Claude Code: into the user's own settings instead of this project's
    #[arg(long)]
    pub(crate) user: bool,
    /// Claude Code: what is done with a question before its tool runs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) manner: HookManner,
    /// Claude Code: questions alone, permission requests stay with the agent
    #[arg(long)]
    pub(crate) no_approvals: bool,
    /// Take it out again
    #[arg(long)]
    pub(crate) undo: bool,
    /// Write without asking
    #[arg(long)]
    pub(crate) yes: bool,
}

/// `sayso run`.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The agent
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: RunOf,
    /// Go on with this session, or look on while it works
    #[arg(long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// Begin as a branch of this session, which is kept
    #[arg(long, value_name = "ID", conflicts_with = "session")]
    pub(crate) fork: Option<String>,
    /// Where the branch begins: after the answer of this round, instead of at the end
    #[arg(long, value_name = "N", requires = "fork")]
    pub(crate) round: Option<u32>,
    /// What it should do, and its own options
    #[arg(last = true, value_name = "PROMPT")]
    pub(crate) words: Vec<String>,
}

/// The agents that can be hosted.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RunOf {
    /// Claude Code
    Claude,
}

/// `sayso hook`.
#[derive(Debug, Args)]
pub(crate) struct Hook {
    /// The agent whose hook it is
    pub(crate) agent: HookOf,
    /// What is done with a question of the agent's before its tool runs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) manner: HookManner,
    /// Let the desk resume a run that was put off, once its question is closed
    #[arg(long)]
    pub(crate) resume: bool,
    /// Leave it to the agent's own dialog after this long; the question stays open
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "23h")]
    pub(crate) timeout: Duration,
}

/// The agents whose hooks are answered.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum HookOf {
    /// Claude Code
    ClaudeCode,
}

/// What is done with a question before its tool runs.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum HookManner {
    /// At a terminal a race, without one the desk alone
    #[default]
    Auto,
    /// The desk alone is asked; there is no dialog
    Desk,
    /// The desk and the agent's own dialog; whoever is first wins
    Race,
    /// The question is put on the desk and a run without a terminal ends, to be resumed
    Defer,
}
