//! Why a desk somewhere else did not do it.

use std::error::Error;

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
    /// It is not known to be the desk that it says it is.
    #[error(
        "the desk's certificate is not believed ({0}); set SAYSO_CA to a file of certificates that vouch for it"
    )]
    Untrusted(String),
    /// An answer is there, and this client cannot read it: it is never taken for another one.
    #[error("the answer to {0:?} cannot be read here; it is on record at the desk")]
    Unreadable(String),
    /// It said something that no desk says.
    #[error("that is no desk of ours: {0}")]
    Strange(String),
}

impl RemoteError {
    /// What the HTTP client says. A certificate that is not believed today is not believed
    /// tomorrow: that is no desk that is merely away.
    pub(super) fn of_client(error: &ureq::Error) -> Self {
        let inside = match error {
            ureq::Error::Io(io) => io.get_ref().map(|inside| inside as &dyn Error),
            ureq::Error::Rustls(inside) => Some(inside as &dyn Error),
            _ => None,
        };
        match inside.and_then(|inside| inside.downcast_ref::<rustls::Error>()) {
            Some(rustls::Error::InvalidCertificate(why)) => Self::Untrusted(why.to_string()),
            _ => Self::Unreachable(error.to_string()),
        }
    }
}
