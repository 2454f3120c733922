//! `sayso wait`.

use std::thread;
use std::time::Duration;

use crate::asking::{self, Tickets, Trouble, Window};
use crate::cli::Wait;
use crate::config::Config;
use crate::exit::Exit;

/// How often a bounded wait looks.
const LOOK: Duration = Duration::from_millis(50);

/// Waits for a question that was asked before.
pub(crate) fn run(wait: &Wait, config: &Config) -> Exit {
    wait_for(wait, config).unwrap_or_else(|trouble| trouble.say())
}

fn wait_for(wait: &Wait, config: &Config) -> Result<Exit, Trouble> {
    let window = Window::open(config)?;
    let id = window.find_id(&wait.id, config)?;
    let mut waiting = window.wait(id, config)?;
    if let Some(limit) = wait.timeout.or(config.around.shell_time) {
        let mut left = limit;
        while !waiting.is_over(config) {
            if left.is_zero() {
                return Ok(asking::still_open(id, config));
            }
            thread::sleep(LOOK.min(left));
            left = left.saturating_sub(LOOK);
        }
    }
    let outcome = waiting.outcome(config)?;
    Tickets::of(config).collected(id);
    Ok(asking::report(&outcome, wait.output, &window, config))
}
