//! Broken, truncated, giant and hostile lines, each between two good ones: it is shown as what it
//! is, and they are shown too.

use super::{File, shown};
use crate::transcript::{Index, LINE_BYTES, LineKind};

const BEFORE: &str =
    r#"{"type":"user","message":{"content":"before"},"uuid":"u1","parentUuid":null}"#;
const AFTER: &str = r#"{"type":"assistant","message":{"content":[{"type":"text","text":"after"}]},"uuid":"a1","parentUuid":"u1"}"#;

#[track_caller]
fn check(line: impl AsRef<[u8]>, expected: &str) {
    let line = line.as_ref();
    let file = File::of([BEFORE.as_bytes(), line, AFTER.as_bytes()]);
    let items = file.shown();
    let (first, last) = (items.first().unwrap(), items.last().unwrap());
    assert_eq!(first, "1 r1 person text: before");
    assert_eq!(last, "3 r1 agent text: after");
    let between: Vec<&str> = items[1..items.len() - 1]
        .iter()
        .map(String::as_str)
        .collect();
    assert_eq!(
        between.join("\n"),
        expected,
        "{}",
        String::from_utf8_lossy(line)
    );
}

#[test]
fn lines_that_are_no_json() {
    for line in [
        "{",
        r#"{"type":"user","mess"#,
        "nonsense",
        "}{",
        r#"{"a":1}{"b":2}"#,
        r#"{"a":nan}"#,
        r#"{"a":"\ud800"}"#,
    ] {
        // A lone surrogate is found only by whoever reads the whole line.
        let mut index = Index::default();
        index.push(0, line.as_bytes());
        let loose = if index.entries()[0].kind == LineKind::Broken {
            " loose"
        } else {
            ""
        };
        check(line, &format!("2 r1{loose} host broken: {line}"));
    }
    check(
        b"\xff\xfe\x00{",
        "2 r1 loose host broken: \u{fffd}\u{fffd}\0{",
    );
    check("[1,2]", "2 r1 loose host broken: [1,2]");
    check("\"text\"", "2 r1 loose host broken: \"text\"");
    check("null", "2 r1 loose host broken: null");
}

#[test]
fn lines_that_are_nothing() {
    for line in ["", " ", "\t\r"] {
        check(line, "");
    }
}

#[test]
fn lines_of_unknown_kinds() {
    for line in [
        r#"{"type":"hologram","uuid":"h","x":{"deep":[1]}}"#,
        r#"{"type":7}"#,
        r#"{}"#,
        r#"{"uuid":{"a":1},"parentUuid":[2],"message":"odd","content":4}"#,
    ] {
        let kind = if line.contains("hologram") {
            "hologram "
        } else {
            " "
        };
        check(line, &format!("2 r1 host unknown: {kind}{line}"));
    }
}

#[test]
fn lines_with_fields_of_other_types() {
    check(
        r#"{"type":"user","message":null,"uuid":"x"}"#,
        r#"2 r1 host unknown: empty {"type":"user","message":null,"uuid":"x"}"#,
    );
    check(
        r#"{"type":"assistant","message":{"content":[]},"isSidechain":"no","timestamp":5}"#,
        r#"2 r1 host unknown: empty {"type":"assistant","message":{"content":[]},"isSidechain":"no","timestamp":5}"#,
    );
    check(
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":5,"name":{},"input":null}]}}"#,
        "2 r1 agent tool_use:  null",
    );
    check(
        r#"{"type":"system","content":["x"],"subtype":8}"#,
        "2 r1 host info: system",
    );
    check(
        r#"{"type":"attachment","attachment":"odd"}"#,
        "2 r1 quiet host info: attachment/",
    );
}

#[test]
fn a_field_twice() {
    let line = r#"{"type":"user","type":"assistant","message":{"content":"x"}}"#;
    check(line, &format!("2 r1 loose host unknown: assistant {line}"));
}

#[test]
fn deep_lines() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let line = format!(r#"{{"type":"assistant","uuid":"d","message":{{"content":{deep}}}}}"#);
        let file = File::of([BEFORE, &line, AFTER]);
        let items = file.items();
        assert_eq!(items.len(), 3);
        assert!(
            shown(&items[1]).starts_with("2 r1 loose host broken: {")
                || shown(&items[1]).starts_with("2 r1 host broken: {")
        );
        assert_eq!(shown(&items[2]), "3 r1 agent text: after");
    }
}

#[test]
fn long_words_are_cut_between_characters() {
    let words = "字".repeat(1_000);
    let line = format!(r#"{{"type":"user","message":{{"content":"{words}"}},"uuid":"x"}}"#);
    let file = File::of([line]);
    let item = serde_json::to_value(&file.items()[0]).unwrap();
    assert_eq!(item["text"], "字".repeat(66));
    assert_eq!(item["left_out"], 3_000 - 198);
}

#[test]
fn a_giant_line() {
    let mut index = Index::default();
    index.push(0, &vec![b' '; LINE_BYTES + 1]);
    index.push_too_long(5, u64::MAX);
    let kinds: Vec<LineKind> = index.entries().iter().map(|e| e.kind).collect();
    assert_eq!(kinds, [LineKind::TooLong, LineKind::TooLong]);
    assert_eq!(index.summary().broken, 2);
}

#[test]
fn many_orphans_of_one_name() {
    let orphan = |n: u32| {
        format!(
            r#"{{"type":"user","message":{{"content":"{n}"}},"uuid":"o{n}","parentUuid":"late"}}"#
        )
    };
    let mut lines: Vec<String> = (0..1_000).map(orphan).collect();
    lines.push(r#"{"type":"user","message":{"content":"late"},"uuid":"late"}"#.into());
    let file = File::of(&lines);
    assert_eq!(file.items().len(), 1_001);
    assert!(file.shown()[0].contains("cyclic"));
}
