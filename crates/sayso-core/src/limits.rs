//! How much may be asked and answered. Everything from outside has a bound.

/// Bytes of one ask.
pub const INPUT_BYTES: usize = 256 * 1024;
/// Levels of JSON.
pub const JSON_DEPTH: usize = 32;
/// Complaints about one ask that are gathered.
pub const ISSUES: usize = 1_000;
/// Levels of follow-ups under a question.
pub const FOLLOW_UP_DEPTH: usize = 5;
/// Questions of one call, however far the number that a door usually takes is raised.
pub const CALL_QUESTIONS: usize = 50;
/// Questions of one ask with all their follow-ups.
pub const TREE_QUESTIONS: usize = 64;
/// Characters of an id, a session, a key.
pub const ID_CHARS: usize = 256;
/// Characters of one single-choice answer (S0 §4.5).
pub const ONE_ANSWER_CHARS: usize = 256;
/// Characters of a multiple-choice answer together (S0 §4.5).
pub const MANY_ANSWER_CHARS: usize = 1_000;
/// Characters of own words, of a text answer, of a note, of a reason.
pub const WORDS_CHARS: usize = 10_000;
/// Open interactions of one session.
pub const OPEN_PER_SESSION: usize = 256;
/// Files that one question may refer to.
pub const CONTEXT_FILES: usize = 16;
/// The longest deadline that can be set, in milliseconds: 366 days.
pub const TIMEOUT_MILLIS: u64 = 366 * 24 * 60 * 60 * 1_000;
/// How long secret words can be collected, in milliseconds.
pub const SECRET_MILLIS: u64 = 10 * 60 * 1_000;
/// An ask this soon after an answer belongs to the same chain.
pub const CHAIN_MILLIS: u64 = 30_000;
/// Rounds of one chain, unless the session says otherwise.
pub const CHAIN_ROUNDS: u32 = 10;

/// The limits of spec §2.3 that differ by the door one comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Questions per call, at most.
    pub questions: usize,
    /// Options per choice question, at least.
    pub options_min: usize,
    /// Options per choice question, at most.
    pub options_max: usize,
    /// Characters of a header.
    pub header: usize,
    /// Characters of a question.
    pub question: usize,
    /// Characters of a label.
    pub label: usize,
    /// Characters of a description.
    pub description: usize,
    /// Whether header, description and multiSelect must be there (S1).
    pub strict: bool,
    /// Whether two questions of a call may share a header: not where it keys the output.
    pub unique_headers: bool,
}

impl Limits {
    /// For the command (S1): what the four `ASK_…` variables change are the four numbers.
    pub const fn command() -> Self {
        Self {
            questions: 4,
            options_min: 2,
            options_max: 4,
            header: 12,
            question: 500,
            label: 50,
            description: 200,
            strict: true,
            unique_headers: true,
        }
    }

    /// For the API and MCP (S0, S3): advice is not enforced, only what must be bounded is.
    pub const fn api() -> Self {
        Self {
            questions: 4,
            options_min: 1,
            options_max: 1_000,
            header: 10_000,
            question: 10_000,
            label: 256,
            description: 10_000,
            strict: false,
            unique_headers: false,
        }
    }

    /// For the id dialect through this door: its own rules on what must be there (S3), this
    /// door's number of questions.
    pub fn for_ids(&self) -> Self {
        Self {
            questions: self.questions,
            unique_headers: self.unique_headers,
            ..Self::api()
        }
    }
}
