//! Asking in a play, and what comes of it.

use std::ops::ControlFlow::{Break, Continue};

use sayso_core::asker::Asker;
use sayso_core::dialect;
use sayso_core::id::CallKey;
use sayso_core::message::MessageKind;
use sayso_core::refusal::Refusal;
use sayso_core::render::tool_result;
use sayso_desk::{DeskError, NewAsk, Ticket, Waiter};
use serde_json::{Value, json};

use super::ask_step::AskStep;
use super::ended::Ended;
use super::fill::Fill;
use super::happening::Happening;
use super::play::{Next, Play};
use super::saved::{Saved, without_secrets};

/// The parts of a refused ask: the call, and what came back.
const CALL: &str = "refused call";
const RESULT: &str = "refused result";

impl<'s> Play<'_, 's> {
    /// Asks, and waits for what comes of it. The same step asks with the same key for ever: a
    /// play that was cut off is attached to its question again.
    pub(super) fn ask(&mut self, ask: &'s AskStep, path: &'s str, visit: u32) -> Next<'s> {
        let call = self.naming.call(path, visit);
        let input = Fill::new(&self.answers, self.rounds + 1, self.lang()).value(&ask.input);
        if let Some(text) = self.known_refusal(path, visit) {
            // The rules might allow it today; what the log says is what happened.
            return self.refused(ask, path, visit, (&call, input, text));
        }
        match self.try_to_ask(ask, &call, &input) {
            Ok((ticket, waiter)) => self.wait(ask, path, visit, &ticket, waiter),
            Err(DeskError::Refused(refusal)) => {
                let text = self.refusal_text(&refusal);
                self.refused(ask, path, visit, (&call, input, text))
            }
            Err(error) => Break(Ended::Desk(error)),
        }
    }

    fn try_to_ask(
        &self,
        ask: &AskStep,
        call: &str,
        input: &Value,
    ) -> Result<(Ticket, Waiter), DeskError> {
        let mut parsed =
            dialect::parse(input, self.scenario.limits()).map_err(Refusal::InvalidQuestion)?;
        parsed.tool_use_id = Some(call.to_owned());
        let new = NewAsk {
            session: Some(self.player.session.clone()),
            key: Some(CallKey::from(call)),
            asker: Asker {
                kind: ask.asker,
                name: Some(self.scenario.agent().to_owned()),
                sub_agent: None,
                credential: None,
            },
            timeout: ask
                .timeout
                .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            on_timeout: ask.on_timeout,
            total_rounds: ask.total_rounds,
            is_local: true,
            ..NewAsk::new(parsed)
        };
        let (ticket, waiter) = self.player.handle.ask_and_wait(new);
        Ok((ticket.wait()?, waiter))
    }

    fn wait(
        &mut self,
        ask: &AskStep,
        path: &str,
        visit: u32,
        ticket: &Ticket,
        waiter: Waiter,
    ) -> Next<'s> {
        self.rounds += 1;
        self.observer.see(Happening::Asked(ticket));
        let outcome = match self.player.stop.outlast(waiter) {
            None => return Break(Ended::Stopped),
            Some(Err(error)) => return Break(Ended::Desk(error)),
            Some(Ok(outcome)) => without_secrets(&outcome),
        };
        let result = tool_result(&outcome, self.lang());
        self.observer.see(Happening::Closed {
            outcome: &outcome,
            result: &result,
        });
        if outcome.closing.interrupted {
            return Break(Ended::Stopped);
        }
        let saved = Saved::of(&outcome, self.lang());
        let fails = result.is_error.then_some(result.content);
        self.go_on(ask, path, visit, saved, fails)
    }

    /// Records the call and its refusal, as agents see it; the person never saw the question.
    fn refused(
        &mut self,
        ask: &AskStep,
        path: &str,
        visit: u32,
        (call, input, text): (&str, Value, String),
    ) -> Next<'s> {
        let used = json!({
            "type": "tool_use",
            "id": call,
            "name": "ask_user_question",
            "input": input,
        });
        let result = json!({
            "type": "tool_result",
            "tool_use_id": call,
            "content": text,
            "is_error": true,
        });
        self.say(path, visit, CALL, MessageKind::ToolUse, used)?;
        self.say(path, visit, RESULT, MessageKind::ToolResult, result)?;
        self.go_on(ask, path, visit, Saved::refused(), Some(text))
    }

    /// Goes on where a branch is written for this ending, or where nothing failed.
    fn go_on(
        &mut self,
        ask: &AskStep,
        path: &str,
        visit: u32,
        saved: Saved,
        fails: Option<String>,
    ) -> Next<'s> {
        let handled = ask
            .save
            .as_deref()
            .is_some_and(|name| self.scenario.handles(name, saved.how().clone()));
        if let Some(name) = &ask.save {
            self.answers.insert(name.clone(), saved);
        }
        match fails {
            Some(text) if !handled => self.fail(path, visit, text),
            _ => Continue(None),
        }
    }

    fn refusal_text(&self, refusal: &Refusal) -> String {
        let lang = self.lang();
        let mut text = refusal.text(lang);
        for issue in refusal.issues() {
            text.push('\n');
            text.push_str(&issue.line(lang));
        }
        text
    }

    /// What an earlier play was told when it was refused here.
    fn known_refusal(&self, path: &str, visit: u32) -> Option<String> {
        let uuid = self.naming.message(path, visit, RESULT);
        let content = self.known.get(&uuid)?.body.get("content")?;
        content.as_str().map(str::to_owned)
    }
}
