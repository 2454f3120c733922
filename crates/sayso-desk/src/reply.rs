//! What a wish comes back as.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use sayso_core::outcome::Outcome;
use tokio::sync::oneshot;

use crate::error::DeskError;

/// The desk's word on a wish, once it is on disk. Await it, or `wait` for it on a thread.
#[derive(Debug)]
#[must_use = "the desk answers whether anyone listens or not; listen"]
pub struct Reply<T>(oneshot::Receiver<Result<T, DeskError>>);

impl<T> Reply<T> {
    pub(crate) fn new() -> (oneshot::Sender<Result<T, DeskError>>, Self) {
        let (sender, receiver) = oneshot::channel();
        (sender, Self(receiver))
    }

    /// A reply that is there already.
    pub(crate) fn ready(result: Result<T, DeskError>) -> Self {
        let (sender, reply) = Self::new();
        let _ = sender.send(result);
        reply
    }

    /// Blocks this thread until the desk replies. Not for async code.
    pub fn wait(self) -> Result<T, DeskError> {
        self.0.blocking_recv().unwrap_or(Err(DeskError::Stopped))
    }
}

impl<T> Future for Reply<T> {
    type Output = Result<T, DeskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|reply| reply.unwrap_or(Err(DeskError::Stopped)))
    }
}

/// What a waiter is told: how it closed, or why that cannot be told.
pub(crate) type Told = Result<Arc<Outcome>, Box<DeskError>>;

fn told(told: Option<Told>) -> Result<Arc<Outcome>, DeskError> {
    match told {
        Some(Ok(outcome)) => Ok(outcome),
        Some(Err(error)) => Err(*error),
        None => Err(DeskError::Stopped),
    }
}

/// Wakes when an interaction closes. Dropping it leaves the interaction open.
#[derive(Debug)]
pub struct Waiter(pub(crate) oneshot::Receiver<Told>);

impl Waiter {
    /// One that may not wait.
    pub(crate) fn refused(error: DeskError) -> Self {
        let (sender, waiter) = oneshot::channel();
        let _ = sender.send(Err(Box::new(error)));
        Self(waiter)
    }

    /// Blocks this thread until the interaction closes. Not for async code.
    pub fn wait(self) -> Result<Arc<Outcome>, DeskError> {
        told(self.0.blocking_recv().ok())
    }

    /// The outcome, if the interaction has closed.
    pub fn look(&mut self) -> Result<Option<Arc<Outcome>>, DeskError> {
        match self.0.try_recv() {
            Ok(outcome) => told(Some(outcome)).map(Some),
            Err(oneshot::error::TryRecvError::Empty) => Ok(None),
            Err(oneshot::error::TryRecvError::Closed) => Err(DeskError::Stopped),
        }
    }
}

impl Future for Waiter {
    type Output = Result<Arc<Outcome>, DeskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|outcome| told(outcome.ok()))
    }
}
