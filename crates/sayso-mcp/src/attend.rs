//! Waiting for one interaction, with the client's own form beside the desk's faces. Whoever is
//! first with a valid answer wins; the other is withdrawn.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, ProgressNotificationParam, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext, RequestHandle, RoleServer};
use sayso_core::outcome::Outcome;
use serde_json::json;
use tokio::time::Instant;

use crate::calls::Attending;
use crate::client::Client;
use crate::door::{Asked, Secrets, Waiting};
use crate::form::{Out, Said, Sheet, judge};
use crate::place::Place;
use crate::shared::Shared;
use crate::states::Carried;
use crate::trouble::Trouble;
use crate::wording;

/// Rounds of one call's forms; clients stop at ten too.
const ROUNDS: usize = 10;
/// A client that ends a call puts its form away by itself, a moment before or after it says so.
const SETTLE: Duration = Duration::from_millis(300);
/// How long a form with an address waits for the desk's page to be there.
const PAGE: Duration = Duration::from_secs(12);
/// What a form goes by in the stateless protocol.
const FORM: &str = "form";

/// How a call ends.
pub(crate) enum End {
    /// The interaction closed.
    Closed(Arc<Outcome>),
    /// It is still open, and the client cannot wait longer.
    Ticket,
    /// The client is to show a form, and to call again.
    Form(InputRequiredResult),
    /// The client has gone, or does not want to hear of it any more.
    Gone,
    /// It could not be done.
    Failed(Trouble),
}

/// What a stateless client brings back.
pub(crate) struct Returned {
    pub(crate) carried: Carried,
    pub(crate) responses: Option<InputResponses>,
    pub(crate) out: Out,
}

/// What a call waits for.
pub(crate) struct Found {
    pub(crate) asked: Asked,
    pub(crate) waiting: Waiting,
    /// The place of another call that was given up, taken over.
    pub(crate) place: Option<Attending>,
    /// Whether this client asked it, and not one before it whose question it may collect.
    pub(crate) own: bool,
    /// Whose its secret words are.
    pub(crate) secrets: Secrets,
}

impl Found {
    /// One that this client asked.
    pub(crate) fn own((asked, waiting): (Asked, Waiting), secrets: Secrets) -> Self {
        Self {
            asked,
            waiting,
            place: None,
            own: true,
            secrets,
        }
    }
}

/// How long a call waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Until the interaction closes: nobody would come back for it. No form is shown meanwhile.
    ToTheEnd,
    /// It may end with a ticket, after that long without a form at the latest.
    Ticket(Option<Duration>),
}

/// One call that waits for one interaction.
pub(crate) struct Attend<'c> {
    pub(crate) shared: &'c Arc<Shared>,
    pub(crate) place: &'c Place,
    pub(crate) client: &'c Client,
    pub(crate) context: &'c RequestContext<RoleServer>,
    pub(crate) asked: Asked,
    pub(crate) waiting: Waiting,
    pub(crate) patience: Patience,
    /// Whether this client asked it: only then may it be shown a form.
    pub(crate) own: bool,
    /// What a state is bound to.
    pub(crate) binding: Vec<u8>,
}

impl Patience {
    fn limit(self) -> Option<Duration> {
        match self {
            Self::ToTheEnd => None,
            Self::Ticket(limit) => limit,
        }
    }
}

/// A form that the client shows.
struct OpenForm {
    handle: RequestHandle<RoleServer>,
    shown: Instant,
    /// Whether it only leads to the page.
    address: bool,
}

impl Attend<'_> {
    /// Waits until the interaction closes, or the call must end.
    pub(crate) async fn run(mut self, place: Option<Attending>, returned: Option<Returned>) -> End {
        if self.asked.closed {
            return closed((&mut self.waiting).await);
        }
        let attending = place.unwrap_or_else(|| self.shared.calls.attend(self.asked.id));
        let end = match self.client.modern {
            true => self.with_result(returned).await.ok(),
            false => None,
        };
        let end = match end {
            Some(end) => end,
            None => self.with_requests().await,
        };
        if !matches!(end, End::Gone) {
            attending.told();
        }
        end
    }

    /// The stateless way: a form is a result, and its content comes with the next call.
    async fn with_result(&mut self, returned: Option<Returned>) -> Result<End, NoForm> {
        let mut sheet = Sheet::new(self.asked.questions.clone(), self.client.arrays);
        if let Some(returned) = returned {
            let state = returned.carried.sheet;
            sheet = Sheet::resume(self.asked.questions.clone(), state, self.client.arrays);
            let response = returned.responses.as_ref().and_then(|all| all.get(FORM));
            let result = response.and_then(|one| serde_json::from_value(one.clone()).ok());
            if let Some(result) = result {
                // Where none is shown none comes back: whoever sends one made it up, or opened an
                // address.
                if !self.has_form() {
                    return Err(NoForm);
                }
                let said = self.judge(result, returned.out);
                if matches!(said, Said::PutAway) {
                    self.shared.calls.put_away(self.asked.id);
                    return Ok(End::Ticket);
                }
                self.take(said, &mut sheet).await?;
                if self.asked.closed {
                    return Ok(closed((&mut self.waiting).await));
                }
            }
        }
        if sheet.round() > ROUNDS {
            return Err(NoForm);
        }
        let params = self.form_params(&sheet).await.ok_or(NoForm)?;
        let states = self.shared.states().ok_or(NoForm)?;
        let sealed = states.seal(self.asked.id, sheet.state(), &self.binding);
        let sealed = sealed.map_err(|_| NoForm)?;
        let request = InputRequest::Elicitation(ElicitRequest::new(params));
        let requests = InputRequests::from([(FORM.to_owned(), request)]);
        Ok(End::Form(InputRequiredResult::new(
            Some(requests),
            Some(sealed),
        )))
    }

    /// The older way: forms are requests to the client, while the call waits.
    async fn with_requests(&mut self) -> End {
        let mut sheet = Sheet::new(self.asked.questions.clone(), self.client.arrays);
        let mut may_show = !self.client.modern;
        let mut form: Option<OpenForm> = None;
        let mut alone_since = Instant::now();
        let mut ticks = tokio::time::interval(self.shared.options.progress);
        let mut page = self.shared.page();
        let mut count = 0_u32;
        loop {
            if form.is_none() && may_show && sheet.round() <= ROUNDS {
                form = self.show(&sheet).await;
                may_show = form.is_some();
            }
            let limit = self.patience.limit().filter(|_| form.is_none());
            tokio::select! {
                biased;
                outcome = &mut self.waiting => {
                    withdraw(form, wording::answered_elsewhere()).await;
                    return closed(outcome);
                }
                reply = reply_of(&mut form) => {
                    let shown = form.take();
                    alone_since = Instant::now();
                    let (time, address) = shown.map_or((Duration::ZERO, true), |form| {
                        (form.shown.elapsed(), form.address)
                    });
                    let out = Out { time, here: true };
                    may_show = match reply {
                        Some(result) if !address => {
                            let said = self.judge(result, out);
                            let away = matches!(said, Said::PutAway);
                            if (away || matches!(said, Said::Dismissed)) && self.ends_now().await {
                                return End::Gone;
                            }
                            if away {
                                self.shared.calls.put_away(self.asked.id);
                                return End::Ticket;
                            }
                            self.take(said, &mut sheet).await.is_ok()
                        }
                        _ => false,
                    };
                    if self.asked.closed {
                        return closed((&mut self.waiting).await);
                    }
                }
                () = self.place.gone.cancelled() => return End::Gone,
                () = self.context.ct.cancelled() => {
                    withdraw(form, wording::call_cancelled()).await;
                    return End::Gone;
                }
                () = until(limit.map(|limit| alone_since + limit)) => return End::Ticket,
                _ = ticks.tick() => {
                    count += 1;
                    let url = page.borrow_and_update().clone();
                    self.show_life(count, url.as_deref()).await;
                }
            }
        }
    }

    fn judge(&self, result: ElicitResult, out: Out) -> Said {
        judge(result, out, self.client.reading, self.client.manner)
    }

    /// Takes what came back for a form. `NoForm`: another would fare no better, and the desk's
    /// faces are left.
    async fn take(&mut self, said: Said, sheet: &mut Sheet) -> Result<(), NoForm> {
        let lang = self.shared.lang();
        let Ok(door) = self.shared.door().await else {
            return Err(NoForm);
        };
        let person = self.shared.person();
        match said {
            Said::Nobody | Said::PutAway => Err(NoForm),
            Said::TooFast => {
                sheet.ask_again(lang);
                Ok(())
            }
            Said::Declined | Said::Dismissed => {
                match door.cancel(self.asked.id, None, person, lang).await {
                    Err(trouble) if !trouble.is_closed() => Err(NoForm),
                    // Closed by someone else this very moment is closed too.
                    _ => {
                        self.asked.closed = true;
                        Ok(())
                    }
                }
            }
            Said::Filled(content) => {
                if !sheet.fill_in(content.as_ref(), lang) || !sheet.is_done() {
                    return Ok(());
                }
                let answered = door.answer(self.asked.id, sheet.answers(), person, lang);
                match answered.await {
                    Err(trouble) if trouble.is_invalid_answer() => {
                        sheet.start_over(trouble.details);
                        Ok(())
                    }
                    Err(trouble) if !trouble.is_closed() => Err(NoForm),
                    _ => {
                        self.asked.closed = true;
                        Ok(())
                    }
                }
            }
        }
    }

    /// Shows a form, if this client shows forms and the questions may stand in one.
    async fn show(&self, sheet: &Sheet) -> Option<OpenForm> {
        let params = self.form_params(sheet).await?;
        let address = matches!(params, ElicitRequestParams::UrlElicitationParams { .. });
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
        let sent = self
            .context
            .peer
            .send_cancellable_request(request, PeerRequestOptions::no_options())
            .await;
        Some(OpenForm {
            handle: sent.ok()?,
            shown: Instant::now(),
            address,
        })
    }

    /// Whether this client is shown a form for this: for its own questions, and never for leave to
    /// act. A desk somewhere else could not tell a form's answer from any other that comes with a
    /// token.
    fn has_form(&self) -> bool {
        self.own
            && self.client.form
            && !self.asked.approval
            && !self.asked.has_secrets()
            && self.shared.has_desk_here()
    }

    /// A form, or for secrets the address of the page: a form must not ask for them.
    async fn form_params(&self, sheet: &Sheet) -> Option<ElicitRequestParams> {
        let lang = self.shared.lang();
        if self.asked.has_secrets() {
            if !self.own || !self.client.url {
                return None;
            }
            let mut page = self.shared.page();
            let found = page.wait_for(Option::is_some);
            let page = tokio::time::timeout(PAGE, found)
                .await
                .ok()?
                .ok()?
                .clone()?;
            let id = self.asked.id;
            return serde_json::from_value(json!({
                "mode": "url",
                "message": wording::secret(lang),
                "url": wording::question_page(&page, id),
                "elicitationId": id,
            }))
            .ok();
        }
        if !self.has_form() || self.shared.calls.is_put_away(self.asked.id) {
            return None;
        }
        let heading = wording::asks(&self.client.name, lang);
        serde_json::from_value(json!({
            "mode": "form",
            "message": sheet.message(Some(&heading), lang),
            "requestedSchema": sheet.schema(lang),
        }))
        .ok()
    }

    /// Whether the call is cancelled or the client goes, a moment after it put its form away.
    async fn ends_now(&self) -> bool {
        tokio::select! {
            () = self.place.gone.cancelled() => true,
            () = self.context.ct.cancelled() => true,
            () = tokio::time::sleep(SETTLE) => false,
        }
    }

    async fn show_life(&self, count: u32, page: Option<&str>) {
        let Some(token) = &self.client.progress else {
            return;
        };
        let message = wording::waiting(page, self.shared.lang());
        let progress = ProgressNotificationParam::new(token.clone(), f64::from(count));
        let told = self
            .context
            .peer
            .notify_progress(progress.with_message(message));
        let _ = told.await;
    }
}

/// No form can be shown, or another would fare no better.
struct NoForm;

fn closed(outcome: Result<Arc<Outcome>, Trouble>) -> End {
    match outcome {
        Ok(outcome) => End::Closed(outcome),
        Err(trouble) => End::Failed(trouble),
    }
}

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// What came back for the form; none when the client failed to show it.
async fn reply_of(form: &mut Option<OpenForm>) -> Option<ElicitResult> {
    let Some(form) = form else {
        return std::future::pending().await;
    };
    match (&mut form.handle.rx).await {
        Ok(Ok(ClientResult::ElicitResult(result))) => Some(result),
        _ => None,
    }
}

/// Tells the client to take a form away.
async fn withdraw(form: Option<OpenForm>, reason: &str) {
    if let Some(form) = form {
        let _ = form.handle.cancel(Some(reason.to_owned())).await;
    }
}
