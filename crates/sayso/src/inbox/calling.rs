//! How the person is called when a question comes in.

use clap::ValueEnum;
use sayso_term::inbox::Notify;
use serde::Deserialize;

/// What `config.toml` says about the inbox.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct InboxFile {
    /// How the person is called.
    pub(crate) notify: Calling,
}

/// How the person is called when a question comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Calling {
    /// Not at all; the title still counts
    Off,
    /// By the terminal's bell
    #[default]
    Bell,
    /// By a desktop notification, through the terminal (OSC 9 or 777)
    Osc,
}

impl Calling {
    /// The same, as this terminal knows it.
    pub(crate) fn at(self, osc777: bool) -> Notify {
        match self {
            Self::Off => Notify::Off,
            Self::Bell => Notify::Bell,
            Self::Osc if osc777 => Notify::Osc777,
            Self::Osc => Notify::Osc9,
        }
    }
}
