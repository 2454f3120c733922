//! A transcript made up for the measurement, in the shapes of a real one.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

pub(crate) const LINES: usize = 100_000;
/// Bytes of words in a line, so that all lines together have 200 MB.
const WORDS: usize = 1_480;

/// Writes the file; says how many bytes it has.
pub(super) fn write(path: &Path) -> Result<u64> {
    let mut out = BufWriter::new(File::create(path)?);
    for number in 0..LINES {
        writeln!(out, "{}", line(number))?;
    }
    out.flush()?;
    Ok(std::fs::metadata(path)?.len())
}

/// A prompt, a thought, words, a call, its result, an attachment, in turn.
pub(super) fn line(number: usize) -> String {
    let uuid = |n: usize| format!("{:08x}-0000-4000-8000-{n:012x}", n ^ 0x9e37_79b9);
    // Like code and prose: in a JSON text about every thirtieth byte is an escape.
    let words: String = (0..WORDS / 60)
        .map(|n| match n % 2 {
            0 => format!(
                "    let answer = desk.ask(question, {:04}).await?; // wait here\n",
                (number + n) % 10_000
            ),
            _ => format!(
                "    say(\"so be it {:04}\"); and — then — the next one, as it was\n",
                (number + n) % 10_000
            ),
        })
        .collect();
    let parent = match number {
        0 => Value::Null,
        number => json!(uuid(number - 1)),
    };
    let assistant = |block: Value| {
        json!({ "id": format!("msg_{number}"), "type": "message", "role": "assistant",
            "model": "model-1", "content": [block], "stop_reason": "tool_use",
            "usage": { "input_tokens": 100, "cache_read_input_tokens": 0, "output_tokens": 10,
                "server_tool_use": { "web_search_requests": 0 }, "service_tier": "standard" } })
    };
    let mut line = json!({ "parentUuid": parent, "isSidechain": false });
    let (kind, message) = match number % 6 {
        0 => ("user", json!({ "role": "user", "content": words })),
        1 => (
            "assistant",
            assistant(json!({ "type": "thinking", "thinking": words, "signature": "c2ln" })),
        ),
        2 => (
            "assistant",
            assistant(json!({ "type": "text", "text": words })),
        ),
        3 => (
            "assistant",
            assistant(
                json!({ "type": "tool_use", "id": format!("toolu_{number}"), "name": "Write",
                "input": { "file_path": "/srv/dev/project/a.txt", "content": words } }),
            ),
        ),
        4 => (
            "user",
            json!({ "role": "user", "content": [{ "tool_use_id": format!("toolu_{}", number - 1),
                "type": "tool_result", "content": words }] }),
        ),
        _ => ("attachment", Value::Null),
    };
    if number % 6 == 5 {
        line["attachment"] = json!({ "type": "file", "content": words });
    } else {
        line["message"] = message;
    }
    line["type"] = json!(kind);
    line["uuid"] = json!(uuid(number));
    line["timestamp"] = json!("2026-11-15T19:18:46.747Z");
    for (field, value) in [
        ("userType", "external"),
        ("entrypoint", "cli"),
        ("cwd", "/srv/dev/project"),
        ("sessionId", "14410854-af03-4590-a13c-fe99c00f03e4"),
        ("version", "2.1.325"),
        ("gitBranch", "main"),
    ] {
        line[field] = json!(value);
    }
    line.to_string()
}
