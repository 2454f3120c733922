//! Telling how it ended.

use std::fmt::Write as _;

use sayso_core::decider::Decider;
use sayso_core::evidence::Evidence;
use sayso_core::given::Given;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_core::render::{command_output, outcome_wire, sentence, tool_result};
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::state::State;
use serde::Serialize;

use super::trouble::TroubleKind;
use super::window::Window;
use crate::cli::{Format, Output};
use crate::cmd::{complain, say};
use crate::config::Config;
use crate::exit::Exit;

/// Prints an outcome for the asker, confirms to the desk that it arrived, and returns the exit code.
pub(crate) fn report(outcome: &Outcome, output: Output, desk: &Window, config: &Config) -> Exit {
    if let Some(question) = hidden(outcome) {
        let id = outcome.interaction;
        complain(&config.lang.pick(
            format!("Error: the answer to {question:?} is secret. Only its asker gets it, once, within ten minutes. It is on record as {id}."),
            format!("错误：{question:?} 的回答是保密内容，只在十分钟内交给提问方一次。记录编号：{id}。"),
        ));
        return Exit::StoreFailed;
    }
    let exit = exit_of(outcome);
    let answers = || command_output(outcome, output.key.into()).to_string();
    let defaults_stand = outcome.closing.state == State::Timeout && outcome.is_complete();
    let line = match output.format {
        Format::Outcome => Some(json(&outcome_wire(outcome))),
        Format::Claude => Some(json(&tool_result(outcome, config.lang))),
        Format::Answers if exit == Exit::Done => Some(answers()),
        Format::Answers => {
            complain(&sentence(outcome, config.lang));
            defaults_stand.then(answers)
        }
    };
    if line.is_some_and(|line| !say(&line)) {
        let id = outcome.interaction;
        complain(&config.lang.pick(
            format!("Error: the answer is on record but could not be printed; sayso wait {id}"),
            format!("错误：答案已记录，但无法输出；请运行 sayso wait {id}"),
        ));
        return Exit::StoreFailed;
    }
    desk.acknowledge(outcome.interaction);
    exit
}

/// A question whose secret words are not for this reader. A mask is for people's eyes, and is
/// never printed for an asker.
fn hidden(outcome: &Outcome) -> Option<&str> {
    let mut answers = outcome.closing.answers.iter();
    let (id, _) = answers.find(|(_, answer)| answer.given == Given::Hidden)?;
    Some(id.as_str())
}

/// One line of JSON, fields in the order of the type.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The exit code of an outcome.
pub(crate) fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.closing.state {
        State::Answered if !outcome.is_answered() => Exit::Cancelled,
        State::Answered => Exit::Done,
        State::Cancelled => Exit::Cancelled,
        State::Timeout => Exit::Timeout,
        State::Pending => Exit::StillOpen,
    }
}

/// The exit code of a refusal.
pub(crate) fn exit_of_refusal(refusal: &Refusal) -> Exit {
    match refusal {
        Refusal::MainAgentOnly
        | Refusal::InteractionPending
        | Refusal::RecursiveLimitExceeded { .. }
        | Refusal::TooManyOpen { .. }
        | Refusal::EvidenceTooWeak { .. }
        | Refusal::ApprovalSpent => Exit::Refused,
        _ => Exit::BadInput,
    }
}

/// Tells how to collect the answer of a question that stays open.
pub(crate) fn still_open(id: InteractionId, config: &Config) -> Exit {
    complain(&config.lang.pick(
        format!("Still open. Collect the answer with: sayso wait {id}"),
        format!("仍未回答。稍后用以下命令取回答案：sayso wait {id}"),
    ));
    Exit::StillOpen
}

/// Takes a question back that nobody waits for any more, and says so if it could not be.
pub(crate) fn take_back(id: InteractionId, window: &Window, config: &Config) {
    let Err(trouble) = window.withdraw(id, config) else {
        return;
    };
    let why = trouble.why(config.lang);
    complain(&match trouble.kind {
        TroubleKind::Closed => config.lang.pick(
            format!("Not taken back: it is closed already. See how with: sayso wait {id}"),
            format!("未撤回：问题已关闭。用以下命令查看：sayso wait {id}"),
        ),
        _ => config.lang.pick(
            format!(
                "Not taken back, it may be open still: {why}. Call it off with: sayso cancel {id}"
            ),
            format!("未撤回，问题可能仍待回答：{why}。用以下命令取消：sayso cancel {id}"),
        ),
    });
}

/// Tells a person that someone else was first.
pub(crate) fn closed_elsewhere(outcome: &Outcome, lang: Lang) -> String {
    let closing = &outcome.closing;
    match (closing.state, closing.decided_by) {
        (State::Timeout, _) => lang.pick(
            "The deadline passed; your answer was not taken.".into(),
            "已超时；你的回答没有被采用。".into(),
        ),
        (_, Decider::Asker) => lang.pick(
            "The asker took the question back.".into(),
            "提问方撤回了这个问题。".into(),
        ),
        _ => ending(outcome, lang),
    }
}

/// `2026-11-15T21:10:03.120Z answered by ada via terminal in 3.2 s`.
pub(crate) fn ending(outcome: &Outcome, lang: Lang) -> String {
    let closing = &outcome.closing;
    let by = shown_on_one_line(&closing.actor.by);
    let via = closing.actor.via.word();
    let took = took(closing.took_ms);
    let is_script = closing.actor.evidence == Evidence::Script;
    let mut text = match (closing.state, lang) {
        (State::Timeout, Lang::En) => format!("{} timed out after {took}", closing.at),
        (State::Timeout, Lang::Zh) => format!("{} 超时，历时 {took}", closing.at),
        (State::Cancelled, Lang::En) => {
            format!("{} cancelled by {by} via {via} after {took}", closing.at)
        }
        (State::Cancelled, Lang::Zh) => {
            format!("{} 由 {by} 通过 {via} 取消，历时 {took}", closing.at)
        }
        (_, Lang::En) if is_script => {
            format!(
                "{} answered by a script of {by} via {via} in {took}",
                closing.at
            )
        }
        (_, Lang::Zh) if is_script => {
            format!("{} 由 {by} 的脚本通过 {via} 回答，历时 {took}", closing.at)
        }
        (_, Lang::En) => format!("{} answered by {by} via {via} in {took}", closing.at),
        (_, Lang::Zh) => format!("{} 由 {by} 通过 {via} 回答，历时 {took}", closing.at),
    };
    if let Some(reason) = &closing.reason {
        let _ = write!(text, ": “{}”", shown_on_one_line(reason));
    }
    text
}

/// `3.2 s`, `4 min`, `5 h`.
fn took(millis: u64) -> String {
    match millis {
        0..60_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        60_000..3_600_000 => format!("{} min", millis / 60_000),
        _ => format!("{} h", millis / 3_600_000),
    }
}
