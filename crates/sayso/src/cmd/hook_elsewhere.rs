//! `sayso hook` at a desk somewhere else: the desk answers, this hands it on.

use std::time::Duration;

use sayso_agents::claude_code::hook::Manner;
use sayso_core::dialect::claude_code::HookOutput;
use sayso_desk::remote::RemoteError;
use serde_json::Value;

use super::complain;
use super::hook::{nobody_listens, tell};
use crate::config::Config;
use crate::exit::Exit;

/// How long a desk that went away is left alone.
const PAUSE: Duration = Duration::from_millis(500);

/// Hands the call on. A desk that cannot be reached leaves it to the agent's own dialog at once;
/// one that goes away while it is waited for is tried again, since the question stays open there.
pub(crate) fn run(call: &Value, manner: Manner, timeout: Duration, config: &Config) -> Exit {
    let Some(desk) = &config.desk else {
        return Exit::Done;
    };
    let manner = match manner {
        Manner::Desk => "desk",
        Manner::Race => "race",
        Manner::Defer => "defer",
    };
    let remote = match config.remote(&desk.url, &desk.asker) {
        Ok(remote) => remote,
        Err(wrong) => {
            complain(&format!("Error: {wrong}"));
            return Exit::BadInput;
        }
    };
    if remote.is_away() {
        return Exit::Done;
    }
    // A call that is handed on twice must not ask twice.
    let mut call = call.clone();
    call["sayso_request"] = Value::from(uuid::Uuid::now_v7().to_string());
    let mut left = timeout;
    loop {
        match remote.hook("claude-code", manner, &call, left) {
            Ok(Value::Object(says)) if says.is_empty() => return Exit::Done,
            Ok(says) => return tell(&HookOutput::Says(says)),
            Err(RemoteError::Unreachable(_) | RemoteError::Refused { status: 503, .. }) => {}
            Err(error) => {
                complain(&format!("Error: {error}"));
                return Exit::BadInput;
            }
        }
        if left.is_zero() || nobody_listens(PAUSE) {
            return Exit::Done;
        }
        left = left.saturating_sub(PAUSE);
    }
}
