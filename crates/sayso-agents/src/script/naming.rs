//! The names of what a play says and asks: the same in every play of the same task.

use sayso_core::digest::Digest;
use sayso_core::id::{MessageId, SessionId};

/// Digits of the play, and of the step in it.
const DIGITS: usize = 16;

/// Names what one task says and asks. Nothing in a name is drawn by lot.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    task: String,
}

impl Naming {
    /// Of a scenario that is played as this task of a session.
    pub(super) fn new(session: &SessionId, task: &str, scenario: &str) -> Self {
        let parts = [session.as_str(), task, scenario].map(str::as_bytes);
        Self {
            task: digits(Digest::of(&parts)),
        }
    }

    /// The tool call of the n-th visit of a step.
    pub(super) fn call(&self, path: &str, visit: u32) -> String {
        format!("toolu_{}{}", self.task, step(path, visit, "call"))
    }

    /// A message of the n-th visit of a step.
    pub(super) fn message(&self, path: &str, visit: u32, part: &str) -> MessageId {
        MessageId::new(format!("{}{}", self.task, step(path, visit, part)))
    }

    /// Whether a message is of this task.
    pub(super) fn is_ours(&self, message: &MessageId) -> bool {
        message.as_str().starts_with(&self.task)
    }
}

fn step(path: &str, visit: u32, part: &str) -> String {
    let sum = Digest::of(&[path.as_bytes(), &visit.to_le_bytes(), part.as_bytes()]);
    digits(sum)
}

fn digits(sum: Digest) -> String {
    let mut digits = sum.to_string();
    digits.truncate(DIGITS);
    digits
}
