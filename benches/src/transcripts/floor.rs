//! Bare passes: the line breaks alone, and serde over the fields that the index reads. Their bytes
//! are in memory already, while everybody else reads the file: the bar is rather too high.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::made::LINES;
use super::taken::Taken;

pub(super) fn line_breaks(path: &Path) -> Result<Taken> {
    let bytes = std::fs::read(path)?;
    let (lines, taken) = Taken::by(|| Ok(memchr::memchr_iter(b'\n', &bytes).count()))?;
    anyhow::ensure!(lines == LINES, "lines were lost");
    Ok(taken)
}

/// The same fields in the same places, read strictly and dropped at once.
pub(super) fn same_fields(path: &Path) -> Result<Taken> {
    let bytes = std::fs::read(path)?;
    let (named, taken) = Taken::by(|| {
        let (mut from, mut named) = (0, 0);
        for end in memchr::memchr_iter(b'\n', &bytes) {
            let line: Line<'_> =
                serde_json::from_slice(&bytes[from..end]).context("no such line")?;
            named += usize::from(line.uuid.is_some());
            std::hint::black_box(&line);
            from = end + 1;
        }
        Ok(named)
    })?;
    anyhow::ensure!(named == LINES, "lines were lost");
    Ok(taken)
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Line<'a> {
    #[serde(rename = "type")]
    kind: Option<&'a str>,
    subtype: Option<&'a str>,
    uuid: Option<&'a str>,
    #[serde(rename = "parentUuid")]
    parent: Option<&'a str>,
    #[serde(rename = "logicalParentUuid")]
    logical_parent: Option<&'a str>,
    #[serde(rename = "isSidechain")]
    sidechain: bool,
    #[serde(rename = "isMeta")]
    meta: bool,
    #[serde(rename = "isCompactSummary")]
    compact_summary: bool,
    timestamp: Option<&'a str>,
    #[serde(rename = "sessionId")]
    session: Option<&'a str>,
    cwd: Option<&'a str>,
    #[serde(rename = "gitBranch")]
    branch: Option<&'a str>,
    #[serde(rename = "aiTitle")]
    title: Option<&'a str>,
    summary: Option<&'a str>,
    #[serde(rename = "toolDenialKind")]
    denial: Option<&'a str>,
    tool_use_id: Option<&'a str>,
    #[serde(borrow)]
    message: Option<Message<'a>>,
    role: Option<&'a str>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message<'a> {
    role: Option<&'a str>,
    #[serde(borrow)]
    content: Option<Content<'a>>,
    uuid: Option<&'a str>,
    #[serde(rename = "parentUuid")]
    parent: Option<&'a str>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Block<'a> {
    #[serde(rename = "type")]
    kind: Option<&'a str>,
    id: Option<&'a str>,
    name: Option<&'a str>,
    tool_use_id: Option<&'a str>,
    #[serde(borrow)]
    text: Option<&'a RawValue>,
}

#[expect(dead_code, reason = "reading them is what is measured")]
enum Content<'a> {
    Words(String),
    Blocks(Vec<Block<'a>>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Content<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("words or blocks")
            }

            fn visit_str<E>(self, text: &str) -> Result<Content<'de>, E> {
                Ok(Content::Words(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Content<'de>, A::Error> {
                let mut blocks = Vec::new();
                while let Some(block) = items.next_element()? {
                    blocks.push(block);
                }
                Ok(Content::Blocks(blocks))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
