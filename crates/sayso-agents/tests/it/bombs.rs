//! Files made to blow a reader up. Each is refused, quickly and in a few bytes of memory.

use sayso_agents::script::{Scenario, Wrong, demo_text};
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use serde_json::json;

#[track_caller]
fn check(text: &str) -> Vec<Wrong> {
    let mistakes = Scenario::read(text.as_bytes()).expect_err("a bomb was read");
    mistakes
        .0
        .into_iter()
        .map(|mistake| mistake.wrong)
        .collect()
}

#[test]
fn laughs() {
    let mut text = String::from("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for n in 1..20 {
        let last = format!("*a{}", n - 1);
        let nine = vec![last; 9].join(", ");
        text.push_str(&format!("a{n}: &a{n} [{nine}]\n"));
    }
    assert_eq!(check(&text), [Wrong::TooMuch]);
}

#[test]
fn one_long_text_many_times() {
    let mut text = format!("a: &a {}\nb:\n", "x".repeat(100_000));
    text.push_str(&"  - *a\n".repeat(10_000));
    assert_eq!(check(&text), [Wrong::TooMuch]);
}

#[test]
fn aliases_of_themselves_and_of_nothing() {
    for text in ["a: &a [*a]", "&a {b: *a}", "a: &a {b: [*a]}"] {
        assert_eq!(check(text), [Wrong::AliasOfNothing], "{text}");
    }
    assert!(matches!(check("a: *b")[..], [Wrong::NotYaml(_)]));
}

#[test]
fn depths() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")] {
        for levels in [33, 1_000, 50_000] {
            let text = format!("a:\n  {}1{}", open.repeat(levels), close.repeat(levels));
            let wrong = check(&text);
            assert!(
                matches!(
                    wrong[..],
                    [Wrong::Problem(Problem::TooDeep { .. })
                        | Wrong::KeyNotText
                        | Wrong::NotYaml(_)]
                ),
                "{open} {levels}: {wrong:?}"
            );
        }
        // Never closed.
        let _ = check(&open.repeat(60_000));
    }
    let json = format!("{{\"a\":{}1{}}}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(matches!(
        check(&json)[..],
        [Wrong::Problem(Problem::TooDeep { .. })]
    ));
    let mut steps = String::from("{text: deep}");
    for _ in 0..10 {
        steps = format!("{{steps: [{steps}]}}");
    }
    let text = format!("name: t\nsteps: [{steps}]");
    assert_eq!(check(&text), [Wrong::Problem(Problem::TooDeep { max: 8 })]);
}

#[test]
fn sizes() {
    let max = 256 * 1024;
    let text = "#".repeat(max + 1);
    assert_eq!(check(&text), [Wrong::Problem(Problem::TooLarge { max })]);
    let text = format!("name: t\nsteps:\n{}", "- {text: x}\n".repeat(1_001));
    assert_eq!(
        check(&text),
        [Wrong::Problem(Problem::TooMany {
            max: 1_000,
            got: 1_001
        })]
    );
    let text = format!("name: t\nsteps:\n{}", "- {}\n".repeat(1_000));
    assert_eq!(check(&text).len(), 1_000);
    let text = format!("name: t\n{}", "x: 1\n".repeat(30_000));
    assert_eq!(check(&text).last(), Some(&Wrong::TooMuch));
    let text = format!("{}: 1\n", "x".repeat(200_000));
    let _ = check(&text);
    let text = "a: \"".to_owned() + &"\\n".repeat(100_000);
    let _ = check(&text);
    for odd in [
        "&a ", "*a ", "!t ", "%TAG ", "--- ", "... ", "? ", ": ", "- ", "| ", "> ", "' ", "\" ",
        ", ", "] ", "} ", "\t", "\r", "\0", "\u{85}", "\u{2028}", "@ ", "` ",
    ] {
        let _ = check(&odd.repeat(20_000));
        let _ = check(&format!("a: {}", odd.repeat(20_000)));
    }
}

#[test]
fn not_text() {
    let mistakes = Scenario::read(b"name: \xff").unwrap_err();
    assert_eq!(mistakes.0[0].wrong, Wrong::NotText);
}

/// Whatever becomes of a file on its way, it is read or refused, and nothing panics.
#[test]
fn broken_files() {
    let demo = demo_text(Lang::Zh);
    let json = json!({ "name": "t", "steps": [{ "ask": { "save": "p", "input": { "question_text": "{{p.q}}?", "type": "text" } } }] });
    let pieces = [
        "\n", "  ", "- ", ": ", "{{", "}}", "[", "]", "{", "}", "&a ", "*a ", "'", "\"", "|", "#",
        "!", "?", "\t", "steps:", "when:", "pick.", "0", "\u{feff}", "\\",
    ];
    let mut dice = 0x9e37_79b9_7f4a_7c15_u64;
    let mut roll = |sides: usize| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        usize::try_from(dice % sides as u64).unwrap()
    };
    for text in [demo.to_owned(), json.to_string()] {
        for _ in 0..1_000 {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=roll(4) {
                let (from, length) = (roll(chars.len()), roll(12));
                let to = (from + length).min(chars.len());
                let piece = pieces[roll(pieces.len())].chars();
                chars.splice(from..to, piece);
            }
            let broken: String = chars.into_iter().collect();
            if let Err(mistakes) = Scenario::read(broken.as_bytes()) {
                assert!(!mistakes.0.is_empty() && !mistakes.to_string().is_empty());
            }
        }
    }
}
