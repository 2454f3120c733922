//! The id dialect: `{"question_id","question_text","type","options":[{"id","label"}],…}`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::reader::{MANY, Need, OPTIONS, Object, Reader};
use crate::id::{ChoiceId, QuestionId};
use crate::json::Place;
use crate::kind::Kind;
use crate::limits;
use crate::problem::Problem;
use crate::question::Question;

/// Whether a question is written in this dialect.
pub(super) fn speaks(question: &Value) -> bool {
    [
        "question_id",
        "questionId",
        "question_text",
        "questionText",
        "type",
        "follow_up_questions",
        "followUpQuestions",
    ]
    .iter()
    .any(|key| question.get(*key).is_some())
}

/// Reads one question with all its follow-ups.
pub(super) fn question(
    reader: &mut Reader<'_>,
    value: &Value,
    place: Place<'_>,
    depth: usize,
) -> Option<Question> {
    let limits = reader.limits;
    let object = reader.object(value, place)?;
    for key in ["answer", "answers"] {
        if object.contains_key(key) {
            reader.refuse_answers(&place.key(key).path());
        }
    }
    let id = reader.text(
        object,
        place,
        &["question_id", "questionId", "id"],
        limits::ID_CHARS,
        Need::May,
    );
    if let Some(id) = id {
        reader.unique_id(id, place);
    }
    reader.alone(object, place, "question_text");
    let text = reader.text(
        object,
        place,
        &["question_text", "questionText", "question"],
        limits.question,
        Need::Must,
    );
    let header = reader.text(object, place, &["header"], limits.header, Need::May);
    let description = reader.text(
        object,
        place,
        &["description"],
        limits.description,
        Need::May,
    );
    let kind = kind(reader, object, place);
    let many = reader.flag(object, place, MANY, Need::May);
    if many.is_some_and(|many| kind.is_some_and(|kind| many != (kind == Kind::Checkbox))) {
        let (name, _) = reader.find(object, place, MANY);
        reader.issue(place.key(name), Problem::conflict(place.key("type")));
    }
    let (options, offered) = reader.find(object, place, OPTIONS);
    let choices = match kind {
        Some(kind) if !kind.offers() => {
            if offered
                .and_then(Value::as_array)
                .is_some_and(|o| !o.is_empty())
            {
                reader.issue(place.key(options), Problem::NotForKind(kind.word()));
            }
            Vec::new()
        }
        None if offered.is_none() => Vec::new(),
        _ => reader.choices(object, place, 1),
    };
    let allow_other = reader.flag(object, place, &["allow_other", "allowOther"], Need::May);
    let required = reader.flag(object, place, &["required"], Need::May);
    let secret = reader
        .flag(object, place, &["secret"], Need::May)
        .unwrap_or(false);
    let context = reader.context(object, place);

    let id = id.map_or_else(QuestionId::unnamed, QuestionId::new);
    let good = kind.is_some() && text.is_some();
    let guess = kind.unwrap_or(Kind::MultipleChoice);
    let mut question = Question::new(id, guess, text.unwrap_or_default());
    question.header = header.map(str::to_owned);
    question.description = description.map(str::to_owned);
    question.choices = choices.into();
    question.allow_other = allow_other.unwrap_or(true);
    question.required = required.unwrap_or(true);
    question.secret = secret;
    question.context = context;
    if let Some(kind) = kind.filter(|kind| secret && *kind != Kind::Text) {
        reader.issue(place.key("secret"), Problem::NotForKind(kind.word()));
    }
    reader.check_defaults(&question, place);
    question.follow_ups = follow_ups(reader, object, place, depth, &question);
    good.then_some(question)
}

fn kind(reader: &mut Reader<'_>, object: &Object, place: Place<'_>) -> Option<Kind> {
    let word = reader.text(object, place, &["type"], limits::ID_CHARS, Need::Must)?;
    let found = Kind::ALL.into_iter().find(|kind| {
        let plain = |text: &str| text.replace(['_', '-'], "").to_lowercase();
        plain(kind.word()) == plain(word)
    });
    if found.is_none() {
        let expected = Kind::ALL.map(Kind::word).join(", ");
        reader.issue(
            place.key("type"),
            Problem::UnknownWord {
                got: word.to_owned(),
                expected,
            },
        );
    }
    found
}

fn follow_ups(
    reader: &mut Reader<'_>,
    object: &Object,
    place: Place<'_>,
    depth: usize,
    parent: &Question,
) -> BTreeMap<ChoiceId, Vec<Question>> {
    let mut read = BTreeMap::new();
    let names = ["follow_up_questions", "followUpQuestions"];
    let (name, Some(value)) = reader.find(object, place, &names) else {
        return read;
    };
    let place = place.key(name);
    let branches = match value {
        Value::Null => return read,
        Value::Object(branches) => branches,
        other => {
            reader.issue(place, Problem::wrong_type("object", other));
            return read;
        }
    };
    if depth >= limits::FOLLOW_UP_DEPTH && !branches.is_empty() {
        let max = limits::FOLLOW_UP_DEPTH;
        reader.issue(place, Problem::TooDeep { max });
        return read;
    }
    let triggers = parent.triggers();
    let mut branch_of = BTreeMap::new();
    for (key, value) in branches {
        let (above, place) = (place, place.key(key));
        let trigger = match (parent.kind, key.as_str()) {
            (Kind::Boolean, "yes") => ChoiceId::from("true"),
            (Kind::Boolean, "no") => ChoiceId::from("false"),
            (_, key) => ChoiceId::from(key),
        };
        if let Some(other) = branch_of.insert(trigger.clone(), key.as_str()) {
            reader.issue(place, Problem::conflict(above.key(other)));
            continue;
        }
        if !triggers.contains(&trigger) {
            reader.warn(place, Problem::NeverShown);
        }
        let items = match value {
            Value::Array(items) => items.as_slice(),
            Value::Object(_) => std::slice::from_ref(value),
            other => {
                reader.issue(place, Problem::wrong_type("array", other));
                continue;
            }
        };
        reader.count(key, place, 0, limits::TREE_QUESTIONS, items.len());
        let questions: Vec<Question> = items
            .iter()
            .enumerate()
            .filter_map(|(n, item)| question(reader, item, place.item(n), depth + 1))
            .collect();
        read.insert(trigger, questions);
    }
    read
}
