//! The person's own settings.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use sayso_term::panel::Keymap;
use serde::Deserialize;

/// The person's own settings: what `config.toml` holds.
#[derive(Debug, Default)]
pub(crate) struct ConfigFile {
    /// Plain lines in place of the panel.
    pub(crate) plain: bool,
    /// Keys of the panel.
    pub(crate) keys: Keymap,
}

/// As it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    plain: bool,
    keys: BTreeMap<String, Vec<String>>,
}

impl ConfigFile {
    /// Reads it; one that is not there says nothing.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        Self::read(&text).map_err(|why| format!("{}: {why}", path.display()))
    }

    fn read(text: &str) -> Result<Self, String> {
        let written: Written = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut keys = Keymap::default();
        for (command, bound) in &written.keys {
            let bound: Vec<&str> = bound.iter().map(String::as_str).collect();
            let bound = keys.bind(command, &bound);
            bound.map_err(|why| format!("keys.{command}: {why}"))?;
        }
        Ok(Self {
            plain: written.plain,
            keys,
        })
    }
}
