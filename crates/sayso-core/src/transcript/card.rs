//! A question of a transcript, with what was answered to it.

use serde::Serialize;
use serde_json::Value;

use super::picked::Picked;
use super::told;
use crate::dialect;
use crate::kind::Kind;
use crate::lang::Lang;
use crate::limits::Limits;
use crate::on_the_table::whole_tree;
use crate::question::Question;
use crate::texts;

/// What Claude Code puts before a no that a hook said.
const BY_A_HOOK: &str = "PreToolUse:AskUserQuestion hook error: ";

/// How a question of a transcript ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CardState {
    /// A person answered.
    Answered,
    /// Nobody ever answered: there is no result, or one that says the agent ended before it.
    Unanswered,
    /// A person turned it down.
    Declined,
    /// Nobody answered in time.
    Timeout,
    /// It failed: the call was refused or broke.
    Failed,
    /// There is a result, but not one that can be read as an answer.
    Unclear,
}

/// A question of a transcript, to be looked at and not to be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Card {
    /// The tool call.
    pub tool_use_id: Option<String>,
    /// How it ended.
    pub state: CardState,
    /// What was asked; empty when it cannot be read.
    pub questions: Vec<CardQuestion>,
    /// What the person said instead of picking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// What the model was told, where that is not an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
    /// What was asked, as the agent sent it.
    pub input: Value,
}

/// One question of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardQuestion {
    /// Its short label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// What was asked.
    pub question: String,
    /// How it is answered.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What was offered, and what was picked of it.
    pub options: Vec<CardOption>,
    /// What the person said in own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The note beside the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether there is an answer to it.
    pub answered: bool,
    /// Whether a declared default stood in and nobody chose it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub defaulted: bool,
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    ids: Vec<String>,
}

/// One option of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardOption {
    /// What the person read.
    pub label: String,
    /// What picking it meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it was picked.
    pub picked: bool,
}

/// What a transcript holds of a tool's result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResultParts<'v> {
    pub(super) text: &'v str,
    pub(super) is_error: bool,
    pub(super) structured: Option<&'v Value>,
    pub(super) denial: Option<&'v str>,
}

impl Card {
    /// What was asked; nobody answered it so far.
    pub(super) fn asked(tool_use_id: Option<String>, input: &Value) -> Self {
        let limits = Limits {
            questions: crate::limits::TREE_QUESTIONS,
            ..Limits::api()
        };
        // Hosts of the hook's kind write the answers beside the questions.
        let mut plain = input.clone();
        if let Value::Object(fields) = &mut plain {
            fields.shift_remove("answers");
            fields.shift_remove("annotations");
        }
        let questions = dialect::parse(&plain, &limits).map_or_else(
            |_| Vec::new(),
            |parsed| {
                whole_tree(&parsed.questions)
                    .map(CardQuestion::of)
                    .collect()
            },
        );
        Self {
            tool_use_id,
            state: CardState::Unanswered,
            questions,
            reply: None,
            told: None,
            input: plain,
        }
    }

    /// Takes the result in.
    pub(super) fn with(mut self, result: ResultParts<'_>) -> Self {
        self.state = self.read(result);
        if self.state != CardState::Answered {
            self.told = Some(result.text.to_owned()).filter(|text| !text.is_empty());
        }
        self
    }

    fn read(&mut self, result: ResultParts<'_>) -> CardState {
        if let Some(Value::Object(structured)) = result.structured
            && (structured.contains_key("answers") || structured.contains_key("questions"))
        {
            return self.read_structured(structured);
        }
        let ended = ["[Tool call interrupted", "Tool permission stream closed"];
        let turned_down = ["The user doesn't want to proceed", "User rejected tool use"];
        let said = |starts: &[&str]| starts.iter().any(|start| result.text.starts_with(start));
        let by_us = |says: fn(Lang) -> String| {
            let text = result.text.strip_prefix(BY_A_HOOK).unwrap_or(result.text);
            [Lang::En, Lang::Zh]
                .into_iter()
                .any(|lang| text.starts_with(&says(lang)))
        };
        match result.denial {
            Some("interrupted") => return CardState::Unanswered,
            Some("user-rejected") => return CardState::Declined,
            _ if said(&ended) => return CardState::Unanswered,
            _ if said(&turned_down) => return CardState::Declined,
            _ if by_us(|lang| texts::cancelled(None, lang)) => {
                self.reply = reason(result.text);
                return CardState::Declined;
            }
            _ if by_us(texts::withdrawn) || by_us(texts::interrupted) => {
                return CardState::Unanswered;
            }
            _ if by_us(|lang| texts::timed_out("", false, lang)) => return CardState::Timeout,
            _ if result.is_error => return CardState::Failed,
            _ => {}
        }
        if said(&["The user did not answer"]) {
            return CardState::Unanswered;
        }
        if said(&["No response after"]) {
            return CardState::Timeout;
        }
        if let Some(reply) = result.text.strip_prefix("The user responded: ") {
            self.reply = Some(reply.to_owned());
            return CardState::Answered;
        }
        if !self.read_sentence(result.text) {
            self.read_json(result.text);
        }
        self.answered_or(CardState::Unclear)
    }

    /// The structured result: answers by the question's text.
    fn read_structured(&mut self, structured: &serde_json::Map<String, Value>) -> CardState {
        let of = |field: &str, question: &str| structured.get(field)?.get(question).cloned();
        for question in &mut self.questions {
            if let Some(answer) = of("answers", &question.question) {
                question.take_by_label(&answer);
            }
            let notes = of("annotations", &question.question);
            let note = notes
                .as_ref()
                .and_then(|notes| notes.get("notes")?.as_str());
            question.note = note.map(str::to_owned);
        }
        if structured
            .get("afkTimeoutMs")
            .is_some_and(|ms| !ms.is_null())
        {
            return CardState::Timeout;
        }
        if let Some(reply) = structured.get("response").and_then(Value::as_str) {
            self.reply = Some(reply.to_owned());
            return CardState::Answered;
        }
        self.answered_or(CardState::Unanswered)
    }

    fn read_sentence(&mut self, text: &str) -> bool {
        let questions: Vec<&str> = self.questions.iter().map(|q| q.question.as_str()).collect();
        let Some(all) = told::read(text, &questions) else {
            return false;
        };
        for one in all {
            let question = &mut self.questions[one.question];
            question.take_by_label(&Value::String(one.answer));
            question.note = one.note;
        }
        true
    }

    /// The JSON form of the id dialect: `{"question_id","answer"}`, or several under `answers`.
    fn read_json(&mut self, text: &str) {
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            return;
        };
        let several = value.get("answers").and_then(Value::as_array);
        let one = std::slice::from_ref(&value);
        for answer in several.map_or(one, Vec::as_slice) {
            self.take_named(answer);
        }
        let defaulted = value.get("defaulted").and_then(Value::as_array);
        for id in defaulted.into_iter().flatten() {
            for question in &mut self.questions {
                question.defaulted |= id.as_str() == Some(&question.id);
            }
        }
    }

    fn take_named(&mut self, answer: &Value) {
        let id = answer.get("question_id").and_then(Value::as_str);
        let found = self
            .questions
            .iter_mut()
            .find(|q| Some(q.id.as_str()) == id);
        if let (Some(question), Some(given)) = (found, answer.get("answer")) {
            question.take_by_id(given);
            question.note = answer
                .get("note")
                .and_then(Value::as_str)
                .map(str::to_owned);
        }
        let below = answer.get("follow_ups").and_then(Value::as_array);
        below
            .into_iter()
            .flatten()
            .for_each(|one| self.take_named(one));
    }

    fn answered_or(&self, otherwise: CardState) -> CardState {
        if self.questions.iter().any(|question| question.answered) {
            CardState::Answered
        } else {
            otherwise
        }
    }
}

/// What the person said when they called it off, of what we told the model.
fn reason(text: &str) -> Option<String> {
    let with = [Lang::En, Lang::Zh].map(|lang| texts::cancelled(Some(""), lang));
    let words = with.iter().find_map(|with| text.split_once(with));
    words.map(|(_, words)| words.to_owned())
}

impl CardQuestion {
    fn of(question: &Question) -> Self {
        let options = question.choices.iter().map(|choice| CardOption {
            label: choice.label.clone(),
            description: choice.description.clone(),
            picked: false,
        });
        Self {
            header: question.header.clone(),
            question: question.text.clone(),
            kind: question.kind,
            options: options.collect(),
            other: None,
            note: None,
            answered: false,
            defaulted: false,
            id: question.id.to_string(),
            ids: question.choices.iter().map(|c| c.id.to_string()).collect(),
        }
    }

    fn take_by_label(&mut self, answer: &Value) {
        let labels = self.options.iter().map(|option| option.label.clone());
        self.take(answer, &labels.collect::<Vec<_>>());
    }

    fn take_by_id(&mut self, answer: &Value) {
        self.take(answer, &self.ids.clone());
    }

    fn take(&mut self, answer: &Value, names: &[String]) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let picked = Picked::read(answer, &names, self.kind == Kind::Checkbox);
        for (option, picked) in self.options.iter_mut().zip(picked.options) {
            option.picked = picked;
        }
        self.other = picked.other;
        self.answered = self.other.is_some() || self.options.iter().any(|option| option.picked);
    }
}
