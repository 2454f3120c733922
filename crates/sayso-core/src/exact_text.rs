//! What an approval permits, to the letter.
//!
//! Two different texts are never drawn alike: whatever is not seen, or passes for something else,
//! is written out, and so is what looks like something written out. `schema/form-cases.json` has
//! the rows that hold this and the page's `exact-text.ts` together.

use crate::safe_text::{acts, joins, joins_honestly};

/// Spaces in a row that can be told apart from fewer and from more.
const SPACES: usize = 24;
/// Stands for a tab.
const TAB: char = '⇥';

/// The text to the letter. Line breaks are kept, a tab becomes `⇥`, and everything else that is
/// not what it looks like becomes `\u{…}`, in hexadecimal digits as in Rust and JavaScript; spaces
/// at a line's end and long runs of them become `\u{20}` and `\u{20×30}`.
pub fn shown_exactly(text: &str) -> String {
    let mut exact = String::with_capacity(text.len() + 16);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            exact.push('\n');
        }
        write_line(line, &mut exact);
    }
    exact
}

/// The same on one line: line breaks are written out too.
pub fn shown_exactly_on_one_line(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(shown_exactly).collect();
    lines.join("\\u{a}")
}

fn write_line(line: &str, exact: &mut String) {
    let chars: Vec<char> = line.chars().collect();
    let poses = posing(&chars);
    // What is written out is neither before nor behind anything that joins.
    let next_to = |at: usize| (!poses[at]).then(|| chars[at]);
    let mut before = None;
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        let spaces = chars[at..].iter().take_while(|c| **c == ' ').count();
        if spaces > SPACES || spaces > 0 && at + spaces == chars.len() {
            write_spaces(spaces, exact);
            before = None;
            at += spaces;
            continue;
        }
        let after = (at + 1 < chars.len()).then(|| next_to(at + 1)).flatten();
        let honest = !poses[at] && !acts(c) && (!joins(c) || joins_honestly(c, before, after));
        match c {
            '\t' => exact.push(TAB),
            c if honest => exact.push(c),
            c => exact.extend(c.escape_unicode()),
        }
        before = honest.then_some(c);
        at += 1;
    }
}

fn write_spaces(count: usize, exact: &mut String) {
    match count {
        1 => exact.push_str("\\u{20}"),
        count => {
            exact.push_str("\\u{20×");
            exact.push_str(&count.to_string());
            exact.push('}');
        }
    }
}

/// Which characters of a line pass for others where they stand.
fn posing(chars: &[char]) -> Vec<bool> {
    let mut poses: Vec<bool> = (0..chars.len())
        .map(|at| {
            let c = chars[at];
            passes_for_ascii(c)
                || is_mark(c)
                || c == TAB
                || c == '\\' && chars[at + 1..].starts_with(&['u', '{'])
                || is_dash(c) && leads_to_option(&chars[at + 1..])
                || is_quote(c) && touches_ascii(chars, at)
        })
        .collect();
    let mut start = 0;
    for word in chars.chunk_by(|one, next| one.is_alphanumeric() && next.is_alphanumeric()) {
        let mixed = word.iter().any(char::is_ascii_alphanumeric);
        let alone = word.len() == 1 && !touches_ascii(chars, start);
        let posing = !alone && word.iter().all(|c| is_twin(*c));
        for (at, c) in word.iter().enumerate() {
            poses[start + at] |= posing || mixed && is_foreign(*c);
        }
        start += word.len();
    }
    poses
}

/// Signs, spaces and letters that are read as ASCII and are not.
fn passes_for_ascii(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii()
        || matches!(c,
            '\u{131}' | '\u{17f}' | '\u{1c0}' | '\u{1c3}' | '\u{37e}' | '\u{589}' | '\u{5c0}'
            | '\u{5c3}' | '\u{2024}' | '\u{2043}' | '\u{2044}' | '\u{204e}' | '\u{2053}'
            | '\u{2100}'..='\u{214f}' | '\u{2215}'..='\u{2217}' | '\u{2223}' | '\u{2236}'
            | '\u{223c}' | '\u{23d0}' | '\u{29f5}' | '\u{29f8}' | '\u{29f9}' | '\u{2800}'
            | '\u{a789}' | '\u{fe58}' | '\u{fe63}' | '\u{fe68}' | '\u{1d400}'..='\u{1d7ff}'
            | '\u{ff02}' | '\u{ff07}' | '\u{ff0d}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}'
            | '\u{ff3c}' | '\u{ff40}'..='\u{ff5a}' | '\u{ff5c}')
}

/// Marks that stand on, under or across the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Dashes that pass for the one before an option, if something follows them at once.
fn is_dash(c: char) -> bool {
    matches!(c, '\u{2d7}' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn leads_to_option(rest: &[char]) -> bool {
    let behind = rest.iter().find(|c| !is_dash(**c));
    behind.is_some_and(char::is_ascii_alphanumeric)
}

/// Quotation marks that pass for those of a shell, beside something of a shell.
fn is_quote(c: char) -> bool {
    matches!(c,
        '\u{b4}' | '\u{2b9}'..='\u{2bc}' | '\u{2018}'..='\u{201f}' | '\u{2032}'..='\u{2036}')
}

fn touches_ascii(chars: &[char], at: usize) -> bool {
    let is_near = |at: usize| chars.get(at).is_some_and(char::is_ascii_graphic);
    at.checked_sub(1).is_some_and(is_near) || is_near(at + 1)
}

/// Letters and digits of scripts that are read as Latin ones within a Latin word.
fn is_foreign(c: char) -> bool {
    matches!(c,
        '\u{250}'..='\u{2af}' | '\u{370}'..='\u{58f}' | '\u{660}'..='\u{669}'
        | '\u{6f0}'..='\u{6f9}' | '\u{7c0}'..='\u{7c9}' | '\u{966}'..='\u{96f}'
        | '\u{9e6}'..='\u{9ef}' | '\u{a66}'..='\u{a6f}' | '\u{ae6}'..='\u{aef}'
        | '\u{b66}'..='\u{b6f}' | '\u{10a0}'..='\u{10ff}' | '\u{13a0}'..='\u{13ff}'
        | '\u{1c80}'..='\u{1c8f}' | '\u{1d00}'..='\u{1dbf}' | '\u{1f00}'..='\u{1fff}'
        | '\u{2c80}'..='\u{2cff}' | '\u{2de0}'..='\u{2dff}' | '\u{a4d0}'..='\u{a4ff}'
        | '\u{a640}'..='\u{a69f}' | '\u{ab30}'..='\u{abbf}' | '\u{10400}'..='\u{1044f}')
}

/// Letters that look just like a Latin one: a word of nothing else is read as a Latin word.
fn is_twin(c: char) -> bool {
    "аеһіјӏорԛѕԝхуԁсАВЕНІЈКМОРЅТХУСΑΒΕΖΗΙΚΜΝΟΡΤΥΧονօսոհ".contains(c)
}
