//! `sayso pending`.

use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::safe_text::shown_on_one_line;
use sayso_desk::clock::{Clock, SystemClock};
use serde_json::Value;

use super::{complain, say};
use crate::asking::Window;
use crate::cli::Pending;
use crate::config::Config;
use crate::exit::Exit;

/// More are not listed.
const MOST: usize = 1_000;

/// Lists the open questions of all sessions.
pub(crate) fn run(pending: &Pending, config: &Config) -> Exit {
    let listed = Window::open(config).and_then(|window| window.pending(MOST, config));
    let open = match listed {
        Ok(open) => open,
        Err(trouble) => return trouble.say(),
    };
    if pending.json {
        say(&Value::Array(open).to_string());
    } else if open.is_empty() {
        complain(
            config
                .lang
                .pick("Nothing is waiting for you.", "没有等待回答的问题。"),
        );
    } else {
        let now = SystemClock::new().now();
        for one in &open {
            say(&line(one, now, config.lang));
        }
    }
    Exit::Done
}

/// `1f3a9c2e  3m  claude  Which database?`, how many more are in the same call, and whether nobody
/// waits for it.
fn line(open: &Value, now: Moment, lang: Lang) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let id = text(&open["interaction_id"]);
    let agent = text(&open["agent"]["name"]);
    let first = text(&open["questions"][0]["question_text"]);
    let more = open["questions"]
        .as_array()
        .map_or(0, |q| q.len().saturating_sub(1));
    let more = if more == 0 {
        String::new()
    } else {
        format!("  (+{more})")
    };
    let asked_at: Option<Moment> = text(&open["asked_at"]).parse().ok();
    let agent = if agent.is_empty() {
        agent
    } else {
        format!("{}  ", shown_on_one_line(&agent))
    };
    let away = if open["unattended"] == true {
        lang.pick("  (asker away)", "  （提问方不在）")
    } else {
        ""
    };
    format!(
        "{}  {:>4}  {agent}{}{more}{away}",
        id.get(id.len().saturating_sub(8)..).unwrap_or_default(),
        age(asked_at.map_or(0, |at| now.since(at))),
        shown_on_one_line(&first),
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
