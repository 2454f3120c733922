//! The Claude dialect: `{"question","header","options":[{"label","description"}],"multiSelect"}`.

use serde_json::Value;

use super::reader::{MANY, Need, Reader};
use crate::id::QuestionId;
use crate::json::Place;
use crate::kind::Kind;
use crate::question::Question;

/// Reads one question; it stays unnamed, since this dialect has no ids.
pub(super) fn question(
    reader: &mut Reader<'_>,
    value: &Value,
    place: Place<'_>,
) -> Option<Question> {
    let limits = reader.limits;
    let must = Need::must_if(limits.strict);
    let object = reader.object(value, place)?;
    if object.contains_key("answers") {
        reader.refuse_answers(&place.key("answers").path());
    }
    reader.alone(object, place, "question");
    let text = reader.text(object, place, &["question"], limits.question, Need::Must);
    let header = reader.text(object, place, &["header"], limits.header, must);
    let choices = reader.choices(object, place, limits.options_min);
    let many = reader.flag(object, place, MANY, must);
    let allow_other = reader.flag(object, place, &["allow_other", "allowOther"], Need::May);
    let required = reader.flag(object, place, &["required"], Need::May);
    let kind = if many.unwrap_or(false) {
        Kind::Checkbox
    } else {
        Kind::MultipleChoice
    };
    let has_text = text.is_some();
    let mut question = Question::new(QuestionId::unnamed(), kind, text.unwrap_or_default());
    question.header = header.map(str::to_owned);
    question.choices = choices.into();
    question.allow_other = allow_other.unwrap_or(true);
    question.required = required.unwrap_or(true);
    question.context = reader.context(object, place);
    reader.check_defaults(&question, place);
    has_text.then_some(question)
}
