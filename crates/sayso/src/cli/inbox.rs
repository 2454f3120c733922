//! What can be typed after `sayso inbox`.

use clap::Args;

use super::At;
use crate::inbox::Calling;

pub(super) const HELP: &str = "\
Every open question of every session, whose clock runs out first on top, then who has waited
longest. It follows the desk: what is asked comes up, what is answered elsewhere goes.

  Enter   open it in the panel; Esc goes back and keeps what you entered
  b       one answer for all questions that are alike; never for approvals
  /       search what was decided: who answered, where and when
  ?       all keys
  q       leave; everything stays open

The terminal's title shows how many wait. In config.toml of SAYSO_DATA:
  [inbox]
  notify = \"bell\"   # off, bell, or osc: a notification of the desktop's

Below 40×10, with TERM=dumb or --plain it prints the list as `sayso pending` does.

Exit codes:
  0 left, or listed   2 wrong usage   3 no terminal, or the desk cannot be reached
  6 refused below an agent
  7 ended by a signal, or the terminal went away   8 the store cannot be read";

/// `sayso inbox`.
#[derive(Debug, Args)]
pub(crate) struct Inbox {
    /// How you are called when a question comes in [default: bell, or what config.toml says]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) notify: Option<Calling>,
    /// The list in plain lines instead, for screen readers and dumb terminals
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) at: At,
}
