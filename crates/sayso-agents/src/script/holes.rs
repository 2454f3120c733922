//! Where answers stand in texts: `{{pick}}`, `{{auth.providers}}`, `{{round}}`.

use super::limits;

/// The hole that is filled with the number of the ask.
pub(super) const ROUND: &str = "round";

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// As it is.
    Words(&'t str),
    /// The n-th ask of the play.
    Round,
    /// What was answered to an ask, or to one of its questions.
    Answer(&'t str, Option<&'t str>),
}

/// The parts of a text. Braces with anything but a name in them are words like any other.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut words, mut rest) = (text, text);
    while let Some(start) = rest.find("{{") {
        let inside = &rest[start + 2..];
        let hole = inside
            .find("}}")
            .and_then(|end| Some((hole(inside[..end].trim())?, &inside[end + 2..])));
        let Some((hole, after)) = hole else {
            rest = &rest[start + 1..];
            continue;
        };
        let before = &words[..words.len() - rest.len() + start];
        if !before.is_empty() {
            pieces.push(Piece::Words(before));
        }
        pieces.push(hole);
        (words, rest) = (after, after);
    }
    if !words.is_empty() {
        pieces.push(Piece::Words(words));
    }
    pieces
}

fn hole(inside: &str) -> Option<Piece<'_>> {
    let (name, question) = name_and_question(inside);
    match (is_name(name), name, question) {
        (true, ROUND, None) => Some(Piece::Round),
        (true, name, question) => Some(Piece::Answer(name, question)),
        (false, ..) => None,
    }
}

/// `auth.providers` is the question `providers` of what was saved as `auth`.
pub(super) fn name_and_question(text: &str) -> (&str, Option<&str>) {
    match text.split_once('.') {
        Some((name, question)) => (name, Some(question)),
        None => (text, None),
    }
}

/// Letters, digits, `_` and `-`.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !text.is_empty() && text.chars().all(fits) && text.chars().count() <= limits::NAME_CHARS
}
