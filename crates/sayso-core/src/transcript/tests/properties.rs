//! Whatever is in the file, every line is shown and nothing panics.

use proptest::prelude::*;

use super::File;
use crate::transcript::{Glance, LineKind, Standing};

/// Lines made of the words that real ones are made of.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "\"type\"",
        "\"user\"",
        "\"assistant\"",
        "\"system\"",
        "\"attachment\"",
        "\"uuid\"",
        "\"parentUuid\"",
        "\"a\"",
        "\"b\"",
        "\"c\"",
        "\"message\"",
        "\"content\"",
        "\"tool_use\"",
        "\"tool_result\"",
        "\"id\"",
        "\"tool_use_id\"",
        "\"name\"",
        "\"AskUserQuestion\"",
        "\"isSidechain\"",
        "\"toolUseResult\"",
        "\"answers\"",
        "\"questions\"",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "true",
        "null",
        "1",
        "\"text\"",
        "\"input\"",
        "\\",
        "\"",
    ]);
    prop_oneof![
        2 => prop::collection::vec(any::<u8>().prop_filter("a line", |b| *b != b'\n'), 0..60),
        3 => prop::collection::vec(word, 0..40).prop_map(|words| words.concat().into_bytes()),
        5 => object().prop_map(|object| object.to_string().into_bytes()),
    ]
}

/// Whole objects of the usual shapes with few names, so that they meet.
fn object() -> impl Strategy<Value = serde_json::Value> {
    let name = || prop::sample::select(vec!["a", "b", "c", "d", "e"]);
    let kind = prop::sample::select(vec![
        "user",
        "assistant",
        "system",
        "attachment",
        "mode",
        "x",
    ]);
    let block = (name(), prop::sample::select(vec!["text", "tool_use", "tool_result", "thinking"]), name())
        .prop_map(|(id, kind, words)| serde_json::json!({
            "type": kind, "id": id, "tool_use_id": id, "name": "AskUserQuestion", "text": words,
            "content": "User has answered your questions: \"q\"=\"l\". You can now continue with",
            "input": { "questions": [{ "question": "q", "options": [{ "label": "l" }, { "label": "m" }] }] },
        }));
    let content = prop_oneof![
        name().prop_map(serde_json::Value::from),
        prop::collection::vec(block, 0..3).prop_map(serde_json::Value::from),
    ];
    (
        kind,
        name(),
        prop::option::of(name()),
        content,
        any::<bool>(),
    )
        .prop_map(|(kind, uuid, parent, content, side)| {
            serde_json::json!({ "type": kind, "uuid": uuid, "parentUuid": parent,
                "isSidechain": side, "message": { "content": content } })
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_line_is_shown(lines in prop::collection::vec(line(), 0..30)) {
        let file = File::of(&lines);
        prop_assert_eq!(file.index.entries().len(), lines.len());
        let items = file.items();
        for (number, entry) in file.index.entries().iter().enumerate() {
            let shown = items.iter().filter(|item| item.line as usize == number + 1).count();
            prop_assert!(shown > 0 || entry.kind == LineKind::Blank, "line {} is lost", number + 1);
        }
        for item in &items {
            prop_assert!(serde_json::to_string(item).is_ok());
        }
    }

    /// A glance takes what is JSON and nothing else, but for what stands inside texts and for a
    /// field that is there twice.
    #[test]
    fn a_glance_knows_json(line in line()) {
        let read = serde_json::from_slice::<serde_json::Map<_, serde_json::Value>>(&line);
        let glance = Glance::at(&line);
        let text = String::from_utf8_lossy(&line);
        let twice = |name: &str| text.matches(name).count() > 1;
        let plain = std::str::from_utf8(&line).is_ok() && !text.contains(['\\', '\u{7f}'])
            && !text.contains(|c: char| c.is_control());
        match (&read, &glance) {
            (Ok(_), None) => {
                let names = ["type", "uuid", "parentUuid", "message", "content", "id", "name", "text"];
                prop_assert!(names.iter().any(|name| twice(name)), "{text} is JSON");
            }
            (Err(_), Some(_)) => prop_assert!(!plain, "{text} is no JSON"),
            (Ok(object), Some(glance)) => {
                let uuid = object.get("uuid").and_then(|uuid| uuid.as_str());
                if uuid.is_some() {
                    prop_assert_eq!(glance.uuid().get(), uuid);
                }
            }
            (Err(_), None) => {}
        }
    }

    /// A line more changes no line before it, but for where it stands.
    #[test]
    fn growing_is_reading_on(lines in prop::collection::vec(line(), 1..20)) {
        let (whole, before) = (File::of(&lines), File::of(&lines[..lines.len() - 1]));
        let (whole, before) = (whole.items(), before.items());
        for (mut now, mut then) in whole.into_iter().zip(before) {
            now.standing = Standing::Current;
            then.standing = Standing::Current;
            now.quiet = then.quiet;
            if let crate::transcript::Content::AskUserQuestion(_) = now.content {
                continue;
            }
            prop_assert_eq!(now, then);
        }
    }
}
