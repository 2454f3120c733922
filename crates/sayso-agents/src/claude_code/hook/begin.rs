//! What a hook does when it is called.

use sayso_core::actor::Actor;
use sayso_core::approval::Action;
use sayso_core::command::Answering;
use sayso_core::decider::Decider;
use sayso_core::dialect::claude_code::{
    HookCall, HookEvent, HookOutput, NAME, ToolRequest, reported,
};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{CallKey, SessionId};
use sayso_core::lang::Lang;
use sayso_core::opening::Opening;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::store::{Found, Pending};
use sayso_desk::{DeskError, Handle, NewAsk};

use super::super::dropped::take_back_dropped;
use super::moved_on::{nudge, withdraw_all};
use super::rules::{Manner, Rules};
use super::step::{Step, Then, Waits};

/// Open interactions that are looked through, at most.
const OPEN: usize = 4_096;

/// Does what the call asks for, up to where a person must be waited for. Quick.
pub fn begin(handle: &Handle, call: HookCall, rules: Rules) -> Result<Step, DeskError> {
    if call.asks_as_another() {
        return Ok(Step::Done(told_to_report_back(&call, rules.lang)));
    }
    match call.event {
        HookEvent::PreToolUse if call.is_question() => before(handle, call, rules),
        HookEvent::PermissionRequest => permission(handle, call, rules.lang),
        HookEvent::PostToolUse | HookEvent::PostToolUseFailure => after(handle, &call, rules),
        HookEvent::Notification => nudge(handle, &call),
        // A run that was put off ends too, and its question waits for it; but its turn is not over.
        HookEvent::Prompted | HookEvent::SessionEnd if rules.manner == Manner::Defer => {
            Ok(silence())
        }
        HookEvent::TurnOver | HookEvent::Prompted | HookEvent::SessionEnd => {
            withdraw_all(handle, &call)
        }
        HookEvent::PreToolUse | HookEvent::Other => Ok(silence()),
    }
}

/// What a sub-agent is told that asks as if it were the main agent.
pub fn told_to_report_back(call: &HookCall, lang: Lang) -> HookOutput {
    HookOutput::refuses(call.event, &Refusal::MainAgentOnly.text(lang))
}

fn before(handle: &Handle, call: HookCall, rules: Rules) -> Result<Step, DeskError> {
    let lang = rules.lang;
    let Ok(asked) = call.request() else {
        return Ok(silence());
    };
    let mut ask = new_ask(&call, &asked, lang);
    if let Some(id) = &call.tool_use_id {
        ask.key = Some(CallKey::from(id.as_str()));
    }
    let event = call.event;
    let then = Then { event, asked, lang };
    match rules.manner {
        Manner::Desk => wait(handle, ask, then),
        Manner::Race => match handle.ask(ask).wait() {
            Ok(_) => Ok(silence()),
            Err(error) => refused(error, event, lang),
        },
        Manner::Defer => {
            let (asked, waiter) = handle.ask_and_wait(ask);
            match asked.wait() {
                Ok(ticket) if ticket.state == State::Pending => {
                    Ok(Step::Defers(ticket.interaction))
                }
                Ok(_) => {
                    let outcome = waiter.wait()?;
                    Ok(Step::Done(then.says(&outcome)))
                }
                Err(error) => refused(error, event, lang),
            }
        }
    }
}

/// A permission request does not say which call it is for. A question was put on the desk before,
/// by its call; an approval is asked anew each time, so that no yes is ever used twice, unless the
/// permission prompt asks for the same action. What we would refuse and the program would not is left
/// to its own dialog.
fn permission(handle: &Handle, call: HookCall, lang: Lang) -> Result<Step, DeskError> {
    let Ok(asked) = call.request() else {
        return Ok(silence());
    };
    let mut ask = new_ask(&call, &asked, lang);
    let event = call.event;
    if let ToolRequest::Approval(action) = &asked {
        let name = call.repeat.clone();
        let name = name.unwrap_or_else(|| uuid::Uuid::now_v7().to_string());
        ask.key = Some(action.key(&call.session, &name));
        if has_prompt(&handle.reader().pending(OPEN)?, &call, action) {
            return Ok(silence());
        }
        let action = action.clone();
        let step = wait(handle, ask, Then { event, asked, lang })?;
        return yielded(handle, &call, &action, step);
    }
    let then = Then { event, asked, lang };
    let digest = ask.parsed.digest;
    let mut same = open_of(handle, &call)?;
    same.retain(|open| open.asked.digest == digest && open.asked.source == Source::Tool);
    match &same[..] {
        [] if is_over(handle, &call, digest)? => Ok(silence()),
        [] => wait(handle, ask, then),
        [open] => {
            let interaction = open.asked.interaction;
            let waiter = handle.wait(interaction).wait()?;
            Ok(Step::Waits(Box::new(Waits {
                interaction,
                waiter,
                then,
            })))
        }
        // Which of them it is cannot be told: the dialog can.
        _ => Ok(silence()),
    }
}

/// Whether one of these is the approval of this action that the program's permission prompt asked for.
/// The prompt says the call that it is for: it is exact where a hook is not, so a hook leaves the
/// action to it.
fn has_prompt(open: &[Pending], call: &HookCall, action: &Action) -> bool {
    open.iter().any(|open| {
        let asked = &open.asked;
        asked.tool_use_id.is_some() && action.has_key(&call.session, asked.key.as_ref())
    })
}

/// Hook and permission prompt ask at the same time: whichever was first stays, so that the person has
/// one entry for one action.
fn yielded(
    handle: &Handle,
    call: &HookCall,
    action: &Action,
    step: Step,
) -> Result<Step, DeskError> {
    let Step::Waits(waits) = &step else {
        return Ok(step);
    };
    let ours = waits.interaction;
    // The oldest come first.
    let open = handle.reader().pending(OPEN)?;
    let place = open.iter().position(|open| open.asked.interaction == ours);
    if !place.is_some_and(|place| has_prompt(&open[..place], call, action)) {
        return Ok(step);
    }
    match handle.withdraw(ours, Actor::asker(NAME, Face::Hook)).wait() {
        Ok(_) => Ok(silence()),
        // It was answered this very moment.
        Err(DeskError::Refused(_)) => Ok(step),
        Err(error) => Err(error),
    }
}

/// Whether this question was put on the desk by its call, and is closed by what the program did: its
/// dialog was faster. What a person closed at the desk is asked again, since which call it was for
/// cannot be told.
fn is_over(handle: &Handle, call: &HookCall, digest: Digest) -> Result<bool, DeskError> {
    let mut last = None;
    handle.each_record(&SessionId::from(call.session.as_str()), |record| {
        if let Event::Asked(asked) = record.event
            && asked.source == Source::Tool
        {
            last = Some(asked);
        }
    })?;
    let Some(last) = last.filter(|last| last.digest == digest && last.tool_use_id.is_some()) else {
        return Ok(false);
    };
    Ok(match handle.reader().find(last.interaction)? {
        Some(Found::Closed(outcome)) => {
            matches!(outcome.closing.decided_by, Decider::Hook | Decider::Asker)
        }
        _ => false,
    })
}

/// The tool ran: the program's own dialog was faster than the desk. What was answered there is
/// recorded as a report, which closes the question and is handed to nobody. That a tool ran says
/// nothing about who allowed it, so an approval is taken back.
/// A run that was put off, and goes on, does so with one call: whatever else it asked is dropped.
fn after(handle: &Handle, call: &HookCall, rules: Rules) -> Result<Step, DeskError> {
    if call.is_question() && rules.manner == Manner::Defer {
        let session = SessionId::from(call.session.as_str());
        take_back_dropped(handle, &session, Face::Hook, rules.lang, |open| {
            open.asked.tool_use_id != call.tool_use_id
        })?;
    }
    let open = open_of(handle, call)?;
    let action = (!call.is_question()).then(|| call.action());
    let ours = open.iter().find(|open| match &action {
        None => {
            open.asked.source == Source::Tool
                && open.asked.tool_use_id.is_some()
                && open.asked.tool_use_id == call.tool_use_id
        }
        Some(action) => action.has_key(&call.session, open.asked.key.as_ref()),
    });
    let Some(open) = ours else {
        return Ok(silence());
    };
    let interaction = open.asked.interaction;
    let actor = Actor::new(NAME, Face::Hook, Evidence::Reported);
    let answers = match call.event {
        HookEvent::PostToolUse if call.is_question() => {
            reported(&call.response, &open.asked.questions)
        }
        _ => Vec::new(),
    };
    let closed = if answers.is_empty() {
        handle.withdraw(interaction, actor).wait()
    } else {
        let answering = Answering {
            interaction,
            answers,
            whole: true,
            actor: actor.clone(),
            request: None,
        };
        let answered = handle.answer(answering).wait();
        match answered {
            Err(DeskError::Refused(Refusal::InvalidAnswer(_))) => {
                handle.withdraw(interaction, actor).wait()
            }
            answered => answered,
        }
    };
    match closed {
        Ok(_) | Err(DeskError::Refused(_)) => Ok(silence()),
        Err(error) => Err(error),
    }
}

fn wait(handle: &Handle, ask: NewAsk, then: Then) -> Result<Step, DeskError> {
    let (asked, waiter) = handle.ask_and_wait(ask);
    match asked.wait() {
        Ok(ticket) => Ok(Step::Waits(Box::new(Waits {
            interaction: ticket.interaction,
            waiter,
            then,
        }))),
        Err(error) => refused(error, then.event, then.lang),
    }
}

/// What the rules do not allow is told to the model; anything else that is wrong with the question
/// is left to the program's own dialog.
fn refused(error: DeskError, event: HookEvent, lang: Lang) -> Result<Step, DeskError> {
    match error {
        DeskError::Refused(
            refusal @ (Refusal::MainAgentOnly | Refusal::RecursiveLimitExceeded { .. }),
        ) => Ok(Step::Done(HookOutput::refuses(event, &refusal.text(lang)))),
        DeskError::Refused(_) => Ok(silence()),
        error => Err(error),
    }
}

fn new_ask(call: &HookCall, asked: &ToolRequest, lang: Lang) -> NewAsk {
    let mut ask = NewAsk::new(asked.ask(call.tool_use_id.clone(), lang));
    ask.source = asked.source();
    ask.session = Some(SessionId::from(call.session.as_str()));
    ask.key = call.repeat.as_deref().map(CallKey::from);
    ask.asker = call.asker();
    ask.opening = Opening {
        agent: Some(NAME.to_owned()),
        project: call.project.clone(),
        ..Opening::default()
    };
    ask
}

/// What this session has open.
pub(super) fn open_of(handle: &Handle, call: &HookCall) -> Result<Vec<Pending>, DeskError> {
    let mut open = handle.reader().pending(OPEN)?;
    open.retain(|open| open.session.as_str() == call.session);
    Ok(open)
}

pub(super) fn silence() -> Step {
    Step::Done(HookOutput::Silence)
}
