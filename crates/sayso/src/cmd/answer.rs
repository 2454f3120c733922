//! `sayso answer`.

use sayso_term::Seat;

use super::complain;
use crate::asking::{self, AnswerFile, Place, Shown, Trouble, Window};
use crate::cli::Answer;
use crate::config::Config;
use crate::exit::Exit;

/// Answers an open question, here in the terminal or with JSON.
pub(crate) fn run(answer: &Answer, config: &Config) -> Exit {
    let mut config = config.clone();
    config.screen.plain |= answer.plain;
    answer_it(answer, &config).unwrap_or_else(|trouble| trouble.say())
}

fn answer_it(answer: &Answer, config: &Config) -> Result<Exit, Trouble> {
    let window = Window::open(config)?;
    let id = window.find_id(&answer.id, config)?;
    let found = window.find(id, config)?;
    if let Some(outcome) = &found.outcome {
        complain(&asking::closed_elsewhere(outcome, config.lang));
        return Ok(asking::exit_of(outcome));
    }
    let place = match &answer.json {
        None => Place::choose(true).map_err(Trouble::nobody)?,
        Some(text) => Place::Given(
            AnswerFile::parse(text.as_bytes(), config.lang).map_err(Trouble::bad_input)?,
        ),
    };
    let waiting = window.watch(id, config)?;
    let shown = Shown::of(found, Seat::Guest);
    // Nothing is printed for the person who answers.
    Ok(asking::put_before(
        &shown,
        (&place, None),
        &window,
        waiting,
        None,
        config,
    ))
}
