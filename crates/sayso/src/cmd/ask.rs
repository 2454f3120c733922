//! `sayso ask`, and `AskUserQuestion`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use sayso_core::asker::{Asker, AskerKind};
use sayso_core::dialect::Parsed;
use sayso_core::dialect::claude_code::NAME;
use sayso_core::id::{CallKey, InteractionId, SessionId};
use sayso_core::limits::{ID_CHARS, Limits};
use sayso_core::opening::Opening;
use sayso_core::safe_text;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_core::transcript::AskAgain;
use sayso_desk::NewAsk;
use sayso_term::Seat;
use serde_json::{Value, json};
use signal_hook::consts::SIGINT;

use super::{complain, say};
use crate::asking::{
    self, AnswerFile, Early, Input, Known, Place, Shown, Tickets, Waiting, Window,
};
use crate::cli::{Ask, AskUserQuestion, How, Key, Output};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::desk_address;

/// How often one looks whether the question was closed.
const LOOK: Duration = Duration::from_millis(50);

/// `sayso ask`.
pub(crate) fn run(ask: Ask, config: &Config) -> Exit {
    let input = match (&ask.json, &ask.file) {
        (Some(text), _) if text == "-" => Input::Stdin,
        (Some(text), _) => Input::Argument(text),
        (None, Some(path)) => Input::File(path),
        (None, None) => Input::Missing,
    };
    ask_with(&input, &ask.how, config)
}

/// `AskUserQuestion '<json>'`.
pub(crate) fn run_as_tool(tool: &AskUserQuestion, config: &Config) -> Exit {
    let input = match tool.json.as_deref() {
        Some("-") => Input::Stdin,
        Some(text) => Input::Argument(text),
        None => Input::Missing,
    };
    ask_with(&input, &tool.how, config)
}

/// Asks a question again that its agent died on. It is keyed by the tool call that asked it: one
/// that the desk knows is taken up where it stands.
pub(crate) fn run_again(again: AskAgain, config: &Config) -> Exit {
    let call = json!({
        "type": "tool_use",
        "id": again.tool_use_id,
        "name": "ask_user_question",
        "input": again.input,
    });
    let how = How {
        session: again.session_id,
        output: Output {
            key: Key::Question,
            ..Output::default()
        },
        ..How::default()
    };
    let config = Config {
        // It was asked by the agent's rules, not by the command's.
        limits: Limits::api(),
        project: again.project.or_else(|| config.project.clone()),
        ..config.clone()
    };
    ask_value(&call, &how, &config)
}

/// Asks what was made here; the caller's limits count.
pub(crate) fn ask_value(input: &Value, how: &How, config: &Config) -> Exit {
    ask_with(&Input::Argument(&input.to_string()), how, config)
}

fn ask_with(input: &Input<'_>, how: &How, config: &Config) -> Exit {
    let mut config = config.at(how.desk.as_deref());
    config.screen.plain |= how.plain;
    let config = &config;
    let mut limits = config.limits.clone();
    limits.unique_headers = matches!(how.output.key, Key::Header);
    let (parsed, value) = match input.parse(&limits) {
        Ok(read) => read,
        Err(wrong) => {
            wrong.lines().iter().for_each(|line| complain(line));
            return Exit::BadInput;
        }
    };
    for warning in &parsed.warnings {
        complain(&format!("Warning: {}", warning.line(config.lang)));
    }
    let place = place(input, how, config);
    let ask = match new_ask(parsed, how, config) {
        Ok(ask) => ask,
        Err(wrong) => {
            complain(&wrong);
            return Exit::Usage;
        }
    };
    match place {
        // Whoever asks again by a key may find the answer, or others who can be asked.
        Err(nobody) if nobody.exit != Exit::NobodyToAsk || how.local && ask.key.is_none() => {
            nobody.say()
        }
        place => record_and_ask(ask, &value, place, how, config),
    }
}

/// Why there is no place to ask at.
struct Nobody {
    why: String,
    exit: Exit,
}

impl Nobody {
    fn say(&self) -> Exit {
        complain(&self.why);
        self.exit
    }
}

/// Where the answers come from; nowhere for who does not wait.
fn place(input: &Input<'_>, how: &How, config: &Config) -> Result<Option<Place>, Nobody> {
    if how.no_wait {
        return Ok(None);
    }
    if let Some(path) = &how.answers {
        return match AnswerFile::open(path, config.lang) {
            Ok(file) => Ok(Some(Place::Given(file))),
            Err(wrong) => Err(Nobody {
                why: format!("Error: {wrong}"),
                exit: Exit::BadInput,
            }),
        };
    }
    let chosen = Place::choose(!matches!(input, Input::Stdin));
    chosen.map(Some).map_err(|why| Nobody {
        why,
        exit: Exit::NobodyToAsk,
    })
}

fn new_ask(parsed: Parsed, how: &How, config: &Config) -> Result<NewAsk, String> {
    let named = |name: &str, value: &Option<String>| match value {
        Some(text) if safe_text::is_blank(text) || safe_text::count(text) > ID_CHARS => {
            Err(format!("--{name} takes 1 to {ID_CHARS} characters"))
        }
        other => Ok(other.clone()),
    };
    let claude = config.around.claude_session.as_ref();
    let agent = named("agent", &how.agent)?.or_else(|| claude.map(|_| NAME.to_owned()));
    let mut ask = NewAsk::new(parsed);
    ask.is_local = true;
    let session = named("session", &how.session)?.or_else(|| claude.cloned());
    ask.session = session.map(SessionId::from);
    if let Some(key) = named("call", &how.call)? {
        ask.key = Some(CallKey::from(key));
    }
    ask.source = Source::Tool;
    ask.asker = Asker {
        name: agent.clone(),
        kind: match claude {
            _ if how.sub_agent => AskerKind::Sub,
            // Its shell is that of its sub-agents too.
            Some(_) => AskerKind::Unknown,
            None => AskerKind::Main,
        },
        sub_agent: None,
        credential: None,
    };
    ask.timeout = how
        .timeout
        .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    ask.on_timeout = how.on_timeout.map(Into::into);
    ask.total_rounds = how.rounds;
    ask.goes_on = how.no_wait;
    ask.opening = Opening {
        agent,
        project: config.project.clone(),
        serial: how.serial,
        ..Opening::default()
    };
    Ok(ask)
}

/// Tells where a person can answer, if there is no place here: a desk that runs, or is started.
fn tell_where(asked: &Known, how: &How, config: &Config) -> bool {
    if how.local {
        return false;
    }
    let address = match &config.desk {
        Some(desk) => Some(desk.url.clone()),
        None => desk_address(config),
    };
    let Some(address) = address else {
        return false;
    };
    let id = asked.id;
    complain(&config.lang.pick(
        format!("Waiting for an answer at {address}, or by: sayso answer {id}"),
        format!("正在等待回答：{address}，或使用命令：sayso answer {id}"),
    ));
    true
}

/// Waits for whoever answers elsewhere. Ctrl-C takes the question back; at its limit the command
/// ends and leaves a ticket.
fn wait_for_others(
    id: InteractionId,
    mut waiting: Waiting,
    interrupted: &AtomicBool,
    ticket: Option<&str>,
    window: &Window,
    how: &How,
    config: &Config,
) -> Exit {
    let mut left = how.wait.or(config.around.shell_time);
    while !waiting.is_over(config) {
        if interrupted.load(Ordering::Relaxed) {
            asking::take_back(id, window, config);
            return Exit::Interrupted;
        }
        if left.is_some_and(|left| left.is_zero()) {
            if let Some(Err(error)) = ticket.map(|name| Tickets::of(config).leave(name, id)) {
                complain(&format!("Warning: {error}"));
            }
            return asking::still_open(id, config);
        }
        thread::sleep(left.map_or(LOOK, |left| left.min(LOOK)));
        left = left.map(|left| left.saturating_sub(LOOK));
    }
    match waiting.outcome(config) {
        Ok(outcome) => {
            Tickets::of(config).collected(id);
            asking::report(&outcome, how.output, window, config)
        }
        Err(trouble) => trouble.say(),
    }
}

/// What an ask in an agent's shell is known by, where nobody can be asked and no key was given.
fn ticket(ask: &NewAsk, nobody_here: bool, config: &Config) -> Option<String> {
    if !nobody_here || ask.key.is_some() || config.around.shell_time.is_none() {
        return None;
    }
    // Without a session nobody can tell that it is the same agent which asks again.
    let session = ask.session.as_ref()?;
    Some(Tickets::name(session.as_str(), ask.parsed.digest))
}

/// A question of before that waits to be collected. An answer that has lain for long was given to
/// another situation: then it is asked anew.
fn take_up(
    (id, fresh): (InteractionId, bool),
    window: &Window,
    config: &Config,
) -> Option<(Known, Waiting)> {
    let known = window.find(id, config).ok()?;
    if known.state != State::Pending && !fresh {
        return None;
    }
    let waiting = window.wait(id, config).ok()?;
    Some((known, waiting))
}

fn record_and_ask(
    ask: NewAsk,
    input: &Value,
    place: Result<Option<Place>, Nobody>,
    how: &How,
    config: &Config,
) -> Exit {
    let interrupted = Arc::new(AtomicBool::new(false));
    if place.is_err() {
        // From before it is asked: from then on Ctrl-C takes it back.
        let _ = signal_hook::flag::register(SIGINT, Arc::clone(&interrupted));
    }
    let seat = place.as_ref().ok().and_then(Option::as_ref);
    let early = seat.and_then(|place| Early::show(&ask, place, config));
    let window = match Window::open(config) {
        Ok(window) => window,
        Err(trouble) => {
            drop(early);
            return trouble.say();
        }
    };
    let keyed = ask.key.is_some();
    let ticket = ticket(&ask, place.is_err(), config);
    let left = ticket
        .as_ref()
        .and_then(|name| Tickets::of(config).find(name));
    let asked = left.and_then(|left| take_up(left, &window, config));
    let asked = asked.map_or_else(|| window.ask(ask, input, config), Ok);
    let (asked, waiting) = match asked {
        Ok(asked) => asked,
        Err(trouble) => {
            drop(early);
            return trouble.say();
        }
    };
    let wait = |waiting: Waiting| {
        let ticket = ticket.as_deref();
        wait_for_others(
            asked.id,
            waiting,
            &interrupted,
            ticket,
            &window,
            how,
            config,
        )
    };
    let place = match &place {
        _ if asked.state != State::Pending => return wait(waiting),
        Ok(place) => place,
        Err(nobody) => {
            if tell_where(&asked, how, config) || asked.known {
                return wait(waiting);
            }
            // By its key it can be asked again, where somebody is; nobody would find another.
            if !keyed {
                asking::take_back(asked.id, &window, config);
            }
            return nobody.say();
        }
    };
    let Some(place) = place else {
        say(&json!({
            "interaction_id": asked.id,
            "session_id": asked.session,
            "round": asked.round,
            "state": asked.state,
        })
        .to_string());
        return asking::still_open(asked.id, config);
    };
    let shown = Shown {
        first_stands_in: how.as_tool,
        ..Shown::of(asked, Seat::Asker)
    };
    asking::put_before(
        &shown,
        (place, early),
        &window,
        waiting,
        Some(how.output),
        config,
    )
}
