//! `sayso wait`.

use std::thread;
use std::time::Duration;

use super::{complain, desk_failed, find_id, local_desk};
use crate::asking;
use crate::cli::Wait;
use crate::config::Config;
use crate::exit::Exit;

/// How often a bounded wait looks.
const LOOK: Duration = Duration::from_millis(50);

/// Waits for a question that was asked before.
pub(crate) fn run(wait: &Wait, config: &Config) -> Exit {
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let id = match find_id(handle.reader(), &wait.id) {
        Ok(id) => id,
        Err(wrong) => {
            complain(&wrong);
            return Exit::BadInput;
        }
    };
    let waited = handle
        .wait(id)
        .wait()
        .and_then(|mut waiter| match wait.timeout {
            None => waiter.wait().map(Some),
            Some(limit) => {
                let mut left = limit;
                loop {
                    if let Some(outcome) = waiter.look()? {
                        return Ok(Some(outcome));
                    }
                    if left.is_zero() {
                        return Ok(None);
                    }
                    thread::sleep(LOOK.min(left));
                    left = left.saturating_sub(LOOK);
                }
            }
        });
    match waited {
        Ok(Some(outcome)) => asking::report(&outcome, wait.output, config),
        Ok(None) => asking::still_open(id, config),
        Err(error) => desk_failed(&error, config),
    }
}
