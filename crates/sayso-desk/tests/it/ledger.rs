//! What must hold for every log, whatever happened.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use sayso_core::closing::Closing;
use sayso_core::digest::Digest;
use sayso_core::event::{Asked, Event};
use sayso_core::id::{CallKey, InteractionId, SessionId};
use sayso_core::record::{Record, chain};
use sayso_core::session::Session;
use sayso_desk::audit::Verifier;
use sayso_desk::store::{Found, Reader, RecordLine};

/// The whole log, checked, and what it says.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) lines: Vec<RecordLine>,
    pub(crate) sessions: BTreeMap<SessionId, Session>,
    pub(crate) asked: HashMap<InteractionId, Box<Asked>>,
    pub(crate) closed: HashMap<InteractionId, Arc<Closing>>,
}

impl Ledger {
    /// Reads the whole log, in pages, and checks it; panics on anything that must not be.
    #[track_caller]
    pub(crate) fn read(reader: &dyn Reader) -> Self {
        let ledger = Self::of(all_lines(reader)).unwrap();
        let mut verifier = Verifier::new(reader.forgotten().unwrap());
        ledger.lines.iter().for_each(|line| verifier.take(line));
        assert_eq!(verifier.finish().problems, []);
        ledger.agrees_with(reader);
        ledger
    }

    /// Follows the lines, or says what is wrong with them.
    pub(crate) fn of(lines: Vec<RecordLine>) -> Result<Self, String> {
        let mut ledger = Self::default();
        let mut keys: HashSet<(SessionId, CallKey)> = HashSet::new();
        for line in &lines {
            let new = || Session::new(line.session.clone());
            let session = ledger
                .sessions
                .entry(line.session.clone())
                .or_insert_with(new);
            let before: Digest = session.head();
            let hash = chain(
                before,
                &line.session,
                line.seq,
                line.at,
                line.body.as_bytes(),
            );
            if line.seq != session.seq() + 1 || hash != line.hash {
                return Err(format!("the chain breaks at {line:?}"));
            }
            let event: Event = serde_json::from_str(&line.body).map_err(|e| e.to_string())?;
            if event.kind() != line.kind {
                return Err(format!("filed under the wrong word: {line:?}"));
            }
            match &event {
                Event::Asked(asked) => {
                    let again = asked.key.clone().is_some_and(|key| {
                        asked.reopens.is_none() && !keys.insert((line.session.clone(), key))
                    });
                    if again || ledger.asked.contains_key(&asked.interaction) {
                        return Err(format!("asked twice: {line:?}"));
                    }
                    ledger.asked.insert(asked.interaction, asked.clone());
                }
                Event::Closed {
                    interaction,
                    closing,
                } => {
                    if session.interaction(*interaction).is_none() {
                        return Err(format!("closed what is not open: {line:?}"));
                    }
                    ledger.closed.insert(*interaction, closing.clone());
                }
                _ => {}
            }
            let (seq, at) = (line.seq, line.at);
            session.apply(&Record {
                seq,
                at,
                event,
                hash,
            });
        }
        ledger.lines = lines;
        Ok(ledger)
    }

    /// What is open according to the log, in the order asked.
    pub(crate) fn open(&self) -> Vec<InteractionId> {
        let mut open = Vec::new();
        for line in &self.lines {
            if let Ok(Event::Asked(asked)) = serde_json::from_str(&line.body)
                && !self.closed.contains_key(&asked.interaction)
            {
                open.push(asked.interaction);
            }
        }
        open
    }

    /// The tables beside the log must say what the log says.
    #[track_caller]
    fn agrees_with(&self, reader: &dyn Reader) {
        let pending = reader.pending(usize::MAX).unwrap();
        let pending: Vec<InteractionId> = pending.iter().map(|p| p.asked.interaction).collect();
        assert_eq!(pending, self.open(), "the list of open interactions");
        let history = reader.history(None, None, usize::MAX).unwrap();
        assert_eq!(history.len(), self.closed.len(), "history");
        for entry in history {
            let closing = &self.closed[&entry.outcome.interaction];
            assert_eq!(entry.outcome.closing, *closing);
        }
        for (id, asked) in &self.asked {
            let found = reader.find(*id).unwrap();
            match (found, self.closed.get(id)) {
                (Some(Found::Closed(outcome)), Some(closing)) => {
                    assert_eq!(outcome.closing, *closing);
                    assert_eq!(outcome.questions, asked.questions);
                }
                (Some(Found::Pending(pending)), None) => {
                    assert_eq!(pending.asked.questions, asked.questions);
                }
                (found, closing) => panic!("{id}: {found:?}, but the log says {closing:?}"),
            }
        }
    }
}

/// The whole log, page by page.
pub(crate) fn all_lines(reader: &dyn Reader) -> Vec<RecordLine> {
    let mut lines: Vec<RecordLine> = Vec::new();
    loop {
        let after = lines.last().map_or(0, |line| line.place);
        let page = reader.log(after, 1_000).unwrap();
        if page.is_empty() {
            return lines;
        }
        lines.extend(page);
    }
}
