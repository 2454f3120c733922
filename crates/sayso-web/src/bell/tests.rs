use std::cell::Cell;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use super::{AT_ONCE, Bell};

/// Counts how often it is woken.
#[derive(Default)]
struct Sleeper(AtomicUsize);

impl Sleeper {
    fn woken(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Polls once, for this one.
fn poll<F: Future>(future: F, sleeper: &Arc<Sleeper>) -> Poll<F::Output> {
    let waker = Waker::from(sleeper.clone());
    pin!(future).poll(&mut Context::from_waker(&waker))
}

#[test]
fn who_has_looked_once_is_woken_by_every_ring() {
    let (bell, sleeper) = (Arc::new(Bell::default()), Arc::new(Sleeper::default()));
    let mut ear = bell.ear();
    bell.ring();
    assert_eq!(sleeper.woken(), 0);
    assert_eq!(poll(ear.until(|| None::<()>), &sleeper), Poll::Pending);
    for woken in 1..=3 {
        bell.ring();
        assert_eq!(sleeper.woken(), woken);
    }
    assert_eq!(poll(ear.until(|| Some(7)), &sleeper), Poll::Ready(7));
    drop(ear);
    bell.ring();
    assert_eq!(sleeper.woken(), 3);
    assert!(bell.lock().is_empty());
}

#[test]
fn what_comes_while_one_looks_is_heard() {
    let (bell, sleeper) = (Arc::new(Bell::default()), Arc::new(Sleeper::default()));
    let there = Cell::new(false);
    let mut ear = bell.ear();
    let look = || {
        let seen = there.get().then_some(());
        // Too late for this look.
        there.set(true);
        bell.ring();
        seen
    };
    assert_eq!(poll(ear.until(look), &sleeper), Poll::Pending);
    assert_eq!(sleeper.woken(), 1);
}

#[test]
fn who_listens_for_another_is_known_as_that_one() {
    let (first, second) = (Arc::new(Sleeper::default()), Arc::new(Sleeper::default()));
    let bell = Arc::new(Bell::default());
    let mut ear = bell.ear();
    for sleeper in [&first, &second, &second] {
        assert_eq!(poll(ear.until(|| None::<()>), sleeper), Poll::Pending);
    }
    bell.ring();
    assert_eq!((first.woken(), second.woken()), (0, 1));
    assert_eq!(bell.lock().len(), 1);
}

#[test]
fn all_are_woken_however_many_there_are_and_whoever_has_gone() {
    for count in [1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 5 * AT_ONCE] {
        let (bell, sleeper) = (Arc::new(Bell::default()), Arc::new(Sleeper::default()));
        let mut ears: Vec<_> = (0..count).map(|_| bell.ear()).collect();
        for ear in &mut ears {
            assert_eq!(poll(ear.until(|| None::<()>), &sleeper), Poll::Pending);
        }
        bell.ring();
        assert_eq!(sleeper.woken(), count);
        // The last ones stay, far behind.
        ears.drain(..count / 2);
        bell.ring();
        assert_eq!(sleeper.woken(), count + ears.len());
    }
}
