//! Words while they are written.

use sayso_core::limits::WORDS_CHARS;
use sayso_term::panel::words::{Words, Wrote};
use sayso_term::panel::{Code, Key};

#[track_caller]
fn check(start: &str, keys: &[Key], expected: &str) {
    let mut words = Words::new(start);
    for key in keys {
        words.key(*key, 10);
    }
    words.insert("|");
    assert_eq!(words.text(), expected, "{start:?} {keys:?}");
}

#[test]
fn the_cursor_stands_between_characters_as_a_person_counts_them() {
    let (left, right) = (Key::plain(Code::Left), Key::plain(Code::Right));
    let (back, del) = (Key::plain(Code::Backspace), Key::plain(Code::Delete));
    check("ab", &[left], "a|b");
    check("小明", &[left], "小|明");
    check("a👩‍👩‍👧b", &[left, left], "a|👩‍👩‍👧b");
    check("a👩‍👩‍👧b", &[left, back], "a|b");
    check("e\u{301}x", &[left, back], "|x");
    check("ab", &[left, left, left, right, del], "a|");
    check("one two", &[Key::ctrl('w')], "one |");
    check("one two", &[Key::alt(Code::Left)], "one |two");
    check(
        "one two",
        &[Key::ctrl('a'), Key::alt(Code::Right)],
        "one| two",
    );
    check("one\ntwo", &[Key::ctrl('u')], "one\n|");
    check("one\ntwo", &[Key::ctrl('a'), Key::ctrl('k')], "one\n|");
    check("one\ntwo", &[Key::plain(Code::Up)], "one|\ntwo");
    check(
        "one\ntwo",
        &[Key::plain(Code::Up), Key::plain(Code::Home)],
        "|one\ntwo",
    );
    // A row that only the width breaks.
    check("0123456789abc", &[Key::plain(Code::Up)], "012|3456789abc");
    check(
        "0123456789abc",
        &[Key::plain(Code::Up), Key::plain(Code::Down)],
        "0123456789abc|",
    );
}

#[test]
fn rows_fit_their_width_and_the_cursor_is_in_them() {
    type Row<'r> = (&'r str, usize, &'r [&'r str], (usize, usize));
    let rows: [Row<'_>; 6] = [
        ("", 10, &[""], (0, 0)),
        ("abc", 10, &["abc"], (0, 3)),
        ("小明小明", 4, &["小明", "小明", ""], (2, 0)),
        ("小明小", 5, &["小明", "小"], (1, 2)),
        ("a\n\nb", 5, &["a", "", "b"], (2, 1)),
        ("ab\n", 5, &["ab", ""], (1, 0)),
    ];
    for (text, width, expected, cursor) in rows {
        let laid = Words::new(text).laid(width, false);
        assert_eq!(laid.rows, expected, "{text:?}");
        assert_eq!(laid.cursor, cursor, "{text:?}");
    }
    assert_eq!(Words::new("小明1").laid(9, true).rows, ["•••"]);
}

#[test]
fn what_is_pasted_is_one_block_without_what_acts() {
    let mut words = Words::default();
    assert_eq!(
        words.insert("a\u{1b}[31mb\r\nc\u{202e}\u{7}"),
        Wrote::Changed
    );
    assert_eq!(words.text(), "ab\nc");
    assert_eq!(words.insert(&"x".repeat(WORDS_CHARS)), Wrote::TooMany);
    assert_eq!(words.text(), "ab\nc");
    assert_eq!(words.insert(&"x".repeat(WORDS_CHARS - 4)), Wrote::Changed);
    assert_eq!(words.insert("y"), Wrote::TooMany);
}
