//! A live stream, read as a page reads it.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::net::TcpStream;

use serde_json::Value;

/// A live stream.
#[derive(Debug)]
pub(crate) struct Sse {
    reader: BufReader<TcpStream>,
    /// What came, and how much of it was read.
    text: String,
    read: usize,
}

/// One event of it.
#[derive(Debug)]
pub(crate) struct SseEvent {
    /// 0 of what is no fact of the log.
    pub(crate) id: u64,
    /// Facts have none.
    pub(crate) name: Option<String>,
    /// One line of JSON.
    pub(crate) data: String,
}

impl Sse {
    pub(crate) fn new(reader: BufReader<TcpStream>) -> Self {
        Self {
            reader,
            text: String::new(),
            read: 0,
        }
    }

    /// The next event; none when the desk ended the stream in good order, an error when it broke
    /// off.
    pub(crate) fn next(&mut self) -> io::Result<Option<SseEvent>> {
        loop {
            while let Some(end) = self.text[self.read..].find("\n\n") {
                let block = &self.text[self.read..self.read + end];
                self.read += end + 2;
                if let Some(event) = event(block) {
                    return Ok(Some(event));
                }
            }
            self.text.drain(..self.read);
            self.read = 0;
            if !self.chunk()? {
                return Ok(None);
            }
        }
    }

    /// The next event that is of this type.
    #[track_caller]
    pub(crate) fn sees(&mut self, kind: &str) -> SseEvent {
        loop {
            let event = self.next().unwrap();
            let event = event.unwrap_or_else(|| panic!("the stream ended without {kind}"));
            if event.is(kind) {
                return event;
            }
        }
    }

    /// Reads one chunk; false at the last.
    fn chunk(&mut self) -> io::Result<bool> {
        let mut line = String::new();
        if self.reader.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let length = usize::from_str_radix(line.trim(), 16).map_err(io::Error::other)?;
        let mut bytes = vec![0; length + 2];
        self.reader.read_exact(&mut bytes)?;
        let text = str::from_utf8(&bytes[..length]).map_err(io::Error::other)?;
        self.text.push_str(text);
        Ok(length > 0)
    }
}

impl SseEvent {
    /// Whether it is of this type; that comes first in a push.
    pub(crate) fn is(&self, kind: &str) -> bool {
        let rest = self.data.strip_prefix(r#"{"type":""#);
        let rest = rest.and_then(|rest| rest.strip_prefix(kind));
        rest.is_some_and(|rest| rest.starts_with('"'))
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap()
    }
}

/// Heartbeats are none.
fn event(block: &str) -> Option<SseEvent> {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
    let name = field("event: ").map(str::to_owned);
    if name.as_deref() == Some("alive") {
        return None;
    }
    Some(SseEvent {
        id: field("id: ").map_or(0, |id| id.parse().unwrap()),
        name,
        data: field("data: ").unwrap().to_owned(),
    })
}
