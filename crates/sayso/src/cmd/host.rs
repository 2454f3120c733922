//! `sayso host`: holds an agent's pipes. Started by `sayso run` and by the desk, not by people.

use std::io;

use super::{complain, desk_failed, local_desk, say};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::HostOrder;

/// Starts or takes up the agent that standard input describes, says so, and holds it to its end.
pub(crate) fn run(config: &Config) -> Exit {
    // Whoever started it may go; its terminal must not take the agent along.
    let _ = rustix::process::setsid();
    let mut line = String::new();
    let order = io::stdin()
        .read_line(&mut line)
        .map_err(|error| error.to_string())
        .and_then(|_| HostOrder::read(&line));
    let order = match order {
        Ok(order) => order,
        Err(wrong) => {
            complain(&wrong);
            return Exit::Usage;
        }
    };
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let holder = match order.begin(desk.handle(), config) {
        Ok(holder) => holder,
        Err(error) => {
            say(&error.to_string());
            return Exit::StoreFailed;
        }
    };
    say("");
    match holder.run() {
        Ok(()) => Exit::Done,
        Err(error) => {
            complain(&format!("Error: {error}"));
            Exit::StoreFailed
        }
    }
}
