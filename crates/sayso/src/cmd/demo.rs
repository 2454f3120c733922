//! `sayso demo`: an agent that asks in several rounds, played from a scenario.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sayso_agents::script::{Ended, Happening, Player, Scenario, Stop, demo};
use sayso_core::actor::Actor;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::safe_text::shown;
use sayso_desk::Handle;
use sayso_term::Terminal;
use sayso_web::TaskStarter;
use serde_json::Value;

use super::demo_folder::DemoFolder;
use super::{complain, demo_served};
use crate::asking::{self, Place, Shown, Window};
use crate::config::Config;
use crate::exit::Exit;

/// What the agent does, for whoever looks on.
enum Seen {
    Line(String),
    Asked(InteractionId),
    Over(Ended),
}

/// Plays the demonstration in this terminal, on a store of its own that is gone afterwards; where
/// there is no terminal, over HTTP.
pub(crate) fn run(config: &Config) -> Exit {
    let folder = DemoFolder::new();
    let config = Config {
        data: folder.path().to_owned(),
        desk: None,
        ..config.clone()
    };
    let window = match Window::open(&config) {
        Ok(window) => window,
        Err(trouble) => return trouble.say(),
    };
    let (Some(handle), Ok(scenario)) = (window.handle(), demo(config.lang)) else {
        return Exit::StoreFailed;
    };
    let Ok(terminal) = Terminal::open() else {
        return demo_served::run(handle, scenario, &config);
    };
    let session = SessionId::from("demo");
    let stop = Stop::default();
    let (sender, happenings) = channel();
    let player = Player::new(handle.clone(), session.clone()).stop(stop.clone());
    let playing = thread::spawn(move || play(&player, &scenario, &sender));
    let exit = look_on(&happenings, &window, &terminal, &config);
    if exit != Exit::Done {
        stop.stop();
        let actor = Actor::new(config.user.as_str(), Face::Terminal);
        let _ = handle.interrupt(session, actor).wait();
    }
    let _ = playing.join();
    exit
}

fn play(player: &Player, scenario: &Scenario, sender: &Sender<Seen>) {
    let mut see = |happening: Happening<'_>| {
        let seen = match happening {
            Happening::Said { message, .. } => Some(Seen::Line(line(message))),
            Happening::Asked(ticket) => Some(Seen::Asked(ticket.interaction)),
            Happening::Closed { .. } => None,
        };
        if let Some(seen) = seen {
            let _ = sender.send(seen);
        }
    };
    let ended = player.play(scenario, &mut see);
    let _ = sender.send(Seen::Over(ended));
}

fn look_on(
    happenings: &Receiver<Seen>,
    window: &Window,
    terminal: &Terminal,
    config: &Config,
) -> Exit {
    let mut out: &Terminal = terminal;
    for seen in happenings {
        match seen {
            Seen::Line(line) => {
                let _ = writeln!(out, "{line}");
            }
            Seen::Asked(id) => {
                let exit = ask_here(id, window, config);
                if matches!(
                    exit,
                    Exit::Interrupted | Exit::StillOpen | Exit::StoreFailed
                ) {
                    return exit;
                }
            }
            Seen::Over(Ended::Completed | Ended::Failed(_)) => return Exit::Done,
            Seen::Over(Ended::Stopped) => return Exit::Cancelled,
            Seen::Over(Ended::Desk(error)) => {
                complain(&format!("Error: {error}"));
                return Exit::StoreFailed;
            }
        }
    }
    Exit::Done
}

fn ask_here(id: InteractionId, window: &Window, config: &Config) -> Exit {
    let asked = window.find(id, config);
    let waiting = window.wait(id, config);
    let (asked, waiting, terminal) = match (asked, waiting, Terminal::open()) {
        (Ok(asked), Ok(waiting), Ok(terminal)) => (asked, waiting, terminal),
        (Err(trouble), ..) | (_, Err(trouble), _) => return trouble.say(),
        (.., Err(_)) => return Exit::NobodyToAsk,
    };
    let shown = Shown {
        id,
        questions: asked.questions,
        source: asked.source,
        round: asked.round,
        total_rounds: asked.total_rounds,
        heading: asked.heading,
        withdraw_on_interrupt: false,
    };
    let place = Place::Terminal(terminal);
    asking::put_before(&shown, place, window, waiting, None, config)
}

/// A message of the agent's, as one reads it.
fn line(message: &Message) -> String {
    let body = &message.body;
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let line = match message.kind {
        MessageKind::Text => format!("\n● {}", text("text")),
        MessageKind::Thinking => format!("\n… {}", text("thinking")),
        MessageKind::ToolUse => format!("\n⚙ {} {}", text("name"), body["input"]),
        MessageKind::ToolResult => format!("  ↳ {}", text("content")),
        MessageKind::Error => format!("\n✗ {}", text("text")),
        MessageKind::Complete => format!("\n✓ {}", text("text")),
        MessageKind::Info => format!("\nℹ {}", text("text")),
    };
    shown(&line).into_owned()
}

/// Starts the scripted agents that `POST /api/task` asks for, each on a thread of its own.
pub(crate) fn task_starter(lang: Lang) -> TaskStarter {
    Arc::new(move |handle, session, wish| start_task(handle, session, wish, lang))
}

fn start_task(handle: &Handle, session: SessionId, wish: &Value, lang: Lang) -> Result<(), String> {
    let agent = wish["agent"].as_str().unwrap_or_default();
    if agent != "script" {
        return Err(format!(
            "no agent {agent:?} is hosted here; there is \"script\""
        ));
    }
    let scenario = match &wish["wish"]["scenario"] {
        Value::String(name) if name == "demo" => demo(lang),
        Value::String(text) => Scenario::read(text.as_bytes()),
        value => Scenario::from_value(value),
    };
    let scenario = scenario.map_err(|mistakes| mistakes.text(lang))?;
    let player = Player::new(handle.clone(), session);
    let name = "sayso-script".to_owned();
    let started = thread::Builder::new()
        .name(name)
        .spawn(move || drop(player.play(&scenario, &mut |_: Happening<'_>| {})));
    started.map(drop).map_err(|error| error.to_string())
}
