//! The person at the other end: what is said to them, and what they say.

use std::io::{self, Write};

use sayso_core::answer_check;
use sayso_core::lang::Lang;
use sayso_core::question::Question;

use super::fault::Fault;
use super::lines::{Echo, Lines, Quiet};
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

/// What is drawn before a line is read.
#[derive(Clone, Copy)]
pub(super) struct Prompt<'p> {
    /// What one has to read first. Keys are taken once it was there for a moment.
    pub(super) above: &'p str,
    /// What stands before the line itself, once it is taken.
    pub(super) hint: &'p str,
    /// Whether the line belongs to the one before, and may have been typed together with it.
    pub(super) goes_on: bool,
    /// Whether what is typed is shown.
    pub(super) echo: Echo,
}

impl<'p> Prompt<'p> {
    /// A prompt with nothing above it.
    pub(super) fn of(hint: &'p str) -> Self {
        Self {
            above: "",
            hint,
            goes_on: false,
            echo: Echo::On,
        }
    }
}

impl Prompter<'_> {
    /// Whether somebody sits there who can be asked again.
    pub(super) fn can_ask_again(&self) -> bool {
        self.lines.can_ask_again()
    }

    /// Reads a line for a question. Ctrl-D asks whether to cancel and then for the line again.
    pub(super) fn line(
        &mut self,
        question: &Question,
        prompt: Prompt<'_>,
    ) -> Result<Result<String, Fault>, Ended> {
        let echo = match question.secret {
            true => Echo::Off,
            false => Echo::On,
        };
        let mut prompt = Prompt { echo, ..prompt };
        loop {
            match self.ask(prompt)? {
                Typed::Line(line) => return Ok(Ok(line)),
                Typed::TooLong => return Ok(Err(Fault::LineTooLong)),
                Typed::NotText => return Ok(Err(Fault::NotText)),
                Typed::Resumed => {}
                Typed::EndOfInput if self.lines.can_ask_again() => self.offer_cancel()?,
                _ => {
                    let note = wording::input_ended(question, self.lang);
                    return Err(self.no_input(note));
                }
            }
            prompt = Prompt {
                echo,
                ..Prompt::of(prompt.hint)
            };
        }
    }

    /// Draws a prompt, and waits for what is typed there.
    fn ask(&mut self, prompt: Prompt<'_>) -> Result<Typed, Ended> {
        if !prompt.goes_on {
            gone(self.lines.hold())?;
        }
        self.draw(prompt.above)?;
        if !prompt.goes_on
            && let Some(ended) = self.drop_typed_ahead()?
        {
            return Ok(ended);
        }
        gone(self.lines.echo(prompt.echo))?;
        self.draw(prompt.hint)?;
        self.next()
    }

    /// Waits until nobody types, and says so if something that was typed is not taken.
    fn drop_typed_ahead(&mut self) -> Result<Option<Typed>, Ended> {
        let mut asked_for_enter = false;
        loop {
            let quiet = self.lines.until_quiet();
            if std::mem::take(&mut asked_for_enter) {
                self.draw("\n")?;
            } else if matches!(quiet, Ok(Quiet::Dropped)) {
                self.draw(wording::typed_ahead(self.lang))?;
            }
            match quiet {
                Ok(Quiet::Untouched | Quiet::Dropped) => return Ok(None),
                Ok(Quiet::Unfinished) => {
                    self.draw(wording::typed_ahead_unfinished(self.lang))?;
                    asked_for_enter = true;
                }
                Ok(Quiet::Ended(typed)) => return self.ended_by(typed).map(Some),
                Err(_) => return Err(Ended::Gone),
            }
        }
    }

    /// Reads a line that is no answer.
    pub(super) fn plain_line(&mut self, hint: &str) -> Result<String, Ended> {
        loop {
            match self.ask(Prompt::of(hint))? {
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
        let sure = match self.ask(Prompt::of(wording::cancel_hint(lang)))? {
            Typed::Line(line) => matches!(line.trim().to_lowercase().as_str(), "y" | "yes" | "是"),
            Typed::EndOfInput => return Err(Ended::Gone),
            _ => false,
        };
        if !sure {
            return Ok(());
        }
        let why = Prompt {
            goes_on: true,
            ..Prompt::of(wording::reason_hint(lang))
        };
        loop {
            let fault = match self.ask(why)? {
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
        self.ended_by(typed)
    }

    /// What was typed, unless asking ends with it.
    fn ended_by(&mut self, typed: Typed) -> Result<Typed, Ended> {
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

    /// A line holds no answer, and why.
    pub(super) fn no_answer(&mut self, note: String) -> Ended {
        let mut notes = std::mem::take(&mut self.notes);
        notes.push(note);
        Ended::NoAnswer { notes }
    }

    /// There is no line, and why.
    pub(super) fn no_input(&mut self, note: String) -> Ended {
        let mut notes = std::mem::take(&mut self.notes);
        notes.push(note);
        Ended::NoInput { notes }
    }
}

fn gone(done: io::Result<()>) -> Result<(), Ended> {
    done.map_err(|_| Ended::Gone)
}
