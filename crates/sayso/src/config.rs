//! The environment, read once.
#![expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads the environment"
)]

use std::env;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use rustix::process::getuid;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;

/// What the environment says, checked.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// Directory of the store.
    pub(crate) data: PathBuf,
    /// The language of what people read.
    pub(crate) lang: Lang,
    /// The command's limits.
    pub(crate) limits: Limits,
    /// The person at this machine.
    pub(crate) user: String,
    /// A desk somewhere else.
    pub(crate) desk: Option<DeskAddress>,
    /// The project: the directory one is in.
    pub(crate) project: Option<String>,
}

/// A desk somewhere else.
#[derive(Clone, Debug)]
pub(crate) struct DeskAddress {
    /// Where.
    pub(crate) url: String,
    /// What lets one in.
    pub(crate) token: String,
}

impl Config {
    /// The same, at the desk of this address if one is named. Its token comes from the
    /// environment, or from this directory's own when it is a desk of this machine.
    pub(crate) fn at(&self, url: Option<&str>) -> Self {
        let mut config = self.clone();
        if let Some(url) = url {
            let token = text("SAYSO_TOKEN").unwrap_or_default();
            config.desk = Some(DeskAddress {
                url: url.to_owned(),
                token,
            });
        }
        if let Some(desk) = &mut config.desk
            && desk.token.is_empty()
            && let Ok(token) = std::fs::read_to_string(config.data.join("person.token"))
        {
            desk.token = token.trim().to_owned();
        }
        config
    }

    /// Reads the environment; says what is wrong with it.
    pub(crate) fn from_environment() -> Result<Self, String> {
        Ok(Self {
            data: data_directory()?,
            lang: language()?,
            limits: limits()?,
            user: text("USER")
                .or_else(|| text("LOGNAME"))
                .unwrap_or_else(|| format!("uid {}", getuid().as_raw())),
            desk: text("SAYSO_DESK").map(|url| DeskAddress {
                url,
                token: text("SAYSO_TOKEN").unwrap_or_default(),
            }),
            project: env::current_dir()
                .ok()
                .map(|directory| directory.to_string_lossy().into_owned()),
        })
    }

    /// The embedded store's file.
    pub(crate) fn store(&self) -> PathBuf {
        self.data.join("sayso.db")
    }
}

/// A variable that is set and not empty.
fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn data_directory() -> Result<PathBuf, String> {
    let path = |name: &str| {
        env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    if let Some(data) = path("SAYSO_DATA") {
        return Ok(data);
    }
    let state = path("XDG_STATE_HOME").or_else(|| path("HOME").map(|h| h.join(".local/state")));
    state
        .map(|state| state.join("sayso"))
        .ok_or_else(|| "set SAYSO_DATA to a directory of your own: there is no HOME".into())
}

fn language() -> Result<Lang, String> {
    if let Some(lang) = text("SAYSO_LANG") {
        return lang
            .parse()
            .map_err(|why| format!("SAYSO_LANG is {lang:?}; {why}"));
    }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(text);
    Ok(locale
        .and_then(|locale| locale.parse().ok())
        .unwrap_or_default())
}

fn limits() -> Result<Limits, String> {
    let mut limits = Limits::command();
    limits.questions = number("ASK_MAX_QUESTIONS", limits.questions, 1..=50)?;
    limits.options_max = number("ASK_MAX_OPTIONS", limits.options_max, 2..=1_000)?;
    limits.header = number("ASK_HEADER_MAX_LENGTH", limits.header, 1..=200)?;
    limits.question = number("ASK_QUESTION_MAX_LENGTH", limits.question, 1..=10_000)?;
    Ok(limits)
}

fn number(name: &str, usual: usize, allowed: RangeInclusive<usize>) -> Result<usize, String> {
    let value = env::var_os(name).unwrap_or_default();
    if value.is_empty() {
        return Ok(usual);
    }
    let value = value.to_string_lossy();
    match value.trim().parse() {
        Ok(number) if allowed.contains(&number) => Ok(number),
        _ => Err(format!(
            "{name} is {value:?}; it must be a whole number from {} to {}",
            allowed.start(),
            allowed.end()
        )),
    }
}
