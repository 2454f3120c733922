//! One file a subcommand. Only here is anything printed.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod cancel;
pub(crate) mod completions;
pub(crate) mod demo;
mod demo_served;
pub(crate) mod history;
pub(crate) mod hook;
mod hook_elsewhere;
pub(crate) mod host;
pub(crate) mod init;
pub(crate) mod pending;
mod print;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod token;
pub(crate) mod wait;

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
        Ok(config) => run(&config.at(None)),
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
        Command::Init(init) => init::run(&init, config),
        Command::Run(run) => run::run(&run, config),
        Command::Host => host::run(config),
        Command::Hook(hook) => hook::run(&hook, config),
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
