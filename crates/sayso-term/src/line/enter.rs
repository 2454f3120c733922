//! Entering what a line means: into the form, through the check that every answer goes through.

use sayso_core::answer_check;
use sayso_core::choice::Choice;
use sayso_core::form::Edit;
use sayso_core::id::ChoiceId;
use sayso_core::kind::Kind;
use sayso_core::on_the_table::Shown;
use sayso_core::question::Question;

use super::ask::Talk;
use super::fault::Fault;
use super::prompter::Prompt;
use super::reply::{self, Bad, Reply};
use super::word::Word;
use super::wording::Made;
use super::{screen, wording};
use crate::ended::Ended;

impl Talk<'_> {
    pub(super) fn take(
        &mut self,
        shown: &Shown<'_>,
        reply: Reply,
    ) -> Result<Result<(), Bad>, Ended> {
        let question = shown.question;
        match reply {
            Reply::Picked(picked) if picked.own_words => self.own_words(shown, picked.choices),
            Reply::Picked(picked) => Ok(self.fill(question, picks(question, &picked.choices))),
            Reply::Default(choices) if self.prompter.can_ask_again() => {
                let taken = wording::taken(question, &offered(question, &choices), self.asked.lang);
                self.prompter.draw(&taken)?;
                Ok(self.fill(question, picks(question, &choices)))
            }
            Reply::Default(_) => Ok(Err(Bad::nothing(Fault::Empty))),
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
        let mut above = String::new();
        let words = loop {
            let prompt = Prompt {
                above: &above,
                goes_on: true,
                ..Prompt::of(&hint)
            };
            let line = self.prompter.line(question, prompt)?;
            match line.as_ref().ok().and_then(|line| self.word(line)) {
                // Back to the choices.
                Some(Word::Back) => break Ok(String::new()),
                Some(word) => above = self.obey(question, word),
                None => break line.map(|line| self.answer_in(&line).to_owned()),
            }
        };
        let is_alone = beside.is_empty();
        let filled = words.map_err(Bad::words).and_then(|words| {
            let mut edits = picks(question, &beside);
            let id = question.id.clone();
            edits.push(Edit::Other {
                question: id,
                words,
            });
            self.fill_own(question, edits)
        });
        // What was picked beside them is not replaced by a default.
        Ok(filled.map_err(|bad| Bad {
            is_nothing: bad.is_nothing && is_alone,
            ..bad
        }))
    }

    fn fill_own(&mut self, question: &Question, edits: Vec<Edit>) -> Result<(), Bad> {
        self.fill(question, edits)?;
        if self.form.entry(&question.id).other_on {
            Ok(())
        } else {
            self.clear(question);
            Err(Bad::nothing(Fault::Empty))
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
        let bad = match given.map(|given| answer_check::read(question, &given.value)) {
            Some(Ok(Some(_))) => return Ok(()),
            Some(Ok(None)) | None => Bad::nothing(Fault::Empty),
            Some(Err(problem)) => Bad::words(Fault::Refused(problem)),
        };
        self.clear(question);
        Err(bad)
    }

    /// Takes the answer back; a note stays.
    fn clear(&mut self, question: &Question) {
        let words = self.form.entry(&question.id).note;
        let id = || question.id.clone();
        self.form.edit(&Edit::Clear { question: id() });
        if !words.is_empty() {
            let question = id();
            self.form.edit(&Edit::Note { question, words });
        }
        self.defaulted.remove(&question.id);
    }

    /// A bad line that cannot be asked again: the declared default stands in where nothing was
    /// given, else there is no answer.
    pub(super) fn settle(&mut self, shown: &Shown<'_>, bad: &Bad) -> Result<(), Ended> {
        let question = shown.question;
        let stand_in = match bad.is_nothing {
            true => reply::stand_in(question, self.asked),
            false => Vec::new(),
        };
        if !stand_in.is_empty() && self.fill(question, picks(question, &stand_in)).is_ok() {
            self.defaulted.insert(question.id.clone());
            let stand_in = offered(question, &stand_in);
            self.note(question, &bad.fault, &Made::StoodIn(stand_in));
            return Ok(());
        }
        let note = wording::note(question, &bad.fault, &Made::Nothing, self.asked.lang);
        Err(self.prompter.no_answer(note))
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
