//! Who did something, where, and how that is known.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::face::Face;

/// Who did something, where, and how that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ActorRecord")]
pub struct Actor {
    /// The person's or program's name, as the desk knows it, not as an agent claims it.
    pub by: Arc<str>,
    /// Where it was done.
    pub via: Face,
    /// How it is known.
    pub evidence: Evidence,
}

/// An actor as records have it. Old ones say nothing of evidence.
#[derive(Deserialize)]
struct ActorRecord {
    by: Arc<str>,
    via: Face,
    #[serde(default)]
    evidence: Option<Evidence>,
}

impl From<ActorRecord> for Actor {
    fn from(record: ActorRecord) -> Self {
        let ActorRecord { by, via, evidence } = record;
        let evidence = evidence.unwrap_or_else(|| Evidence::of_old_record(via));
        Self { by, via, evidence }
    }
}

impl Actor {
    /// The actor of this name.
    pub fn new(by: impl Into<Arc<str>>, via: Face, evidence: Evidence) -> Self {
        Self {
            by: by.into(),
            via,
            evidence,
        }
    }

    /// An asker that takes its own question back, or stops its own task.
    pub fn asker(by: impl Into<Arc<str>>, via: Face) -> Self {
        Self::new(by, via, Evidence::Script)
    }

    /// The desk, acting on a deadline.
    pub fn desk() -> Self {
        Self::new("desk", Face::Desk, Evidence::Default)
    }
}
