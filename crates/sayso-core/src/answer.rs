//! The answer to one question.

use litemap::LiteMap;
use serde::{Deserialize, Serialize};

use crate::given::Given;
use crate::id::QuestionId;

/// The answer to one question, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What was given.
    pub given: Given,
    /// What the person wanted to say beside it. A note alone is not an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Nobody chose this: it is the declared default, or what a piped line fell back to.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defaulted: bool,
}

impl Answer {
    /// An answer without a note.
    pub fn new(given: Given) -> Self {
        Self {
            given,
            note: None,
            defaulted: false,
        }
    }
}

/// Answers by question. They are few, and a list in order takes a tenth of the memory of a tree.
pub type Answers = LiteMap<QuestionId, Answer>;
