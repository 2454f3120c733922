//! A life of random wishes, and what holds of it after each.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use sayso_core::answer_check;
use sayso_core::command::{Answering, Command, GivenAnswer};
use sayso_core::event::Event;
use sayso_core::id::{CallKey, InteractionId, QuestionId, RequestKey};
use sayso_core::interaction::shown;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::question::Question;
use sayso_core::record::Record;
use sayso_core::refusal::Refusal;
use sayso_core::render::{KeyBy, command_output, outcome_wire, sentence, tool_result};
use sayso_core::session::Session;
use sayso_core::state::State;
use serde_json::{Value, json};

use super::Wish;
use crate::generated;
use crate::life::{Came, Life, ann};

/// An answer to a question, made out of a byte: none, a good one of its kind, or a bad one.
fn value(question: &Question, byte: u8) -> Option<Value> {
    let choice = |n: u8| json!(format!("c{}", n % 3));
    Some(match (byte % 16, question.kind) {
        (0, _) => return None,
        (1, _) => Value::Null,
        (2, _) => json!({ "wrong": "shape" }),
        (3, _) => json!("not offered"),
        (4, Kind::MultipleChoice) => json!({ "other": "my own" }),
        (_, Kind::MultipleChoice) => choice(byte),
        (4, Kind::Checkbox) => json!([choice(byte), { "other": "my own" }]),
        (5, Kind::Checkbox) => json!([]),
        (6, Kind::Checkbox) => json!([choice(byte), choice(byte)]),
        (_, Kind::Checkbox) => json!([choice(byte), choice(byte.wrapping_add(1))]),
        (_, Kind::Text) => json!("words"),
        (_, Kind::Boolean) => json!(byte.is_multiple_of(2)),
    })
}

/// A life of random wishes, with what has to be remembered to judge it.
pub(super) struct World {
    life: Life,
    forms: Vec<Vec<Question>>,
    /// Every interaction, in the order asked.
    asked: Vec<InteractionId>,
    /// What was submitted for which question of which interaction, as it is read.
    submitted: HashMap<(InteractionId, QuestionId), Vec<Value>>,
    closed: BTreeMap<InteractionId, usize>,
}

impl World {
    pub(super) fn new(forms: Vec<Vec<Question>>, opening: Opening) -> Self {
        Self {
            life: Life::opened_with(opening),
            forms: forms
                .into_iter()
                .enumerate()
                .map(|(n, form)| renamed(form, n))
                .collect(),
            asked: Vec::new(),
            submitted: HashMap::new(),
            closed: BTreeMap::new(),
        }
    }

    /// Time goes by, something is wished for, and what comes of it is judged.
    pub(super) fn step(&mut self, wish: &Wish, pause: i64) -> Result<Came, TestCaseError> {
        self.life.now = Moment::from_millis(self.life.now.millis() + pause);
        let before = self.life.session.clone();
        let came = self.wish(wish);
        self.judge(wish, &before, &came)?;
        let session = &self.life.session;
        if session.opening().is_some_and(|opening| opening.serial) {
            prop_assert!(session.open().len() <= 1);
        }
        Ok(came)
    }

    fn nth(&self, which: usize) -> InteractionId {
        match self.asked.len() {
            0 => InteractionId::new(u128::MAX),
            count => self.asked[which % count],
        }
    }

    fn wish(&mut self, wish: &Wish) -> Came {
        let command = match wish {
            Wish::Ask {
                which,
                timeout,
                policy,
            } => {
                let mut ask = generated::ask(&mut self.life, self.forms[*which].clone());
                ask.key = Some(CallKey::from(format!("k{which}")));
                ask.timeout = *timeout;
                ask.on_timeout = *policy;
                ask.opening = self.life.opening.clone();
                Command::Ask(Box::new(ask))
            }
            Wish::Answer {
                which,
                whole,
                fill,
                request,
            } => self.answer(*which, *whole, fill, *request),
            Wish::Cancel(which) => Command::Cancel {
                interaction: self.nth(*which),
                reason: None,
                actor: ann(),
                request: None,
            },
            Wish::Withdraw(which) => Command::Withdraw {
                interaction: self.nth(*which),
                actor: ann(),
            },
            Wish::Hold(which, hold) => Command::Hold {
                interaction: self.nth(*which),
                hold: *hold,
                actor: ann(),
            },
            Wish::Expire(which) => Command::Expire {
                interaction: self.nth(*which),
            },
            Wish::Reopen(which, timeout) => {
                let id = self.nth(*which);
                if !self.asked.contains(&id) {
                    return Ok(Vec::new());
                }
                return self.life.reopen(id, *timeout);
            }
            Wish::Interrupt => Command::Interrupt { actor: ann() },
            Wish::Say => Command::Say(Message {
                uuid: "m".into(),
                parent: None,
                kind: MessageKind::Text,
                body: json!({ "text": "hi" }),
            }),
            Wish::AllowMore => Command::AllowMore {
                more: 1,
                actor: ann(),
            },
            Wish::EndChain => Command::EndChain { actor: ann() },
        };
        self.life.wish(&command)
    }

    fn answer(&mut self, which: usize, whole: bool, fill: &[u8], request: Option<u8>) -> Command {
        let interaction = self.nth(which);
        let mut answers = Vec::new();
        if self.asked.contains(&interaction) {
            let asked = self.life.asked(interaction);
            let tree = whole_tree(&asked.questions);
            for (question, byte) in tree.into_iter().zip(fill.iter().cycle()) {
                let Some(value) = value(question, *byte) else {
                    continue;
                };
                if let Ok(Some(given)) = answer_check::read(question, &value) {
                    let key = (interaction, question.id.clone());
                    self.submitted.entry(key).or_default().push(given.wire());
                }
                answers.push(GivenAnswer::new(question.id.as_str(), value));
            }
        }
        Command::Answer(Answering {
            interaction,
            answers,
            whole,
            actor: ann(),
            request: request.map(|n| RequestKey::from(format!("r{n}"))),
        })
    }

    /// Judges what a wish came to.
    fn judge(&mut self, wish: &Wish, before: &Session, came: &Came) -> Result<(), TestCaseError> {
        let Ok(facts) = came else {
            prop_assert_eq!(&self.life.session, before, "a refusal changes nothing");
            return Ok(());
        };
        for fact in facts {
            match fact {
                Event::Asked(asked) => {
                    prop_assert_eq!(asked.round, before.rounds() + 1);
                    prop_assert!(!self.asked.contains(&asked.interaction));
                    self.asked.push(asked.interaction);
                }
                Event::Closed { interaction, .. } => {
                    *self.closed.entry(*interaction).or_default() += 1;
                    prop_assert_eq!(self.closed[interaction], 1, "closed at most once");
                    self.judge_outcome(&self.life.outcome(*interaction))?;
                }
                Event::Answered { interaction, .. }
                | Event::Held { interaction, .. }
                | Event::Released { interaction, .. } => {
                    prop_assert!(!self.closed.contains_key(interaction), "closed is closed");
                }
                _ => {}
            }
        }
        if let Wish::Ask { which, .. } = wish {
            self.ask_again(*which)?;
        }
        Ok(())
    }

    /// The same key is the same interaction, and with other content an error, for ever.
    fn ask_again(&mut self, which: usize) -> Result<(), TestCaseError> {
        let mut again = generated::ask(&mut self.life, self.forms[which].clone());
        again.key = Some(CallKey::from(format!("k{which}")));
        let found = self.life.session.opened_by(&again);
        prop_assert!(found.is_some_and(|id| self.asked.contains(&id)));
        let decide = |ask| {
            self.life
                .session
                .decide(&Command::Ask(Box::new(ask)), self.life.now)
        };
        prop_assert_eq!(decide(again.clone()), Ok(Vec::new()));
        let mut other = generated::ask(
            &mut self.life.clone(),
            vec![Question::new("new", Kind::Text, "?")],
        );
        other.key = again.key;
        prop_assert_eq!(decide(other), Err(Refusal::KeyReused));
        Ok(())
    }

    fn judge_outcome(&self, outcome: &Outcome) -> Result<(), TestCaseError> {
        let closing = &outcome.closing;
        let on_table: Vec<&Question> = shown(&outcome.questions, &closing.answers)
            .into_iter()
            .map(|s| s.question)
            .collect();
        prop_assert!(
            closing
                .answers
                .keys()
                .all(|id| on_table.iter().any(|q| q.id == *id)),
            "pruned"
        );
        if closing.state == State::Answered {
            prop_assert!(!closing.answers.is_empty());
            for question in on_table.iter().filter(|q| q.required) {
                prop_assert!(
                    closing.answers.contains_key(&question.id),
                    "{}",
                    question.id
                );
            }
        }
        for (id, answer) in &closing.answers {
            let question = on_table.iter().find(|q| q.id == *id).unwrap();
            let wire = answer.given.wire();
            prop_assert_eq!(
                answer_check::read(question, &wire),
                Ok(Some(answer.given.clone()))
            );
            if answer.defaulted {
                prop_assert_eq!(closing.state, State::Timeout);
                let picked: Vec<_> = answer.given.picks().iter().map(|p| p.wire()).collect();
                let declared: Vec<_> = question.defaults().map(|c| json!(c.id)).collect();
                prop_assert_eq!(picked, declared);
            } else {
                let given = self.submitted.get(&(outcome.interaction, id.clone()));
                prop_assert!(
                    given.is_some_and(|given| given.contains(&wire)),
                    "never given: {wire}"
                );
            }
        }
        if closing.state == State::Cancelled {
            prop_assert!(closing.answers.is_empty());
        }
        self.judge_words(outcome, &on_table)
    }

    /// Whatever the agent reads, it reads nothing of what is not on the table.
    fn judge_words(&self, outcome: &Outcome, on_table: &[&Question]) -> Result<(), TestCaseError> {
        let mut read = vec![json!(outcome_wire(outcome)).to_string()];
        for lang in [Lang::En, Lang::Zh] {
            read.push(sentence(outcome, lang));
            read.push(tool_result(outcome, lang).content);
        }
        for key in [KeyBy::Header, KeyBy::Question, KeyBy::Id] {
            read.push(command_output(outcome, key).to_string());
        }
        for question in whole_tree(&outcome.questions) {
            if on_table.iter().any(|q| q.id == question.id) {
                continue;
            }
            for text in &read {
                prop_assert!(
                    !text.contains(question.id.as_str()),
                    "{} in {text}",
                    question.id
                );
            }
        }
        Ok(())
    }

    /// The log, written and read again, gives the same session.
    pub(super) fn fold(&self) -> Result<(), TestCaseError> {
        let mut folded = Session::new(self.life.session.id().clone());
        for record in &self.life.log {
            let text = serde_json::to_string(&record.event).unwrap();
            let event: Event = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&event, &record.event);
            folded.apply(&Record {
                event,
                ..record.clone()
            });
        }
        prop_assert_eq!(&folded, &self.life.session);
        Ok(())
    }
}

/// Names the questions of the n-th form apart from those of the others.
fn renamed(mut form: Vec<Question>, n: usize) -> Vec<Question> {
    fn rename(question: &mut Question, n: usize) {
        question.id = QuestionId::from(format!("f{n}{}", question.id));
        question.text = format!("text of {}", question.id);
        question
            .follow_ups
            .values_mut()
            .flatten()
            .for_each(|below| rename(below, n));
    }
    form.iter_mut().for_each(|question| rename(question, n));
    form
}
