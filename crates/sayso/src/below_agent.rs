//! Whether this command runs below an agent. There it cannot answer for the person.

use crate::asking::Trouble;
use crate::config::Config;
use crate::serving::RuntimeFile;

/// Environment variables that agents set for the commands they run, and for nothing else. What
/// people set to configure an agent (`CODEX_HOME`, `CLAUDE_CODE_USE_BEDROCK`), and what editors set
/// in a person's own terminal (`CURSOR_TRACE_ID`, `CLAUDE_CODE_SSE_PORT`), is not among them.
pub(crate) const MARKS: [(&str, &str); 18] = [
    ("SAYSO_HOSTED", "an agent that Sayso hosts"),
    ("CLAUDECODE", "Claude Code"),
    ("CLAUDE_CODE_CHILD_SESSION", "Claude Code"),
    ("CLAUDE_CODE_ENTRYPOINT", "Claude Code"),
    ("CLAUDE_CODE_SESSION_ID", "Claude Code"),
    ("CODEX_CI", "Codex"),
    ("CODEX_SANDBOX", "Codex"),
    ("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"),
    ("CODEX_THREAD_ID", "Codex"),
    ("OPENCODE", "opencode"),
    ("OPENCODE_PID", "opencode"),
    ("GEMINI_CLI", "Gemini CLI"),
    ("QWEN_CODE", "Qwen Code"),
    ("CURSOR_AGENT", "Cursor"),
    ("COPILOT_CLI", "Copilot CLI"),
    ("AMP_CURRENT_THREAD_ID", "Amp"),
    ("AUGMENT_AGENT", "Augment"),
    ("AI_AGENT", "an agent"),
];

/// The agent that this command runs below: by its mark in the environment, or among the ancestors.
pub(crate) fn agent_above(config: &Config) -> Option<&'static str> {
    config.around.agent.or_else(process::agent_above)
}

/// Refuses what only a person may do. The words are for the model that reads them; `id` is the
/// question it means. What is `typed` at a terminal that signed in is exempt; what an agent scripts
/// at that terminal is not.
pub(crate) fn refuse_below_agent(
    id: Option<&str>,
    typed: bool,
    config: &Config,
) -> Result<(), Trouble> {
    let Some(agent) = agent_above(config) else {
        return Ok(());
    };
    if typed && config.is_signed_in_terminal() {
        return Ok(());
    }
    let lang = config.lang;
    let desk = config.desk.as_ref().map(|desk| desk.url.clone());
    let place = match desk.or_else(|| RuntimeFile::find(&config.data)) {
        Some(url) => lang.pick(
            format!("at {url} and in the person's own terminal"),
            format!("在 {url} 和用户自己的终端中"),
        ),
        None => lang
            .pick("in the person's own terminal", "在用户自己的终端中")
            .to_owned(),
    };
    let wait = match id {
        Some(id) => format!("sayso wait {id}"),
        None => "sayso wait ID".to_owned(),
    };
    Err(Trouble::refused(vec![
        lang.pick(
            format!("Refused: this runs below {agent}. You cannot answer for the person."),
            format!("已拒绝：此命令由 {agent} 运行。你不能代替用户回答。"),
        ),
        lang.pick(
            format!("The question is open {place}. Wait for the answer with: {wait}"),
            format!("问题{place}等待回答。用以下命令等待答案：{wait}"),
        ),
    ]))
}

/// The processes above this one.
#[cfg(target_os = "linux")]
mod process {
    use std::fs;
    use std::path::Path;

    use rustix::process::getppid;

    /// The names of agents' programs, and the package whose script they are where they have one.
    const PROGRAMS: [(&str, &str, &str); 8] = [
        ("claude", "@anthropic-ai/claude-code", "Claude Code"),
        ("codex", "@openai/codex", "Codex"),
        ("opencode", "opencode-ai", "opencode"),
        ("gemini", "@google/gemini-cli", "Gemini CLI"),
        ("qwen", "@qwen-code/qwen-code", "Qwen Code"),
        ("cursor-agent", "cursor-agent", "Cursor"),
        ("copilot", "@github/copilot", "Copilot CLI"),
        ("amp", "@sourcegraph/amp", "Amp"),
    ];

    /// Programs that run a script.
    const INTERPRETERS: [&str; 3] = ["node", "bun", "deno"];

    /// So many processes are looked at.
    const MOST: usize = 256;

    /// The nearest agent among the ancestors. What cannot be read is none.
    pub(super) fn agent_above() -> Option<&'static str> {
        let mut pid = getppid()?.as_raw_nonzero().get();
        for _ in 0..MOST {
            let folder = Path::new("/proc").join(pid.to_string());
            if let Some(agent) = agent_at(&folder) {
                return Some(agent);
            }
            // The name before the bracket may hold anything.
            let stat = fs::read_to_string(folder.join("stat")).ok()?;
            let (_, fields) = stat.rsplit_once(')')?;
            pid = fields.split_whitespace().nth(1)?.parse().ok()?;
            if pid == 0 {
                return None;
            }
        }
        None
    }

    fn agent_at(folder: &Path) -> Option<&'static str> {
        let name = fs::read(folder.join("comm")).unwrap_or_default();
        let line = fs::read(folder.join("cmdline")).unwrap_or_default();
        let name = String::from_utf8_lossy(&name);
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split('\0').collect();
        agent_named(name.trim_end(), &words)
    }

    /// The agent that a process of this name and these arguments is.
    pub(super) fn agent_named(name: &str, words: &[&str]) -> Option<&'static str> {
        let program = words.first().map_or(name, |word| base(word));
        if program == "sayso" && words.get(1) == Some(&"host") {
            return Some("an agent that Sayso hosts");
        }
        let mut arguments = words.iter().skip(1);
        let script = match INTERPRETERS.contains(&program) {
            true => arguments.find(|word| !word.starts_with('-')).copied(),
            false => None,
        };
        let script = script.unwrap_or_default();
        let found = PROGRAMS.iter().find(|(known, package, _)| {
            let names = [name, program, base(script)];
            let installed = format!("/node_modules/{package}/");
            names.contains(known) || script.contains(&installed)
        });
        found.map(|(_, _, agent)| *agent)
    }

    fn base(path: &str) -> &str {
        path.rsplit('/').next().unwrap_or(path)
    }
}

#[cfg(not(target_os = "linux"))]
mod process {
    /// There is no way to look at other processes without starting a program for it.
    pub(super) fn agent_above() -> Option<&'static str> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
