//! Agents that `POST /api/task` asks for.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use sayso_agents::claude_code::host::Prompt;
use sayso_agents::script::{Happening, Player, Scenario, demo};
use sayso_core::dialect::claude_code;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use sayso_core::problem::Problem;
use sayso_core::refusal::Refusal;
use sayso_core::shape::Shape;
use sayso_desk::{DeskError, Handle};
use sayso_web::{HostedAgent, TaskBegun, TaskInterrupter, TaskStarter, TaskTrouble, TaskWish};
use serde_json::{Value, json};

use super::hosting::{self, Begin, LINGER};
use super::in_turn::InTurn;
use super::task_key::{Met, TaskKey};
use crate::config::Config;

/// The agents that can be started.
pub(crate) fn hosted_agents() -> Vec<HostedAgent> {
    let named = [("claude", claude_code::NAME), ("script", "script")];
    let named = named.map(|(agent, name)| HostedAgent {
        agent: agent.to_owned(),
        name: name.to_owned(),
    });
    named.into()
}

/// Starts the agents that `POST /api/task` asks for.
pub(crate) fn task_starter(config: &Config) -> TaskStarter {
    let (config, turns) = (config.clone(), InTurn::default());
    Arc::new(move |handle, task| {
        turns.run(&task.session, || match task.agent.as_str() {
            "script" => start_script(handle, task, config.lang),
            "claude" => start_claude(handle, task, &config),
            other => {
                let agents = hosted_agents().into_iter().map(|known| known.agent);
                let problem = Problem::UnknownWord {
                    got: other.to_owned(),
                    expected: Vec::from_iter(agents).join(", "),
                };
                Err(wrong(&[Issue::new("agent", problem)], task.lang))
            }
        })
    })
}

/// Stops an agent's turn when its session is interrupted.
pub(crate) fn task_interrupter(config: &Config) -> TaskInterrupter {
    let config = config.clone();
    Arc::new(move |session| hosting::interrupt(session, &config))
}

/// A scripted agent plays on a thread of its own.
fn start_script(handle: &Handle, task: &TaskWish, lang: Lang) -> Result<TaskBegun, TaskTrouble> {
    let scenario = match &task.wish["scenario"] {
        Value::Null => {
            let missing = Issue::new("scenario", Problem::Missing);
            return Err(wrong(&[missing], task.lang));
        }
        Value::String(name) if name == "demo" => demo(lang),
        Value::String(text) => Scenario::read(text.as_bytes()),
        value => Scenario::from_value(value),
    };
    let scenario =
        scenario.map_err(|mistakes| TaskTrouble::Wrong(mistakes.wires("scenario", task.lang)))?;
    let mut player = Player::new(handle.clone(), task.session.clone());
    let mut begun = TaskBegun::Now;
    if let Some(key) = TaskKey::of(task) {
        match key.met(handle)? {
            Met::Never => keep(handle, &task.session, &scenario, &key, lang)?,
            Met::Kept => begun = TaskBegun::Before,
            Met::Begun => return Ok(TaskBegun::Before),
        }
        player = player.task(key.uuid());
    }
    let name = "sayso-script".to_owned();
    let started = thread::Builder::new()
        .name(name)
        .spawn(move || drop(player.play(&scenario, &mut |_: Happening<'_>| {})));
    started.map_err(|error| error.to_string())?;
    Ok(begun)
}

/// Leaves word of what is played, to know a repeat by.
fn keep(
    handle: &Handle,
    session: &SessionId,
    scenario: &Scenario,
    key: &TaskKey,
    lang: Lang,
) -> Result<(), DeskError> {
    let opening = Opening {
        agent: Some(scenario.agent().to_owned()),
        ..Opening::default()
    };
    match handle.open(session.clone(), opening).wait() {
        Ok(_) | Err(DeskError::Refused(Refusal::SessionExists)) => {}
        Err(error) => return Err(error),
    }
    let name = &scenario.name;
    let text = lang.pick(format!("Scenario: {name}"), format!("场景：{name}"));
    let mut body = json!({ "text": text });
    key.mark(&mut body);
    let message = Message {
        uuid: MessageId::from(key.uuid()),
        parent: None,
        kind: MessageKind::Info,
        body,
    };
    handle.say(session.clone(), message).wait().map(drop)
}

fn start_claude(
    handle: &Handle,
    task: &TaskWish,
    config: &Config,
) -> Result<TaskBegun, TaskTrouble> {
    let mut issues = Vec::new();
    let mut text = |name: &str| match words(&task.wish[name]) {
        Ok(text) => text,
        Err(problem) => {
            issues.push(Issue::new(name, problem));
            None
        }
    };
    let prompt = text("prompt");
    let directory = text("cwd").map(PathBuf::from);
    let fork = text("fork");
    if task.wish["prompt"].is_null() {
        issues.insert(0, Issue::new("prompt", Problem::Missing));
    }
    if let Some(directory) = &directory
        && !(directory.is_absolute() && directory.is_dir())
    {
        let expected = Shape::Directory;
        issues.push(Issue::new("cwd", Problem::WrongShape { expected }));
    }
    let (Some(prompt), true) = (prompt, issues.is_empty()) else {
        return Err(wrong(&issues, task.lang));
    };
    let mut prompt = Prompt::new(prompt);
    let mut begun = TaskBegun::Now;
    if let Some(key) = TaskKey::of(task) {
        match key.met(handle)? {
            Met::Never => {}
            // Whoever was to hand it over may have died on it.
            Met::Kept if !hosting::is_alive(&task.session, config) => begun = TaskBegun::Before,
            Met::Kept | Met::Begun => return Ok(TaskBegun::Before),
        }
        prompt.uuid = key.uuid().to_owned();
        prompt.content = Some(key.content());
    }
    let begin = Begin {
        program: config.claude.clone(),
        directory,
        args: Vec::new(),
        resume: false,
        fork,
        earlier: Vec::new(),
        fork_at: None,
        prompt: Some(prompt),
    };
    hosting::prompt(handle, &task.session, begin, LINGER, config)?;
    Ok(begun)
}

/// The words of a field, if there are any.
fn words(value: &Value) -> Result<Option<String>, Problem> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.trim().is_empty() => Err(Problem::Blank),
        Value::String(text) => Ok(Some(text.clone())),
        other => Err(Problem::wrong_type("string", other)),
    }
}

fn wrong(issues: &[Issue], lang: Lang) -> TaskTrouble {
    TaskTrouble::Wrong(issues.iter().map(|issue| issue.wire(lang)).collect())
}
