//! Agents that Sayso hosts, each held by a process of its own.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sayso_agents::claude_code::host::{
    Holder, HolderError, HostFolder, Launch, Prompt, Start, Wish,
};
use sayso_agents::transcripts::Roots;
use sayso_core::dialect::claude_code::QUESTION_TOOL;
use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_core::message::MessageKind;
use sayso_desk::Handle;
use serde::{Deserialize, Serialize};

use super::deferred_runs::DeferredRuns;
use crate::config::Config;

/// How often the desk looks for agents that nobody holds.
const LOOK: Duration = Duration::from_secs(1);

/// How often a holder that does not listen is told again.
const TELLS: usize = 50;
/// How long in between.
const PAUSE: Duration = Duration::from_millis(100);

/// What a holder is started for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HostOrder {
    /// The session.
    pub(crate) session: String,
    /// How the agent begins; without it one that lives is taken up.
    pub(crate) begin: Option<Begin>,
    /// Seconds that an agent with nothing to do is kept.
    pub(crate) linger: u64,
}

/// How an agent begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Begin {
    pub(crate) program: PathBuf,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) args: Vec<String>,
    pub(crate) resume: bool,
    pub(crate) fork: Option<String>,
    /// Prompts that the agent was given and did not live to keep.
    pub(crate) earlier: Vec<String>,
    /// The last line of the other session that both share; all of it without.
    #[serde(default)]
    pub(crate) fork_at: Option<String>,
    pub(crate) prompt: Option<Prompt>,
}

impl HostOrder {
    /// Reads it from one line.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("Error: no order for a host: {error}"))
    }

    /// Does it, in this process.
    pub(crate) fn begin(&self, handle: Handle, config: &Config) -> Result<Holder, HolderError> {
        let folder = folder(&self.session, config)?;
        let linger = Duration::from_secs(self.linger);
        let Some(begin) = &self.begin else {
            return Holder::attach(handle, folder, linger, config.lang);
        };
        let launch = Launch {
            program: begin.program.clone(),
            directory: begin.directory.clone(),
            start: match (&begin.fork, begin.resume) {
                (Some(from), _) => Start::Forked {
                    from: from.clone(),
                    at: begin.fork_at.clone(),
                },
                (None, true) => Start::Resumed,
                (None, false) => Start::Anew,
            },
            args: begin.args.iter().map(Into::into).collect(),
        };
        let mut holder = Holder::start(handle, folder, &launch, linger, config.lang)?;
        if let Some(prompt) = &begin.prompt {
            holder.prompt(&begin.earlier, prompt)?;
        }
        Ok(holder)
    }

    /// Does it in a process of its own, and waits until the agent is held.
    pub(crate) fn give(&self, config: &Config) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("the agent's host does not start: {error}");
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .arg("host")
            .env("SAYSO_DATA", &config.data)
            // The desk may have been started by an agent; what it starts is not inside that one.
            .env_remove("CLAUDECODE")
            .env_remove("CLAUDE_CODE_ENTRYPOINT")
            .env_remove("CLAUDE_CODE_SESSION_ID")
            .env_remove("CLAUDE_CODE_CHILD_SESSION")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let order = serde_json::to_string(self).map_err(|error| error.to_string())?;
        if let Some(mut pipe) = child.stdin.take() {
            let written = pipe.write_all(format!("{order}\n").as_bytes());
            written.map_err(failed)?;
        }
        let mut line = String::new();
        if let Some(pipe) = child.stdout.take() {
            let read = BufReader::new(pipe).read_line(&mut line);
            read.map_err(failed)?;
        }
        thread::spawn(move || child.wait());
        match line.as_str() {
            "\n" => Ok(()),
            "" => Err("the agent's host ended at once".to_owned()),
            why => Err(why.trim().to_owned()),
        }
    }
}

/// When an agent began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begun {
    /// It was started.
    Now,
    /// It lived already.
    Before,
}

/// A prompt for a session: handed to its agent if it lives, else the agent is started.
pub(crate) fn prompt(
    handle: &Handle,
    session: &SessionId,
    mut begin: Begin,
    linger: u64,
    config: &Config,
) -> Result<Begun, String> {
    let folder = folder(session.as_str(), config).map_err(|error| error.to_string())?;
    let wish = begin.prompt.clone().map(Wish::Prompt);
    if tell(&folder, wish.as_ref(), config)? {
        return Ok(Begun::Before);
    }
    let records = handle.reader().records(session, 0, 1);
    let records = records.map_err(|error| error.to_string())?;
    if let Some(Event::Opened(opening)) = records.first().map(|record| &record.event) {
        if begin.directory.is_none() {
            begin.directory = opening.project.as_ref().map(PathBuf::from);
        }
        if is_kept(session, config) {
            (begin.resume, begin.fork) = (true, None);
        } else {
            begin.earlier = lost_prompts(handle, session, begin.prompt.as_ref())?;
            if let Some(branch) = &opening.branch {
                let end = end_of_round(handle, &branch.session, branch.round, config)?;
                begin.fork_at = Some(end);
                begin.fork = Some(branch.session.to_string());
            }
        }
    }
    let order = HostOrder {
        session: session.to_string(),
        begin: Some(begin),
        linger,
    };
    order.give(config)?;
    Ok(Begun::Now)
}

/// Tells the holder of a session's agent, if that lives. One that was killed meanwhile, or has only
/// just begun, is told again: under its name the agent hears a prompt once.
fn tell(folder: &HostFolder, wish: Option<&Wish>, config: &Config) -> Result<bool, String> {
    for tries in 1.. {
        let taken_up = take_up(folder, config);
        let held = folder.is_held();
        if !held && (taken_up.is_err() || !folder.is_alive()) {
            return taken_up.map(|()| false);
        }
        let told = match wish {
            // Its holder has died since that was looked at.
            _ if !held => Err(ErrorKind::NotConnected.into()),
            Some(wish) => wish.tell(folder),
            None if folder.is_alive() => Ok(()),
            // It is just being started, or buried.
            None => Err(ErrorKind::NotConnected.into()),
        };
        match told {
            Ok(()) => break,
            Err(error) => {
                let slow = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                if slow || tries == TELLS {
                    return Err(format!("the agent's host does not listen: {error}"));
                }
            }
        }
        thread::sleep(PAUSE);
    }
    Ok(true)
}

/// Whether Claude Code has written anything of this session down: it does so a moment after it has
/// it, and cannot resume a session that it was killed on before.
fn is_kept(session: &SessionId, config: &Config) -> bool {
    let sessions = config.claude_sessions.clone();
    Roots::new(sessions).holds(session.as_str())
}

/// What the agent of a session was told and did not live to do. What it did, or began to do, is not
/// told again: it would be done twice.
fn lost_prompts(
    handle: &Handle,
    session: &SessionId,
    now: Option<&Prompt>,
) -> Result<Vec<String>, String> {
    let (mut prompts, mut acted) = (Vec::new(), false);
    handle
        .each_record(session, |record| {
            let Event::Said(message) = record.event else {
                return;
            };
            match message.kind {
                MessageKind::Complete => acted = true,
                MessageKind::ToolUse => acted |= message.body["name"] != QUESTION_TOOL,
                MessageKind::Text if message.body["role"] == "user" => {
                    // What a sub-agent was told is no word of the person's.
                    let told = message.body["parent_tool_use_id"].is_null();
                    let is_now = now.is_some_and(|now| message.uuid.as_str() == now.uuid);
                    let text = message.body["text"].as_str().filter(|_| told && !is_now);
                    prompts.extend(text.map(str::to_owned));
                }
                _ => {}
            }
        })
        .map_err(|error| error.to_string())?;
    if acted {
        return Err(format!(
            "Claude Code keeps no transcript of session {session} any more, so it cannot go on; and what it was \
             told there, it did, or began to: to tell it again could do it twice. Start a new session."
        ));
    }
    Ok(prompts)
}

/// Where a round ends in the agent's own transcript: at the result of the call that asked.
fn end_of_round(
    handle: &Handle,
    session: &SessionId,
    round: u32,
    config: &Config,
) -> Result<String, String> {
    let call = asked_in(handle, session, round)?.flatten();
    let transcript = Roots::new(config.transcripts.clone()).open(session.as_str(), None);
    let line = call.and_then(|call| transcript.ok()?.result_of(&call));
    line.ok_or_else(|| {
        config.lang.pick(
            format!(
                "Claude Code's own transcript of session {session} does not say where round {round} ends, \
                 so it cannot go on from there. `sayso run --agent claude --fork {session}` goes on from its end."
            ),
            format!(
                "Claude Code 自己的会话记录 {session} 中没有第 {round} 轮的结尾，无法从那里继续。\
                 `sayso run --agent claude --fork {session}` 可从结尾继续。"
            ),
        )
    })
}

/// Whether a branch of this round could begin, before there is one. A round that the desk does not
/// know either is the desk's to refuse.
pub(crate) fn can_branch(
    handle: &Handle,
    session: &SessionId,
    round: u32,
    config: &Config,
) -> Result<(), String> {
    if asked_in(handle, session, round)?.is_none() {
        return Ok(());
    }
    end_of_round(handle, session, round, config).map(drop)
}

/// The call that asked in a round, if that was told; none when nothing was asked in it.
fn asked_in(
    handle: &Handle,
    session: &SessionId,
    round: u32,
) -> Result<Option<Option<String>>, String> {
    let mut call = None;
    handle
        .each_record(session, |record| match record.event {
            Event::Asked(asked) if asked.round == round => call = Some(asked.tool_use_id),
            _ => {}
        })
        .map_err(|error| error.to_string())?;
    Ok(call)
}

/// Whether a session's agent lives.
pub(super) fn is_alive(session: &SessionId, config: &Config) -> bool {
    HostFolder::of(&config.data, session.as_str()).is_some_and(|folder| folder.is_alive())
}

/// Stops the turn of a session's agent, if it lives.
pub(crate) fn interrupt(session: &SessionId, config: &Config) {
    wish(session, &Wish::Interrupt, config);
}

/// Ends a session's agent once its turn is over.
pub(crate) fn end(session: &SessionId, config: &Config) {
    wish(session, &Wish::End, config);
}

/// Stops a session's agent now, whatever it does, and waits until it is gone. What it asked stays
/// open.
pub(crate) fn stop(session: &SessionId, config: &Config) {
    wish(session, &Wish::Stop, config);
}

/// Tells whoever holds the agent; also the next one, when that one was just killed.
fn wish(session: &SessionId, wish: &Wish, config: &Config) {
    if let Some(folder) = HostFolder::of(&config.data, session.as_str()) {
        let _ = tell(&folder, Some(wish), config);
    }
}

/// Looks for agents that are held by nobody, since their holder was killed or the machine went down,
/// and for runs that were put off and can go on: they wait.
pub(crate) fn look_after(handle: Handle, config: &Config) {
    let config = config.clone();
    thread::spawn(move || {
        let mut deferred = DeferredRuns::default();
        loop {
            for folder in HostFolder::all(&config.data) {
                let _ = take_up(&folder, &config);
            }
            deferred.resume_all(&handle, &config);
            thread::sleep(LOOK);
        }
    });
}

/// Has a session's agent held again, if nobody holds it; one that is gone too is buried.
pub(crate) fn look_at(session: &SessionId, config: &Config) {
    if let Some(folder) = HostFolder::of(&config.data, session.as_str()) {
        let _ = take_up(&folder, config);
    }
}

fn take_up(folder: &HostFolder, config: &Config) -> Result<(), String> {
    let is_alone = folder.is_alive() && !folder.is_held();
    if !is_alone && !folder.is_left() {
        return Ok(());
    }
    let order = HostOrder {
        session: folder.session().to_owned(),
        begin: None,
        linger: LINGER,
    };
    order.give(config)
}

/// Seconds that an agent of the desk's is kept for a follow-up.
pub(crate) const LINGER: u64 = 600;

fn folder(session: &str, config: &Config) -> Result<HostFolder, HolderError> {
    HostFolder::of(&config.data, session).ok_or_else(|| {
        let why = format!("a session of Claude Code is named by a UUID; {session:?} is none");
        HolderError::Io(std::io::Error::other(why))
    })
}
