//! `sayso demo`.

use crate::config::Config;
use crate::exit::Exit;

/// An agent that asks in several rounds, until it is told to stop.
pub(crate) fn run(config: &Config) -> Exit {
    let _ = config;
    Exit::Done
}

/// Starts the agents that this desk hosts.
pub(crate) fn task_starter() -> Option<sayso_web::TaskStarter> {
    None
}
