//! Text that came from outside, made harmless for the place it goes to.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// For a terminal, a title or a notification: whatever could move a cursor, turn the reading
/// direction or hide is written out as `\u{202e}`, so that it is seen and does nothing.
/// Line breaks are kept; a tab becomes a space.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| !acts(c) && !joins(c) && c != '\t') {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\t' {
            safe.push(' ');
        } else if joins(c) && joins_honestly(c, before, rest.peek().copied()) {
            safe.push(c);
        } else if acts(c) || joins(c) {
            safe.extend(c.escape_unicode());
        } else {
            safe.push(c);
        }
        before = Some(c);
    }
    Cow::Owned(safe)
}

/// The same on one line: line breaks are written out too.
pub fn shown_on_one_line(text: &str) -> Cow<'_, str> {
    match shown(text) {
        Cow::Borrowed(text) if !text.contains('\n') => Cow::Borrowed(text),
        safe => Cow::Owned(safe.replace('\n', "⏎")),
    }
}

/// For an answer on its way to the agent: what could act is taken out (spec §3).
/// `<`, `>` and `&` are data and stay; so do line breaks and tabs.
pub fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' || c == '\u{9b}' {
            skip_sequence(c, &mut rest);
        } else if c == '\r' {
            if rest.peek() != Some(&'\n') {
                clean.push('\n');
            }
        } else if c == '\t' || !acts(c) {
            clean.push(c);
        }
    }
    clean
}

/// After an escape: drops the sequence it starts, not the words behind it.
fn skip_sequence(first: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let kind = if first == '\u{9b}' {
        Some('[')
    } else {
        rest.next()
    };
    match kind {
        Some('[') => {
            while let Some(c) = rest.next_if(|c| ('\u{20}'..='\u{3f}').contains(c)) {
                let _ = c;
            }
            rest.next_if(|c| ('\u{40}'..='\u{7e}').contains(c));
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            while let Some(c) = rest.next() {
                if c == '\u{7}' || c == '\u{9c}' {
                    break;
                }
                if c == '\u{1b}' {
                    rest.next_if(|c| *c == '\\');
                    break;
                }
            }
        }
        _ => {}
    }
}

/// Characters as a person counts them.
pub fn count(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
        return text.len();
    }
    text.graphemes(true).count()
}

/// Whether there is nothing to read in it.
pub fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || acts(c) || joins(c))
}

/// Characters that act instead of being read: controls (but not the line break), direction
/// marks and overrides, invisible fillers and tags, unassigned-for-interchange code points.
fn acts(c: char) -> bool {
    match c {
        '\n' => false,
        '\t' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => {
            true
        }
        '\u{180b}'..='\u{180f}' => true,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        c => (c as u32) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c),
    }
}

/// Joiners and variation selectors: invisible alone, honest inside emoji and some scripts.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

fn joins_honestly(c: char, before: Option<char>, after: Option<char>) -> bool {
    let written =
        |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !acts(c) && !c.is_whitespace());
    match c {
        '\u{fe00}'..='\u{fe0f}' => {
            before.is_some_and(|b| b.is_ascii_digit() || b == '#' || b == '*')
                || written(before) && !before.is_some_and(joins)
        }
        _ => written(before) && written(after) && !after.is_some_and(joins),
    }
}
