//! Who did something, and where.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::face::Face;

/// Who did something, and through which face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// The person's or program's name, as the desk knows it, not as an agent claims it.
    pub by: Arc<str>,
    /// The face.
    pub via: Face,
}

impl Actor {
    /// Somebody at a face.
    pub fn new(by: impl Into<Arc<str>>, via: Face) -> Self {
        Self { by: by.into(), via }
    }

    /// The desk, acting on a deadline.
    pub fn desk() -> Self {
        Self::new("desk", Face::Desk)
    }
}
