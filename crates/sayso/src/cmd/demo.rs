//! `sayso demo`: an agent that asks in several rounds, played from a scenario.

use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sayso_agents::script::{Ended, Happening, Player, Scenario, Stop, demo};
use sayso_core::actor::Actor;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::safe_text::shown;
use sayso_term::{Seat, Terminal};

use super::complain;
use super::demo_folder::DemoFolder;
use super::demo_served::{self, Viewer};
use crate::asking::{self, Place, Shown, Window};
use crate::cli::Demo;
use crate::config::Config;
use crate::exit::Exit;
use crate::storage::Storage;

/// What the agent does, for whoever looks on.
enum Seen {
    Line(String),
    Asked(InteractionId),
    Over(Ended),
}

/// Plays the demonstration on the page, on a store of its own that is gone afterwards; in this
/// terminal when that is wished, or when Sayso was built without its page.
pub(crate) fn run(wish: &Demo, config: &Config) -> Exit {
    let folder = match DemoFolder::new() {
        Ok(folder) => folder,
        Err(error) => {
            complain(&format!("Error: no folder for the demonstration: {error}"));
            return Exit::StoreFailed;
        }
    };
    let config = Config {
        data: folder.path().to_owned(),
        store: Storage::File(folder.path().join("sayso.db")),
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
    let terminal = match (Terminal::open().ok(), sayso_web::missing_page()) {
        (Some(terminal), None) if wish.terminal => terminal,
        (Some(terminal), Some(why)) => {
            complain(&without_page(why, config.lang));
            terminal
        }
        (terminal, _) => {
            let viewer = Viewer {
                at_terminal: terminal.is_some(),
                browser: terminal.is_some() && config.has_screen && !wish.no_open,
            };
            return demo_served::run(handle, scenario, viewer, &config);
        }
    };
    let session = SessionId::from("demo");
    let stop = Stop::default();
    let (sender, happenings) = channel();
    let player = Player::new(handle.clone(), session.clone()).stop(stop.clone());
    let playing = thread::spawn(move || play(&player, &scenario, &sender));
    let exit = look_on(&happenings, &window, &terminal, &config);
    if exit != Exit::Done {
        stop.stop();
        let actor = Actor::new(config.user.as_str(), Face::Terminal, Evidence::Terminal);
        let _ = handle.interrupt(session, actor).wait();
    }
    let _ = playing.join();
    exit
}

fn without_page(why: &str, lang: Lang) -> String {
    let said = lang.pick(
        "This Sayso was built without its page, so the demonstration plays here:",
        "此 Sayso 构建时未包含网页，演示将在终端进行：",
    );
    format!("{said} {why}")
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
                let exit = ask_here(id, Seat::Demo, window, config);
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

pub(super) fn ask_here(id: InteractionId, seat: Seat, window: &Window, config: &Config) -> Exit {
    let asked = window.find(id, config);
    let waiting = window.watch(id, config);
    let (asked, waiting, terminal) = match (asked, waiting, Terminal::open()) {
        (Ok(asked), Ok(waiting), Ok(terminal)) => (asked, waiting, terminal),
        (Err(trouble), ..) | (_, Err(trouble), _) => return trouble.say(),
        (.., Err(_)) => return Exit::NobodyToAsk,
    };
    let shown = Shown::of(asked, seat);
    let place = Place::Terminal(terminal);
    asking::put_before(&shown, (&place, None), window, waiting, None, config)
}

/// A message of the agent's, as one reads it.
pub(super) fn line(message: &Message) -> String {
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
