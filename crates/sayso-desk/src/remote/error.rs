//! Why a desk somewhere else did not do it.

/// Why a desk somewhere else did not do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// It said no.
    #[error("{message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The stable code.
        code: String,
        /// What happened and what to do.
        message: String,
        /// Every single thing that is wrong.
        details: Vec<String>,
    },
    /// It could not be reached, or broke off.
    #[error("the desk cannot be reached: {0}")]
    Unreachable(String),
    /// It said something that no desk says.
    #[error("that is no desk of ours: {0}")]
    Strange(String),
}
