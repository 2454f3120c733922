//! Random wishes, pauses and restarts: the desk on a real file does what a model in memory does.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::Config;
use sayso_core::command::{Answering, Ask, Command};
use sayso_core::dialect::Parsed;
use sayso_core::event::{Asked, Event};
use sayso_core::form::{Draft, Form};
use sayso_core::id::{CallKey, InteractionId, MessageId, QuestionId, RequestKey, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::{Record, chain};
use sayso_core::refusal::Refusal;
use sayso_core::secrets::take_secrets;
use sayso_core::session::Session;
use sayso_core::state::State;
use sayso_desk::{DeskError, NewAsk, Receipt, Ticket, Waiter};
use serde_json::{Value, json};

use crate::ledger::Ledger;
use crate::stage::{Stage, woken};
use crate::words::{
    agent, ann, answer, defaulting, draft, partly, requested, secret, ten_o_clock, two, yes_no,
};

/// One thing that happens. Numbers pick one of what there is.
#[derive(Clone, Debug)]
enum Step {
    Ask {
        session: usize,
        key: Option<usize>,
        question: usize,
        timeout: Option<u64>,
        wait: bool,
    },
    Answer {
        which: usize,
        value: usize,
        whole: bool,
        request: Option<usize>,
    },
    Cancel {
        which: usize,
        request: Option<usize>,
    },
    Withdraw {
        which: usize,
    },
    Hold {
        which: usize,
        hold: bool,
    },
    Reopen {
        which: usize,
        timeout: Option<u64>,
    },
    Interrupt {
        session: usize,
    },
    Say {
        session: usize,
    },
    AllowMore {
        session: usize,
    },
    EndChain {
        session: usize,
    },
    Branch {
        session: usize,
        round: u32,
    },
    Draft {
        which: usize,
        words: usize,
    },
    Wait {
        which: usize,
    },
    Later {
        millis: u64,
    },
    Restart {
        millis: u64,
    },
    Forget {
        age: u64,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let session = || 0..3_usize;
    let which = || 0..12_usize;
    let request = || proptest::option::of(0..3_usize);
    let timeout = || proptest::option::of(prop_oneof![Just(0_u64), 1..8_000_u64]);
    let millis = || prop_oneof![Just(0_u64), 1..5_000_u64, 20_000..50_000_u64];
    let key = proptest::option::of(0..5_usize);
    prop_oneof![
        8 => (session(), key, 0..12_usize, timeout(), any::<bool>()).prop_map(
            |(session, key, question, timeout, wait)| Step::Ask { session, key, question, timeout, wait }
        ),
        8 => (which(), 0..6_usize, any::<bool>(), request()).prop_map(
            |(which, value, whole, request)| Step::Answer { which, value, whole, request }
        ),
        2 => (which(), request()).prop_map(|(which, request)| Step::Cancel { which, request }),
        1 => which().prop_map(|which| Step::Withdraw { which }),
        2 => (which(), any::<bool>()).prop_map(|(which, hold)| Step::Hold { which, hold }),
        2 => (which(), timeout()).prop_map(|(which, timeout)| Step::Reopen { which, timeout }),
        1 => session().prop_map(|session| Step::Interrupt { session }),
        1 => session().prop_map(|session| Step::Say { session }),
        1 => session().prop_map(|session| Step::AllowMore { session }),
        1 => session().prop_map(|session| Step::EndChain { session }),
        1 => (session(), 0..4_u32).prop_map(|(session, round)| Step::Branch { session, round }),
        2 => (which(), 0..4_usize).prop_map(|(which, words)| Step::Draft { which, words }),
        1 => which().prop_map(|which| Step::Wait { which }),
        3 => millis().prop_map(|millis| Step::Later { millis }),
        3 => millis().prop_map(|millis| Step::Restart { millis }),
        1 => (0..60_000_u64).prop_map(|age| Step::Forget { age }),
    ]
}

proptest! {
    #![proptest_config(Config {
        cases: 48,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    })]

    #[test]
    fn the_desk_does_what_the_model_does(
        small in any::<bool>(),
        steps in proptest::collection::vec(step(), 1..36),
    ) {
        let mut world = World::new(small);
        for step in &steps {
            world.take(step);
            world.compare_waiters();
        }
        world.compare_logs();
        world.restart(0);
        world.compare_logs();
    }
}

/// The model: sessions that live in memory, with their logs.
#[derive(Default)]
struct Model {
    sessions: BTreeMap<SessionId, Session>,
    logs: BTreeMap<SessionId, Vec<Record>>,
    asked: BTreeMap<InteractionId, (SessionId, Box<Asked>)>,
    outcomes: BTreeMap<InteractionId, Outcome>,
    drafts: BTreeMap<InteractionId, Draft>,
}

impl Model {
    fn session(&mut self, id: &SessionId) -> &mut Session {
        let new = || Session::new(id.clone());
        self.sessions.entry(id.clone()).or_insert_with(new)
    }

    /// Decides and lives through it; tells whether anything was new.
    fn wish(&mut self, id: &SessionId, command: &Command, now: Moment) -> Result<bool, Refusal> {
        let facts = self.session(id).decide(command, now)?;
        for event in &facts {
            self.live_through(id, event.clone(), now);
        }
        Ok(!facts.is_empty())
    }

    fn live_through(&mut self, id: &SessionId, mut event: Event, now: Moment) {
        let session = self.session(id);
        if let Event::Closed {
            interaction,
            closing,
        } = &event
        {
            let open = session.interaction(*interaction).unwrap();
            let mut outcome = Outcome::of_open(id, open, closing.clone());
            // What was answered bit by bit is whole for the asker.
            for (question, answer) in &open.answers {
                let mine = outcome.closing.answers.get_mut(question);
                if let Some(mine) = mine {
                    mine.given = answer.given.clone();
                }
            }
            let (interaction, session) = (*interaction, session.clone());
            let secrets = self.secrets_before(&session, interaction);
            outcome.reveal(secrets);
            self.outcomes.insert(interaction, outcome);
            self.drafts.remove(&interaction);
        }
        let session = self.session(id);
        if let Event::Closed { interaction, .. } | Event::Answered { interaction, .. } = &event {
            let open = session.interaction(*interaction).unwrap().clone();
            let taken = take_secrets(&mut event, &open);
            for secret in taken {
                SECRETS.with_borrow_mut(|all| {
                    all.insert((secret.interaction, secret.question), secret.words)
                });
            }
        }
        let session = self.session(id);
        let seq = session.seq() + 1;
        let body = serde_json::to_string(&event).unwrap();
        let hash = chain(session.head(), id, seq, now, body.as_bytes());
        let record = Record {
            seq,
            at: now,
            event,
            hash,
        };
        session.apply(&record);
        if let Event::Asked(asked) = &record.event {
            let place = (id.clone(), asked.clone());
            self.asked.insert(asked.interaction, place);
        }
        self.logs.entry(id.clone()).or_default().push(record);
    }
}
