//! What the desk gives back once a wish is on disk.

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::question::Questions;
use sayso_core::state::State;

/// What the asker holds after asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The interaction, to wait for or to collect.
    pub interaction: InteractionId,
    /// Its session.
    pub session: SessionId,
    /// The n-th of its session.
    pub round: u32,
    /// How many rounds the asker announced, else the rounds so far.
    pub total_rounds: u32,
    /// The n-th question in a row.
    pub chain: u32,
    /// How it stands: an ask made twice may have been answered meanwhile.
    pub state: State,
    /// When it stops waiting.
    pub deadline: Option<Moment>,
    /// What is asked, every question named; empty when it is closed already.
    pub questions: Questions,
    /// Whether the same ask was made before.
    pub known: bool,
    /// What its secret words can be collected with; only where some are asked for, and only the first
    /// time.
    pub collect_token: Option<String>,
}

/// What a person's side holds after answering, cancelling, holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The session.
    pub session: SessionId,
    /// How the interaction stands now; none where the wish was about no single one.
    pub state: Option<State>,
    /// The number of the session's last fact.
    pub seq: u64,
    /// Whether the wish was granted before, and this is the first receipt again.
    pub known: bool,
}
