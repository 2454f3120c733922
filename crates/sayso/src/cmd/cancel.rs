//! `sayso cancel`.

use sayso_core::actor::Actor;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;

use crate::asking::{Trouble, Window};
use crate::below_agent::refuse_below_agent;
use crate::cli::Cancel;
use crate::config::Config;
use crate::exit::Exit;

/// Calls an open question off.
pub(crate) fn run(cancel: Cancel, config: &Config) -> Exit {
    match call_off(cancel, config) {
        Ok(()) => Exit::Done,
        Err(trouble) => trouble.say(),
    }
}

fn call_off(cancel: Cancel, config: &Config) -> Result<(), Trouble> {
    let window = Window::open(config)?;
    let id = window.find_id(&cancel.id, config)?;
    if let Err(refused) = refuse_below_agent(Some(&cancel.id), false, config) {
        // An agent takes a question back; what it says is not the person's.
        return match cancel.reason {
            Some(_) => Err(refused),
            None => window.withdraw(id, config),
        };
    }
    let actor = Actor::new(config.user.as_str(), Face::Terminal, Evidence::Script);
    window.cancel(id, cancel.reason, actor, config)
}
