//! A stand-in for the model: the Messages API with streaming, on loopback, played from scripts.
//! It keeps, word for word, what it was told.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::script::{Block, Script};
use crate::running::{LOOK, PATIENCE};

/// A stand-in for the model, under way.
pub(crate) struct Model {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
    held: Arc<Held>,
}

/// Up to which turn it speaks; it hears all the same.
#[derive(Default)]
struct Held {
    after: Mutex<Option<usize>>,
    changed: Condvar,
}

impl Held {
    fn set(&self, after: Option<usize>) {
        *self.after.lock().unwrap() = after;
        self.changed.notify_all();
    }

    fn wait(&self, turn: usize) {
        let is_held = |after: &mut Option<usize>| after.is_some_and(|after| turn > after);
        let after = self.after.lock().unwrap();
        let waited = self.changed.wait_timeout_while(after, PATIENCE, is_held);
        assert!(!waited.unwrap().1.timed_out(), "it is held for ever");
    }
}

/// What reached it.
#[derive(Default)]
struct Seen {
    /// Tool results by the call they belong to, as they were first told.
    told: BTreeMap<String, Told>,
    /// Whole conversations, one a request that offered tools.
    requests: Vec<Value>,
}

/// What the model was told of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Model {
    /// Plays these scripts on a free port.
    pub(crate) fn start(scripts: Vec<Script>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (seen, held) = (Arc::<Mutex<Seen>>::default(), Arc::<Held>::default());
        let (scripts, shared) = (Arc::new(scripts), (seen.clone(), held.clone()));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (Ok(stream), scripts, shared) = (stream, scripts.clone(), shared.clone())
                else {
                    return;
                };
                thread::spawn(move || serve(stream, &scripts, &shared.0, &shared.1));
            }
        });
        Self {
            address,
            seen,
            held,
        }
    }

    /// After so many turns it hears and says nothing, until it goes on.
    pub(crate) fn hold_after(&self, turns: usize) {
        self.held.set(Some(turns));
    }

    pub(crate) fn go_on(&self) {
        self.held.set(None);
    }

    /// What it was told of this call, if anything yet.
    pub(crate) fn told(&self, id: &str) -> Option<Told> {
        let seen = self.seen.lock().unwrap();
        seen.told.get(&format!("toolu_{id}")).cloned()
    }

    /// What it was told of this call, as soon as it is.
    #[track_caller]
    pub(crate) fn told_soon(&self, id: &str) -> Told {
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
            if let Some(told) = self.told(id) {
                return told;
            }
            thread::sleep(LOOK);
        }
        panic!("never told of {id}");
    }

    /// How often it was called with tools to use.
    pub(crate) fn calls(&self) -> usize {
        self.seen.lock().unwrap().requests.len()
    }

    /// The conversations it was called with.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.seen.lock().unwrap().requests.clone()
    }
}

impl Told {
    /// A result that is none of an error.
    pub(crate) fn good(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_error: false,
        }
    }

    /// What it is told of answers that were all offered, written `"Question?"="Answer"`.
    pub(crate) fn answers(pairs: &str) -> Self {
        Self::good(&format!(
            "Your questions have been answered: {pairs}. \
             You can now continue with these answers in mind."
        ))
    }

    /// Of a call that ended by itself: a failure, in words of the program's own that depend on what
    /// it noticed first, and no answer.
    #[track_caller]
    pub(crate) fn is_failure(&self) {
        let answers = ["PostgreSQL", "MongoDB"];
        let answered = answers.iter().any(|answer| self.text.contains(answer));
        assert!(self.is_error && !answered, "{self:?}");
    }

    /// An error.
    pub(crate) fn error(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            is_error: true,
        }
    }
}

fn serve(stream: TcpStream, scripts: &[Script], seen: &Mutex<Seen>, held: &Held) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut stream = stream;
    loop {
        let (path, body) = request(&mut reader)?;
        let body: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        if path.contains("count_tokens") {
            answer(&mut stream, "application/json", "{\"input_tokens\":10}")?;
            continue;
        }
        let mut turn = 0;
        let blocks = if body["tools"]
            .as_array()
            .is_some_and(|tools| !tools.is_empty())
        {
            let mut seen = seen.lock().unwrap();
            note(&body, &mut seen);
            turn = seen.requests.len();
            let blocks = next(&body["messages"], scripts).into_iter();
            let collect = named(&seen.told, "Collect the answer with: ", "\n");
            let ticket = named(&seen.told, "\"interaction_id\":\"", "\"");
            let filled = blocks.map(|block| block.filled(turn, &collect, &ticket));
            filled.collect()
        } else {
            // A side request: a title, a summary.
            vec![Block::Text("{\"title\":\"A title\"}".into())]
        };
        held.wait(turn);
        let id = format!("msg_{:08}", seen.lock().unwrap().requests.len());
        if body["stream"] == true {
            answer(&mut stream, "text/event-stream", &events(&id, &blocks))?;
        } else {
            let whole = message(&id, blocks.iter().map(whole).collect(), stop(&blocks));
            answer(&mut stream, "application/json", &whole.to_string())?;
        }
    }
}

fn request(reader: &mut impl BufRead) -> Option<(String, Vec<u8>)> {
    let mut first = String::new();
    if reader.read_line(&mut first).ok()? == 0 {
        return None;
    }
    let path = first.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((path, body))
}

fn answer(stream: &mut TcpStream, kind: &str, body: &str) -> Option<()> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).ok()
}

/// Keeps every tool result that stands in the conversation.
fn note(body: &Value, seen: &mut Seen) {
    seen.requests.push(body["messages"].clone());
    for message in body["messages"].as_array().into_iter().flatten() {
        for block in message["content"].as_array().into_iter().flatten() {
            if block["type"] != "tool_result" {
                continue;
            }
            let id = block["tool_use_id"].as_str().unwrap_or_default().to_owned();
            let told = Told {
                text: text_of(&block["content"]),
                is_error: block["is_error"] == true,
            };
            seen.told.entry(id).or_insert(told);
        }
    }
}

/// What a tool result names between these words.
fn named(told: &BTreeMap<String, Told>, before: &str, after: &str) -> String {
    let named = told.values().find_map(|told| {
        let (_, rest) = told.text.split_once(before)?;
        rest.split(after).next()
    });
    named.unwrap_or_default().to_owned()
}

fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| block["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// The turn that is due: the scenario of the last prompt that names one, counted from there.
fn next(messages: &Value, scripts: &[Script]) -> Vec<Block> {
    let mut script = None;
    let mut turn = 0;
    for message in messages.as_array().into_iter().flatten() {
        match message["role"].as_str() {
            Some("user") => {
                let text = text_of(&message["content"]);
                let named = text.rsplit_once("[[scenario:").and_then(|(_, rest)| {
                    let (name, _) = rest.split_once("]]")?;
                    scripts.iter().find(|script| script.name == name)
                });
                if let Some(named) = named {
                    (script, turn) = (Some(named), 0);
                }
            }
            Some("assistant") => turn += 1,
            _ => {}
        }
    }
    let turn = script.and_then(|script: &Script| script.turns.get(turn));
    turn.map_or_else(
        || vec![Block::Text("That is all.".into())],
        |turn| turn.0.clone(),
    )
}

fn stop(blocks: &[Block]) -> &'static str {
    let calls = |block: &Block| matches!(block, Block::Call { .. });
    if blocks.iter().any(calls) {
        "tool_use"
    } else {
        "end_turn"
    }
}

fn message(id: &str, content: Vec<Value>, stop: &str) -> Value {
    json!({
        "id": id, "type": "message", "role": "assistant", "model": "stand-in",
        "content": content, "stop_reason": stop, "stop_sequence": null,
        "usage": { "input_tokens": 10, "output_tokens": 10 },
    })
}

fn whole(block: &Block) -> Value {
    match block {
        Block::Text(text) => json!({ "type": "text", "text": text }),
        Block::Thinking(text) => json!({ "type": "thinking", "thinking": text, "signature": "s" }),
        Block::Call { id, name, input } => {
            json!({ "type": "tool_use", "id": id, "name": name, "input": input })
        }
    }
}

/// The message as it streams.
fn events(id: &str, blocks: &[Block]) -> String {
    let mut text = String::new();
    let mut event = |value: Value| {
        let kind = value["type"].as_str().unwrap_or_default();
        let _ = write!(text, "event: {kind}\ndata: {value}\n\n");
    };
    let mut empty = message(id, Vec::new(), "");
    empty["stop_reason"] = Value::Null;
    event(json!({ "type": "message_start", "message": empty }));
    for (index, block) in blocks.iter().enumerate() {
        let (start, deltas) = match block {
            Block::Text(text) => (
                json!({ "type": "text", "text": "" }),
                vec![json!({ "type": "text_delta", "text": text })],
            ),
            Block::Thinking(text) => (
                json!({ "type": "thinking", "thinking": "", "signature": "" }),
                vec![
                    json!({ "type": "thinking_delta", "thinking": text }),
                    json!({ "type": "signature_delta", "signature": "s" }),
                ],
            ),
            Block::Call { id, name, input } => (
                json!({ "type": "tool_use", "id": id, "name": name, "input": {} }),
                vec![json!({ "type": "input_json_delta", "partial_json": input.to_string() })],
            ),
        };
        event(json!({ "type": "content_block_start", "index": index, "content_block": start }));
        for delta in deltas {
            event(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        }
        event(json!({ "type": "content_block_stop", "index": index }));
    }
    event(json!({
        "type": "message_delta",
        "delta": { "stop_reason": stop(blocks), "stop_sequence": null },
        "usage": { "output_tokens": 10 },
    }));
    event(json!({ "type": "message_stop" }));
    text
}
