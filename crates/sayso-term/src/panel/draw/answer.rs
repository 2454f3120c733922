//! An answer in words.

use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::safe_text::{is_blank, shown_on_one_line};

use crate::panel::{Panel, wording};

/// What was entered for a question, on one line; none when that is no answer.
pub(super) fn answer_of(panel: &Panel, question: &Question) -> Option<String> {
    if !panel.form.is_answered(question) {
        return None;
    }
    let entry = panel.form.entry(&question.id);
    let mut words = match question.kind {
        Kind::Text if question.secret => "••••••".to_owned(),
        Kind::Text => shown_on_one_line(&entry.text).into_owned(),
        Kind::Boolean => wording::yes(entry.yes == Some(true), panel.lang).to_owned(),
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
            labels.join(panel.lang.pick(", ", "、"))
        }
    };
    if !is_blank(&entry.note) {
        let note = shown_on_one_line(&entry.note);
        words = format!("{words}  {} {note}", panel.look.signs().pen);
    }
    Some(words)
}
