//! Calls the desk, and holds every response to what all of them must be.

use std::net::SocketAddr;

use rustls::pki_types::ServerName;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio_rustls::TlsConnector;

use crate::documented;
use crate::schema;
use crate::stream::EventStream;
use crate::wire::{Head, Wire};

/// Somebody who calls the desk. A clone has a connection of its own.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    headers: Vec<(String, String)>,
    tls: Option<TlsConnector>,
    wire: Mutex<Option<Wire>>,
}

/// What came back.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) called: String,
    pub(crate) head: Head,
    pub(crate) body: Vec<u8>,
}

impl Clone for Client {
    fn clone(&self) -> Self {
        Self {
            address: self.address,
            headers: self.headers.clone(),
            tls: self.tls.clone(),
            wire: Mutex::default(),
        }
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            headers: Vec::new(),
            tls: None,
            wire: Mutex::default(),
        }
    }

    /// The same over TLS.
    pub(crate) fn over_tls(mut self, tls: TlsConnector) -> Self {
        self.tls = Some(tls);
        self
    }

    /// A connection of its own; none when the desk does not take it.
    pub(crate) async fn connect(&self) -> Option<Wire> {
        let stream = TcpStream::connect(self.address).await.ok()?;
        let _ = stream.set_nodelay(true);
        let Some(tls) = &self.tls else {
            return Some(Wire::over(stream));
        };
        let name = ServerName::try_from("localhost").unwrap();
        let stream = tls.connect(name, stream).await.ok()?;
        Some(Wire::over(stream))
    }

    /// The same at another address.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        let mut client = self.clone();
        client.address = address;
        client
    }

    /// The same with one more header, or another value of it.
    pub(crate) fn with(&self, name: &str, value: impl Into<String>) -> Self {
        let mut client = self.without(name);
        client.headers.push((name.to_owned(), value.into()));
        client
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(key, _)| key != name);
        client
    }

    /// The value of a header that it sends.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) async fn get(&self, target: &str) -> Reply {
        self.send("GET", target, None).await
    }

    pub(crate) async fn post(&self, target: &str, body: Value) -> Reply {
        self.send("POST", target, Some(body.to_string().into_bytes()))
            .await
    }

    pub(crate) async fn put(&self, target: &str, body: Value) -> Reply {
        self.send("PUT", target, Some(body.to_string().into_bytes()))
            .await
    }

    /// One request; fails the test when nothing comes back.
    pub(crate) async fn send(&self, method: &str, target: &str, body: Option<Vec<u8>>) -> Reply {
        let reply = self.try_send(method, target, body).await;
        reply.unwrap_or_else(|| panic!("{method} {target}: no response"))
    }

    /// One request; none when the connection broke before a whole response was there.
    pub(crate) async fn try_send(
        &self,
        method: &str,
        target: &str,
        body: Option<Vec<u8>>,
    ) -> Option<Reply> {
        let request = self.request(method, target, body.as_deref());
        let mut place = self.wire.lock().await;
        let mut wire = match place.take() {
            Some(wire) => wire,
            None => self.connect().await?,
        };
        wire.write(&request).await;
        let head = wire.head().await?;
        let whole = if method == "HEAD" || head.status == 304 {
            Vec::new()
        } else {
            wire.body(&head).await?
        };
        if head.get("connection") != Some("close") {
            *place = Some(wire);
        }
        let reply = Reply {
            called: format!("{method} {target}"),
            head,
            body: whole,
        };
        reply.is_as_all_must_be(method, target);
        Some(reply)
    }

    /// Opens a stream; fails the test when it is refused.
    pub(crate) async fn stream(&self, target: &str) -> EventStream {
        let wire = self.connect().await.unwrap();
        let stream = EventStream::over(wire, &self.request("GET", target, None)).await;
        stream.unwrap_or_else(|| panic!("GET {target}: no stream"))
    }

    /// A stream that goes on after this event.
    pub(crate) async fn stream_after(&self, target: &str, last: impl ToString) -> EventStream {
        let client = self.with("last-event-id", last.to_string());
        client.stream(target).await
    }

    /// The bytes of a request.
    pub(crate) fn request(&self, method: &str, target: &str, body: Option<&[u8]>) -> Vec<u8> {
        let mut head = format!("{method} {target} HTTP/1.1\r\n");
        let has = |name: &str| self.headers.iter().any(|(key, _)| key == name);
        if !has("host") {
            head += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            if !has("content-type") {
                head += "content-type: application/json\r\n";
            }
            head += &format!("content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        let mut bytes = head.into_bytes();
        bytes.extend(body.unwrap_or_default());
        bytes
    }
}

impl Reply {
    pub(crate) fn status(&self) -> u16 {
        self.head.status
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The body of a response that must have this status.
    #[track_caller]
    pub(crate) fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status(), status, "{}: {}", self.called, self.json());
        self.json()
    }

    /// The error of a response that must be this one.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        let error = self.json()["error"].clone();
        let got = (self.status(), error["code"].as_str().unwrap_or_default());
        assert_eq!(got, (status, code), "{}: {}", self.called, self.json());
        error
    }

    #[track_caller]
    fn is_as_all_must_be(&self, method: &str, target: &str) {
        let (called, status) = (&self.called, self.status());
        let nosniff = self.head.get("x-content-type-options");
        assert_eq!(nosniff, Some("nosniff"), "{called}: {status}");
        let policy = self.head.get("content-security-policy").unwrap();
        let data = "default-src 'none'; frame-ancestors 'none'";
        if target.starts_with("/api") || status >= 400 {
            assert_eq!(
                policy, data,
                "{called}: nothing of it is ever loaded or run"
            );
        }
        for part in data.split("; ") {
            assert!(policy.contains(part), "{called}: {policy}");
        }
        assert_eq!(self.head.get("referrer-policy"), Some("no-referrer"));
        assert_eq!(self.head.get("x-dns-prefetch-control"), Some("off"));
        // The page's files are the same for everyone; everything else is for who asked.
        if target.starts_with("/api") || status >= 400 {
            assert_eq!(self.head.get("cache-control"), Some("no-store"), "{called}");
            assert!(self.head.get("access-control-allow-origin").is_none());
        }
        if let Some(operation) = documented::operation(method, target) {
            let response = operation.response(status).unwrap_or_else(|| {
                panic!("{called}: {status} is not documented: {}", self.json());
            });
            if let Some(content) = response["content"].get("application/json") {
                let fits = schema::check(&content["schema"], &self.json());
                fits.unwrap_or_else(|why| panic!("{called}: {status} is not as documented: {why}"));
            }
        }
        if status >= 400 && method != "HEAD" {
            self.is_an_error();
        }
    }

    /// `{"success":false,"error":{"code","message","details":[{"path","message"}]}}`, and no more.
    #[track_caller]
    fn is_an_error(&self) {
        let (called, body) = (&self.called, self.json());
        let error = &body["error"];
        let expected = json!({ "success": false, "error": {
            "code": error["code"], "message": error["message"], "details": error["details"],
        }});
        assert_eq!(body, expected, "{called}");
        let code = error["code"].as_str().unwrap();
        assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
        assert!(!error["message"].as_str().unwrap().is_empty(), "{called}");
        for detail in error["details"].as_array().unwrap() {
            let keys: Vec<&String> = detail.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["path", "message"], "{called}");
        }
        let kind = self.head.get("content-type");
        assert_eq!(kind, Some("application/json"), "{called}");
    }
}
