//! Which interactions a list is about.

use sayso_core::issue::Issue;
use sayso_core::problem::Problem;
use sayso_core::question::Question;
use sayso_core::render::AnswerWire;
use sayso_core::state::State;

use crate::failure::Failure;
use crate::operation::Call;
use crate::view::InteractionView;

/// Which interactions a list is about. What is not said does not matter.
#[derive(Debug, Default)]
pub(super) struct Filter {
    /// Open ones (the usual), or closed ones.
    pub(super) closed: bool,
    /// The one state that is wanted.
    state: Option<State>,
    pub(super) session: Option<String>,
    project: Option<String>,
    agent: Option<String>,
    /// In small letters.
    words: Option<String>,
}

impl Filter {
    /// As the query says.
    pub(super) fn of(call: &Call) -> Result<Self, Failure> {
        let (closed, state) = match call.param("state") {
            None | Some("pending") => (false, None),
            Some("closed") => (true, None),
            Some("answered") => (true, Some(State::Answered)),
            Some("cancelled") => (true, Some(State::Cancelled)),
            Some("timeout") => (true, Some(State::Timeout)),
            Some(other) => {
                let problem = Problem::UnknownWord {
                    got: other.to_owned(),
                    expected: "pending, closed, answered, cancelled, timeout".into(),
                };
                let issue = Issue::new("state", problem);
                return Err(Failure::bad_request(&[issue], call.lang));
            }
        };
        let given = |name: &str| {
            let value = call.param(name).filter(|value| !value.is_empty());
            value.map(str::to_owned)
        };
        Ok(Self {
            closed,
            state,
            session: given("session_id"),
            project: given("project"),
            agent: given("agent"),
            words: given("q").map(|words| words.to_lowercase()),
        })
    }

    /// Whether a list with this filter shows it.
    pub(super) fn fits(&self, view: &InteractionView) -> bool {
        let name = view.agent.as_ref().and_then(|agent| agent.name.as_deref());
        let same = |wanted: &Option<String>, got: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| got == Some(wanted))
        };
        self.state.is_none_or(|state| state == view.state)
            && same(&self.session, Some(view.session_id.as_str()))
            && same(&self.project, view.project.as_deref())
            && same(&self.agent, name)
            && self
                .words
                .as_deref()
                .is_none_or(|words| mentions(view, words))
    }
}

fn mentions(view: &InteractionView, words: &str) -> bool {
    let has = |text: &str| text.to_lowercase().contains(words);
    let agent = view.agent.as_ref().and_then(|agent| agent.name.as_deref());
    let about = [view.project.as_deref(), agent];
    about.into_iter().flatten().any(has)
        || view.questions.iter().any(|one| asks(one, &has))
        || view.outcome.as_ref().is_some_and(|outcome| {
            outcome.reason.as_deref().is_some_and(has)
                || outcome.answers.iter().any(|one| answers(one, &has))
        })
}

fn asks(question: &Question, has: &impl Fn(&str) -> bool) -> bool {
    has(&question.text)
        || question.header.as_deref().is_some_and(has)
        || question.choices.iter().any(|choice| has(&choice.label))
        || question
            .follow_ups
            .values()
            .flatten()
            .any(|one| asks(one, has))
}

fn answers(answer: &AnswerWire, has: &impl Fn(&str) -> bool) -> bool {
    has(&answer.answer.to_string())
        || answer.note.as_deref().is_some_and(has)
        || answer.follow_ups.iter().any(|one| answers(one, has))
}
