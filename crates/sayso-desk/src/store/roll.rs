//! Who is waited for, told from desk to desk.

use std::io;

use sayso_core::id::InteractionId;

/// Where a desk tells the others of its store which interactions somebody waits for at it. What it told
/// counts for as long as it lives, and no longer.
pub trait Roll: Send {
    /// These, and no others.
    fn write(&mut self, waited_for: &[InteractionId]) -> io::Result<()>;
}
