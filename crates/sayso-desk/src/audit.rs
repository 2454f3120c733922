//! Checking the log: was any recorded decision changed, removed, added or moved?
//!
//! A hash chain sees every change between two facts of a session. It cannot see that the last
//! facts of a session, or whole sessions, were cut off: for that, keep an export somewhere else
//! and check against it.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use sayso_core::digest::Digest;
use sayso_core::id::SessionId;
use sayso_core::record::chain;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::store::RecordLine;

/// Follows the log and notes everything that does not fit.
#[derive(Debug, Default)]
pub struct Verifier {
    heads: BTreeMap<SessionId, (u64, Digest)>,
    expected: HashMap<(SessionId, u64), Digest>,
    forgotten: HashMap<SessionId, (u64, Digest)>,
    facts: u64,
    compared: u64,
    problems: Vec<Problem>,
}

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// How many facts were looked at.
    pub facts: u64,
    /// Of how many sessions.
    pub sessions: u64,
    /// How many sessions were forgotten on purpose.
    pub forgotten: u64,
    /// How many facts of the export are still in the log.
    pub compared: u64,
    /// One sum over the last hash of every session: the same log gives the same sum.
    pub head: Digest,
    /// Everything that does not fit.
    pub problems: Vec<Problem>,
}

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Facts are missing before this one, or stand in another order.
    Hole {
        /// The session.
        session: SessionId,
        /// The number that should have come.
        expected: u64,
        /// The number that came.
        got: u64,
    },
    /// The fact, or one before it, is not what was recorded.
    Changed {
        /// The session.
        session: SessionId,
        /// The number of the fact.
        seq: u64,
    },
    /// A fact of the export is gone, and its session was not forgotten on purpose.
    Gone {
        /// The session.
        session: SessionId,
        /// The number of the fact.
        seq: u64,
    },
    /// A fact of the export is another one now.
    Replaced {
        /// The session.
        session: SessionId,
        /// The number of the fact.
        seq: u64,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole {
                session,
                expected,
                got,
            } => write!(
                f,
                "session {session}: fact {expected} expected, {got} found: facts were removed, added or moved"
            ),
            Self::Changed { session, seq } => {
                write!(f, "session {session}: fact {seq} is not what was recorded")
            }
            Self::Gone { session, seq } => {
                write!(f, "session {session}: fact {seq} of the export is gone")
            }
            Self::Replaced { session, seq } => {
                write!(f, "session {session}: fact {seq} differs from the export")
            }
        }
    }
}

impl Verifier {
    /// Sessions that were forgotten on purpose are not missed; of each its last number and hash are
    /// known.
    pub fn new(forgotten: Vec<(SessionId, u64, Digest)>) -> Self {
        let known = |(session, seq, hash)| (session, (seq, hash));
        Self {
            forgotten: forgotten.into_iter().map(known).collect(),
            ..Self::default()
        }
    }

    /// A fact of an earlier export, which must still be there unless its session was forgotten.
    pub fn expect(&mut self, session: SessionId, seq: u64, hash: Digest) {
        self.expected.insert((session, seq), hash);
    }

    /// Whether a fact can have been forgotten on purpose. Of the last one the hash is known.
    fn was_forgotten(&self, session: &SessionId, seq: u64, hash: Digest) -> bool {
        let left = self.forgotten.get(session);
        left.is_some_and(|left| seq < left.0 || (seq, hash) == *left)
    }

    /// The next fact of the log.
    pub fn take(&mut self, line: &RecordLine) {
        self.facts += 1;
        let session = &line.session;
        let (last, head) = self.heads.get(session).copied().unwrap_or_default();
        if line.seq != last + 1 {
            self.problems.push(Problem::Hole {
                session: session.clone(),
                expected: last + 1,
                got: line.seq,
            });
        } else if chain(head, session, line.seq, line.at, line.body.as_bytes()) != line.hash {
            let (session, seq) = (session.clone(), line.seq);
            self.problems.push(Problem::Changed { session, seq });
        }
        let expected = self.expected.remove(&(session.clone(), line.seq));
        // A session that was forgotten may have begun anew.
        if let Some(hash) = expected
            && (hash == line.hash || !self.was_forgotten(session, line.seq, hash))
        {
            self.compared += 1;
            if hash != line.hash {
                let (session, seq) = (session.clone(), line.seq);
                self.problems.push(Problem::Replaced { session, seq });
            }
        }
        self.heads.insert(session.clone(), (line.seq, line.hash));
    }

    /// What was found.
    pub fn finish(mut self) -> Report {
        let left = std::mem::take(&mut self.expected).into_iter();
        let mut gone: Vec<(SessionId, u64)> = left
            .filter(|((session, seq), hash)| !self.was_forgotten(session, *seq, *hash))
            .map(|(fact, _)| fact)
            .collect();
        gone.sort();
        self.problems.extend(
            gone.into_iter()
                .map(|(session, seq)| Problem::Gone { session, seq }),
        );
        let hashes: Vec<&[u8]> = self.heads.values().map(|(_, hash)| &hash.0[..]).collect();
        Report {
            facts: self.facts,
            sessions: self.heads.len() as u64,
            forgotten: self.forgotten.len() as u64,
            compared: self.compared,
            head: Digest::of(&hashes),
            problems: self.problems,
        }
    }
}

/// A fact as one line of an export; the fact itself stands in it exactly as it is hashed.
pub fn export_line(line: &RecordLine) -> String {
    let mut text = json!({
        "place": line.place,
        "session": line.session,
        "seq": line.seq,
        "at": line.at,
        "hash": line.hash,
    })
    .to_string();
    text.pop();
    let damaged = || json!(line.body).to_string();
    let is_json = serde_json::from_str::<&RawValue>(&line.body).is_ok();
    let fact = if is_json {
        line.body.clone()
    } else {
        damaged()
    };
    format!("{text},\"fact\":{fact}}}")
}

/// What a line of an export says of which fact has which hash.
pub fn read_export_line(line: &str) -> Option<(SessionId, u64, Digest)> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some((
        SessionId::from(value.get("session")?.as_str()?),
        value.get("seq")?.as_u64()?,
        Digest::from_hex(value.get("hash")?.as_str()?)?,
    ))
}
