//! What a browser is told: a question came, or it needs nobody any more.

use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::safe_text::shown;
use sayso_desk::store::Pending;
use serde_json::json;

/// Characters of a question that a notification shows.
const SHOWN: usize = 180;

/// What a browser is told.
#[derive(Clone, Debug)]
pub(super) enum Notice {
    Asked(Box<Pending>),
    Closed(InteractionId),
}

impl Notice {
    pub(super) fn interaction(&self) -> InteractionId {
        match self {
            Self::Asked(pending) => pending.asked.interaction,
            Self::Closed(interaction) => *interaction,
        }
    }

    /// As the page's service worker reads it.
    pub(super) fn json(&self, open: u64, lang: Lang) -> String {
        let id = self.interaction();
        let said = match self {
            Self::Asked(pending) => {
                let agent = pending.opening.agent.as_deref();
                let agent = pending.asked.asker.label(agent, lang);
                let agent = agent.unwrap_or_else(|| lang.pick("An agent", "智能体").to_owned());
                let project = pending.opening.project.as_deref();
                let project =
                    project.and_then(|path| path.rsplit(['/', '\\']).find(|p| !p.is_empty()));
                let title = match project {
                    Some(project) => format!("{agent} · {project}"),
                    None => agent,
                };
                let text = pending.asked.questions.first();
                let text = text.map(|question| question.text.as_str());
                json!({ "id": id, "open": true, "count": open,
                        "title": short(&title), "body": short(text.unwrap_or_default()) })
            }
            Self::Closed(_) => json!({ "id": id, "open": false, "count": open }),
        };
        said.to_string()
    }
}

/// The beginning, with nothing in it that could act.
fn short(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    shown(&short).into_owned()
}
