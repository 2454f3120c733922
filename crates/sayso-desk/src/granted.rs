//! What is told of a wish once its facts are on disk.

use std::sync::Arc;

use sayso_core::command::Command;
use sayso_core::id::InteractionId;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::session::Session;
use sayso_core::state::State;

use crate::receipt::{Receipt, Ticket};

/// What is told once the facts are on disk.
pub(crate) struct Granted {
    pub(crate) ticket: Option<Ticket>,
    pub(crate) receipt: Receipt,
    pub(crate) closed: Vec<Arc<Outcome>>,
}

/// What is told of a command, once its facts are on disk.
pub(crate) fn granted(
    session: &Session,
    command: &Command,
    known: bool,
    closed: Vec<Arc<Outcome>>,
) -> Granted {
    let interaction = match command {
        Command::Ask(ask) => session.opened_by(ask),
        Command::Reopen {
            interaction,
            successor,
            ..
        } => session
            .past(*interaction)
            .map(|past| past.reopened_as.unwrap_or(*successor)),
        Command::Answer(answering) => Some(answering.interaction),
        Command::Cancel { interaction, .. }
        | Command::Withdraw { interaction, .. }
        | Command::Hold { interaction, .. }
        | Command::Deliver { interaction, .. }
        | Command::Expire { interaction } => Some(*interaction),
        _ => None,
    };
    let asks = matches!(command, Command::Ask(_) | Command::Reopen { .. });
    Granted {
        ticket: interaction
            .filter(|_| asks)
            .and_then(|id| ticket(session, id, known)),
        receipt: Receipt {
            session: session.id().clone(),
            state: interaction.map(|id| state(session, id)),
            seq: session.seq(),
            known,
        },
        closed,
    }
}

fn state(session: &Session, interaction: InteractionId) -> State {
    session
        .past(interaction)
        .map_or(State::Pending, |past| past.closing.state)
}

fn ticket(session: &Session, id: InteractionId, known: bool) -> Option<Ticket> {
    let mut ticket = Ticket {
        interaction: id,
        session: session.id().clone(),
        round: 0,
        total_rounds: session.total_rounds(),
        chain: 0,
        state: State::Pending,
        deadline: None,
        questions: Questions::default(),
        known,
        collect_token: None,
    };
    if let Some(open) = session.interaction(id) {
        ticket.round = open.round;
        ticket.chain = open.chain;
        ticket.deadline = open.deadline.as_ref().map(|deadline| deadline.at);
        ticket.questions = open.questions.clone();
        return Some(ticket);
    }
    let past = session.past(id)?;
    ticket.round = past.round;
    ticket.state = past.closing.state;
    Some(ticket)
}
