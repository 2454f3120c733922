//! What would stand in if nobody answered.

use crate::choice::Choice;
use crate::deadline::OnTimeout;
use crate::kind::Kind;
use crate::question::Question;
use crate::source::Source;

/// The declared defaults of a question that stand in at the deadline; none when nothing does.
pub fn stand_ins(question: &Question, policy: Option<OnTimeout>, source: Source) -> Vec<&Choice> {
    let wanted = match policy {
        Some(OnTimeout::Default) => true,
        Some(OnTimeout::Terminate) => false,
        None => !question.required,
    };
    if !wanted || source == Source::Approval {
        return Vec::new();
    }
    let most = match question.kind {
        Kind::MultipleChoice => 1,
        Kind::Checkbox => usize::MAX,
        Kind::Text | Kind::Boolean => 0,
    };
    question.defaults().take(most).collect()
}
