//! A script in place of a person or a pipe, and what came of it in a few words.

use std::collections::VecDeque;
use std::io;

use sayso_core::question::Question;
use sayso_term::line::{Echo, Lines, PipedLines, Quiet, Typed, ask_in_lines};
use sayso_term::{Asked, Ended};
use serde_json::Value;

/// Lines as a test wrote them; the end of input after the last.
#[derive(Debug, Default)]
pub(crate) struct Script {
    pub(crate) typed: VecDeque<Typed>,
    pub(crate) echoes: Vec<Echo>,
    /// What was typed before each prompt; nothing before further ones.
    pub(crate) ahead: VecDeque<Quiet>,
    /// How often it was waited until nobody typed.
    pub(crate) waited: usize,
}

impl Script {
    pub(crate) fn new(typed: impl IntoIterator<Item = Typed>) -> Self {
        Self {
            typed: typed.into_iter().collect(),
            ..Self::default()
        }
    }

    pub(crate) fn of(lines: &[&str]) -> Self {
        Self::new(lines.iter().map(|line| Typed::Line((*line).into())))
    }
}

impl Lines for Script {
    fn can_ask_again(&self) -> bool {
        true
    }

    fn next(&mut self) -> io::Result<Typed> {
        Ok(self.typed.pop_front().unwrap_or(Typed::EndOfInput))
    }

    fn until_quiet(&mut self) -> io::Result<Quiet> {
        self.waited += 1;
        Ok(self.ahead.pop_front().unwrap_or(Quiet::Untouched))
    }

    fn echo(&mut self, echo: Echo) -> io::Result<()> {
        self.echoes.push(echo);
        Ok(())
    }
}

/// Asks somebody who types these lines.
pub(crate) fn typed(questions: &[Question], lines: &[&str]) -> (Ended, String) {
    on_screen(&Asked::new(questions), &mut Script::of(lines))
}

/// Asks a pipe that holds these bytes.
pub(crate) fn piped(questions: &[Question], input: impl AsRef<[u8]>) -> Ended {
    let mut lines = PipedLines::new(input.as_ref());
    on_screen(&Asked::new(questions), &mut lines).0
}

/// The same, under the name `AskUserQuestion`.
pub(crate) fn piped_to_tool(questions: &[Question], input: impl AsRef<[u8]>) -> Ended {
    let mut lines = PipedLines::new(input.as_ref());
    let asked = Asked {
        first_stands_in: true,
        ..Asked::new(questions)
    };
    on_screen(&asked, &mut lines).0
}

/// Asks, and keeps what was drawn.
pub(crate) fn on_screen(asked: &Asked<'_>, lines: &mut dyn Lines) -> (Ended, String) {
    let mut screen = Vec::new();
    let ended = ask_in_lines(asked, lines, &mut screen);
    (ended, String::from_utf8(screen).unwrap())
}

/// `auth="JWT" features=["Caching"]*`, a star for what nobody chose; else how it ended.
pub(crate) fn brief(ended: &Ended) -> String {
    match ended {
        Ended::Answered { answers, .. } => {
            let answers: Vec<String> = answers
                .iter()
                .map(|answer| {
                    let star = if answer.defaulted { "*" } else { "" };
                    let value = Value::to_string(&answer.value);
                    format!("{}={value}{star}", answer.question)
                })
                .collect();
            answers.join(" ")
        }
        Ended::Cancelled { reason: None } => "cancelled".into(),
        Ended::Cancelled {
            reason: Some(reason),
        } => format!("cancelled: {reason}"),
        Ended::Interrupted => "interrupted".into(),
        Ended::Gone => "gone".into(),
        Ended::Elsewhere => "elsewhere".into(),
        Ended::NoAnswer { .. } => "no answer".into(),
        Ended::NoInput { .. } => "no input".into(),
    }
}

/// The notes that came with it.
pub(crate) fn notes(ended: &Ended) -> &[String] {
    match ended {
        Ended::Answered { notes, .. } | Ended::NoAnswer { notes } | Ended::NoInput { notes } => {
            notes
        }
        _ => &[],
    }
}
