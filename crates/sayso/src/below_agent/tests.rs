//! Which processes are agents.

use super::process::agent_named;

#[test]
fn an_agent_is_known_by_its_program() {
    for (name, line, agent) in [
        ("claude", "claude", Some("Claude Code")),
        (
            "MainThread",
            "/usr/bin/node /usr/bin/claude -p x",
            Some("Claude Code"),
        ),
        (
            "node",
            "node --no-warnings /usr/lib/node_modules/@google/gemini-cli/dist/index.js",
            Some("Gemini CLI"),
        ),
        ("codex", "/opt/codex exec", Some("Codex")),
        ("opencode", "/opt/opencode/bin/opencode", Some("opencode")),
        (
            "sayso",
            "/usr/bin/sayso host",
            Some("an agent that Sayso hosts"),
        ),
        ("sayso", "/usr/bin/sayso run --agent claude", None),
        ("bash", "bash -c claude", None),
        ("vim", "vim /usr/bin/claude", None),
        ("node", "node /srv/claude-code/server.js", None),
        ("cursor", "/usr/share/cursor/cursor", None),
        ("", "", None),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(agent_named(name, &words), agent, "{line}");
    }
}
