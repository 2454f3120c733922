//! All lines of a transcript, and how they hang together.

use std::collections::HashMap;

use super::LINE_BYTES;
use super::entry::Entry;
use super::glance::Glance;
use super::line_kind::LineKind;
use super::link::Link;
use super::name::Name;
use super::scan::RawText;
use super::standing::Standing;
use super::summary::{Summary, title};
use crate::dialect::is_our_tool;
use crate::moment::Moment;

/// Lines of one file that are kept, at most.
const LINES: usize = 8_000_000;
/// Questions of one file that are kept, at most.
const QUESTIONS: usize = 100_000;

/// A question's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionPlace {
    /// The line it was asked in, counted from 0.
    pub line: u32,
    /// The line of its result.
    pub result: Option<u32>,
    /// Whether that result says that the agent ended before there was an answer.
    cut_off: bool,
    sidechain: bool,
}

/// A prompt, and the one that the conversation had before it.
#[derive(Clone, Copy, Debug)]
struct Prompt {
    before: Option<u32>,
}

/// All lines of a transcript, and how they hang together. It grows a line at a time, and every
/// line costs the same.
#[derive(Clone, Debug, Default)]
pub struct Index {
    entries: Vec<Entry>,
    names: HashMap<Name, u32>,
    /// Lines that wait for the line they name.
    waiting: HashMap<Name, Vec<u32>>,
    prompts: Vec<Prompt>,
    /// The prompt of the line that the conversation is at.
    at: Option<u32>,
    calls: HashMap<Name, u32>,
    questions: Vec<QuestionPlace>,
    summary: Summary,
    last_time: String,
    /// Whether it is a sub-agent's own file: then a sub-agent's lines are the conversation.
    sub_agent: bool,
    opened: bool,
}

impl Index {
    /// Of a sub-agent's own file.
    pub fn of_sub_agent() -> Self {
        Self {
            sub_agent: true,
            ..Self::default()
        }
    }

    /// The next line of the file.
    pub fn push(&mut self, offset: u64, line: &[u8]) {
        if line.len() > LINE_BYTES {
            return self.push_too_long(offset, line.len() as u64);
        }
        let bytes = line.len() as u64;
        match Glance::at(line) {
            Some(glance) => self.take(offset, bytes, &glance),
            None if line.iter().all(u8::is_ascii_whitespace) => {
                self.add(offset, bytes, LineKind::Blank);
            }
            None => {
                self.summary.broken += 1;
                self.add(offset, bytes, LineKind::Broken);
            }
        }
    }

    /// The next line, which was too long to be kept in memory.
    pub fn push_too_long(&mut self, offset: u64, bytes: u64) {
        self.summary.broken += 1;
        self.add(offset, bytes, LineKind::TooLong);
    }

    /// Whether no more lines are taken.
    pub fn is_full(&self) -> bool {
        self.entries.len() >= LINES
    }

    /// The lines, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The questions, in the order asked.
    pub fn questions(&self) -> &[QuestionPlace] {
        &self.questions
    }

    /// The question that this tool call asked.
    pub fn question(&self, tool_use_id: &str) -> Option<&QuestionPlace> {
        let number = self.calls.get(&Name::of(tool_use_id))?;
        self.questions.get(*number as usize)
    }

    /// The line of this name.
    pub fn line_named(&self, uuid: &str) -> Option<u32> {
        self.names.get(&Name::of(uuid)).copied()
    }

    /// What a list shows of it.
    pub fn summary(&self) -> Summary {
        let main = self.questions.iter().filter(|asked| !asked.sidechain);
        let unanswered = main
            .clone()
            .filter(|asked| asked.result.is_none() || asked.cut_off);
        Summary {
            lines: self.entries.len() as u32,
            rounds: self.prompts.len() as u32,
            updated_at: self.last_time.parse().ok(),
            questions: main.count() as u32,
            unanswered: unanswered.count() as u32,
            ..self.summary.clone()
        }
    }

    /// Which prompts are on the branch that the conversation went on, by number.
    pub fn branch(&self) -> Vec<bool> {
        let mut on_it = vec![false; self.prompts.len()];
        let mut next = self.at;
        // A prompt comes after the one before it, so this ends.
        while let Some(number) = next {
            on_it[number as usize] = true;
            next = self.prompts[number as usize].before;
        }
        on_it
    }

    /// Where a line stands, given the branch that the conversation went on.
    pub fn standing(&self, entry: &Entry, branch: &[bool]) -> Standing {
        let on_it = |prompt: u32| branch.get(prompt as usize).copied().unwrap_or(true);
        match (entry.kind, entry.link) {
            (LineKind::Broken | LineKind::TooLong | LineKind::Blank | LineKind::Bookkeeping, _) => {
                Standing::Loose
            }
            _ if entry.repeated => Standing::Repeated,
            (_, Link::Missing) => Standing::Orphan,
            (_, Link::Later) => Standing::Cyclic,
            _ if entry.sidechain && !self.sub_agent => Standing::Sidechain,
            _ if !entry.prompt.is_none_or(on_it) => Standing::Left,
            _ => Standing::Current,
        }
    }

    fn take(&mut self, offset: u64, bytes: u64, glance: &Glance<'_>) {
        self.note(glance);
        let kind = LineKind::of(glance);
        let line = self.add(offset, bytes, kind);
        let Some(entry) = self.entries.get_mut(line as usize) else {
            return;
        };
        entry.sidechain = glance.sidechain.0;
        let of_us = self.sub_agent || !entry.sidechain;
        let name = glance.uuid().get().map(Name::of);
        let parent = glance.parent().or(&glance.logical_parent);
        let parent = parent.get().map(Name::of);
        entry.repeated = name.is_some_and(|name| self.names.contains_key(&name));
        let repeated = entry.repeated;
        entry.link = match parent {
            None => Link::Nothing,
            Some(parent) if name == Some(parent) => Link::Later,
            Some(parent) => match self.names.get(&parent) {
                Some(before) => Link::Line(*before),
                None => {
                    self.waiting.entry(parent).or_default().push(line);
                    Link::Missing
                }
            },
        };
        if let Some(name) = name.filter(|_| !repeated) {
            self.names.insert(name, line);
            if !self.waiting.is_empty() {
                for early in self.waiting.remove(&name).into_iter().flatten() {
                    self.entries[early as usize].link = Link::Later;
                }
            }
        }
        self.hang(line, kind == LineKind::Prompt && of_us && !repeated);
        if of_us && !kind.is_quiet() {
            self.at = self.entries[line as usize].prompt;
        }
        if kind == LineKind::Prompt && of_us && !self.opened {
            self.opened = true;
            let words = glance.words().and_then(RawText::read).unwrap_or_default();
            let begun = title(&typed(&words));
            self.summary.title = self.summary.title.take().or(begun);
        }
        self.note_calls(line, glance);
    }

    /// Finds the prompt that a line came of, by its chain or, without one, by its place.
    fn hang(&mut self, line: u32, is_prompt: bool) {
        let newest = (self.prompts.len() as u32).checked_sub(1);
        let before = match self.entries[line as usize].link {
            Link::Line(before) => self.entries[before as usize].prompt,
            Link::Nothing | Link::Missing | Link::Later => newest,
        };
        let prompt = if is_prompt {
            self.prompts.push(Prompt { before });
            (self.prompts.len() as u32).checked_sub(1)
        } else {
            before
        };
        let entry = &mut self.entries[line as usize];
        entry.prompt = prompt;
        entry.round = self.prompts.len() as u32;
    }

    /// Remembers the questions that a line asks, and the results it brings.
    fn note_calls(&mut self, line: u32, glance: &Glance<'_>) {
        let sidechain = glance.sidechain.0 && !self.sub_agent;
        if glance.kind.as_str() == "ask_user_question"
            && let Some(id) = glance.tool_use_id.get()
        {
            self.note_question(id, line, sidechain);
        }
        for block in glance.blocks() {
            match (block.kind.as_str(), block.id.get(), block.tool_use_id.get()) {
                ("tool_use", Some(id), _) if is_our_tool(block.name.as_str()) => {
                    self.note_question(id, line, sidechain);
                }
                ("tool_result", _, Some(id)) if !self.calls.is_empty() => {
                    let Some(number) = self.calls.get(&Name::of(id)) else {
                        continue;
                    };
                    let asked = &mut self.questions[*number as usize];
                    if asked.result.is_none() {
                        asked.result = Some(line);
                        asked.cut_off = glance.denial.as_str() == "interrupted";
                    }
                }
                _ => {}
            }
        }
    }

    fn note_question(&mut self, tool_use_id: &str, line: u32, sidechain: bool) {
        let name = Name::of(tool_use_id);
        if self.questions.len() >= QUESTIONS || self.calls.contains_key(&name) {
            return;
        }
        self.calls.insert(name, self.questions.len() as u32);
        self.questions.push(QuestionPlace {
            line,
            result: None,
            cut_off: false,
            sidechain,
        });
    }

    /// Remembers what the whole file is about.
    fn note(&mut self, glance: &Glance<'_>) {
        let summary = &mut self.summary;
        for (place, text) in [
            (&mut summary.session_id, &glance.session),
            (&mut summary.project, &glance.cwd),
            (&mut summary.branch, &glance.branch),
        ] {
            if place.is_none() {
                *place = text.get().map(str::to_owned);
            }
        }
        let named = match glance.kind.as_str() {
            "ai-title" => glance.title.get(),
            "summary" => glance.summary.get(),
            _ => None,
        };
        if let Some(named) = named.and_then(title) {
            summary.title = Some(named);
            self.opened = true;
        }
        if let Some(time) = glance.timestamp.get() {
            if summary.started_at.is_none() {
                summary.started_at = time.parse::<Moment>().ok();
            }
            self.last_time.clear();
            self.last_time.push_str(time);
        }
    }

    fn add(&mut self, offset: u64, bytes: u64, kind: LineKind) -> u32 {
        let line = self.entries.len() as u32;
        if !self.is_full() {
            self.entries.push(Entry {
                offset,
                bytes,
                kind,
                link: Link::Nothing,
                round: self.prompts.len() as u32,
                prompt: None,
                sidechain: false,
                repeated: false,
            });
        }
        line
    }
}

/// What a person typed, without the marks that the host puts around a command.
pub(super) fn typed(words: &str) -> String {
    let between = |tag: &str| {
        let (_, rest) = words.split_once(&format!("<{tag}>"))?;
        let (inside, _) = rest.split_once(&format!("</{tag}>"))?;
        Some(inside.trim())
    };
    let command = between("command-name").filter(|_| words.trim_start().starts_with("<command-"));
    match (command, between("command-args")) {
        (Some(command), Some(args)) if !args.is_empty() => format!("{command} {args}"),
        (Some(command), _) => command.to_owned(),
        (None, _) => words.to_owned(),
    }
}
