//! What can be set about the desk's network side.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::project_files::ProjectFiles;
use sayso_core::template::Templates;
use sayso_core::transcript::Shelf;
use serde::Serialize;

use crate::hook::HookAnswerer;
use crate::mounted::Mounted;
use crate::task::{TaskInterrupter, TaskStarter};
use crate::tls::Tls;

/// An agent that can be started.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostedAgent {
    /// What `POST /api/task` takes as `agent`.
    pub agent: String,
    /// The name that its sessions carry.
    pub name: String,
}

/// What can be set about the desk's network side.
#[derive(Clone)]
pub struct WebOptions {
    /// Host names by which browsers and programs may call it, beside the address it listens on.
    pub hosts: Vec<String>,
    /// What makes it safe to listen on a network; without it HTTP is spoken in the clear.
    pub tls: Option<Tls>,
    /// The language when a client names none.
    pub lang: Lang,
    /// How much may be asked.
    pub limits: Limits,
    /// Connections at once.
    pub connections: usize,
    /// How long a request's head may take.
    pub head_time: Duration,
    /// How long a request's body may take.
    pub body_time: Duration,
    /// How long a peer may take nothing of what is sent to it.
    pub stall_time: Duration,
    /// How long one call may wait for an answer.
    pub longest_wait: Duration,
    /// How often a quiet stream shows that it lives.
    pub heartbeat: Duration,
    /// The file that holds the key and the addresses of pushes; none are sent without it.
    pub push_file: Option<PathBuf>,
    /// Whether pushes may go to private addresses, and through a proxy: for tests, and for a push
    /// service of one's own.
    pub push_allow_private: bool,
    /// The agents that can be started.
    pub agents: Vec<HostedAgent>,
    /// The folder that an agent is started in when none is named.
    pub project: Option<String>,
    /// Starts hosted agents.
    pub start_task: Option<TaskStarter>,
    /// The MCP server, at `/mcp`.
    pub mcp: Option<Mounted>,
    /// Stops hosted agents.
    pub interrupt_task: Option<TaskInterrupter>,
    /// Answers agents' hooks.
    pub hook: Option<HookAnswerer>,
    /// Where agents' transcripts are found.
    pub transcripts: Option<Arc<dyn Shelf>>,
    /// Where files that questions refer to are found.
    pub project_files: Option<Arc<dyn ProjectFiles>>,
    /// Where templates are found.
    pub templates: Option<Arc<dyn Templates>>,
}

impl Default for WebOptions {
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            tls: None,
            lang: Lang::En,
            limits: Limits::api(),
            connections: 18_000,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            stall_time: Duration::from_secs(30),
            longest_wait: Duration::from_secs(600),
            heartbeat: Duration::from_secs(15),
            push_file: None,
            push_allow_private: false,
            agents: Vec::new(),
            project: None,
            start_task: None,
            mcp: None,
            interrupt_task: None,
            hook: None,
            transcripts: None,
            project_files: None,
            templates: None,
        }
    }
}

impl std::fmt::Debug for WebOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebOptions")
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}
