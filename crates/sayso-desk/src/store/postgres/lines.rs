//! The connections of a store, bounded, and the bridge to them from plain threads.

use std::future::Future;
use std::pin::Pin;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::line::{Dialer, Line};
use crate::store::StoreError;

/// Nobody waits longer than this for the database.
const PATIENCE: Duration = Duration::from_millis(1_800);
// That it is away is to be said within two seconds.
const _: () = assert!(PATIENCE.as_millis() < 2_000);

/// What is done with a connection.
pub(super) type Work<'l, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'l>>;

/// A few connections for one purpose. Who finds none free waits for one.
pub(super) struct Lines {
    dialer: Arc<Dialer>,
    idle: Mutex<Vec<Line>>,
    room: Semaphore,
}

impl Lines {
    pub(super) fn new(dialer: Arc<Dialer>, most: usize) -> Self {
        Self {
            dialer,
            idle: Mutex::new(Vec::new()),
            room: Semaphore::new(most),
        }
    }

    /// Does the work on a connection. One that the work failed on, or was given up on, is not
    /// used again unless the server itself told what was wrong.
    async fn with<T>(
        &self,
        work: impl for<'l> FnOnce(&'l mut Line) -> Work<'l, T>,
    ) -> Result<T, StoreError> {
        let _place = self.room.acquire().await;
        if let Some(why) = self.dialer.why_away() {
            self.lock().clear();
            return Err(StoreError::Away(why));
        }
        let idle = std::iter::from_fn(|| self.lock().pop()).find(|line| !line.client.is_closed());
        let mut line = match idle {
            Some(line) => line,
            None => self.dialer.dial().await?,
        };
        let result = work(&mut line).await;
        if !matches!(result, Err(StoreError::Away(_))) && !line.client.is_closed() {
            self.lock().push(line);
        }
        result
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Line>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the connections live: a thread of their own, so that whoever needs them may block,
/// wherever it runs.
pub(super) struct Exchange {
    pub(super) dialer: Arc<Dialer>,
    runtime: Option<Runtime>,
}

impl Exchange {
    pub(super) fn new(dialer: Arc<Dialer>) -> Result<Self, StoreError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("sayso-postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Self {
            dialer,
            runtime: Some(runtime),
        })
    }

    /// Does work on one of these connections while this thread waits.
    pub(super) fn on<T: Send + 'static>(
        &self,
        lines: &Arc<Lines>,
        work: impl for<'l> FnOnce(&'l mut Line) -> Work<'l, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let lines = lines.clone();
        self.block(PATIENCE, async move { lines.with(work).await })
    }

    /// Blocks until this is done, or until nobody should wait any longer.
    pub(super) fn block<T: Send + 'static>(
        &self,
        patience: Duration,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let stopped = || StoreError::Away("the store is shut".into());
        let runtime = self.runtime.as_ref().ok_or_else(stopped)?;
        let (done, result) = sync_channel(1);
        let dialer = self.dialer.clone();
        runtime.spawn(async move {
            let ended = timeout(patience, work).await.unwrap_or_else(|_| {
                let why = format!("no word from it within {patience:?}");
                dialer.is_away(&why);
                Err(StoreError::Away(why))
            });
            let _ = done.send(ended);
        });
        result.recv().unwrap_or_else(|_| Err(stopped()))
    }

    /// Goes on beside everything else.
    pub(super) fn beside(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(runtime) = &self.runtime {
            runtime.spawn(work);
        }
    }
}

impl Drop for Exchange {
    /// Without waiting: it may be async code that lets go of it.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
