//! The languages Sayso speaks.

use std::str::FromStr;

/// A language that every text exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, simplified.
    Zh,
}

/// The text names no language that Sayso speaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Sayso speaks `en` and `zh-CN`")]
pub struct UnknownLang;

impl FromStr for Lang {
    type Err = UnknownLang;

    /// Takes `zh`, `zh-CN`, `zh_CN.UTF-8`, `en`, `en_US.UTF-8`, `C` and `POSIX`.
    fn from_str(text: &str) -> Result<Self, UnknownLang> {
        let word: String = text
            .chars()
            .take_while(char::is_ascii_alphabetic)
            .collect::<String>()
            .to_ascii_lowercase();
        match word.as_str() {
            "zh" => Ok(Self::Zh),
            "en" | "c" | "posix" => Ok(Self::En),
            _ => Err(UnknownLang),
        }
    }
}

impl Lang {
    /// The better of two wordings.
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }
}
