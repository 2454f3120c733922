//! `sayso ask`, and `AskUserQuestion`.

use sayso_core::actor::Actor;
use sayso_core::asker::Asker;
use sayso_core::dialect::Parsed;
use sayso_core::face::Face;
use sayso_core::id::{CallKey, SessionId};
use sayso_core::limits::ID_CHARS;
use sayso_core::opening::Opening;
use sayso_core::safe_text;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::{NewAsk, Waiter};
use serde_json::json;

use super::{complain, desk_failed, local_desk, say};
use crate::asking::{self, AnswerFile, Input, Place, Shown};
use crate::cli::{Ask, AskUserQuestion, How, Key};
use crate::config::Config;
use crate::exit::Exit;

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

fn ask_with(input: &Input<'_>, how: &How, config: &Config) -> Exit {
    let mut limits = config.limits.clone();
    limits.unique_headers = matches!(how.output.key, Key::Header);
    let parsed = match input.parse(&limits) {
        Ok(parsed) => parsed,
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
        Err(nobody) if ask.key.is_none() => nobody.say(),
        place => record_and_ask(ask, place, how, config),
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
    let agent = named("agent", &how.agent)?;
    let mut ask = NewAsk::new(parsed);
    ask.session = named("session", &how.session)?.map(SessionId::from);
    if let Some(key) = named("call", &how.call)? {
        ask.key = Some(CallKey::from(key));
    }
    ask.source = Source::Tool;
    ask.asker = Asker {
        name: agent.clone(),
        ..Asker::default()
    };
    ask.timeout = how
        .timeout
        .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    ask.on_timeout = how.on_timeout.map(Into::into);
    ask.total_rounds = how.rounds;
    ask.opening = Opening {
        agent,
        project: config.project.clone(),
        serial: how.serial,
        ..Opening::default()
    };
    Ok(ask)
}

fn record_and_ask(
    ask: NewAsk,
    place: Result<Option<Place>, Nobody>,
    how: &How,
    config: &Config,
) -> Exit {
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let (source, heading) = (ask.source, asking::heading(&ask.opening, &ask.asker));
    let total_rounds = ask.total_rounds;
    let (asked, waiter) = handle.ask_and_wait(ask);
    let ticket = match asked.wait() {
        Ok(ticket) => ticket,
        Err(error) => return desk_failed(&error, config),
    };
    let wait = |waiter: Waiter| match waiter.wait() {
        Ok(outcome) => asking::report(&outcome, how.output, config),
        Err(error) => desk_failed(&error, config),
    };
    let place = match place {
        _ if ticket.state != State::Pending => return wait(waiter),
        Ok(place) => place,
        Err(nobody) if nobody.exit == Exit::NobodyToAsk && ticket.known => return wait(waiter),
        Err(nobody) => {
            let actor = Actor::new(config.user.as_str(), Face::Host);
            let _ = handle.withdraw(ticket.interaction, actor).wait();
            return nobody.say();
        }
    };
    let Some(place) = place else {
        say(&json!({
            "interaction_id": ticket.interaction,
            "session_id": ticket.session,
            "round": ticket.round,
            "state": ticket.state,
        })
        .to_string());
        return asking::still_open(ticket.interaction, config);
    };
    let shown = Shown {
        id: ticket.interaction,
        questions: ticket.questions,
        source,
        round: ticket.round,
        total_rounds,
        heading,
        withdraw_on_interrupt: true,
    };
    asking::put_before(&shown, place, &handle, waiter, Some(how.output), config)
}
