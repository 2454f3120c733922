//! `sayso demo` on the page: a desk of its own, with a question waiting.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sayso_agents::script::{Happening, Player, Scenario};
use sayso_core::id::SessionId;
use sayso_desk::Handle;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_web::{App, WebOptions};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::complain;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::Tokens;
use crate::serving::{hosted_agents, task_starter};

/// How long after the last one looked the demonstration is taken to be over.
const QUIET: Duration = Duration::from_secs(1);

/// Who looks on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewer {
    /// Somebody sits at a terminal and ends it themselves.
    pub(super) at_terminal: bool,
    /// A browser can be opened for them.
    pub(super) browser: bool,
}

/// Plays the scenario and serves the desk. At a terminal until Ctrl-C; elsewhere until it is over
/// and nobody looks any more.
pub(super) fn run(handle: Handle, scenario: Scenario, viewer: Viewer, config: &Config) -> Exit {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let served =
        runtime.and_then(|runtime| runtime.block_on(serve(handle, scenario, viewer, config)));
    match served {
        Ok(()) => Exit::Done,
        Err(error) => {
            complain(&format!("Error: {error}"));
            Exit::StoreFailed
        }
    }
}

async fn serve(
    handle: Handle,
    scenario: Scenario,
    viewer: Viewer,
    config: &Config,
) -> io::Result<()> {
    let tokens = Tokens::in_directory(&config.data)?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    let keys = Arc::new(tokens.keys(&config.user, &config.data, None)?);
    let code = keys
        .login_code(SystemClock::new().now())
        .map_err(io::Error::other)?;
    let options = WebOptions {
        lang: config.lang,
        agents: hosted_agents(),
        project: config.project.clone(),
        start_task: Some(task_starter(config)),
        ..WebOptions::default()
    };
    let app = App::new(handle.clone(), keys, options, vec![address]);
    let url = format!("http://{address}");
    announce(&url, &code, viewer, config);
    let (over, played) = oneshot::channel();
    thread::spawn(move || {
        let player = Player::new(handle, SessionId::from("demo"));
        let _ = player.play(&scenario, &mut |_: Happening<'_>| {});
        let _ = over.send(());
    });
    let looking = app.clone();
    let nobody_looks = async move {
        let _ = played.await;
        while viewer.at_terminal || !looking.is_idle() {
            tokio::time::sleep(QUIET).await;
        }
    };
    let stop = async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            () = nobody_looks => {}
        }
    };
    sayso_web::serve(listener, app, stop).await?;
    complain(config.lang.pick("Over.", "演示结束。"));
    Ok(())
}

fn announce(url: &str, code: &str, viewer: Viewer, config: &Config) {
    let (link, lang) = (format!("{url}/#code={code}"), config.lang);
    let about = lang.pick(
        "An agent asks you in several rounds; answer it on the page.",
        "智能体会分几轮向你提问；请在网页上回答。",
    );
    complain(about);
    complain(&format!("{} {link}", lang.pick("Open:", "打开：")));
    if viewer.at_terminal {
        complain(lang.pick(
            "Ctrl-C ends it. `sayso demo --terminal` asks in the terminal instead.",
            "按 Ctrl-C 结束。`sayso demo --terminal` 可改为在终端里提问。",
        ));
        if viewer.browser {
            open(&link);
        }
        return;
    }
    let token = config.data.join("person.token");
    let token = token.display();
    complain(&format!("Token: {token}"));
    complain(&format!(
        "Watch:  curl -N {url}/api/task/stream?session_id=demo -H \"Authorization: Bearer $(cat {token})\""
    ));
    complain(&format!(
        "Answer: curl {url}/api/task/answer -H \"Authorization: Bearer $(cat {token})\" -H 'Content-Type: application/json' -d '{{\"session_id\":\"demo\",\"question_id\":\"…\",\"answer\":…}}'"
    ));
}

/// Opens the person's own browser; the link was printed in case there is none.
fn open(link: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program)
        .arg(link)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
