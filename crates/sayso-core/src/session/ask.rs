//! Asking.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Past, Session};
use crate::asker::AskerKind;
use crate::command::Ask;
use crate::deadline::Deadline;
use crate::event::{Asked, Event};
use crate::id::QuestionId;
use crate::issue::Issue;
use crate::limits;
use crate::moment::Moment;
use crate::on_the_table::whole_tree;
use crate::problem::Problem;
use crate::question::{Question, Questions};
use crate::refusal::Refusal;
use crate::source::Source;

impl Session {
    pub(super) fn decide_ask(&self, ask: &Ask, now: Moment) -> Result<Vec<Event>, Refusal> {
        if ask.asker.kind == AskerKind::Sub && ask.source == Source::Tool {
            return Err(Refusal::MainAgentOnly);
        }
        let digest = ask.parsed.digest;
        if let Some(id) = self.opened_by(ask) {
            let known = self
                .interaction(id)
                .map(|interaction| interaction.digest)
                .or_else(|| self.past(id).map(|past| past.digest));
            let spent =
                |past: &Past| past.source == Source::Approval && past.delivery.is_collected();
            if self.past(id).is_some_and(spent) {
                return Err(Refusal::ApprovalSpent);
            }
            return if known == Some(digest) {
                Ok(Vec::new())
            } else {
                Err(Refusal::KeyReused)
            };
        }
        let opening = self.opening.as_ref().unwrap_or(&ask.opening);
        if opening.serial && !self.open.is_empty() {
            return Err(Refusal::InteractionPending);
        }
        if self.open.len() >= limits::OPEN_PER_SESSION {
            let limit = limits::OPEN_PER_SESSION;
            return Err(Refusal::TooManyOpen { limit });
        }
        let limit = opening.chain_rounds.unwrap_or(ask.chain_rounds);
        let any_open = !self.open.is_empty();
        let is_question = ask.source == Source::Tool;
        if is_question && !self.chain.permits(limit, now, any_open) {
            let limit = self.chain.rounds();
            return Err(Refusal::RecursiveLimitExceeded { limit });
        }
        let (before, parent) = match (&self.opening, &ask.opening.branch) {
            (None, Some(branch)) => (branch.round, branch.message.clone()),
            _ => (self.rounds, self.last_message.clone()),
        };
        let round = before + 1;
        let questions = self.named(&ask.parsed.questions, round);
        self.refuse_known_questions(&questions)?;
        if ask.source == Source::Approval {
            refuse_defaults(&questions)?;
        }

        let mut facts = Vec::with_capacity(2);
        if self.opening.is_none() {
            facts.push(Event::Opened(ask.opening.clone()));
        }
        facts.push(Event::Asked(Box::new(Asked {
            interaction: ask.interaction,
            round,
            chain: if is_question {
                self.chain.next(now, any_open)
            } else {
                1
            },
            key: ask.key.clone(),
            digest,
            tool_use_id: ask.parsed.tool_use_id.clone(),
            dialect: ask.parsed.dialect,
            source: ask.source,
            asker: ask.asker.clone(),
            questions,
            deadline: ask.timeout.map(|millis| Deadline {
                at: now.plus(millis.min(limits::TIMEOUT_MILLIS)),
                on_timeout: ask.on_timeout,
                held_with: None,
            }),
            total_rounds: ask.total_rounds,
            goes_on: ask.goes_on,
            parent,
            reopens: None,
        })));
        Ok(facts)
    }

    /// The questions, with a name for those whose dialect has none: `r2.q1`, and `r2.q1.a.q1` …
    /// for follow-ups. A name that is taken is passed over.
    pub fn named(&self, questions: &Questions, round: u32) -> Questions {
        let mut questions = Questions::clone(questions);
        if whole_tree(&questions).any(|question| question.id.is_unnamed()) {
            let named = whole_tree(&questions).filter(|question| !question.id.is_unnamed());
            let mut taken = named.map(|question| question.id.clone()).collect();
            let prefix = format!("r{round}");
            self.name_all(Arc::make_mut(&mut questions), &prefix, &mut taken);
        }
        questions
    }

    fn name_all(&self, questions: &mut [Question], prefix: &str, taken: &mut BTreeSet<QuestionId>) {
        for (n, question) in questions.iter_mut().enumerate() {
            let mut name = format!("{prefix}.q{}", n + 1);
            for (trigger, follow_ups) in &mut question.follow_ups {
                self.name_all(follow_ups, &format!("{name}.{trigger}"), taken);
            }
            while question.id.is_unnamed() {
                let id = QuestionId::from(name.as_str());
                if !self.questions.contains_key(&id) && taken.insert(id.clone()) {
                    question.id = id;
                }
                name.push('_');
            }
        }
    }

    /// In one session a question id is never used again (S0 §4.4).
    fn refuse_known_questions(&self, questions: &[Question]) -> Result<(), Refusal> {
        let issues: Vec<Issue> = whole_tree(questions)
            .filter(|question| self.questions.contains_key(&question.id))
            .map(|question| Issue::new("question_id", Problem::Twice(question.id.to_string())))
            .collect();
        if issues.is_empty() {
            Ok(())
        } else {
            Err(Refusal::DuplicateQuestionId(issues))
        }
    }
}

fn refuse_defaults(questions: &[Question]) -> Result<(), Refusal> {
    let issues: Vec<Issue> = whole_tree(questions)
        .filter(|question| question.defaults().next().is_some())
        .map(|question| {
            let path = format!("{}.options.default", question.id);
            Issue::new(path, Problem::DefaultOnApproval)
        })
        .collect();
    if issues.is_empty() {
        Ok(())
    } else {
        Err(Refusal::InvalidQuestion(issues))
    }
}
