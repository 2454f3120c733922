//! Follows which open questions nobody waits for, and tells everyone who listens.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::id::{InteractionId, SessionId};
use sayso_desk::Handle;
use tokio::sync::watch;

use crate::bell::Bell;

/// How often it looks: who waits is not in the log, so that nothing calls for a look.
const LOOK: Duration = Duration::from_secs(5);
/// Open questions that are looked at, at most: as many as a snapshot lists.
const MOST: usize = 1_000;

/// The open questions that nobody waits for, each with its session.
pub(crate) type Unattended = Arc<[(SessionId, InteractionId)]>;

/// Looks every now and then, for as long as somebody may listen.
pub(crate) async fn follow(handle: Handle, told: watch::Sender<Unattended>, bell: Arc<Bell>) {
    loop {
        let reader = handle.clone();
        let read = move || reader.reader().unattended(MOST);
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(unattended)) => {
                let changed = told.send_if_modified(|known| {
                    let changed = **known != *unattended;
                    if changed {
                        *known = unattended.into();
                    }
                    changed
                });
                if changed {
                    bell.ring();
                }
            }
            // What cannot be read now is told of elsewhere, and looked at again.
            Ok(Err(_)) => {}
            Err(_) => return,
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = told.closed() => return,
        }
    }
}
