//! The few fields of a line that an index needs, borrowed from its bytes.

use super::lenient::{Content, Flag, Text};
use super::scan::{RawText, Scan};

/// The few fields of a line that an index needs. Everything else is walked over, not read, and a
/// field of another type than usual counts as missing.
#[derive(Debug, Default)]
pub struct Glance<'a> {
    pub(super) kind: Text<'a>,
    uuid: Text<'a>,
    parent: Text<'a>,
    pub(super) logical_parent: Text<'a>,
    pub(super) sidechain: Flag,
    pub(super) meta: Flag,
    pub(super) compact_summary: Flag,
    pub(super) timestamp: Text<'a>,
    pub(super) session: Text<'a>,
    pub(super) cwd: Text<'a>,
    pub(super) branch: Text<'a>,
    pub(super) title: Text<'a>,
    pub(super) summary: Text<'a>,
    pub(super) denial: Text<'a>,
    pub(super) tool_use_id: Text<'a>,
    message: MessageGlance<'a>,
    /// The seed's form has the message's fields in the line itself.
    role: Text<'a>,
    content: Content<'a>,
}

/// The same of a message.
#[derive(Debug, Default)]
struct MessageGlance<'a> {
    role: Text<'a>,
    content: Content<'a>,
    /// The seed writes the names in here once.
    uuid: Text<'a>,
    parent: Text<'a>,
}

/// The same of a block.
#[derive(Debug, Default)]
pub(super) struct BlockGlance<'a> {
    pub(super) kind: Text<'a>,
    pub(super) id: Text<'a>,
    pub(super) name: Text<'a>,
    pub(super) tool_use_id: Text<'a>,
    text: Option<RawText<'a>>,
}

impl<'a> Glance<'a> {
    /// Glances at one line; none when it is no JSON object.
    pub fn at(line: &'a [u8]) -> Option<Self> {
        let mut scan = Scan::new(line);
        let mut glance = Self::default();
        scan.fields(|scan, name| match name {
            b"type" => glance.kind.take(scan),
            b"uuid" => glance.uuid.take(scan),
            b"parentUuid" => glance.parent.take(scan),
            b"logicalParentUuid" => glance.logical_parent.take(scan),
            b"isSidechain" => glance.sidechain.take(scan),
            b"isMeta" => glance.meta.take(scan),
            b"isCompactSummary" => glance.compact_summary.take(scan),
            b"timestamp" => glance.timestamp.take(scan),
            b"sessionId" => glance.session.take(scan),
            b"cwd" => glance.cwd.take(scan),
            b"gitBranch" => glance.branch.take(scan),
            b"aiTitle" => glance.title.take(scan),
            b"summary" => glance.summary.take(scan),
            b"toolDenialKind" => glance.denial.take(scan),
            b"tool_use_id" => glance.tool_use_id.take(scan),
            b"message" => glance.message.take(scan),
            b"role" => glance.role.take(scan),
            b"content" => glance.content.take(scan),
            _ => scan.skip(),
        })?;
        scan.is_over().then_some(glance)
    }

    pub(super) fn role(&self) -> &str {
        self.message.role.or(&self.role).as_str()
    }

    pub(super) fn uuid(&self) -> &Text<'a> {
        self.uuid.or(&self.message.uuid)
    }

    pub(super) fn parent(&self) -> &Text<'a> {
        self.parent.or(&self.message.parent)
    }

    pub(super) fn blocks(&self) -> &[BlockGlance<'a>] {
        match (&self.message.content, &self.content) {
            (Content::Blocks(blocks), _) | (_, Content::Blocks(blocks)) => blocks,
            _ => &[],
        }
    }

    /// What was said, if it is words.
    pub(super) fn words(&self) -> Option<RawText<'a>> {
        match (&self.message.content, &self.content) {
            (Content::Words(words), _) | (_, Content::Words(words)) => Some(*words),
            _ => self.blocks().iter().find_map(|block| block.text),
        }
    }
}

impl<'a> MessageGlance<'a> {
    fn take(&mut self, scan: &mut Scan<'a>) -> Option<()> {
        if scan.peek()? != b'{' {
            return scan.skip();
        }
        scan.fields(|scan, name| match name {
            b"role" => self.role.take(scan),
            b"content" => self.content.take(scan),
            b"uuid" => self.uuid.take(scan),
            b"parentUuid" => self.parent.take(scan),
            _ => scan.skip(),
        })
    }
}

impl<'a> BlockGlance<'a> {
    pub(super) fn take(scan: &mut Scan<'a>) -> Option<Self> {
        let mut block = Self::default();
        if scan.peek()? != b'{' {
            scan.skip()?;
            return Some(block);
        }
        scan.fields(|scan, name| match name {
            b"type" => block.kind.take(scan),
            b"id" => block.id.take(scan),
            b"name" => block.name.take(scan),
            b"tool_use_id" => block.tool_use_id.take(scan),
            b"text" if scan.peek()? == b'"' => {
                block.text = Some(scan.text()?);
                Some(())
            }
            _ => scan.skip(),
        })?;
        Some(block)
    }
}
