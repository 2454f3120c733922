//! What a desk writes, read back.

use sayso_core::actor::Actor;
use sayso_core::answer::{Answer, Answers};
use sayso_core::answer_check;
use sayso_core::asker::Asker;
use sayso_core::closing::Closing;
use sayso_core::decider::Decider;
use sayso_core::delivery::Delivery;
use sayso_core::dialect::Dialect;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::given::Given;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::source::Source;
use sayso_core::state::State;
use serde::Deserialize;
use serde_json::Value;

use super::{RemoteError, RemoteInteraction};

#[cfg(test)]
mod tests;

/// `{"success":false,"error":{…}}`.
#[derive(Debug, Deserialize)]
pub(super) struct FailureBody {
    error: ErrorBody,
}

#[derive(Debug, Deserialize)]
struct ErrorBody {
    code: String,
    message: String,
    #[serde(default)]
    details: Vec<IssueBody>,
}

#[derive(Debug, Deserialize)]
struct IssueBody {
    path: String,
    message: String,
}

impl FailureBody {
    pub(super) fn into_error(self, status: u16) -> RemoteError {
        let details = self.error.details.into_iter();
        RemoteError::Refused {
            status,
            code: self.error.code,
            message: self.error.message,
            details: details
                .map(|issue| format!("{}: {}", issue.path, issue.message))
                .collect(),
        }
    }
}

/// An interaction.
#[derive(Debug, Deserialize)]
pub(super) struct InteractionBody {
    interaction_id: InteractionId,
    session_id: SessionId,
    round: u32,
    state: State,
    questions: Questions,
    #[serde(default)]
    source: Source,
    #[serde(default)]
    agent: Option<Asker>,
    #[serde(default)]
    project: Option<String>,
    #[serde(default)]
    tool_use_id: Option<String>,
    #[serde(default)]
    dialect: Option<Dialect>,
    #[serde(default)]
    outcome: Option<OutcomeBody>,
}

#[derive(Debug, Deserialize)]
struct OutcomeBody {
    state: State,
    answers: Vec<AnswerBody>,
    #[serde(default)]
    defaulted: Vec<QuestionId>,
    decided_by: Decider,
    evidence: Evidence,
    delivery: Delivery,
    by: String,
    via: Face,
    at: Moment,
    took_ms: u64,
    #[serde(default)]
    reason: Option<String>,
    #[serde(default)]
    interrupted: bool,
    #[serde(default)]
    reopened_as: Option<InteractionId>,
    #[serde(default)]
    credential: Option<String>,
}

#[derive(Debug, Deserialize)]
struct AnswerBody {
    question_id: QuestionId,
    answer: Value,
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    follow_ups: Vec<Self>,
}

impl InteractionBody {
    pub(super) fn into_interaction(self, raw: Value) -> Result<RemoteInteraction, RemoteError> {
        let asker = self.agent.unwrap_or_default();
        let questions = self.questions;
        let outcome = match self.outcome {
            None => None,
            Some(body) => Some(Outcome {
                interaction: self.interaction_id,
                session: self.session_id.clone(),
                round: self.round,
                tool_use_id: self.tool_use_id,
                dialect: self.dialect.unwrap_or(Dialect::Id),
                source: self.source,
                asker: Asker {
                    credential: body.credential.clone(),
                    ..asker.clone()
                },
                questions: questions.clone(),
                delivery: body.delivery,
                reopened_as: body.reopened_as,
                closing: body.into_closing(&questions)?.into(),
            }),
        };
        Ok(RemoteInteraction {
            id: self.interaction_id,
            session: self.session_id,
            round: self.round,
            state: self.state,
            questions,
            source: self.source,
            asker,
            project: self.project,
            outcome,
            raw,
        })
    }
}

impl OutcomeBody {
    fn into_closing(self, questions: &Questions) -> Result<Closing, RemoteError> {
        let mut answers = Answers::new();
        for answer in self.answers {
            answer.gather(questions, &self.defaulted, &mut answers)?;
        }
        Ok(Closing {
            state: self.state,
            decided_by: self.decided_by,
            actor: Actor::new(self.by, self.via, self.evidence),
            at: self.at,
            took_ms: self.took_ms,
            reason: self.reason,
            interrupted: self.interrupted,
            answers,
            request: None,
        })
    }
}

impl AnswerBody {
    /// Takes this answer and those of its follow-ups. Hidden ones are secret words that are not
    /// for this reader; anything else that cannot be read is an error.
    fn gather(
        self,
        questions: &Questions,
        defaulted: &[QuestionId],
        answers: &mut Answers,
    ) -> Result<(), RemoteError> {
        let unreadable = || RemoteError::Unreadable(self.question_id.to_string());
        let mut tree = whole_tree(questions);
        let question = tree
            .find(|q| q.id == self.question_id)
            .ok_or_else(unreadable)?;
        let given = match answer_check::read(question, &self.answer) {
            Ok(Some(given)) => given,
            Ok(None) if self.hidden => Given::Hidden,
            _ => return Err(unreadable()),
        };
        let mut answer = Answer::new(given);
        answer.note = self.note;
        answer.defaulted = defaulted.contains(&self.question_id);
        answers.insert(self.question_id, answer);
        for follow_up in self.follow_ups {
            follow_up.gather(questions, defaulted, answers)?;
        }
        Ok(())
    }
}
