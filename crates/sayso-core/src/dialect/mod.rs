//! The JSON shapes that hosts speak, read into one model. Only here is foreign JSON known.
//!
//! Reading is forgiving about wrapping and spelling and strict about content; what is refused
//! is refused with all its issues at once.

mod claude;
pub mod claude_code;
mod envelope;
mod named;
mod reader;
mod recorded;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use recorded::Recorded;

use crate::digest::Digest;
use crate::issue::Issue;
use crate::json::Place;
use crate::limits::Limits;
use crate::question::{Question, Questions};
use envelope::Envelope;
pub use envelope::is_our_tool;
use reader::Reader;

/// The JSON shape that a host speaks (spec §2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Claude Code's own tool: no ids, the label is the id.
    Claude,
    /// Questions and options with ids, follow-ups, four kinds.
    Id,
}

/// An ask that was read and found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The shape it came in, and the answer goes back in.
    pub dialect: Dialect,
    /// What is asked. Questions of the Claude dialect are still unnamed.
    pub questions: Questions,
    /// The tool call it came in, when it came in one.
    pub tool_use_id: Option<String>,
    /// Tells apart asks with different content, whatever they were wrapped in.
    pub digest: Digest,
    /// What is odd but harmless.
    pub warnings: Vec<Issue>,
}

/// Reads an ask in either dialect, in any of its wrappings.
pub fn parse(input: &Value, limits: &Limits) -> Result<Parsed, Vec<Issue>> {
    let envelope = Envelope::open(input)?;
    let (dialect, limits) = if envelope.questions.iter().any(named::speaks) {
        (Dialect::Id, &limits.for_ids())
    } else {
        (Dialect::Claude, limits)
    };
    let mut reader = Reader::new(limits);
    for path in &envelope.answers {
        reader.refuse_answers(path);
    }
    let root = Place::At(&envelope.path);
    let count = envelope.questions.len();
    reader.count("questions", root, 1, limits.questions, count);
    let mut read = Vec::with_capacity(count);
    for (n, question) in envelope.questions.iter().enumerate() {
        let place = if envelope.listed { root.item(n) } else { root };
        let question = match dialect {
            Dialect::Claude => claude::question(&mut reader, question, place),
            Dialect::Id => named::question(&mut reader, question, place, 0),
        };
        read.extend(question.map(|question| (place, question)));
    }
    reader.check_unique(&read, dialect);
    let questions: Vec<Question> = read.into_iter().map(|(_, question)| question).collect();
    reader.finish(|warnings| Parsed {
        dialect,
        digest: digest(&questions),
        questions: questions.into(),
        tool_use_id: envelope.tool_use_id,
        warnings,
    })
}

fn digest(questions: &[Question]) -> Digest {
    let questions = serde_json::to_vec(questions).unwrap_or_default();
    Digest::of(&[&questions])
}
