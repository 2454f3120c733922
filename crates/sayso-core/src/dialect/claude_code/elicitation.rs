//! Forms that an MCP server puts before the person, through Claude Code and its host.

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
use crate::question::Question;
use crate::state::State;

/// Fields of one form, at most.
const FIELDS: usize = 32;

/// A form as questions, one a field; none when it has a field that cannot be asked.
pub fn elicitation(request: &Value) -> Option<Parsed> {
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
    let mut questions = Vec::new();
    for (name, field) in in_order(properties, &request["property_order"]) {
        let mut question = question(name, field)?;
        question.required = is_required(name);
        if questions.is_empty() {
            let said = question.description.take();
            let said = said.map_or_else(String::new, |said| format!("\n{said}"));
            question.description = Some(format!("{server}: {message}{said}"));
        }
        questions.push(question);
    }
    let body = serde_json::to_vec(request).unwrap_or_default();
    Some(Parsed {
        dialect: Dialect::Id,
        questions: questions.into(),
        tool_use_id: None,
        digest: Digest::of(&[b"elicitation", &body]),
        warnings: Vec::new(),
    })
}

/// What the server gets: what was answered, or that it was not. Only a person declines; what was
/// taken back, timed out or went away with the agent was declined by nobody.
pub fn elicited(request: &Value, outcome: &Outcome) -> Value {
    let closing = &outcome.closing;
    let by_person = closing.decided_by == Decider::Person && !closing.interrupted;
    match closing.state {
        State::Answered => {}
        State::Cancelled if by_person => return json!({ "action": "decline" }),
        _ => return json!({ "action": "cancel" }),
    }
    let properties = request["requested_schema"]["properties"].as_object();
    let Some(properties) = properties else {
        return json!({ "action": "cancel" });
    };
    let mut content = Map::new();
    let fields = in_order(properties, &request["property_order"]);
    for ((name, field), question) in fields.into_iter().zip(outcome.questions.iter()) {
        let answer = outcome.closing.answers.get(&question.id);
        if let Some(answer) = answer.filter(|answer| !answer.defaulted) {
            match value(field, &answer.given) {
                Some(value) => drop(content.insert(name.clone(), value)),
                None => return json!({ "action": "cancel" }),
            }
        }
    }
    json!({ "action": "accept", "content": content })
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

fn question(name: &str, field: &Value) -> Option<Question> {
    let text = |key: &str| field[key].as_str().filter(|text| !text.trim().is_empty());
    let (kind, choices) = match field["type"].as_str()? {
        "boolean" => (Kind::Boolean, Vec::new()),
        "number" | "integer" => (Kind::Text, Vec::new()),
        "string" => match choices(field) {
            choices if choices.is_empty() => (Kind::Text, choices),
            choices => (Kind::MultipleChoice, choices),
        },
        "array" => (Kind::Checkbox, choices(&field["items"])),
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
    Some(question)
}

/// `enum` with `enumNames`, or `oneOf` and `anyOf` with titles.
fn choices(field: &Value) -> Vec<Choice> {
    let titled = field["oneOf"].as_array().or(field["anyOf"].as_array());
    if let Some(titled) = titled {
        let choice = |one: &Value| {
            let id = one["const"].as_str()?;
            Some(Choice::new(id, one["title"].as_str().unwrap_or(id)))
        };
        return titled.iter().filter_map(choice).collect();
    }
    let names = &field["enumNames"];
    let values = field["enum"].as_array().into_iter().flatten().enumerate();
    let choice = |(place, one): (usize, &Value)| {
        let id = one.as_str()?;
        let name = names.get(place).and_then(Value::as_str);
        Some(Choice::new(id, name.unwrap_or(id)))
    };
    values.filter_map(choice).collect()
}

fn value(field: &Value, given: &Given) -> Option<Value> {
    let id = |pick: &Pick| match pick {
        Pick::Choice(id) => Some(json!(id)),
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
        Given::Text(text) => match field["type"].as_str() {
            Some("integer") => text.trim().parse::<i64>().ok().map(|number| json!(number)),
            Some("number") => text.trim().parse::<f64>().ok().map(|number| json!(number)),
            _ => Some(json!(text)),
        },
        Given::Hidden => None,
    }
}
