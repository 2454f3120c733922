//! The place of a call that waits.

use sayso_core::id::InteractionId;

use super::Calls;
use super::before::Before;

/// A call that waits. Dropping it ends the waiting, and tells that the call was cut short unless
/// it was `told`.
#[derive(Debug)]
pub(crate) struct Attending {
    pub(super) calls: Calls,
    pub(super) interaction: InteractionId,
    pub(super) cut: bool,
}

impl Attending {
    /// The call ends with a result.
    pub(crate) fn told(mut self) {
        self.cut = false;
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        let comer = self.calls.lock().ends(self.interaction, self.cut);
        if let Some(comer) = comer {
            // Who has gone meanwhile drops the place, and the next one gets it. Leave to act that was
            // given since is nobody's: it is asked for anew.
            let _ = comer.gets.send(Before {
                interaction: self.interaction,
                only_open: comer.asking.approval,
                place: Some(self.calls.place(self.interaction)),
            });
        }
    }
}
