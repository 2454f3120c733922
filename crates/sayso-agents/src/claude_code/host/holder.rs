//! The holder: it has the agent's pipes and brings its questions to the desk.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::process::Child;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use sayso_core::dialect::claude_code::NAME;
use sayso_core::digest::Digest;
use sayso_core::face::Face;
use sayso_core::id::{CallKey, InteractionId, MessageId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_desk::store::Pending;
use sayso_desk::{DeskError, Handle};
use serde_json::{Value, json};

use super::super::dropped::take_back_dropped;
use super::before::Before;
use super::folder::HostFolder;
use super::input::Input;
use super::launch::Launch;
use super::prompt::Prompt;
use super::request::Request;
use super::settled::settled;
use super::tail::Tail;
use super::wish::{Done, Wish};
use super::{said, wire};

/// How often one looks whether the agent said more.
const LOOK: Duration = Duration::from_millis(15);
/// How often one looks whether it is time to end.
const TICK: Duration = Duration::from_millis(250);

/// Why an agent is not hosted.
#[derive(Debug, thiserror::Error)]
pub enum HolderError {
    /// Its files cannot be used, or it cannot be started.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The desk did not do it.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// Somebody else holds it.
    #[error("the agent of this session is held by another process")]
    Held,
    /// There is no agent to take up.
    #[error("no agent of this session is alive")]
    NoAgent,
}

/// What comes to a holder.
pub(super) enum Came {
    Line(String),
    Closed(String, Result<Arc<Outcome>, DeskError>),
    Wish(Wish, Done),
    Ended,
}

/// Has the agent's pipes and brings its questions to the desk, until the agent ends.
pub struct Holder {
    pub(super) handle: Handle,
    pub(super) session: SessionId,
    pub(super) lang: Lang,
    pub(super) project: Option<String>,
    pub(super) folder: HostFolder,
    input: Input,
    pub(super) child: Option<Child>,
    _place: File,
    /// How long an agent that has nothing to do is kept.
    linger: Duration,
    pub(super) sender: Sender<Came>,
    came: Receiver<Came>,
    /// What the session's log has already.
    known: HashSet<MessageId>,
    /// Calls of the question tool that nobody was asked yet.
    calls: HashMap<String, Message>,
    /// Calls of the question tool that the desk has.
    asked: HashSet<String>,
    /// What the agent waits for, by its own names.
    pub(super) waiting: HashMap<String, Request>,
    /// Questions that an earlier run of the agent died on, by their digest.
    pub(super) left: HashMap<Digest, InteractionId>,
    /// Calls that an earlier holder put before the person.
    pub(super) asked_before: HashSet<CallKey>,
    /// What an earlier holder of the agent last told it, or was about to.
    told_before: Option<Prompt>,
    /// Whether there was one.
    taken_over: bool,
    /// Whether the agent was gone before this began.
    pub(super) gone: bool,
    /// Whether the agent was told something, and no end of the turn came.
    pub(super) unfinished: bool,
    /// What the agent asked that one and does not wait for any more.
    pub(super) settled: HashSet<String>,
    /// Agents in the background, which may ask for leave after the turn.
    background: HashSet<String>,
    pub(super) working: bool,
    interrupting: bool,
    pub(super) ending: bool,
    /// Those who wait until the agent is gone.
    pub(super) stopped: Vec<Done>,
    idle: Duration,
}

impl Holder {
    /// Starts an agent and holds it.
    pub fn start(
        handle: Handle,
        folder: HostFolder,
        launch: &Launch,
        linger: Duration,
        lang: Lang,
    ) -> Result<Self, HolderError> {
        let place = folder.hold()?.ok_or(HolderError::Held)?;
        let project = launch.directory.as_ref();
        let project = project.map(|directory| directory.to_string_lossy().into_owned());
        let session = SessionId::from(folder.session());
        let reader = handle.reader();
        let last = reader.last_seq(&session).map_err(DeskError::from)?;
        // What cannot be started leaves nothing behind, no session either.
        let mut child = match launch.spawn(&folder, last) {
            Ok(child) => child,
            Err(error) => {
                folder.remove();
                return Err(error.into());
            }
        };
        let opening = Opening {
            agent: Some(NAME.to_owned()),
            project: project.clone(),
            ..Opening::default()
        };
        match handle.open(session, opening).wait() {
            Ok(_) | Err(DeskError::Refused(Refusal::SessionExists)) => {}
            Err(error) => {
                let _ = child.kill();
                return Err(error.into());
            }
        }
        let child = Some(child);
        let mut holder = Self::new(handle, folder, child, place, project, linger, lang)?;
        holder.listen()?;
        holder.send(&wire::initialize())?;
        Ok(holder)
    }

    /// Takes up an agent whose holder is gone. One that is gone too is buried: what it said last is
    /// heard, and what becomes of what it asked is told, as if its holder had seen it end.
    pub fn attach(
        handle: Handle,
        folder: HostFolder,
        linger: Duration,
        lang: Lang,
    ) -> Result<Self, HolderError> {
        let place = folder.hold()?.ok_or(HolderError::Held)?;
        let gone = !folder.is_alive();
        if gone && folder.started_after().is_none() {
            return Err(HolderError::NoAgent);
        }
        let mut holder = Self::new(handle, folder, None, place, None, linger, lang)?;
        (holder.working, holder.taken_over, holder.gone) = (true, true, gone);
        if !gone {
            holder.listen()?;
        }
        Ok(holder)
    }

    fn new(
        handle: Handle,
        folder: HostFolder,
        child: Option<Child>,
        place: File,
        project: Option<String>,
        linger: Duration,
        lang: Lang,
    ) -> Result<Self, HolderError> {
        let session = SessionId::from(folder.session());
        let (sender, came) = channel();
        let started = folder.started_after().unwrap_or(u64::MAX);
        let before = Before::read(&handle, &session, started)?;
        Ok(Self {
            known: before.known,
            left: before.left,
            asked_before: before.asked,
            told_before: before.prompt,
            taken_over: false,
            gone: false,
            unfinished: before.working,
            settled: HashSet::new(),
            input: Input::of(&folder)?,
            calls: HashMap::new(),
            asked: HashSet::new(),
            waiting: HashMap::new(),
            background: HashSet::new(),
            working: false,
            interrupting: false,
            ending: false,
            stopped: Vec::new(),
            idle: Duration::ZERO,
            _place: place,
            handle,
            session,
            lang,
            project,
            folder,
            child,
            linger,
            sender,
            came,
        })
    }

    /// Takes wishes. Nobody has any of an agent that is gone: the next one is started for them.
    fn listen(&self) -> io::Result<()> {
        Wish::listen(&self.folder, self.sender.clone(), Came::Wish)
    }

    /// Holds it until it ends.
    pub fn run(mut self) -> Result<(), HolderError> {
        let mut tail = Tail::new(self.folder.said()?);
        if self.taken_over {
            self.take_over(&mut tail)?;
        }
        let (folder, sender) = (self.folder.clone(), self.sender.clone());
        thread::spawn(move || follow(tail, &folder, &sender));
        loop {
            match self.came.recv_timeout(TICK) {
                Ok(Came::Line(line)) => self.line(&line)?,
                Ok(Came::Closed(request, outcome)) => self.closed(&request, outcome)?,
                Ok(Came::Wish(Wish::Stop, done)) => self.stop(done)?,
                Ok(Came::Wish(wish, done)) => {
                    self.wish(wish)?;
                    let _ = done.send(());
                }
                Ok(Came::Ended) => return self.ended(),
                Err(RecvTimeoutError::Timeout) => self.tick(),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// The other was perhaps killed in the middle of a line, or before it handed a prompt over. The
    /// agent hears a prompt once, however often it is handed over under its name. What it said
    /// meanwhile is heard; what it asked and does not wait for any more is over.
    fn take_over(&mut self, tail: &mut Tail) -> Result<(), HolderError> {
        self.input.take_over()?;
        if let Some(prompt) = self.told_before.take() {
            self.send(&wire::prompt(&[], &prompt))?;
        }
        let lines = tail.read()?;
        self.settled = settled(&lines);
        for line in &lines {
            self.line(line)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), HolderError> {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            return Ok(());
        };
        self.idle = Duration::ZERO;
        match line["type"].as_str() {
            Some("control_request") => return self.requested(&line),
            Some("control_cancel_request") => {
                let id = line["request_id"].as_str().unwrap_or_default();
                return self.taken_back(id);
            }
            Some("result") => {
                (self.working, self.interrupting) = (false, false);
                // What the turn did not ask again, a later one asks for reasons of its own.
                self.left.clear();
                if self.is_stopping() {
                    self.terminate();
                }
                let went_on = line["is_error"] != true && line["stop_reason"] != "tool_deferred";
                if went_on {
                    self.take_back_dropped()?;
                }
            }
            Some("assistant") => self.working = true,
            Some("system") => self.task(&line),
            _ => {}
        }
        self.question_calls(&line)?;
        for mut message in said::messages(&line) {
            if message.kind == MessageKind::Complete && !self.background.is_empty() {
                message.body["background"] = json!(self.background.len());
            }
            let answers = message.body["tool_use_id"].as_str();
            if !answers.is_some_and(|call| self.asked.contains(call)) {
                self.say(message)?;
            }
        }
        Ok(())
    }

    /// The turn came to its good end: what an earlier run asked, and this one did not ask again,
    /// nobody waits for.
    fn take_back_dropped(&self) -> Result<(), HolderError> {
        let waits = |open: &Pending| {
            let mut waiting = self.waiting.values();
            waiting.any(|request| request.interaction == open.asked.interaction)
        };
        let before = |open: &Pending| {
            let key = open.asked.key.as_ref();
            key.is_some_and(|key| self.asked_before.contains(key))
        };
        take_back_dropped(&self.handle, &self.session, Face::Host, self.lang, |open| {
            before(open) && !waits(open)
        })?;
        Ok(())
    }

    /// Agents in the background come and go.
    fn task(&mut self, line: &Value) {
        let Some(id) = line["task_id"].as_str() else {
            return;
        };
        match line["subtype"].as_str() {
            Some("task_started") => drop(self.background.insert(id.to_owned())),
            Some("task_notification") => drop(self.background.remove(id)),
            _ => {}
        }
    }

    /// Calls of the question tool that come back without anybody having been asked were refused by
    /// the program; then call and result are messages like any other.
    fn question_calls(&mut self, line: &Value) -> Result<(), HolderError> {
        for (place, block) in said::blocks(line) {
            if block["name"] == sayso_core::dialect::claude_code::QUESTION_TOOL
                && let Some(id) = block["id"].as_str()
                && let Some(message) = said::of_block(line, place, block)
            {
                self.calls.insert(id.to_owned(), message);
            }
            if block["type"] == "tool_result"
                && let Some(id) = block["tool_use_id"].as_str()
                && let Some(call) = self.calls.remove(id)
            {
                self.say(call)?;
            }
        }
        Ok(())
    }

    /// This call was put before the person: the desk has it, and what comes of it.
    pub(super) fn was_asked(&mut self, call: String) {
        self.calls.remove(&call);
        self.asked.insert(call);
    }

    pub(super) fn say(&mut self, message: Message) -> Result<(), HolderError> {
        if self.known.insert(message.uuid.clone()) {
            self.unfinished = match message.kind {
                MessageKind::Complete | MessageKind::Error => false,
                _ => self.unfinished || message.body["role"] == "user",
            };
            self.handle.say(self.session.clone(), message).wait()?;
        }
        Ok(())
    }

    fn wish(&mut self, wish: Wish) -> Result<(), HolderError> {
        match wish {
            // Sent again, since the reply was lost.
            Wish::Prompt(prompt) if self.known.contains(&prompt.message().uuid) => Ok(()),
            Wish::Prompt(prompt) => self.prompt(&[], &prompt),
            Wish::Interrupt => self.interrupt(),
            Wish::End | Wish::Stop => {
                self.ending = true;
                Ok(())
            }
        }
    }

    /// Hands the agent a prompt, after earlier ones that are in the log but that it lost.
    pub fn prompt(&mut self, earlier: &[String], prompt: &Prompt) -> Result<(), HolderError> {
        self.working = true;
        self.idle = Duration::ZERO;
        // First it is kept: whoever dies now, the next holder hands it over.
        self.say(prompt.message())?;
        self.send(&wire::prompt(earlier, prompt))
    }

    pub(super) fn interrupt(&mut self) -> Result<(), HolderError> {
        if !self.working || std::mem::replace(&mut self.interrupting, true) {
            return Ok(());
        }
        self.send(&wire::request("sayso-interrupt", "interrupt"))
    }

    pub(super) fn send(&mut self, value: &Value) -> Result<(), HolderError> {
        Ok(self.input.line(value)?)
    }

    /// Ends an agent that has nothing to do any more.
    fn tick(&mut self) {
        let busy = self.working || !self.waiting.is_empty() || !self.background.is_empty();
        if busy {
            self.idle = Duration::ZERO;
            return;
        }
        self.idle += TICK;
        if self.ending || self.idle >= self.linger {
            self.ending = true;
            self.terminate();
        }
    }
}

/// Hands on what the agent says, and that it ended.
fn follow(mut tail: Tail, folder: &HostFolder, sender: &Sender<Came>) {
    loop {
        // Before it is read: whatever is read after its end is its last word.
        let alive = folder.is_alive();
        let lines = tail.read().unwrap_or_default();
        let quiet = lines.is_empty();
        for line in lines {
            if sender.send(Came::Line(line)).is_err() {
                return;
            }
        }
        if !alive {
            let _ = sender.send(Came::Ended);
            return;
        }
        if quiet {
            thread::sleep(LOOK);
        }
    }
}

impl std::fmt::Debug for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Holder")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}
