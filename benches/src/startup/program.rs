use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use portable_pty::CommandBuilder;

use crate::settings::{Settings, beside_us};

/// What every program asks. One word, so that no program paints it in pieces.
pub(super) const QUESTION: &str = "Database?";

pub(super) const BARE_PROMPT: &str = "bare Rust prompt (dialoguer)";
pub(super) const WHIPTAIL: &str = "whiptail";

const MENU: [&str; 9] = [
    "--menu",
    QUESTION,
    "12",
    "60",
    "2",
    "SQLite",
    "One file",
    "PostgreSQL",
    "A server",
];

const ASKED: &str = r#"{"questions":[{"question":"Database?","header":"Storage","multiSelect":false,"options":[{"label":"SQLite","description":"One file"},{"label":"PostgreSQL","description":"A server"}]}]}"#;

/// A program that asks `QUESTION` on its terminal and ends when it is answered.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) command: CommandBuilder,
    /// Where each start gets a new, empty `SAYSO_DATA`, when it gets one.
    pub(super) fresh_data_in: Option<PathBuf>,
}

/// All programs that can be started here; `folder` is for what they keep.
pub(super) fn all(settings: &Settings, folder: &Path) -> Result<Vec<Program>> {
    let mut programs = vec![
        program(BARE_PROMPT, beside_us("bare-prompt")?, &[QUESTION]),
        program(WHIPTAIL, "whiptail", &MENU),
        program("dialog", "dialog", &MENU),
    ];
    match settings.sayso() {
        Some(sayso) => programs.extend(ours(&sayso, folder)?),
        None => println!("left out: AskUserQuestion: there is no sayso binary; see --sayso"),
    }
    Ok(programs)
}

/// Sayso under its other name, with data of its own.
fn ours(sayso: &Path, folder: &Path) -> Result<[Program; 2]> {
    let sayso = sayso.canonicalize().context("cannot find sayso")?;
    let named = folder.join("AskUserQuestion");
    symlink(sayso, &named).context("cannot link to sayso")?;
    let mut fresh = program("AskUserQuestion, fresh data", &named, &[ASKED]);
    fresh.fresh_data_in = Some(folder.to_owned());
    let mut used = program("AskUserQuestion, used data", &named, &[ASKED]);
    used.command.env("SAYSO_DATA", folder.join("used"));
    Ok([fresh, used])
}

fn program(name: &'static str, path: impl AsRef<OsStr>, args: &[&str]) -> Program {
    let mut command = CommandBuilder::new(path);
    command.args(args);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    Program {
        name,
        command,
        fresh_data_in: None,
    }
}
