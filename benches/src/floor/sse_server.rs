//! Floor: whatever is posted goes to everyone who listens, as the same bytes.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_core::Stream;
use tokio::net::TcpListener;
use tokio::sync::broadcast::{Receiver, Sender, channel, error::RecvError};

/// Events that a slow listener may be behind.
const BEHIND: usize = 1_024;

pub(crate) async fn serve(listener: TcpListener) -> Result<()> {
    let routes = Router::new()
        .route("/api/events", get(listen).post(publish))
        .with_state(channel(BEHIND).0);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    Ok(axum::serve(listener, routes).await?)
}

async fn publish(State(everyone): State<Sender<Bytes>>, posted: Bytes) -> StatusCode {
    let mut event = b"data: ".to_vec();
    event.extend_from_slice(&posted);
    event.extend_from_slice(b"\n\n");
    // Nobody may listen.
    let _ = everyone.send(event.into());
    StatusCode::OK
}

async fn listen(State(everyone): State<Sender<Bytes>>) -> impl IntoResponse {
    let events = Events(Box::pin(next(everyone.subscribe())));
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events))
}

/// What one listener is sent, as a body.
struct Events(Next);

/// The next event, and the receiver back again.
type Next = Pin<Box<dyn Future<Output = (Option<Bytes>, Receiver<Bytes>)> + Send>>;

async fn next(mut receiver: Receiver<Bytes>) -> (Option<Bytes>, Receiver<Bytes>) {
    loop {
        match receiver.recv().await {
            Ok(event) => return (Some(event), receiver),
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return (None, receiver),
        }
    }
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll(context).map(|(event, receiver)| {
            self.0 = Box::pin(next(receiver));
            event.map(Ok)
        })
    }
}
