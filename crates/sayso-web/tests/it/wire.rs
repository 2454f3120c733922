//! One connection, byte by byte.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longer than anything here should take: a test that hangs fails instead.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// What bytes go over, in the clear or not.
pub(crate) trait Connection:
    AsyncRead + AsyncWrite + std::fmt::Debug + Send + Unpin
{
}

impl<C: AsyncRead + AsyncWrite + std::fmt::Debug + Send + Unpin> Connection for C {}

/// One connection, byte by byte.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: Box<dyn Connection>,
    read: Vec<u8>,
}

/// The head of a response.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
}

impl Head {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

impl Wire {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).await.unwrap())
    }

    pub(crate) fn over(stream: impl Connection + 'static) -> Self {
        Self {
            stream: Box::new(stream),
            read: Vec::new(),
        }
    }

    /// False when the other end has closed.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// The next head; none when the connection was closed instead.
    pub(crate) async fn head(&mut self) -> Option<Head> {
        let end = loop {
            let found = self.read.windows(4).position(|four| four == b"\r\n\r\n");
            match found {
                Some(end) => break end,
                None if self.more().await => {}
                None => return None,
            }
        };
        let head: Vec<u8> = self.read.drain(..end + 4).collect();
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect();
        Some(Head { status, headers })
    }

    /// The body behind a head; none when it broke off.
    pub(crate) async fn body(&mut self, head: &Head) -> Option<Vec<u8>> {
        if let Some(length) = head.get("content-length") {
            return self.take(length.parse().ok()?).await;
        }
        if head.get("transfer-encoding").is_none() {
            while self.more().await {}
            return Some(std::mem::take(&mut self.read));
        }
        let mut body = Vec::new();
        loop {
            let chunk = self.chunk().await?;
            if chunk.is_empty() {
                return Some(body);
            }
            body.extend(chunk);
        }
    }

    /// One chunk of a chunked body; empty at its end, none when it broke off.
    pub(crate) async fn chunk(&mut self) -> Option<Vec<u8>> {
        let line = loop {
            let found = self.read.windows(2).position(|two| two == b"\r\n");
            match found {
                Some(end) => break self.read.drain(..end + 2).collect::<Vec<u8>>(),
                None if self.more().await => {}
                None => return None,
            }
        };
        let size = usize::from_str_radix(std::str::from_utf8(&line).ok()?.trim(), 16).ok()?;
        let mut chunk = self.take(size + 2).await?;
        chunk.truncate(size);
        Some(chunk)
    }

    /// Everything until the other end closes.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        while self.more().await {}
        std::mem::take(&mut self.read)
    }

    async fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        while self.read.len() < count {
            if !self.more().await {
                return None;
            }
        }
        Some(self.read.drain(..count).collect())
    }

    async fn more(&mut self) -> bool {
        let read = tokio::time::timeout(PATIENCE, self.stream.read_buf(&mut self.read));
        match read.await {
            Ok(count) => count.is_ok_and(|count| count > 0),
            Err(_) => panic!("nothing comes, and nobody hangs up"),
        }
    }
}
