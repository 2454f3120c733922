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
        let honest = !joins(c) || joins_honestly(c, before, rest.peek().copied());
        before = (honest && !acts(c)).then_some(c);
        match before {
            Some('\t') => safe.push(' '),
            Some(c) => safe.push(c),
            None => safe.extend(c.escape_unicode()),
        }
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
/// `<`, `>` and `&` are data and stay; so do tabs, and line breaks of any system.
pub fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => skip_escape(&mut rest),
            '\u{9b}' => skip_control_sequence(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => skip_string(&mut rest),
            '\r' if rest.peek() == Some(&'\n') => {}
            '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
            c if selects(c) && !clean.chars().next_back().is_some_and(is_ideograph) => {}
            c if acts(c) => {}
            c => clean.push(c),
        }
    }
    clean
}

type Rest<'t> = std::iter::Peekable<std::str::Chars<'t>>;

/// After an escape: drops the sequence it starts, not the words behind it.
fn skip_escape(rest: &mut Rest<'_>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            skip_control_sequence(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_string(rest);
        }
        _ => {
            while rest.next_if(|c| matches!(c, ' '..='/')).is_some() {}
            rest.next_if(|c| matches!(c, '0'..='~'));
        }
    }
}

fn skip_control_sequence(rest: &mut Rest<'_>) {
    while rest.next_if(|c| matches!(c, ' '..='?')).is_some() {}
    rest.next_if(|c| matches!(c, '@'..='~'));
}

/// After the start of a title, a link, an image: drops it up to its end, or to where another
/// sequence breaks it off. Without an end it is no such thing, and its words stay.
fn skip_string(rest: &mut Rest<'_>) {
    let breaks_off = |c: char| matches!(c, '\u{1b}' | '\u{80}'..='\u{9f}');
    let ends = |c: char| matches!(c, '\u{7}' | '\u{18}' | '\u{1a}' | '\u{9c}');
    if !rest.clone().any(|c| breaks_off(c) || ends(c)) {
        return;
    }
    while rest.next_if(|c| !breaks_off(*c) && !ends(*c)).is_some() {}
    rest.next_if(|c| ends(*c));
}

/// Characters as a person counts them.
pub fn count(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
        return text.len();
    }
    text.graphemes(true).count()
}

/// Whether there is nothing to read in it, not even after what acts was taken out.
pub fn is_blank(text: &str) -> bool {
    let mute = |text: &str| {
        text.chars()
            .all(|c| c.is_whitespace() || acts(c) || joins(c))
    };
    mute(text) || text.chars().any(char::is_control) && mute(&cleaned(text))
}

/// Characters that act instead of being read: controls (but not the line break), direction
/// marks and overrides, invisible fillers and tags, unassigned-for-interchange code points.
pub(crate) fn acts(c: char) -> bool {
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
        '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}' => true,
        c => (c as u32) & 0xfffe == 0xfffe || ('\u{fdd0}'..='\u{fdef}').contains(&c),
    }
}

/// Joiners and variation selectors: invisible alone, honest inside emoji and some scripts.
pub(crate) fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}') || selects(c)
}

/// Selectors of one form of an ideograph, as names are written with.
fn selects(c: char) -> bool {
    matches!(c, '\u{e0100}'..='\u{e01ef}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3fffd}')
}

pub(crate) fn joins_honestly(c: char, before: Option<char>, after: Option<char>) -> bool {
    let written =
        |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !acts(c) && !c.is_whitespace());
    match c {
        c if selects(c) => before.is_some_and(is_ideograph),
        '\u{fe00}'..='\u{fe0f}' => {
            before.is_some_and(|b| b.is_ascii_digit() || b == '#' || b == '*')
                || written(before) && !before.is_some_and(joins)
        }
        _ => written(before) && written(after) && !after.is_some_and(joins),
    }
}
