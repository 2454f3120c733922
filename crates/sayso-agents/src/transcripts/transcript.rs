//! One transcript on the disk.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;
use sayso_core::transcript::{
    AskAgain, CardState, Content, Entry, Index, Item, LINE_BYTES, LineKind, NotAgain, Page,
    Reading, Span, Standing, Summary, Words,
};
use serde_json::Value;

use super::lines::{ReadTo, read_on};
use crate::beneath::plain_file;

/// Bytes at the end of what was read that must still be there when the file has grown.
const SEAM: u64 = 256;
/// Items of one page, at most.
const ITEMS: usize = 10_000;

/// One transcript on the disk: its lines are known, and read again when they are shown.
#[derive(Debug)]
pub struct Transcript {
    file: File,
    index: Index,
    read: ReadTo,
    seen: Seen,
    seam: Vec<u8>,
    sub_agent: bool,
}

/// What tells whether a file is the one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    file: (u64, u64),
    bytes: u64,
    modified: (i64, i64),
}

impl Seen {
    fn of(file: &File) -> io::Result<Self> {
        let about = file.metadata()?;
        Ok(Self {
            file: (about.dev(), about.ino()),
            bytes: about.len(),
            modified: (about.mtime(), about.mtime_nsec()),
        })
    }
}

impl Transcript {
    /// Opens a file that somebody named outright; `agent-….jsonl` is a sub-agent's own.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let file = File::options().read(true).custom_flags(flags).open(path)?;
        let name = path.file_name().and_then(|name| name.to_str());
        let sub_agent = name.is_some_and(|name| name.starts_with("agent-"));
        Self::of(plain_file(file)?, sub_agent)
    }

    /// Reads a file through once.
    pub(super) fn of(file: File, sub_agent: bool) -> io::Result<Self> {
        let mut transcript = Self {
            seen: Seen::of(&file)?,
            file,
            index: new_index(sub_agent),
            read: ReadTo::default(),
            seam: Vec::new(),
            sub_agent,
        };
        transcript.read_on()?;
        Ok(transcript)
    }

    /// Goes on with the same file, or with what stands in its place now. Says whether anything
    /// is different.
    pub(super) fn go_on(&mut self, file: File) -> io::Result<bool> {
        self.file = file;
        self.refresh()
    }

    /// Reads what was added meanwhile. A file that is not what it was is read anew.
    pub fn refresh(&mut self) -> io::Result<bool> {
        let now = Seen::of(&self.file)?;
        if now == self.seen {
            return Ok(false);
        }
        let grown = now.file == self.seen.file && now.bytes > self.seen.bytes;
        self.seen = now;
        if !grown || !self.is_what_it_was()? {
            self.index = new_index(self.sub_agent);
            self.read = ReadTo::default();
        }
        self.read_on()?;
        Ok(true)
    }

    /// What a list shows of it.
    pub fn summary(&self) -> Summary {
        self.index.summary()
    }

    /// Its lines.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// A page of it.
    pub fn page(&self, span: &Span) -> Page {
        let limit = span.limit.clamp(1, ITEMS);
        let entries = self.index.entries();
        let mut reading = Reading::new(&self.index, span.words, |entry| self.line(entry).ok());
        let items_of = |reading: &mut Reading<'_>, line: usize| -> Vec<Item> {
            let entry = &entries[line];
            let passed_over = matches!(entry.kind, LineKind::Bookkeeping | LineKind::Blank)
                || reading.standing(entry) == Standing::Repeated;
            if passed_over && !span.quiet {
                return Vec::new();
            }
            let bytes = self.line(entry).unwrap_or_default();
            let mut items = reading.items(line as u32, &bytes);
            items.retain(|item| span.quiet || !item.quiet);
            items
        };
        let mut items: Vec<Item> = Vec::new();
        let (first, end) = match span.before {
            Some(before) => {
                let end = (before as usize).saturating_sub(1).min(entries.len());
                let (mut first, mut count) = (end, 0);
                let mut backwards = Vec::new();
                while first > 0 && count < limit {
                    first -= 1;
                    let found = items_of(&mut reading, first);
                    count += found.len();
                    backwards.push(found);
                }
                items.extend(backwards.into_iter().rev().flatten());
                (first, end)
            }
            None => {
                let first = (span.after as usize).min(entries.len());
                let mut end = first;
                while end < entries.len() && items.len() < limit {
                    items.extend(items_of(&mut reading, end));
                    end += 1;
                }
                (first, end)
            }
        };
        let at_end = end == entries.len();
        Page {
            summary: self.summary(),
            items,
            next: (!at_end).then_some(end as u32),
            previous: (first > 0).then_some(first as u32 + 1),
            unfinished: self.unfinished(span.words).filter(|_| at_end),
        }
    }

    /// The first line of a round, counted from 1.
    pub fn round_at(&self, round: u32) -> Option<u32> {
        let entries = self.index.entries();
        let place = entries.partition_point(|entry| entry.round < round);
        entries.get(place).map(|_| place as u32 + 1)
    }

    /// A question that nobody ever answered, by its line's name or its tool call.
    pub fn ask_again(&self, question: &str) -> Result<AskAgain, NotAgain> {
        let by_call = self.index.question(question).map(|place| place.line);
        let line = by_call.or_else(|| self.index.line_named(question));
        let line = line.ok_or(NotAgain::NoQuestion)?;
        let span = Span {
            after: line,
            limit: 1,
            quiet: true,
            ..Span::default()
        };
        let cards = self
            .page(&span)
            .items
            .into_iter()
            .filter_map(|item| match item.content {
                Content::AskUserQuestion(card) => Some(card),
                _ => None,
            });
        let mut cards: Vec<_> = cards.collect();
        if by_call.is_some() {
            cards.retain(|card| card.tool_use_id.as_deref() == Some(question));
        }
        // A line of several questions: the first that nobody answered.
        cards.sort_by_key(|card| card.state != CardState::Unanswered);
        let card = cards.into_iter().next().ok_or(NotAgain::NoQuestion)?;
        if card.state != CardState::Unanswered {
            return Err(NotAgain::Ended(card.state));
        }
        let Summary {
            session_id,
            project,
            ..
        } = self.summary();
        Ok(AskAgain {
            session_id,
            project,
            tool_use_id: card.tool_use_id,
            input: card.input,
        })
    }

    /// The name of the line that brought this call's result.
    pub fn result_of(&self, call: &str) -> Option<String> {
        let results = self.index.entries().iter();
        let mut results = results.filter(|entry| entry.kind == LineKind::Result);
        results.find_map(|entry| {
            let bytes = self.line(entry).ok()?;
            memchr::memmem::find(&bytes, call.as_bytes())?;
            let line: Value = serde_json::from_slice(&bytes).ok()?;
            let blocks = line["message"]["content"].as_array()?;
            let brings = blocks.iter().any(|block| block["tool_use_id"] == call);
            line["uuid"].as_str().filter(|_| brings).map(str::to_owned)
        })
    }

    fn unfinished(&self, words: usize) -> Option<Words> {
        let bytes = self.read.unfinished;
        if bytes == 0 {
            return None;
        }
        let mut head = vec![0; usize::try_from(bytes).unwrap_or(words).min(words)];
        let got = self.file.read_at(&mut head, self.read.indexed).unwrap_or(0);
        let mut shown = Words::of_bytes(&head[..got], words);
        shown.left_out = usize::try_from(bytes)
            .unwrap_or(usize::MAX)
            .saturating_sub(shown.text.len());
        Some(shown)
    }

    fn line(&self, entry: &Entry) -> io::Result<Vec<u8>> {
        let bytes = usize::try_from(entry.bytes).unwrap_or(usize::MAX);
        if bytes > LINE_BYTES {
            return Ok(Vec::new());
        }
        let mut line = vec![0; bytes];
        self.file.read_exact_at(&mut line, entry.offset)?;
        Ok(line)
    }

    fn read_on(&mut self) -> io::Result<()> {
        let mut from = self.read.indexed;
        if self.read.unbroken {
            // The break that the last line was missing.
            from += 1;
        }
        let end = self.seen.bytes;
        self.read = read_on(&self.file, &mut self.index, from.min(end), end)?;
        let start = self.read.indexed.saturating_sub(SEAM);
        self.seam = vec![0; usize::try_from(self.read.indexed - start).unwrap_or(0)];
        self.file.read_exact_at(&mut self.seam, start)
    }

    /// Whether what was read last still stands there, and ends where it ended.
    fn is_what_it_was(&self) -> io::Result<bool> {
        let mut now = vec![0; self.seam.len()];
        let start = self.read.indexed - self.seam.len() as u64;
        let same = self.file.read_exact_at(&mut now, start).is_ok() && now == self.seam;
        if !same || !self.read.unbroken {
            return Ok(same);
        }
        let mut next = [0];
        self.file.read_exact_at(&mut next, self.read.indexed)?;
        Ok(next == *b"\n")
    }
}

fn new_index(sub_agent: bool) -> Index {
    if sub_agent {
        Index::of_sub_agent()
    } else {
        Index::default()
    }
}
