//! What `config.toml` says about MCP clients.

use std::collections::BTreeMap;
use std::time::Duration;

use sayso_mcp::{ClientRules, ClientSetting, Manner};
use serde::Deserialize;

use crate::time_setting::time;

/// About MCP clients.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct McpFile {
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

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct McpClient {
    elicitation: Option<Elicitation>,
    #[serde(deserialize_with = "time")]
    wait: Option<Duration>,
    #[serde(deserialize_with = "time")]
    reading: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Elicitation {
    Auto,
    On,
    Off,
    Trust,
}

impl McpFile {
    /// The settings as the server takes them.
    pub(crate) fn rules(&self) -> ClientRules {
        let settings = self.clients.iter().map(|(name, client)| {
            let setting = ClientSetting {
                elicitation: client.elicitation.map(Into::into),
                wait: client.wait,
                reading: client.reading,
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
            Elicitation::On => Self::On,
            Elicitation::Off => Self::Off,
            Elicitation::Trust => Self::Trust,
        }
    }
}
