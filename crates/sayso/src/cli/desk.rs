//! What can be typed about the desk itself.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::{At, duration};
use crate::serving::{HostName, LogTo, Whose};

/// `sayso demo`.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Ask in this terminal instead of on the page
    #[arg(long, alias = "plain")]
    pub(crate) terminal: bool,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

/// `sayso serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen (default: 127.0.0.1:7319); beyond this machine only with a certificate
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// The desk's certificate and those that vouch for it, as PEM
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The certificate's key, as PEM
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
    /// A name by which the desk is called, beside its address; may be given several times
    #[arg(long, value_name = "NAME[:PORT]")]
    pub(crate) host: Vec<HostName>,
    /// A file, or postgres://… for a database that many nodes share [default: SAYSO_STORE, else
    /// sayso.db in SAYSO_DATA]
    #[arg(long, value_name = "PATH|URL", hide_default_value = true)]
    pub(crate) store: Option<String>,
    /// How long one call may wait for an answer
    #[arg(long, default_value = "10m", value_name = "TIME", value_parser = duration)]
    pub(crate) longest_wait: Duration,
    /// Where the log goes: file (desk.log among the data), stderr, both also with -json, or off
    /// [default: file]; SAYSO_LOG says how much: error, warn, info, debug, trace
    #[arg(long, value_name = "WHERE")]
    pub(crate) log: Option<LogTo>,
    /// Listen on any free port when that one is taken, and leave the terminal
    #[arg(long, hide = true)]
    pub(crate) in_background: bool,
}

/// `sayso status`.
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) at: At,
}

/// `sayso login`.
#[derive(Debug, Args)]
pub(crate) struct Login {
    /// The desk, or a whole sign-in link of it (default: SAYSO_DESK, else the desk of this directory)
    #[arg(value_name = "URL")]
    pub(crate) url: Option<String>,
    /// The code, or the link; without it one is asked here
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<String>,
}

/// `sayso sessions`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Sessions {
    #[command(subcommand)]
    pub(crate) change: Option<SessionsChange>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) at: At,
}

/// What can be done with one of them.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionsChange {
    /// Sign a browser or a terminal out, at once
    Revoke {
        /// The id, or its first few digits
        id: String,
        #[command(flatten)]
        at: At,
    },
}

/// `sayso token`.
#[derive(Debug, Subcommand)]
pub(crate) enum Token {
    /// A person's: may do everything. Without a name the owner's
    Person {
        /// Somebody else, who answers under this name
        name: Option<String>,
    },
    /// Takes somebody's token away, and signs their pages out
    Remove {
        /// Whose; the owner's stays
        name: String,
    },
    /// An agent's: may ask, wait and withdraw; never answer
    Agent,
    /// Makes a new one in place of the old, which is worth nothing from then on, nor is what it
    /// opened: pages, live streams, tokens of one session
    Renew {
        /// Whose
        whose: Whose,
    },
    /// Not a token: a link that signs a page in, once, at the desk that runs
    Link {
        /// Whose page; the owner's without it
        name: Option<String>,
    },
    /// An agent's for one session alone
    Session {
        /// The session
        #[arg(value_parser = session)]
        id: String,
    },
}

/// The name of a session; the empty one would be everybody's and nobody's.
fn session(text: &str) -> Result<String, &'static str> {
    match text.trim().is_empty() {
        true => Err("a session has a name"),
        false => Ok(text.to_owned()),
    }
}
