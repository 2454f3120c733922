//! One call of a tool.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, JsonObject};
use rmcp::service::{RequestContext, RoleServer};
use sayso_core::id::CallKey;
use sayso_core::outcome::Outcome;
use sayso_core::source::Source;
use serde_json::Value;

use crate::attend::{Attend, End, Found, Patience, Returned};
use crate::client::Client;
use crate::door::Secrets;
use crate::form::Out;
use crate::place::Place;
use crate::reply;
use crate::shared::Shared;
use crate::states::{Carried, NotTaken};
use crate::tool::approve::{self, Prompt};
use crate::tool::{ask, cancel, list, panel, wait};
use crate::trouble::Trouble;
use crate::wording;

/// One call of a tool.
pub(crate) struct Call<'c> {
    pub(crate) shared: &'c Arc<Shared>,
    pub(crate) place: &'c Place,
    pub(crate) client: &'c Client,
    pub(crate) context: &'c RequestContext<RoleServer>,
}

/// How an outcome is told.
type Telling<'t> = &'t (dyn Fn(&Outcome) -> CallToolResult + Sync);

impl Call<'_> {
    /// Does it. What a model can act on is a result; only what no tool can answer is an error.
    pub(crate) async fn run(
        &self,
        request: CallToolRequestParams,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let binding = binding(self.client, &request.name, &arguments);
        let returned = match request.request_state {
            None => None,
            Some(sealed) => match self.open(&sealed, &binding)? {
                Ok((carried, out)) => Some(Returned {
                    carried,
                    responses: request.input_responses,
                    out,
                }),
                Err(trouble) => return Ok(reply::trouble(&trouble).into()),
            },
        };
        let done = match &*request.name {
            ask::NAME => self.ask(&arguments, binding, returned).await,
            wait::NAME => self.wait(&arguments, binding, returned).await,
            approve::NAME => self.approve(&arguments, binding).await,
            list::NAME => list::list(self.client, self.place, self.shared)
                .await
                .map(Into::into),
            cancel::NAME => cancel::cancel(&arguments, self.client, self.place, self.shared)
                .await
                .map(Into::into),
            panel::OPEN if self.shows_panel() => {
                panel::open(&arguments, self.client, self.place, self.shared)
                    .await
                    .map(Into::into)
            }
            panel::ANSWER if self.shows_panel() => {
                panel::answer(&arguments, self.client, self.place, self.shared)
                    .await
                    .map(Into::into)
            }
            name => {
                let text = format!("there is no tool {name:?} here");
                return Err(ErrorData::invalid_params(text, None));
            }
        };
        Ok(done.unwrap_or_else(|trouble| reply::trouble(&trouble).into()))
    }

    /// Whether the panel's own tools are there for this client.
    fn shows_panel(&self) -> bool {
        self.client.apps && self.shared.options.panel.is_some()
    }

    /// Opens what a stateless client carried. What is not ours is a wrong request; what was used
    /// before is something that the model can mend.
    fn open(
        &self,
        sealed: &str,
        binding: &[u8],
    ) -> Result<Result<(Carried, Out), Trouble>, ErrorData> {
        let Some(states) = self.shared.states() else {
            return Err(ErrorData::internal_error("no place to keep states", None));
        };
        match states.open(sealed, binding) {
            Ok(opened) => Ok(Ok(opened)),
            Err(NotTaken::Wrong) => Err(ErrorData::invalid_params(
                "requestState is not one of ours, is too old, or belongs to another call",
                None,
            )),
            Err(NotTaken::Spent) => Ok(Err(Trouble::new(
                "request_state_used",
                wording::spent(self.shared.lang()),
            ))),
            Err(NotTaken::Io(error)) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }

    async fn ask(
        &self,
        arguments: &JsonObject,
        binding: Vec<u8>,
        returned: Option<Returned>,
    ) -> Result<CallToolResponse, Trouble> {
        let found = match &returned {
            Some(returned) => self.carried(returned).await?,
            None => {
                let input = Value::Object(arguments.clone());
                let parsed = ask::parse(&input, self.client, self.shared)?;
                let key = self.client.call.as_deref().map(CallKey::from);
                let (client, place, shared) = (self.client, self.place, self.shared);
                ask::ask(parsed, input, Source::Tool, key, client, place, shared).await?
            }
        };
        self.attend(found, binding, returned).await
    }

    async fn wait(
        &self,
        arguments: &JsonObject,
        binding: Vec<u8>,
        returned: Option<Returned>,
    ) -> Result<CallToolResponse, Trouble> {
        let found = match &returned {
            Some(returned) => self.carried(returned).await?,
            None => wait::wait(arguments, self.client, self.place, self.shared).await?,
        };
        let wanted = arguments.get("seconds").and_then(Value::as_u64);
        let wanted = wanted.map(Duration::from_secs);
        let patience = match (wanted, self.client.patience) {
            (Some(wanted), Some(limit)) => Some(wanted.min(limit)),
            (wanted, limit) => wanted.or(limit),
        };
        let lang = self.shared.lang();
        let tell = |outcome: &Outcome| reply::outcome(outcome, lang);
        let patience = Patience::Ticket(patience);
        self.finish(found, patience, binding, returned, &tell).await
    }

    /// No form is ever shown for it: the agent's own program could fill it in. The person allows or
    /// denies it at the desk.
    async fn approve(
        &self,
        arguments: &JsonObject,
        binding: Vec<u8>,
    ) -> Result<CallToolResponse, Trouble> {
        let lang = self.shared.lang();
        let denied = |trouble: Trouble| {
            let decision = approve::denied(&trouble.text());
            CallToolResponse::from(approve::result(&decision))
        };
        let prompt = match Prompt::of(approve::action(arguments)?, lang) {
            Ok(prompt) => prompt,
            Err(trouble) => return Ok(denied(trouble)),
        };
        let found = prompt.open(self.client, self.place, self.shared).await;
        let tell = |outcome: &Outcome| approve::result(&prompt.decision(outcome, lang));
        match found {
            // A permission prompt cannot be collected later: it waits for as long as it takes.
            Ok(mut found) => {
                found.own = false;
                let done = self
                    .finish(found, Patience::ToTheEnd, binding, None, &tell)
                    .await;
                Ok(done.unwrap_or_else(denied))
            }
            Err(trouble) => Ok(denied(trouble)),
        }
    }

    /// The interaction that a stateless client comes back for.
    async fn carried(&self, returned: &Returned) -> Result<Found, Trouble> {
        let door = self.shared.door().await?;
        let id = returned.carried.interaction;
        let secrets = ask::ours(id, self.shared).await?;
        let found = door.wait(id, &secrets, self.shared.lang()).await?;
        Ok(Found::own(found, secrets))
    }

    async fn attend(
        &self,
        found: Found,
        binding: Vec<u8>,
        returned: Option<Returned>,
    ) -> Result<CallToolResponse, Trouble> {
        let lang = self.shared.lang();
        let tell = |outcome: &Outcome| reply::outcome(outcome, lang);
        let patience = Patience::Ticket(self.client.patience);
        self.finish(found, patience, binding, returned, &tell).await
    }

    async fn finish(
        &self,
        found: Found,
        patience: Patience,
        binding: Vec<u8>,
        returned: Option<Returned>,
        tell: Telling<'_>,
    ) -> Result<CallToolResponse, Trouble> {
        let id = found.asked.id;
        let collect_token = match found.secrets {
            Secrets::Ours(token) if !self.client.is_known_again(self.place) => token,
            _ => None,
        };
        let collect_token = collect_token.filter(|_| found.asked.has_secrets());
        let attend = Attend {
            shared: self.shared,
            place: self.place,
            client: self.client,
            context: self.context,
            asked: found.asked,
            waiting: found.waiting,
            patience,
            own: found.own,
            binding,
        };
        match attend.run(found.place, returned).await {
            End::Closed(outcome) => {
                // Who gave the call up this very moment does not read it: it is told when asked again.
                if !self.context.ct.is_cancelled() {
                    self.shared.calls.collected(id);
                }
                // A mask is no answer.
                if outcome.is_answered() && outcome.hides_words() {
                    return Err(Trouble::new(
                        "secret_withheld",
                        wording::withheld(self.shared.lang()),
                    ));
                }
                Ok(tell(&outcome).into())
            }
            End::Form(form) => Ok(form.into()),
            End::Ticket => {
                let page = self.shared.page().borrow().clone();
                let lang = self.shared.lang();
                Ok(reply::ticket(id, collect_token.as_deref(), page.as_deref(), lang).into())
            }
            // Nobody reads this any more. The question stays open for whoever comes for it.
            End::Gone => {
                if !self.place.gone.is_cancelled() {
                    let client = self.client.name.clone();
                    self.shared.withdraw_later(id, client);
                }
                Ok(reply::ticket(id, None, None, self.shared.lang()).into())
            }
            End::Failed(trouble) => Err(trouble),
        }
    }
}

/// What a state is good for: this tool with these arguments, called by this one.
fn binding(client: &Client, name: &str, arguments: &JsonObject) -> Vec<u8> {
    let arguments = serde_json::to_vec(arguments).unwrap_or_default();
    let call: [&[u8]; 3] = [b"tools/call", name.as_bytes(), &arguments];
    client.owner().seal(&call)
}
