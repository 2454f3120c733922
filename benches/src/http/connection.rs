use std::net::SocketAddr;

use anyhow::{Result, ensure};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// One kept-alive connection of someone with a token.
pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    host: String,
    authorization: String,
}

impl Connection {
    /// Connects, inside a `LocalSet`.
    pub(super) async fn open(address: SocketAddr, token: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::task::spawn_local(connection);
        Ok(Self {
            sender,
            host: address.to_string(),
            authorization: format!("Bearer {token}"),
        })
    }

    pub(super) async fn get(&mut self, path: &str) -> Result<Bytes> {
        self.call(Method::GET, path, Bytes::new()).await
    }

    pub(super) async fn post(&mut self, path: &str, body: impl Into<Bytes>) -> Result<Bytes> {
        self.call(Method::POST, path, body.into()).await
    }

    async fn call(&mut self, method: Method, path: &str, body: Bytes) -> Result<Bytes> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.host)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body))?;
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        let said = response.into_body().collect().await?.to_bytes();
        let text = String::from_utf8_lossy(&said);
        ensure!(status.is_success(), "{path}: {status}: {text}");
        Ok(said)
    }
}
