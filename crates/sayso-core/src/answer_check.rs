//! The one place where a given answer is checked against its question (spec §3).

use serde_json::Value;

use crate::given::Given;
use crate::id::ChoiceId;
use crate::kind::Kind;
use crate::limits;
use crate::pick::Pick;
use crate::problem::Problem;
use crate::question::Question;
use crate::safe_text;
use crate::shape::Shape;

/// Reads an answer in the shape of spec §3. `None` is no answer: `null`, an empty list,
/// nothing but white space. All that is wrong with it, otherwise.
pub fn read(question: &Question, value: &Value) -> Result<Option<Given>, Problem> {
    if value.is_null() {
        return Ok(None);
    }
    match question.kind {
        Kind::MultipleChoice => Ok(read_pick(question, value)?.map(Given::One)),
        Kind::Checkbox => read_many(question, value),
        Kind::Text => match value {
            Value::String(text) => Ok(words(text)?.map(Given::Text)),
            _ => Err(Problem::WrongShape {
                expected: Shape::Text,
            }),
        },
        Kind::Boolean => match value {
            Value::Bool(yes) => Ok(Some(Given::Yes(*yes))),
            _ => Err(Problem::WrongShape {
                expected: Shape::YesNo,
            }),
        },
    }
}

/// Reads a note or a reason: cleaned, bounded, none when blank.
pub fn words(text: &str) -> Result<Option<String>, Problem> {
    let (max, got) = (limits::WORDS_CHARS, safe_text::count(text));
    if got > max {
        return Err(Problem::TooLong { max, got });
    }
    let clean = safe_text::cleaned(text);
    Ok((!safe_text::is_blank(&clean)).then_some(clean))
}

fn read_pick(question: &Question, value: &Value) -> Result<Option<Pick>, Problem> {
    match value {
        Value::String(id) => {
            let (max, got) = (limits::ONE_ANSWER_CHARS, safe_text::count(id));
            if got > max {
                return Err(Problem::TooLong { max, got });
            }
            let id = ChoiceId::from(id.as_str());
            if question.choice(&id).is_some() {
                Ok(Some(Pick::Choice(id)))
            } else {
                Err(not_offered(question, id.as_str()))
            }
        }
        Value::Object(object) if object.len() == 1 => match object.get("other") {
            Some(Value::String(_)) if !question.allow_other => Err(Problem::NoOther),
            Some(Value::String(text)) => Ok(words(text)?.map(Pick::Other)),
            _ => Err(shape_of_one()),
        },
        _ => Err(shape_of_one()),
    }
}

fn read_many(question: &Question, value: &Value) -> Result<Option<Given>, Problem> {
    let Value::Array(items) = value else {
        return Err(Problem::WrongShape {
            expected: Shape::ManyPicks,
        });
    };
    let max = question.choices.len() + 1;
    if items.len() > max {
        let got = items.len();
        return Err(Problem::TooMany { max, got });
    }
    let mut picks: Vec<Pick> = Vec::with_capacity(items.len());
    let mut chars = 0;
    for item in items {
        let Some(pick) = read_pick(question, item)? else {
            continue;
        };
        let (name, again) = match &pick {
            Pick::Choice(id) => (id.as_str(), picks.contains(&pick)),
            Pick::Other(_) => ("other", picks.iter().any(|p| matches!(p, Pick::Other(_)))),
        };
        if again {
            return Err(Problem::Twice(name.to_owned()));
        }
        if let Pick::Choice(id) = &pick {
            chars += safe_text::count(id.as_str());
        }
        picks.push(pick);
    }
    let (max, got) = (limits::MANY_ANSWER_CHARS, chars);
    if got > max {
        return Err(Problem::TooLong { max, got });
    }
    Ok((!picks.is_empty()).then_some(Given::Many(picks)))
}

fn shape_of_one() -> Problem {
    Problem::WrongShape {
        expected: Shape::OnePick,
    }
}

fn not_offered(question: &Question, got: &str) -> Problem {
    let mut offered: Vec<String> = question
        .choices
        .iter()
        .take(20)
        .map(|choice| format!("{:?}", choice.id.as_str()))
        .collect();
    if question.choices.len() > offered.len() {
        offered.push("…".into());
    }
    if question.allow_other {
        offered.push("{\"other\":\"…\"}".into());
    }
    Problem::NotOffered {
        got: got.chars().take(80).collect(),
        offered: offered.join(", "),
    }
}
