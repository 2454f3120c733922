//! Sockets, time limits, shutdown.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::app::App;
use crate::operation::router;
use crate::stall::Stall;
use crate::webpush;

/// How long open requests may go on after the desk was told to stop.
const GRACE: Duration = Duration::from_secs(5);
/// How long a peer may take nothing of what is sent to it.
const STALL: Duration = Duration::from_secs(30);

/// Serves until `stop` ends. Then no request is taken any more, streams and waits end, and nothing
/// that is open is resolved.
pub async fn serve(
    listener: TcpListener,
    app: App,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(app.options.connections));
    let routes = router(app.clone());
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
        let (routes, head_time) = (routes.clone(), app.options.head_time);
        let stopped = app.stopping.subscribe();
        tokio::spawn(async move {
            connection(stream, routes, head_time, stopped).await;
            drop(place);
        });
    }
    app.stopping.send_replace(true);
    courier.abort();
    let everyone = u32::try_from(app.options.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, places.acquire_many(everyone)).await;
    Ok(())
}

async fn connection(
    stream: TcpStream,
    routes: Router,
    head_time: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Stall::new(stream, STALL));
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(64 * 1024)
        .half_close(false)
        .serve_connection(io, TowerToHyperService::new(routes));
    let mut serving = std::pin::pin!(serving);
    tokio::select! {
        _ = serving.as_mut() => {}
        () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(GRACE, serving).await;
        }
    }
}
