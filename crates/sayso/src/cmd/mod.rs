//! One file a subcommand. Only here is anything printed.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod cancel;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod history;
pub(crate) mod pending;
mod print;
pub(crate) mod serve;
pub(crate) mod token;
pub(crate) mod wait;

use sayso_core::id::InteractionId;
use sayso_desk::store::Reader;
use sayso_desk::{Desk, DeskError, Options};

use crate::cli::{AskUserQuestion, Cli, Command};
use crate::config::Config;
use crate::exit::Exit;

pub(crate) use print::{complain, say};

/// Runs a subcommand.
pub(crate) fn run(cli: Cli) -> Exit {
    match cli.command {
        // Packages are built where there is no home.
        Command::Completions { shell } => completions::run(shell),
        command => configured(|config| run_with(command, config)),
    }
}

/// Runs the ask command under its other name.
pub(crate) fn run_as_tool(tool: &AskUserQuestion) -> Exit {
    configured(|config| ask::run_as_tool(tool, config))
}

/// What needs the environment; it is read only after what was typed makes sense.
fn configured(run: impl FnOnce(&Config) -> Exit) -> Exit {
    match Config::from_environment() {
        Ok(config) => run(&config),
        Err(wrong) => {
            complain(&wrong);
            Exit::Usage
        }
    }
}

fn run_with(command: Command, config: &Config) -> Exit {
    match command {
        Command::Ask(ask) => ask::run(*ask, config),
        Command::Wait(wait) => wait::run(&wait, config),
        Command::Pending(pending) => pending::run(&pending, config),
        Command::Answer(answer) => answer::run(&answer, config),
        Command::Cancel(cancel) => cancel::run(cancel, config),
        Command::History(history) => history::run(&history, config),
        Command::Audit(audit) => audit::run(&audit, config),
        Command::Demo => demo::run(config),
        Command::Serve(serve) => serve::run(&serve, config),
        Command::Token(token) => token::run(&token, config),
        Command::Completions { shell } => completions::run(shell),
    }
}

/// A desk on this user's store, in this process.
fn local_desk(config: &Config) -> Result<Desk, DeskError> {
    let store = crate::asking::open_store(config)?;
    Desk::start(Box::new(store), Options::default())
}

/// Says why the desk did not do it, and how the command ends.
fn desk_failed(error: &DeskError, config: &Config) -> Exit {
    match error {
        DeskError::Refused(refusal) => {
            complain(&refusal.text(config.lang));
            for issue in refusal.issues() {
                complain(&format!("- {}", issue.line(config.lang)));
            }
            crate::asking::exit_of_refusal(refusal)
        }
        error => {
            complain(&format!("Error: {error}"));
            Exit::StoreFailed
        }
    }
}

/// The one interaction of this id, or whose id starts or ends with these digits.
fn find_id(reader: &dyn Reader, text: &str) -> Result<InteractionId, String> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    if text.len() < 4 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(format!(
            "{text:?} is no id; `sayso pending` lists them, and the last few digits are enough"
        ));
    }
    match reader.matching(text).map_err(|error| error.to_string())?[..] {
        [id] => Ok(id),
        [] => Err(format!("no question whose id starts or ends with {text}")),
        _ => Err(format!(
            "several questions' ids start or end with {text}; give more digits"
        )),
    }
}
