//! Runs that were put off until a question is answered.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sayso_core::id::{InteractionId, MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_desk::Handle;
use sayso_desk::store::Found;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::hosting::{self, Begin, HostOrder, LINGER};
use crate::config::Config;

/// A run that was put off: its process has ended, and its question is at the desk.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Deferred {
    /// The agent's session.
    pub(crate) session: String,
    /// Where it worked.
    pub(crate) directory: Option<PathBuf>,
}

impl Deferred {
    /// Leaves it for the desk to resume.
    pub(crate) fn leave(&self, question: InteractionId, config: &Config) -> io::Result<()> {
        let folder = folder(config);
        fs::create_dir_all(&folder)?;
        let text = serde_json::to_string(self)?;
        // Whole or not at all: the desk may look at any moment.
        let (file, begun) = (folder.join(question.to_string()), format!(".{question}"));
        fs::write(folder.join(&begun), text)?;
        fs::rename(folder.join(begun), file)
    }

    /// Resumes those whose question is closed, hosted: with the same call, and no new prompt.
    pub(super) fn resume_all(handle: &Handle, config: &Config) {
        for entry in fs::read_dir(folder(config)).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let question = name.to_str().and_then(|name| name.parse().ok());
            if question.is_some_and(|question| is_closed(handle, question)) {
                resume(handle, &entry.path(), config);
            }
        }
    }

    /// It goes on where it was, with no new prompt.
    fn order(self, config: &Config) -> HostOrder {
        HostOrder {
            session: self.session,
            begin: Some(Begin {
                program: config.claude.clone(),
                directory: self.directory,
                args: Vec::new(),
                resume: true,
                fork: None,
                earlier: Vec::new(),
                fork_at: None,
                prompt: None,
            }),
            linger: LINGER,
        }
    }
}

fn is_closed(handle: &Handle, question: InteractionId) -> bool {
    matches!(handle.reader().find(question), Ok(Some(Found::Closed(_))))
}

/// Until the run is under way the file stays: a desk that is killed meanwhile finds it again. Why it
/// cannot be resumed is told in its session.
fn resume(handle: &Handle, path: &Path, config: &Config) {
    let text = fs::read_to_string(path).unwrap_or_default();
    if let Ok(deferred) = serde_json::from_str::<Deferred>(&text) {
        let session = SessionId::from(deferred.session.as_str());
        if !hosting::is_alive(&session, config)
            && let Err(why) = deferred.order(config).give(config)
        {
            let text = config.lang.pick(
                format!("The run that was put off cannot be resumed: {why}"),
                format!("无法恢复被推迟的运行：{why}"),
            );
            let message = Message {
                uuid: MessageId::new(uuid::Uuid::now_v7().to_string()),
                parent: None,
                kind: MessageKind::Error,
                body: json!({ "text": text }),
            };
            if handle.say(session, message).wait().is_err() {
                return;
            }
        }
    }
    let _ = fs::remove_file(path);
}

fn folder(config: &Config) -> PathBuf {
    config.data.join("deferred")
}
