//! One play of a scenario, step by step.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};

use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use sayso_core::refusal::Refusal;
use sayso_desk::DeskError;
use serde_json::{Value, json};

use super::ended::Ended;
use super::fill::Fill;
use super::happening::Happening;
use super::known::Known;
use super::limits;
use super::naming::Naming;
use super::observer::Observer;
use super::player::Player;
use super::saved::Answers;
use super::scenario::Scenario;
use super::step::Step;
use super::verb::Verb;

/// Where the play goes on: at a label, or with what comes next. A break is its end.
pub(super) type Next<'s> = ControlFlow<Ended, Option<&'s str>>;

/// One play of a scenario.
pub(super) struct Play<'p, 's> {
    pub(super) player: &'p Player,
    pub(super) scenario: &'s Scenario,
    pub(super) observer: &'p mut dyn Observer,
    pub(super) naming: Naming,
    pub(super) known: Known,
    pub(super) answers: Answers,
    /// Asks so far that were not refused.
    pub(super) rounds: u32,
    /// The tool that was called last.
    tool: Option<String>,
    /// How often each step was taken.
    visits: HashMap<&'s str, u32>,
    played: u32,
}

impl<'p, 's> Play<'p, 's> {
    /// Opens the session, and looks what was said in it.
    pub(super) fn begin(
        player: &'p Player,
        scenario: &'s Scenario,
        observer: &'p mut dyn Observer,
    ) -> Result<Self, DeskError> {
        let opening = player.opening.clone().unwrap_or_else(|| Opening {
            agent: Some(scenario.agent().to_owned()),
            ..Opening::default()
        });
        let opened = player.handle.open(player.session.clone(), opening).wait();
        match opened {
            Ok(_) | Err(DeskError::Refused(Refusal::SessionExists)) => {}
            Err(error) => return Err(error),
        }
        let naming = Naming::new(&player.session, &player.task, &scenario.name);
        Ok(Self {
            known: Known::read(&player.handle, &player.session, &naming)?,
            naming,
            player,
            scenario,
            observer,
            answers: Answers::new(),
            rounds: 0,
            tool: None,
            visits: HashMap::new(),
            played: 0,
        })
    }

    /// Plays it to its end.
    pub(super) fn run(mut self) -> Ended {
        let steps = self.scenario.steps();
        let ended = match self.list(steps) {
            Continue(_) => self.say("end", 1, "", MessageKind::Complete, json!({ "text": "" })),
            Break(ended) => Break(ended),
        };
        match ended {
            Continue(()) => Ended::Completed,
            Break(ended) => ended,
        }
    }

    fn list(&mut self, steps: &'s [Step]) -> Next<'s> {
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            next += 1;
            if let Some(label) = self.step(step)? {
                let labelled = |step: &Step| step.label.as_deref() == Some(label);
                match steps.iter().position(labelled) {
                    Some(place) => next = place,
                    None => return Continue(Some(label)),
                }
            }
        }
        Continue(None)
    }

    fn step(&mut self, step: &'s Step) -> Next<'s> {
        if self.player.stop.is_stopped() {
            return Break(Ended::Stopped);
        }
        if !step.when.holds(&self.answers) {
            return Continue(None);
        }
        let visits = self.visits.entry(&step.path).or_insert(0);
        *visits += 1;
        let visit = *visits;
        self.played += 1;
        if self.played > limits::PLAYED {
            let text = self.scenario.lang.pick(
                format!(
                    "The scenario goes round and round: more than {} steps.",
                    limits::PLAYED
                ),
                format!("场景循环过多：超过 {} 步。", limits::PLAYED),
            );
            return self.fail(&step.path, visit, text);
        }
        match &step.verb {
            Verb::Text(text) => self.speak(step, visit, MessageKind::Text, text),
            Verb::Info(text) => self.speak(step, visit, MessageKind::Info, text),
            Verb::Thinking(text) => self.speak(step, visit, MessageKind::Thinking, text),
            Verb::ToolUse { name, input } => self.call_tool(step, visit, name, input),
            Verb::ToolResult { content, is_error } => {
                let content = self.fill().text(content);
                let body = json!({
                    "type": "tool_result",
                    "tool_use_id": self.tool,
                    "content": content,
                    "is_error": is_error,
                });
                self.say(&step.path, visit, "", MessageKind::ToolResult, body)?;
                Continue(None)
            }
            Verb::Ask(ask) => self.ask(ask, &step.path, visit),
            Verb::Pause(pause) => {
                // What was said before is not said at leisure again.
                if self.known.is_empty() {
                    self.player.sleeper.sleep(*pause, &self.player.stop);
                }
                Continue(None)
            }
            Verb::Goto { label, most } => Continue((visit <= *most).then_some(label.as_str())),
            Verb::Steps(steps) => self.list(steps),
            Verb::Fail(text) => {
                let text = self.fill().text(text);
                self.fail(&step.path, visit, text)
            }
            Verb::Complete(text) => {
                self.speak(step, visit, MessageKind::Complete, text)?;
                Break(Ended::Completed)
            }
        }
    }

    fn speak(&mut self, step: &Step, visit: u32, kind: MessageKind, text: &str) -> Next<'s> {
        let text = self.fill().text(text);
        let body = match kind {
            MessageKind::Thinking => json!({ "type": "thinking", "thinking": text }),
            MessageKind::Text => json!({ "type": "text", "text": text }),
            _ => json!({ "text": text }),
        };
        self.say(&step.path, visit, "", kind, body)?;
        Continue(None)
    }

    fn call_tool(&mut self, step: &Step, visit: u32, name: &str, input: &Value) -> Next<'s> {
        let id = self.naming.call(&step.path, visit);
        let input = self.fill().value(input);
        self.tool = Some(id.clone());
        let body = json!({ "type": "tool_use", "id": id, "name": name, "input": input });
        self.say(&step.path, visit, "", MessageKind::ToolUse, body)?;
        Continue(None)
    }

    /// Ends the play, and leaves a message that says why.
    pub(super) fn fail(&mut self, path: &str, visit: u32, text: String) -> Next<'s> {
        let body = json!({ "text": text });
        self.say(path, visit, "fail", MessageKind::Error, body)?;
        Break(Ended::Failed(text))
    }

    /// Says something, unless an earlier play said it.
    pub(super) fn say(
        &mut self,
        path: &str,
        visit: u32,
        part: &str,
        kind: MessageKind,
        body: Value,
    ) -> ControlFlow<Ended> {
        let uuid = self.naming.message(path, visit, part);
        let said = self.known.take(&uuid);
        let known = said.is_some();
        let message = said.unwrap_or(Message {
            uuid,
            parent: None,
            kind,
            body,
        });
        if !known {
            let session = self.player.session.clone();
            let said = self.player.handle.say(session, message.clone()).wait();
            if let Err(error) = said {
                return Break(Ended::Desk(error));
            }
        }
        let message = &message;
        self.observer.see(Happening::Said { message, known });
        Continue(())
    }

    pub(super) fn fill(&self) -> Fill<'_> {
        Fill::new(&self.answers, self.rounds, self.lang())
    }

    pub(super) fn lang(&self) -> Lang {
        self.scenario.lang
    }
}
