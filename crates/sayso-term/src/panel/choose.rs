//! Answering: what a choice, a tick, a yes, own words and the end of it do to the form.

use sayso_core::form::Edit;
use sayso_core::id::QuestionId;
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::safe_text;

use super::item::Spot;
use super::words::Words;
use super::{Panel, Then, wording};

/// Words of an option that refuses, for an approval that offers more than yes and no.
const REFUSING: &[&str] = &[
    "no",
    "deny",
    "reject",
    "refuse",
    "decline",
    "cancel",
    "abort",
    "disallow",
    "block",
    "否",
    "拒绝",
    "不允许",
    "取消",
    "不同意",
];

/// Whether the n-th choice of an approval refuses, by what is read of it: nobody sees its id.
pub(super) fn refuses(question: &Question, at: usize) -> bool {
    question.choices.get(at).is_some_and(|choice| {
        let mut words = choice.label.split(|c: char| !c.is_alphanumeric());
        let first = words.find(|word| !word.is_empty());
        first.is_some_and(|word| REFUSING.contains(&word.to_lowercase().as_str()))
    })
}

impl Panel {
    /// Takes the row one is on, and goes on.
    pub(super) fn choose(&mut self) -> Then {
        let Some((id, spot)) = self
            .focus()
            .map(|focus| (focus.question.clone(), focus.spot))
        else {
            return Then::Nothing;
        };
        if !self.is_in_sight() {
            self.warn(wording::nothing_found(self.lang));
            return Then::Nothing;
        }
        let Some(question) = self.question(&id) else {
            return Then::Nothing;
        };
        let (kind, required) = (question.kind, question.required);
        match spot {
            Spot::Note => {
                self.leave_note();
                return Then::Nothing;
            }
            Spot::Yes(yes) => return self.say_yes(yes),
            Spot::Choice(at) if kind == Kind::MultipleChoice => {
                if !self.may_pick(spot) {
                    return Then::Nothing;
                }
                self.pick(&id, at);
            }
            Spot::Other if kind == Kind::MultipleChoice || self.has_words() => {
                if !self.has_words() {
                    self.filter = None;
                    self.settle();
                    self.warn(wording::write_first(self.lang));
                    return Then::Nothing;
                }
                if !self.may_pick(spot) {
                    return Then::Nothing;
                }
                let on = Edit::OtherOn {
                    question: id.clone(),
                    on: true,
                };
                self.edit(&on);
            }
            Spot::Choice(_) | Spot::Other => {
                if required && !self.is_answered(&id) {
                    self.warn(wording::tick_first(self.lang));
                    return Then::Nothing;
                }
            }
            Spot::Text => {
                if required && !self.has_words() {
                    self.warn(wording::write_first(self.lang));
                    return Then::Nothing;
                }
            }
        }
        self.filter = None;
        self.advance(&id)
    }

    /// Picks the row one is on, or takes the pick back, and stays.
    pub(super) fn toggle(&mut self) {
        let Some((id, spot)) = self
            .focus()
            .map(|focus| (focus.question.clone(), focus.spot))
        else {
            return;
        };
        if !self.is_in_sight() {
            self.warn(wording::nothing_found(self.lang));
            return;
        }
        if !self.may_pick(spot) {
            return;
        }
        match spot {
            Spot::Choice(at) => {
                let choice = self
                    .question(&id)
                    .and_then(|q| q.choices.get(at))
                    .map(|c| c.id.clone());
                if let Some(choice) = choice {
                    let question = id;
                    self.edit(&Edit::Toggle { question, choice });
                }
            }
            Spot::Yes(yes) => {
                let was = self.form.entry(&id).yes;
                let yes = (was != Some(yes)).then_some(yes);
                self.edit(&Edit::Yes { question: id, yes });
            }
            Spot::Other | Spot::Text | Spot::Note => {}
        }
    }

    /// A digit takes the option of that number, and of several only ticks it. An approval takes none.
    pub(super) fn digit(&mut self, digit: usize) -> Then {
        let Some(question) = self.focused() else {
            return Then::Nothing;
        };
        if self.is_approval() {
            self.warn(wording::no_digits(self.lang));
            return Then::Nothing;
        }
        let (id, kind, count) = (question.id.clone(), question.kind, question.choices.len());
        let other = question.allow_other;
        match (kind, digit) {
            (Kind::MultipleChoice | Kind::Checkbox, 0) if other => {
                self.go_to_spot(&id, Spot::Other);
                Then::Nothing
            }
            (Kind::MultipleChoice, 1..) if digit <= count => {
                self.go_to_spot(&id, Spot::Choice(digit - 1));
                self.choose()
            }
            (Kind::Checkbox, 1..) if digit <= count => {
                self.go_to_spot(&id, Spot::Choice(digit - 1));
                self.toggle();
                Then::Nothing
            }
            (Kind::Boolean, 1 | 2) => {
                self.go_to_spot(&id, Spot::Yes(digit == 1));
                self.choose()
            }
            _ => Then::Nothing,
        }
    }

    pub(super) fn say_yes(&mut self, yes: bool) -> Then {
        let Some(id) = self.focus().map(|focus| focus.question.clone()) else {
            return Then::Nothing;
        };
        self.go_to_spot(&id, Spot::Yes(yes));
        if !self.may_pick(Spot::Yes(yes)) {
            return Then::Nothing;
        }
        let question = id.clone();
        let yes = Some(yes);
        self.edit(&Edit::Yes { question, yes });
        self.advance(&id)
    }

    /// Nothing is allowed before all that it would permit was on the screen.
    fn may_pick(&mut self, spot: Spot) -> bool {
        let may = self
            .focused()
            .is_none_or(|question| self.may_take(question, spot));
        if !may {
            self.warn(wording::read_first(self.lang));
        }
        may
    }

    fn pick(&mut self, question: &QuestionId, at: usize) {
        let choice = self
            .question(question)
            .and_then(|q| q.choices.get(at))
            .map(|c| c.id.clone());
        if let Some(choice) = choice {
            let question = question.clone();
            self.edit(&Edit::Pick { question, choice });
        }
    }

    /// Takes the answer of this question back; own words and the note are kept to be used again.
    pub(super) fn take_back(&mut self) {
        let Some(question) = self.focus().map(|focus| focus.question.clone()) else {
            return;
        };
        let entry = self.form.entry(&question);
        for choice in entry.picked {
            let question = question.clone();
            self.edit(&Edit::Unpick { question, choice });
        }
        if entry.other_on {
            let (question, on) = (question.clone(), false);
            self.edit(&Edit::OtherOn { question, on });
        }
        if entry.yes.is_some() {
            self.edit(&Edit::Yes {
                question,
                yes: None,
            });
        }
    }

    /// Leaves the question out and goes on, where that is allowed.
    pub(super) fn skip(&mut self) -> Then {
        let Some(question) = self.focused() else {
            return Then::Nothing;
        };
        if question.required {
            self.warn(wording::is_required(self.lang));
            return Then::Nothing;
        }
        let id = question.id.clone();
        self.take_back();
        // Of a text nothing stays that could be kept aside: left out is left out.
        if self.form.edit(&Edit::Text {
            question: id.clone(),
            words: String::new(),
        }) {
            self.changed = true;
            self.words = None;
            self.settle();
        }
        self.filter = None;
        self.advance(&id)
    }

    /// Writes a note beside the answer of the question one is on.
    pub(super) fn note(&mut self) {
        let Some(id) = self.focus().map(|focus| focus.question.clone()) else {
            return;
        };
        self.filter = None;
        self.noted_from = self.focus().cloned();
        self.noting = Some(id.clone());
        self.go_to_spot(&id, Spot::Note);
    }

    /// Back from a note to what it stands beside.
    pub(super) fn leave_note(&mut self) {
        let Some(id) = self.focus().map(|focus| focus.question.clone()) else {
            return;
        };
        self.noting = None;
        let from = self.noted_from.take().filter(|from| from.question == id);
        let spot = match from {
            // Enter would take another row than the one that the note was written beside.
            Some(from) if from.spot != Spot::Note => Some(from.spot),
            _ => self
                .question(&id)
                .map(|question| self.opening(question).spot),
        };
        if let Some(spot) = spot {
            self.go_to_spot(&id, spot);
        }
    }

    /// Puts what is written where one is into the form.
    pub(super) fn write_through(&mut self) {
        let (Some(words), Some(focus)) = (&self.words, self.focus()) else {
            return;
        };
        let (question, words) = (focus.question.clone(), words.text().to_owned());
        let edit = match focus.spot {
            Spot::Other => Edit::Other { question, words },
            Spot::Text => Edit::Text { question, words },
            Spot::Note => Edit::Note { question, words },
            Spot::Choice(_) | Spot::Yes(_) => return,
        };
        self.edit(&edit);
    }

    /// The words of the row one is on, for a cursor to go through.
    pub(super) fn written(&self) -> Option<Words> {
        let focus = self.focus()?;
        let entry = self.form.entry(&focus.question);
        match focus.spot {
            Spot::Other => Some(Words::new(entry.other)),
            Spot::Text => Some(Words::new(entry.text)),
            Spot::Note => Some(Words::new(entry.note)),
            Spot::Choice(_) | Spot::Yes(_) => None,
        }
    }

    fn has_words(&self) -> bool {
        let words = self.words.as_ref().map(Words::text);
        words.is_some_and(|words| !safe_text::is_blank(words))
    }

    pub(super) fn is_answered(&self, id: &QuestionId) -> bool {
        self.question(id)
            .is_some_and(|question| self.form.is_answered(question))
    }

    /// Gives the answers, if nothing stands in the way; else goes to where something does.
    pub(super) fn submit(&mut self) -> Then {
        let problems = self.form.problems();
        let Some(first) = problems.first() else {
            if let Some(unread) = self.unread_yes() {
                self.go_to_question(&unread);
                self.warn(wording::read_first(self.lang));
                return Then::Nothing;
            }
            return Then::Answer(self.form.answers());
        };
        let place = QuestionId::from(first.path.as_str());
        let text = wording::not_yet(&problems, self.lang);
        self.go_to_question(&place);
        self.warn(text);
        Then::Nothing
    }
}
