//! The front matter and the block of questions of a `SKILL.md`.

use sayso_core::dialect::is_our_tool;
use serde_json::{Map, Value};

use crate::script::mistake::{Mistake, Mistakes};
use crate::script::place::Place;
use crate::script::wrong::Wrong;
use crate::script::yaml;

/// The parts of a `SKILL.md` that matter here.
#[derive(Debug, Default)]
pub(super) struct SkillFile<'t> {
    pub(super) front: Map<String, Value>,
    /// The block of questions, if there is one.
    pub(super) block: Option<Block<'t>>,
}

/// A block of questions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'t> {
    pub(super) text: &'t str,
    /// Lines of the file before its first.
    pub(super) before: usize,
}

impl<'t> SkillFile<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self, Mistakes> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = Lines {
            text,
            start: 0,
            number: 0,
        };
        let mut file = Self::default();
        if lines.peek().is_some_and(|line| line.trim_end() == "---") {
            lines.next();
            let front = lines.until(|line| line.trim_end() == "---");
            let front = front.ok_or_else(|| at(1, Wrong::OpenFrontMatter))?;
            let (front, _) = yaml::read(front.text).map_err(|wrong| moved(wrong, front.before))?;
            if let Value::Object(front) = front {
                file.front = front;
            }
        }
        while let Some(line) = lines.next() {
            let Some((fence, info)) = fence(line) else {
                continue;
            };
            let opened = lines.number;
            let is_end = |line: &str| {
                let line = line.trim();
                line.len() >= fence.len()
                    && line.starts_with(fence)
                    && line.trim_start_matches(&fence[..1]).is_empty()
            };
            let ours = info.split_whitespace().any(is_our_tool);
            match (lines.until(is_end), ours) {
                (None, true) => return Err(at(opened, Wrong::OpenBlock)),
                (Some(_), true) if file.block.is_some() => {
                    return Err(at(opened, Wrong::ManyBlocks));
                }
                (Some(block), true) => file.block = Some(block),
                (_, false) => {}
            }
        }
        Ok(file)
    }

    pub(super) fn text(&self, field: &str) -> Option<String> {
        self.front.get(field)?.as_str().map(str::to_owned)
    }
}

/// The mistakes of a part, where they stand in the whole file.
pub(super) fn moved(mut mistakes: Mistakes, before: usize) -> Mistakes {
    for mistake in &mut mistakes.0 {
        if let Some(place) = &mut mistake.place {
            place.line += before;
        }
    }
    mistakes
}

fn at(line: usize, wrong: Wrong) -> Mistakes {
    Mistakes(vec![Mistake {
        path: String::new(),
        place: Some(Place { line, column: 1 }),
        wrong,
    }])
}

/// The fence that a line opens, and what is said behind it.
fn fence(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim_start_matches(' ');
    let mark = inside.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = inside.len() - inside.trim_start_matches(mark).len();
    let indented = line.len() - inside.len();
    (length >= 3 && indented <= 3).then(|| inside.split_at(length))
}

/// The lines of a text, with their numbers from 1.
struct Lines<'t> {
    text: &'t str,
    start: usize,
    /// The line that was read last.
    number: usize,
}

impl<'t> Lines<'t> {
    fn peek(&self) -> Option<&'t str> {
        let rest = &self.text[self.start..];
        (!rest.is_empty()).then(|| rest.split('\n').next().unwrap_or(rest))
    }

    fn next(&mut self) -> Option<&'t str> {
        let line = self.peek()?;
        self.start = (self.start + line.len() + 1).min(self.text.len());
        self.number += 1;
        Some(line)
    }

    /// Everything up to the line that ends it, which is read over; none when nothing ends it.
    fn until(&mut self, is_end: impl Fn(&str) -> bool) -> Option<Block<'t>> {
        let (start, before) = (self.start, self.number);
        loop {
            let end = self.start;
            if is_end(self.next()?) {
                let text = &self.text[start..end];
                return Some(Block { text, before });
            }
        }
    }
}
