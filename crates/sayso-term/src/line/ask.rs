//! Asking in lines.

use std::collections::HashSet;
use std::io::Write;

use sayso_core::command::GivenAnswer;
use sayso_core::form::{Form, resumable};
use sayso_core::id::QuestionId;
use sayso_core::on_the_table::{Shown, whole_tree};
use sayso_core::question::Question;
use sayso_core::source::Source;

use super::at_desk::{self, AtDesk};
use super::lines::Lines;
use super::prompter::{Prompt, Prompter};
use super::reply::{self, Bad, Reply};
use super::word::Word;
use super::{screen, wording};
use crate::asked::Asked;
use crate::ended::Ended;
use crate::panel::answer_of;

/// Asks one question after another, follow-ups right after what they hang under.
///
/// Whoever sits there is told what was wrong and asked again. Piped lines cannot be asked again:
/// an empty line and a number out of range fall to the declared default (and only where
/// [`Asked::first_stands_in`] says so to the first option), are marked `defaulted` and noted. Any
/// other wrong line, and the end of input, is never an answer.
pub fn ask_in_lines(asked: &Asked<'_>, lines: &mut dyn Lines, out: &mut dyn Write) -> Ended {
    let form = Form::new(asked.questions.to_vec(), asked.source);
    Talk::new(asked, form, lines, out, None).run()
}

/// The same, where the desk keeps what is entered, and whoever sits there can steer.
pub fn ask_in_lines_at(
    desk: AtDesk<'_>,
    asked: &Asked<'_>,
    lines: &mut dyn Lines,
    out: &mut dyn Write,
) -> Ended {
    let questions = asked.questions.to_vec();
    let untouched = Form::new(questions.clone(), asked.source);
    let form = match desk.draft.is_empty() {
        true => untouched.clone(),
        false => Form::resume(questions, resumable(desk.draft.clone(), asked.source)),
    };
    let desk = AtDesk {
        keeper: &mut *desk.keeper,
        draft: &mut *desk.draft,
        not_sent: desk.not_sent,
        hints: desk.hints,
    };
    let mut talk = Talk::new(asked, form, lines, out, Some(desk));
    // A draft has the declared defaults in it too.
    let entered = whole_tree(asked.questions).filter(|question| {
        let is_new = talk.form.entry(&question.id) != untouched.entry(&question.id);
        is_new && talk.form.is_answered(question)
    });
    talk.entered = entered.map(|question| question.id.clone()).collect();
    talk.run()
}

/// One interaction with a person while it goes on. An `Err` is how it ended early.
pub(super) struct Talk<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) form: Form,
    pub(super) prompter: Prompter<'a>,
    desk: Option<AtDesk<'a>>,
    /// Whether something was entered that the desk does not have yet.
    changed: bool,
    /// What was asked, in the order it was.
    path: Vec<QuestionId>,
    done: HashSet<QuestionId>,
    /// What the person entered, now or before; declared defaults are not among it.
    entered: HashSet<QuestionId>,
    pub(super) defaulted: HashSet<QuestionId>,
}

/// What follows from a line.
enum Step {
    /// The next question.
    On,
    /// The one before.
    Back,
}

impl<'a> Talk<'a> {
    fn new(
        asked: &'a Asked<'a>,
        form: Form,
        lines: &'a mut dyn Lines,
        out: &'a mut dyn Write,
        desk: Option<AtDesk<'a>>,
    ) -> Self {
        Self {
            asked,
            form,
            prompter: Prompter {
                lang: asked.lang,
                lines,
                out,
                notes: Vec::new(),
            },
            desk,
            changed: false,
            path: Vec::new(),
            done: HashSet::new(),
            entered: HashSet::new(),
            defaulted: HashSet::new(),
        }
    }
}

impl Talk<'_> {
    fn run(mut self) -> Ended {
        match self.talk() {
            // What is answered is sent as a whole.
            Ok(ended) => ended,
            Err(ended) => {
                self.keep();
                ended
            }
        }
    }

    fn talk(&mut self) -> Result<Ended, Ended> {
        let lang = self.asked.lang;
        self.prompter.draw(&screen::heading(self.asked))?;
        if let Some(why) = self.desk.as_mut().and_then(|desk| desk.not_sent.take()) {
            self.send_again(&why)?;
        } else if self.steers() && self.desk.as_ref().is_some_and(|desk| desk.hints) {
            self.prompter.draw(wording::words_hint(lang))?;
        }
        loop {
            self.ask_all()?;
            let answers = self.answers();
            if !answers.is_empty() {
                let notes = std::mem::take(&mut self.prompter.notes);
                return Ok(Ended::Answered { answers, notes });
            }
            if !self.prompter.can_ask_again() {
                let note = wording::nothing_answered(lang).trim_end().to_owned();
                return Err(self.prompter.no_answer(note));
            }
            self.prompter.draw(wording::nothing_answered(lang))?;
            self.prompter.offer_cancel()?;
            self.done.clear();
            self.path.clear();
        }
    }

    /// Whether a line can mean something else than an answer.
    fn steers(&self) -> bool {
        self.desk.is_some() && self.prompter.can_ask_again()
    }

    fn ask_all(&mut self) -> Result<(), Ended> {
        loop {
            let table = self.form.clone();
            let shown = table.shown();
            let next = shown.iter().find(|s| !self.done.contains(&s.question.id));
            let Some(next) = next else {
                return Ok(());
            };
            match self.ask(next)? {
                Step::On => {
                    let id = next.question.id.clone();
                    self.path.retain(|asked| *asked != id);
                    self.path.push(id.clone());
                    self.done.insert(id);
                }
                Step::Back => self.step_back(),
            }
        }
    }

    /// The question that was asked last, of those still on the table, is asked again.
    fn step_back(&mut self) {
        let table: Vec<QuestionId> = self
            .form
            .shown()
            .iter()
            .map(|s| s.question.id.clone())
            .collect();
        while let Some(last) = self.path.pop() {
            self.done.remove(&last);
            if table.contains(&last) {
                return;
            }
        }
    }

    /// What was given before did not get there: once more, unless the person wants to change it.
    /// An approval is asked anew.
    fn send_again(&mut self, why: &str) -> Result<(), Ended> {
        if self.asked.source == Source::Approval {
            let text = wording::answer_again(why, self.asked.lang);
            return self.prompter.draw(&text);
        }
        let shown = self.form.shown();
        self.path = shown.iter().map(|s| s.question.id.clone()).collect();
        self.done = self.path.iter().cloned().collect();
        let hint = wording::send_again(why, self.asked.lang);
        loop {
            let line = self.prompter.plain_line(&hint)?;
            if Word::read(&line) == Some(Word::Back) {
                self.step_back();
                return Ok(());
            }
            if line.trim().is_empty() {
                return Ok(());
            }
        }
    }

    fn answers(&self) -> Vec<GivenAnswer> {
        let mut answers = self.form.answers();
        for answer in &mut answers {
            answer.defaulted = self.defaulted.contains(&answer.question);
        }
        answers
    }

    fn ask(&mut self, shown: &Shown<'_>) -> Result<Step, Ended> {
        self.keep();
        let (question, lang) = (shown.question, self.asked.lang);
        let hint = screen::hint(self.asked, shown);
        let mut above = screen::boxed(self.asked, shown);
        // Leave is given in words, each time; never by an empty line.
        let kept = self.entered.contains(&question.id)
            && self.steers()
            && self.asked.source != Source::Approval;
        if kept && let Some(answer) = answer_of(&self.form, question, "—", lang) {
            above += &wording::entered(&answer, lang);
        }
        if let Some(desk) = &mut self.desk {
            above += &desk.time_left(self.asked);
        }
        loop {
            let prompt = Prompt {
                above: &above,
                ..Prompt::of(&hint)
            };
            let line = self.prompter.line(question, prompt)?;
            let reply = match line {
                Ok(line) => {
                    match self.word(&line) {
                        Some(Word::Back) if self.is_first(question) => {
                            wording::first_question(lang).clone_into(&mut above);
                            continue;
                        }
                        Some(Word::Back) => return Ok(Step::Back),
                        Some(word) => {
                            above = self.obey(question, word);
                            continue;
                        }
                        None => {}
                    }
                    if kept && line.trim().is_empty() {
                        self.prompter.draw(wording::kept(lang))?;
                        return Ok(Step::On);
                    }
                    reply::read(question, self.asked.source, self.answer_in(&line))
                }
                Err(fault) => Reply::Bad(Bad::words(fault)),
            };
            match self.take(shown, reply)? {
                Ok(()) => {
                    self.entered.insert(question.id.clone());
                    self.remember();
                    return Ok(Step::On);
                }
                Err(bad) if !self.prompter.can_ask_again() => {
                    self.settle(shown, &bad)?;
                    return Ok(Step::On);
                }
                Err(bad) => {
                    above = wording::try_again(&bad.fault, lang);
                }
            }
        }
    }

    /// What a line asks for, if it is no answer.
    pub(super) fn word(&self, line: &str) -> Option<Word> {
        self.steers().then(|| Word::read(line)).flatten()
    }

    pub(super) fn answer_in<'l>(&self, line: &'l str) -> &'l str {
        if self.steers() {
            Word::unescaped(line)
        } else {
            line
        }
    }

    fn is_first(&self, question: &Question) -> bool {
        self.path.iter().all(|asked| *asked == question.id)
    }

    /// Does what a word asks for, and says what came of it.
    pub(super) fn obey(&mut self, question: &Question, word: Word) -> String {
        let (asked, lang) = (self.asked, self.asked.lang);
        let Some(desk) = &mut self.desk else {
            return String::new();
        };
        match word {
            Word::Hold => desk.hold(asked),
            Word::History => desk.history(asked),
            Word::Help | Word::Back => wording::help(asked.seat, lang),
            Word::Note(words) => match at_desk::note(question, &words) {
                Ok(edit) => {
                    self.form.edit(&edit);
                    self.remember();
                    self.keep();
                    wording::noted(&self.form.entry(&question.id).note, lang)
                }
                Err(fault) => wording::try_again(&fault, lang),
            },
        }
    }

    /// What was entered outlives this, whatever becomes of it.
    fn remember(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.draft.clone_from(self.form.draft());
            self.changed = true;
        }
    }

    /// Keeps what was entered at the desk, if it is not there yet.
    fn keep(&mut self) {
        if let Some(desk) = self.desk.as_mut().filter(|_| self.changed) {
            desk.keeper.keep(desk.draft);
            self.changed = false;
        }
    }
}
