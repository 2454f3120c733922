//! Sockets, time limits, shutdown.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::door::Door;
use crate::half_open;
use crate::stall::Stall;
use crate::webpush;

/// How long open requests may go on after the desk was told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// A place among the connections that are served at once.
type Place = Result<OwnedSemaphorePermit, AcquireError>;

/// Serves until `stop` ends. Then no request is taken any more, streams and waits end, and nothing
/// that is open is resolved.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(app.options.connections));
    let door = Door::new(app.clone());
    let courier = tokio::spawn(webpush::deliver(app.clone()));
    let mut stop = std::pin::pin!(stop);
    loop {
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            () = &mut stop => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        take_up(stream, door.clone(), app.clone(), place);
    }
    app.stop();
    courier.abort();
    let everyone = u32::try_from(app.options.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, places.acquire_many(everyone)).await;
    Ok(())
}

/// Not async, unlike `serve`, whose code is made where it is awaited: what every request runs
/// through belongs to this crate, which is built for speed.
fn take_up(stream: TcpStream, door: Door, app: App, place: Place) {
    tokio::spawn(async move {
        take(stream, door, &app).await;
        drop(place);
    });
}

/// One connection, from its first byte to its last. A handshake takes a place like a request, and
/// must be over as soon as a request's head must.
async fn take(stream: TcpStream, door: Door, app: &App) {
    let _ = stream.set_nodelay(true);
    let _ = half_open::notice(&stream);
    let stream = Stall::new(stream, app.options.stall_time);
    let head_time = app.options.head_time;
    let Some(tls) = &app.options.tls else {
        return connection(stream, door, app).await;
    };
    let shaken = tokio::select! {
        shaken = tokio::time::timeout(head_time, tls.acceptor().accept(stream)) => shaken,
        () = app.stopped() => return,
    };
    match shaken {
        Ok(Ok(stream)) => connection(stream, door, app).await,
        Ok(Err(error)) => tracing::debug!(%error, "a handshake failed"),
        Err(_) => tracing::debug!("a handshake took too long"),
    }
}

async fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    door: Door,
    app: &App,
) {
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.options.head_time)
        .max_buf_size(64 * 1024)
        .half_close(false)
        .serve_connection(TokioIo::new(stream), door);
    let mut serving = std::pin::pin!(serving);
    tokio::select! {
        biased;
        _ = serving.as_mut() => {}
        () = app.stopped() => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(GRACE, serving).await;
        }
    }
}
