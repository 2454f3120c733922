//! What lies over the page; Esc takes it off.

use super::earlier::Earlier;
use super::key::Key;
use super::keymap::Command;
use super::words::{Words, Wrote};
use super::{Panel, Then, wording};

/// What lies over the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// All keys.
    Help { scroll: usize },
    /// Everything there is to read about where one is.
    View { scroll: usize },
    /// The earlier rounds.
    History {
        earlier: Vec<Earlier>,
        scroll: usize,
    },
    /// Nothing but one line.
    Folded,
    /// Whether to leave, and how.
    Leave { row: usize },
    /// Why it is called off.
    Reason { words: Words },
}

/// The rows of the question how to leave.
pub(super) const STAY: usize = 0;
pub(super) const LEAVE: usize = 1;
pub(super) const CANCEL: usize = 2;

impl Panel {
    /// What follows from a key while something lies over the page.
    pub(super) fn press_on_layer(&mut self, mut layer: Layer, key: Key) -> Then {
        let writing = matches!(layer, Layer::Reason { .. });
        let command = self.keys.command(key, writing, false);
        let width = self.inner_width();
        match (&mut layer, command) {
            (Layer::Reason { .. }, Some(Command::Back)) => {
                self.layer = Some(Layer::Leave { row: CANCEL });
                return Then::Nothing;
            }
            (Layer::Reason { words }, Some(Command::Choose)) => {
                let reason = words.text().trim();
                let reason = (!reason.is_empty()).then(|| reason.to_owned());
                self.reason = std::mem::take(words);
                return Then::Cancel { reason };
            }
            (Layer::Reason { words }, command) => {
                let wrote = match command {
                    Some(Command::Newline) => words.insert("\n"),
                    _ => words.key(key, width),
                };
                if wrote == Wrote::TooMany {
                    self.warn(wording::too_many(self.lang));
                }
            }
            (Layer::Folded, Some(Command::Fold | Command::Choose | Command::Back)) => {
                return Then::Nothing;
            }
            (_, Some(Command::Back)) => return Then::Nothing,
            (Layer::Help { .. }, Some(Command::Help))
            | (Layer::View { .. }, Some(Command::View))
            | (Layer::History { .. }, Some(Command::History)) => return Then::Nothing,
            (Layer::Leave { row }, Some(Command::Up)) => *row = row.saturating_sub(1),
            (Layer::Leave { row }, Some(Command::Down)) => *row = (*row + 1).min(CANCEL),
            (Layer::Leave { row: STAY }, Some(Command::Choose)) => return Then::Nothing,
            (Layer::Leave { row: LEAVE }, Some(Command::Choose)) => return Then::Leave,
            (Layer::Leave { .. }, Some(Command::Choose)) => {
                let words = Words::default();
                self.layer = Some(Layer::Reason { words });
                return Then::Nothing;
            }
            (
                Layer::Help { scroll } | Layer::View { scroll } | Layer::History { scroll, .. },
                Some(command),
            ) => {
                let page = usize::from(self.size.1).saturating_sub(4).max(1);
                *scroll = match command {
                    Command::Up => scroll.saturating_sub(1),
                    Command::Down => scroll.saturating_add(1),
                    Command::PageUp => scroll.saturating_sub(page),
                    Command::PageDown | Command::Toggle => scroll.saturating_add(page),
                    Command::First => 0,
                    Command::Last => usize::MAX,
                    _ => *scroll,
                };
            }
            _ => {}
        }
        self.layer = Some(layer);
        self.clamp_layer();
        Then::Nothing
    }

    /// A scroll beyond the end would have to be undone key by key.
    fn clamp_layer(&mut self) {
        let most = super::draw::layer_scroll(self);
        if let Some(
            Layer::Help { scroll } | Layer::View { scroll } | Layer::History { scroll, .. },
        ) = &mut self.layer
        {
            *scroll = (*scroll).min(most);
        }
    }
}
