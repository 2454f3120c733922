//! `sayso pending`.

use sayso_core::moment::Moment;
use sayso_core::safe_text::shown_on_one_line;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::Pending as Open;
use serde_json::{Value, json};

use super::{complain, desk_failed, local_desk, say};
use crate::cli::Pending;
use crate::config::Config;
use crate::exit::Exit;

/// More are not listed.
const MOST: usize = 1_000;

/// Lists the open questions of all sessions.
pub(crate) fn run(pending: &Pending, config: &Config) -> Exit {
    let listed = local_desk(config).and_then(|desk| Ok(desk.handle().reader().pending(MOST)?));
    let open = match listed {
        Ok(open) => open,
        Err(error) => return desk_failed(&error, config),
    };
    if pending.json {
        let list: Vec<Value> = open.iter().map(wire).collect();
        say(&Value::Array(list).to_string());
    } else if open.is_empty() {
        complain(
            config
                .lang
                .pick("Nothing is waiting for you.", "没有等待回答的问题。"),
        );
    } else {
        let now = SystemClock::new().now();
        for one in &open {
            say(&line(one, now));
        }
    }
    Exit::Done
}

fn wire(open: &Open) -> Value {
    json!({
        "interaction_id": open.asked.interaction,
        "session_id": open.session,
        "round": open.asked.round,
        "state": "pending",
        "asked_at": open.asked_at,
        "deadline": open.asked.deadline,
        "agent": open.asked.asker.name.as_ref().or(open.opening.agent.as_ref()),
        "project": open.opening.project,
        "questions": open.asked.questions,
    })
}

/// `1f3a9c2e  3m  claude  Which database?`, and how many more are in the same call.
fn line(open: &Open, now: Moment) -> String {
    let id = open.asked.interaction.to_string();
    let agent = open
        .asked
        .asker
        .name
        .as_ref()
        .or(open.opening.agent.as_ref());
    let first = open
        .asked
        .questions
        .first()
        .map_or("", |question| &question.text);
    let more = open.asked.questions.len().saturating_sub(1);
    let more = if more == 0 {
        String::new()
    } else {
        format!("  (+{more})")
    };
    format!(
        "{}  {:>4}  {}{}{more}",
        &id[id.len() - 8..],
        age(now.since(open.asked_at)),
        agent.map_or_else(String::new, |a| format!("{}  ", shown_on_one_line(a))),
        shown_on_one_line(first),
    )
}

/// `12s`, `3m`, `5h`, `2d`.
fn age(millis: u64) -> String {
    let seconds = millis / 1_000;
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m", seconds / 60),
        3_600..86_400 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    }
}
