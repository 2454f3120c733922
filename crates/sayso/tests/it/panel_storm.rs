//! Random keys at changing sizes, and words of an asker that want to do more than be read.

use serde_json::{Value, json};

use crate::questions::{ask, auth, colour, deploy, name};
use crate::stage::Stage;

/// Numbers that look random and are the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

pub(crate) const KEYS: &[&str] = &[
    "\u{1b}[A",
    "\u{1b}[B",
    "\u{1b}[C",
    "\u{1b}[D",
    "\u{1b}",
    "\r",
    "\t",
    "\u{1b}[Z",
    " ",
    "j",
    "k",
    "1",
    "2",
    "3",
    "0",
    "n",
    "v",
    "z",
    "?",
    "小",
    "👩‍👩‍👧",
    "\u{7f}",
    "\u{1b}[200~a\nb\u{1b}[201~",
    "\u{1b}[5~",
    "\u{1b}[6~",
    "\u{1b}]0;x\u{7}",
    "\u{1b}[999;999R",
    "\u{9b}A",
    "\u{a}",
    "/",
    "\u{c}",
];

#[test]
fn whatever_is_pressed_there_is_a_way_out() {
    for seed in 1..=6 {
        let stage = Stage::new();
        let mut dice = Dice(seed);
        let many = json!({
            "question_id": "many", "question_text": "Which?", "type": "checkbox",
            "options": (1..=60).map(|n| json!({ "id": n.to_string(), "label": format!("选项 {n}") })).collect::<Vec<_>>(),
        });
        let asked = ask(&[colour(), many, name(), deploy()]);
        let call = stage.sayso(["ask", "--key", "id", &asked]).in_panel();
        let mut terminal = call.at_terminal();
        terminal.shows("↑↓ move");
        for _ in 0..60 {
            let keys: String = (0..1 + dice.roll(4))
                .map(|_| KEYS[dice.roll(KEYS.len())])
                .collect();
            if dice.roll(5) == 0 {
                let (rows, columns) = (4 + dice.roll(60), 20 + dice.roll(180));
                terminal.resizes(rows.try_into().unwrap(), columns.try_into().unwrap());
            }
            if !terminal.tries(&keys) {
                break;
            }
        }
        // Twice Ctrl-C, whatever is open; it may have ended before.
        terminal.tries("\u{3}");
        terminal.tries("\u{3}");
        let done = terminal.gives_back();
        assert!([0, 4, 7, 130].contains(&done.code), "{seed}: {done:?}");
        assert!(!done.stderr.contains("panicked"), "{seed}: {done:?}");
        let answered = stage.states().iter().any(|state| state == "answered");
        assert_eq!(answered, done.code == 0, "{seed}");
    }
}

/// Sequences that a panel itself sends; nothing else may reach the terminal.
fn is_ours(sequence: &str) -> bool {
    let Some(body) = sequence.strip_prefix('[') else {
        return false;
    };
    let (numbers, last) = body.split_at(body.len() - 1);
    match last {
        "A" | "B" | "G" => numbers.parse::<u16>().is_ok(),
        "K" | "J" => numbers.is_empty(),
        "m" => numbers
            .split(';')
            .all(|n| matches!(n, "0" | "1" | "2" | "4" | "31" | "32" | "35")),
        "h" | "l" => matches!(numbers, "?25" | "?2004" | "?2026"),
        _ => false,
    }
}

#[test]
fn an_asker_s_words_are_only_read() {
    let evil = [
        "\u{1b}[2J\u{1b}[Hall clear",
        "\u{1b}]0;title\u{7}",
        "\u{1b}]52;c;ZXZpbA==\u{7}",
        "\u{1b}]8;;http://evil\u{7}link\u{1b}]8;;\u{7}",
        "\u{9b}31m",
        "\u{202e}txt.exe",
        "a\u{200b}b",
        "\u{1b}P1$r\u{1b}\\",
        "\r╭ somebody else",
        "\u{8}\u{8}\u{8}gone",
        "\u{e0041}\u{2066}",
        "\u{1b}[?1049h",
    ];
    for text in evil.map(|text| format!("Q{text}")) {
        let text = text.as_str();
        let stage = Stage::new();
        let question = json!({
            "question_id": "a", "header": text, "question_text": text, "description": text,
            "type": "multiple_choice",
            "options": [{ "id": "x", "label": format!("x{text}"), "description": text, "preview": text }, { "id": "y", "label": "y" }],
        });
        let asked = ask(&[question]);
        let call = stage
            .sayso(["ask", "--key", "id", "--agent", "agent\u{1b}[2J", &asked])
            .in_panel();
        let mut terminal = call.at_terminal();
        terminal
            .shows("↑↓ move")
            .types("v")
            .shows("Esc back")
            .types("\u{1b}");
        terminal.shows("↑↓ move");
        let window = terminal.window();
        // Who asks stands on the first row, and every other row begins with the side line.
        let rows: Vec<&str> = window.lines().filter(|line| !line.is_empty()).collect();
        assert!(rows[0].starts_with("╭ agent"), "{text:?}: {window}");
        assert!(
            rows[1..]
                .iter()
                .all(|row| row.starts_with(['│', '╰', '↓', '↑'])),
            "{text:?}: {window}"
        );
        terminal.types("y").types("2");
        let (bytes, done) = terminal.bytes_at_end();
        done.exits(0);
        let screen = String::from_utf8(bytes).unwrap();
        for part in screen.split('\u{1b}').skip(1) {
            let end = part.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            assert!(is_ours(&part[..=end]), "{text:?}: {part:?}");
        }
        let acts = |c: char| c.is_control() && !matches!(c, '\r' | '\n' | '\u{1b}');
        assert!(!screen.contains(acts), "{text:?}");
        let hidden = ['\u{202e}', '\u{200b}', '\u{e0041}', '\u{2066}', '\u{9b}'];
        assert!(!screen.contains(hidden), "{text:?}");
    }
}

#[test]
fn the_outcome_is_what_was_pressed() {
    let stage = Stage::new();
    let call = stage
        .sayso(["ask", "--format", "outcome", &ask(&[auth()])])
        .in_panel();
    let mut terminal = call.at_terminal();
    terminal
        .shows("↑↓ move")
        .types("n")
        .shows("❯   ✎")
        .types("why\r")
        .shows("❯ 1")
        .types("2");
    let outcome: Value = terminal.gives_back().exits(0).json();
    assert_eq!(outcome["answers"][0]["answer"], "JWT");
    assert_eq!(outcome["answers"][0]["note"], "why");
    assert_eq!(outcome["via"], "terminal");
    assert_eq!(outcome["decided_by"], "person");
}
