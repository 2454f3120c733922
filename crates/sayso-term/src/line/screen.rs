//! What line mode draws: the boxes of S1, in plain text.

use sayso_core::approval::{Line, lines};
use sayso_core::choice::Choice;
use sayso_core::context_file::ContextFile;
use sayso_core::exact_text::shown_exactly_on_one_line;
use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::kind::Kind;
use sayso_core::on_the_table::{Shown, whole_tree};
use sayso_core::question::Question;
use sayso_core::safe_text::{shown, shown_on_one_line};
use sayso_core::source::Source;

use super::wording;
use crate::asked::Asked;
use crate::exact;
use crate::panel::Look;
use crate::wrapped::{columns, wrapped};

/// Dashes behind a header, as S1 draws it.
const DASHES_AFTER_HEADER: usize = 37;
/// Dashes of a border without a header, as S1 draws it.
const DASHES: usize = 49;
/// The narrowest that is drawn; a terminal below wraps for itself.
const NARROWEST: usize = 20;

/// Who asks, above the first question; empty when it is not known.
pub fn heading(asked: &Asked<'_>) -> String {
    let Some(heading) = asked.heading else {
        return String::new();
    };
    let lines = wrapped(&shown_on_one_line(heading), asked.width.max(NARROWEST));
    format!("\n{}\n", lines.join("\n"))
}

/// One question in its box, and the hint behind which the person types.
pub fn question(asked: &Asked<'_>, on_table: &Shown<'_>) -> String {
    boxed(asked, on_table) + &hint(asked, on_table)
}

/// One question in its box.
pub fn boxed(asked: &Asked<'_>, on_table: &Shown<'_>) -> String {
    let (question, lang) = (on_table.question, asked.lang);
    let mut drawn = Drawing::new(asked, on_table.depth);
    let round = crate::round::round(asked.round, asked.total_rounds, lang);
    let round = round.filter(|_| on_table.depth == 0);
    let header = question
        .header
        .as_deref()
        .map(|header| one_line(asked, header));
    let title: Vec<&str> = header
        .as_deref()
        .into_iter()
        .chain(round.as_deref())
        .collect();
    drawn.top(&title.join(" · "));
    if let Some((parent, choice)) = &on_table.under
        && let Some(label) = label_of(asked, parent, choice)
    {
        drawn.row(" ", &wording::under(&label, lang));
    }
    match asked.source {
        Source::Tool => {
            drawn.row(" ", &shown(&question.text));
            if let Some(description) = &question.description {
                drawn.row(" ", &shown(description));
            }
        }
        Source::Approval => lines(question).for_each(|line| drawn.exact(" ", line)),
    }
    for file in &question.context {
        let file = wording::context(&place(asked, file), lang);
        match asked.source {
            Source::Tool => drawn.row(" ", &file),
            Source::Approval => drawn.exact(" ", Line::Foreign(&file)),
        }
    }
    if let Some(digest) = &question.action_digest {
        drawn.exact(" ", Line::Own(&exact::bound_to(digest, lang)));
    }
    match question.kind {
        Kind::Text => {}
        Kind::Boolean => {
            let keys = match asked.source {
                Source::Tool => ["1", "2"],
                Source::Approval => ["y", "n"],
            };
            drawn.row("", "");
            drawn.row(&format!("  {}. ", keys[0]), wording::yes(lang));
            drawn.row(&format!("  {}. ", keys[1]), wording::no(lang));
        }
        Kind::MultipleChoice | Kind::Checkbox => {
            drawn.row("", "");
            for (at, choice) in question.choices.iter().enumerate() {
                drawn.choice(asked, at + 1, choice);
            }
            if question.allow_other {
                drawn.row("  0. ", wording::other(lang));
            }
        }
    }
    drawn.bottom();
    drawn.text
}

/// The asker's words on one line, made harmless; of an approval, to the letter.
fn one_line(asked: &Asked<'_>, text: &str) -> String {
    match asked.source {
        Source::Approval => shown_exactly_on_one_line(text),
        Source::Tool => shown_on_one_line(text).into_owned(),
    }
}

/// The hint behind which the person types, as wide in as its box.
pub fn hint(asked: &Asked<'_>, on_table: &Shown<'_>) -> String {
    let hint = wording::hint(on_table.question, asked.source, asked.lang);
    indent(on_table.depth) + &hint
}

/// The hint for own words.
pub fn own_words_hint(asked: &Asked<'_>, on_table: &Shown<'_>) -> String {
    indent(on_table.depth) + wording::own_words_hint(asked.lang)
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// A box while it is drawn.
struct Drawing {
    text: String,
    indent: String,
    width: usize,
}

impl Drawing {
    fn new(asked: &Asked<'_>, depth: usize) -> Self {
        let indent = indent(depth);
        Self {
            text: String::from("\n"),
            width: asked.width.saturating_sub(indent.len()).max(NARROWEST),
            indent,
        }
    }

    fn top(&mut self, title: &str) {
        let around = columns("┌─  ┐") + columns(title);
        let room = self.width.saturating_sub(around);
        if title.is_empty() || room == 0 {
            self.border("┌", "┐");
            if !title.is_empty() {
                self.row(" ", title);
            }
        } else {
            let dashes = "─".repeat(room.min(DASHES_AFTER_HEADER));
            self.push(&format!("┌─ {title} {dashes}┐"));
        }
    }

    fn bottom(&mut self) {
        self.border("└", "┘");
    }

    fn border(&mut self, left: &str, right: &str) {
        let dashes = "─".repeat(DASHES.min(self.width - 2));
        self.push(&format!("{left}{dashes}{right}"));
    }

    fn choice(&mut self, asked: &Asked<'_>, number: usize, choice: &Choice) {
        let marked = choice.default && asked.source == Source::Tool;
        let mark = if marked {
            wording::default_mark(asked.lang)
        } else {
            ""
        };
        let number = format!("  {number}. ");
        let below = " ".repeat(number.len());
        if asked.source == Source::Approval {
            self.exact(&number, Line::Own(&choice.label));
            let about = choice.description.iter().chain(&choice.preview);
            for line in about.flat_map(|text| exact::foreign(text)) {
                self.exact(&below, line);
            }
            return;
        }
        let label = shown_on_one_line(&choice.label);
        self.row(&number, &format!("{label}{mark}"));
        if let Some(description) = &choice.description {
            self.row(&below, &shown(description));
        }
        if let Some(preview) = &choice.preview {
            for line in shown(preview).trim_end().split('\n') {
                self.row(&format!("{below}> "), line);
            }
        }
    }

    /// A line of an approval: `first` before it, as much space before its further rows.
    fn exact(&mut self, first: &str, line: Line<'_>) {
        let rest = " ".repeat(columns(first));
        let room = self.width.saturating_sub(1 + columns(first));
        let signs = Look::default().signs();
        for (at, row) in exact::rows(line, room, signs).iter().enumerate() {
            let before = if at == 0 { first } else { &rest };
            let (indent, sign, words) = (&self.indent, row.sign, &row.words);
            self.text += &format!("{indent}│{before}{sign}{words}\n");
        }
    }

    /// A text behind the gutter: `first` before it, as much space before its further lines.
    fn row(&mut self, first: &str, text: &str) {
        let rest = " ".repeat(columns(first));
        let room = self.width.saturating_sub(1 + columns(first));
        for (at, line) in wrapped(text, room).iter().enumerate() {
            let before = if at == 0 { first } else { &rest };
            self.push(&format!("│{before}{line}"));
        }
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(&self.indent);
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// `path:first-last`.
fn place(asked: &Asked<'_>, file: &ContextFile) -> String {
    let path = match asked.source {
        Source::Approval => file.path.clone(),
        Source::Tool => shown_on_one_line(&file.path).into_owned(),
    };
    match file.lines {
        None => path,
        Some((first, last)) if first == last => format!("{path}:{first}"),
        Some((first, last)) => format!("{path}:{first}-{last}"),
    }
}

/// How the choice that a follow-up hangs under reads.
fn label_of(asked: &Asked<'_>, parent: &QuestionId, choice: &ChoiceId) -> Option<String> {
    let parent: &Question = whole_tree(asked.questions).find(|question| question.id == *parent)?;
    match parent.kind {
        Kind::Boolean if choice.as_str() == "true" => Some(wording::yes(asked.lang).into()),
        Kind::Boolean => Some(wording::no(asked.lang).into()),
        _ => {
            let choice = parent.choice(choice)?;
            Some(one_line(asked, &choice.label))
        }
    }
}
