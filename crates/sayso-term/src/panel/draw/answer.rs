//! An answer in words.

use sayso_core::form::Form;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::safe_text::{is_blank, shown_on_one_line};

use crate::panel::wording;

/// What was entered for a question, on one line; none when that is no answer. `pen` stands before
/// the note.
pub(crate) fn answer_of(form: &Form, question: &Question, pen: &str, lang: Lang) -> Option<String> {
    if !form.is_answered(question) {
        return None;
    }
    let entry = form.entry(&question.id);
    let mut words = match question.kind {
        Kind::Text if question.secret => "••••••".to_owned(),
        Kind::Text => shown_on_one_line(&entry.text).into_owned(),
        Kind::Boolean => wording::yes(entry.yes == Some(true), lang).to_owned(),
        Kind::MultipleChoice | Kind::Checkbox => {
            let picked = question
                .choices
                .iter()
                .filter(|choice| entry.picked.contains(&choice.id));
            let mut labels: Vec<String> = picked
                .map(|choice| shown_on_one_line(&choice.label).into_owned())
                .collect();
            if entry.other_on {
                labels.push(format!("“{}”", shown_on_one_line(&entry.other)));
            }
            labels.join(lang.pick(", ", "、"))
        }
    };
    if !is_blank(&entry.note) {
        let note = shown_on_one_line(&entry.note);
        words = format!("{words}  {pen} {note}");
    }
    Some(words)
}
