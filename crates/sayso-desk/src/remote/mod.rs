//! A desk somewhere else, over HTTP.

mod error;
mod listen;
mod login;
mod trust;
mod wire;

use std::net::IpAddr;
use std::time::Duration;

use sayso_core::actor::Actor;
use sayso_core::asker::Asker;
use sayso_core::command::GivenAnswer;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, RequestKey, SessionId};
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::project_files::FileText;
use sayso_core::question::Questions;
use sayso_core::source::Source;
use sayso_core::state::State;
use serde_json::{Map, Value, json};
use ureq::Agent;
use ureq::http::{Method, Request, Uri};

use crate::store::HistoryEntry;
pub use error::RemoteError;
pub use login::RemoteLogin;
pub use trust::Trust;
use wire::{FailureBody, InteractionBody};

/// How long the desk may take to say anything, beyond what it was asked to wait.
const PATIENCE: Duration = Duration::from_secs(15);
/// Bytes of one answer of the desk's.
const MOST: u64 = 64 * 1024 * 1024;
/// Closed interactions of one page, at most.
const PAGE: usize = 100;

/// A desk somewhere else, seen with one token.
#[derive(Clone, Debug)]
pub struct RemoteDesk {
    agent: Agent,
    url: String,
    token: String,
    lang: Lang,
}

/// An interaction of a desk somewhere else.
#[derive(Clone, Debug)]
pub struct RemoteInteraction {
    /// Its name.
    pub id: InteractionId,
    /// Its session.
    pub session: SessionId,
    /// The n-th of its session.
    pub round: u32,
    /// How it stands.
    pub state: State,
    /// What is asked.
    pub questions: Questions,
    /// Question or approval.
    pub source: Source,
    /// Who asks.
    pub asker: Asker,
    /// In which project.
    pub project: Option<String>,
    /// How it closed.
    pub outcome: Option<Outcome>,
    /// As the desk wrote it.
    pub raw: Value,
}

impl RemoteInteraction {
    /// Who asks, and in which project.
    pub fn heading(&self, lang: Lang) -> Option<String> {
        let agent = self.asker.label(None, lang)?;
        Some(match &self.project {
            Some(project) => format!("{agent} · {project}"),
            None => agent,
        })
    }
}

impl RemoteDesk {
    /// The desk at this address.
    pub fn new(url: &str, token: impl Into<String>, lang: Lang) -> Self {
        Self::trusting(url, token, lang, &Trust::default())
    }

    /// The desk at this address, if its certificate is to be believed.
    pub fn trusting(url: &str, token: impl Into<String>, lang: Lang, trust: &Trust) -> Self {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .tls_config(trust.config());
        if is_on_this_machine(url) {
            config = config.proxy(None);
        }
        let agent = config.build().into();
        Self {
            agent,
            url: url.trim_end_matches('/').to_owned(),
            token: token.into(),
            lang,
        }
    }

    /// Asks. `body` is what `POST /api/interactions` takes. Says whether it was asked before.
    pub fn ask(&self, body: &Value) -> Result<(RemoteInteraction, bool), RemoteError> {
        let (status, value) = self.send(Method::POST, "/api/interactions", Some(body), 0)?;
        Ok((interaction(value)?, status == 200))
    }

    /// How an interaction stands; waits so many seconds for it to close.
    pub fn get(&self, id: InteractionId, wait: u64) -> Result<RemoteInteraction, RemoteError> {
        self.collect(id, wait, None)
    }

    /// The same, with secret words, for the asker that has the token of the ask's reply.
    pub fn collect(
        &self,
        id: InteractionId,
        wait: u64,
        token: Option<&str>,
    ) -> Result<RemoteInteraction, RemoteError> {
        let path = format!("/api/interactions/{id}?wait={wait}");
        let (_, value) = self.send_with(Method::GET, &path, None, wait, token)?;
        interaction(value)
    }

    /// The open interactions, the ones to answer first first.
    pub fn pending(&self) -> Result<Vec<RemoteInteraction>, RemoteError> {
        self.list("state=pending")
    }

    fn list(&self, query: &str) -> Result<Vec<RemoteInteraction>, RemoteError> {
        let path = format!("/api/interactions?{query}");
        let (_, mut value) = self.send(Method::GET, &path, None, 0)?;
        let list = value.get_mut("interactions").map(Value::take);
        let Some(Value::Array(list)) = list else {
            return Err(RemoteError::Strange("no list of interactions".into()));
        };
        list.into_iter().map(interaction).collect()
    }

    /// The interactions, open or closed, whose id starts or ends with these digits.
    pub fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, RemoteError> {
        let found = self.list(&format!("matching={digits}"))?;
        Ok(found.iter().map(|one| one.id).collect())
    }

    /// Closed interactions, newest first; of one session or all, before a place in the log.
    pub fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, RemoteError> {
        let (mut entries, mut before) = (Vec::new(), before);
        while entries.len() < most {
            let page = (most - entries.len()).min(PAGE);
            let mut query = format!("state=closed&limit={page}");
            if let Some(session) = session {
                query += &format!("&session_id={}", escaped(session.as_str()));
            }
            if let Some(before) = before {
                query += &format!("&before={before}");
            }
            let listed = self.list(&query)?;
            let whole = listed.len() == page;
            for one in listed {
                let (Some(place), Some(outcome)) = (one.raw["place"].as_u64(), one.outcome) else {
                    return Err(RemoteError::Strange("no closed interaction".into()));
                };
                before = Some(place);
                entries.push(HistoryEntry { place, outcome });
            }
            if !whole {
                break;
            }
        }
        Ok(entries)
    }

    /// Closed interactions that mention these words, newest first; at most one page.
    pub fn search(&self, words: &str, most: usize) -> Result<Vec<RemoteInteraction>, RemoteError> {
        let words = escaped(words);
        self.list(&format!("state=closed&limit={most}&q={words}"))
    }

    /// Answers, with a person's token: whose it is, the desk knows.
    pub fn answer(
        &self,
        id: InteractionId,
        answers: &[GivenAnswer],
        actor: &Actor,
    ) -> Result<(), RemoteError> {
        self.answer_as(id, answers, actor, None)
    }

    /// Answers, with a key by which the desk knows a repeat: whoever got no reply can send the same
    /// again and is told that it is recorded.
    pub fn answer_as(
        &self,
        id: InteractionId,
        answers: &[GivenAnswer],
        actor: &Actor,
        request: Option<&RequestKey>,
    ) -> Result<(), RemoteError> {
        let answers: Vec<Value> = answers
            .iter()
            .map(|one| {
                let mut answer = json!({ "question_id": one.question, "answer": one.value });
                if let Some(note) = &one.note {
                    answer["note"] = json!(note);
                }
                if one.defaulted {
                    answer["defaulted"] = json!(true);
                }
                answer
            })
            .collect();
        let path = format!("/api/interactions/{id}/answer");
        let mut body = json!({ "answers": answers, "via": actor.via });
        if let Some(request) = request {
            body["idempotency_key"] = json!(request);
        }
        self.send(Method::POST, &path, Some(&body), 0).map(drop)
    }

    /// Cancels with a person's token, withdraws with an agent's.
    pub fn cancel(
        &self,
        id: InteractionId,
        reason: Option<&str>,
        actor: Option<&Actor>,
    ) -> Result<(), RemoteError> {
        let mut body = Map::new();
        if let Some(actor) = actor {
            body.insert("via".into(), json!(actor.via));
        }
        if let Some(reason) = reason {
            body.insert("reason".into(), json!(reason));
        }
        let path = format!("/api/interactions/{id}/cancel");
        self.send(Method::POST, &path, Some(&Value::Object(body)), 0)
            .map(drop)
    }

    /// Confirms, as the asker, that the outcome arrived.
    pub fn acknowledge(&self, id: InteractionId) -> Result<(), RemoteError> {
        let path = format!("/api/interactions/{id}/acknowledge");
        let body = Value::Object(Map::new());
        self.send(Method::POST, &path, Some(&body), 0).map(drop)
    }

    /// What a person has entered so far.
    pub fn draft(&self, id: InteractionId) -> Result<Draft, RemoteError> {
        let path = format!("/api/interactions/{id}/draft");
        let (_, mut value) = self.send(Method::GET, &path, None, 0)?;
        let draft = value.get_mut("draft").map(Value::take).unwrap_or_default();
        serde_json::from_value(draft).map_err(|error| RemoteError::Strange(error.to_string()))
    }

    /// Keeps what a person has entered so far.
    pub fn save_draft(&self, id: InteractionId, draft: &Draft) -> Result<(), RemoteError> {
        let path = format!("/api/interactions/{id}/draft");
        let body = json!({ "draft": draft });
        self.send(Method::PUT, &path, Some(&body), 0).map(drop)
    }

    /// Stops an interaction's clock, or lets it go on.
    pub fn hold(&self, id: InteractionId, hold: bool) -> Result<(), RemoteError> {
        let path = format!("/api/interactions/{id}/hold");
        let body = json!({ "hold": hold });
        self.send(Method::POST, &path, Some(&body), 0).map(drop)
    }

    /// A file that an interaction refers to, as the desk reads it in the folders that it shares.
    pub fn context(&self, id: InteractionId, path: &str) -> Result<FileText, RemoteError> {
        let path = format!("/api/interactions/{id}/context?path={}", escaped(path));
        let (_, value) = self.send(Method::GET, &path, None, 0)?;
        serde_json::from_value(value).map_err(|error| RemoteError::Strange(error.to_string()))
    }

    /// Whether nobody answers at its address.
    pub fn is_away(&self) -> bool {
        self.send(Method::GET, "/healthz", None, 0).is_err()
    }

    /// Hands an agent's hook on, and waits for what it says.
    pub fn hook(
        &self,
        agent: &str,
        manner: &str,
        call: &Value,
        wait: Duration,
    ) -> Result<Value, RemoteError> {
        let path = format!("/api/hooks/{agent}?manner={manner}");
        let (_, value) = self.send(Method::POST, &path, Some(call), wait.as_secs())?;
        Ok(value)
    }

    /// The version of Sayso that it is.
    pub fn version(&self) -> Result<String, RemoteError> {
        let (_, value) = self.send(Method::GET, "/healthz", None, 0)?;
        let version = value.get("version").and_then(Value::as_str);
        let version = version.map(str::to_owned);
        version.ok_or_else(|| RemoteError::Strange("no version".into()))
    }

    fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        wait: u64,
    ) -> Result<(u16, Value), RemoteError> {
        self.send_with(method, path, body, wait, None)
    }

    fn send_with(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        wait: u64,
        collect_token: Option<&str>,
    ) -> Result<(u16, Value), RemoteError> {
        let lang = self.lang.pick("en", "zh-CN");
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header("authorization", format!("Bearer {}", self.token))
            .header("accept-language", lang)
            .header("content-type", "application/json");
        if let Some(token) = collect_token {
            request = request.header("sayso-collect-token", token);
        }
        let request = request
            .body(body.map(Value::to_string).unwrap_or_default())
            .map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        let request = self
            .agent
            .configure_request(request)
            .timeout_global(Some(PATIENCE + Duration::from_secs(wait)))
            .allow_non_standard_methods(true)
            .build();
        let mut response = self
            .agent
            .run(request)
            .map_err(|error| RemoteError::of_client(&error))?;
        let status = response.status().as_u16();
        let text = response
            .body_mut()
            .with_config()
            .limit(MOST)
            .read_to_string()
            .map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        let strange = |error: serde_json::Error| RemoteError::Strange(error.to_string());
        if (200..300).contains(&status) {
            return Ok((status, serde_json::from_str(&text).map_err(strange)?));
        }
        let failure: FailureBody = serde_json::from_str(&text).map_err(strange)?;
        Err(failure.into_error(status))
    }
}

/// Whether the environment's proxy would look for the desk on the wrong machine.
fn is_on_this_machine(url: &str) -> bool {
    let url = url.parse::<Uri>().ok();
    let host = url.as_ref().and_then(Uri::host).unwrap_or_default();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback())
}

/// Any text as it stands behind a question mark.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let written = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(written).collect()
}

fn interaction(value: Value) -> Result<RemoteInteraction, RemoteError> {
    let body: InteractionBody = serde_json::from_value(value.clone())
        .map_err(|error| RemoteError::Strange(error.to_string()))?;
    body.into_interaction(value)
}
