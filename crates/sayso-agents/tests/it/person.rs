//! Somebody who does what the test says.

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_desk::{Handle, Ticket};
use serde_json::Value;

use crate::stage::Stage;

/// What somebody does about a question.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Answers the first question.
    Answer(Value),
    /// Answers these questions, by their ids.
    Fill(Vec<(&'static str, Value)>),
    /// Calls it off.
    Cancel(&'static str),
    /// Lets so many milliseconds pass.
    Wait(i64),
    /// Stops the whole task.
    Interrupt,
    /// Does nothing at all, and has the play stopped.
    Leave,
}

pub(crate) fn ann() -> Actor {
    Actor::new("ann", Face::Web, Evidence::Page)
}

impl Act {
    /// The desk may be gone by now; then nothing was done.
    pub(crate) fn carry_out(&self, stage: &Stage, handle: &Handle, ticket: &Ticket) {
        let interaction = ticket.interaction;
        match self {
            Self::Answer(value) => {
                let first = ticket.questions[0].id.as_str();
                let given = vec![GivenAnswer::new(first, value.clone())];
                let _ = handle.answer(answering(ticket, given)).wait();
            }
            Self::Fill(answers) => {
                let given = answers.iter().cloned();
                let given = given.map(|(id, value)| GivenAnswer::new(id, value));
                let _ = handle.answer(answering(ticket, given.collect())).wait();
            }
            Self::Cancel(reason) => {
                let reason = Some((*reason).to_owned());
                let _ = handle.cancel(interaction, reason, ann(), None).wait();
            }
            Self::Wait(millis) => stage.later(handle, *millis),
            Self::Interrupt => {
                let _ = handle.interrupt(ticket.session.clone(), ann()).wait();
            }
            Self::Leave => {}
        }
    }
}

fn answering(ticket: &Ticket, answers: Vec<GivenAnswer>) -> Answering {
    Answering {
        interaction: ticket.interaction,
        answers,
        whole: true,
        actor: ann(),
        request: None,
    }
}
