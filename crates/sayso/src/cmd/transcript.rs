//! Transcripts in the terminal: a list of them, one by rounds, one as it grows.

use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use sayso_agents::transcripts::{DiskShelf, Roots, Transcript};
use sayso_core::lang::Lang;
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::transcript::{CardState, Listed, NotAgain, Page, Shelf, Span};
use serde_json::json;

use super::transcript_text::TranscriptText;
use super::{ask, complain, say};
use crate::cli::History;
use crate::config::Config;
use crate::exit::Exit;

/// How often one looks whether a transcript has grown.
const LOOK: Duration = Duration::from_millis(200);
/// Items read at once.
const PAGE: usize = 1_000;

/// Whether what was typed can only be a transcript.
pub(crate) fn is_meant(named: &str, history: &History) -> bool {
    let asked_for = history.transcript || history.follow || history.agent.is_some();
    named.ends_with(".jsonl") || asked_for || history.ask_again.is_some() || is_path(named)
}

fn is_path(named: &str) -> bool {
    named.contains('/') && Path::new(named).is_file()
}

/// Whether there is a transcript of this session.
pub(crate) fn exists(session: &str, config: &Config) -> bool {
    Roots::new(config.transcripts.clone()).holds(session)
}

/// Lists the transcripts of the project one is in, or of all.
pub(crate) fn list(history: &History, config: &Config) -> Exit {
    let shelf = DiskShelf::new(Roots::new(config.transcripts.clone()));
    let project = config.project.as_deref().filter(|_| !history.all);
    let listed = match shelf.list(project, None, history.limit) {
        Ok(listed) => listed,
        Err(error) => {
            complain(&format!("Error: {error}"));
            return Exit::BadInput;
        }
    };
    if listed.is_empty() && !history.json {
        complain(config.lang.pick(
            "No agent left a transcript of this project; --all lists those of all projects.",
            "没有代理留下本项目的记录；--all 列出所有项目的记录。",
        ));
    }
    for one in &listed {
        let line = if history.json {
            json!(one).to_string()
        } else {
            listed_line(one, config.lang)
        };
        if !say(&line) {
            break;
        }
    }
    Exit::Done
}

/// `2026-11-15T19:18:46Z  4 rounds, 1 question never answered  set up auth`, and its id below.
fn listed_line(one: &Listed, lang: Lang) -> String {
    let summary = &one.summary;
    let (rounds, open) = (summary.rounds, summary.unanswered);
    let mut about = lang.pick(
        format!("{rounds} {}", if rounds == 1 { "round" } else { "rounds" }),
        format!("{rounds} 轮"),
    );
    if open > 0 {
        about += &lang.pick(
            format!(", {open} never answered"),
            format!("，{open} 个问题从未得到回答"),
        );
    }
    let title = summary.title.as_deref().unwrap_or("–");
    let title = shown_on_one_line(title);
    let id = shown_on_one_line(&one.id);
    format!("{}  {about}  {title}\n    {id}", one.modified_at)
}

/// Shows a transcript by rounds, follows it, or asks a question of it again.
pub(crate) fn run(named: &str, history: &History, config: &Config) -> Exit {
    let mut transcript = match open(named, history, config) {
        Ok(transcript) => transcript,
        Err(error) => {
            let named = shown_on_one_line(named);
            complain(&match error.kind() {
                io::ErrorKind::NotFound => config.lang.pick(
                    format!("Error: there is no transcript {named}; sayso history --list --all lists what there is"),
                    format!("错误：没有记录 {named}；用 sayso history --list --all 列出全部"),
                ),
                _ => format!("Error: {named}: {error}"),
            });
            return Exit::BadInput;
        }
    };
    if let Some(question) = &history.ask_again {
        return match transcript.ask_again(question) {
            Ok(again) => ask::run_again(again, config),
            Err(why) => {
                complain(&not_again(&why, config.lang));
                Exit::BadInput
            }
        };
    }
    let mut text = TranscriptText::new(named, config.lang);
    let first = first_line(&transcript, history);
    let Some(mut after) = show(&transcript, first, history, &mut text) else {
        return Exit::Done;
    };
    if !history.follow {
        return Exit::Done;
    }
    loop {
        thread::sleep(LOOK);
        let lines = transcript.index().entries().len();
        if !matches!(transcript.refresh(), Ok(true)) {
            continue;
        }
        if transcript.index().entries().len() < lines {
            // Another file stands there now.
            after = 0;
        }
        match show(&transcript, (after, u32::MAX), history, &mut text) {
            Some(reached) => after = reached,
            None => return Exit::Done,
        }
    }
}

fn open(named: &str, history: &History, config: &Config) -> io::Result<Transcript> {
    let path = Path::new(named);
    match &history.agent {
        None if named.ends_with(".jsonl") || is_path(named) => Transcript::open(path),
        Some(agent) if named.ends_with(".jsonl") => {
            let beside = path.with_extension("").join("subagents");
            Transcript::open(&beside.join(format!("agent-{agent}.jsonl")))
        }
        agent => Roots::new(config.transcripts.clone()).open(named, agent.as_deref()),
    }
}

/// From which line on the wanted rounds are, and up to which: the last ones, or those before one.
fn first_line(transcript: &Transcript, history: &History) -> (u32, u32) {
    let rounds = transcript.summary().rounds;
    let before = history.before.map_or(rounds + 1, |before| {
        u32::try_from(before).unwrap_or(u32::MAX).min(rounds + 1)
    });
    let limit = u32::try_from(history.limit).unwrap_or(u32::MAX);
    let first = before.saturating_sub(limit);
    let from = if first <= 1 {
        0
    } else {
        transcript.round_at(first).map_or(0, |line| line - 1)
    };
    let end = transcript
        .round_at(before)
        .map_or(u32::MAX, |line| line - 1);
    let end = if history.before.is_some() {
        end
    } else {
        u32::MAX
    };
    (from, end)
}

/// Shows the items after one line up to another; says how far it got, unless nobody reads on.
fn show(
    transcript: &Transcript,
    (mut after, end): (u32, u32),
    history: &History,
    text: &mut TranscriptText<'_>,
) -> Option<u32> {
    if !history.json && !text.has_begun() {
        let heading = text.heading(&transcript.summary());
        let earlier = transcript.index().entries().get(after as usize);
        let earlier = earlier
            .map(|entry| entry.round)
            .filter(|round| after > 0 && *round > 1);
        if !say(&heading) || earlier.is_some_and(|round| !say(&text.earlier(round))) {
            return None;
        }
    }
    loop {
        let span = Span {
            after,
            limit: PAGE,
            quiet: history.all,
            words: if history.json {
                usize::MAX / 2
            } else {
                100_000
            },
            ..Span::default()
        };
        let page = transcript.page(&span);
        for item in page.items.iter().filter(|item| item.line <= end) {
            let said = if history.json {
                say(&json!(item).to_string())
            } else {
                text.item(item).is_none_or(|lines| say(&lines))
            };
            if !said {
                return None;
            }
        }
        match page.next.filter(|next| *next < end) {
            Some(next) => after = next,
            None => {
                tell_of_end(&page, history, end, text);
                return Some(transcript.index().entries().len() as u32);
            }
        }
    }
}

/// A line that is half there, unless it may still become whole.
fn tell_of_end(page: &Page, history: &History, end: u32, text: &TranscriptText<'_>) {
    if let Some(words) = &page.unfinished
        && !history.json
        && !history.follow
        && end == u32::MAX
    {
        say(&text.unfinished(words));
    }
}

/// Why a question is not asked again.
fn not_again(why: &NotAgain, lang: Lang) -> String {
    let (en, zh) = match why {
        NotAgain::Unread(error) => return format!("Error: {error}"),
        NotAgain::NoQuestion => ("there is no question of this name", "没有这个问题"),
        NotAgain::Ended(CardState::Answered) => ("it was answered", "已有回答"),
        NotAgain::Ended(CardState::Declined) => (
            "it was turned down, and its agent was told so",
            "已被拒绝，代理也已得知",
        ),
        NotAgain::Ended(_) => (
            "it ended otherwise, and its agent was told so",
            "已另行结束，代理也已得知",
        ),
    };
    lang.pick(
        format!("Error: {en}; only what nobody ever answered is asked again"),
        format!("错误：{zh}；只有从未得到回答的问题才会重新提问"),
    )
}
