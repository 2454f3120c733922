//! What can be set about the server.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::template::Templates;

use crate::client_rules::ClientRules;
use crate::door::Door;

/// Opens the desk when it is first needed.
pub type DoorOpener = Arc<dyn Fn() -> Result<Door, String> + Send + Sync>;
/// Says where the desk's page is, and starts one when there is none. May take its time.
pub type PageFinder = Arc<dyn Fn() -> Option<String> + Send + Sync>;
/// Looks where templates lie. May read the disk.
pub type TemplatesFinder = Arc<dyn Fn() -> Box<dyn Templates> + Send + Sync>;

/// What can be set about the server.
#[derive(Clone)]
pub struct McpOptions {
    /// Opens the desk.
    pub door: DoorOpener,
    /// Finds the desk's page.
    pub page: PageFinder,
    /// Where the sealing key and the marks of used states lie.
    pub data: PathBuf,
    /// The language of what people read.
    pub lang: Lang,
    /// How much may be asked.
    pub limits: Limits,
    /// The project's root.
    pub project: Option<String>,
    /// The session of Claude Code that started this server, if it did. Its permission hooks ask in
    /// that session.
    pub claude_session: Option<String>,
    /// The person at this machine.
    pub user: String,
    /// Questions that are kept ready; clients see them as prompts.
    pub templates: Option<TemplatesFinder>,
    /// The script of the panel that clients with MCP Apps show.
    pub panel: Option<&'static str>,
    /// How clients are treated.
    pub clients: ClientRules,
    /// How long a question stays answerable after its call was cancelled.
    pub grace: Duration,
    /// How often a waiting call shows that it lives.
    pub progress: Duration,
}

impl McpOptions {
    /// The usual, with these two.
    pub fn new(door: DoorOpener, page: PageFinder) -> Self {
        Self {
            door,
            page,
            data: PathBuf::new(),
            lang: Lang::En,
            limits: Limits::api(),
            project: None,
            claude_session: None,
            user: "owner".into(),
            templates: None,
            panel: None,
            clients: ClientRules::default(),
            grace: Duration::from_secs(600),
            progress: Duration::from_secs(10),
        }
    }
}

impl std::fmt::Debug for McpOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("McpOptions")
            .field("project", &self.project)
            .field("clients", &self.clients)
            .finish_non_exhaustive()
    }
}
