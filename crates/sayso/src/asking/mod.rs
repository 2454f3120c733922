//! From an agent's JSON to the words on its standard output.

mod answer_file;
mod context;
mod desk_keeper;
mod early;
mod here;
mod input;
mod place;
mod put_before;
mod repeats;
mod report;
mod shown;
mod tickets;
mod trouble;
mod turn;
mod waiting;
mod window;

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;

use sayso_core::asker::Asker;
use sayso_core::lang::Lang;
use sayso_core::opening::Opening;
use sayso_desk::store::{Pending, StoreError};
use serde_json::{Value, json};

pub(crate) use answer_file::AnswerFile;
pub(crate) use context::{ContextSource, contexts, shared_files};
pub(crate) use desk_keeper::{earlier, send_drafts};
pub(crate) use early::Early;
pub(crate) use input::Input;
pub(crate) use place::{Place, has_terminal};
pub(crate) use put_before::put_before;
pub(crate) use repeats::Repeats;
pub(crate) use report::{
    closed_elsewhere, ending, exit_of, exit_of_refusal, report, still_open, take_back,
};
pub(crate) use shown::Shown;
pub(crate) use tickets::Tickets;
pub(crate) use trouble::{Trouble, TroubleKind};
pub(crate) use turn::Turn;
pub(crate) use waiting::Waiting;
pub(crate) use window::{Known, Window};

use crate::config::Config;

/// The directory of everything, for its owner alone.
pub(crate) fn make_data_directory(config: &Config) -> Result<(), StoreError> {
    let made = DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&config.data);
    made.map_err(|error| {
        let text = format!("{}: {error}", config.data.display());
        match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::Full(text),
            std::io::ErrorKind::PermissionDenied => StoreError::Permission(text),
            _ => StoreError::Io(text),
        }
    })
}

/// Who asks and in which project; drawn by us, where the question's own text cannot reach.
pub(crate) fn heading(opening: &Opening, asker: &Asker, lang: Lang) -> Option<String> {
    let agent = asker.label(opening.agent.as_deref(), lang)?;
    Some(match &opening.project {
        Some(project) => format!("{agent} · {project}"),
        None => agent,
    })
}

/// An open interaction on the wire.
pub(crate) fn pending_wire(open: &Pending) -> Value {
    let mut wire = json!({
        "interaction_id": open.asked.interaction,
        "session_id": open.session,
        "round": open.asked.round,
        "state": "pending",
        "asked_at": open.asked_at,
        "deadline": open.asked.deadline,
        "agent": { "name": open.asked.asker.name.as_ref().or(open.opening.agent.as_ref()) },
        "project": open.opening.project,
        "questions": open.asked.questions,
    });
    if open.unattended {
        wire["unattended"] = json!(true);
    }
    wire
}
