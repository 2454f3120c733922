//! A client of the desk that shows everything: one connection a request, no retries.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::Value;

use crate::running::PATIENCE;
use crate::sse::Sse;

/// A client with a token, or without one.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
}

/// What the desk said.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Client {
    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "").unwrap()
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &body.to_string()).unwrap()
    }

    /// The same of somebody who reads this language.
    #[track_caller]
    pub(crate) fn post_in(&self, lang: &str, path: &str, body: &Value) -> Reply {
        let more = format!("Accept-Language: {lang}\r\n");
        self.whole("POST", path, &more, &body.to_string()).unwrap()
    }

    /// The same with further lines in its head.
    #[track_caller]
    pub(crate) fn post_with(&self, more: &str, path: &str, body: &Value) -> Reply {
        self.whole("POST", path, more, &body.to_string()).unwrap()
    }

    /// The same of a `GET`.
    #[track_caller]
    pub(crate) fn get_with(&self, more: &str, path: &str) -> Reply {
        self.whole("GET", path, more, "").unwrap()
    }

    /// One request and its whole answer; an error when the connection broke off before its end.
    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        self.whole(method, path, "", body)
    }

    fn whole(&self, method: &str, path: &str, more: &str, body: &str) -> io::Result<Reply> {
        let (status, head, mut reader) = self.open(method, path, more, body)?;
        let length = header(&head, "content-length").and_then(|text| text.parse().ok());
        let mut body = vec![0; length.ok_or(ErrorKind::InvalidData)?];
        reader.read_exact(&mut body)?;
        let body = String::from_utf8(body).map_err(io::Error::other)?;
        Ok(Reply { status, head, body })
    }

    /// One request with further lines in its head.
    pub(crate) fn with_head(&self, method: &str, path: &str, more: &str) -> io::Result<Reply> {
        let (status, head, _) = self.open(method, path, more, "")?;
        let body = String::new();
        Ok(Reply { status, head, body })
    }

    /// The beginning of an answer that may have no end.
    pub(crate) fn begin(&self, method: &str, path: &str) -> io::Result<u16> {
        Ok(self.open(method, path, "", "")?.0)
    }

    /// A live stream, from after this id.
    pub(crate) fn stream(&self, path: &str, last_id: Option<u64>) -> io::Result<Sse> {
        let resume = last_id.map_or_else(String::new, |id| format!("Last-Event-ID: {id}\r\n"));
        let (status, head, reader) = self.open("GET", path, &resume, "")?;
        assert_eq!(status, 200, "{head}");
        assert_eq!(header(&head, "content-type"), Some("text/event-stream"));
        Ok(Sse::new(reader))
    }

    fn open(
        &self,
        method: &str,
        path: &str,
        more: &str,
        body: &str,
    ) -> io::Result<(u16, String, BufReader<TcpStream>)> {
        let mut stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        let token = self.token.as_ref();
        let token = token.map_or_else(String::new, |token| {
            format!("Authorization: Bearer {token}\r\n")
        });
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{token}{more}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len(),
        );
        stream.write_all(request.as_bytes())?;
        let mut reader = BufReader::with_capacity(4096, stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        let status = head.split(' ').nth(1).and_then(|text| text.parse().ok());
        let status = status.ok_or(ErrorKind::InvalidData)?;
        Ok((status, head, reader))
    }
}

impl Reply {
    /// It has this status.
    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code and the words of an error.
    #[track_caller]
    pub(crate) fn error(&self) -> (String, String) {
        let error = &self.json()["error"];
        let text = |name: &str| error[name].as_str().unwrap().to_owned();
        (text("code"), text("message"))
    }
}

pub(crate) fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then_some(value.trim())
    })
}
