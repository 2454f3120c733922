//! Lines in, what people are shown out.

mod cards;
mod chains;
mod corpus;
mod properties;

use serde_json::Value;

use super::{Content, Entry, Index, Item, Reading, Standing};

/// A file of these lines, as it would lie on a disk.
struct File {
    bytes: Vec<u8>,
    index: Index,
}

impl File {
    fn of<L: AsRef<[u8]>>(lines: impl IntoIterator<Item = L>) -> Self {
        Self::indexed(Index::default(), lines)
    }

    fn indexed<L: AsRef<[u8]>>(mut index: Index, lines: impl IntoIterator<Item = L>) -> Self {
        let mut bytes = Vec::new();
        for line in lines {
            index.push(bytes.len() as u64, line.as_ref());
            bytes.extend_from_slice(line.as_ref());
            bytes.push(b'\n');
        }
        Self { bytes, index }
    }

    fn slice(&self, entry: &Entry) -> &[u8] {
        &self.bytes[entry.offset as usize..][..entry.bytes as usize]
    }

    fn items(&self) -> Vec<Item> {
        let mut reading = Reading::new(&self.index, 200, |entry| Some(self.slice(entry).to_vec()));
        let lines = self.index.entries().iter().enumerate();
        lines
            .flat_map(|(line, entry)| reading.items(line as u32, self.slice(entry)))
            .collect()
    }

    /// `line round standing from kind: what it says`, one an item.
    fn shown(&self) -> Vec<String> {
        self.items().iter().map(shown).collect()
    }
}

fn shown(item: &Item) -> String {
    let wire: Value = serde_json::to_value(item).unwrap();
    let word = |name: &str| wire[name].as_str().unwrap_or_default().to_owned();
    let says = match &item.content {
        Content::Text(words)
        | Content::Thinking(words)
        | Content::Error(words)
        | Content::Complete(words) => words.text.clone(),
        Content::ToolUse { name, input, .. } => format!("{name} {input}"),
        Content::ToolResult {
            name,
            is_error,
            words,
            ..
        } => {
            let mark = if *is_error { "!" } else { "" };
            format!("{}{mark} {}", name.as_deref().unwrap_or("?"), words.text)
        }
        Content::AskUserQuestion(card) => format!("{:?}", card.state),
        Content::Info { what, words } | Content::Unknown { what, words } => {
            format!("{what} {}", words.text)
        }
        Content::Broken { words, .. } => words.text.clone(),
        Content::TooLong { bytes } => bytes.to_string(),
    };
    let standing = match item.standing {
        Standing::Current => String::new(),
        _ => format!(" {}", word("standing")),
    };
    let quiet = if item.quiet { " quiet" } else { "" };
    let text = format!(
        "{} r{}{standing}{quiet} {} {}: {says}",
        item.line,
        item.round,
        word("from"),
        word("kind"),
    );
    text.trim_end().to_owned()
}

#[track_caller]
fn check(lines: &[&str], expected: &[&str]) {
    assert_eq!(File::of(lines).shown(), expected);
}
