//! The server on the pipes of a process.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::{StdioReader, stdio_pipes};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

use crate::server::Server;

/// Serves the one client of this process until it closes its end, on this thread. The runtime is
/// made here so that the whole server is compiled into this crate: what starts it touches lies
/// together in the program, and little else of it is read into memory.
pub fn serve_stdio(server: Server) -> io::Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(serve(server))
}

/// A client that only looks, and goes, is no failure.
async fn serve(server: Server) -> io::Result<()> {
    let (reader, writer) = stdio_pipes();
    let reader = Listening {
        reader,
        gone: server.gone().clone(),
    };
    match server.serve((reader, writer)).await {
        Ok(running) => {
            let _ = running.waiting().await;
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            Ok(())
        }
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}

/// Standard input, which tells waiting calls when it ends: nobody reads their results then.
struct Listening {
    reader: StdioReader,
    gone: CancellationToken,
}

impl AsyncRead for Listening {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.reader).poll_read(context, buffer);
        match &polled {
            Poll::Ready(Ok(())) if buffer.filled().len() == before => self.gone.cancel(),
            Poll::Ready(Err(_)) => self.gone.cancel(),
            _ => {}
        }
        polled
    }
}
