//! What the agent asks its host.

use std::sync::Arc;
use std::thread;

use sayso_core::actor::Actor;
use sayso_core::asker::AskerKind;
use sayso_core::dialect::claude_code::{
    ElicitationForm, NAME, QUESTION_TOOL, ToolRequest, action, is_visit, visit, visited,
};
use sayso_core::digest::Digest;
use sayso_core::face::Face;
use sayso_core::id::{CallKey, InteractionId};
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_desk::{DeskError, NewAsk, Waiter};
use serde_json::{Value, json};

use super::holder::{Came, Holder, HolderError};
use super::wire;

/// Open interactions that are looked through, at most.
const OPEN: usize = 4_096;

/// What the agent waits for.
pub(super) struct Request {
    pub(super) interaction: InteractionId,
    /// What tells the question apart, if it is one.
    pub(super) question: Option<Digest>,
    what: What,
}

/// What it is about.
enum What {
    /// What the agent asks, or wants to do.
    Tool(ToolRequest),
    /// The form of an MCP server.
    Form(ElicitationForm),
    /// A page that an MCP server asks to visit.
    Visit,
}

impl Holder {
    /// The agent asks its host.
    pub(super) fn requested(&mut self, line: &Value) -> Result<(), HolderError> {
        let id = line["request_id"].as_str().unwrap_or_default().to_owned();
        let request = &line["request"];
        match request["subtype"].as_str() {
            _ if self.settled.contains(&id) => self.is_over(request),
            Some("can_use_tool") => self.can_use_tool(id, request),
            Some("elicitation") => self.form(id, request),
            Some(other) => {
                let why = format!("Sayso does not serve {other}");
                self.send(&wire::failure(&id, &why))
            }
            None => Ok(()),
        }
    }

    fn can_use_tool(&mut self, id: String, request: &Value) -> Result<(), HolderError> {
        let call = request["tool_use_id"].as_str().map(str::to_owned);
        let asked = match ToolRequest::read(action(request)) {
            Ok(asked) => asked,
            Err(issues) => return self.refuse(&id, &Refusal::InvalidQuestion(issues)),
        };
        let is_question = asked.source() == Source::Tool;
        let by_sub = request["agent_id"].is_string();
        let ask = self.ask(&asked, call.clone(), by_sub);
        let question = is_question.then_some(ask.parsed.digest);
        match self.put(ask, is_question) {
            Ok((interaction, waiter)) => {
                if let Some(call) = call.filter(|_| is_question) {
                    self.was_asked(call);
                }
                let request = Request {
                    interaction,
                    question,
                    what: What::Tool(asked),
                };
                self.wait(id, request, waiter);
                Ok(())
            }
            Err(DeskError::Refused(refusal)) => self.refuse(&id, &refusal),
            Err(error) => self.send(&wire::failure(&id, &error.to_string())),
        }
    }

    /// An earlier holder asked the desk for it, and the agent has moved on since: perhaps while there
    /// was none, so that the desk does not know.
    fn is_over(&mut self, request: &Value) -> Result<(), HolderError> {
        let Some(call) = request["tool_use_id"].as_str() else {
            return Ok(());
        };
        if request["tool_name"] == QUESTION_TOOL {
            self.was_asked(call.to_owned());
        }
        let key = CallKey::from(call);
        let open = self
            .handle
            .reader()
            .pending(OPEN)
            .map_err(DeskError::from)?;
        let ours = open
            .into_iter()
            .find(|open| open.session == self.session && open.asked.key.as_ref() == Some(&key));
        ours.map_or(Ok(()), |open| self.take_back(open.asked.interaction))
    }

    /// An MCP server asks. A form that cannot be drawn, and an address that cannot be told, are no
    /// answer.
    fn form(&mut self, id: String, request: &Value) -> Result<(), HolderError> {
        let shown = if is_visit(request) {
            let parsed = visit(request, self.lang);
            parsed.map(|parsed| (Source::Approval, What::Visit, parsed))
        } else {
            let form = ElicitationForm::read(request);
            form.map(|form| {
                let parsed = form.ask();
                (Source::Tool, What::Form(form), parsed)
            })
        };
        let Some((source, what, parsed)) = shown else {
            return self.send(&wire::failure(&id, "Sayso cannot show this to the user"));
        };
        let ask = self.of_session(NewAsk {
            key: Some(CallKey::from(id.as_str())),
            source,
            ..NewAsk::new(parsed)
        });
        let (asked, waiter) = self.handle.ask_and_wait(ask);
        match asked.wait() {
            Ok(ticket) => {
                let request = Request {
                    interaction: ticket.interaction,
                    question: None,
                    what,
                };
                self.wait(id, request, waiter);
                Ok(())
            }
            Err(error) => self.send(&wire::failure(&id, &error.to_string())),
        }
    }

    fn wait(&mut self, id: String, request: Request, waiter: Waiter) {
        let (sender, name) = (self.sender.clone(), id.clone());
        thread::spawn(move || sender.send(Came::Closed(name, waiter.wait())));
        self.waiting.insert(id, request);
    }

    /// An ask of this session's agent.
    fn of_session(&self, mut ask: NewAsk) -> NewAsk {
        ask.session = Some(self.session.clone());
        ask.asker.name = Some(NAME.to_owned());
        ask.opening = Opening {
            agent: Some(NAME.to_owned()),
            project: self.project.clone(),
            ..Opening::default()
        };
        ask
    }

    fn ask(&self, asked: &ToolRequest, call: Option<String>, by_sub: bool) -> NewAsk {
        let parsed = asked.ask(call.clone(), self.lang);
        let mut ask = self.of_session(NewAsk::new(parsed));
        ask.key = call.map(CallKey::from);
        ask.source = asked.source();
        if by_sub {
            ask.asker.kind = AskerKind::Sub;
        }
        ask
    }

    /// Asks; a question that an earlier run of the agent died on is taken up, once, whether it is
    /// still open or was answered meanwhile: the new run asks it under another name.
    fn put(
        &mut self,
        ask: NewAsk,
        is_question: bool,
    ) -> Result<(InteractionId, Waiter), DeskError> {
        // A call that an earlier holder asked for has its question already, and no other's.
        let is_new = |key: &CallKey| !self.asked_before.contains(key);
        let may_ask = ask.asker.kind == AskerKind::Main;
        if is_question && may_ask && ask.key.as_ref().is_none_or(is_new) {
            if let Some(left) = self.left.remove(&ask.parsed.digest) {
                return Ok((left, self.handle.wait(left).wait()?));
            }
            let ours = |open: &InteractionId| {
                let mut waiting = self.waiting.values();
                waiting.any(|request| request.interaction == *open)
            };
            let left = self
                .handle
                .reader()
                .pending(OPEN)?
                .into_iter()
                .find(|open| {
                    open.session == self.session
                        && open.asked.digest == ask.parsed.digest
                        && open.asked.source == Source::Tool
                        && open.asked.key != ask.key
                        && !ours(&open.asked.interaction)
                });
            if let Some(left) = left {
                let interaction = left.asked.interaction;
                return Ok((interaction, self.handle.wait(interaction).wait()?));
            }
        }
        let (asked, waiter) = self.handle.ask_and_wait(ask);
        Ok((asked.wait()?.interaction, waiter))
    }

    fn refuse(&mut self, id: &str, refusal: &Refusal) -> Result<(), HolderError> {
        let mut text = refusal.text(self.lang);
        for issue in refusal.issues() {
            text.push('\n');
            text.push_str(&issue.line(self.lang));
        }
        let denied = json!({ "behavior": "deny", "message": text });
        self.send(&wire::response(id, &denied))
    }

    /// What was asked is closed: the agent is told how, also when somebody else took it back.
    pub(super) fn closed(
        &mut self,
        id: &str,
        outcome: Result<Arc<Outcome>, DeskError>,
    ) -> Result<(), HolderError> {
        if self.is_deaf() {
            return Ok(());
        }
        let Some(request) = self.waiting.remove(id) else {
            return Ok(());
        };
        let outcome = outcome?;
        let closing = &outcome.closing;
        // Whoever asks from the background has no turn that could be stopped: it is told instead.
        if closing.interrupted && self.working {
            return self.interrupt();
        }
        let result = match &request.what {
            What::Form(form) => form.result(&outcome),
            What::Visit => visited(&outcome, self.lang),
            What::Tool(asked) => asked.decision(&outcome, self.lang),
        };
        self.send(&wire::response(id, &result))
    }

    /// The agent does not wait any more.
    pub(super) fn taken_back(&mut self, id: &str) -> Result<(), HolderError> {
        if self.is_deaf() {
            return Ok(());
        }
        match self.waiting.remove(id) {
            Some(request) => self.take_back(request.interaction),
            None => Ok(()),
        }
    }

    fn take_back(&self, interaction: InteractionId) -> Result<(), HolderError> {
        let actor = Actor::asker(NAME, Face::Host);
        match self.handle.withdraw(interaction, actor).wait() {
            Ok(_) | Err(DeskError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
