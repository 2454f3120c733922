//! `sayso demo` where there is no terminal: the desk listens, and is answered over HTTP.

use std::io;
use std::sync::Arc;
use std::thread;

use sayso_agents::script::{Happening, Player, Scenario};
use sayso_core::id::SessionId;
use sayso_desk::Handle;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_web::{App, Keys, WebOptions};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::complain;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::Tokens;

/// Plays the scenario and serves the desk until it is over.
pub(crate) fn run(handle: Handle, scenario: Scenario, config: &Config) -> Exit {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let served = runtime.and_then(|runtime| runtime.block_on(serve(handle, scenario, config)));
    match served {
        Ok(()) => Exit::Done,
        Err(error) => {
            complain(&format!("Error: {error}"));
            Exit::StoreFailed
        }
    }
}

async fn serve(handle: Handle, scenario: Scenario, config: &Config) -> io::Result<()> {
    let tokens = Tokens::in_directory(&config.data)?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}");
    let keys = Arc::new(Keys::new(tokens.person, tokens.agent));
    let code = keys
        .login_code(SystemClock::new().now())
        .map_err(io::Error::other)?;
    let options = WebOptions {
        lang: config.lang,
        ..WebOptions::default()
    };
    let app = App::new(handle.clone(), keys, options, vec![address]);
    let token = config.data.join("person.token");
    complain(&format!(
        "No terminal here, so the agent asks over HTTP: {url}/#code={code}"
    ));
    complain(&format!("Token: {}", token.display()));
    complain(&format!(
        "Watch:  curl -N {url}/api/task/stream?session_id=demo -H \"Authorization: Bearer $(cat {})\"",
        token.display()
    ));
    complain(&format!(
        "Answer: curl {url}/api/task/answer -H \"Authorization: Bearer $(cat {})\" -H 'Content-Type: application/json' -d '{{\"session_id\":\"demo\",\"question_id\":\"…\",\"answer\":…}}'",
        token.display()
    ));
    let (over, stop) = oneshot::channel();
    thread::spawn(move || {
        let player = Player::new(handle, SessionId::from("demo"));
        let _ = player.play(&scenario, &mut |_: Happening<'_>| {});
        let _ = over.send(());
    });
    sayso_web::serve(listener, app, async { drop(stop.await) }).await?;
    complain("Over.");
    Ok(())
}
