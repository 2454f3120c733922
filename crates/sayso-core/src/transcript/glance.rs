//! The few fields of a line that an index needs, borrowed from its bytes.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::lenient::{Content, Fields, Flag, Text};

/// The few fields of a line that an index needs. Everything else is skipped, not read, and a
/// field of another type than usual counts as missing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Glance<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow)]
    pub(super) subtype: Text<'a>,
    #[serde(borrow)]
    pub(super) uuid: Text<'a>,
    #[serde(borrow, rename = "parentUuid")]
    pub(super) parent: Text<'a>,
    #[serde(borrow, rename = "logicalParentUuid")]
    pub(super) logical_parent: Text<'a>,
    #[serde(rename = "isSidechain")]
    pub(super) sidechain: Flag,
    #[serde(rename = "isMeta")]
    pub(super) meta: Flag,
    #[serde(rename = "isCompactSummary")]
    pub(super) compact_summary: Flag,
    #[serde(borrow)]
    pub(super) timestamp: Text<'a>,
    #[serde(borrow, rename = "sessionId")]
    pub(super) session: Text<'a>,
    #[serde(borrow)]
    pub(super) cwd: Text<'a>,
    #[serde(borrow, rename = "gitBranch")]
    pub(super) branch: Text<'a>,
    #[serde(borrow, rename = "aiTitle")]
    pub(super) title: Text<'a>,
    #[serde(borrow)]
    pub(super) summary: Text<'a>,
    #[serde(borrow, rename = "toolDenialKind")]
    pub(super) denial: Text<'a>,
    #[serde(borrow)]
    pub(super) tool_use_id: Text<'a>,
    #[serde(borrow)]
    pub(super) message: Fields<MessageGlance<'a>>,
    /// The seed's form has the message's fields in the line itself.
    #[serde(borrow)]
    pub(super) role: Text<'a>,
    #[serde(borrow)]
    pub(super) content: Content<'a>,
}

/// The same of a message.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageGlance<'a> {
    #[serde(borrow)]
    pub(super) role: Text<'a>,
    #[serde(borrow)]
    pub(super) content: Content<'a>,
    /// The seed writes the names in here once.
    #[serde(borrow)]
    pub(super) uuid: Text<'a>,
    #[serde(borrow, rename = "parentUuid")]
    pub(super) parent: Text<'a>,
}

/// The same of a block.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct BlockGlance<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow)]
    pub(super) id: Text<'a>,
    #[serde(borrow)]
    pub(super) name: Text<'a>,
    #[serde(borrow)]
    pub(super) tool_use_id: Text<'a>,
    /// Not decoded: words are long, and an index needs them of a prompt only.
    #[serde(borrow)]
    pub(super) text: Option<&'a RawValue>,
}

impl<'a> Glance<'a> {
    /// Glances at one line; none when it is no JSON object.
    pub fn at(line: &'a [u8]) -> Option<Self> {
        let object = line.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        object.then(|| serde_json::from_slice(line).ok()).flatten()
    }

    pub(super) fn role(&self) -> &str {
        self.message.0.role.or(&self.role).as_str()
    }

    pub(super) fn uuid(&self) -> &Text<'a> {
        self.uuid.or(&self.message.0.uuid)
    }

    pub(super) fn parent(&self) -> &Text<'a> {
        self.parent.or(&self.message.0.parent)
    }

    pub(super) fn blocks(&self) -> &[Fields<BlockGlance<'a>>] {
        match (&self.message.0.content, &self.content) {
            (Content::Blocks(blocks), _) | (_, Content::Blocks(blocks)) => blocks,
            _ => &[],
        }
    }

    /// What was said, if it is words.
    pub(super) fn words(&self) -> Text<'_> {
        match (&self.message.0.content, &self.content) {
            (Content::Words(words), _) | (_, Content::Words(words)) => Text::of(words),
            _ => {
                let text = self.blocks().iter().find_map(|block| block.0.text);
                let text = text.and_then(|text| serde_json::from_str(text.get()).ok());
                text.unwrap_or_default()
            }
        }
    }
}
