use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use futures_core::Stream;

use super::Telling;
use crate::slot::Slot;

/// What a listener who asks once gets.
fn ask(telling: &mut Telling) -> Poll<Option<Bytes>> {
    let mut context = Context::from_waker(Waker::noop());
    let told = Pin::new(telling).poll_next(&mut context);
    told.map(|told| told.map(|Ok(bytes)| bytes))
}

#[test]
fn a_teller_is_never_further_ahead_than_one_piece_and_all_of_it_is_told() {
    let slot = Slot::default();
    let said = Arc::new(AtomicUsize::new(0));
    let (teller_slot, teller_said) = (slot.clone(), said.clone());
    let mut telling = Telling::new(slot, async move {
        for piece in ["one", "two", "three"] {
            teller_slot.put(piece.into()).await;
            teller_said.fetch_add(1, Ordering::Relaxed);
        }
    });
    for (before, piece) in ["one", "two", "three"].into_iter().enumerate() {
        assert_eq!(ask(&mut telling), Poll::Ready(Some(piece.into())));
        assert_eq!(said.load(Ordering::Relaxed), before + 1);
    }
    assert_eq!(ask(&mut telling), Poll::Ready(None));
    assert_eq!(ask(&mut telling), Poll::Ready(None));
}

#[test]
fn who_hangs_up_takes_the_teller_along() {
    let slot = Slot::default();
    let alive = Arc::new(());
    let kept = alive.clone();
    let mut telling = Telling::new(slot, async move {
        let _kept = kept;
        std::future::pending::<()>().await;
    });
    assert_eq!(ask(&mut telling), Poll::Pending);
    assert_eq!(Arc::strong_count(&alive), 2);
    drop(telling);
    assert_eq!(Arc::strong_count(&alive), 1);
}
