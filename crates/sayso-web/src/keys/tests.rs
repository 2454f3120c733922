use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::{BothTokens, Keys};

/// Long enough for another thread to come in between, if it can.
const A_WHILE: Duration = Duration::from_millis(200);

fn tokens(person: &str) -> BothTokens {
    BothTokens {
        person: Some(person.into()),
        agent: Some("agent".into()),
    }
}

/// Who has read the old token, and is slow to say so, does not bring it back.
#[test]
fn what_was_read_first_is_taken_over_first() {
    let (has_read, read): (Sender<()>, Receiver<()>) = channel();
    let (done, other_done): (Sender<()>, Receiver<()>) = channel();
    let first = Mutex::new(Some((has_read, other_done)));
    let source = move || {
        let slow = first.lock().unwrap().take();
        Some(match slow {
            Some((has_read, other_done)) => {
                has_read.send(()).unwrap();
                let _ = other_done.recv_timeout(A_WHILE);
                tokens("old")
            }
            None => tokens("new"),
        })
    };
    let keys = Arc::new(Keys::new("old", "agent").both_renewed_by(source));
    let slow = keys.clone();
    let slow = thread::spawn(move || slow.renew());
    read.recv().unwrap();
    keys.renew();
    let _ = done.send(());
    slow.join().unwrap();
    let person = keys.both.read().unwrap().person.clone();
    assert_eq!(person.as_deref(), Some("new"));
}
