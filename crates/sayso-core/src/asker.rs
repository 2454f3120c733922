//! Who asks.

use serde::{Deserialize, Serialize};

use crate::lang::Lang;

/// Whether the asker is the main agent or one of its sub-agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AskerKind {
    /// The agent that the person talks to.
    #[default]
    Main,
    /// An agent that another agent started. It may not ask; what it wants to do needs leave like
    /// anybody's.
    Sub,
    /// Either: the way it asked does not tell.
    Unknown,
}

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Asker {
    /// Main agent or sub-agent.
    #[serde(default)]
    pub kind: AskerKind,
    /// What it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub name: Option<String>,
    /// Which of its sub-agents it is, as the agent calls that kind of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub sub_agent: Option<String>,
    /// The credential that it asked with, as the desk names it: `agent.token`, `session` for a token of
    /// one session, `person:NAME`, `page:ID` and `terminal:ID`, or `local` for a process with the store.
    /// The desk sets it; what a caller says of it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub credential: Option<String>,
}

/// The name of a credential, where a request carries it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialName(pub String);

impl Asker {
    /// Who asks, for people: the name, or the one that the session's agent has, and whether it is a
    /// sub-agent.
    pub fn label(&self, agent: Option<&str>, lang: Lang) -> Option<String> {
        let name = self.name.as_deref().or(agent);
        let kind = match (self.kind, &self.sub_agent) {
            (AskerKind::Main, _) => return name.map(str::to_owned),
            (AskerKind::Sub, None) => lang.pick("sub-agent", "子智能体").to_owned(),
            (AskerKind::Sub, Some(kind)) => {
                lang.pick(format!("sub-agent {kind}"), format!("子智能体 {kind}"))
            }
            (AskerKind::Unknown, _) => lang.pick("agent unknown", "智能体未知").to_owned(),
        };
        Some(match name {
            Some(name) => format!("{name} · {kind}"),
            None => kind,
        })
    }
}
