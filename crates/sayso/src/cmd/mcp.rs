//! `sayso mcp`.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};

use sayso_desk::{Desk, Handle};
use sayso_mcp::{Door, McpOptions, Server, serve_stdio};

use super::{complain, local_desk};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{RuntimeFile, desk_address};

/// Speaks MCP with whoever started it, until that one closes its end.
pub(crate) fn run(config: Config) -> Exit {
    if io::stdin().is_terminal() {
        complain(
            "This speaks MCP on standard input and output; an MCP client starts it. \
             `sayso init` writes the entry for the clients it knows.",
        );
    }
    let desk = Arc::new(Mutex::new(None));
    match serve_stdio(Server::new(options(&Arc::new(config), desk))) {
        Ok(()) => Exit::Done,
        Err(error) => {
            complain(&format!("Error: {error}"));
            Exit::BadInput
        }
    }
}

/// The server of this user. The desk opens with the first question and lives as long as `desk`.
fn options(config: &Arc<Config>, desk: Arc<Mutex<Option<Desk>>>) -> McpOptions {
    let (for_door, for_page) = (config.clone(), config.clone());
    let door = Arc::new(move || {
        if let Some(there) = &for_door.desk {
            return Ok(Door::There(for_door.remote(&there.url, &there.asker)?));
        }
        let started = local_desk(&for_door).map_err(|error| error.to_string())?;
        let handle = started.handle();
        *desk.lock().unwrap_or_else(PoisonError::into_inner) = Some(started);
        Ok(Door::Here(handle))
    });
    let may_start = config.mcp.start_desk.unwrap_or(true);
    let page = Arc::new(move || match &for_page.desk {
        Some(there) => Some(there.url.clone()),
        None if may_start => desk_address(&for_page),
        None => RuntimeFile::find(&for_page.data),
    });
    let mut options = McpOptions::new(door, page);
    options.project.clone_from(&config.project);
    options
        .claude_session
        .clone_from(&config.around.claude_session);
    let mut options = with_settings(options, config);
    if config.desk.is_some() {
        options.panel = None;
    }
    options
}

/// The server of the desk that runs here and whose page is at this address. Its clients sit in
/// projects that it does not know.
pub(crate) fn server(handle: &Handle, url: &str, config: &Config) -> Server {
    let (handle, url) = (handle.clone(), url.to_owned());
    let door = Arc::new(move || Ok(Door::Here(handle.clone())));
    let page = Arc::new(move || Some(url.clone()));
    let options = McpOptions::new(door, page);
    let mut options = with_settings(options, &Arc::new(config.clone()));
    // Over HTTP nobody answers in the client: a token is not a person.
    options.panel = None;
    Server::new(options)
}

fn with_settings(mut options: McpOptions, config: &Arc<Config>) -> McpOptions {
    options.data.clone_from(&config.data);
    options.lang = config.lang;
    options.user.clone_from(&config.user);
    let for_templates = config.clone();
    options.templates = Some(Arc::new(move || {
        Box::new(super::skill::templates(&for_templates))
    }));
    options.panel = sayso_web::mcp_app();
    options.clients = config.mcp.rules();
    options.grace = config.mcp.grace.unwrap_or(options.grace);
    options.progress = config.mcp.progress.unwrap_or(options.progress);
    options
}
