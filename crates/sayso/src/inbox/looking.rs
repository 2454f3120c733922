//! Looking for words in what was decided.

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_desk::Handle;
use sayso_term::inbox::{Found, News, Past};

use super::source::Source;
use crate::asking::ending;
use crate::cmd::history::card;
use crate::config::Config;

/// More are not shown.
const MOST: usize = 100;
/// Read at once, and looked through at most.
const PAGE: usize = 200;
const LOOK_BACK: usize = 20_000;

/// Looks for what is sent; of those that queue up, the last. What it finds goes out as news.
pub(super) fn look(source: Source, config: Config, news: Sender<News>) -> Sender<String> {
    let (sender, wanted) = channel::<String>();
    thread::spawn(move || {
        while let Ok(mut words) = wanted.recv() {
            while let Ok(newer) = wanted.try_recv() {
                words = newer;
            }
            let found = match &source {
                Source::Here(handle) => here(handle, &words, &config),
                Source::There(desk) => desk
                    .search(&words, MOST)
                    .map(|list| {
                        list.into_iter().filter_map(|one| {
                            let about = [&one.raw["agent"]["name"], &one.raw["project"]];
                            let about = about.map(|value| value.as_str().map(str::to_owned));
                            Some(past(&one.outcome?, &about, &config))
                        })
                    })
                    .map(|past| past.collect())
                    .map_err(|error| error.to_string()),
            };
            let told = match found {
                Ok(past) => News::Found(Found {
                    words,
                    more: past.len() >= MOST,
                    past,
                }),
                Err(why) => News::Away(why),
            };
            if news.send(told).is_err() {
                return;
            }
        }
    });
    sender
}

/// Looks back until there is enough, the log ends, or it has looked far enough.
fn here(handle: &Handle, words: &str, config: &Config) -> Result<Vec<Past>, String> {
    let wanted = words.trim().to_lowercase();
    let mut openings = HashMap::new();
    let mut found = Vec::new();
    let (mut before, mut looked) = (None, 0);
    while looked < LOOK_BACK {
        let entries = handle.reader().history(None, before, PAGE);
        let entries = entries.map_err(|error| error.to_string())?;
        for entry in &entries {
            before = Some(entry.place);
            let session = &entry.outcome.session;
            let opening = openings
                .entry(session.clone())
                .or_insert_with(|| opening_of(handle, session));
            let about = [opening.agent.clone(), opening.project.clone()];
            let past = past(&entry.outcome, &about, config);
            if mentions(&past, &wanted) {
                found.push(past);
            }
            if found.len() == MOST {
                return Ok(found);
            }
        }
        looked += entries.len();
        if entries.len() < PAGE {
            break;
        }
    }
    Ok(found)
}

fn opening_of(handle: &Handle, session: &SessionId) -> Opening {
    let first = handle.reader().records(session, 0, 1).unwrap_or_default();
    match first.into_iter().next().map(|record| record.event) {
        Some(Event::Opened(opening)) => opening,
        _ => Opening::default(),
    }
}

fn mentions(past: &Past, wanted: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(wanted);
    has(&past.title) || has(&past.ending) || has(&past.about) || past.lines.iter().any(|l| has(l))
}

/// A closed interaction as the search shows it.
fn past(outcome: &Outcome, about: &[Option<String>; 2], config: &Config) -> Past {
    let first = outcome.questions.first();
    let session = outcome.session.to_string();
    let about = about.iter().flatten().cloned().chain([session]);
    let card = card(outcome, config);
    Past {
        title: first.map(|first| first.text.clone()).unwrap_or_default(),
        ending: ending(outcome, config.lang),
        about: about.collect::<Vec<_>>().join(" · "),
        // How it ended stands above already.
        lines: card.lines().skip(1).map(str::to_owned).collect(),
    }
}
