//! A body that is told by and by.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;

use crate::slot::Slot;

/// A body that its teller fills for as long as somebody listens. The teller is no task of its own: it
/// goes on in the connection's, so what happens wakes one task for each listener, and a listener who
/// hangs up takes it along.
pub(crate) struct Telling {
    /// None when all is told.
    teller: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    slot: Slot,
}

impl Telling {
    /// What is laid into this slot.
    pub(crate) fn new(slot: Slot, teller: impl Future<Output = ()> + Send + 'static) -> Self {
        Self {
            teller: Some(Box::pin(teller)),
            slot,
        }
    }
}

impl Stream for Telling {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(teller) = &mut self.teller
            && teller.as_mut().poll(context).is_ready()
        {
            self.teller = None;
        }
        match self.slot.take() {
            Some(bytes) => Poll::Ready(Some(Ok(bytes))),
            None if self.teller.is_none() => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}
