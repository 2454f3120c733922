//! `sayso serve`.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Resource, getrlimit, setrlimit};
use sayso_agents::transcripts::{DiskShelf, Roots};
use sayso_desk::clock::{Clock, SystemClock};
use sayso_mcp::{CancellationToken, http_service};
use sayso_web::{App, Mounted, WebOptions};
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::{complain, desk_failed};
use crate::asking::shared_files;
use crate::cli::Serve;
use crate::config::Config;
use crate::exit::Exit;
use crate::owner_only;
use crate::serving::{
    Listening, Log, OwnTokens, People, Renewal, RuntimeFile, Tokens, hook_answerer, hosted_agents,
    hosting, task_interrupter, task_starter,
};
use crate::storage::{self, Opened, Storage};

/// How often a desk in the background looks whether it is still needed, and how often in a row it
/// must not be before it goes: ten minutes.
const IDLE_LOOK: Duration = Duration::from_secs(30);
const IDLE_LOOKS: u32 = 20;
/// Connections that wait to be taken in. Agents whose desk was restarted come back all at once.
const KNOCKING: u32 = 4_096;

/// Runs the desk with its API until it is told to stop.
pub(crate) fn run(serve: &Serve, config: &Config) -> Exit {
    let listening = match Listening::choose(serve, &config.serve, config.lang) {
        Ok(listening) => listening,
        Err(wrong) => {
            complain(&format!("Error: {wrong}"));
            return Exit::Usage;
        }
    };
    if serve.in_background {
        // Whoever started it may go; its terminal must not take the desk along.
        let _ = rustix::process::setsid();
    }
    allow_many_files();
    let mut config = config.clone();
    if let Some(store) = &serve.store {
        config.store = Storage::named(store);
        if let Err(wrong) = owner_only::check_files(&config.data, &config.store, config.lang) {
            complain(&wrong);
            return Exit::Usage;
        }
    }
    let opened = match storage::open(&config) {
        Ok(opened) => opened,
        Err(error) => return desk_failed(&error, &config),
    };
    let to = serve.log.unwrap_or(config.serve.log);
    let _log = match Log::start(to, config.log_level, &config.data) {
        Ok(log) => log,
        Err(error) => {
            complain(&format!("Warning: no log is written: {error}"));
            None
        }
    };
    if let Some(lost) = &opened.lost_key {
        tracing::error!("the key of secret words is missing");
        complain(&format!("Warning: {lost}"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let served = runtime.and_then(|runtime| {
        runtime.block_on(serve_until_stopped(serve, &listening, &config, &opened))
    });
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
    listening: &Listening,
    config: &Config,
    opened: &Opened,
) -> io::Result<Exit> {
    let Some(mut runtime_file) = RuntimeFile::take(&config.data)? else {
        let url = RuntimeFile::find(&config.data).unwrap_or_default();
        complain(&format!(
            "Error: a desk of this directory runs already {url}"
        ));
        return Ok(Exit::BadInput);
    };
    let tokens = match &opened.credentials {
        Some(shared) => Tokens::sharing(&config.data, shared)?,
        None => Tokens::in_directory(&config.data)?,
    };
    let wanted = listening.address;
    let listener = match bind(wanted) {
        Err(_) if serve.in_background => bind(SocketAddr::new(wanted.ip(), 0))?,
        bound => bound?,
    };
    // Whoever finds the desk may stop it.
    let (mut terminated, mut interrupted) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    let address = listener.local_addr()?;
    let url = listening.url(address);
    runtime_file.announce(&url)?;
    let keys = tokens.keys(&config.user, &config.data, opened.credentials.clone())?;
    let people = People::of_desk(&config.data, opened.credentials.clone());
    let people = Arc::new(people);
    let own = OwnTokens::of_desk(&config.data, opened.credentials.clone());
    let own = Arc::new(own);
    let (known, both) = (people.clone(), own.clone());
    let keys = keys.renewed_by(move || known.changed());
    let keys = Arc::new(keys.both_renewed_by(move || both.changed()));
    let renewal = Renewal::new(keys.clone(), (own, people), listening.tls.clone())?;
    let code = keys
        .login_code(SystemClock::new().now())
        .map_err(io::Error::other)?;
    let mcp = super::mcp::server(&opened.desk.handle(), &url, config);
    let stop_mcp = CancellationToken::new();
    let options = WebOptions {
        hosts: listening.names(address.port()),
        tls: listening.tls.clone(),
        lang: config.lang,
        longest_wait: serve.longest_wait,
        push_file: Some(config.data.join("push.json")),
        push_allow_private: config.push.allow_private,
        mcp: Some(Mounted::new(http_service(
            move || mcp.another(),
            stop_mcp.clone(),
        ))),
        hook: Some(hook_answerer()),
        agents: hosted_agents(),
        project: config.project.clone(),
        start_task: Some(task_starter(config)),
        interrupt_task: Some(task_interrupter(config)),
        transcripts: Some(Arc::new(DiskShelf::new(Roots::new(
            config.transcripts.clone(),
        )))),
        project_files: Some(Arc::new(shared_files(config))),
        templates: Some(Arc::new(super::skill::templates(config))),
        ..WebOptions::default()
    };
    hosting::look_after(opened.desk.handle(), config);
    let app = App::new(opened.desk.handle(), keys, options, vec![address]);
    tracing::info!(
        url,
        version = env!("CARGO_PKG_VERSION"),
        store = config.store.kind(),
        "started"
    );
    complain(&format!("Sayso listens on {url}"));
    match serve.log.unwrap_or(config.serve.log).is_to_stderr() {
        // What is said here is kept by somebody: no place for what signs in.
        true => complain("Sign in: run `sayso token link`"),
        false => complain(&format!("Sign in: {url}/#code={code}")),
    }
    complain(&format!("MCP: {url}/mcp with the token of agent.token"));
    complain(&format!(
        "Tokens: {}",
        config.data.join("{person,agent}.token").display()
    ));
    let idle = idle(app.clone(), serve.in_background);
    let (desk, (tell, mut fallen)) = (opened.desk.handle(), oneshot::channel());
    let stop = async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
            () = idle => {}
            () = renewal.go_on() => {}
            why = desk.fallen() => drop(tell.send(why)),
        }
        stop_mcp.cancel();
    };
    sayso_web::serve(listener, app, stop).await?;
    // Whoever looks after it starts it again, or the next one who asks does: then what is on disk
    // is read anew, and everyone comes back to it.
    if let Ok(why) = fallen.try_recv() {
        tracing::error!("stopped, since nothing can be recorded");
        return Err(io::Error::other(why));
    }
    tracing::info!("stopped");
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

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    listen(address).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // The one before may have left connections that are not quite over.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(KNOCKING)
}
