//! What YAML means, and that JSON means the same.

use sayso_agents::script::{Scenario, Verb};
use serde_json::{Value, json};

fn input(text: &str) -> Value {
    let scenario =
        Scenario::read(text.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    match &scenario.steps()[0].verb {
        Verb::ToolUse { input, .. } => input.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn plain_scalars() {
    #[track_caller]
    fn check(yaml: &str, expected: Value) {
        let text = format!(
            "name: t\nsteps:\n  - tool_use:\n      name: T\n      input:\n        x: {yaml}\n"
        );
        assert_eq!(input(&text)["x"], expected, "{yaml}");
    }
    for null in ["", "~", "null", "Null"] {
        check(null, Value::Null);
    }
    check("true", json!(true));
    check("FALSE", json!(false));
    // The old YAML made these into yes and no.
    for text in [
        "yes",
        "no",
        "on",
        "off",
        "y",
        "1.2.3",
        "1e",
        "e1",
        ".",
        "+",
        "0x1F",
        "2026-02-19",
        "12:30",
        "是",
        "NaN",
        "inf",
        "infinity",
    ] {
        check(text, json!(text));
    }
    check("0", json!(0));
    check("-7", json!(-7));
    check("+7", json!(7));
    check(
        "18446744073709551615",
        json!(18_446_744_073_709_551_615_u64),
    );
    check("1.5", json!(1.5));
    check("-.5e3", json!(-500.0));
    check("1.", json!(1.0));
    check("'1'", json!("1"));
    check("\"true\"", json!("true"));
    check("\"\\u4f60\\n\"", json!("你\n"));
    check("|-\n          a\n          b", json!("a\nb"));
    check(">-\n          a\n          b", json!("a b"));
    check("[1, {a: b}]", json!([1, { "a": "b" }]));
}

#[test]
fn aliases_are_filled_in() {
    let text = "
name: t
steps:
  - tool_use:
      name: T
      input: {a: &one [1, 2], b: *one, c: &two {d: *one}, e: *two, f: &three x, g: *three}
";
    let expected = json!({ "a": [1, 2], "b": [1, 2], "c": { "d": [1, 2] }, "e": { "d": [1, 2] }, "f": "x", "g": "x" });
    assert_eq!(input(text), expected);
}

#[test]
fn json_is_read_too() {
    let value = json!({
        "name": "t",
        "lang": "zh-CN",
        "steps": [
            { "tool_use": { "name": "T", "input": { "emoji": "\u{1f60a}", "n": 1 } } },
            { "label": "l", "pause": 1.5 },
            { "goto": "l", "most": 3 },
        ],
    });
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    // As other programs write it: tabs, surrogate pairs, escaped slashes, a byte-order mark.
    let foreign = pretty
        .replace("  ", "\t")
        .replace('\u{1f60a}', "\\ud83d\\ude0a");
    let foreign = format!("\u{feff}\n{foreign}\n");
    let expected = Scenario::from_value(&value).unwrap();
    for text in [value.to_string(), pretty, foreign] {
        assert_eq!(Scenario::read(text.as_bytes()).unwrap(), expected, "{text}");
    }
    let yaml = "
name: t
lang: zh
steps:
- tool_use: {name: T, input: {emoji: 😊, n: 1}}
- {label: l, pause: 1.5}
- {goto: l, most: 3}
";
    assert_eq!(Scenario::read(yaml.as_bytes()).unwrap(), expected);
}
