//! A key that was pressed.

use std::fmt;
use std::str::FromStr;

/// Which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// One that writes a character.
    Char(char),
    /// Return.
    Enter,
    /// Escape.
    Esc,
    /// Tab; with shift it goes back.
    Tab,
    /// The one that deletes before the cursor.
    Backspace,
    /// The one that deletes behind it.
    Delete,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// To the start.
    Home,
    /// To the end.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// A function key.
    F(u8),
}

/// A key with what was held beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which.
    pub code: Code,
    /// Control was held.
    pub ctrl: bool,
    /// Alt was held.
    pub alt: bool,
    /// Shift was held; never set for a character, which shows it by itself.
    pub shift: bool,
}

/// What came from the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// One key.
    Key(Key),
    /// A block that was pasted. It is never taken for keys.
    Paste(String),
}

impl Key {
    /// A key alone.
    pub const fn plain(code: Code) -> Self {
        Self {
            code,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    /// A character.
    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// A character with control.
    pub const fn ctrl(c: char) -> Self {
        Self {
            ctrl: true,
            ..Self::char(c)
        }
    }

    /// The same key with alt.
    pub const fn alt(code: Code) -> Self {
        Self {
            alt: true,
            ..Self::plain(code)
        }
    }

    /// The character it writes, if it writes one.
    pub fn writes(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }
}

/// Keys that have a name.
const NAMED: &[(&str, Code)] = &[
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pagedown", Code::PageDown),
    ("space", Code::Char(' ')),
    ("plus", Code::Char('+')),
];

/// The text names no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKey(pub String);

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        write!(
            f,
            "{text:?} is no key; keys are written like `n`, `space`, `ctrl+g`, `alt+enter`, `f1`"
        )
    }
}

impl std::error::Error for UnknownKey {}

impl FromStr for Key {
    type Err = UnknownKey;

    /// Takes `n`, `N`, `?`, `space`, `ctrl+g`, `alt+enter`, `shift+tab`, `f1`.
    fn from_str(text: &str) -> Result<Self, UnknownKey> {
        let unknown = || UnknownKey(text.to_owned());
        let mut key = Self::char(' ');
        let mut rest = text;
        while let Some((word, after)) = rest.split_once('+') {
            match word.to_ascii_lowercase().as_str() {
                "ctrl" => key.ctrl = true,
                "alt" => key.alt = true,
                "shift" => key.shift = true,
                _ => return Err(unknown()),
            }
            rest = after;
        }
        let name = rest.to_ascii_lowercase();
        let named = NAMED.iter().find(|(word, _)| *word == name);
        let function = || name.strip_prefix('f')?.parse().ok().map(Code::F);
        let mut chars = rest.chars();
        key.code = match (named, chars.next(), chars.next()) {
            (Some((_, code)), ..) => *code,
            (None, Some(c), None) if !c.is_control() => Code::Char(c),
            (None, Some('f' | 'F'), Some(_)) => function().ok_or_else(unknown)?,
            _ => return Err(unknown()),
        };
        if let Code::Char(c) = key.code
            && key.shift
        {
            key.shift = false;
            key.code = Code::Char(c.to_ascii_uppercase());
        }
        Ok(key)
    }
}

impl fmt::Display for Key {
    /// As a person reads it on the key: `↑`, `Enter`, `Ctrl+G`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl+")?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        if self.shift {
            f.write_str("Shift+")?;
        }
        match self.code {
            Code::Char(' ') => f.write_str("Space"),
            Code::Char(c) if self.ctrl || self.alt => write!(f, "{}", c.to_ascii_uppercase()),
            Code::Char(c) => write!(f, "{c}"),
            Code::Enter => f.write_str("Enter"),
            Code::Esc => f.write_str("Esc"),
            Code::Tab => f.write_str("Tab"),
            Code::Backspace => f.write_str("Backspace"),
            Code::Delete => f.write_str("Del"),
            Code::Up => f.write_str("↑"),
            Code::Down => f.write_str("↓"),
            Code::Left => f.write_str("←"),
            Code::Right => f.write_str("→"),
            Code::Home => f.write_str("Home"),
            Code::End => f.write_str("End"),
            Code::PageUp => f.write_str("PgUp"),
            Code::PageDown => f.write_str("PgDn"),
            Code::F(n) => write!(f, "F{n}"),
        }
    }
}
