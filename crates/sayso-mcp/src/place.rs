//! One connection of a client.

use sayso_core::id::SessionId;
use tokio_util::sync::CancellationToken;

/// One connection of a client: a process on pipes, a session or a single request over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The conversation, unless the client names one.
    pub(crate) session: SessionId,
    /// Whether it is the same for every call of a client, in either era: the pipes of a process are.
    pub(crate) lasts: bool,
    /// Told when the other end has gone.
    pub(crate) gone: CancellationToken,
}
