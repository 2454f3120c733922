//! What a typed line means for the question it answers.

use sayso_core::choice::Choice;
use sayso_core::id::ChoiceId;
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::source::Source;

use super::fault::Fault;
use crate::asked::Asked;

/// What a typed line means for the question it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// These were picked.
    Picked(Picked),
    /// An empty line, where the asker declared these as the default. Never empty.
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

/// What was picked, by number or label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picked {
    /// The choices, in the order typed, each once.
    pub choices: Vec<ChoiceId>,
    /// Whether own words follow on the next line.
    pub own_words: bool,
}

/// A line that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// What is wrong.
    pub fault: Fault,
    /// Whether it says nothing at all: an empty line, or one number that no option has. A default
    /// may stand in for that where nobody can be asked again, and for nothing else.
    pub is_nothing: bool,
}

impl Bad {
    /// A line that says something.
    pub fn words(fault: Fault) -> Self {
        Self {
            fault,
            is_nothing: false,
        }
    }

    /// A line that says nothing.
    pub fn nothing(fault: Fault) -> Self {
        Self {
            fault,
            is_nothing: true,
        }
    }
}

/// Reads one line typed for a question.
pub fn read(question: &Question, source: Source, line: &str) -> Reply {
    let word = folded(line);
    let skips = !question.required && matches!(word.as_str(), "skip" | "跳过");
    match question.kind {
        Kind::Text if !word.is_empty() => Reply::Words(line.to_owned()),
        _ if word.is_empty() => read_empty(question, source),
        _ if skips && labelled(question, line).is_none() => Reply::Skipped,
        Kind::Boolean => match read_yes(&word, source) {
            Some(yes) => Reply::Yes(yes),
            None => Reply::Bad(Bad::words(Fault::NotYesOrNo(line.trim().to_owned()))),
        },
        _ => read_choices(question, line),
    }
}

/// The declared defaults. None for an approval, which is never given by a slip.
fn declared(question: &Question, source: Source) -> Vec<ChoiceId> {
    if source == Source::Approval || !question.kind.offers() {
        return Vec::new();
    }
    let most = match question.kind {
        Kind::Checkbox => usize::MAX,
        _ => 1,
    };
    let defaults = question.defaults().take(most);
    defaults.map(|choice| choice.id.clone()).collect()
}

/// The choices that stand in for a piped line that says nothing: the declared defaults, else the
/// first where that is the rule. None for what may stay unanswered.
pub fn stand_in(question: &Question, asked: &Asked<'_>) -> Vec<ChoiceId> {
    let declared = declared(question, asked.source);
    let is_question = asked.source == Source::Tool && question.kind.offers();
    if declared.is_empty() && is_question && question.required && asked.first_stands_in {
        let first = question.choices.first();
        return first.map(|choice| choice.id.clone()).into_iter().collect();
    }
    declared
}

fn read_empty(question: &Question, source: Source) -> Reply {
    let choices = declared(question, source);
    if !choices.is_empty() {
        Reply::Default(choices)
    } else if question.required {
        Reply::Bad(Bad::nothing(Fault::Empty))
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

fn read_choices(question: &Question, line: &str) -> Reply {
    let mut picked = Picked::default();
    // A label may have commas and spaces in it.
    let pieces = match read_piece(question, line) {
        Ok(choice) => vec![Ok(choice)],
        Err(bad) => read_pieces(question, line).unwrap_or_else(|| vec![Err(bad)]),
    };
    for piece in pieces {
        match piece {
            Ok(Some(choice)) if picked.choices.contains(&choice) => {}
            Ok(Some(choice)) => picked.choices.push(choice),
            Ok(None) => picked.own_words = true,
            Err(bad) => return Reply::Bad(bad),
        }
    }
    let count = picked.choices.len() + usize::from(picked.own_words);
    if question.kind == Kind::MultipleChoice && count > 1 {
        return Reply::Bad(Bad::words(Fault::OneOnly));
    }
    Reply::Picked(picked)
}

/// One choice, or none for own words.
type Piece = Result<Option<ChoiceId>, Bad>;

/// Several numbers or labels between commas; numbers also between spaces. None when it is one.
fn read_pieces(question: &Question, line: &str) -> Option<Vec<Piece>> {
    let is_comma = |c: char| matches!(c, ',' | '，' | '、');
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let mut pieces = Vec::new();
    for piece in line.split(is_comma).map(str::trim) {
        let words: Vec<&str> = piece.split_whitespace().collect();
        if words.iter().all(|word| is_number(&folded(word))) {
            pieces.extend(words.iter().map(|word| read_piece(question, word)));
        } else {
            pieces.push(read_piece(question, piece));
        }
    }
    let is_one = pieces.len() < 2 && !line.contains(is_comma);
    // One wrong piece makes the whole line wrong, and what was right in it was said.
    let pieces = pieces.into_iter().map(|piece| {
        piece.map_err(|bad| Bad {
            is_nothing: false,
            ..bad
        })
    });
    let pieces: Vec<Piece> = pieces.collect();
    (!is_one && !pieces.is_empty()).then_some(pieces)
}

/// One number or label.
fn read_piece(question: &Question, piece: &str) -> Piece {
    let word = folded(piece);
    let is_zero = !word.is_empty() && word.chars().all(|c| c == '0');
    let is_other = matches!(word.as_str(), "other" | "其他" | "其它");
    if (is_zero || is_other) && question.allow_other {
        return Ok(None);
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(&word);
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let number = (digits == word)
        .then(|| word.parse::<usize>().ok())
        .flatten();
    let numbered = number.and_then(|number| question.choices.get(number.checked_sub(1)?));
    if let Some(choice) = numbered.or_else(|| labelled(question, piece)) {
        return Ok(Some(choice.id.clone()));
    }
    let typed = piece.trim().to_owned();
    Err(match (is_zero, is_other, is_number) {
        (true, ..) => Bad::nothing(Fault::NoOwnWords),
        (_, true, _) => Bad::words(Fault::NoOwnWords),
        (.., true) => Bad::nothing(Fault::NotOffered {
            typed,
            last: question.choices.len(),
        }),
        _ => Bad::words(Fault::NotAnOption(typed)),
    })
}

/// The choice with exactly this label, in upper or lower case; the very same goes first, and of two
/// that differ in nothing else none is meant.
fn labelled<'q>(question: &'q Question, text: &str) -> Option<&'q Choice> {
    let choices = &question.choices;
    if let Some(same) = choices.iter().find(|c| c.label.trim() == text.trim()) {
        return Some(same);
    }
    let word = folded(text);
    let mut alike = choices.iter().filter(|c| folded(&c.label) == word);
    alike.next().filter(|_| alike.next().is_none())
}

/// A text as the reader compares it: lower case, with the digits of a Chinese keyboard turned into
/// plain ones and every white space into a space.
fn folded(text: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap_or(c),
        c if c.is_whitespace() => ' ',
        c => c,
    };
    text.chars()
        .map(plain)
        .collect::<String>()
        .trim()
        .to_lowercase()
}
