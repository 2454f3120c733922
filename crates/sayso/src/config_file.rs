//! What stands in `config.toml` of the data directory.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use sayso_term::panel::Keymap;
use serde::Deserialize;

use crate::asking_file::AskingFile;
use crate::inbox::InboxFile;
use crate::mcp_file::McpFile;
use crate::serving::{HostName, LogTo};

/// What stands in `config.toml`. What is typed and what the environment says come before it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ConfigFile {
    /// The name of the desk's owner, as answers have it.
    pub(crate) name: Option<String>,
    /// Plain lines in place of the panel.
    pub(crate) plain: bool,
    /// Keys of the panel, by what they do.
    keys: BTreeMap<String, Vec<String>>,
    /// About what is asked.
    pub(crate) asking: AskingFile,
    /// How `sayso serve` listens.
    pub(crate) serve: ServeFile,
    /// About pushes to browsers.
    pub(crate) push: PushFile,
    /// A desk somewhere else.
    pub(crate) desk: DeskFile,
    /// About MCP clients.
    pub(crate) mcp: McpFile,
    /// About the inbox.
    pub(crate) inbox: InboxFile,
}

/// How `sayso serve` listens.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ServeFile {
    /// Where.
    pub(crate) listen: Option<SocketAddr>,
    /// The certificate, and those that vouch for it.
    pub(crate) tls_cert: Option<PathBuf>,
    /// Its key.
    pub(crate) tls_key: Option<PathBuf>,
    /// The names by which it is called.
    pub(crate) hosts: Vec<HostName>,
    /// Where the log goes.
    pub(crate) log: LogTo,
    /// The key that secret words are sealed with.
    pub(crate) secrets_key: Option<PathBuf>,
    /// Folders of projects whose files the page may show; else the project it was started in.
    pub(crate) projects: Vec<PathBuf>,
}

/// About pushes to browsers.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PushFile {
    /// Whether push services in private networks may be called, and through the proxy that the
    /// environment names.
    pub(crate) allow_private: bool,
}

/// A desk somewhere else.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct DeskFile {
    /// Where.
    pub(crate) url: Option<String>,
    /// Certificates that vouch for it.
    pub(crate) ca: Option<PathBuf>,
}

impl ConfigFile {
    /// Reads it if it is there; says what is wrong with it. Files that it names lie beside it.
    pub(crate) fn read(data: &Path) -> Result<Self, String> {
        let path = data.join("config.toml");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            // Where there is no directory there is no file; whoever needs one says so.
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(Self::default());
            }
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        let mut file: Self =
            toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let named = [
            &mut file.serve.tls_cert,
            &mut file.serve.tls_key,
            &mut file.serve.secrets_key,
            &mut file.desk.ca,
        ];
        for path in named.into_iter().flatten() {
            *path = data.join(&path);
        }
        for path in &mut file.serve.projects {
            *path = data.join(&path);
        }
        Ok(file)
    }

    /// The keys of the panel, if the person has some of their own.
    pub(crate) fn keymap(&self) -> Result<Option<Keymap>, String> {
        if self.keys.is_empty() {
            return Ok(None);
        }
        let mut keys = Keymap::default();
        for (command, bound) in &self.keys {
            let bound: Vec<&str> = bound.iter().map(String::as_str).collect();
            let bound = keys.bind(command, &bound);
            bound.map_err(|why| format!("config.toml: keys.{command}: {why}"))?;
        }
        Ok(Some(keys))
    }
}
