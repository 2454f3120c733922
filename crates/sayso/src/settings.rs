//! What the owner wrote into `config.toml` of the data directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use sayso_mcp::{ClientRules, ClientSetting, Manner};
use serde::{Deserialize, Deserializer, de::Error as _};

use crate::cli::duration;

/// What can be set. A word that is not known is an error, so that none is misspelt unseen.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Settings {
    /// About MCP clients.
    pub(crate) mcp: Mcp,
}

/// About MCP clients.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Mcp {
    /// How long a question stays answerable after its call was cancelled.
    #[serde(deserialize_with = "time")]
    pub(crate) grace: Option<Duration>,
    /// How often a waiting call shows that it lives.
    #[serde(deserialize_with = "time")]
    pub(crate) progress: Option<Duration>,
    /// Whether a question starts the desk's page when none runs; usually yes.
    pub(crate) start_desk: Option<bool>,
    /// By the name that a client gives itself.
    clients: BTreeMap<String, McpClient>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct McpClient {
    elicitation: Option<Elicitation>,
    #[serde(deserialize_with = "time")]
    wait: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Elicitation {
    Auto,
    Off,
    Trust,
}

impl Settings {
    /// Reads them; the usual ones when there is no file.
    pub(crate) fn in_directory(data: &Path) -> Result<Self, String> {
        let path = data.join("config.toml");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

impl Mcp {
    /// The settings as the server takes them.
    pub(crate) fn rules(&self) -> ClientRules {
        let settings = self.clients.iter().map(|(name, client)| {
            let setting = ClientSetting {
                elicitation: client.elicitation.map(Into::into),
                wait: client.wait,
            };
            (name.clone(), setting)
        });
        ClientRules::new(settings.collect())
    }
}

impl From<Elicitation> for Manner {
    fn from(word: Elicitation) -> Self {
        match word {
            Elicitation::Auto => Self::Auto,
            Elicitation::Off => Self::Off,
            Elicitation::Trust => Self::Trust,
        }
    }
}

/// `"90s"`, `"10m"`; a bare number is seconds.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Time {
        Seconds(u64),
        Text(String),
    }
    match Time::deserialize(deserializer)? {
        Time::Seconds(seconds) => Ok(Some(Duration::from_secs(seconds))),
        Time::Text(text) => duration(&text).map(Some).map_err(D::Error::custom),
    }
}
