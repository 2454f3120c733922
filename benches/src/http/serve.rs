//! This program as a server.

use std::io::Read;
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::{io, thread};

use anyhow::Result;
use clap::ValueEnum;
use sayso_web::{App, Keys, WebOptions};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Builder;

use super::open_files::open_as_many_as_allowed;
use crate::desk::fixture;
use crate::floor::{http_server, sse_server};

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 4_096;

/// The tokens that the desk is started with.
pub(super) const PERSON: &str = "0123456789abcdef0123456789abcdef";
pub(super) const AGENT: &str = "fedcba9876543210fedcba9876543210";

/// A server that this program can be.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Served {
    /// Questions and answers, bare.
    FloorCycles,
    /// Server-sent events, bare.
    FloorStreams,
    /// The desk.
    Sayso,
}

/// Serves until standard input ends; the first line of standard output is the address.
pub(crate) fn serve(served: Served, folder: &Path) -> Result<()> {
    open_as_many_as_allowed();
    thread::spawn(|| {
        let _ = io::stdin().read(&mut [0]);
        std::process::exit(0);
    });
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match served {
            Served::FloorCycles => http_server::serve(listen()?, folder).await,
            Served::FloorStreams => sse_server::serve(listen()?).await,
            Served::Sayso => sayso(folder).await,
        }
    })
}

async fn sayso(folder: &Path) -> Result<()> {
    let desk = fixture::desk(folder)?;
    let listener = listen()?;
    let keys = Arc::new(Keys::new(PERSON, AGENT));
    let addresses = vec![listener.local_addr()?];
    let options = WebOptions {
        push_file: Some(folder.join("push.json")),
        ..WebOptions::default()
    };
    let app = App::new(desk.handle(), keys, options, addresses);
    Ok(sayso_web::serve(listener, app, std::future::pending()).await?)
}

/// Listens, and says where.
fn listen() -> Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let listener = socket.listen(BACKLOG)?;
    println!("{}", listener.local_addr()?);
    Ok(listener)
}
