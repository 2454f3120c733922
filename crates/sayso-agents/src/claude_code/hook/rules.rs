//! How a hook goes about it.

use sayso_core::lang::Lang;

/// What is done with a question before its tool runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// The desk alone is asked; the program shows no dialog.
    #[default]
    Desk,
    /// It is put on the desk, and the program's own dialog opens too: whoever is first wins.
    Race,
    /// It is put on the desk and the run ends, to be resumed when it is answered.
    Defer,
}

impl Manner {
    /// The manner of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "desk" => Some(Self::Desk),
            "race" => Some(Self::Race),
            "defer" => Some(Self::Defer),
            _ => None,
        }
    }
}

/// How a hook goes about it.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What is done with a question before its tool runs.
    pub manner: Manner,
    /// The language of what the model is told.
    pub lang: Lang,
}
