//! Which round it is, as people read it.

use sayso_core::lang::Lang;

/// `Round 2/3`; nothing for a first round of nobody knows how many.
pub(crate) fn round(round: u32, total: Option<u32>, lang: Lang) -> Option<String> {
    match total.filter(|total| *total >= round) {
        Some(total) => Some(lang.pick(
            format!("Round {round}/{total}"),
            format!("第 {round}/{total} 轮"),
        )),
        None if round > 1 => Some(lang.pick(format!("Round {round}"), format!("第 {round} 轮"))),
        None => None,
    }
}
