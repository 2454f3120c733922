//! Whether the asker has an outcome.

use serde::{Deserialize, Serialize};

/// Whether the asker has an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// Nobody has collected it.
    #[default]
    Waiting,
    /// It was given to a waiting asker.
    HandedOver,
    /// The asker has confirmed that it has it.
    Acknowledged,
    /// It could not be given to the asker. It stays on record, and can still be collected.
    Undeliverable,
}

impl Delivery {
    /// Whether `next` tells more than this does. An asker that has an outcome never loses it.
    pub(crate) const fn may_become(self, next: Self) -> bool {
        match self {
            Self::Waiting => !matches!(next, Self::Waiting),
            Self::Undeliverable => matches!(next, Self::HandedOver | Self::Acknowledged),
            Self::HandedOver => matches!(next, Self::Acknowledged),
            Self::Acknowledged => false,
        }
    }

    /// Whether an asker has it, or may have it.
    pub const fn is_collected(self) -> bool {
        matches!(self, Self::HandedOver | Self::Acknowledged)
    }

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::HandedOver => "handed_over",
            Self::Acknowledged => "acknowledged",
            Self::Undeliverable => "undeliverable",
        }
    }
}
