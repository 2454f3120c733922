//! What came of an approval.

use serde_json::Value;

use super::{ALLOW, ALWAYS, CHANGE};
use crate::given::Given;
use crate::interaction::shown;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::pick::Pick;
use crate::render::sentence;
use crate::source::Source;

/// What came of an approval. Only a yes that somebody chose allows; everything else denies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Do it.
    Allow {
        /// With this input instead, when the person changed it.
        input: Option<Value>,
        /// And remember the rules that were offered.
        always: bool,
    },
    /// Do not.
    Deny {
        /// What the model is told.
        message: String,
        /// Whether the whole task was stopped.
        stop: bool,
    },
}

impl Verdict {
    /// Reads an outcome.
    pub fn of(outcome: &Outcome, lang: Lang) -> Self {
        let closing = &outcome.closing;
        if outcome.source != Source::Approval || !outcome.is_answered() {
            return Self::Deny {
                message: sentence(outcome, lang),
                stop: closing.interrupted,
            };
        }
        let on_table = shown(&outcome.questions, &closing.answers);
        let mut answers = on_table
            .iter()
            .filter_map(|place| closing.answers.get(&place.question.id));
        let Some(answer) = answers.next().filter(|answer| !answer.defaulted) else {
            return Self::no(None, lang);
        };
        let note = answer.note.as_deref();
        let Given::One(pick) = &answer.given else {
            return Self::no(note, lang);
        };
        match pick {
            Pick::Other(words) => Self::no(Some(words), lang),
            Pick::Choice(id) => match id.as_str() {
                ALLOW => Self::yes(None, false),
                ALWAYS => Self::yes(None, true),
                CHANGE => match answers.next().map(|answer| &answer.given) {
                    Some(Given::Text(text)) => Self::changed(text, lang),
                    _ => Self::no(note, lang),
                },
                _ => Self::no(note, lang),
            },
        }
    }

    fn yes(input: Option<Value>, always: bool) -> Self {
        Self::Allow { input, always }
    }

    /// What cannot run as it was written is told to the model instead.
    fn changed(text: &str, lang: Lang) -> Self {
        match serde_json::from_str(text) {
            Ok(input @ Value::Object(_)) => Self::yes(Some(input), false),
            _ => Self::no(
                Some(&lang.pick(
                    format!("The user wants it changed before it may run: {text}"),
                    format!("用户要求修改后才能执行：{text}"),
                )),
                lang,
            ),
        }
    }

    fn no(reason: Option<&str>, lang: Lang) -> Self {
        let message = match reason {
            Some(reason) => lang.pick(
                format!("The user did not allow this: {reason}"),
                format!("用户不允许此操作：{reason}"),
            ),
            None => lang.pick(
                "The user did not allow this. Do not try it in another way.".into(),
                "用户不允许此操作。不要换一种方式再试。".into(),
            ),
        };
        Self::Deny {
            message,
            stop: false,
        }
    }
}
