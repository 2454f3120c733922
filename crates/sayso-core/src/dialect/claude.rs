//! The Claude dialect: `{"question","header","options":[{"label","description"}],"multiSelect"}`.

use serde_json::Value;

use super::reader::{Need, Reader};
use crate::id::QuestionId;
use crate::kind::Kind;
use crate::question::Question;

/// Reads one question; it stays unnamed, since this dialect has no ids.
pub(super) fn question(reader: &mut Reader<'_>, value: &Value, path: &str) -> Option<Question> {
    let limits = reader.limits;
    let must = Need::must_if(limits.strict);
    let object = reader.object(value, path)?;
    if object.contains_key("answers") {
        reader.refuse_answers(&crate::json::under(path, "answers"));
    }
    let text = reader.text(object, path, &["question"], limits.question, Need::Must);
    let header = reader.text(object, path, &["header"], limits.header, must);
    let choices = reader.choices(object, path, limits.options_min);
    let many = reader.flag(
        object,
        path,
        &["multiSelect", "multi_select", "multiselect", "multiple"],
        must,
    );
    let allow_other = reader.flag(object, path, &["allow_other", "allowOther"], Need::May);
    let required = reader.flag(object, path, &["required"], Need::May);
    let kind = if many.unwrap_or(false) {
        Kind::Checkbox
    } else {
        Kind::MultipleChoice
    };
    let has_text = text.is_some();
    let mut question = Question::new(QuestionId::unnamed(), kind, text.unwrap_or_default());
    question.header = header;
    question.choices = choices.into();
    question.allow_other = allow_other.unwrap_or(true);
    question.required = required.unwrap_or(true);
    question.context = reader.context(object, path);
    reader.check_defaults(&question, path);
    has_text.then_some(question)
}
