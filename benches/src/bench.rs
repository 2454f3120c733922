use anyhow::Result;

use crate::settings::Settings;
use crate::{cycles, startup};

/// One thing to measure. It prints its own tables.
pub(crate) struct Bench {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn(&Settings) -> Result<()>,
}

/// Everything there is to measure, in the order in which it runs.
pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        name: "cycles",
        about: "durable ask, answer, resume; many callers at once",
        run: cycles::run,
    },
    Bench {
        name: "startup",
        about: "from exec to the question on the screen",
        run: startup::run,
    },
];
