//! Text cut to a width.

use sayso_term::wrapped::{columns, shortened, wrapped, wrapped_exactly};

#[test]
fn lines_are_cut_between_words_and_characters() {
    for (text, width, expected) in [
        ("", 10, &[""][..]),
        ("one two three", 20, &["one two three"]),
        ("one two three", 7, &["one two", "three"]),
        ("one two three", 8, &["one two", "three"]),
        ("one  two", 4, &["one", "two"]),
        ("  indented text", 10, &["  indented", "text"]),
        ("a\n\nb", 10, &["a", "", "b"]),
        ("abcdefghij", 4, &["abcd", "efgh", "ij"]),
        ("部署到生产环境吗", 8, &["部署到生", "产环境吗"]),
        ("部署到生产，好吗", 10, &["部署到生", "产，好吗"]),
        ("部署 deploy 吗", 7, &["部署", "deploy", "吗"]),
        ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 4, &["👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧"]),
        (
            "e\u{301}e\u{301}e\u{301}",
            2,
            &["e\u{301}e\u{301}", "e\u{301}"],
        ),
        ("wide", 0, &["wi", "de"]),
    ] {
        assert_eq!(wrapped(text, width), expected, "{text:?} in {width}");
    }
}

#[test]
fn a_short_text_says_where_it_was_cut() {
    assert_eq!(shortened("short", 5), "short");
    assert_eq!(shortened("longer", 5), "long…");
    assert_eq!(columns(&shortened("部署到生产环境", 6)), 5);
}

/// Put together again, the rows are the line; spaces at a cut stand before the words they are
/// followed by.
#[test]
fn an_exact_line_loses_nothing() {
    for (line, width, expected) in [
        ("", 10, &[""][..]),
        ("one two three", 7, &["one two", " three"]),
        ("one  two", 4, &["one", "  tw", "o"]),
        ("rm -rf / tmp", 9, &["rm -rf /", " tmp"]),
        ("  indented text", 10, &["  indented", " text"]),
        ("abcdefghij", 4, &["abcd", "efgh", "ij"]),
        ("a          b", 4, &["a", "    ", "    ", "  b"]),
        ("部署到生产环境吗", 8, &["部署到生", "产环境吗"]),
        (r"a bc\u{a0}d", 9, &["a bc", r"\u{a0}d"]),
        (r"\u{2028}", 4, &[r"\u{2", "028}"]),
        (r"a\u{", 9, &[r"a\u{"]),
        ("wide", 0, &["wi", "de"]),
    ] {
        let rows = wrapped_exactly(line, width);
        assert_eq!(rows, expected, "{line:?} in {width}");
        assert_eq!(rows.concat(), line);
        assert!(rows.iter().all(|row| columns(row) <= width.max(2)));
    }
}
