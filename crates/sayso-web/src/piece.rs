use bytes::Bytes;

/// A stretch of the inbox's stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    /// The place before it.
    pub(crate) after: u64,
    /// The place of its last fact; the same when there is none.
    pub(crate) end: u64,
    /// Its events.
    pub(crate) bytes: Bytes,
}
