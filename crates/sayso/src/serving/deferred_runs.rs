//! Runs that were put off, resumed when their question is closed.

use std::collections::HashMap;

use sayso_agents::claude_code::host::HostFolder;
use sayso_core::decider::Decider;
use sayso_core::id::{InteractionId, MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_desk::Handle;
use sayso_desk::store::Found;
use serde_json::json;

use super::deferred::{Claimed, Deferred};
use super::hosting::{Begin, HostOrder, LINGER};
use crate::config::Config;

/// Looks for which one that could not be resumed is left alone: the answer waits, and is not lost.
const LOOKS: u32 = 60;

/// Runs that were put off, as a running desk knows them.
#[derive(Debug, Default)]
pub(super) struct DeferredRuns {
    /// Those that could not be resumed, and for how many looks more they are left alone.
    failed: HashMap<InteractionId, u32>,
}

impl DeferredRuns {
    /// Resumes those whose question is closed, hosted: with the same call, and no new prompt.
    pub(super) fn resume_all(&mut self, handle: &Handle, config: &Config) {
        for question in Deferred::questions(config) {
            let left = self.failed.get_mut(&question);
            if let Some(left) = left.filter(|left| **left > 0) {
                *left -= 1;
                continue;
            }
            let Some(decided_by) = closed_by(handle, question) else {
                continue;
            };
            let claimed = match Claimed::of(question, config) {
                Ok(Some(claimed)) => claimed,
                Ok(None) => continue,
                Err(error) => {
                    tracing::warn!(%error, %question, "a run that was put off cannot be read");
                    self.failed.insert(question, LOOKS);
                    continue;
                }
            };
            let session = SessionId::from(claimed.deferred.session.as_str());
            let resumed = match decided_by {
                // The agent took it back, or its own dialog was answered: it waits for nothing.
                Decider::Asker | Decider::Hook => Ok(()),
                _ => resume(&claimed.deferred, config),
            };
            match resumed.and_then(|()| claimed.done().map_err(|error| error.to_string())) {
                Ok(()) => drop(self.failed.remove(&question)),
                // Once: whoever looks at the session need not read it every minute.
                Err(why) if self.failed.insert(question, LOOKS).is_none() => {
                    tracing::warn!(%question, "a run that was put off cannot be resumed");
                    tell(handle, session, &why, config);
                }
                Err(_) => {}
            }
        }
    }
}

fn closed_by(handle: &Handle, question: InteractionId) -> Option<Decider> {
    match handle.reader().find(question) {
        Ok(Some(Found::Closed(outcome))) => Some(outcome.closing.decided_by),
        _ => None,
    }
}

fn resume(deferred: &Deferred, config: &Config) -> Result<(), String> {
    let folder = HostFolder::of(&config.data, &deferred.session);
    if folder.is_some_and(|folder| folder.is_held() || folder.is_alive()) {
        // Somebody was faster; it asks by the same call, and is told.
        return Ok(());
    }
    let order = HostOrder {
        session: deferred.session.clone(),
        begin: Some(Begin {
            program: config.claude.clone(),
            directory: deferred.directory.clone(),
            args: Vec::new(),
            resume: true,
            fork: None,
            earlier: Vec::new(),
            fork_at: None,
            prompt: None,
        }),
        linger: LINGER,
    };
    order.give(config)
}

/// Tells those who look at the session.
fn tell(handle: &Handle, session: SessionId, why: &str, config: &Config) {
    let text = config.lang.pick(
        format!("The run that waited for this answer cannot be resumed; it is tried again: {why}"),
        format!("等待此回答的运行无法恢复，稍后会再试：{why}"),
    );
    let message = Message {
        uuid: MessageId::new(uuid::Uuid::now_v7().to_string()),
        parent: None,
        kind: MessageKind::Error,
        body: json!({ "text": text }),
    };
    let _ = handle.say(session, message).wait();
}
