//! Input that is refused whole, with everything that is wrong with it, and never with a panic.

use sayso_core::dialect;
use sayso_core::json;
use sayso_core::limits::{self, Limits};
use serde_json::{Value, json};

use crate::life::{lines, with, yes_no};

/// Every complaint about this text.
fn said(input: &[u8], limits: &Limits) -> Vec<String> {
    let issues = match json::read(input) {
        Ok(value) => dialect::parse(&value, limits).err().unwrap_or_default(),
        Err(issues) => issues,
    };
    lines(&issues)
}

/// By the rules of the command.
#[track_caller]
fn check(input: &str, expected: &[&str]) {
    assert_eq!(
        said(input.as_bytes(), &Limits::command()),
        expected,
        "{input}"
    );
}

/// By the rules of the API.
#[track_caller]
fn check_api(input: &Value, expected: &[&str]) {
    assert_eq!(
        said(input.to_string().as_bytes(), &Limits::api()),
        expected,
        "{input}"
    );
}

const GOOD: &str = r#"{"questions":[{"question":"谁？","header":"Who","options":[{"label":"Ann","description":"a \"quoted\" one 👩‍👩‍👧"},{"label":"Bob","description":"b\n"}],"multiSelect":false}]}"#;

/// A good question of the Claude dialect with some fields set otherwise.
fn claude(changes: &Value) -> Value {
    let options = json!([
        { "label": "A", "description": "a" },
        { "label": "B", "description": "b" },
    ]);
    let good = json!({ "question": "?", "header": "H", "options": options, "multiSelect": false });
    with(good, changes)
}

/// A call with one such question.
fn call(changes: &Value) -> String {
    json!({ "questions": [claude(changes)] }).to_string()
}

#[test]
fn truncated_at_every_byte() {
    check(GOOD, &[]);
    for end in 0..GOOD.len() {
        let lines = said(&GOOD.as_bytes()[..end], &Limits::command());
        assert_eq!(lines.len(), 1, "{end}");
        assert!(lines[0].starts_with("not valid JSON: "), "{end}: {lines:?}");
    }
}

#[test]
fn broken_json() {
    let shallow = "[".repeat(20) + &"]".repeat(19);
    for broken in [
        "NaN",
        "nul",
        "{\"questions\":[1e400]}",
        "{\"questions\":[0x1]}",
        "{\"questions\":[],}",
        "{\"questions\" []}",
        "// a comment\n{\"questions\":[]}",
        "{\"questions\":[]} trailing",
        "{\"questions\":[]}{\"questions\":[]}",
        "{\"questions\":[\"\\ud800\"]}",
        "{\"questions\":[\"\\x41\"]}",
        "{\"questions\":[\"\u{0}\"]}",
        "{\"questions\":[\"\n\"]}",
        "\u{0}",
        &shallow,
        "“",
        "{“questions”:[}",
    ] {
        let lines = said(broken.as_bytes(), &Limits::api());
        assert_eq!(lines.len(), 1, "{broken:?}: {lines:?}");
        assert!(
            lines[0].starts_with("not valid JSON: "),
            "{broken:?}: {lines:?}"
        );
    }
}

#[test]
fn not_utf8() {
    let good = GOOD.as_bytes();
    let place = GOOD.find("Ann").unwrap();
    for bytes in [
        &b"\xff"[..],
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xe4\xb8",
        b"\x80",
    ] {
        let input = [&good[..place], bytes, &good[place..]].concat();
        let lines = said(&input, &Limits::command());
        assert_eq!(lines.len(), 1, "{bytes:?}");
        assert!(
            lines[0].starts_with("not valid JSON: "),
            "{bytes:?}: {lines:?}"
        );
        // Curly quotes around it are no way in either.
        let curly = [b"{\xe2\x80\x9cquestions\xe2\x80\x9d: \"", bytes, b"\"}"].concat();
        assert!(json::read(&curly).is_err(), "{bytes:?}");
    }
    let wide: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(json::read(&wide).is_err());
}

#[test]
fn too_deep() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let lists = |levels: usize| said(nested(levels).as_bytes(), &Limits::api());
    assert!(!lists(32)[0].contains("nested"), "{:?}", lists(32));
    let deep = format!("{}: nested deeper than 32 levels", "[0]".repeat(32));
    for levels in [33, 127, 128, 129, 200, 100_000] {
        assert_eq!(lists(levels), [deep.as_str()], "{levels}");
    }
    let objects = "{\"a\":".repeat(200) + "1" + &"}".repeat(200);
    let path = ["a"; 32].join(".");
    check(
        &objects,
        &[&format!("{path}: nested deeper than 32 levels")],
    );
    // A string of JSON inside is read by the same rules.
    check_api(
        &json!({ "questions": nested(200) }),
        &[
            "questions[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: nested deeper than 32 levels",
        ],
    );
}

#[test]
fn too_large() {
    let max = limits::INPUT_BYTES;
    let said_all = |bytes: usize| said(&vec![b' '; bytes], &Limits::command());
    assert!(said_all(max)[0].starts_with("not valid JSON"));
    assert_eq!(said_all(max + 1), ["larger than 262144 bytes"]);
    assert_eq!(said_all(100 << 20), ["larger than 262144 bytes"]);
    let long = call(&json!({ "question": "q".repeat(max) }));
    check(&long, &["larger than 262144 bytes"]);
}

#[test]
fn nul() {
    let nul = "a\u{0}b";
    check(
        &json!({ "questions": [{
            "question": nul, "header": nul, "multiSelect": false,
            "options": [
                { "label": nul, "description": nul, "preview": nul },
                { "label": "B", "description": "b", "id": nul },
            ],
        }] })
        .to_string(),
        &[
            "questions[0].question: holds a NUL character",
            "questions[0].header: holds a NUL character",
            "questions[0].options[0].label: holds a NUL character",
            "questions[0].options[0].description: holds a NUL character",
            "questions[0].options[0].preview: holds a NUL character",
            "questions[0].options[1].id: holds a NUL character",
        ],
    );
    check_api(
        &json!({ "questions": [
            { "question_id": nul, "question_text": "?", "description": nul, "type": "text" },
            nul,
        ] }),
        &[
            "questions[0].question_id: holds a NUL character",
            "questions[0].description: holds a NUL character",
            "questions[1]: must be object, got string",
        ],
    );
    check_api(
        &json!({ "tool_use_id": nul, "questions": [yes_no("a")] }),
        &["tool_use_id: holds a NUL character"],
    );
    check_api(
        &json!([with(
            yes_no("a"),
            &json!({ "context": [nul, { "path": nul }] })
        )]),
        &[
            "[0].context[0]: expected {\"path\":\"…\",\"lines\":[first,last]}",
            "[0].context[1]: expected {\"path\":\"…\",\"lines\":[first,last]}",
        ],
    );
}

#[test]
fn keys_twice() {
    check(
        r#"{"questions":[{"question":"a","question":"b","options":[{"label":"x","label":"x"}]}],"questions":[]}"#,
        &[
            "questions[0]: the key \"question\" stands twice",
            "questions[0].options[0]: the key \"label\" stands twice",
            "the key \"questions\" stands twice",
        ],
    );
    // Escaped spellings are the same key.
    check(r#"{"a":1,"\u0061":2}"#, &["the key \"a\" stands twice"]);
    // Inside a string of JSON too, every one of them.
    check_api(
        &json!({ "questions": r#"[{"x":1,"x":2},{"y":1,"y":2}]"# }),
        &[
            "questions[0]: the key \"x\" stands twice",
            "questions[1]: the key \"y\" stands twice",
        ],
    );
    // A flood of them is still what it is, and bounded.
    let flood = said(
        format!("{{{}\"a\":0}}", "\"a\":0,".repeat(5_000)).as_bytes(),
        &Limits::api(),
    );
    assert_eq!(flood.len(), limits::ISSUES);
    assert!(
        flood
            .iter()
            .all(|line| line == "the key \"a\" stands twice")
    );
}

#[test]
fn ids_labels_texts_and_headers_twice() {
    let twice = |label: &str, other: &str| {
        let option = |label: &str| json!({ "label": label, "description": "d" });
        call(&json!({ "options": [option(label), option(other)] }))
    };
    check(&twice("A", "a"), &[]);
    check(
        &twice("A", "A"),
        &["questions[0].options[1].label: \"A\" stands twice; each must be unique"],
    );
    check(
        &twice("A", " A"),
        &["questions[0].options[1].label: \" A\" stands twice; each must be unique"],
    );
    let two = |one: &Value, other: &Value| json!({ "questions": [claude(one), claude(other)] });
    check(
        &two(&json!({ "header": "G" }), &json!({})).to_string(),
        &["questions[1].question: \"?\" stands twice; each must be unique"],
    );
    check(
        &two(&json!({ "question": "Who?" }), &json!({})).to_string(),
        &["questions[1].header: \"H\" stands twice; each must be unique"],
    );
    // Text and header the same, and twice: that is two things wrong.
    let both = json!({ "question": "H" });
    check(
        &two(&both, &both).to_string(),
        &[
            "questions[1].question: \"H\" stands twice; each must be unique",
            "questions[1].header: \"H\" stands twice; each must be unique",
        ],
    );
    // Where no output is keyed by header, it may stand twice.
    check_api(&two(&json!({ "question": "Who?" }), &json!({})), &[]);

    let id = |id: &str, label: &str| json!({ "id": id, "label": label });
    let options = json!([id("a", "A"), 7, id("a", "B"), id("c", "A"), id("a", "A")]);
    check_api(
        &json!([with(yes_no("q"), &json!({ "options": options }))]),
        &[
            "[0].options[1]: must be object, got number",
            "[0].options[2].id: \"a\" stands twice; each must be unique",
            "[0].options[3].label: \"A\" stands twice; each must be unique",
            "[0].options[4].label: \"A\" stands twice; each must be unique",
            "[0].options[4].id: \"a\" stands twice; each must be unique",
        ],
    );
}

#[test]
fn question_ids_twice() {
    check_api(
        &json!({ "questions": [
            yes_no("a"),
            with(yes_no("a"), &json!({ "question_text": "again?" })),
            with(yes_no("b"), &json!({ "follow_up_questions": {
                "no": [with(yes_no("d"), &json!({ "follow_up_questions": { "yes": [yes_no("c")] } }))],
                "yes": [yes_no("c"), yes_no("a")],
            } })),
        ] }),
        &[
            "questions[1].question_id: \"a\" stands twice; each must be unique",
            "questions[2].follow_up_questions.yes[0].question_id: \
             \"c\" stands twice; each must be unique",
            "questions[2].follow_up_questions.yes[1].question_id: \
             \"a\" stands twice; each must be unique",
        ],
    );
}

#[test]
fn empty_and_blank() {
    for blank in [
        "",
        " ",
        "\t\r\n",
        "\u{3000}",
        "\u{200b}\u{feff}",
        "\u{202e}",
        "\u{1b}",
        "\u{3164}",
    ] {
        let option = json!({ "label": blank, "description": blank });
        check(
            &call(&json!({ "question": blank, "header": blank, "options": [option, blank] })),
            &[
                "questions[0].question: must not be empty",
                "questions[0].header: must not be empty",
                "questions[0].options[0].label: must not be empty",
                "questions[0].options[0].description: must not be empty",
                "questions[0].options[1]: must not be empty",
            ],
        );
        check_api(
            &json!([{ "question_id": "a", "question_text": blank, "type": blank, "options": [blank] }]),
            &[
                "[0].question_text: must not be empty",
                "[0].type: must not be empty",
                "[0].options[0]: must not be empty",
            ],
        );
    }
}

#[test]
fn headers_as_a_person_counts() {
    let header = |text: &str| call(&json!({ "header": text }));
    for twelve in [
        "十二个字的标题刚好放得下",
        &"👩‍👩‍👧‍👦".repeat(12),
        &"🇩🇪".repeat(12),
        &"👍🏽".repeat(12),
        &"e\u{301}".repeat(12),
        &"1\u{fe0f}\u{20e3}".repeat(12),
        &"न\u{93f}".repeat(12),
        "twelve chars",
    ] {
        check(&header(twelve), &[]);
        check(
            &header(&format!("{twelve}字")),
            &["questions[0].header: at most 12 characters, got 13"],
        );
        check_api(
            &json!([claude(&json!({ "header": format!("{twelve}字") }))]),
            &[],
        );
    }
}

#[test]
fn number_of_options() {
    let options = |count: usize| {
        let option = |n| json!({ "label": format!("L{n}"), "description": "d" });
        json!({ "options": (0..count).map(option).collect::<Value>() })
    };
    for (count, command, api) in [
        (
            0,
            Some("at least 2 needed, got 0"),
            Some("at least 1 needed, got 0"),
        ),
        (1, Some("at least 2 needed, got 1"), None),
        (2, None, None),
        (4, None, None),
        (5, Some("at most 4 allowed, got 5"), None),
        (1_000, Some("at most 4 allowed, got 1000"), None),
        (
            1_001,
            Some("at most 4 allowed, got 1001"),
            Some("at most 1000 allowed, got 1001"),
        ),
    ] {
        let at = |what: &str| format!("questions[0].options: {what}");
        let input = call(&options(count)).into_bytes();
        assert_eq!(
            said(&input, &Limits::command()),
            Vec::from_iter(command.map(at))
        );
        assert_eq!(said(&input, &Limits::api()), Vec::from_iter(api.map(at)));
    }
}

/// The id dialect keeps its own measures at the command's door, but for what keys the output.
#[test]
fn the_id_dialect_at_the_command() {
    let long = |id: &str, header: &str| with(yes_no(id), &json!({ "header": header }));
    let header = "longer than twelve characters";
    check(&json!([long("a", header)]).to_string(), &[]);
    check(
        &json!([long("a", header), long("b", header)]).to_string(),
        &[&format!(
            "[1].header: {header:?} stands twice; each must be unique"
        )],
    );
    let five: Value = ["a", "b", "c", "d", "e"].map(yes_no).into_iter().collect();
    check(&five.to_string(), &["questions: at most 4 allowed, got 5"]);
}
