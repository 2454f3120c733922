//! One request to a person, while it is open.

use crate::answer::Answers;
use crate::asker::Asker;
use crate::deadline::Deadline;
use crate::dialect::Dialect;
use crate::digest::Digest;
use crate::evidence::Evidence;
use crate::given::Given;
use crate::id::{CallKey, InteractionId, QuestionId, RequestKey};
use crate::moment::Moment;
use crate::on_the_table::{Shown, on_the_table, whole_tree};
use crate::question::{Question, Questions};
use crate::source::Source;

/// One request to a person, while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interaction {
    /// Its name, for ever.
    pub id: InteractionId,
    /// The n-th interaction of its session, from 1.
    pub round: u32,
    /// How many rounds in a row the agent has asked with nothing in between.
    pub chain: u32,
    /// What makes a second ask the same ask.
    pub key: Option<CallKey>,
    /// Tells whether the second ask has the same content.
    pub digest: Digest,
    /// The tool call that waits for it.
    pub tool_use_id: Option<String>,
    /// The shape it came in.
    pub dialect: Dialect,
    /// Question or approval.
    pub source: Source,
    /// Who asks.
    pub asker: Asker,
    /// What is asked.
    pub questions: Questions,
    /// When it was asked.
    pub asked_at: Moment,
    /// When it stops waiting; without one it waits for as long as it takes.
    pub deadline: Option<Deadline>,
    /// What was answered so far, when it is answered bit by bit.
    pub answers: Answers,
    /// How the weakest of those bits is known.
    pub evidence: Option<Evidence>,
    /// The requests that brought those bits.
    pub requests: Vec<RequestKey>,
    /// The timed-out interaction that this one takes up again.
    pub reopens: Option<InteractionId>,
}

impl Interaction {
    /// The question of this id, on the table or not.
    pub fn question(&self, id: &QuestionId) -> Option<&Question> {
        whole_tree(&self.questions).find(|q| q.id == *id)
    }

    /// The questions on the table when these answers stand.
    pub fn shown<'q>(&'q self, answers: &Answers) -> Vec<Shown<'q>> {
        shown(&self.questions, answers)
    }
}

/// The questions on the table when these answers stand.
pub fn shown<'q>(questions: &'q [Question], answers: &Answers) -> Vec<Shown<'q>> {
    on_the_table(questions, &|question, trigger| {
        let given = answers.get(&question.id).map(|answer| &answer.given);
        given.is_some_and(|given: &Given| given.triggers(trigger))
    })
}
