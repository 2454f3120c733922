//! `sayso serve`.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use sayso_desk::clock::{Clock, SystemClock};
use sayso_web::{App, Keys, WebOptions};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::{complain, desk_failed, local_desk};
use crate::cli::Serve;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{RuntimeFile, Tokens};

/// How often a desk in the background looks whether it is still needed, and how often in a row it
/// must not be before it goes: ten minutes.
const IDLE_LOOK: Duration = Duration::from_secs(30);
const IDLE_LOOKS: u32 = 20;

/// Runs the desk with its API until it is told to stop.
pub(crate) fn run(serve: &Serve, config: &Config) -> Exit {
    if !serve.listen.ip().is_loopback() {
        complain(&format!(
            "Error: {} is not a loopback address. Whoever can reach it could see what is asked; \
             put a proxy with TLS in front of a desk on 127.0.0.1.",
            serve.listen
        ));
        return Exit::Usage;
    }
    if serve.in_background {
        // Whoever started it may go; its terminal must not take the desk along.
        let _ = rustix::process::setsid();
    }
    allow_many_files();
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let served = runtime
        .and_then(|runtime| runtime.block_on(serve_until_stopped(serve, config, desk.handle())));
    match served {
        Ok(exit) => exit,
        Err(error) => {
            complain(&format!("Error: {error}"));
            Exit::StoreFailed
        }
    }
}

async fn serve_until_stopped(
    serve: &Serve,
    config: &Config,
    handle: sayso_desk::Handle,
) -> io::Result<Exit> {
    let Some(mut runtime_file) = RuntimeFile::take(&config.data)? else {
        let url = RuntimeFile::find(&config.data).unwrap_or_default();
        complain(&format!(
            "Error: a desk of this directory runs already {url}"
        ));
        return Ok(Exit::BadInput);
    };
    let tokens = Tokens::in_directory(&config.data)?;
    let listener = match bind(serve.listen).await {
        Err(_) if serve.in_background => bind(SocketAddr::new(serve.listen.ip(), 0)).await?,
        bound => bound?,
    };
    // Whoever finds the desk may stop it.
    let (mut terminated, mut interrupted) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    let address = listener.local_addr()?;
    let url = format!("http://{address}");
    runtime_file.announce(&url)?;
    let keys = Arc::new(Keys::new(tokens.person, tokens.agent));
    let code = keys.login_code(SystemClock::new().now());
    let options = WebOptions {
        lang: config.lang,
        longest_wait: serve.longest_wait,
        push_file: Some(config.data.join("push.json")),
        start_task: Some(super::demo::task_starter(config.lang)),
        ..WebOptions::default()
    };
    let app = App::new(handle, keys, options, vec![address]);
    complain(&format!("Sayso listens on {url}"));
    complain(&format!("Sign in: {url}/#code={code}"));
    complain(&format!(
        "Tokens: {}",
        config.data.join("{person,agent}.token").display()
    ));
    let idle = idle(app.clone(), serve.in_background);
    let stop = async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
            () = idle => {}
        }
    };
    sayso_web::serve(listener, app, stop).await?;
    complain("Stopped. What is open stays open.");
    Ok(Exit::Done)
}

/// Every connection is an open file: as many as the system allows this process.
fn allow_many_files() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Ends when a desk that was started in the background has had nothing to do for a while.
async fn idle(app: App, in_background: bool) {
    let mut quiet = 0;
    while !in_background || quiet < IDLE_LOOKS {
        tokio::time::sleep(IDLE_LOOK).await;
        quiet = if app.is_idle() { quiet + 1 } else { 0 };
    }
}

async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    })
}
