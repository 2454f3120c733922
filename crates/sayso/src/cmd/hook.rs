//! `sayso hook`.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sayso_agents::claude_code::hook::{Manner, Rules, Step, Waits, begin, told_to_report_back};
use sayso_core::actor::Actor;
use sayso_core::dialect::claude_code::{HookCall, HookEvent, HookOutput};
use sayso_core::face::Face;
use sayso_core::id::InteractionId;
use sayso_core::json;
use sayso_core::lang::Lang;
use sayso_desk::Handle;
use serde_json::Value;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{complain, desk_failed, local_desk, say};
use crate::cli::{Hook, HookManner, HookOf};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{Deferred, RuntimeFile, desk_address};
use crate::storage::Storage;

/// Bytes that a hook is called with: the input of any tool is among them.
const INPUT_BYTES: usize = 16 * 1024 * 1024;
/// How often a hook that waits looks around.
const LOOK: Duration = Duration::from_millis(50);

/// Answers a hook. Whatever goes wrong, it says nothing, and the agent's own dialog opens.
pub(crate) fn run(hook: &Hook, config: &Config) -> Exit {
    let HookOf::ClaudeCode = hook.agent;
    let (call, raw) = match read() {
        Ok(call) => call,
        Err(wrong) => {
            complain(&wrong);
            return Exit::BadInput;
        }
    };
    // No desk is needed to say no, and a host does not see what is asked through servers.
    if call.asks_as_another() {
        return tell(&told_to_report_back(&call, config.lang));
    }
    if call.event == HookEvent::PreToolUse && !call.is_question() {
        return Exit::Done;
    }
    let manner = manner(hook.manner, config);
    let asks = matches!(
        call.event,
        HookEvent::PreToolUse | HookEvent::PermissionRequest
    );
    if config.around.hosted || asks && is_away(manner, config) {
        return Exit::Done;
    }
    if config.desk.is_some() {
        return super::hook_elsewhere::run(&raw, manner, hook.timeout, config);
    }
    if !asks && matches!(&config.store, Storage::File(path) if !path.exists()) {
        return Exit::Done;
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
    }
    let desk = match local_desk(config) {
        Ok(desk) => desk,
        Err(error) => return desk_failed(&error, config),
    };
    let handle = desk.handle();
    let rules = Rules {
        manner,
        lang: config.lang,
    };
    let session = call.session.clone();
    match begin(&handle, call, rules) {
        Ok(Step::Done(output)) => tell(&output),
        Ok(Step::Defers(question)) => {
            let deferred = Deferred {
                session,
                directory: config.project.clone().map(Into::into),
            };
            match hook.resume.then(|| deferred.leave(question, config)) {
                // It would never go on: the agent's own way is better.
                Some(Err(error)) => {
                    complain(&format!("Error: {error}"));
                    Exit::StoreFailed
                }
                _ => tell(&HookOutput::defers()),
            }
        }
        Ok(Step::Waits(waits)) => wait(*waits, &handle, &interrupted, hook.timeout, config),
        Err(error) => desk_failed(&error, config),
    }
}

fn read() -> Result<(HookCall, Value), String> {
    let mut bytes = Vec::new();
    let most = u64::try_from(INPUT_BYTES).unwrap_or(u64::MAX);
    let read = io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("Error: standard input: {error}"))?;
    let raw = json::read_within(&bytes, INPUT_BYTES).map_err(|issues| {
        let lines = issues.iter().map(|issue| issue.line(Lang::En));
        let lines: Vec<String> = lines.collect();
        let why = lines.join("; ");
        format!("Error: a hook is called with JSON on standard input: {why}")
    })?;
    let call = HookCall::read(&raw).map_err(|issue| format!("Error: {}", issue.line(Lang::En)))?;
    Ok((call, raw))
}

/// At a terminal the program's own dialog is never withheld, unless it was said outright.
fn manner(wanted: HookManner, config: &Config) -> Manner {
    let headless = config.around.claude_entry.as_deref() == Some("sdk-cli");
    match wanted {
        HookManner::Desk => Manner::Desk,
        HookManner::Race => Manner::Race,
        HookManner::Auto if headless => Manner::Desk,
        HookManner::Defer if headless => Manner::Defer,
        HookManner::Auto | HookManner::Defer => Manner::Race,
    }
}

/// Whether no desk is there at which somebody could answer. A run that is put off starts one.
fn is_away(manner: Manner, config: &Config) -> bool {
    if config.desk.is_some() {
        return false;
    }
    match manner {
        Manner::Defer => desk_address(config).is_none(),
        Manner::Desk | Manner::Race => RuntimeFile::find(&config.data).is_none(),
    }
}

fn wait(
    mut waits: Waits,
    handle: &Handle,
    interrupted: &AtomicBool,
    timeout: Duration,
    config: &Config,
) -> Exit {
    let mut left = timeout;
    loop {
        match waits.waiter.look() {
            Ok(Some(outcome)) => return tell(&waits.then.says(&outcome)),
            Ok(None) => {}
            Err(error) => return desk_failed(&error, config),
        }
        if interrupted.load(Ordering::Relaxed) {
            return take_back(waits.interaction, handle, config);
        }
        if left.is_zero() || nobody_listens(LOOK) {
            // The question stays open: the dialog, or a run that is resumed, closes it.
            return Exit::Done;
        }
        left = left.saturating_sub(LOOK);
    }
}

/// The agent stopped its hook: the person left the question.
fn take_back(interaction: InteractionId, handle: &Handle, config: &Config) -> Exit {
    let actor = Actor::asker(config.user.as_str(), Face::Hook);
    let _ = handle.withdraw(interaction, actor).wait();
    Exit::Interrupted
}

/// Waits that long, or until the agent is gone: then its end of the pipe is closed.
pub(super) fn nobody_listens(time: Duration) -> bool {
    let stdout = io::stdout();
    let mut watched = [PollFd::from_borrowed_fd(stdout.as_fd(), PollFlags::empty())];
    let limit = Timespec {
        tv_sec: 0,
        tv_nsec: time.subsec_nanos().into(),
    };
    match poll(&mut watched, Some(&limit)) {
        Ok(0) => false,
        Ok(_) => watched[0]
            .revents()
            .intersects(PollFlags::ERR | PollFlags::HUP),
        Err(_) => false,
    }
}

/// Says it, if there is anything to say.
pub(super) fn tell(output: &HookOutput) -> Exit {
    match output {
        HookOutput::Silence => Exit::Done,
        HookOutput::Says(value) if say(&value.to_string()) => Exit::Done,
        HookOutput::Says(_) => Exit::StoreFailed,
    }
}
