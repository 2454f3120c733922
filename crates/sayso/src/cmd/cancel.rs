//! `sayso cancel`.

use sayso_core::actor::Actor;
use sayso_core::face::Face;

use super::{complain, desk_failed, find_id, local_desk};
use crate::cli::Cancel;
use crate::config::Config;
use crate::exit::Exit;

/// Calls an open question off.
pub(crate) fn run(cancel: Cancel, config: &Config) -> Exit {
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let id = match find_id(handle.reader(), &cancel.id) {
        Ok(id) => id,
        Err(wrong) => {
            complain(&wrong);
            return Exit::BadInput;
        }
    };
    let actor = Actor::new(config.user.as_str(), Face::Terminal);
    match handle.cancel(id, cancel.reason, actor, None).wait() {
        Ok(_) => Exit::Done,
        Err(error) => desk_failed(&error, config),
    }
}
