//! The person at the other end: what is said to them, and what they say.

use std::io::{self, Write};

use sayso_core::answer_check;
use sayso_core::lang::Lang;
use sayso_core::question::Question;

use super::fault::Fault;
use super::lines::{Echo, Lines};
use super::typed::Typed;
use super::wording;
use crate::ended::Ended;

/// The person at the other end, or the script. An `Err` is how asking ended early.
pub(super) struct Prompter<'a> {
    pub(super) lang: Lang,
    pub(super) lines: &'a mut dyn Lines,
    pub(super) out: &'a mut dyn Write,
    /// What was made of lines that did not fit.
    pub(super) notes: Vec<String>,
}

impl Prompter<'_> {
    /// Whether somebody sits there who can be asked again.
    pub(super) fn can_ask_again(&self) -> bool {
        self.lines.can_ask_again()
    }

    /// What was typed before a question is drawn was not meant for it.
    pub(super) fn discard_typed_ahead(&mut self) -> Result<(), Ended> {
        gone(self.lines.discard_typed_ahead())
    }

    /// Reads a line for a question. Ctrl-D asks whether to cancel and then for the line again.
    pub(super) fn line(
        &mut self,
        question: &Question,
        drawing: &str,
        hint: &str,
    ) -> Result<Result<String, Fault>, Ended> {
        let mut drawing = drawing.to_owned();
        loop {
            if question.secret {
                gone(self.lines.echo(Echo::Off))?;
            }
            self.draw(&drawing)?;
            let typed = self.next();
            if question.secret {
                gone(self.lines.echo(Echo::On))?;
            }
            match typed? {
                Typed::Line(line) => return Ok(Ok(line)),
                Typed::TooLong => return Ok(Err(Fault::LineTooLong)),
                Typed::NotText => return Ok(Err(Fault::NotText)),
                Typed::Resumed => drawing = hint.to_owned(),
                Typed::EndOfInput if self.lines.can_ask_again() => {
                    self.offer_cancel()?;
                    drawing = hint.to_owned();
                }
                _ => {
                    let note = wording::input_ended(Some(question), self.lang);
                    return Err(self.no_input(note));
                }
            }
        }
    }

    /// Reads a line that is no answer.
    pub(super) fn plain_line(&mut self, hint: &str) -> Result<String, Ended> {
        loop {
            self.discard_typed_ahead()?;
            self.draw(hint)?;
            match self.next()? {
                Typed::Line(line) => return Ok(line),
                Typed::EndOfInput => self.offer_cancel()?,
                _ => {}
            }
        }
    }

    /// Asks once whether to cancel, and why. A second Ctrl-D does not cancel: it may be the
    /// terminal that ends.
    pub(super) fn offer_cancel(&mut self) -> Result<(), Ended> {
        let lang = self.lang;
        self.discard_typed_ahead()?;
        self.draw(wording::cancel_hint(lang))?;
        let sure = match self.next()? {
            Typed::Line(line) => matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是"),
            Typed::EndOfInput => return Err(Ended::Gone),
            _ => false,
        };
        if !sure {
            return Ok(());
        }
        loop {
            self.draw(wording::reason_hint(lang))?;
            let fault = match self.next()? {
                Typed::Line(line) => match answer_check::words(&line) {
                    Ok(reason) => return Err(Ended::Cancelled { reason }),
                    Err(problem) => Fault::Refused(problem),
                },
                Typed::EndOfInput => return Err(Ended::Cancelled { reason: None }),
                Typed::TooLong => Fault::LineTooLong,
                Typed::NotText => Fault::NotText,
                _ => continue,
            };
            self.draw(&wording::try_again(&fault, lang))?;
        }
    }

    /// The next thing that is typed, unless asking ends with it.
    fn next(&mut self) -> Result<Typed, Ended> {
        let typed = match self.lines.next() {
            Ok(typed) => typed,
            Err(_) if self.lines.can_ask_again() => return Err(Ended::Gone),
            Err(error) => {
                let note = wording::input_failed(&error, self.lang);
                return Err(self.no_input(note));
            }
        };
        let ended = match typed {
            Typed::Interrupted => Some(Ended::Interrupted),
            Typed::Gone => Some(Ended::Gone),
            Typed::Elsewhere => Some(Ended::Elsewhere),
            _ => None,
        };
        // What a person types ends its line on the screen; nothing else does.
        let is_line = matches!(typed, Typed::Line(_) | Typed::TooLong | Typed::NotText);
        if !(is_line && self.lines.can_ask_again()) {
            let _ = self.draw("\n");
        }
        ended.map_or(Ok(typed), Err)
    }

    /// Draws at one stroke. A terminal that takes nothing more is gone; a script needs no screen.
    pub(super) fn draw(&mut self, text: &str) -> Result<(), Ended> {
        if text.is_empty() {
            return Ok(());
        }
        let drawn = self.out.write_all(text.as_bytes());
        let drawn = drawn.and_then(|()| self.out.flush());
        if self.lines.can_ask_again() {
            gone(drawn)?;
        }
        Ok(())
    }

    /// Nothing can be submitted, and why.
    pub(super) fn no_input(&mut self, note: String) -> Ended {
        let mut notes = std::mem::take(&mut self.notes);
        notes.push(note);
        Ended::NoInput { notes }
    }
}

fn gone(done: io::Result<()>) -> Result<(), Ended> {
    done.map_err(|_| Ended::Gone)
}
