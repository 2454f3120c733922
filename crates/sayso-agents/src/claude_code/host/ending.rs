//! How an agent comes to its end, and what is left of it.

use std::thread;
use std::time::Duration;

use rustix::process::{Signal, kill_process, kill_process_group};
use sayso_core::actor::Actor;
use sayso_core::dialect::claude_code::NAME;
use sayso_core::face::Face;
use sayso_core::message::MessageKind;
use sayso_desk::DeskError;
use serde_json::{Map, Value, json};

use super::holder::{Holder, HolderError};
use super::said;
use super::wish::Done;

/// How long an agent may take to stop.
const GRACE: Duration = Duration::from_secs(5);

/// What those who look at the session are told of an agent that was stopped.
const STOPPED: (&str, &str) = (
    "Claude Code was stopped, since whoever ran it was told to end. What it asked stays open; an \
     answer waits until the session goes on.",
    "Claude Code 已停止，因为运行它的命令被要求结束。它的提问保持打开；回答会保留到会话继续时。",
);

impl Holder {
    /// Whoever ran the agent was told to end. Its turn is stopped first, so that the tools it runs
    /// end too; not at a question, which it would call off, as if the person had wished so.
    pub(super) fn stop(&mut self, done: Done) -> Result<(), HolderError> {
        self.stopped.push(done);
        let mut waiting = self.waiting.values();
        let asks = waiting.any(|request| request.question.is_some());
        if self.working && !asks {
            self.interrupt()?;
        } else {
            self.terminate();
        }
        let folder = self.folder.clone();
        thread::spawn(move || {
            for kill in [Signal::TERM, Signal::KILL] {
                thread::sleep(GRACE);
                if let Some(agent) = folder.agent() {
                    let _ = kill_process_group(agent, kill);
                }
            }
        });
        Ok(())
    }

    pub(super) fn terminate(&self) {
        if let Some(agent) = self.folder.agent() {
            let _ = kill_process(agent, Signal::TERM);
        }
    }

    pub(super) fn is_stopping(&self) -> bool {
        !self.stopped.is_empty()
    }

    /// Whether the agent is gone, or as good as: it hears nothing any more, and what it takes back
    /// it does not take back for a person.
    pub(super) fn is_deaf(&self) -> bool {
        self.gone || self.is_stopping()
    }

    /// The agent is gone. What it asked stays open: a run that is resumed asks again. What it
    /// wanted to do is taken back: a yes to that would be nobody's.
    pub(super) fn ended(mut self) -> Result<(), HolderError> {
        if let Some(child) = &mut self.child {
            // Its folder may be gone instead: then nobody can ever hold it again.
            let _ = child.kill();
            let _ = child.wait();
        }
        for request in self.waiting.values().filter(|one| one.question.is_none()) {
            let actor = Actor::asker(NAME, Face::Host);
            match self.handle.withdraw(request.interaction, actor).wait() {
                Ok(_) | Err(DeskError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let text = if self.is_stopping() {
            Some(self.lang.pick(STOPPED.0, STOPPED.1).to_owned())
        } else if !self.ending && (!self.gone || self.unfinished || !self.waiting.is_empty()) {
            let why = self.folder.last_complaint();
            Some(self.lang.pick(
                format!("Claude Code ended unexpectedly. {why}"),
                format!("Claude Code 意外退出。{why}"),
            ))
        } else {
            None
        };
        if let Some(text) = text {
            let uuid = uuid::Uuid::now_v7().to_string();
            let left: Map<String, Value> = self
                .waiting
                .values()
                .filter_map(|request| {
                    Some((request.question?.to_string(), json!(request.interaction)))
                })
                .collect();
            let body = json!({ "text": text, "left": left });
            let message = said::message(uuid, MessageKind::Error, body);
            self.say(message)?;
        }
        self.folder.remove();
        for done in self.stopped {
            let _ = done.send(());
        }
        Ok(())
    }
}
