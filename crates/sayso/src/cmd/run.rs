//! `sayso run`: an agent in this terminal, hosted.

use std::collections::HashMap;
use std::fs;
use std::mem;
use std::thread;
use std::time::Duration;

use sayso_agents::claude_code::host::Prompt;
use sayso_core::actor::Actor;
use sayso_core::event::Event;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::state::State;
use sayso_desk::Handle;
use sayso_term::{Ends, Escape, Seat, Terminal};
use signal_hook::consts::SIGHUP;

use super::demo::{ask_here, line};
use super::{complain, say};
use crate::asking::{Trouble, Window};
use crate::cli::{Run, RunOf};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{Begin, Begun, desk_address, hosting};

/// How often one looks whether something happened.
const LOOK: Duration = Duration::from_millis(30);
/// How many of these between two looks whether somebody holds the agent.
const LOOKS: u32 = 30;
/// Open interactions that are looked through, at most.
const OPEN: usize = 4_096;
/// Seconds that the agent is kept when this process is gone.
const LINGER: u64 = 600;

/// Runs an agent. A process of its own holds it: if this one dies, the agent waits, and
/// `sayso run --session` finds it again.
pub(crate) fn run(run: &Run, config: &Config) -> Exit {
    let RunOf::Claude = run.agent;
    if config.desk.is_some() {
        complain("Error: an agent runs where its desk is; unset SAYSO_DESK to run it here.");
        return Exit::Usage;
    }
    let window = match Window::open(config) {
        Ok(window) => window,
        Err(trouble) => return trouble.say(),
    };
    let Some(handle) = window.handle() else {
        return Exit::StoreFailed;
    };
    let (prompt, args) = match run.words.split_first() {
        Some((first, args)) if !first.starts_with('-') => (Some(first.clone()), args),
        _ => (None, &run.words[..]),
    };
    if prompt.is_none() && run.session.is_none() {
        complain("Error: what should it do? sayso run --agent claude -- \"PROMPT\" [ITS OPTIONS…]");
        return Exit::Usage;
    }
    let (session, fork) = match place(run, &handle, config) {
        Ok(place) => place,
        Err(trouble) => return trouble.say(),
    };
    let after = handle.reader().last_seq(&session).unwrap_or_default();
    let open = open_of(&session, &handle);
    let ends = match Ends::listen(!is_ignored(SIGHUP)) {
        Ok(ends) => ends,
        Err(error) => {
            complain(&format!("Error: signals cannot be heard: {error}"));
            return Exit::StoreFailed;
        }
    };
    let begin = Begin {
        program: config.claude.clone(),
        directory: config.project.clone().map(Into::into),
        args: args.to_vec(),
        resume: false,
        fork,
        earlier: Vec::new(),
        fork_at: None,
        prompt: prompt.map(Prompt::new),
    };
    let is_told = begin.prompt.is_some();
    let begun = match hosting::prompt(&handle, &session, begin, LINGER, config) {
        Ok(begun) => begun,
        Err(why) => {
            complain(&format!("Error: {why}"));
            return Exit::BadInput;
        }
    };
    complain(&format!("session {session}"));
    let terminal = Terminal::open().ok();
    let mut viewer = Viewer {
        window: &window,
        handle,
        session,
        after,
        open,
        ends: &ends,
        terminal: terminal.as_ref(),
        escape: None,
        depths: HashMap::new(),
        config,
    };
    let exit = viewer.look_on().unwrap_or_else(|trouble| trouble.say());
    // The terminal is given back before anything else is waited for.
    viewer.escape = None;
    match exit {
        // Whoever only looked on leaves it as it is.
        Exit::Ended if !is_told && begun == Begun::Before => {}
        Exit::Ended => {
            hosting::stop(&viewer.session, config);
            return viewer.left();
        }
        _ => hosting::end(&viewer.session, config),
    }
    exit
}

/// Whether whoever started this process wants it to outlive such a signal, as `nohup` does.
/// Elsewhere than on Linux this cannot be told.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The session it runs in, and the one that it begins as all of: a branch of a round is a session of
/// the desk's, which knows where it came from.
fn place(
    run: &Run,
    handle: &Handle,
    config: &Config,
) -> Result<(SessionId, Option<String>), Trouble> {
    if let (Some(from), Some(round)) = (&run.fork, run.round) {
        let from = SessionId::from(from.as_str());
        // First, so that nothing is left of one that cannot begin.
        hosting::can_branch(handle, &from, round, config)
            .map_err(|why| Trouble::bad_input(format!("Error: {why}")))?;
        let branch = handle.branch(from, round).wait();
        let branch = branch.map_err(|error| Trouble::of_desk(&error, config.lang))?;
        return Ok((branch.session, None));
    }
    let fresh = || uuid::Uuid::new_v4().to_string();
    let session = SessionId::new(run.session.clone().unwrap_or_else(fresh));
    Ok((session, run.fork.clone()))
}

/// What a session has open, in the order it was asked.
fn open_of(session: &SessionId, handle: &Handle) -> Vec<InteractionId> {
    let mut open = handle.reader().pending(OPEN).unwrap_or_default();
    open.retain(|open| open.session == *session);
    open.sort_by_key(|open| open.asked.round);
    open.iter().map(|open| open.asked.interaction).collect()
}

/// Shows what the agent does, and puts its questions before whoever sits here.
struct Viewer<'a> {
    window: &'a Window,
    handle: Handle,
    session: SessionId,
    after: u64,
    /// What was asked before this began, and is open.
    open: Vec<InteractionId>,
    ends: &'a Ends,
    terminal: Option<&'a Terminal>,
    /// Listens for Esc, while nothing is asked.
    escape: Option<Escape<'a>>,
    /// How deep what a call starts is nested, by the call.
    depths: HashMap<String, usize>,
    config: &'a Config,
}

impl Viewer<'_> {
    fn look_on(&mut self) -> Result<Exit, Trouble> {
        let (mut stopped, mut looks) = (false, 0_u32);
        let before = mem::take(&mut self.open);
        for id in &before {
            self.asked(*id)?;
        }
        loop {
            if self.ends.shall_end() {
                return Ok(Exit::Ended);
            }
            looks += 1;
            // There may be no desk that does.
            if looks.is_multiple_of(LOOKS) {
                hosting::look_at(&self.session, self.config);
            }
            let records = self.handle.reader().records(&self.session, self.after, 256);
            let records =
                records.map_err(|error| Trouble::of_desk(&error.into(), self.config.lang))?;
            let quiet = records.is_empty();
            for record in records {
                self.after = record.seq;
                match record.event {
                    Event::Said(message) => {
                        if let Some(exit) = self.said(&message) {
                            return Ok(if stopped { Exit::Interrupted } else { exit });
                        }
                    }
                    Event::Asked(asked) if !before.contains(&asked.interaction) => {
                        self.asked(asked.interaction)?;
                    }
                    _ => {}
                }
            }
            if self.ends.was_interrupted() {
                if stopped {
                    return Ok(Exit::Interrupted);
                }
                stopped = true;
                self.interrupt();
            }
            if self.escaped(if quiet { LOOK } else { Duration::ZERO }) {
                self.ends.interrupt();
            }
        }
    }

    /// Waits a while; says whether Esc was pressed meanwhile. Who runs in the background, or
    /// without a terminal, just waits.
    fn escaped(&mut self, time: Duration) -> bool {
        let terminal = self.terminal.filter(|terminal| terminal.is_in_foreground());
        let Some(terminal) = terminal else {
            self.escape = None;
            thread::sleep(time);
            return false;
        };
        if self.escape.is_none() {
            self.escape = Escape::listen(terminal, self.ends).ok();
        }
        match self.escape.as_mut().map(|escape| escape.pressed(time)) {
            Some(Ok(pressed)) => pressed,
            // It is gone: nobody can press anything any more.
            Some(Err(_)) | None => {
                (self.escape, self.terminal) = (None, None);
                false
            }
        }
    }

    /// Shows a message, what a sub-agent does beneath the call that started it; says how the
    /// command ends when the turn is over.
    fn said(&mut self, message: &Message) -> Option<Exit> {
        let parent = message.body["parent_tool_use_id"].as_str();
        let depth = parent.map_or(0, |call| self.depths.get(call).copied().unwrap_or(1));
        if let Some(call) = message.body["id"].as_str() {
            self.depths.insert(call.to_owned(), depth + 1);
        }
        if message.body["role"] == "user" {
            return None;
        }
        say(&nested(&line(message), depth));
        match message.kind {
            // Agents in the background go on, and the turn is taken up when they end.
            MessageKind::Complete if !message.body["background"].is_null() => None,
            MessageKind::Complete => Some(Exit::Done),
            MessageKind::Error => Some(Exit::BadInput),
            _ => None,
        }
    }

    fn asked(&mut self, id: InteractionId) -> Result<(), Trouble> {
        if self.ends.shall_end() || self.window.find(id, self.config)?.state != State::Pending {
            return Ok(());
        }
        if self.terminal.is_some_and(Terminal::is_in_foreground) {
            // The panel has the terminal alone.
            self.escape = None;
            if ask_here(id, Seat::Host, self.window, self.config) == Exit::Interrupted {
                self.ends.interrupt();
            }
            return Ok(());
        }
        let place = desk_address(self.config).unwrap_or_default();
        complain(&self.config.lang.pick(
            format!("Waiting for an answer at {place}, or by: sayso answer {id}"),
            format!("正在等待回答：{place}，或使用命令：sayso answer {id}"),
        ));
        Ok(())
    }

    /// The agent was stopped: says what is left, and how to go on.
    fn left(&self) -> Exit {
        let session = &self.session;
        complain(&self.config.lang.pick(
            format!("Stopped. Go on with: sayso run --agent claude --session {session}"),
            format!("已停止。继续运行：sayso run --agent claude --session {session}"),
        ));
        match open_of(session, &self.handle).is_empty() {
            true => Exit::Ended,
            false => Exit::StillOpen,
        }
    }

    /// Stops the turn; whatever is open is called off.
    fn interrupt(&self) {
        let actor = Actor::new(
            self.config.user.as_str(),
            Face::Terminal,
            Evidence::Terminal,
        );
        let _ = self.handle.interrupt(self.session.clone(), actor).wait();
        hosting::interrupt(&self.session, self.config);
    }
}

/// Lines set in beneath the call that they belong to.
fn nested(text: &str, depth: usize) -> String {
    let lines = text.split('\n').map(|line| match line.is_empty() {
        true => String::new(),
        false => "  │ ".repeat(depth) + line,
    });
    lines.collect::<Vec<_>>().join("\n")
}
