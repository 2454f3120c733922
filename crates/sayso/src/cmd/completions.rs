//! `sayso completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use super::say;
use crate::cli::Cli;
use crate::exit::Exit;

/// Prints the completion script.
pub(crate) fn run(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "sayso", &mut script);
    say(String::from_utf8_lossy(&script).trim_end());
    Exit::Done
}
