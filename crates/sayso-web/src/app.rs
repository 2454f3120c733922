//! What every request needs.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::refusal::Refusal;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::{Found, Reader, StoreError};
use sayso_desk::{DeskError, Handle};
use tokio::sync::Semaphore;

use crate::bell::Bell;
use crate::failure::Failure;
use crate::feed::Feed;
use crate::keys::Keys;
use crate::metrics::Metrics;
use crate::options::WebOptions;
use crate::principal::Principal;
use crate::webpush::Addresses;

/// How many read the store at once. Each has a thread and a connection of its own meanwhile, and who
/// comes later is served no sooner if all of them share the same cores.
const READERS: usize = 8;

/// What every request needs; cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inner>);

/// The parts.
#[derive(Debug)]
pub struct Inner {
    pub(crate) handle: Handle,
    pub(crate) keys: Arc<Keys>,
    pub(crate) options: WebOptions,
    pub(crate) feed: Feed,
    pub(crate) metrics: Metrics,
    /// Who is told while their page is shut.
    pub(crate) addresses: Option<Addresses>,
    /// Whether the server was told to stop: then streams and waits end.
    stopping: AtomicBool,
    /// Rings then.
    stop_bell: Arc<Bell>,
    /// Turns for those who read the store at once.
    reading: Arc<Semaphore>,
    clock: SystemClock,
    /// All names by which it may be called, with their ports.
    names: Vec<String>,
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// For a desk that listens on these addresses.
    pub fn new(
        handle: Handle,
        keys: Arc<Keys>,
        options: WebOptions,
        addresses: Vec<SocketAddr>,
    ) -> Self {
        Self(Arc::new(Inner {
            feed: Feed::new(handle.clone()),
            metrics: Metrics::new(),
            addresses: options.push_file.clone().map(Addresses::new),
            stopping: AtomicBool::new(false),
            stop_bell: Arc::default(),
            reading: Arc::new(Semaphore::new(READERS)),
            clock: SystemClock::new(),
            names: names(&options.hosts, &addresses),
            handle,
            keys,
            options,
        }))
    }

    /// Whether nothing is open and nobody listens.
    pub fn is_idle(&self) -> bool {
        let pending = self.handle.reader().count_pending();
        self.metrics.streams.get() == 0
            && self.metrics.waiting.get() == 0
            && pending.is_ok_and(|pending| pending == 0)
    }

    /// From now on streams and waits end.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        self.stop_bell.ring();
        // A stream waits for one thing less: it looks at this when it looks at its credential.
        self.keys.look_again();
    }

    /// Ends when the server is told to stop.
    pub(crate) async fn stopped(&self) {
        let mut ear = self.stop_bell.ear();
        ear.until(|| self.is_stopping().then_some(())).await;
    }

    /// Whether the server was told to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Whether this is a name of ours. A port must be ours too.
    pub(crate) fn is_our_host(&self, host: &str) -> bool {
        self.names
            .iter()
            .any(|name| name.eq_ignore_ascii_case(host))
    }

    /// Reads from the store without holding up others.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        lang: Lang,
        read: impl FnOnce(&dyn Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Failure> {
        let handle = self.handle.clone();
        let turn = Arc::clone(&self.reading).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            // Kept to the end, also when whoever asked has gone meanwhile.
            let _turn = turn;
            read(handle.reader())
        });
        let done = done.await;
        match done {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(Failure::of_store(&error, lang)),
            Err(_) => Err(Failure::of_desk(&DeskError::Stopped, lang)),
        }
    }

    /// Does something that takes its time without holding up others.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        lang: Lang,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|_| Failure::of_desk(&DeskError::Stopped, lang))
    }

    /// How an interaction stands, if the caller may know of it.
    pub(crate) async fn find(
        &self,
        id: InteractionId,
        principal: &Principal,
        lang: Lang,
    ) -> Result<Found, Failure> {
        let found = self.read(lang, move |reader| reader.find(id)).await?;
        let seen = found.filter(|found| {
            principal.may_see(match found {
                Found::Pending(pending) => &pending.session,
                Found::Closed(outcome) => &outcome.session,
            })
        });
        seen.ok_or_else(|| Failure::of_refusal(&Refusal::QuestionNotFound, lang))
    }
}

/// The names from the options, the addresses it listens on, and `localhost` for loopback ones. That
/// it listens everywhere is no name.
fn names(hosts: &[String], addresses: &[SocketAddr]) -> Vec<String> {
    let mut names = hosts.to_vec();
    for address in addresses.iter().filter(|one| !one.ip().is_unspecified()) {
        names.push(address.to_string());
        if address.ip().is_loopback() {
            let port = address.port();
            let local = ["localhost", "127.0.0.1", "[::1]"];
            names.extend(local.map(|name| format!("{name}:{port}")));
        }
    }
    names
}
