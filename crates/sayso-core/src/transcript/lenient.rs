//! Fields that take whatever stands there: what is of another type counts as missing.

use std::borrow::Cow;

use super::glance::BlockGlance;
use super::scan::{RawText, Scan};

/// A text, borrowed where it has no escapes.
#[derive(Debug, Default)]
pub(super) struct Text<'a>(Option<Cow<'a, str>>);

impl<'a> Text<'a> {
    pub(super) fn get(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// The text; empty when there is none.
    pub(super) fn as_str(&self) -> &str {
        self.get().unwrap_or_default()
    }

    pub(super) fn or<'s>(&'s self, other: &'s Self) -> &'s Self {
        if self.0.is_some() { self } else { other }
    }

    /// Takes what stands there. A second one in the same object is no JSON that anybody means.
    pub(super) fn take(&mut self, scan: &mut Scan<'a>) -> Option<()> {
        match scan.peek()? {
            b'"' if self.0.is_none() => self.0 = Some(scan.text()?.read()?),
            b'"' => return None,
            _ => scan.skip()?,
        }
        Some(())
    }
}

/// A flag; off unless it is `true`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flag(pub(super) bool);

impl Flag {
    pub(super) fn take(&mut self, scan: &mut Scan<'_>) -> Option<()> {
        self.0 = scan.peek()? == b't';
        scan.skip()
    }
}

/// What a message holds: words, or blocks.
#[derive(Debug, Default)]
pub(super) enum Content<'a> {
    #[default]
    Nothing,
    /// Not decoded: words are long, and an index needs them of few.
    Words(RawText<'a>),
    Blocks(Vec<BlockGlance<'a>>),
}

impl<'a> Content<'a> {
    pub(super) fn take(&mut self, scan: &mut Scan<'a>) -> Option<()> {
        match scan.peek()? {
            b'"' => *self = Self::Words(scan.text()?),
            b'[' => {
                let mut blocks = Vec::new();
                scan.items(|scan| {
                    blocks.push(BlockGlance::take(scan)?);
                    Some(())
                })?;
                *self = Self::Blocks(blocks);
            }
            _ => scan.skip()?,
        }
        Some(())
    }
}
