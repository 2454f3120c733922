//! What `sayso init claude` puts where.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::plan::{Change, read};
use super::settings;

/// The skill that teaches asking; the plugin brings the same.
const SKILL: &str = include_str!("../../../../plugins/claude-code/skills/asking/SKILL.md");

/// The commands of ours that ask a person, as Claude Code's permission rules write them.
const IN_THE_SHELL: &[&str] = &["Bash(sayso ask *)", "Bash(AskUserQuestion *)"];

/// Whom it is for.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// Everybody who works on this project.
    Project(PathBuf),
    /// The user of this home, everywhere.
    User(PathBuf),
}

/// What is put in.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// How this program is started.
    pub(crate) program: String,
    /// What is done with a question before its tool runs.
    pub(crate) manner: &'static str,
    /// Whether permission requests come to the desk too.
    pub(crate) approvals: bool,
}

/// The hooks, as Claude Code's settings and plugins write them.
pub(crate) fn hooks(wanted: &Wanted) -> Value {
    let program = &wanted.program;
    let mut command = if program.contains(' ') {
        format!("\"{program}\" hook claude-code")
    } else {
        format!("{program} hook claude-code")
    };
    if wanted.manner != "auto" {
        command = format!("{command} --manner {}", wanted.manner);
    }
    if wanted.manner == "defer" {
        command = format!("{command} --resume");
    }
    // Whoever waits must not be cut off after ten minutes; whoever only reports is quick.
    let (day, moment) = (86_400, 10);
    let call = |timeout: u32| json!({ "type": "command", "command": command, "timeout": timeout });
    let hook = |matcher: Option<&str>, timeout: u32| {
        let mut group = json!({ "hooks": [call(timeout)] });
        if let Some(matcher) = matcher {
            group["matcher"] = json!(matcher);
        }
        json!([group])
    };
    // Only a hook is told of a sub-agent. The condition keeps other commands from starting one.
    let shell: Vec<Value> = IN_THE_SHELL
        .iter()
        .map(|condition| {
            let mut call = call(moment);
            call["if"] = json!(condition);
            call
        })
        .collect();
    let before = json!([
        hook(Some("AskUserQuestion"), day)[0],
        hook(Some("mcp__.+__ask_user_question"), moment)[0],
        { "hooks": shell, "matcher": "Bash" },
    ]);
    let question = Some("AskUserQuestion");
    let tools = if wanted.approvals {
        Some("*")
    } else {
        question
    };
    json!({
        "PreToolUse": before,
        "PermissionRequest": hook(tools, day),
        "PostToolUse": hook(tools, moment),
        "PostToolUseFailure": hook(tools, moment),
        "Notification": hook(None, moment),
        "UserPromptSubmit": hook(None, moment),
        "Stop": hook(None, moment),
        "SessionEnd": hook(None, moment),
    })
}

/// Every file that it touches, before and after; those that stay as they are are left out.
pub(crate) fn plan(scope: &Scope, wanted: &Wanted, undo: bool) -> Result<Vec<Change>, String> {
    let (root, servers) = match scope {
        Scope::Project(root) => (root, root.join(".mcp.json")),
        Scope::User(home) => (home, home.join(".claude.json")),
    };
    let folder = root.join(".claude");
    let mut ours = json!({
        "hooks": hooks(wanted),
        // Asking is no act that needs leave, and a wait is not to be moved to the background.
        "permissions": { "allow": ["mcp__sayso"] },
        "env": { "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS": "0" },
    });
    if matches!(scope, Scope::Project(_)) {
        ours["enabledMcpjsonServers"] = json!(["sayso"]);
    }
    let server = json!({ "mcpServers": { "sayso": {
        "command": wanted.program, "args": ["mcp"], "alwaysLoad": true,
    } } });
    let mut changes = Vec::new();
    for (file, ours) in [(folder.join("settings.json"), ours), (servers, server)] {
        let before = read(&file)?;
        let at = |why: String| format!("{}: {why}", file.display());
        let mut value = settings::read(before.as_deref()).map_err(at)?;
        drop_our_hooks(&mut value);
        if undo {
            settings::remove(&mut value, &ours);
        } else {
            settings::merge(&mut value, &ours);
        }
        let empty = value.as_object().is_some_and(serde_json::Map::is_empty);
        let after = (!(undo && empty)).then(|| settings::write(&value));
        changes.push(Change {
            file,
            before,
            after,
        });
    }
    let file = folder.join("skills/asking/SKILL.md");
    let before = read(&file)?;
    let after = match (&before, undo) {
        (None, false) => Some(SKILL.to_owned()),
        (Some(text), true) if text == SKILL => None,
        (before, _) => before.clone(),
    };
    changes.push(Change {
        file,
        before,
        after,
    });
    changes.retain(|change| !is_same(change));
    Ok(changes)
}

/// Hooks of ours in any manner: they are written anew, or taken out.
fn drop_our_hooks(settings: &mut Value) {
    let Some(events) = settings.get_mut("hooks").and_then(Value::as_object_mut) else {
        return;
    };
    let is_ours = |group: &Value| {
        let hooks = group["hooks"].as_array().map(Vec::as_slice);
        let is_ours = |hook: &Value| {
            let command = hook["command"].as_str();
            command.is_some_and(|command| command.contains("hook claude-code"))
        };
        hooks.is_some_and(|hooks| !hooks.is_empty() && hooks.iter().all(is_ours))
    };
    for groups in events.values_mut().filter_map(Value::as_array_mut) {
        groups.retain(|group| !is_ours(group));
    }
    events.retain(|_, groups| groups != &json!([]));
    if events.is_empty()
        && let Some(settings) = settings.as_object_mut()
    {
        settings.shift_remove("hooks");
    }
}

/// Whether nothing would change but the spelling.
fn is_same(change: &Change) -> bool {
    let value = |text: &Option<String>| {
        let text = text.as_deref()?;
        Some(serde_json::from_str::<Value>(text).unwrap_or_else(|_| json!(text)))
    };
    value(&change.before) == value(&change.after)
}

#[cfg(test)]
mod tests;
