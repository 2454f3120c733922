//! Texts that try to act on the terminal, and input that tries to break the reader.

use std::num::NonZero;

use serde_json::{Value, json};

use crate::at_terminal::AtTerminal;
use crate::questions::{ONE, ask, auth, with};
use crate::stage::Stage;

/// Clearing, a title, a link, the clipboard, colours in eight bits, reading directions, invisible
/// characters, overwriting.
const HOSTILE: &str = "a\u{1b}[2J\u{1b}[999A\u{1b}]0;t\u{7}\u{1b}]8;;http://x\u{1b}\\l\u{1b}]52;c;aGk=\u{7}\
                       \u{9b}31m\u{9d}0;t\u{9c}\u{202e}b\u{2066}\u{200b}\r\u{8}\u{7f}\u{feff}\u{e0041}z";

/// Nothing came to the screen that acts there.
#[track_caller]
fn nothing_acts(terminal: AtTerminal) -> String {
    let (bytes, done) = terminal.bytes_at_end();
    let screen = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
    let acts = |c: char| {
        c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}".contains(c)
    };
    assert_eq!(screen.find(acts), None, "{screen:?}");
    assert!(done.code < 128, "{done:?}");
    screen
}

/// A question that is hostile wherever it has a text.
fn question() -> Value {
    json!({
        "question_id": format!("id{HOSTILE}"),
        "header": HOSTILE,
        "question_text": HOSTILE,
        "description": format!("{HOSTILE}\n└─ forged"),
        "context": [{ "path": format!("{HOSTILE}\n┌─ forged"), "lines": [1, 2] }],
        "type": "multiple_choice",
        "options": [
            {
                "id": format!("one{HOSTILE}"),
                "label": format!("{HOSTILE}\n│  2. forged"),
                "description": HOSTILE,
                "preview": format!("{HOSTILE}\n{HOSTILE}"),
            },
            { "id": "two", "label": "Two" },
        ],
        "follow_up_questions": {
            format!("one{HOSTILE}"): [{
                "question_id": "under",
                "question_text": HOSTILE,
                "header": HOSTILE,
                "type": "boolean",
            }],
            format!("none{HOSTILE}"): [],
        },
    })
}

#[test]
fn nothing_in_a_question_acts_on_the_screen() {
    for (rows, columns) in [(200, 80), (200, 40), (200, 20)] {
        let stage = Stage::new();
        let agent = ["--agent", HOSTILE, "--session", HOSTILE];
        let question = ask(&[question()]);
        let call = stage.sayso(["ask", &question].into_iter().chain(agent));
        let mut terminal = call.sized(rows, columns).all_at_terminal();
        terminal.sees("Enter number").types("9\n");
        terminal
            .sees("Not taken")
            .sees("Enter number")
            .types("1\n")
            .sees("Enter y or n: ")
            .types("y\n");
        terminal.sees("\"answers\"");
        let size = |n| NonZero::new(n).unwrap();
        let mut screen = vt100::Parser::new(size(rows), size(columns), 0);
        screen.process(terminal.bytes());
        let seen = screen.screen().contents();
        // The heading, the header, the text, a description …: nothing was cleared, all is seen.
        let boxes = seen.split("{\"answers\"").next().unwrap();
        let close = boxes.replace(['\n', '│', ' '], "");
        for mark in [r"\u{1b}]52;c;aGk=\u{7}", r"\u{9b}31m", r"\u{202e}b"] {
            let count = close.matches(mark).count();
            assert!(count > 8, "{mark} stands {count} times in {seen}");
        }
        for forged in boxes.lines().filter(|line| line.contains("forged")) {
            assert!(forged.trim_start().starts_with('│'), "{seen}");
        }
        nothing_acts(terminal);
    }
}

/// One field after another, in the dialect that counts characters.
#[test]
fn nothing_in_a_single_field_acts_on_the_screen() {
    for mark in [
        "\u{1b}[2J",
        "\u{9b}2J",
        "\u{1b}]52;c;aGk=\u{7}",
        "\u{202e}",
        "\u{200b}",
        "\u{8}\u{8}",
    ] {
        let text = format!("a{mark}z");
        let option =
            |label: &str, description: &str| json!({ "label": label, "description": description });
        for fields in [
            json!({ "question": text }),
            json!({ "header": text }),
            json!({ "options": [option(&text, "x"), option("b", "y")] }),
            json!({ "options": [option("a", &text), option("b", "y")] }),
        ] {
            let stage = Stage::new();
            let question = ask(&[with(auth(), &fields)]);
            let limit = "ASK_HEADER_MAX_LENGTH";
            let call = stage.tool([question]).env(limit, "40");
            let mut terminal = call.all_at_terminal();
            terminal.sees(ONE).types("1\n");
            let screen = nothing_acts(terminal);
            assert!(screen.contains("\\u{") && screen.contains('z'), "{screen}");
        }
    }
}

/// A label is the asker's own: it comes back as it went in.
#[test]
fn the_asker_gets_its_own_labels_back() {
    let stage = Stage::new();
    let done = stage.sayso(["ask", &ask(&[question()]), "--format", "outcome"]);
    let outcome = done.piped("1\ny\n").done().exits(0).json();
    assert_eq!(outcome["answers"][0]["header"], HOSTILE);
    assert_eq!(outcome["answers"][0]["answer"], format!("one{HOSTILE}"));
}

#[test]
fn own_words_reach_the_asker_without_what_acts() {
    let stage = Stage::new();
    let call = stage
        .tool([ask(&[auth()])])
        .piped(format!("0\n{HOSTILE}<b>&\n"));
    let stdout = json!({ "answers": { "Auth method": "Other (custom: alb\nz<b>&)" } });
    call.done().exits(0).prints(&stdout.to_string());
}

#[test]
fn nothing_in_the_lists_acts_on_the_screen() {
    let stage = Stage::new();
    let asked = ["ask", "--no-wait", "--agent", HOSTILE, "--session", HOSTILE];
    let asked = asked
        .map(str::to_owned)
        .into_iter()
        .chain([ask(&[question()])]);
    stage.sayso(asked).done().exits(7);
    let id = stage.open_id();
    for args in [
        vec!["pending"],
        vec!["pending", "--json"],
        vec!["audit", "export"],
    ] {
        let screen = nothing_acts(stage.sayso(&args).all_at_terminal());
        assert!(screen.contains("]52"), "{args:?}: {screen}");
    }
    let mut waiting = stage.sayso(["answer", &id]).all_at_terminal();
    waiting.sees("Enter number");
    let cancel = stage.sayso(["cancel", &id, "--reason", HOSTILE]);
    cancel.env("USER", HOSTILE).done().exits(0);
    let screen = nothing_acts(waiting);
    assert!(screen.contains("cancelled by a\\u{1b}"), "{screen}");
    for args in [
        vec!["history"],
        vec!["history", "--json"],
        vec!["wait", &id],
        vec!["wait", &id, "--format", "claude"],
        vec!["answer", &id],
        vec!["cancel", &id],
    ] {
        nothing_acts(stage.sayso(&args).all_at_terminal());
    }
}

#[test]
fn nothing_in_a_complaint_acts_on_the_screen() {
    let stage = Stage::new();
    let wrong = |fields: &Value| ask(&[with(question(), fields)]);
    let rows = [
        wrong(&json!({ "type": HOSTILE })),
        wrong(&json!({ "follow_up_questions": { HOSTILE: 7 } })),
        wrong(
            &json!({ "options": [{ "id": HOSTILE, "label": HOSTILE }, { "id": HOSTILE, "label": HOSTILE }] }),
        ),
        json!({ "name": HOSTILE, "input": {} }).to_string(),
        format!("{{{0}:1,{0}:2}}", json!(HOSTILE)),
        HOSTILE.to_owned(),
        json!(HOSTILE).to_string(),
    ];
    for row in &rows {
        let terminal = stage.sayso(["ask", row]).all_at_terminal();
        let screen = nothing_acts(terminal);
        assert!(screen.starts_with("Error: "), "{screen}");
    }
    let good = ask(&[question()]);
    let answers = stage.file("answers.json", json!({ HOSTILE: HOSTILE }).to_string());
    let bad = json!({ "under": false, format!("id{HOSTILE}"): "no" }).to_string();
    let bad = stage.file("bad.json", bad);
    for args in [
        vec!["ask", "-f", HOSTILE],
        vec!["ask", &good, "--answers", HOSTILE],
        vec!["ask", &good, "--answers", &answers],
        vec!["ask", &good, "--answers", &bad],
        vec!["wait", HOSTILE],
        vec!["history", HOSTILE],
        vec!["audit", "verify", "--against", HOSTILE],
    ] {
        nothing_acts(stage.sayso(&args).all_at_terminal());
    }
    for name in ["SAYSO_LANG", "ASK_MAX_OPTIONS"] {
        nothing_acts(
            stage
                .sayso(["pending"])
                .env(name, HOSTILE)
                .all_at_terminal(),
        );
    }
    let data = stage.file("file", "") + "/" + HOSTILE;
    nothing_acts(
        stage
            .sayso(["pending"])
            .env("SAYSO_DATA", data)
            .all_at_terminal(),
    );
}

/// Refused whole: these lines, and nothing recorded.
#[track_caller]
fn refused(stage: &Stage, args: &[&str], stdin: Vec<u8>, lines: &[&str]) {
    let running = stage.sayso(["ask"].iter().chain(args)).piped(stdin).begin();
    let done = running.done().exits(1).prints_nothing();
    let said: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(said.len(), lines.len(), "{done:?}");
    for (said, line) in said.iter().zip(lines) {
        assert!(said.starts_with(line), "{done:?}");
    }
    assert!(!stage.store().exists());
}

const INVALID: &str = "Error: Validation failed";
const NOT_JSON: [&str; 3] = [
    "Error: Invalid JSON format",
    "Usage: AskUserQuestion '{\"questions\":[...]}'",
    "Detail: ",
];

#[test]
fn deep_json() {
    let stage = Stage::new();
    for levels in [33, 200, 100_000] {
        let deep = "[".repeat(levels) + &"]".repeat(levels);
        let path = "[0]".repeat(32);
        let lines = [INVALID, &format!("- {path}: nested deeper than 32 levels")];
        let file = stage.file("deep.json", &deep);
        refused(&stage, &["-f", &file], Vec::new(), &lines);
        refused(&stage, &["-"], deep.clone().into_bytes(), &lines);
        if levels <= 200 {
            refused(&stage, &[&deep], Vec::new(), &lines);
            let asked = format!(r#"{{"questions":[{{"question":{deep}}}]}}"#);
            let lines = [INVALID, "- questions[0].question[0][0]"];
            refused(&stage, &[&asked], Vec::new(), &lines);
        }
        refused(&stage, &["-"], "[".repeat(levels).into_bytes(), &lines);
    }
}

#[test]
fn a_hundred_megabytes() {
    let stage = Stage::new();
    let large = "- larger than 262144 bytes";
    for byte in [b'[', b'"', b'7', b'\xff'] {
        let stdin = vec![byte; 100 * 1024 * 1024];
        refused(&stage, &["-"], stdin, &[INVALID, large]);
    }
    let mut asked = ask(&[auth()]).into_bytes();
    asked.resize(100 * 1024 * 1024, b' ');
    refused(&stage, &["-"], asked.clone(), &[INVALID, large]);
    let file = stage.file("large.json", &asked);
    refused(&stage, &["-f", &file], Vec::new(), &[INVALID, large]);
    let line = r#"sayso ask -f /dev/zero"#;
    let running = stage.shell(line, [""; 0]).begin();
    running.done().exits(1);
}

#[test]
fn bytes_that_are_no_text() {
    let stage = Stage::new();
    let good = ask(&[auth()]);
    let utf16: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [
        b"\xff\xfe\xfd".to_vec(),
        good.replace("JWT", "J\u{0}T").into_bytes(),
        [good.as_bytes(), b"\0"].concat(),
        good.clone()
            .into_bytes()
            .iter()
            .map(|b| if *b == b'J' { 0xff } else { *b })
            .collect(),
        utf16,
        format!("\u{feff}{{{good}").into_bytes(),
        good.as_bytes()[..good.len() - 1].to_vec(),
        [good.as_bytes(), good.as_bytes()].concat(),
    ] {
        let file = stage.file("bytes.json", &bytes);
        refused(&stage, &["-f", &file], Vec::new(), &NOT_JSON);
        refused(&stage, &["-"], bytes, &NOT_JSON);
    }
}

#[test]
fn nul_and_lone_surrogates_in_a_text() {
    let stage = Stage::new();
    let nul = with(auth(), &json!({ "question": "a\0", "header": "b\0" }));
    refused(
        &stage,
        &[&ask(&[nul])],
        Vec::new(),
        &[
            INVALID,
            "- questions[0].question: holds a NUL character",
            "- questions[0].header: holds a NUL character",
        ],
    );
    let lone = ask(&[auth()]).replace("JWT", r"\ud800");
    refused(&stage, &[&lone], Vec::new(), &NOT_JSON);
}

#[test]
fn keys_that_stand_twice() {
    let stage = Stage::new();
    let twice = ask(&[auth()])
        .replace("\"header\":", "\"header\":\"x\",\"header\":")
        .replace("\"multiSelect\":", "\"multiSelect\":true,\"multiSelect\":");
    refused(
        &stage,
        &[&twice],
        Vec::new(),
        &[
            INVALID,
            "- questions[0]: the key \"header\" stands twice",
            "- questions[0]: the key \"multiSelect\" stands twice",
        ],
    );
}

#[test]
fn everything_that_must_be_unique() {
    let stage = Stage::new();
    let named = |id: &str, header: &str| {
        json!({
            "question_id": id,
            "question_text": "The same?",
            "header": header,
            "type": "multiple_choice",
            "options": [{ "id": "a", "label": "A" }, { "id": "a", "label": "B" }, { "id": "c", "label": "B" }],
        })
    };
    refused(
        &stage,
        &[&ask(&[named("q", "h"), named("q", "h")])],
        Vec::new(),
        &[
            INVALID,
            "- questions[0].options[1].id: \"a\" stands twice",
            "- questions[0].options[2].label: \"B\" stands twice",
            "- questions[1].question_id: \"q\" stands twice",
            "- questions[1].options[1].id: \"a\" stands twice",
            "- questions[1].options[2].label: \"B\" stands twice",
            "- questions[1].question_text: \"The same?\" stands twice",
            "- questions[1].header: \"h\" stands twice",
        ],
    );
    let answered = with(auth(), &json!({ "answers": { "Auth method": "JWT" } }));
    refused(
        &stage,
        &[&ask(&[answered])],
        Vec::new(),
        &[
            INVALID,
            "- questions[0].answers: answers come from the person",
        ],
    );
}
