//! What Claude Code wants of a person before a tool runs: an answer, or leave to act.

use serde_json::{Value, json};

use super::QUESTION_TOOL;
use super::permission::permission_result;
use super::question_call::QuestionCall;
use crate::approval::{Action, Verdict};
use crate::dialect::Parsed;
use crate::issue::Issue;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::render::sentence;
use crate::source::Source;

/// What a person is asked before a tool runs, through a hook, the control protocol or the permission
/// prompt tool.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolRequest {
    /// The question tool: the person's answer is its input.
    Question(QuestionCall),
    /// Any other tool, which needs leave.
    Approval(Action),
}

impl ToolRequest {
    /// Reads a call of the question tool; a call of any other tool is taken as it is.
    pub fn read(action: Action) -> Result<Self, Vec<Issue>> {
        if action.tool == QUESTION_TOOL {
            QuestionCall::read(&action.input).map(Self::Question)
        } else {
            Ok(Self::Approval(action))
        }
    }

    /// What the person is asked.
    pub fn ask(&self, tool_use_id: Option<String>, lang: Lang) -> Parsed {
        match self {
            Self::Question(call) => call.ask(tool_use_id),
            Self::Approval(action) => action.ask(tool_use_id, lang),
        }
    }

    /// Whether it is a question or an approval.
    pub fn source(&self) -> Source {
        match self {
            Self::Question(_) => Source::Tool,
            Self::Approval(_) => Source::Approval,
        }
    }

    /// What the program gets: `allow` for an answer or a yes, `deny` for everything else.
    pub fn decision(&self, outcome: &Outcome, lang: Lang) -> Value {
        let call = match self {
            Self::Question(call) => call,
            Self::Approval(action) => {
                return permission_result(action, Verdict::of(outcome, lang));
            }
        };
        match call.answered(outcome, lang) {
            Some(input) => json!({ "behavior": "allow", "updatedInput": input }),
            None => {
                let mut denied =
                    json!({ "behavior": "deny", "message": unanswered(outcome, lang) });
                if outcome.closing.interrupted {
                    denied["interrupt"] = json!(true);
                }
                denied
            }
        }
    }
}

/// What the model is told where nobody answered what it asked.
pub(super) fn unanswered(outcome: &Outcome, lang: Lang) -> String {
    if !outcome.is_answered() {
        return sentence(outcome, lang);
    }
    // An answer that does not fit this call is not told: it could be read as one.
    lang.pick(
        "The answer on record does not belong to this question. It is not an answer: do not choose \
         for the user.",
        "记录中的回答与此问题不符。这不是回答：不要替用户做选择。",
    )
    .to_owned()
}
