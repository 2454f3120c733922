//! `sayso answer`.

use sayso_term::Seat;

use super::complain;
use crate::asking::{self, AnswerFile, Place, Shown, Trouble, Window};
use crate::below_agent::refuse_below_agent;
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
    let is_typed = answer.json.is_none() && !answer.scripted && Place::piped().is_none();
    refuse_below_agent(Some(&answer.id), is_typed, config)?;
    let place = place(answer, config)?;
    let window = Window::open(config)?;
    let id = window.find_id(&answer.id, config)?;
    let found = window.find(id, config)?;
    if let Some(outcome) = &found.outcome {
        complain(&asking::closed_elsewhere(outcome, config.lang));
        return Ok(asking::exit_of(outcome));
    }
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

/// Where the answer comes from. One that nobody types here has to be called a script's.
fn place(answer: &Answer, config: &Config) -> Result<Place, Trouble> {
    let place = match &answer.json {
        Some(text) => Place::Given(
            AnswerFile::parse(text.as_bytes(), config.lang).map_err(Trouble::bad_input)?,
        ),
        None if answer.scripted => Place::piped().ok_or_else(|| {
            Trouble::usage(config.lang.pick(
                "Error: --scripted needs JSON, or lines piped in.".into(),
                "错误：--scripted 需要 JSON 或从管道输入的行。".into(),
            ))
        })?,
        None => Place::choose(true).map_err(Trouble::nobody)?,
    };
    let is_typed = matches!(place, Place::Terminal(_));
    if is_typed || answer.scripted || asking::has_terminal() {
        return Ok(place);
    }
    Err(Trouble::usage(
        config.lang.pick(
            "Error: There is no terminal, so this cannot be a person's answer. \
         Add --scripted to record it as a script's."
                .into(),
            "错误：这里没有终端，不能作为用户本人的回答。加上 --scripted 可记录为脚本的回答。"
                .into(),
        ),
    ))
}
