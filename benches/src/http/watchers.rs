use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::{JoinSet, spawn_local};
use tokio::time::timeout;

use super::serve::PERSON;
use crate::latency::Latency;

/// A byte that stands once in every event that is published, and nowhere else: it ends `§`.
pub(super) const MARK: char = '§';
const MARK_BYTE: u8 = 0xa7;

/// Connections that are being made at once.
const CONNECTING: usize = 256;

/// No event takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Many clients of one stream, and what they have received.
pub(super) struct Watchers {
    count: usize,
    seen: Rc<Seen>,
}

struct Seen {
    events: Cell<usize>,
    enough: Cell<usize>,
    all_there: Notify,
    published: Cell<Instant>,
    latency: RefCell<Latency>,
}

impl Watchers {
    /// Connects so many, and returns when all are attached.
    pub(super) async fn open(count: usize, address: SocketAddr, path: &str) -> Result<Self> {
        let seen = Rc::new(Seen {
            events: Cell::new(0),
            enough: Cell::new(0),
            all_there: Notify::new(),
            published: Cell::new(Instant::now()),
            latency: RefCell::new(Latency::new()?),
        });
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {PERSON}\r\n\
             Accept: text/event-stream\r\n\r\n"
        );
        let request: Rc<str> = request.into();
        let mut connecting = JoinSet::new();
        for number in 0..count {
            let (request, seen) = (request.clone(), seen.clone());
            connecting.spawn_local(async move {
                let stream = attach(address, &request).await?;
                spawn_local(async move { watch(stream, &seen).await });
                anyhow::Ok(())
            });
            if number >= CONNECTING {
                connecting
                    .join_next()
                    .await
                    .context("nobody connects")???;
            }
        }
        while let Some(connected) = connecting.join_next().await {
            connected??;
        }
        Ok(Self { count, seen })
    }

    /// From now on so many events are published.
    pub(super) fn expect(&self, events: usize) {
        self.seen.events.set(0);
        self.seen.enough.set(events * self.count);
        self.seen.published.set(Instant::now());
    }

    /// Waits until everyone has received them all.
    pub(super) async fn receive(&self) -> Result<()> {
        let seen = &self.seen;
        let received = timeout(PATIENCE, seen.all_there.notified()).await;
        let (got, of) = (seen.events.get(), seen.enough.get());
        ensure!(received.is_ok(), "{got} of {of} events arrived");
        Ok(())
    }

    /// From each publish to each client, since the start.
    pub(super) fn latency(&self) -> Result<Latency> {
        Ok(self.seen.latency.replace(Latency::new()?))
    }
}

async fn attach(address: SocketAddr, request: &str) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await?;
    if !head.ends_with(b" 200") {
        bail!("not attached: {}", String::from_utf8_lossy(&head));
    }
    Ok(stream)
}

/// Counts events until the stream ends.
async fn watch(mut stream: TcpStream, seen: &Seen) {
    // On the stack while it waits for nothing: a client holds no buffer.
    while stream.readable().await.is_ok() {
        let mut buffer = [0; 4096];
        match stream.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => seen.add(buffer[..count].iter().filter(|b| **b == MARK_BYTE).count()),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
    let _ = stream.shutdown().await;
}

impl Seen {
    fn add(&self, events: usize) {
        if events == 0 {
            return;
        }
        let took = self.published.get().elapsed();
        for _ in 0..events {
            self.latency.borrow_mut().record(took);
        }
        let (before, now) = (self.events.get(), self.events.get() + events);
        self.events.set(now);
        if before < self.enough.get() && now >= self.enough.get() {
            self.all_there.notify_one();
        }
    }
}
