//! Sayso: the place where AI agents ask people.
//!
//! One binary with subcommands; under the name `AskUserQuestion` it is the ask command itself.
//!
//! # Layout
//! - `config`, `config_file`, `mcp_file`: the environment and `config.toml`, read once;
//!   `screen`: what they make of the terminal
//! - `cli`: what can be typed
//! - `cmd/`: one file a subcommand; only they print
//! - `asking/`: from an agent's JSON to the words on its standard output
//! - `serving/`: the desk as a service: its tokens, its lock, and how it is found
//! - `inbox/`: the desk behind the inbox: its live list, its history
//! - `init/`: Sayso's entry in the files of other programs
//! - `below_agent`: an agent around this process, which cannot answer for the person
//! - `owner_only`: the data directory and its private files, refused where others can reach them
//! - `exit`: exit codes

mod asking;
mod asking_file;
mod below_agent;
mod cli;
mod cmd;
mod config;
mod config_file;
mod exit;
mod inbox;
mod init;
mod mcp_file;
mod owner_only;
mod screen;
mod serving;
mod storage;
mod time_setting;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use signal_hook::consts::SIGXFSZ;

use crate::cli::{AskUserQuestion, Cli};

/// The name under which models call the ask command (S1).
const TOOL_NAME: &str = "AskUserQuestion";
/// The command that MCP clients start, each of them one and often only to look.
const MCP: &str = "mcp";

fn main() -> ExitCode {
    // A file-size limit is told as an error of the write, not by the end of the process.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    let args: Vec<_> = std::env::args_os().collect();
    let as_tool = args
        .first()
        .and_then(|name| Path::new(name).file_stem())
        .is_some_and(|name| name == TOOL_NAME);
    let exit = if as_tool {
        cmd::run_as_tool(&AskUserQuestion::typed(args))
    } else if is_mcp(&args) {
        // As it is usually typed there is nothing to parse, and every client's server would keep
        // the parser of all commands in memory.
        cmd::run_mcp()
    } else {
        cmd::run(Cli::parse_from(args))
    };
    exit.into()
}

/// Whether this is `sayso mcp` and nothing more.
fn is_mcp(args: &[OsString]) -> bool {
    matches!(args, [_, command] if command == MCP)
}
