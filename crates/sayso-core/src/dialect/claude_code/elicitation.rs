//! Forms that an MCP server puts before the person, through Claude Code and its host.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::choice::Choice;
use crate::decider::Decider;
use crate::dialect::{Dialect, Parsed};
use crate::digest::Digest;
use crate::given::Given;
use crate::id::QuestionId;
use crate::kind::Kind;
use crate::outcome::Outcome;
use crate::pick::Pick;
use crate::question::{Question, ask_the_same};
use crate::state::State;

/// Fields of one form, at most.
const FIELDS: usize = 32;

/// The form of an MCP server, read once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElicitationForm {
    fields: Vec<Field>,
    /// One a field, in the same order.
    questions: Vec<Question>,
    digest: Digest,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    name: String,
    takes: Takes,
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Text,
    Integer,
    Number,
    Picks,
}

impl ElicitationForm {
    /// Reads a form; none when it has a field that cannot be asked, or that could be taken for
    /// another.
    pub fn read(request: &Value) -> Option<Self> {
        let schema = &request["requested_schema"];
        let properties = schema["properties"].as_object()?;
        if properties.is_empty() || properties.len() > FIELDS {
            return None;
        }
        let required = schema["required"].as_array();
        let is_required = |name: &str| {
            let mut names = required.into_iter().flatten();
            names.any(|one| one.as_str() == Some(name))
        };
        let server = request["mcp_server_name"].as_str().unwrap_or("MCP");
        let message = request["message"].as_str().unwrap_or_default();
        let (mut fields, mut questions) = (Vec::new(), Vec::<Question>::new());
        for (name, field) in in_order(properties, &request["property_order"]) {
            let (takes, mut question) = question(name, field)?;
            question.required = is_required(name);
            if questions.iter().any(|other| other.text == question.text) {
                return None;
            }
            if questions.is_empty() {
                let said = question.description.take();
                let said = said.map_or_else(String::new, |said| format!("\n{said}"));
                question.description = Some(format!("{server}: {message}{said}"));
            }
            fields.push(Field {
                name: name.clone(),
                takes,
            });
            questions.push(question);
        }
        let body = serde_json::to_vec(request).unwrap_or_default();
        Some(Self {
            fields,
            questions,
            digest: Digest::of(&[b"elicitation", &body]),
        })
    }

    /// What the person is asked: one question a field.
    pub fn ask(&self) -> Parsed {
        Parsed {
            dialect: Dialect::Id,
            questions: self.questions.clone().into(),
            tool_use_id: None,
            digest: self.digest,
            warnings: Vec::new(),
        }
    }

    /// What the server gets: what was answered, or that it was not. Only a person declines; what was
    /// taken back, timed out or went away with the agent was declined by nobody.
    pub fn result(&self, outcome: &Outcome) -> Value {
        let closing = &outcome.closing;
        let by_person = closing.decided_by == Decider::Person && !closing.interrupted;
        let content = match closing.state {
            State::Answered if outcome.is_answered() => self.content(outcome),
            State::Cancelled if by_person => return json!({ "action": "decline" }),
            _ => None,
        };
        match content {
            Some(content) => json!({ "action": "accept", "content": content }),
            None => json!({ "action": "cancel" }),
        }
    }

    /// The fields with what was answered; none when that is not to this form.
    fn content(&self, outcome: &Outcome) -> Option<Map<String, Value>> {
        if !ask_the_same(&self.questions, &outcome.questions) {
            return None;
        }
        let mut content = Map::new();
        for (field, question) in self.fields.iter().zip(outcome.questions.iter()) {
            let answer = outcome.closing.answers.get(&question.id);
            if let Some(answer) = answer.filter(|answer| !answer.defaulted) {
                let value = value(field.takes, question, &answer.given)?;
                content.insert(field.name.clone(), value);
            }
        }
        Some(content)
    }
}

fn in_order<'p>(properties: &'p Map<String, Value>, order: &Value) -> Vec<(&'p String, &'p Value)> {
    let place = |name: &str| {
        let order = order.as_array().map(Vec::as_slice).unwrap_or_default();
        order.iter().position(|one| one.as_str() == Some(name))
    };
    let mut fields: Vec<_> = properties.iter().collect();
    fields.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    fields
}

fn question(name: &str, field: &Value) -> Option<(Takes, Question)> {
    let text = |key: &str| field[key].as_str().filter(|text| !text.trim().is_empty());
    let (takes, kind, choices) = match field["type"].as_str()? {
        "boolean" => (Takes::Picks, Kind::Boolean, Vec::new()),
        "number" => (Takes::Number, Kind::Text, Vec::new()),
        "integer" => (Takes::Integer, Kind::Text, Vec::new()),
        "string" => match choices(field)? {
            choices if choices.is_empty() => (Takes::Text, Kind::Text, choices),
            choices => (Takes::Picks, Kind::MultipleChoice, choices),
        },
        "array" => (Takes::Picks, Kind::Checkbox, choices(&field["items"])?),
        _ => return None,
    };
    if kind.offers() && choices.is_empty() {
        return None;
    }
    let title = text("title").unwrap_or(name);
    let mut question = Question::new(QuestionId::unnamed(), kind, title);
    question.description = text("description").map(str::to_owned);
    question.choices = choices.into();
    question.allow_other = false;
    Some((takes, question))
}

/// `enum` with `enumNames`, or `oneOf` or `anyOf` with titles. None when there are several of these,
/// when one of the options cannot be offered, or when two could be taken for each other.
fn choices(field: &Value) -> Option<Vec<Choice>> {
    let lists = ["oneOf", "anyOf", "enum"].map(|key| field[key].as_array());
    let choices: Option<Vec<Choice>> = match lists {
        [None, None, None] => Some(Vec::new()),
        [Some(titled), None, None] | [None, Some(titled), None] => {
            let choice = |one: &Value| {
                let id = one["const"].as_str()?;
                Some(Choice::new(id, one["title"].as_str().unwrap_or(id)))
            };
            titled.iter().map(choice).collect()
        }
        [None, None, Some(values)] => {
            let names = field["enumNames"].as_array();
            if names.is_some_and(|names| names.len() != values.len()) {
                return None;
            }
            let choice = |(place, one): (usize, &Value)| {
                let id = one.as_str()?;
                let name = names.and_then(|names| names[place].as_str());
                Some(Choice::new(id, name.unwrap_or(id)))
            };
            values.iter().enumerate().map(choice).collect()
        }
        _ => None,
    };
    choices.filter(|choices| are_distinct(choices))
}

/// Whether every id and every label stands for one option alone.
fn are_distinct(choices: &[Choice]) -> bool {
    let mut seen = HashSet::new();
    choices.iter().all(|choice| {
        let (id, label) = (choice.id.as_str(), choice.label.as_str());
        seen.insert(label) && (id == label || seen.insert(id))
    })
}

fn value(takes: Takes, question: &Question, given: &Given) -> Option<Value> {
    let id = |pick: &Pick| match pick {
        Pick::Choice(id) => question.choice(id).map(|choice| json!(choice.id)),
        Pick::Other(_) => None,
    };
    match given {
        Given::Yes(yes) => Some(json!(yes)),
        Given::One(pick) => id(pick),
        Given::Many(picks) => picks
            .iter()
            .map(id)
            .collect::<Option<Vec<_>>>()
            .map(Value::Array),
        Given::Text(text) => match takes {
            Takes::Integer => text.trim().parse::<i64>().ok().map(|number| json!(number)),
            // JSON has no infinity: it would be written as nothing.
            Takes::Number => text
                .trim()
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .map(|number| json!(number)),
            Takes::Text => Some(json!(text)),
            Takes::Picks => None,
        },
        Given::Hidden => None,
    }
}
