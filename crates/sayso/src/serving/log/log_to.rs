//! Where the log goes, and in which form.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// Where the log goes, and in which form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum LogTo {
    /// Text, into `desk.log` of the data directory.
    #[default]
    File,
    /// The same as JSON, an object a line.
    FileJson,
    /// Text, to standard error.
    Stderr,
    /// The same as JSON.
    StderrJson,
    /// Nowhere.
    Off,
}

impl LogTo {
    const ALL: [(Self, &str); 5] = [
        (Self::File, "file"),
        (Self::FileJson, "file-json"),
        (Self::Stderr, "stderr"),
        (Self::StderrJson, "stderr-json"),
        (Self::Off, "off"),
    ];

    pub(crate) fn is_file(self) -> bool {
        matches!(self, Self::File | Self::FileJson)
    }

    pub(crate) fn is_to_stderr(self) -> bool {
        matches!(self, Self::Stderr | Self::StderrJson)
    }

    pub(crate) fn is_json(self) -> bool {
        matches!(self, Self::FileJson | Self::StderrJson)
    }
}

impl fmt::Display for LogTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(to, _)| to == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

impl FromStr for LogTo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(to, _)| *to).ok_or_else(|| {
            let names = Self::ALL.map(|(_, name)| name).join(", ");
            format!("{text:?} is no place for a log; it goes to one of: {names}")
        })
    }
}

impl TryFrom<String> for LogTo {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
