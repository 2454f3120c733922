//! Foreign text: what acts is seen and does nothing, what is honest passes unharmed.

use std::borrow::Cow;

use proptest::prelude::*;
use sayso_core::dialect;
use sayso_core::limits::Limits;
use sayso_core::safe_text::{cleaned, count, is_blank, shown, shown_on_one_line};
use serde_json::json;

/// Characters that act: every one must be written out when shown and taken out when cleaned.
pub(crate) fn acting() -> Vec<char> {
    let ranges = [
        ('\0', '\u{8}'),
        ('\u{e}', '\u{1f}'),
        ('\u{7f}', '\u{84}'),
        ('\u{86}', '\u{9f}'),
        ('\u{200e}', '\u{200f}'),
        ('\u{202a}', '\u{202e}'),
        ('\u{2060}', '\u{206f}'),
        ('\u{180b}', '\u{180f}'),
        ('\u{fff9}', '\u{fffb}'),
        ('\u{fdd0}', '\u{fdef}'),
        ('\u{fffe}', '\u{ffff}'),
        ('\u{1fffe}', '\u{1ffff}'),
        ('\u{10fffe}', '\u{10ffff}'),
        ('\u{e0000}', '\u{e007f}'),
        ('\u{1d173}', '\u{1d17a}'),
    ];
    let alone =
        "\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{200b}\u{3164}\u{feff}\u{ffa0}";
    let mut all: Vec<char> = ranges
        .iter()
        .flat_map(|(first, last)| *first..=*last)
        .collect();
    all.extend(alone.chars());
    all
}

#[test]
fn no_acting_character_is_shown() {
    assert_eq!(acting().len(), 275);
    for c in acting() {
        for text in [format!("{c}"), format!("a{c}b"), format!("中{c}文{c}")] {
            let safe = shown(&text);
            assert_eq!(safe, text.replace(c, &format!("\\u{{{:x}}}", u32::from(c))));
            assert!(!safe.chars().any(|c| acting().contains(&c)));
        }
        assert!(is_blank(&format!(" {c}{c}\n")));
    }
}

/// Kept, but not as they stand: line breaks of other systems, and tabs.
#[test]
fn line_breaks_and_tabs() {
    for (text, many_lines, one_line, clean) in [
        ("a\nb", "a\nb", "a⏎b", "a\nb"),
        ("a\r\nb", "a\\u{d}\nb", "a\\u{d}⏎b", "a\nb"),
        ("a\rb", "a\\u{d}b", "a\\u{d}b", "a\nb"),
        ("a\tb", "a b", "a b", "a\tb"),
        ("a\u{b}b", "a\\u{b}b", "a\\u{b}b", "a\nb"),
        ("a\u{c}b", "a\\u{c}b", "a\\u{c}b", "a\nb"),
        ("a\u{85}b", "a\\u{85}b", "a\\u{85}b", "a\nb"),
        ("a\u{2028}b", "a\\u{2028}b", "a\\u{2028}b", "a\nb"),
        ("a\u{2029}b", "a\\u{2029}b", "a\\u{2029}b", "a\nb"),
    ] {
        assert_eq!(shown(text), many_lines);
        assert_eq!(shown_on_one_line(text), one_line);
        assert_eq!(cleaned(text), clean);
    }
}

/// Terminal sequences are seen for what they are, and taken out of answers without the words
/// around them.
#[track_caller]
fn check_sequence(text: &str, clean: &str) {
    assert_eq!(cleaned(text), clean, "{text:?}");
    let safe = shown(text);
    assert!(
        !safe.chars().any(|c| c.is_control() && c != '\n'),
        "{safe:?}"
    );
    for word in ["words", "文字", "more"] {
        assert_eq!(text.contains(word), safe.contains(word), "{safe:?}");
    }
}

#[test]
fn seven_bit_sequences() {
    check_sequence("\u{1b}[31mwords\u{1b}[0m", "words");
    check_sequence("words\u{1b}[2J\u{1b}[1;1Hmore", "wordsmore");
    check_sequence("\u{1b}[?25l\u{1b}[6n\u{1b}[38:2::1:2:3m文字", "文字");
    check_sequence("\u{1b}[ qwords", "words");
    check_sequence("\u{1b}[31文字", "文字");
    check_sequence("words\u{1b}[31", "words");
    check_sequence("words\u{1b}[", "words");
    check_sequence("\u{1b}]0;title\u{7}words", "words");
    check_sequence("\u{1b}]52;c;aGk=\u{1b}\\words", "words");
    check_sequence("\u{1b}]8;;http://x\u{1b}\\words\u{1b}]8;;\u{1b}\\", "words");
    check_sequence("\u{1b}]0;文\u{9c}文字", "文字");
    check_sequence("\u{1b}Pq#0;2;0;0;0\u{1b}\\words", "words");
    check_sequence("\u{1b}Ptmux;\u{1b}\u{1b}]0;x\u{7}\u{1b}\\words", "words");
    check_sequence(
        "\u{1b}_Gf=100\u{1b}\\words\u{1b}^pm\u{1b}\\more\u{1b}Xsos\u{1b}\\",
        "wordsmore",
    );
    check_sequence("\u{1b}cwords\u{1b}7more\u{1b}8", "wordsmore");
    check_sequence("\u{1b}(Bwords\u{1b}#8more\u{1b}%G", "wordsmore");
    check_sequence("\u{1b}=words\u{1b}>", "words");
}

#[test]
fn eight_bit_sequences() {
    check_sequence("\u{9b}31mwords\u{9b}0m", "words");
    check_sequence("\u{9d}0;title\u{9c}words", "words");
    check_sequence("\u{9d}0;title\u{7}words", "words");
    check_sequence("\u{90}q#0\u{9c}words", "words");
    check_sequence(
        "\u{9f}Gf=1\u{9c}words\u{9e}pm\u{9c}more\u{98}sos\u{9c}",
        "wordsmore",
    );
    check_sequence("\u{84}words\u{8d}", "words");
}

/// Nothing that a person wrote is lost to a sequence that is broken, cut off or none.
#[test]
fn broken_sequences_take_no_words() {
    check_sequence("\u{1b}", "");
    check_sequence("words\u{1b}", "words");
    check_sequence("\u{1b}文字", "文字");
    check_sequence("\u{1b}\nwords", "\nwords");
    check_sequence("\u{1b}\u{1b}[31mwords", "words");
    check_sequence("\u{1b}]0;title\u{1b}[31mwords", "words");
    check_sequence("\u{1b}]0;title\u{18}words", "words");
    check_sequence("\u{1b}]0;more words", "0;more words");
    check_sequence("\u{9d}more words", "more words");
    check_sequence("\u{1b}Pmore\nwords", "more\nwords");
    check_sequence("\u{1b}[\u{1b}[31mwords", "words");
    check_sequence("ab\u{8}\u{8}words", "abwords");
}

#[test]
fn bidi_and_hidden_characters_leave_answers() {
    for (text, clean) in [
        ("user\u{202e}gpj.exe", "usergpj.exe"),
        ("a\u{2066}b\u{2069}c\u{200f}", "abc"),
        ("pay\u{200b}pal\u{feff}\u{2060}", "paypal"),
        ("a\u{e0041}\u{e0042}b", "ab"),
        ("a\u{0}b", "ab"),
        ("A\u{e0100}\u{e0101}B", "AB"),
        ("<b onclick=\"x\">&amp;</b>", "<b onclick=\"x\">&amp;</b>"),
        ("'; DROP TABLE answers; --", "'; DROP TABLE answers; --"),
        ("**bold** `code` [link](x)", "**bold** `code` [link](x)"),
    ] {
        assert_eq!(cleaned(text), clean);
    }
}

/// Honest writing of all kinds is neither changed nor copied.
#[test]
fn honest_text_passes() {
    for text in [
        "plain words",
        "שלום עולם, מה שלומך?",
        "مرحبا بالعالم (١٢٣)",
        "می\u{200c}خواهم",
        "您希望采用哪种身份验证策略？",
        "日本語、한국어、ภาษาไทย",
        "葛\u{e0100}城市の辻\u{e0100}さん",
        "हिन्दी में क्\u{200d}ष",
        "e\u{301}\u{323} o\u{308}",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦 👍🏽 🇩🇪 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3} ☺\u{fe0e}",
        "zero\u{a0}width? no: no-break space",
        "a\u{3000}b — “quotes” … ½ ™ \u{fffd}",
        "<>&\"'",
    ] {
        assert_eq!(shown(text), text);
        assert_eq!(cleaned(text), text);
        assert!(!is_blank(text));
    }
    assert!(matches!(shown("plain 中文"), Cow::Borrowed(_)));
    assert!(matches!(shown_on_one_line("plain 中文"), Cow::Borrowed(_)));
}

/// Joiners and variation selectors that join nothing are hiding something.
#[test]
fn dishonest_joiners_are_shown() {
    for (text, safe) in [
        ("pay\u{200d}pal", "pay\\u{200d}pal"),
        ("\u{200c}", "\\u{200c}"),
        ("a\u{fe0f}", "a\\u{fe0f}"),
        ("☺\u{fe0f}\u{fe0f}", "☺\u{fe0f}\\u{fe0f}"),
        ("中\u{fe00}\u{fe01}\u{fe02}", "中\u{fe00}\\u{fe01}\\u{fe02}"),
        ("A\u{e0100}", "A\\u{e0100}"),
        ("葛\u{e0100}\u{e0101}", "葛\u{e0100}\\u{e0101}"),
        ("😀\u{e0100}", "😀\\u{e0100}"),
        ("👩\u{200d}\u{200d}👧", "👩\\u{200d}\\u{200d}👧"),
    ] {
        assert_eq!(shown(text), safe);
    }
}

#[test]
fn characters_are_what_a_person_counts() {
    for (text, expected) in [
        ("", 0),
        ("abc", 3),
        ("a\r\nb", 3),
        ("中文", 2),
        ("👩\u{200d}👩\u{200d}👧\u{200d}👦", 1),
        ("🇩🇪🇫🇷", 2),
        ("e\u{301}", 1),
        ("한", 1),
        ("각", 1),
    ] {
        assert_eq!(count(text), expected, "{text}");
    }
}

/// An ask may hold anything in its texts; a terminal never sees it act.
#[test]
fn every_text_field_of_an_ask() {
    let evil = "\u{1b}]0;pwned\u{7}\u{202e}x\u{9b}2J";
    let input = json!([{
        "question_id": format!("q{evil}"), "header": evil, "question_text": evil, "type": "checkbox",
        "description": evil, "context": [{ "path": evil }],
        "options": [{ "id": "a", "label": evil, "description": evil, "preview": evil }],
    }]);
    let question = &dialect::parse(&input, &Limits::api()).unwrap().questions[0];
    let choice = &question.choices[0];
    for text in [
        question.id.as_str(),
        question.header.as_deref().unwrap(),
        &question.text,
        question.description.as_deref().unwrap(),
        &question.context[0].path,
        &choice.label,
        choice.description.as_deref().unwrap(),
        choice.preview.as_deref().unwrap(),
    ] {
        let safe = shown(text);
        assert!(
            safe.ends_with("\\u{1b}]0;pwned\\u{7}\\u{202e}x\\u{9b}2J"),
            "{safe}"
        );
        assert!(!safe.chars().any(char::is_control));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_comes(text in "[\\PC\\x00-\\x1f\\x7f-\\x9f\u{200b}-\u{202e}\u{1b}\u{9b}\\]\\[;m\\\\]{0,40}") {
        let safe = shown(&text);
        prop_assert!(!safe.chars().any(|c| acting().contains(&c)));
        prop_assert_eq!(shown(&safe), safe.as_ref());
        let clean = cleaned(&text);
        prop_assert!(!clean.chars().any(|c| acting().contains(&c)));
        prop_assert_eq!(&cleaned(&clean), &clean);
    }
}
