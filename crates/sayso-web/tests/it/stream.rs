//! Listens to a live stream.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::net::TcpStream;

use crate::documented::document;
use crate::schema;
use crate::wire::{PATIENCE, Wire};

/// How an event begins that only shows that the stream lives.
const ALIVE: &str = "event: alive\n";

/// A live stream.
#[derive(Debug)]
pub(crate) struct EventStream {
    wire: Wire,
    text: String,
    /// Seen so far: each shows that the stream lives.
    pub(crate) heartbeats: usize,
}

/// One event of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// 0 of what is no fact of the log.
    pub(crate) id: u64,
    /// `snapshot`, `reset`, `unattended`, or nothing.
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Event {
    pub(crate) fn kind(&self) -> &str {
        self.data["type"].as_str().unwrap()
    }
}

impl EventStream {
    /// Sends the request; none when the connection breaks or no stream comes back.
    pub(crate) async fn open(address: SocketAddr, request: &[u8]) -> Option<Self> {
        let stream = TcpStream::connect(address).await.ok()?;
        Self::over(Wire::over(stream), request).await
    }

    /// The same over a connection that is there.
    pub(crate) async fn over(mut wire: Wire, request: &[u8]) -> Option<Self> {
        wire.write(request).await;
        let head = wire.head().await?;
        let is_stream = head.get("content-type") == Some("text/event-stream");
        (head.status == 200 && is_stream).then(|| Self {
            wire,
            text: String::new(),
            heartbeats: 0,
        })
    }

    /// The next event; fails the test when the stream ends instead.
    pub(crate) async fn next(&mut self) -> Event {
        self.try_next().await.expect("the stream ended")
    }

    /// The next event; none when the stream ends.
    pub(crate) async fn try_next(&mut self) -> Option<Event> {
        let next = tokio::time::timeout(PATIENCE, self.event()).await;
        next.expect("nothing but heartbeats")
    }

    async fn event(&mut self) -> Option<Event> {
        loop {
            let block = self.block().await?;
            if block.starts_with(ALIVE) {
                self.heartbeats += 1;
                continue;
            }
            return Some(parse(&block));
        }
    }

    /// Whether the stream now ends as streams do, and is not cut off.
    pub(crate) async fn ends_well(&mut self) -> bool {
        self.text.is_empty() && self.wire.chunk().await.is_some_and(|last| last.is_empty())
    }

    /// Listens until there was a heartbeat.
    pub(crate) async fn heartbeat(&mut self) -> String {
        let block = self.block().await.unwrap();
        assert!(block.starts_with(ALIVE), "no heartbeat: {block}");
        block
    }

    /// The next events up to one that fits, that one included.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Event) -> bool) -> Vec<Event> {
        let mut seen = Vec::new();
        loop {
            let event = self.next().await;
            let done = fits(&event);
            seen.push(event);
            if done {
                return seen;
            }
        }
    }

    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let rest = self.text.split_off(end + 2);
                return Some(std::mem::replace(&mut self.text, rest));
            }
            let chunk = self.wire.chunk().await?;
            if chunk.is_empty() {
                return None;
            }
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }
}

/// Reads a block as a browser does: CR, LF and CRLF end a line.
pub(crate) fn parse(block: &str) -> Event {
    let (mut id, mut name, mut data) = (None, String::new(), Vec::new());
    for line in block
        .split(['\r', '\n'])
        .filter(|line| !line.is_empty() && !line.starts_with(':'))
    {
        match line.split_once(": ") {
            Some(("id", value)) => assert!(id.replace(value.parse().unwrap()).is_none()),
            Some(("event", value)) => name = value.to_owned(),
            Some(("data", value)) => data.push(value),
            _ => panic!("no line of an event: {line:?} in {block:?}"),
        }
    }
    assert_eq!(data.len(), 1, "{block:?}");
    let data = serde_json::from_str(data[0]).unwrap();
    is_documented(&name, &data);
    Event {
        id: if name == "unattended" { 0 } else { id.unwrap() },
        name,
        data,
    }
}

/// Holds what a stream says to what some stream of the document says by that name: the facts of
/// sessions, or the items of a transcript.
#[track_caller]
fn is_documented(name: &str, data: &Value) {
    let name = if name.is_empty() { "message" } else { name };
    let stream = if data.get("kind").is_some() {
        "/api/transcripts/{id}/events"
    } else {
        "/api/events"
    };
    let responses = &document()["paths"][stream]["get"]["responses"];
    let told = &responses["200"]["content"]["text/event-stream"]["schema"]["x-events"];
    let fits = schema::check(&told[name], data);
    fits.unwrap_or_else(|why| panic!("{stream}: {name}: {why}"));
}
