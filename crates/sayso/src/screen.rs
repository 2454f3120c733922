//! How the terminal is drawn on.

use sayso_term::Terminal;
use sayso_term::panel::{Keymap, Look};

/// The smallest window a panel is drawn in.
const SMALLEST: (u16, u16) = (40, 10);

/// What the terminal can do, and what the person wants of it.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    /// Plain lines, for a screen reader or by choice.
    pub(crate) plain: bool,
    /// Whether the terminal can do no better.
    pub(crate) dumb: bool,
    /// Colours and signs.
    pub(crate) look: Look,
    /// Whether rows are broken anew when the window becomes narrower.
    pub(crate) reflows: bool,
    /// Whether desktop notifications go by OSC 777 there and not by OSC 9.
    pub(crate) osc777: bool,
    /// The person's editor.
    pub(crate) editor: Option<String>,
    /// The person's keys, where they are not the usual ones.
    pub(crate) keys: Option<Keymap>,
}

impl Screen {
    /// Whether a panel can be drawn there, and is wanted.
    pub(crate) fn takes_panel(&self, terminal: &Terminal) -> bool {
        let (columns, rows) = SMALLEST;
        let size = terminal.size();
        !self.plain
            && !self.dumb
            && size.is_some_and(|(width, height)| width >= columns && height >= rows)
    }
}
