//! Whether what came back for a form is a person's word.

use std::time::Duration;

use rmcp::model::{ElicitResult, ElicitationAction};
use serde_json::Value;

/// Whether a client is shown forms, and how far its word is believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// A form is shown where it can be withdrawn when the question is answered elsewhere: not in
    /// revision 2026-07-28. A reply faster than any person's leaves the question open.
    #[default]
    Auto,
    /// A form is shown in every revision.
    On,
    /// No form is shown.
    Off,
    /// A form is shown in every revision, and every reply is the person's, however fast.
    Trust,
}

impl Manner {
    /// Whether a client is shown forms, in the stateless protocol or before it.
    pub(crate) fn shows_forms(self, modern: bool) -> bool {
        match self {
            Self::Auto => !modern,
            Self::On | Self::Trust => true,
            Self::Off => false,
        }
    }
}

/// How long a form was out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Out {
    /// From when it was handed out until its reply.
    pub(crate) time: Duration,
    /// Whether this process handed it out. Of another's it is not known whether it died meanwhile
    /// and the client put the form away for that.
    pub(crate) here: bool,
}

/// What came back for a form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// It was filled in; whether it passes the checks is another matter.
    Filled(Option<Value>),
    /// It was filled in faster than anyone reads.
    TooFast,
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

/// Judges what came back, by the time that the form was out and that a person needs for reading.
pub(crate) fn judge(result: ElicitResult, out: Out, reading: Duration, manner: Manner) -> Said {
    let trusted = manner == Manner::Trust;
    let fast = out.time < reading && !trusted;
    let quick = fast || !out.here && !trusted;
    let empty = match &result.content {
        None | Some(Value::Null) => true,
        Some(Value::Object(content)) => content.is_empty(),
        Some(_) => false,
    };
    match result.action {
        ElicitationAction::Accept if quick && empty => Said::Nobody,
        ElicitationAction::Accept if fast => Said::TooFast,
        ElicitationAction::Accept => Said::Filled(result.content),
        ElicitationAction::Decline if quick => Said::Nobody,
        ElicitationAction::Decline => Said::Declined,
        ElicitationAction::Cancel if quick => Said::Nobody,
        ElicitationAction::Cancel if trusted => Said::Dismissed,
        ElicitationAction::Cancel => Said::PutAway,
        _ => Said::Nobody,
    }
}
