//! What is known about clients by name, and what the owner set.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::form::Manner;

/// How one client is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) manner: Manner,
    pub(crate) patience: Option<Duration>,
    pub(crate) reading: Duration,
}

/// What the owner set for one client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientSetting {
    /// How far its word is believed.
    pub elicitation: Option<Manner>,
    /// How long one of its calls may wait; zero is for ever.
    pub wait: Option<Duration>,
    /// How fast a reply can be a person's.
    pub reading: Option<Duration>,
}

/// Settings by the name that a client gives itself.
#[derive(Clone, Debug, Default)]
pub struct ClientRules {
    settings: BTreeMap<String, ClientSetting>,
}

/// Limits of clients, less a margin, by how their names begin. Claude Code moves a call to the
/// background after 120 s, and its answer then reaches the model as no word of the user's; Codex
/// gives up after 300 s; Gemini after 600 s; opencode waits as long as progress comes.
const KNOWN: &[(&str, Option<u64>)] = &[
    ("claude-code", Some(110)),
    ("codex", Some(280)),
    ("gemini", Some(570)),
    ("opencode", None),
];
/// Others: the TypeScript SDK gives up after 60 s, unless progress holds it.
const USUAL: Duration = Duration::from_secs(50);
const USUAL_WITH_PROGRESS: Duration = Duration::from_secs(280);

/// Nobody reads a question and answers it or turns it down faster than this. Clients that have
/// nobody to show a form to do so in a few milliseconds.
const READING: Duration = Duration::from_millis(1_500);

impl ClientRules {
    /// With these settings.
    pub fn new(settings: BTreeMap<String, ClientSetting>) -> Self {
        Self { settings }
    }

    /// How the client of this name is treated.
    pub(crate) fn of(&self, name: &str, progress: bool) -> Rule {
        let set = self.settings.get(name).or_else(|| self.settings.get("*"));
        let set = set.copied().unwrap_or_default();
        let known = KNOWN.iter().find(|(known, _)| name.starts_with(known));
        let usual = match known {
            Some((_, limit)) => limit.map(Duration::from_secs),
            None if progress => Some(USUAL_WITH_PROGRESS),
            None => Some(USUAL),
        };
        Rule {
            manner: set.elicitation.unwrap_or_default(),
            patience: match set.wait {
                None => usual,
                Some(wait) if wait.is_zero() => None,
                Some(wait) => Some(wait),
            },
            reading: set.reading.unwrap_or(READING),
        }
    }
}
