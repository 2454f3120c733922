//! The id dialect: `{"question_id","question_text","type","options":[{"id","label"}],…}`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::envelope::wrong_type;
use super::reader::{Need, Object, Reader};
use crate::id::{ChoiceId, QuestionId};
use crate::json::under;
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
    ]
    .iter()
    .any(|key| question.get(*key).is_some())
}

/// Reads one question with all its follow-ups.
pub(super) fn question(
    reader: &mut Reader<'_>,
    value: &Value,
    path: &str,
    depth: usize,
) -> Option<Question> {
    let limits = reader.limits;
    let object = reader.object(value, path)?;
    for key in ["answer", "answers"] {
        if object.contains_key(key) {
            reader.refuse_answers(&under(path, key));
        }
    }
    let id = reader.text(
        object,
        path,
        &["question_id", "questionId", "id"],
        limits::ID_CHARS,
        Need::May,
    );
    if let Some(id) = &id {
        reader.unique_id(id, path);
    }
    let text = reader.text(
        object,
        path,
        &["question_text", "questionText", "question"],
        limits.question,
        Need::Must,
    );
    let header = reader.text(object, path, &["header"], limits.header, Need::May);
    let description = reader.text(
        object,
        path,
        &["description"],
        limits.description,
        Need::May,
    );
    let kind = kind(reader, object, path);
    let choices = match kind {
        Some(kind) if !kind.offers() => {
            if object
                .get("options")
                .and_then(Value::as_array)
                .is_some_and(|o| !o.is_empty())
            {
                reader.issue(under(path, "options"), Problem::NotForKind(kind.word()));
            }
            Vec::new()
        }
        None if !object.contains_key("options") => Vec::new(),
        _ => reader.choices(object, path, 1),
    };
    let allow_other = reader.flag(object, path, &["allow_other", "allowOther"], Need::May);
    let required = reader.flag(object, path, &["required"], Need::May);
    let secret = reader
        .flag(object, path, &["secret"], Need::May)
        .unwrap_or(false);
    let context = reader.context(object, path);

    let id = id.map_or_else(QuestionId::unnamed, QuestionId::new);
    let good = kind.is_some() && text.is_some();
    let guess = kind.unwrap_or(Kind::MultipleChoice);
    let mut question = Question::new(id, guess, text.unwrap_or_default());
    question.header = header;
    question.description = description;
    question.choices = choices.into();
    question.allow_other = allow_other.unwrap_or(true);
    question.required = required.unwrap_or(true);
    question.secret = secret;
    question.context = context;
    if let Some(kind) = kind.filter(|kind| secret && *kind != Kind::Text) {
        reader.issue(under(path, "secret"), Problem::NotForKind(kind.word()));
    }
    reader.check_defaults(&question, path);
    question.follow_ups = follow_ups(reader, object, path, depth, &question);
    good.then_some(question)
}

fn kind(reader: &mut Reader<'_>, object: &Object, path: &str) -> Option<Kind> {
    let word = reader.text(object, path, &["type"], limits::ID_CHARS, Need::Must)?;
    let found = Kind::ALL.into_iter().find(|kind| {
        let plain = |text: &str| text.replace(['_', '-'], "").to_lowercase();
        plain(kind.word()) == plain(&word)
    });
    if found.is_none() {
        let expected = Kind::ALL.map(Kind::word).join(", ");
        reader.issue(
            under(path, "type"),
            Problem::UnknownWord {
                got: word,
                expected,
            },
        );
    }
    found
}

fn follow_ups(
    reader: &mut Reader<'_>,
    object: &Object,
    path: &str,
    depth: usize,
    parent: &Question,
) -> BTreeMap<ChoiceId, Vec<Question>> {
    let mut read = BTreeMap::new();
    let named = object.get_key_value("follow_up_questions");
    let Some((name, value)) = named.or_else(|| object.get_key_value("followUpQuestions")) else {
        return read;
    };
    let path = under(path, name);
    let branches = match value {
        Value::Null => return read,
        Value::Object(branches) => branches,
        other => {
            reader.issue(path, wrong_type("object", other));
            return read;
        }
    };
    if depth >= limits::FOLLOW_UP_DEPTH && !branches.is_empty() {
        let max = limits::FOLLOW_UP_DEPTH;
        reader.issue(path, Problem::TooDeep { max });
        return read;
    }
    let triggers = parent.triggers();
    for (key, value) in branches {
        let place = under(&path, key);
        let trigger = match (parent.kind, key.as_str()) {
            (Kind::Boolean, "yes") => ChoiceId::from("true"),
            (Kind::Boolean, "no") => ChoiceId::from("false"),
            (_, key) => ChoiceId::from(key),
        };
        if !triggers.contains(&trigger) {
            reader.warn(&place, Problem::NeverShown);
        }
        let items = match value {
            Value::Array(items) => items.as_slice(),
            Value::Object(_) => std::slice::from_ref(value),
            other => {
                reader.issue(place, wrong_type("array", other));
                continue;
            }
        };
        reader.count(key, &place, 0, limits::TREE_QUESTIONS, items.len());
        let questions: Vec<Question> = items
            .iter()
            .enumerate()
            .filter_map(|(n, item)| question(reader, item, &format!("{place}[{n}]"), depth + 1))
            .collect();
        read.entry(trigger)
            .or_insert_with(Vec::new)
            .extend(questions);
    }
    read
}
