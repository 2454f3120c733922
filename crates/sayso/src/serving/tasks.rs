//! Agents that `POST /api/task` asks for.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use sayso_agents::script::{Happening, Player, Scenario, demo};
use sayso_core::dialect::claude_code;
use sayso_core::id::SessionId;
use sayso_core::lang::Lang;
use sayso_desk::Handle;
use sayso_web::{HostedAgent, TaskInterrupter, TaskStarter};
use serde_json::Value;

use super::hosting::{self, Begin, LINGER};
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
    let config = config.clone();
    Arc::new(move |handle, session, wish| {
        let agent = wish["agent"].as_str().unwrap_or_default();
        let wish = &wish["wish"];
        match agent {
            "script" => start_script(handle, session, wish, config.lang),
            "claude" => start_claude(handle, &session, wish, &config),
            other => Err(format!(
                "no agent {other:?} is hosted here; there are \"claude\" and \"script\""
            )),
        }
    })
}

/// Stops an agent's turn when its session is interrupted.
pub(crate) fn task_interrupter(config: &Config) -> TaskInterrupter {
    let config = config.clone();
    Arc::new(move |session| hosting::interrupt(session, &config))
}

/// A scripted agent plays on a thread of its own.
fn start_script(
    handle: &Handle,
    session: SessionId,
    wish: &Value,
    lang: Lang,
) -> Result<(), String> {
    let scenario = match &wish["scenario"] {
        Value::String(name) if name == "demo" => demo(lang),
        Value::String(text) => Scenario::read(text.as_bytes()),
        value => Scenario::from_value(value),
    };
    let scenario = scenario.map_err(|mistakes| mistakes.text(lang))?;
    let player = Player::new(handle.clone(), session);
    let name = "sayso-script".to_owned();
    let started = thread::Builder::new()
        .name(name)
        .spawn(move || drop(player.play(&scenario, &mut |_: Happening<'_>| {})));
    started.map(drop).map_err(|error| error.to_string())
}

fn start_claude(
    handle: &Handle,
    session: &SessionId,
    wish: &Value,
    config: &Config,
) -> Result<(), String> {
    let text = |name: &str| match &wish[name] {
        Value::Null => Ok(None),
        Value::String(text) if !text.trim().is_empty() => Ok(Some(text.clone())),
        _ => Err(format!("{name}: text is expected")),
    };
    let prompt = text("prompt")?.ok_or("prompt: required")?;
    let directory = text("cwd")?.map(PathBuf::from);
    if let Some(directory) = &directory
        && !(directory.is_absolute() && directory.is_dir())
    {
        return Err("cwd: an absolute path of a directory is expected".to_owned());
    }
    let begin = Begin {
        program: config.claude.clone(),
        directory,
        args: Vec::new(),
        resume: false,
        fork: text("fork")?,
        earlier: Vec::new(),
        fork_at: None,
        prompt: Some((uuid::Uuid::new_v4().to_string(), prompt)),
    };
    hosting::prompt(handle, session, begin, LINGER, config)
}
