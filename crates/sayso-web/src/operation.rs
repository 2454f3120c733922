//! Everything that can be done over HTTP, in one table: the routes, the guard's rules and the
//! OpenAPI document are made from it.

use std::pin::Pin;

use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, Method};
use sayso_core::id::InteractionId;
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use sayso_core::refusal::Refusal;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::api;
use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::principal::{Principal, Who};

/// A request that was let in.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) app: App,
    pub(crate) principal: Principal,
    pub(crate) lang: Lang,
    pub(crate) headers: HeaderMap,
    /// What stands for `{id}` in the path.
    pub(crate) id: String,
    /// What stands behind the question mark.
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Bytes,
}

impl Call {
    /// The body, read strictly.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        body::parse(&self.body, self.lang)
    }

    /// The same, with what stands in one field apart.
    pub(crate) fn json_apart<T: DeserializeOwned>(
        &self,
        field: &str,
    ) -> Result<(T, Value), Failure> {
        body::parse_apart(&self.body, field, self.lang)
    }

    /// Lets go of what came along, before a long wait: headers and body are parts of what the connection
    /// has read, and keep all of it in memory.
    pub(crate) fn settle(&mut self) {
        self.headers = HeaderMap::new();
        self.body = Bytes::new();
    }

    /// The interaction that the path names.
    pub(crate) fn interaction(&self) -> Result<InteractionId, Failure> {
        self.id
            .parse()
            .map_err(|_| Failure::of_refusal(&Refusal::QuestionNotFound, self.lang))
    }

    /// A value behind the question mark.
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A number behind the question mark, within its bounds; `usual` when it is not there.
    pub(crate) fn number(&self, name: &str, usual: u64, most: u64) -> Result<u64, Failure> {
        match self.param(name) {
            None => Ok(usual),
            Some(text) => text
                .parse::<u64>()
                .map(|number| number.min(most))
                .map_err(|_| {
                    let problem = Problem::NotWhole { max: most };
                    Failure::bad_request(&[Issue::new(name, problem)], self.lang)
                }),
        }
    }

    /// What the desk said, or why not.
    pub(crate) fn desk<T>(&self, said: Result<T, sayso_desk::DeskError>) -> Result<T, Failure> {
        said.map_err(|error| Failure::of_desk(&error, self.lang))
    }
}

pub(crate) type Answered = Pin<Box<dyn Future<Output = Result<Response, Failure>> + Send>>;

/// Does what a call asks for.
pub(crate) type Run = fn(Call) -> Answered;

/// One thing that can be done.
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) name: &'static str,
    #[cfg_attr(
        not(feature = "schema"),
        expect(dead_code, reason = "stands in the OpenAPI document")
    )]
    pub(crate) about: &'static str,
    pub(crate) who: Who,
    pub(crate) run: Run,
}

macro_rules! operations {
    ($($method:ident $path:literal $who:ident $name:ident $about:literal => $run:path;)*) => {
        /// Everything that can be done.
        pub(crate) fn operations() -> Vec<Operation> {
            vec![$(Operation {
                method: Method::$method,
                path: $path,
                name: stringify!($name),
                about: $about,
                who: Who::$who,
                run: |call| Box::pin($run(call)),
            }),*]
        }
    };
}

operations! {
    POST "/api/interactions" Everyone ask "Ask a person" => api::ask::ask;
    GET "/api/interactions" Everyone list_interactions "List interactions: open ones, or closed ones page by page" => api::interactions::list;
    GET "/api/interactions/{id}" Everyone get_interaction "Look at an interaction, and wait for its outcome" => api::interactions::get;
    POST "/api/interactions/{id}/answer" Person answer "Answer an interaction" => api::answer::answer;
    POST "/api/interactions/{id}/cancel" Everyone cancel "Cancel as a person, withdraw as an agent" => api::close::cancel;
    POST "/api/interactions/{id}/acknowledge" Everyone acknowledge "Confirm, as the asker, that the outcome arrived" => api::close::acknowledge;
    POST "/api/interactions/{id}/hold" Person hold "Stop an interaction's clock, or let it go on" => api::close::hold;
    POST "/api/interactions/{id}/reopen" Person reopen "Take up a timed-out interaction again" => api::close::reopen;
    GET "/api/interactions/{id}/draft" Person get_draft "What was entered so far" => api::draft::get;
    PUT "/api/interactions/{id}/draft" Person put_draft "Keep what was entered so far" => api::draft::put;
    GET "/api/interactions/{id}/context" Person get_context "A file that an interaction refers to" => api::context::get;
    POST "/api/interactions/answer-batch" Person answer_batch "Answer interactions of the same shape together" => api::batch::batch;
    GET "/api/task" Person list_agents "Which agents Sayso hosts here" => api::task::agents;
    POST "/api/task" Everyone start_task "Start an agent that Sayso hosts" => api::task::start;
    POST "/api/task/answer" Person task_answer "Answer one question of a session" => api::answer::task_answer;
    POST "/api/task/interrupt" Person interrupt "Stop a session's task; everything open is called off" => api::task::interrupt;
    GET "/api/task/stream" Everyone task_stream "A session's facts, live" => api::events::task_stream;
    POST "/api/hooks/{id}" Everyone hook "Answer an agent's hook; waits for the person" => api::hooks::hook;
    GET "/api/sessions" Everyone list_sessions "List sessions, the last opened first" => api::sessions::list;
    GET "/api/sessions/{id}" Everyone get_session "A session's dialog state" => api::sessions::get;
    GET "/api/sessions/{id}/messages" Everyone list_messages "A session's messages, page by page" => api::sessions::messages;
    POST "/api/sessions/{id}/messages" Everyone say "Record what the agent said or did" => api::sessions::say;
    GET "/api/sessions/{id}/events" Everyone session_events "A session's facts, live" => api::events::session;
    POST "/api/sessions/{id}/branch" Person branch "Go on from a round in a new session" => api::sessions::branch;
    POST "/api/sessions/{id}/chain" Person chain "Let the agent ask on, or end its chain of questions" => api::sessions::chain;
    GET "/api/events" Everyone events "All facts of all sessions, live" => api::events::inbox;
    GET "/api/audit" Person audit "The whole log, page by page" => api::sessions::audit;
    GET "/api/templates" Everyone templates "Questions that a project keeps ready" => api::templates::list;
    POST "/api/templates/{id}/ask" Everyone ask_template "Fill a template and ask it" => api::templates::ask;
    GET "/api/transcripts" Person list_transcripts "List the transcripts that agents left, the last written first" => api::transcripts::list;
    GET "/api/transcripts/{id}" Person get_transcript "A transcript, page by page" => api::transcripts::page;
    GET "/api/transcripts/{id}/events" Person transcript_events "A transcript's items, and those that are added" => api::transcripts::events;
    POST "/api/transcripts/{id}/ask-again" Person ask_again "Ask a question of a transcript again that nobody ever answered" => api::transcripts::ask_again;
    POST "/api/login/code" Person login_code "A code that signs a page or a terminal in, once" => api::login::login_code;
    POST "/api/login" Anyone login "Sign a page or a terminal in with a code" => api::login::login;
    GET "/api/login/sessions" Person login_sessions "List the browsers and terminals that are signed in" => api::login::login_sessions;
    POST "/api/login/sessions/{id}/revoke" Person revoke_login_session "Sign a browser or a terminal out" => api::login::revoke_login_session;
    GET "/api/push/key" Person push_key "The key that pushes are signed with" => api::push::key;
    POST "/api/push/subscribe" Person subscribe "Tell a browser while its page is shut" => api::push::subscribe;
    POST "/api/push/unsubscribe" Person unsubscribe "Tell it no more" => api::push::unsubscribe;
    GET "/api/openapi.json" Anyone openapi "This document" => api::meta::openapi;
    GET "/healthz" Anyone health "Whether the desk can read and write its store" => api::meta::health;
    GET "/metrics" Everyone metrics "Numbers for Prometheus" => api::meta::metrics;
}
