//! Codes that sign a page in, once.

use sayso_core::moment::Moment;

use super::StoreError;

/// Where codes are kept that sign a page in, once; wherever the page is served.
pub trait LoginCodes: Send + Sync {
    /// Keeps a code until then.
    fn keep(&self, code: &str, until: Moment) -> Result<(), StoreError>;

    /// Takes a code away, if it is there and good: whoever does is the one that may use it.
    fn spend(&self, code: &str, now: Moment) -> Result<bool, StoreError>;
}
