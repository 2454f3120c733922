//! Agents' hooks that call the desk over HTTP.

use std::sync::Arc;

use sayso_agents::claude_code::hook::{Manner, Rules, Step, begin};
use sayso_core::dialect::claude_code::{HookCall, HookOutput};
use sayso_desk::Handle;
use sayso_web::{HookAnswerer, HookStep, HookTrouble, HookWish};
use serde_json::Value;

/// Answers the hooks of the agents we know.
pub(crate) fn hook_answerer() -> HookAnswerer {
    Arc::new(answer)
}

fn answer(handle: &Handle, wish: HookWish) -> Result<HookStep, HookTrouble> {
    if wish.agent != "claude-code" {
        let why = format!("no hooks of {:?} are answered here", wish.agent);
        return Err(HookTrouble::Wrong(why));
    }
    let call =
        HookCall::read(&wish.call).map_err(|issue| HookTrouble::Wrong(issue.line(wish.lang)))?;
    if wish.only_session.is_some_and(|only| only != call.session) {
        let why = "this token is for another session".to_owned();
        return Err(HookTrouble::Wrong(why));
    }
    let manner = match wish.manner.as_deref() {
        None => Manner::default(),
        Some(name) => Manner::named(name).ok_or_else(|| {
            HookTrouble::Wrong(format!("manner: {name:?} is none of desk, race, defer"))
        })?,
    };
    let rules = Rules {
        manner,
        lang: wish.lang,
    };
    let handle = handle.for_credential(&wish.credential);
    match begin(&handle, call, rules).map_err(HookTrouble::Desk)? {
        Step::Done(output) => Ok(HookStep::Says(said(output))),
        Step::Defers(_) => Ok(HookStep::Says(said(HookOutput::defers()))),
        Step::Waits(waits) => {
            let then = waits.then;
            Ok(HookStep::Waits(
                waits.waiter,
                Box::new(move |outcome| said(then.says(outcome))),
            ))
        }
    }
}

fn said(output: HookOutput) -> Value {
    match output {
        HookOutput::Silence => Value::Null,
        HookOutput::Says(value) => value,
    }
}
