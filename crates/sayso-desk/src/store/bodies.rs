//! Where the bodies of facts are written.

use bytes::BytesMut;
use sayso_core::event::Event;

use super::{Body, StoreError};

/// The memory that is taken for bodies at a time. A body alone is some hundred bytes, and to ask
/// for each by itself, and have another thread give it back, costs more than to write it.
const PIECE: usize = 16 * 1024;

/// Writes the bodies of facts one behind the other.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    piece: BytesMut,
    /// Where one is written before it is known how long it is.
    scratch: Vec<u8>,
}

impl Bodies {
    /// The fact as it is hashed and stored.
    pub(crate) fn of(&mut self, fact: &Event) -> Result<Body, StoreError> {
        self.scratch.clear();
        serde_json::to_writer(&mut self.scratch, fact)
            .map_err(|error| StoreError::Damaged(error.to_string()))?;
        if self.piece.capacity() < self.scratch.len() {
            self.piece.reserve(PIECE.max(self.scratch.len()));
        }
        self.piece.extend_from_slice(&self.scratch);
        Ok(Body::new(self.piece.split().freeze()))
    }
}
