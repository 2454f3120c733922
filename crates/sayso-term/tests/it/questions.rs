//! The questions that the tests ask.

use std::sync::Arc;

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::question::Question;

/// The first example of S1.
pub(crate) fn auth() -> Question {
    let mut question = Question::new(
        "auth",
        Kind::MultipleChoice,
        "Which authentication method should we use?",
    );
    question.header = Some("Auth method".into());
    question.choices = Arc::new([
        described("OAuth 2.0", "Industry standard, supports social login"),
        described("JWT", "Stateless tokens, good for APIs"),
    ]);
    question
}

/// A question of S1 with several answers.
pub(crate) fn features() -> Question {
    let mut question = Question::new("features", Kind::Checkbox, "Which features to enable?");
    question.header = Some("Features".into());
    question.choices = Arc::new([
        described("Caching", "Redis caching"),
        described("Logging", "JSON logs"),
        described("Metrics", "Prometheus"),
    ]);
    question
}

/// Own words.
pub(crate) fn name() -> Question {
    Question::new("name", Kind::Text, "What shall it be called?")
}

/// Own words that nobody may see.
pub(crate) fn token() -> Question {
    let mut question = Question::new("token", Kind::Text, "The deploy token?");
    question.secret = true;
    question
}

/// Yes or no.
pub(crate) fn deploy() -> Question {
    Question::new("deploy", Kind::Boolean, "Deploy now?")
}

/// The same question, but it may stay unanswered.
pub(crate) fn optional(mut question: Question) -> Question {
    question.required = false;
    question
}

/// The same question without own words.
pub(crate) fn without_other(mut question: Question) -> Question {
    question.allow_other = false;
    question
}

/// The same question with these options declared as default, counted from 1.
pub(crate) fn with_defaults(mut question: Question, numbers: &[usize]) -> Question {
    for number in numbers {
        Arc::make_mut(&mut question.choices)[number - 1].default = true;
    }
    question
}

/// The same question with follow-ups under an option.
pub(crate) fn with_follow_ups(
    mut question: Question,
    option: &str,
    follow_ups: Vec<Question>,
) -> Question {
    question.follow_ups.insert(option.into(), follow_ups);
    question
}

fn described(label: &str, description: &str) -> Choice {
    let mut choice = Choice::new(label, label);
    choice.description = Some(description.into());
    choice
}
