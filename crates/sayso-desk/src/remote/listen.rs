//! Hearing that something happened, as it happens.

use std::io::{BufRead, BufReader};
use std::time::Duration;

use ureq::http::{Method, Request};

use super::{RemoteDesk, RemoteError};

/// Longer than this no stream is kept; whoever listens comes back.
const LONGEST: Duration = Duration::from_secs(600);
/// Bytes of one line of a stream.
const LINE: usize = 64 * 1024 * 1024;

impl RemoteDesk {
    /// Listens to the live stream and calls `heard` for every event, first of all for how it
    /// stands; until it breaks off or `heard` says no. It is a hint: the lists are the truth.
    pub fn listen(&self, heard: &mut dyn FnMut() -> bool) -> Result<(), RemoteError> {
        let request = Request::builder()
            .method(Method::GET)
            .uri(format!("{}/api/events", self.url))
            .header("authorization", format!("Bearer {}", self.token))
            .header("accept", "text/event-stream")
            .body(())
            .map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        let request = self
            .agent
            .configure_request(request)
            .timeout_global(Some(LONGEST))
            .build();
        let response = self
            .agent
            .run(request)
            .map_err(|error| RemoteError::of_client(&error))?;
        let status = response.status().as_u16();
        if status != 200 {
            return Err(RemoteError::Unreachable(format!("status {status}")));
        }
        let mut stream = BufReader::new(response.into_body().into_reader());
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = read_line(&mut stream, &mut line)
                .map_err(|error| RemoteError::Unreachable(error.to_string()))?;
            if !read {
                return Ok(());
            }
            if line.starts_with(b"data:") && !heard() {
                return Ok(());
            }
        }
    }
}

/// One line, of which only the start is kept; false at the end.
fn read_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut taken = 0;
    loop {
        let bytes = stream.fill_buf()?;
        if bytes.is_empty() {
            return Ok(taken > 0);
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(bytes.len(), |at| at + 1);
        if line.len() < 8 {
            line.extend_from_slice(&bytes[..used.min(8)]);
        }
        taken += used;
        stream.consume(used);
        if end.is_some() {
            return Ok(true);
        }
        if taken > LINE {
            return Err(std::io::Error::other("a line without an end"));
        }
    }
}
