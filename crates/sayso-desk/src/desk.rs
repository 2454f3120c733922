//! Starting and stopping a desk.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use tokio::sync::watch;

use crate::changes::Changes;
use crate::error::DeskError;
use crate::handle::Handle;
use crate::options::Options;
use crate::pen::Pen;
use crate::request::Request;
use crate::service::Service;
use crate::store::{SealedStore, Store, StoreError};

/// A running desk. Dropping it finishes what is queued and stops; what is open stays open.
#[derive(Debug)]
pub struct Desk {
    handle: Handle,
    inbox: SyncSender<Request>,
    thread: Option<JoinHandle<()>>,
}

impl Desk {
    /// Starts the loop on a thread of its own. Deadlines that passed meanwhile fire at once.
    ///
    /// A desk takes a sealed store and no other, so that the words of secret questions never lie
    /// in one as they are:
    ///
    /// ```compile_fail,E0308
    /// # use sayso_desk::{Desk, Options, store::sqlite::SqliteStore};
    /// let store = SqliteStore::open("sayso.db".as_ref()).unwrap();
    /// Desk::start(Box::new(store), Options::default()).unwrap();
    /// ```
    pub fn start(mut store: SealedStore, options: Options) -> Result<Self, DeskError> {
        let (inbox, requests) = sync_channel(options.queue);
        let bell = inbox.clone();
        // When the queue is full the desk is awake anyway.
        let ring = move || drop(bell.try_send(Request::Look));
        store.wake_with(Box::new(ring.clone()));
        let (changed, changes) = watch::channel(Changes::default());
        let (breaks, broken) = watch::channel(None);
        let handle = Handle::new(inbox.clone(), store.reader(), changes, broken);
        let pen = Pen::new(Box::new(store), Box::new(ring));
        let service = Service::new(requests, pen, options, changed, breaks);
        let thread = thread::Builder::new()
            .name("sayso-desk".into())
            .spawn(move || service.run())
            .map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Self {
            handle,
            inbox,
            thread: Some(thread),
        })
    }

    /// A handle to it.
    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.inbox.send(Request::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
