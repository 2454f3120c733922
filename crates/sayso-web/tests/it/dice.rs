//! Chance, for moments and places. What a seed brought about, it brings about again.

use uuid::Uuid;

/// A stream of random numbers (splitmix64). A test that fails tells its seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    pub(crate) seed: u64,
    state: u64,
}

impl Dice {
    pub(crate) fn new() -> Self {
        Self::seeded(Uuid::now_v7().as_u64_pair().1)
    }

    pub(crate) fn seeded(seed: u64) -> Self {
        Self { seed, state: seed }
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        (bits % bound.max(1) as u64) as usize
    }
}
