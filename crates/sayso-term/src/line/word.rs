//! What a line that begins with a colon asks for, in place of an answer.

/// What a line that begins with a colon asks for, in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// The question before.
    Back,
    /// A note beside the answer; without words, none.
    Note(String),
    /// The clock shall stop, or go on.
    Hold,
    /// The earlier rounds.
    History,
    /// What can be asked for like this.
    Help,
}

impl Word {
    /// Reads one, also with the colon of a Chinese keyboard. None for everything that is not known:
    /// that is an answer.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let rest = line.strip_prefix([':', '：'])?;
        let (name, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let words = words.trim();
        match name.to_lowercase().as_str() {
            "note" | "n" | "备注" => Some(Self::Note(words.to_owned())),
            _ if !words.is_empty() => None,
            "back" | "b" | "返回" => Some(Self::Back),
            "hold" | "暂停" => Some(Self::Hold),
            "history" | "历史" => Some(Self::History),
            "help" | "?" | "？" | "帮助" => Some(Self::Help),
            _ => None,
        }
    }

    /// A line as an answer: two colons stand for one.
    pub fn unescaped(line: &str) -> &str {
        let start = line.trim_start();
        match start.strip_prefix([':', '：']) {
            Some(rest) if rest.starts_with([':', '：']) => rest,
            _ => line,
        }
    }
}
