//! A line in full, for people.

use serde_json::{Map, Value};

use super::card::{Card, ResultParts};
use super::content::Content;
use super::entry::Entry;
use super::index::{Index, typed};
use super::item::Item;
use super::line_kind::{LineKind, was_typed};
use super::link::Link;
use super::speaker::Speaker;
use super::standing::Standing;
use super::words::Words;
use crate::dialect::is_our_tool;
use crate::limits::INPUT_BYTES;

/// Blocks of one line that are shown, at most.
const BLOCKS: usize = 1_000;

/// Gets at another line of the file.
type Other<'a> = Box<dyn FnMut(&Entry) -> Option<Vec<u8>> + 'a>;

/// Reads lines in full. Other lines are asked for where one needs them: a question its result, a
/// result its call.
pub struct Reading<'a> {
    index: &'a Index,
    branch: Vec<bool>,
    /// Bytes of words that an item shows, at most.
    most: usize,
    other: Other<'a>,
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").finish_non_exhaustive()
    }
}

impl<'a> Reading<'a> {
    /// With a way to get at other lines of the file.
    pub fn new(
        index: &'a Index,
        most: usize,
        other: impl FnMut(&Entry) -> Option<Vec<u8>> + 'a,
    ) -> Self {
        Self {
            index,
            branch: index.branch(),
            most,
            other: Box::new(other),
        }
    }

    /// Where a line stands.
    pub fn standing(&self, entry: &Entry) -> Standing {
        self.index.standing(entry, &self.branch)
    }

    /// What a line shows: nothing when it is blank, several things when it has several blocks.
    pub fn items(&mut self, line: u32, bytes: &[u8]) -> Vec<Item> {
        let Some(entry) = self.index.entries().get(line as usize).copied() else {
            return Vec::new();
        };
        let standing = self.standing(&entry);
        let quiet = entry.kind.is_quiet() || standing == Standing::Repeated;
        let mut item = Item {
            line: line + 1,
            block: 0,
            uuid: None,
            parent: None,
            at: None,
            round: entry.round,
            standing,
            from: Speaker::Host,
            quiet,
            content: Content::TooLong { bytes: entry.bytes },
        };
        match entry.kind {
            LineKind::Blank => return Vec::new(),
            LineKind::TooLong => return vec![item],
            _ => {}
        }
        let object: Map<String, Value> = match serde_json::from_slice(bytes) {
            Ok(object) => object,
            Err(error) => {
                item.content = Content::Broken {
                    why: error.to_string(),
                    words: Words::of_bytes(bytes, self.most),
                };
                return vec![item];
            }
        };
        let message = object.get("message").and_then(Value::as_object);
        let named = |field: &str| {
            let inside = message.and_then(|message| message.get(field));
            let found = object.get(field).or(inside)?;
            found.as_str().map(str::to_owned)
        };
        item.uuid = named("uuid");
        item.parent = named("parentUuid").or_else(|| named("logicalParentUuid"));
        item.at = named("timestamp").and_then(|time| time.parse().ok());
        let contents = self.contents(&entry, &object, bytes);
        let numbered = contents.into_iter().take(BLOCKS).enumerate();
        let placed = |(block, (from, content)): (usize, (Speaker, Content))| Item {
            block: block as u32,
            from,
            // A person's words are never passed over, wherever the host put them.
            quiet: match from {
                Speaker::Person => standing == Standing::Repeated,
                _ => quiet || content.is_aside(),
            },
            content,
            ..item.clone()
        };
        numbered.map(placed).collect()
    }

    fn contents(
        &mut self,
        entry: &Entry,
        object: &Map<String, Value>,
        bytes: &[u8],
    ) -> Vec<(Speaker, Content)> {
        let kind = object.get("type").and_then(Value::as_str).unwrap_or("");
        match entry.kind {
            LineKind::Agent if kind == "ask_user_question" => {
                let id = text_of(object, "tool_use_id");
                let input = Value::Object(object.clone());
                vec![(Speaker::Agent, self.card(id, &input))]
            }
            LineKind::Prompt | LineKind::Agent | LineKind::Result => {
                self.message(entry, object, bytes)
            }
            LineKind::Host if kind == "system" || kind == "result" => {
                vec![(Speaker::Host, self.host_line(kind, object))]
            }
            LineKind::Host => self.message(entry, object, bytes),
            LineKind::Attachment => vec![self.attachment(object)],
            LineKind::Bookkeeping => {
                let title = object.get("aiTitle").or_else(|| object.get("summary"));
                let words = title.and_then(Value::as_str).unwrap_or("");
                vec![(Speaker::Host, self.info(kind, words))]
            }
            _ => {
                let words = Words::of_bytes(bytes, self.most);
                let what = kind.to_owned();
                vec![(Speaker::Host, Content::Unknown { what, words })]
            }
        }
    }

    /// The blocks of a message.
    fn message(
        &mut self,
        entry: &Entry,
        object: &Map<String, Value>,
        bytes: &[u8],
    ) -> Vec<(Speaker, Content)> {
        let message = object.get("message").and_then(Value::as_object);
        let content = message.unwrap_or(object).get("content");
        match content {
            Some(Value::String(words)) => vec![self.said(entry, object, words)],
            Some(Value::Array(blocks)) if !blocks.is_empty() => blocks
                .iter()
                .map(|block| self.block(entry, object, block))
                .collect(),
            _ => {
                let words = Words::of_bytes(bytes, self.most);
                let what = "empty".to_owned();
                vec![(Speaker::Host, Content::Unknown { what, words })]
            }
        }
    }

    /// Words of a message, from whoever they are.
    fn said(&self, entry: &Entry, object: &Map<String, Value>, words: &str) -> (Speaker, Content) {
        let flag = |name: &str| object.get(name) == Some(&Value::Bool(true));
        match entry.kind {
            LineKind::Agent if flag("isApiErrorMessage") => {
                (Speaker::Host, Content::Error(self.words(words)))
            }
            LineKind::Agent => (Speaker::Agent, Content::Text(self.words(words))),
            _ if flag("isCompactSummary") => (Speaker::Host, self.info("compact_summary", words)),
            _ if flag("isMeta") => (Speaker::Host, self.info("meta", words)),
            _ if words.starts_with("[Request interrupted") => {
                (Speaker::Host, self.info("interrupted", words))
            }
            _ if !was_typed(words) => (Speaker::Host, self.info("command_output", words)),
            _ => (Speaker::Person, Content::Text(self.words(&typed(words)))),
        }
    }

    fn block(
        &mut self,
        entry: &Entry,
        object: &Map<String, Value>,
        block: &Value,
    ) -> (Speaker, Content) {
        let text = |name: &str| block.get(name).and_then(Value::as_str);
        let kind = text("type").unwrap_or("");
        let agent = |content| (Speaker::Agent, content);
        match kind {
            "text" => self.said(entry, object, text("text").unwrap_or("")),
            "thinking" => agent(Content::Thinking(
                self.words(text("thinking").unwrap_or("")),
            )),
            "redacted_thinking" => agent(Content::Thinking(Words::default())),
            "tool_use" | "server_tool_use" => {
                let name = text("name").unwrap_or("").to_owned();
                let id = text("id").map(str::to_owned);
                let input = block.get("input").unwrap_or(&Value::Null);
                if kind == "tool_use" && is_our_tool(&name) {
                    return agent(self.card(id, input));
                }
                agent(Content::ToolUse {
                    tool_use_id: id,
                    name,
                    input: bounded(input, self.most),
                })
            }
            "tool_result" => {
                let id = text("tool_use_id").map(str::to_owned);
                let name = id.as_deref().and_then(|id| self.called(entry, id));
                let agent = object.get("toolUseResult").and_then(|r| r.get("agentId"));
                let content = Content::ToolResult {
                    name,
                    tool_use_id: id,
                    is_error: block.get("is_error") == Some(&Value::Bool(true)),
                    agent: agent.and_then(Value::as_str).map(str::to_owned),
                    words: self.words(&plain(block.get("content"))),
                };
                (Speaker::Host, content)
            }
            "image" | "document" => {
                let from = match entry.kind {
                    LineKind::Prompt => Speaker::Person,
                    _ => Speaker::Host,
                };
                (from, self.info(kind, ""))
            }
            _ => {
                let what = kind.to_owned();
                let words = self.words(&block.to_string());
                (Speaker::Host, Content::Unknown { what, words })
            }
        }
    }

    fn host_line(&self, kind: &str, object: &Map<String, Value>) -> Content {
        let text = |name: &str| object.get(name).and_then(Value::as_str);
        let what = text("subtype").unwrap_or(kind);
        if kind == "result" {
            let words = self.words(text("result").unwrap_or(""));
            return match object.get("is_error") {
                Some(Value::Bool(true)) => Content::Error(words),
                _ => Content::Complete(words),
            };
        }
        let millis = object.get("durationMs").map(|ms| format!("{ms} ms"));
        let words = text("content").map(str::to_owned).or(millis);
        let words = words.unwrap_or_default();
        if text("level") == Some("error") || what.ends_with("_error") {
            return Content::Error(self.words(&words));
        }
        self.info(what, &words)
    }

    fn attachment(&self, object: &Map<String, Value>) -> (Speaker, Content) {
        let held = object.get("attachment");
        let text = |name: &str| held.and_then(|held| held.get(name)?.as_str());
        match (text("type"), held.and_then(|held| held.get("prompt"))) {
            // What a person typed while the agent was busy.
            (Some("queued_command"), Some(prompt)) => {
                let words = self.words(&plain(Some(prompt)));
                (Speaker::Person, Content::Text(words))
            }
            (what, _) => {
                let what = format!("attachment/{}", what.unwrap_or(""));
                let words = text("filename").or_else(|| text("hookName"));
                (Speaker::Host, self.info(&what, words.unwrap_or("")))
            }
        }
    }

    /// A question with its result, if there is one.
    fn card(&mut self, tool_use_id: Option<String>, input: &Value) -> Content {
        let place = tool_use_id
            .as_deref()
            .and_then(|id| self.index.question(id));
        let result = place.and_then(|place| place.result);
        let card = Card::asked(tool_use_id.clone(), &bounded(input, INPUT_BYTES));
        let Some((id, line)) = tool_use_id.zip(result.and_then(|line| self.line(line))) else {
            return Content::AskUserQuestion(card);
        };
        let message = line.get("message").unwrap_or(&line);
        let blocks = message.get("content").and_then(Value::as_array);
        let block = blocks
            .into_iter()
            .flatten()
            .find(|block| block.get("tool_use_id").and_then(Value::as_str) == Some(id.as_str()));
        let text = plain(block.and_then(|block| block.get("content")));
        // A line with several results has room for one structured one only.
        let alone = blocks.is_some_and(|blocks| blocks.len() == 1);
        let structured = line
            .get("toolUseResult")
            .or_else(|| line.get("tool_use_result"));
        let text = Words::of(&text, INPUT_BYTES).text;
        Content::AskUserQuestion(card.with(ResultParts {
            text: &text,
            is_error: block.and_then(|block| block.get("is_error")) == Some(&Value::Bool(true)),
            structured: structured.filter(|_| alone),
            denial: line.get("toolDenialKind").and_then(Value::as_str),
        }))
    }

    /// The name of the tool that a result belongs to: its call stands in the line it hangs on.
    fn called(&mut self, entry: &Entry, id: &str) -> Option<String> {
        let Link::Line(before) = entry.link else {
            return None;
        };
        let line = self.line(before)?;
        let message = line.get("message").unwrap_or(&line);
        let blocks = message.get("content")?.as_array()?;
        let call = blocks
            .iter()
            .find(|block| block.get("id").and_then(Value::as_str) == Some(id))?;
        call.get("name")?.as_str().map(str::to_owned)
    }

    fn line(&mut self, line: u32) -> Option<Value> {
        let entry = self.index.entries().get(line as usize)?;
        let bytes = (self.other)(entry)?;
        serde_json::from_slice(&bytes).ok()
    }

    fn info(&self, what: &str, words: &str) -> Content {
        Content::Info {
            what: Words::of(what, 100).text,
            words: self.words(words),
        }
    }

    fn words(&self, text: &str) -> Words {
        Words::of(text, self.most)
    }
}

/// What a tool was given; its beginning as a text, when it is long.
fn bounded(input: &Value, most: usize) -> Value {
    let text = input.to_string();
    if text.len() <= most {
        return input.clone();
    }
    Value::String(Words::of(&text, most).text + "…")
}

fn text_of(object: &Map<String, Value>, field: &str) -> Option<String> {
    object.get(field)?.as_str().map(str::to_owned)
}

/// What a result or a prompt holds, as one text.
fn plain(content: Option<&Value>) -> String {
    match content {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(blocks)) => {
            let texts: Vec<String> = blocks
                .iter()
                .map(|block| match block.get("text").and_then(Value::as_str) {
                    Some(text) => text.to_owned(),
                    None => {
                        let kind = block.get("type").and_then(Value::as_str);
                        format!("[{}]", kind.unwrap_or("?"))
                    }
                })
                .collect();
            texts.join("\n")
        }
        Some(other) => other.to_string(),
    }
}
