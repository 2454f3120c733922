//! What can be typed about templates.

use clap::{Args, Subcommand};

use super::{EXIT_CODES, How};

/// `sayso skill`.
#[derive(Debug, Subcommand)]
pub(crate) enum Skill {
    /// List them: the project's and your own
    List {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the questions as they would be asked now
    Show(Filling),
    /// Check them before somebody needs them; all of them, when none is named
    Check {
        /// A name, or a SKILL.md
        #[arg(value_name = "NAME | FILE")]
        names: Vec<String>,
    },
    /// Ask the questions, and print the answers as JSON
    #[command(after_help = EXIT_CODES)]
    Ask(Box<SkillAsk>),
}

/// A template, and what it is filled with.
#[derive(Debug, Args)]
pub(crate) struct Filling {
    /// The name of its folder
    pub(crate) name: String,
    /// Give a variable its value
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub(crate) given: Vec<(String, String)>,
}

/// `sayso skill ask`.
#[derive(Debug, Args)]
pub(crate) struct SkillAsk {
    #[command(flatten)]
    pub(crate) filling: Filling,
    #[command(flatten)]
    pub(crate) how: How,
}

/// `name=value`.
fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("{text:?} gives no value; write it like name=value"))?;
    Ok((name.trim().to_owned(), value.to_owned()))
}
