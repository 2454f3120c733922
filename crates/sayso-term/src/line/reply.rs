//! What a typed line means for the question it answers.

use sayso_core::id::ChoiceId;
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::source::Source;

use super::fault::Fault;

/// What a typed line means for the question it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// These were picked.
    Picked(Picked),
    /// An empty line: what the question takes for it, which is never nothing.
    Default(Vec<ChoiceId>),
    /// The answer of a text question.
    Words(String),
    /// The answer of a boolean question.
    Yes(bool),
    /// Left unanswered, as an optional question may be.
    Skipped,
    /// It does not fit the question.
    Bad(Bad),
}

/// What was picked by numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picked {
    /// The choices, in the order typed, each once.
    pub choices: Vec<ChoiceId>,
    /// Whether own words follow on the next line.
    pub own_words: bool,
}

/// A line that does not fit, and what of it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// What is wrong.
    pub fault: Fault,
    /// What can be kept when nobody can be asked again.
    pub kept: Picked,
}

impl Bad {
    /// A line of which nothing can be kept.
    pub fn whole(fault: Fault) -> Self {
        let kept = Picked::default();
        Self { fault, kept }
    }
}

/// Reads one line typed for a question.
pub fn read(question: &Question, source: Source, line: &str) -> Reply {
    let word = plain(line);
    let empty = word.is_empty();
    match question.kind {
        Kind::Text if !empty => Reply::Words(line.to_owned()),
        _ if empty => read_empty(question, source),
        _ if !question.required && matches!(word.as_str(), "skip" | "跳过") => Reply::Skipped,
        Kind::Boolean => match read_yes(&word, source) {
            Some(yes) => Reply::Yes(yes),
            None => Reply::Bad(Bad::whole(Fault::NotYesOrNo(line.trim().to_owned()))),
        },
        _ => read_numbers(question, &word),
    }
}

/// The choices that stand in when a line is empty, or bad and nobody can be asked again: the
/// declared defaults, else the first (S1 13, 14). None for an approval, which is never given by a
/// slip, and none for what may stay unanswered.
pub fn stand_in(question: &Question, source: Source) -> Vec<ChoiceId> {
    if source == Source::Approval || !question.kind.offers() {
        return Vec::new();
    }
    let most = if question.kind == Kind::Checkbox {
        usize::MAX
    } else {
        1
    };
    let defaults: Vec<ChoiceId> = question
        .defaults()
        .take(most)
        .map(|choice| choice.id.clone())
        .collect();
    if defaults.is_empty() && question.required {
        let first = question.choices.first();
        return first.map(|choice| choice.id.clone()).into_iter().collect();
    }
    defaults
}

fn read_empty(question: &Question, source: Source) -> Reply {
    let choices = stand_in(question, source);
    if !choices.is_empty() {
        Reply::Default(choices)
    } else if question.required {
        Reply::Bad(Bad::whole(Fault::Empty))
    } else {
        Reply::Skipped
    }
}

/// Numbers are for questions: an approval is given in words.
fn read_yes(word: &str, source: Source) -> Option<bool> {
    match word {
        "y" | "yes" | "是" => Some(true),
        "n" | "no" | "否" => Some(false),
        "1" if source == Source::Tool => Some(true),
        "2" if source == Source::Tool => Some(false),
        _ => None,
    }
}

fn read_numbers(question: &Question, word: &str) -> Reply {
    let mut picked = Picked::default();
    let mut fault = None;
    for token in word.split([',', ' ']).filter(|token| !token.is_empty()) {
        match read_number(question, token) {
            Ok(Some(choice)) if picked.choices.contains(&choice) => {}
            Ok(Some(choice)) => picked.choices.push(choice),
            Ok(None) => picked.own_words = true,
            Err(wrong) => fault = fault.or(Some(wrong)),
        }
    }
    let count = picked.choices.len() + usize::from(picked.own_words);
    if count == 0 && !matches!(fault, Some(Fault::NotOffered { .. } | Fault::NoOwnWords)) {
        fault = Some(Fault::NotANumber(word.to_owned()));
    }
    if question.kind == Kind::MultipleChoice && (count > 1 || count == 1 && fault.is_some()) {
        fault = Some(fault.unwrap_or(Fault::OneOnly));
        picked.choices.truncate(1);
        picked.own_words = false;
    }
    match fault {
        None => Reply::Picked(picked),
        Some(fault) => Reply::Bad(Bad {
            fault,
            kept: picked,
        }),
    }
}

/// One number: its choice, or none for own words.
fn read_number(question: &Question, token: &str) -> Result<Option<ChoiceId>, Fault> {
    if matches!(token, "other" | "其他" | "其它") || token.chars().all(|c| c == '0') {
        return if question.allow_other {
            Ok(None)
        } else {
            Err(Fault::NoOwnWords)
        };
    }
    let typed = token.to_owned();
    if !token.chars().all(|c| c.is_ascii_digit()) {
        return Err(Fault::NotANumber(typed));
    }
    let number: usize = token.parse().unwrap_or(usize::MAX);
    match question.choices.get(number - 1) {
        Some(choice) => Ok(Some(choice.id.clone())),
        None => Err(Fault::NotOffered {
            typed,
            last: question.choices.len(),
        }),
    }
}

/// A line as the reader compares it: lower case, with the digits and commas of a Chinese keyboard
/// turned into plain ones and every white space into a space.
fn plain(line: &str) -> String {
    let folded: String = line
        .chars()
        .map(|c| match c {
            '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap_or(c),
            '，' | '、' => ',',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .collect();
    folded.trim().to_lowercase()
}
