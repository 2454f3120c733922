//! The demonstration that comes with Sayso (S0 §2): a poem, a joke, a smile, and once more.

use sayso_core::lang::Lang;

use super::mistake::Mistakes;
use super::scenario::Scenario;

/// The file of the demonstration, to read or to start one's own from.
pub fn demo_text(lang: Lang) -> &'static str {
    lang.pick(
        include_str!("../../scenarios/demo.en.yaml"),
        include_str!("../../scenarios/demo.yaml"),
    )
}

/// The demonstration.
pub fn demo(lang: Lang) -> Result<Scenario, Mistakes> {
    Scenario::read(demo_text(lang).as_bytes())
}
