//! Whether what came back for a form is a person's word.

use std::time::Duration;

use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::Value;

/// How far a client's word is believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// A form is shown; a refusal that no person can have given in that time is none.
    #[default]
    Auto,
    /// No form is shown.
    Off,
    /// A form is shown, and every refusal is the person's.
    Trust,
}

/// What came back for a form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// It was filled in; whether it passes the checks is another matter.
    Filled(Option<Value>),
    /// The person turned it down.
    Declined,
    /// It was put away by a client that is trusted to do so for the person alone, or because the
    /// call ends.
    Dismissed,
    /// It was put away without a word. A client also does so when its own time is up, so the
    /// question stays open.
    PutAway,
    /// The client, not a person: it closes nothing, and another form would fare no better.
    Nobody,
}

/// Judges what came back, by the time that it took and that a person needs for reading.
pub(crate) fn judge(
    result: ElicitResult,
    took: Duration,
    reading: Duration,
    manner: Manner,
) -> Said {
    let quick = took < reading && manner != Manner::Trust;
    let empty = match &result.content {
        None | Some(Value::Null) => true,
        Some(Value::Object(content)) => content.is_empty(),
        Some(_) => false,
    };
    match result.action {
        ElicitationAction::Accept if quick && empty => Said::Nobody,
        ElicitationAction::Accept => Said::Filled(result.content),
        ElicitationAction::Decline if quick => Said::Nobody,
        ElicitationAction::Decline => Said::Declined,
        ElicitationAction::Cancel if quick => Said::Nobody,
        ElicitationAction::Cancel if manner == Manner::Trust => Said::Dismissed,
        ElicitationAction::Cancel => Said::PutAway,
        _ => Said::Nobody,
    }
}
