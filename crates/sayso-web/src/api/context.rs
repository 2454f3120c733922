//! The files that a question refers to, for the person who is asked.

use axum::response::Response;
use http::StatusCode;
use sayso_core::event::Event;
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::project_files::FileRefusal;
use sayso_desk::store::Found;

use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// `GET /api/interactions/{id}/context?path=`: a file that this interaction refers to, and no other.
pub(crate) async fn get(call: Call) -> Result<Response, Failure> {
    let (id, lang) = (call.interaction()?, call.lang);
    let (session, questions) = match call.app.find(id, &call.principal, lang).await? {
        Found::Pending(pending) => (pending.session, pending.asked.questions),
        Found::Closed(outcome) => (outcome.session, outcome.questions),
    };
    let path = call.param("path").unwrap_or_default().to_owned();
    let mut files = whole_tree(&questions).flat_map(|question| &question.context);
    if !files.any(|file| file.path == path) {
        return Err(Failure::not_found(lang));
    }
    let opened = move |reader: &dyn sayso_desk::store::Reader| reader.records(&session, 0, 1);
    let opened = call.app.read(lang, opened).await?;
    let project = match opened.into_iter().next().map(|record| record.event) {
        Some(Event::Opened(opening)) => opening.project,
        _ => None,
    };
    let (Some(project), Some(disk)) = (project, call.app.options.project_files.clone()) else {
        return Err(failure(&FileRefusal::NotOurs, lang));
    };
    let read = move || disk.read(&project, &path);
    let file = call.app.run(lang, read).await?;
    Ok(body::json(&file.map_err(|why| failure(&why, lang))?))
}

pub(crate) fn failure(why: &FileRefusal, lang: Lang) -> Failure {
    let (status, code) = match why {
        FileRefusal::NotOurs => (StatusCode::FORBIDDEN, "project_not_shared"),
        FileRefusal::NotFound => return Failure::not_found(lang),
        FileRefusal::NotText => (StatusCode::BAD_REQUEST, "not_text"),
        FileRefusal::Failed(_) => (StatusCode::BAD_REQUEST, "unreadable"),
    };
    Failure::new(status, code, why.text(lang))
}
