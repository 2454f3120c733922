//! What holds of every session, whatever is wished for and in whatever order.

mod world;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sayso_core::deadline::OnTimeout;
use sayso_core::event::Event;
use sayso_core::opening::Opening;

use crate::generated;
use world::World;

/// One random wish. Interactions are counted in the order in which they were asked.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    Ask {
        which: usize,
        timeout: Option<u64>,
        policy: Option<OnTimeout>,
    },
    Answer {
        which: usize,
        whole: bool,
        fill: Vec<u8>,
        request: Option<u8>,
    },
    Cancel(usize),
    Withdraw(usize),
    Hold(usize, bool),
    Expire(usize),
    Reopen(usize, Option<u64>),
    Interrupt,
    Say,
    AllowMore,
    EndChain,
}

fn wish() -> impl Strategy<Value = Wish> {
    let which = || 0..4_usize;
    let millis = || prop::option::weighted(0.7, prop::sample::select(vec![0_u64, 1_000, 40_000]));
    let policy = prop::sample::select(vec![
        None,
        Some(OnTimeout::Default),
        Some(OnTimeout::Terminate),
    ]);
    let fill = prop::collection::vec(any::<u8>(), 1..8);
    prop_oneof![
        8 => (0..3_usize, millis(), policy).prop_map(|(which, timeout, policy)| Wish::Ask { which, timeout, policy }),
        24 => (which(), any::<bool>(), fill, prop::option::of(0..4_u8))
            .prop_map(|(which, whole, fill, request)| Wish::Answer { which, whole, fill, request }),
        1 => which().prop_map(Wish::Cancel),
        1 => which().prop_map(Wish::Withdraw),
        10 => (which(), any::<bool>()).prop_map(|(which, hold)| Wish::Hold(which, hold)),
        6 => which().prop_map(Wish::Expire),
        4 => (which(), millis()).prop_map(|(which, timeout)| Wish::Reopen(which, timeout)),
        1 => Just(Wish::Interrupt),
        1 => Just(Wish::Say),
        1 => Just(Wish::AllowMore),
        1 => Just(Wish::EndChain),
    ]
}

/// How long it takes until the next wish; now and then the clock is set back.
fn pause() -> impl Strategy<Value = i64> {
    prop::sample::select(vec![
        0, 1, 500, 1_000, 29_999, 30_001, 40_000, 10_000_000, -1, -60_000,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_wished_for(
        forms in prop::collection::vec(generated::questions(), 3),
        wishes in prop::collection::vec((wish(), pause()), 1..60),
        serial in prop::bool::weighted(0.2),
        limit in prop::sample::select(vec![None, Some(0), Some(1), Some(2)]),
    ) {
        let opening = Opening { serial, chain_rounds: limit, ..Opening::default() };
        let mut world = World::new(forms, opening);
        for (wish, pause) in &wishes {
            world.step(wish, *pause)?.ok();
        }
        world.fold()?;
    }
}

/// The wishes above do reach every way of closing: a test of the test.
#[test]
fn random_wishes_go_everywhere() {
    let mut runner = TestRunner::deterministic();
    let strategy = (
        prop::collection::vec(generated::questions(), 3),
        prop::collection::vec((wish(), pause()), 60),
    );
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..64 {
        let (forms, wishes) = strategy.new_tree(&mut runner).unwrap().current();
        let mut world = World::new(forms, Opening::default());
        for (wish, pause) in &wishes {
            match world.step(wish, *pause).unwrap() {
                Ok(facts) => facts.iter().for_each(|fact| {
                    let state = match fact {
                        Event::Closed { closing, .. } => closing.state.word(),
                        Event::Asked(asked) if asked.reopens.is_some() => "again",
                        other => other.kind(),
                    };
                    *seen.entry(state.to_owned()).or_default() += 1;
                }),
                Err(refusal) => *seen.entry(refusal.code().to_owned()).or_default() += 1,
            }
        }
    }
    for kind in [
        "asked",
        "again",
        "answered",
        "cancelled",
        "timeout",
        "held",
        "released",
        "said",
        "allowed",
        "chain_ended",
        "already_answered",
        "invalid_answer",
        "not_timed_out",
        "task_interrupted",
        "recursive_limit_exceeded",
    ] {
        assert!(
            seen.get(kind).is_some_and(|count| *count >= 5),
            "{kind}: {seen:?}"
        );
    }
}
