//! One file a subcommand. Only here is anything printed.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod audit;
pub(crate) mod cancel;
pub(crate) mod completions;
pub(crate) mod demo;
mod demo_folder;
mod demo_served;
pub(crate) mod history;
pub(crate) mod hook;
mod hook_elsewhere;
pub(crate) mod host;
pub(crate) mod inbox;
pub(crate) mod init;
pub(crate) mod login;
pub(crate) mod mcp;
pub(crate) mod pending;
mod print;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod sessions;
pub(crate) mod skill;
pub(crate) mod status;
pub(crate) mod token;
mod transcript;
mod transcript_text;
pub(crate) mod wait;

use sayso_desk::{Desk, DeskError};

use crate::cli::{AskUserQuestion, At, Cli, Command};
use crate::config::Config;
use crate::exit::Exit;

pub(crate) use print::{agreed, complain, say};

/// Runs a subcommand.
pub(crate) fn run(cli: Cli) -> Exit {
    match cli.command {
        // Packages are built where there is no home.
        Command::Completions { shell } => completions::run(shell),
        command => configured(|config| run_with(command, &config)),
    }
}

/// Runs the ask command under its other name.
pub(crate) fn run_as_tool(tool: &AskUserQuestion) -> Exit {
    configured(|config| ask::run_as_tool(tool, &config))
}

/// Runs `sayso mcp`.
pub(crate) fn run_mcp() -> Exit {
    configured(mcp::run)
}

/// What needs the environment; it is read only after what was typed makes sense.
fn configured(run: impl FnOnce(Config) -> Exit) -> Exit {
    match Config::from_environment() {
        Ok(config) => run(config.with_tokens()),
        Err(wrong) => {
            complain(&wrong);
            Exit::Usage
        }
    }
}

fn run_with(command: Command, config: &Config) -> Exit {
    match command {
        Command::Ask(ask) => ask::run(*ask, config),
        Command::Wait(wait) => wait::run(&wait, &at(&wait.at, config)),
        Command::Pending(pending) => pending::run(&pending, &at(&pending.at, config)),
        Command::Inbox(inbox) => inbox::run(&inbox, &at(&inbox.at, config)),
        Command::Answer(answer) => answer::run(&answer, &at(&answer.at, config)),
        Command::Cancel(cancel) => {
            let config = at(&cancel.at, config);
            cancel::run(cancel, &config)
        }
        Command::History(history) => history::run(&history, &at(&history.at, config)),
        Command::Audit(audit) => audit::run(&audit, config),
        Command::Skill(skill) => skill::run(skill, config),
        Command::Mcp => mcp::run(config.clone()),
        Command::Init(init) => init::run(&init, config),
        Command::Demo(demo) => demo::run(&demo, config),
        Command::Serve(serve) => serve::run(&serve, config),
        Command::Run(run) => run::run(&run, config),
        Command::Host => host::run(config),
        Command::Hook(hook) => hook::run(&hook, config),
        Command::Status(status) => status::run(&status, &at(&status.at, config)),
        Command::Login(login) => login::run(&login, config),
        Command::Sessions(sessions) => sessions::run(&sessions, config),
        Command::Token(token) => token::run(&token, config),
        Command::Completions { shell } => completions::run(shell),
    }
}

/// At the desk that was typed, if one was.
fn at(at: &At, config: &Config) -> Config {
    config.at(at.desk.as_deref())
}

/// A desk on this user's store, in this process.
fn local_desk(config: &Config) -> Result<Desk, DeskError> {
    Ok(crate::storage::open(config)?.desk)
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
