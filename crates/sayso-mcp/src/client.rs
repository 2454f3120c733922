//! What is known about who calls.

use std::time::Duration;

use rmcp::model::{ClientCapabilities, ProgressToken, ProtocolVersion};
use rmcp::service::{RequestContext, RoleServer};
use sayso_core::actor::Actor;
use sayso_core::asker::CredentialName;
use sayso_core::digest::Digest;
use sayso_core::id::SessionId;
use sayso_core::limits;
use sayso_core::safe_text;
use serde_json::Value;

use crate::app;
use crate::calls::Owner;
use crate::client_rules::ClientRules;
use crate::form::Manner;
use crate::place::Place;

/// Where clients say which of the model's calls this is, and in which conversation.
const CALL_KEYS: &[&str] = &["claudecode/toolUseId", "callId"];
const SESSION_KEYS: &[&str] = &["threadId", "sessionId"];
/// Stands before the mark of a person in the name of a session.
pub(crate) const MARK: &str = "-by-";

/// The client behind one call.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// What it calls itself.
    pub(crate) name: String,
    /// Whether it speaks the stateless protocol: then nothing can be asked of it but by a result.
    pub(crate) modern: bool,
    /// Whether it is shown forms.
    pub(crate) form: bool,
    /// Whether it opens addresses for the person.
    pub(crate) url: bool,
    /// Whether it is given the panel.
    pub(crate) apps: bool,
    /// Whether its forms have a choice of several.
    pub(crate) arrays: bool,
    /// Where it wants to hear that the call goes on.
    pub(crate) progress: Option<ProgressToken>,
    /// The model's call.
    pub(crate) call: Option<String>,
    /// The conversation, when the client names it.
    pub(crate) session: Option<SessionId>,
    /// The only session that its token allows.
    pub(crate) only: Option<SessionId>,
    /// The person whose token it has, when it is not the owner's agent.
    pub(crate) person: Option<Actor>,
    /// The name of its credential, when it has one.
    pub(crate) credential: Option<String>,
    /// How far its word is believed.
    pub(crate) manner: Manner,
    /// How fast a reply can be a person's.
    pub(crate) reading: Duration,
    /// How long one of its calls may wait while no form is open; none is for ever.
    pub(crate) patience: Option<Duration>,
}

impl Client {
    /// Who sent this request.
    pub(crate) fn of(context: &RequestContext<RoleServer>, rules: &ClientRules) -> Self {
        let info = context.client_info();
        let name = info.map_or_else(|| "MCP client".to_owned(), |info| short(&info.name));
        let version = context.protocol_version();
        let modern = version
            .as_ref()
            .is_some_and(|v| v.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        let old = version
            .as_ref()
            .is_some_and(|v| v.as_str() < ProtocolVersion::V_2025_11_25.as_str());
        let progress = context.meta.get_progress_token();
        let rule = rules.of(&name, progress.is_some());
        let capabilities = context.client_capabilities().unwrap_or_default();
        let (form, url) = elicits(&capabilities);
        let said = |keys: &[&str]| {
            let mut words = keys.iter().filter_map(|key| context.meta.get(*key));
            words.find_map(Value::as_str).map(short)
        };
        let parts = context.extensions.get::<::http::request::Parts>();
        // Over HTTP no form is shown: the caller is a program with a token.
        let http = parts.is_some();
        let only = parts.and_then(|parts| parts.extensions.get::<SessionId>());
        let person = parts.and_then(|parts| parts.extensions.get::<Actor>());
        Self {
            modern,
            form: form && !http && rule.manner.shows_forms(modern),
            url: url && rule.manner != Manner::Off,
            apps: app::is_shown_by(&capabilities) && !http && rule.manner != Manner::Off,
            // The revision of 2025-06-18 has none; Codex speaks it and draws what it knows.
            arrays: !old && !name.starts_with("codex"),
            progress,
            call: said(CALL_KEYS),
            session: said(SESSION_KEYS).map(|id| SessionId::new(format!("{name}-{id}"))),
            only: only.cloned(),
            person: person.cloned(),
            credential: parts
                .and_then(|parts| parts.extensions.get::<CredentialName>())
                .map(|name| name.0.clone()),
            manner: rule.manner,
            patience: rule.patience,
            reading: rule.reading,
            name,
        }
    }
}

impl Client {
    /// Whether its calls can be told from those of others of its name: by the connection, or by a
    /// conversation that it or its token names.
    pub(crate) fn has_session(&self, place: &Place) -> bool {
        place.lasts || !self.modern || self.session.is_some() || self.only.is_some()
    }

    /// Whether a later call can be known to be of the same one, and not of another that has the same
    /// token and calls itself the same: by its process, its connection, or a token of one session.
    pub(crate) fn is_known_again(&self, place: &Place) -> bool {
        place.lasts || self.only.is_some() || !self.modern && self.session.is_none()
    }

    /// What the names of its sessions end with, so that what one person's client left behind when
    /// the desk died is not taken up by another's.
    pub(crate) fn mark(&self) -> String {
        let person = self.person.as_ref();
        person.map_or_else(String::new, |person| {
            let sum = Digest::of(&[b"person", person.by.as_bytes()]).to_string();
            format!("{MARK}{}", &sum[..16])
        })
    }

    /// Whose its questions are.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            client: self.name.clone(),
            only: self.only.clone(),
            person: self.person.as_ref().map(|person| person.by.to_string()),
        }
    }
}

/// Whether it draws forms, and whether it opens addresses. An empty capability means forms.
fn elicits(capabilities: &ClientCapabilities) -> (bool, bool) {
    match &capabilities.elicitation {
        None => (false, false),
        Some(can) => (can.form.is_some() || can.url.is_none(), can.url.is_some()),
    }
}

/// A name from outside, made harmless and short.
fn short(text: &str) -> String {
    let clean = safe_text::shown_on_one_line(text);
    clean.chars().take(limits::ID_CHARS / 2 - 8).collect()
}
