//! Asking in lines.

use std::collections::HashSet;
use std::io::Write;

use sayso_core::answer_check;
use sayso_core::choice::Choice;
use sayso_core::command::GivenAnswer;
use sayso_core::form::{Edit, Form};
use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::kind::Kind;
use sayso_core::on_the_table::Shown;
use sayso_core::question::Question;

use super::fault::Fault;
use super::lines::Lines;
use super::prompter::Prompter;
use super::reply::{self, Bad, Picked, Reply};
use super::wording::Made;
use super::{screen, wording};
use crate::asked::Asked;
use crate::ended::Ended;

/// Asks one question after another, follow-ups right after what they hang under.
///
/// Whoever sits there is told what was wrong and asked again. Piped lines cannot be asked again:
/// what is wrong falls to the default, else to the first option, is marked `defaulted` and noted.
/// The end of input is never an answer.
pub fn ask_in_lines(asked: &Asked<'_>, lines: &mut dyn Lines, out: &mut dyn Write) -> Ended {
    let talk = Talk {
        asked,
        form: Form::new(asked.questions.to_vec(), asked.source),
        prompter: Prompter {
            lang: asked.lang,
            lines,
            out,
            notes: Vec::new(),
        },
        done: HashSet::new(),
        defaulted: HashSet::new(),
    };
    match talk.run() {
        Ok(ended) | Err(ended) => ended,
    }
}

/// One interaction with a person while it goes on. An `Err` is how it ended early.
struct Talk<'a> {
    asked: &'a Asked<'a>,
    form: Form,
    prompter: Prompter<'a>,
    done: HashSet<QuestionId>,
    defaulted: HashSet<QuestionId>,
}

impl Talk<'_> {
    fn run(mut self) -> Result<Ended, Ended> {
        let lang = self.asked.lang;
        self.prompter.draw(&screen::heading(self.asked))?;
        loop {
            self.ask_all()?;
            let answers = self.answers();
            if !answers.is_empty() {
                let notes = self.prompter.notes;
                return Ok(Ended::Answered { answers, notes });
            }
            if !self.prompter.can_ask_again() {
                return Err(self.prompter.no_input(wording::input_ended(None, lang)));
            }
            self.prompter.draw(wording::nothing_answered(lang))?;
            self.prompter.offer_cancel()?;
            self.done.clear();
        }
    }

    fn ask_all(&mut self) -> Result<(), Ended> {
        loop {
            let table = self.form.clone();
            let shown = table.shown();
            let next = shown.iter().find(|s| !self.done.contains(&s.question.id));
            let Some(next) = next else {
                return Ok(());
            };
            self.ask(next)?;
            self.done.insert(next.question.id.clone());
        }
    }

    fn answers(&self) -> Vec<GivenAnswer> {
        let mut answers = self.form.answers();
        for answer in &mut answers {
            answer.defaulted = self.defaulted.contains(&answer.question);
        }
        answers
    }

    fn ask(&mut self, shown: &Shown<'_>) -> Result<(), Ended> {
        let question = shown.question;
        let hint = screen::hint(self.asked, shown);
        let mut drawing = screen::question(self.asked, shown);
        loop {
            self.prompter.discard_typed_ahead()?;
            let reply = match self.prompter.line(question, &drawing, &hint)? {
                Ok(line) => reply::read(question, self.asked.source, &line),
                Err(fault) => Reply::Bad(Bad::whole(fault)),
            };
            match self.take(shown, reply)? {
                Ok(()) => return Ok(()),
                Err(bad) if !self.prompter.can_ask_again() => return self.settle(shown, bad),
                Err(bad) => {
                    drawing = wording::try_again(&bad.fault, self.asked.lang) + &hint;
                }
            }
        }
    }

    fn take(&mut self, shown: &Shown<'_>, reply: Reply) -> Result<Result<(), Bad>, Ended> {
        let question = shown.question;
        match reply {
            Reply::Picked(picked) if picked.own_words => self.own_words(shown, picked.choices),
            Reply::Picked(picked) => Ok(self.fill(question, picks(question, &picked.choices))),
            Reply::Default(choices) if self.prompter.can_ask_again() => {
                let taken = wording::taken(question, &offered(question, &choices), self.asked.lang);
                self.prompter.draw(&taken)?;
                Ok(self.fill(question, picks(question, &choices)))
            }
            Reply::Default(_) => Ok(Err(Bad::whole(Fault::Empty))),
            Reply::Words(words) => {
                let id = question.id.clone();
                let edit = Edit::Text {
                    question: id,
                    words,
                };
                Ok(self.fill(question, vec![edit]))
            }
            Reply::Yes(yes) => {
                let (id, yes) = (question.id.clone(), Some(yes));
                let edit = Edit::Yes { question: id, yes };
                Ok(self.fill(question, vec![edit]))
            }
            Reply::Skipped => {
                self.clear(question);
                if self.prompter.can_ask_again() {
                    self.prompter.draw(wording::skipped(self.asked.lang))?;
                }
                Ok(Ok(()))
            }
            Reply::Bad(bad) => Ok(Err(bad)),
        }
    }

    /// Own words come on a line of their own; an empty one leads back to the choices.
    fn own_words(
        &mut self,
        shown: &Shown<'_>,
        beside: Vec<ChoiceId>,
    ) -> Result<Result<(), Bad>, Ended> {
        let question = shown.question;
        let hint = screen::own_words_hint(self.asked, shown);
        let words = self.prompter.line(question, &hint, &hint)?;
        let filled = words.map_err(Bad::whole).and_then(|words| {
            let mut edits = picks(question, &beside);
            let id = question.id.clone();
            edits.push(Edit::Other {
                question: id,
                words,
            });
            self.fill_own(question, edits)
        });
        Ok(filled.map_err(|bad| Bad {
            fault: bad.fault,
            kept: Picked {
                choices: beside,
                own_words: false,
            },
        }))
    }

    fn fill_own(&mut self, question: &Question, edits: Vec<Edit>) -> Result<(), Bad> {
        self.fill(question, edits)?;
        if self.form.entry(&question.id).other_on {
            Ok(())
        } else {
            self.clear(question);
            Err(Bad::whole(Fault::Empty))
        }
    }

    /// Enters an answer in place of what was entered, if it passes the check that all do.
    fn fill(&mut self, question: &Question, edits: Vec<Edit>) -> Result<(), Bad> {
        self.clear(question);
        for edit in &edits {
            self.form.edit(edit);
        }
        let given = self.form.answers();
        let given = given.iter().find(|answer| answer.question == question.id);
        let fault = match given.map(|given| answer_check::read(question, &given.value)) {
            Some(Ok(Some(_))) => return Ok(()),
            Some(Ok(None)) | None => Fault::Empty,
            Some(Err(problem)) => Fault::Refused(problem),
        };
        self.clear(question);
        Err(Bad::whole(fault))
    }

    fn clear(&mut self, question: &Question) {
        let id = question.id.clone();
        self.form.edit(&Edit::Clear { question: id });
        self.defaulted.remove(&question.id);
    }

    /// Makes the best of a bad line that cannot be asked again, and says what.
    fn settle(&mut self, shown: &Shown<'_>, bad: Bad) -> Result<(), Ended> {
        let question = shown.question;
        let Bad { fault, kept } = bad;
        if kept.own_words {
            self.note(question, &fault, &Made::KeptOwnWords);
            return match self.own_words(shown, kept.choices)? {
                Ok(()) => Ok(()),
                Err(bad) => self.settle(shown, bad),
            };
        }
        if !kept.choices.is_empty() && self.fill(question, picks(question, &kept.choices)).is_ok() {
            let kept = offered(question, &kept.choices);
            self.note(question, &fault, &Made::Kept(kept));
            return Ok(());
        }
        let stand_in = reply::stand_in(question, self.asked.source);
        if !stand_in.is_empty() && self.fill(question, picks(question, &stand_in)).is_ok() {
            self.defaulted.insert(question.id.clone());
            let stand_in = offered(question, &stand_in);
            self.note(question, &fault, &Made::StoodIn(stand_in));
            return Ok(());
        }
        if question.required {
            let note = wording::note(question, &fault, &Made::Nothing, self.asked.lang);
            return Err(self.prompter.no_input(note));
        }
        self.clear(question);
        self.note(question, &fault, &Made::LeftOut);
        Ok(())
    }

    fn note(&mut self, question: &Question, fault: &Fault, made: &Made<'_>) {
        let note = wording::note(question, fault, made, self.asked.lang);
        self.prompter.notes.push(note);
    }
}

fn picks(question: &Question, choices: &[ChoiceId]) -> Vec<Edit> {
    let picks = choices.iter().map(|choice| Edit::Pick {
        question: question.id.clone(),
        choice: choice.clone(),
    });
    picks.collect()
}

fn offered<'q>(question: &'q Question, choices: &[ChoiceId]) -> Vec<&'q Choice> {
    let most = if question.kind == Kind::Checkbox {
        choices.len()
    } else {
        1
    };
    let choices = choices.iter().take(most);
    choices.filter_map(|id| question.choice(id)).collect()
}
