//! One event of a stream, as bytes.

use bytes::Bytes;
use sayso_core::id::SessionId;

/// One fact, encoded once and shared by everyone who listens.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Its place in the whole log: the id on the inbox's stream.
    pub(crate) place: u64,
    /// Its session.
    pub(crate) session: SessionId,
    /// Its number in the session: the id on the session's stream.
    pub(crate) seq: u64,
    /// The push, as one line of JSON.
    pub(crate) data: Bytes,
    /// The whole event of the inbox's stream.
    pub(crate) event: Bytes,
}

impl Frame {
    /// Encodes a push; both forms share their bytes.
    pub(crate) fn new(place: u64, session: SessionId, seq: u64, data: &[u8]) -> Self {
        let event = event(place, None, data);
        let end = event.len() - END.len();
        Self {
            place,
            session,
            seq,
            data: event.slice(end - data.len()..end),
            event,
        }
    }
}

/// What ends an event.
const END: &[u8] = b"\n\n";

/// An event of a stream. JSON has no line breaks, so it is always one `data` line.
pub(crate) fn event(id: u64, name: Option<&str>, data: &[u8]) -> Bytes {
    let mut text = Vec::with_capacity(data.len() + 48);
    text.extend_from_slice(format!("id: {id}\n").as_bytes());
    if let Some(name) = name {
        text.extend_from_slice(format!("event: {name}\n").as_bytes());
    }
    text.extend_from_slice(b"data: ");
    text.extend_from_slice(data);
    text.extend_from_slice(END);
    text.into()
}

/// The open questions that nobody waits for, all of them: no fact of the log, and so without an id.
pub(crate) fn unattended(data: &[u8]) -> Bytes {
    let parts: [&[u8]; 3] = [b"event: unattended\ndata: ", data, END];
    parts.concat().into()
}

/// Shows that a quiet stream lives; it has no id, so it moves nobody's place. An event and not a
/// comment: a page does not see comments, and could not tell a dead connection from a quiet one.
pub(crate) fn heartbeat() -> Bytes {
    Bytes::from_static(b"event: alive\ndata: {}\n\n")
}
