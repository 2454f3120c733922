//! What reaches the desk's loop.

use sayso_core::command::{Answering, Command};
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use tokio::sync::oneshot;

use crate::error::DeskError;
use crate::receipt::{Receipt, Ticket};
use crate::wait::Wait;
use crate::waiters::Wake;

pub(crate) type Answerer<T> = oneshot::Sender<Result<T, DeskError>>;

/// What reaches the desk's loop. Boxed where it is large, so that the queue stays small.
#[derive(Debug)]
pub(crate) enum Request {
    /// A wish.
    Wish(Box<Wish>),
    /// Someone wants to wait.
    Wait(Box<Wait>),
    /// A person has entered something.
    Draft(Box<(InteractionId, Draft, Answerer<()>)>),
    /// Old sessions may go.
    Forget(Moment, Answerer<u64>),
    /// Others wrote something.
    Look,
    /// The clock was moved by hand.
    ClockMoved(Answerer<()>),
    /// Finish what is queued and stop.
    Stop,
}

impl Request {
    /// Whether it is a wait, or a wish that looks at nothing beyond its session.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Self::Wish(wish) => wish.is_plain(),
            Self::Wait(_) | Self::Look => true,
            Self::Draft(_) | Self::Forget(..) | Self::ClockMoved(_) | Self::Stop => false,
        }
    }
}

/// A wish on its way through the corridor.
#[derive(Debug)]
pub(crate) struct Wish {
    pub(crate) to: To,
    pub(crate) then: Then,
}

impl Wish {
    /// Whether it looks at nothing beyond its session.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self.to,
            To::Session(..) | To::NewSession(..) | To::Interaction(..)
        )
    }
}

/// Many wishes. They stay in their boxes, so that the list grows without moving what is large.
pub(crate) type Wishes = Vec<Box<Wish>>;

/// Whom a wish is for, and what it is.
#[derive(Debug)]
pub(crate) enum To {
    /// A session.
    Session(SessionId, Command),
    /// A session whose name was made up just now.
    NewSession(SessionId, Command),
    /// The session that an interaction belongs to.
    Interaction(InteractionId, Command),
    /// The interaction of a session that asks this question.
    Question {
        session: SessionId,
        question: QuestionId,
        answering: Answering,
    },
    /// Take up a timed-out interaction again under this name.
    Reopen {
        interaction: InteractionId,
        successor: InteractionId,
        timeout: Option<u64>,
    },
    /// Begin a session that branches off another after this round.
    Branch {
        from: SessionId,
        round: u32,
        session: SessionId,
    },
}

/// What happens once the facts are on disk.
#[derive(Debug)]
pub(crate) enum Then {
    /// The asker gets its ticket, and is woken later.
    Ticket(Answerer<Ticket>, Option<Wake>),
    /// A person's side gets its receipt.
    Receipt(Answerer<Receipt>),
    /// Nobody asked: a deadline passed.
    Nothing,
}

impl Then {
    /// Whether somebody wants to be woken later.
    pub(crate) fn waits(&self) -> bool {
        matches!(self, Self::Ticket(_, Some(_)))
    }

    /// Tells whoever asked that it was not done.
    pub(crate) fn fail(self, error: DeskError) {
        match self {
            Self::Ticket(reply, _) => drop(reply.send(Err(error))),
            Self::Receipt(reply) => drop(reply.send(Err(error))),
            Self::Nothing => {}
        }
    }
}
