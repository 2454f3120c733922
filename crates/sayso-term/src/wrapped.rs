//! Text cut to a width as a person sees it: by columns, never inside a character.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Columns that a text takes on a terminal.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// The lines of a text, none wider than `width`: cut between words where there are any, else
/// between characters. Its own line breaks are kept, and so is the white space a line begins with.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if columns(line) <= width {
            lines.push(line.to_owned());
        } else {
            wrap_line(line, width, &mut lines);
        }
    }
    lines
}

/// A line in rows, none wider than `width`, which are the line when they are put together again:
/// nothing is left out where it was cut, and a row ends in a space only where all of it is spaces.
/// What is written out, `\u{…}`, stays in one piece.
pub fn wrapped_exactly(line: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut rows = Vec::new();
    let (mut row, mut taken) = (String::new(), 0);
    for piece in pieces_and_codes(line) {
        let wide = columns(piece);
        if taken + wide > width && !row.trim_end_matches(' ').is_empty() {
            let spaces = row.split_off(row.trim_end_matches(' ').len());
            taken = spaces.len();
            rows.push(std::mem::replace(&mut row, spaces));
        }
        if taken + wide <= width {
            row.push_str(piece);
            taken += wide;
            continue;
        }
        for character in piece.graphemes(true) {
            let wide = columns(character);
            if taken + wide > width && !row.is_empty() {
                rows.push(std::mem::take(&mut row));
                taken = 0;
            }
            row.push_str(character);
            taken += wide;
        }
    }
    rows.push(row);
    rows
}

/// A text on one line of at most `width` columns, with an ellipsis where it was cut.
pub fn shortened(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut taken = 0;
    for character in text.graphemes(true) {
        taken += columns(character);
        if taken >= width {
            break;
        }
        short.push_str(character);
    }
    short.push('…');
    short
}

fn wrap_line(line: &str, width: usize, lines: &mut Vec<String>) {
    let mut current = String::new();
    let mut taken = 0;
    for piece in pieces(line) {
        let wide = columns(piece);
        if taken + wide <= width {
            current.push_str(piece);
            taken += wide;
            continue;
        }
        if !current.trim().is_empty() {
            lines.push(current.trim_end().to_owned());
        }
        current.clear();
        taken = 0;
        if piece.trim().is_empty() {
            continue;
        }
        for character in piece.graphemes(true) {
            let wide = columns(character);
            if taken + wide > width && !current.is_empty() {
                lines.push(std::mem::take(&mut current));
                taken = 0;
            }
            current.push_str(character);
            taken += wide;
        }
    }
    if !current.trim().is_empty() {
        lines.push(current.trim_end().to_owned());
    }
}

/// A line in the pieces that may not be cut, closing punctuation with the word before it.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut words = line.split_word_bound_indices().peekable();
    while let Some((at, word)) = words.next() {
        let end = at + word.len();
        let next = words.peek().map(|(_, next)| *next);
        let closes = next.is_some_and(|next| next.starts_with(is_closing));
        if !closes || word.trim().is_empty() {
            pieces.push(&line[start..end]);
            start = end;
        }
    }
    pieces
}

/// The same, with each `\u{…}` as one piece.
fn pieces_and_codes(line: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find("\\u{") {
        let end = rest[start..]
            .find('}')
            .map_or(rest.len(), |at| start + at + 1);
        all.extend(pieces(&rest[..start]));
        all.push(&rest[start..end]);
        rest = &rest[end..];
    }
    all.extend(pieces(rest));
    all
}

fn is_closing(c: char) -> bool {
    ",.;:?!)]}%，。、；：？！）》」』】〉”’…".contains(c)
}
