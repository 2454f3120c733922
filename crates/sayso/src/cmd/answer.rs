//! `sayso answer`.

use sayso_desk::store::Found;

use super::{complain, desk_failed, find_id, local_desk};
use crate::asking::{self, AnswerFile, Place};
use crate::cli::{Answer, Output};
use crate::config::Config;
use crate::exit::Exit;

/// Answers an open question, here in the terminal or with JSON.
pub(crate) fn run(answer: &Answer, config: &Config) -> Exit {
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let id = match find_id(handle.reader(), &answer.id) {
        Ok(id) => id,
        Err(wrong) => {
            complain(&wrong);
            return Exit::BadInput;
        }
    };
    let pending = match handle.reader().find(id) {
        Ok(Some(Found::Pending(pending))) => pending,
        Ok(Some(Found::Closed(outcome))) => {
            complain(&asking::closed_elsewhere(&outcome, config.lang));
            return asking::exit_of(&outcome);
        }
        Ok(None) => {
            complain(&format!("no question with the id {id}"));
            return Exit::BadInput;
        }
        Err(error) => return desk_failed(&error.into(), config),
    };
    let place = match &answer.json {
        None => Place::choose(true).map_err(|nobody| (nobody, Exit::NobodyToAsk)),
        Some(text) => AnswerFile::parse(text.as_bytes(), config.lang)
            .map(Place::Given)
            .map_err(|wrong| (wrong, Exit::BadInput)),
    };
    let place = match place {
        Ok(place) => place,
        Err((why, exit)) => {
            complain(&why);
            return exit;
        }
    };
    let waiter = match handle.wait(id).wait() {
        Ok(waiter) => waiter,
        Err(error) => return desk_failed(&error, config),
    };
    let asked = asking::Shown {
        id,
        questions: pending.asked.questions.clone(),
        source: pending.asked.source,
        round: pending.asked.round,
        total_rounds: pending.asked.total_rounds,
        heading: asking::heading(&pending.opening, &pending.asked.asker),
        withdraw_on_interrupt: false,
    };
    asking::put_before(&asked, place, &handle, waiter, quiet(), config)
}

/// Nothing is printed for the person who answers.
fn quiet() -> Option<Output> {
    None
}
