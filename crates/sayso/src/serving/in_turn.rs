//! One after the other, where it is about the same session.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_core::id::SessionId;

/// Lets those who want something of the same session do it one after the other: whoever sends a
/// wish again while the first is being met finds what came of it.
#[derive(Debug, Default)]
pub(super) struct InTurn(Mutex<HashMap<SessionId, Arc<Mutex<()>>>>);

impl InTurn {
    /// Does it when it is this one's turn.
    pub(super) fn run<T>(&self, session: &SessionId, run: impl FnOnce() -> T) -> T {
        let turn = {
            let mut turns = taken(&self.0);
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry(session.clone()).or_default())
        };
        let _turn = taken(&turn);
        run()
    }
}

fn taken<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
