//! Walking over the JSON of a line without reading what nobody asked for.
//!
//! What is walked over must hang together: brackets, commas, literals and numbers as they should
//! be, and texts that end. What stands inside a text is not looked at; whoever shows the line
//! reads all of it.

use std::borrow::Cow;

/// How deep a line may be nested.
const DEPTH: u32 = 128;

/// A walk over one JSON value. Everything gives none where the bytes are no JSON.
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
}

/// A text as it is written, with its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawText<'a> {
    bytes: &'a [u8],
    escaped: bool,
}

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            depth: 0,
        }
    }

    /// Whether nothing but blanks is left.
    pub(super) fn is_over(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The first byte of what comes next.
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// A text.
    pub(super) fn text(&mut self) -> Option<RawText<'a>> {
        self.eat(b'"')?;
        let start = self.at - 1;
        let mut escaped = false;
        loop {
            let rest = self.bytes.get(self.at..)?;
            let found = memchr::memchr2(b'"', b'\\', rest)?;
            self.at += found + 1;
            if rest[found] == b'"' {
                let bytes = self.bytes.get(start..self.at)?;
                return Some(RawText { bytes, escaped });
            }
            escaped = true;
            self.at += 1;
        }
    }

    /// The fields of an object; `take` walks over the value of each.
    pub(super) fn fields(
        &mut self,
        mut take: impl FnMut(&mut Self, &'a [u8]) -> Option<()>,
    ) -> Option<()> {
        self.eat(b'{')?;
        self.list(b'}', |scan| {
            let name = scan.text()?;
            scan.eat(b':')?;
            take(scan, name.inside())
        })
    }

    /// The items of an array; `take` walks over each.
    pub(super) fn items(&mut self, take: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat(b'[')?;
        self.list(b']', take)
    }

    /// Any value.
    pub(super) fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.text().map(drop),
            b'{' => self.fields(|scan, _| scan.skip()),
            b'[' => self.items(Self::skip),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn list(&mut self, end: u8, mut take: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        if self.peek()? != end {
            loop {
                take(self)?;
                if self.peek()? != b',' {
                    break;
                }
                self.at += 1;
            }
        }
        self.depth -= 1;
        self.eat(end)
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        let there = self.bytes.get(self.at..)?.starts_with(word);
        there.then(|| self.at += word.len())
    }

    fn number(&mut self) -> Option<()> {
        self.passes(b"-");
        match self.bytes.get(self.at)? {
            b'0' => self.at += 1,
            _ => self.digits()?,
        }
        if self.passes(b".") {
            self.digits()?;
        }
        if self.passes(b"eE") {
            self.passes(b"+-");
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        (count > 0).then_some(())
    }

    fn passes(&mut self, any: &[u8]) -> bool {
        let there = self.bytes.get(self.at).is_some_and(|b| any.contains(b));
        self.at += usize::from(there);
        there
    }
}

impl<'a> RawText<'a> {
    /// What stands between the quotes, as it is written.
    fn inside(self) -> &'a [u8] {
        self.bytes.get(1..self.bytes.len() - 1).unwrap_or_default()
    }

    /// What it says; none where it cannot be read.
    pub(super) fn read(self) -> Option<Cow<'a, str>> {
        if self.escaped {
            return serde_json::from_slice(self.bytes).ok().map(Cow::Owned);
        }
        std::str::from_utf8(self.inside()).ok().map(Cow::Borrowed)
    }

    /// Whether it begins with one of these, none of which needs an escape.
    pub(super) fn begins_with(self, any: &[&str]) -> bool {
        let begins = |text: &[u8]| any.iter().any(|start| text.starts_with(start.as_bytes()));
        match self.inside() {
            [b'\\', ..] => self.read().is_some_and(|text| begins(text.as_bytes())),
            inside => begins(inside),
        }
    }
}
