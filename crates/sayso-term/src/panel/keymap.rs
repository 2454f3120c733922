//! Which key does what.

use super::key::{Code, Key, UnknownKey};

/// What a key can be bound to. Digits, and Ctrl-C as the way out, are bound for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// The next question.
    Next,
    /// The question before.
    Previous,
    /// Takes the row one is on, and goes on.
    Choose,
    /// Picks the row one is on, or takes the pick back, and stays.
    Toggle,
    /// Writes a note beside the answer.
    Note,
    /// Shows everything there is to read, whole.
    View,
    /// Folds the panel to one line.
    Fold,
    /// Stops the clock, or lets it go on.
    Hold,
    /// Shows the earlier rounds.
    History,
    /// Shows all keys.
    Help,
    /// Leaves the question out.
    Skip,
    /// Narrows a list down.
    Filter,
    /// Writes in the person's own editor.
    Editor,
    /// Breaks the line while writing.
    Newline,
    /// A page up in what is read.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first row.
    First,
    /// To the last row.
    Last,
    /// Takes the answer of this question back.
    Clear,
    /// Yes, of a question that takes yes or no.
    Yes,
    /// No.
    No,
    /// One layer back.
    Back,
    /// Draws everything anew.
    Redraw,
}

/// Every command with its name in the config and its keys, as they are unless changed.
const COMMANDS: &[(Command, &str, &[&str])] = &[
    (Command::Up, "up", &["up", "k", "ctrl+p"]),
    (Command::Down, "down", &["down", "j", "ctrl+n"]),
    (Command::Next, "next", &["tab", "right", "l"]),
    (Command::Previous, "previous", &["shift+tab", "left", "h"]),
    (Command::Choose, "choose", &["enter"]),
    (Command::Toggle, "toggle", &["space"]),
    // Before the note: of yes and no, `n` is no.
    (Command::Yes, "yes", &["y"]),
    (Command::No, "no", &["n"]),
    (Command::Note, "note", &["n", "alt+n"]),
    (Command::View, "view", &["v", "alt+v"]),
    (Command::Fold, "fold", &["z", "alt+z"]),
    (Command::Hold, "hold", &["p", "alt+p"]),
    (Command::History, "history", &["r", "alt+r"]),
    (Command::Help, "help", &["?", "f1"]),
    (Command::Skip, "skip", &["s", "alt+s"]),
    (Command::Filter, "filter", &["/"]),
    (Command::Editor, "editor", &["ctrl+g"]),
    (
        Command::Newline,
        "newline",
        &["ctrl+j", "alt+enter", "shift+enter"],
    ),
    (Command::PageUp, "page_up", &["pageup", "alt+up"]),
    (Command::PageDown, "page_down", &["pagedown", "alt+down"]),
    (Command::First, "first", &["home", "g"]),
    (Command::Last, "last", &["end", "G"]),
    (Command::Clear, "clear", &["backspace", "delete"]),
    (Command::Back, "back", &["esc"]),
    (Command::Redraw, "redraw", &["ctrl+l"]),
];

/// Which key does what.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<(Command, Vec<Key>)>,
}

/// Why a binding cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadBinding {
    /// No such command; these are.
    NoSuchCommand(String),
    /// No such key.
    Key(UnknownKey),
    /// The key is bound for good, or to a command that would be lost.
    Taken(String),
}

impl std::fmt::Display for BadBinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchCommand(name) => {
                let names: Vec<&str> = COMMANDS.iter().map(|(_, name, _)| *name).collect();
                write!(
                    f,
                    "{name:?} is no command of the panel; these are: {}",
                    names.join(", ")
                )
            }
            Self::Key(unknown) => unknown.fmt(f),
            Self::Taken(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for BadBinding {}

impl Default for Keymap {
    fn default() -> Self {
        let keys = |keys: &[&str]| keys.iter().filter_map(|key| key.parse().ok()).collect();
        let bindings = COMMANDS
            .iter()
            .map(|(command, _, names)| (*command, keys(names)));
        Self {
            bindings: bindings.collect(),
        }
    }
}

impl Keymap {
    /// Binds a command to these keys in place of its own. They are taken from others; none may be
    /// left without a key that needs one to get out again.
    pub fn bind(&mut self, name: &str, keys: &[&str]) -> Result<(), BadBinding> {
        let found = COMMANDS.iter().find(|(_, known, _)| *known == name);
        let Some((command, ..)) = found else {
            return Err(BadBinding::NoSuchCommand(name.to_owned()));
        };
        let mut parsed = Vec::new();
        for text in keys {
            let key: Key = text.parse().map_err(BadBinding::Key)?;
            let digit = matches!(key.writes(), Some('0'..='9'));
            if digit || key == Key::ctrl('c') || key == Key::ctrl('z') {
                return Err(BadBinding::Taken(format!(
                    "{text} cannot be bound: digits pick, Ctrl+C leaves, Ctrl+Z suspends"
                )));
            }
            parsed.push(key);
        }
        let steers = |key: &Key| key.writes().is_none();
        let must_steer = matches!(command, Command::Back | Command::Choose);
        if parsed.is_empty() || must_steer && !parsed.iter().any(steers) {
            return Err(BadBinding::Taken(format!(
                "{name} needs a key that can be pressed while writing, like `esc` or `ctrl+o`"
            )));
        }
        for (other, keys) in &mut self.bindings {
            let shared = shares(*other, *command);
            if other != command && !shared {
                keys.retain(|key| !parsed.contains(key));
                let lost = matches!(other, Command::Back | Command::Choose);
                if lost && !keys.iter().any(steers) {
                    return Err(BadBinding::Taken(format!(
                        "{name} would take the last key of {other:?}"
                    )));
                }
            }
        }
        if let Some((_, keys)) = self.bindings.iter_mut().find(|(bound, _)| bound == command) {
            *keys = parsed;
        }
        Ok(())
    }

    /// What a key does. While writing, a key that writes does nothing else. `yes_or_no` tells
    /// whether yes and no can be meant.
    pub fn command(&self, key: Key, writing: bool, yes_or_no: bool) -> Option<Command> {
        if writing && key.writes().is_some() {
            return None;
        }
        let meant = |command: Command| yes_or_no || !matches!(command, Command::Yes | Command::No);
        let bound = self
            .bindings
            .iter()
            .find(|(command, keys)| meant(*command) && keys.contains(&key));
        bound.map(|(command, _)| *command)
    }

    /// The key to name in a hint: the first that works here.
    pub fn hint(&self, command: Command, writing: bool, yes_or_no: bool) -> Option<Key> {
        let (_, keys) = self.bindings.iter().find(|(bound, _)| *bound == command)?;
        let works = |key: &&Key| self.command(**key, writing, yes_or_no) == Some(command);
        keys.iter().find(works).copied()
    }

    /// All keys of a command.
    pub fn keys(&self, command: Command) -> &[Key] {
        let bound = self.bindings.iter().find(|(bound, _)| *bound == command);
        bound.map_or(&[], |(_, keys)| keys)
    }

    /// Every command there is.
    pub fn commands() -> impl Iterator<Item = Command> {
        COMMANDS.iter().map(|(command, ..)| *command)
    }
}

/// Commands that may share a key, since never both can be meant.
fn shares(one: Command, other: Command) -> bool {
    let answers = |command| matches!(command, Command::Yes | Command::No);
    answers(one) != answers(other)
}

/// Whether a key is the way out that always works.
pub(crate) fn is_interrupt(key: Key) -> bool {
    key.ctrl && matches!(key.code, Code::Char('c'))
}
