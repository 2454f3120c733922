//! How things look: which colours and which signs.

use ratatui_core::style::{Color, Modifier, Style};

/// How things look. Only the sixteen colours that every terminal has and its owner chose, over the
/// terminal's own background, so that light and dark both stay readable; without colours, weight
/// and words say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether there are colours.
    pub colours: bool,
    /// Whether the terminal shows more signs than ASCII.
    pub signs: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            colours: true,
            signs: true,
        }
    }
}

/// What a piece of the picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The asker's words.
    Text,
    /// What is asked.
    Question,
    /// What can be skipped over.
    Quiet,
    /// The frame, which the asker's words never reach.
    Frame,
    /// Who asks.
    Asker,
    /// The row one is on.
    Focus,
    /// What is picked or done.
    Picked,
    /// What is missing, wrong or dangerous.
    Warning,
    /// The tab one is on.
    Tab,
    /// A key in a hint.
    Key,
}

impl Look {
    pub(crate) fn of(self, role: Role) -> Style {
        let plain = Style::new();
        let colour = |colour| {
            if self.colours {
                plain.fg(colour)
            } else {
                plain
            }
        };
        match role {
            Role::Text => plain,
            Role::Question => plain.add_modifier(Modifier::BOLD),
            Role::Quiet => plain.add_modifier(Modifier::DIM),
            Role::Frame => colour(Color::Magenta),
            Role::Asker => colour(Color::Magenta).add_modifier(Modifier::BOLD),
            Role::Focus => colour(Color::Magenta).add_modifier(Modifier::BOLD),
            Role::Picked => colour(Color::Green),
            Role::Warning => colour(Color::Red).add_modifier(Modifier::BOLD),
            Role::Tab => colour(Color::Magenta).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Key => plain.add_modifier(Modifier::BOLD),
        }
    }

    pub(crate) fn signs(self) -> &'static Signs {
        if self.signs { &DRAWN } else { &ASCII }
    }
}

/// The signs that the panel draws with.
#[derive(Debug)]
pub(crate) struct Signs {
    pub(crate) top: &'static str,
    pub(crate) side: &'static str,
    pub(crate) bottom: &'static str,
    pub(crate) more_above: &'static str,
    pub(crate) more_below: &'static str,
    pub(crate) focus: &'static str,
    pub(crate) one_off: &'static str,
    pub(crate) one_on: &'static str,
    pub(crate) many_off: &'static str,
    pub(crate) many_on: &'static str,
    pub(crate) pen: &'static str,
    pub(crate) done: &'static str,
    pub(crate) open: &'static str,
    pub(crate) called_off: &'static str,
    pub(crate) branch: &'static str,
    pub(crate) folded: &'static str,
    pub(crate) dot: &'static str,
    pub(crate) more: &'static str,
    pub(crate) rule: &'static str,
    /// Before every line of an approval that somebody else wrote.
    pub(crate) gutter: &'static str,
    /// Before every further row of a line of an approval.
    pub(crate) goes_on: &'static str,
}

const DRAWN: Signs = Signs {
    top: "╭",
    side: "│",
    bottom: "╰",
    more_above: "↑",
    more_below: "↓",
    focus: "❯",
    one_off: "○",
    one_on: "●",
    many_off: "☐",
    many_on: "☑",
    pen: "✎",
    done: "✓",
    open: "·",
    called_off: "✗",
    branch: "└",
    folded: "▸",
    dot: " · ",
    more: "…",
    rule: "─",
    gutter: "│ ",
    goes_on: "┆ ",
};

const ASCII: Signs = Signs {
    top: "+",
    side: "|",
    bottom: "+",
    more_above: "^",
    more_below: "v",
    focus: ">",
    one_off: "( )",
    one_on: "(*)",
    many_off: "[ ]",
    many_on: "[x]",
    pen: "~",
    done: "*",
    open: "-",
    called_off: "x",
    branch: "`",
    folded: ">",
    dot: " - ",
    more: "...",
    rule: "-",
    gutter: "| ",
    goes_on: ": ",
};
