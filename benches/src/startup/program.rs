use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use portable_pty::CommandBuilder;

use super::paint::FIRST_OPTION;
use crate::settings::{Settings, beside_us, peers};

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

/// The same menu in Node and in Python, left out where these are not installed.
const INQUIRER: &str = "import('@inquirer/prompts').then(({select}) => \
    select({message: 'Database?', choices: [{value: 'SQLite'}, {value: 'PostgreSQL'}]}))";
const QUESTIONARY: &str = "import questionary; \
    questionary.select('Database?', choices=['SQLite', 'PostgreSQL']).ask()";

/// A program that asks `QUESTION` on its terminal and ends when it is answered.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) command: CommandBuilder,
    /// What it shows once it takes keys, when that is later than the question.
    pub(super) ready: Option<&'static str>,
    /// What answers it.
    pub(super) answer: &'static [u8],
    /// Where each start gets a new, empty `SAYSO_DATA`, when it gets one.
    pub(super) fresh_data_in: Option<PathBuf>,
}

/// All programs that can be started here; `folder` is for what they keep.
pub(super) fn all(settings: &Settings, folder: &Path) -> Result<Vec<Program>> {
    let peers = peers()?;
    let mut programs = vec![
        program(BARE_PROMPT, beside_us("bare-prompt")?, &[QUESTION]),
        program(WHIPTAIL, "whiptail", &MENU),
        program("dialog", "dialog", &MENU),
        program(
            "fzf",
            "fzf",
            &[
                "--prompt",
                QUESTION,
                "--bind",
                "start:reload(printf '1\\n2\\n')",
            ],
        ),
        program(
            "bare ratatui",
            peers.join("ratatui/release/bare-ratatui"),
            &[QUESTION],
        ),
        program(
            "bare ratatui, 1,000 options",
            peers.join("ratatui/release/bare-ratatui"),
            &[QUESTION, "1000"],
        ),
        program("@inquirer/prompts", "node", &["-e", INQUIRER]),
        program(
            "questionary",
            peers.join("python/bin/python"),
            &["-c", QUESTIONARY],
        ),
    ];
    for program in &mut programs {
        // What its second row shows: then there is one to go down to.
        program.ready = match program.name {
            "bare ratatui" | "bare ratatui, 1,000 options" => Some("Option-2"),
            "fzf" => Some("2/2"),
            // It takes the arrow's first byte for a way out.
            "dialog" => None,
            _ => Some("PostgreSQL"),
        };
        if peers.join("node").is_dir() {
            program.command.cwd(peers.join("node"));
        }
    }
    match settings.sayso() {
        Some(sayso) => programs.extend(ours(&sayso, folder)?),
        None => println!("left out: AskUserQuestion: there is no sayso binary; see --sayso"),
    }
    Ok(programs)
}

/// Sayso under its other name, with data of its own.
fn ours(sayso: &Path, folder: &Path) -> Result<[Program; 4]> {
    let sayso = sayso.canonicalize().context("cannot find sayso")?;
    let named = folder.join("AskUserQuestion");
    symlink(sayso, &named).context("cannot link to sayso")?;
    let panel = |name: &'static str, path: &Path, args: &[&str]| {
        let mut panel = program(name, path, args);
        panel.ready = Some("keys");
        panel.answer = b"\r";
        panel.command.env("SAYSO_DATA", folder.join("used"));
        panel
    };
    let mut fresh = panel("AskUserQuestion, fresh data", &named, &[ASKED]);
    fresh.fresh_data_in = Some(folder.to_owned());
    let used = panel("AskUserQuestion, used data", &named, &[ASKED]);
    let options: Vec<String> = (1..=1_000)
        .map(|n| format!(r#"{{"id":"{n}","label":"Option {n}"}}"#))
        .collect();
    let many = format!(
        r#"{{"question_id":"db","question_text":"{QUESTION}","type":"multiple_choice","options":[{}]}}"#,
        options.join(",")
    );
    let many = panel(
        "AskUserQuestion, 1,000 options",
        &named,
        &[&many, "--key", "id"],
    );
    let mut lines = program("AskUserQuestion --plain", &named, &["--plain", ASKED]);
    lines.command.env("SAYSO_DATA", folder.join("used"));
    Ok([fresh, used, many, lines])
}

fn program(name: &'static str, path: impl AsRef<OsStr>, args: &[&str]) -> Program {
    let mut command = CommandBuilder::new(path);
    command.args(args);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    Program {
        name,
        command,
        ready: None,
        answer: FIRST_OPTION,
        fresh_data_in: None,
    }
}
