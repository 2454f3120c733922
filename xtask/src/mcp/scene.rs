//! A case as the clients are given it.

use std::path::Path;

use serde_json::{Value, json};

use super::case::{Case, Script, Treated, accept};
use super::desk::DeskAt;
use super::era::Era;

/// How long a call is waited for that is given up, or whose server dies: whatever it is, what comes
/// after does not depend on it.
const GIVE_UP: f64 = 1.0;
const SERVER_GONE: f64 = 60.0;

/// Which client, how it speaks, and what it may touch.
pub(super) struct Setting<'s> {
    pub(super) client: &'s str,
    pub(super) era: Era,
    pub(super) transport: &'s str,
    pub(super) desk: &'s DeskAt,
    /// There when the desk's part is done.
    pub(super) done: &'s Path,
    /// Holds the number of the server's process.
    pub(super) server: &'s Path,
}

/// What the client is to do; two scenes are played at once.
pub(super) fn scenes(case: &Case, setting: &Setting<'_>) -> Value {
    let one = scene(case, setting);
    if case.script != Script::Twins {
        return one;
    }
    let mut other = one.clone();
    other["replies"] = json!([accept(json!({ "q1": "lite" }))]);
    json!([one, other])
}

/// The name decides how the desk treats it. Every client of the table has its own: what one left
/// uncollected is none of the next one's business.
pub(super) fn name(treated: Treated, client: &str, era: Era, transport: &str) -> String {
    format!("{} {client} {} {transport}", treated.word(), era.word())
}

fn scene(case: &Case, setting: &Setting<'_>) -> Value {
    let desk = setting.desk;
    let name = name(case.treated, setting.client, setting.era, setting.transport);
    let text = json!(case.replies).to_string();
    let text = text.replace("DONE", &setting.done.to_string_lossy());
    let replies: Value = serde_json::from_str(&text).unwrap_or_default();
    // The server's number is known before it is the server.
    let command = [
        "sh".into(),
        "-c".into(),
        "echo $$ > \"$0\"; exec \"$1\" mcp".into(),
        setting.server.to_string_lossy(),
        desk.program.to_string_lossy(),
    ];
    json!({
        "transport": setting.transport, "mode": setting.era.word(), "name": name,
        "replies": replies, "capabilities": case.capabilities, "steps": steps(case, setting),
        "command": command, "cwd": desk.data, "env": { "SAYSO_DATA": desk.data, "PATH": "/usr/bin:/bin" },
        "url": desk.url, "token": desk.token,
    })
}

fn steps(case: &Case, setting: &Setting<'_>) -> Value {
    let step = |what: &str| {
        let arguments = json!({ "questions": case.questions });
        json!({ "do": what, "tool": "ask_user_question", "arguments": arguments })
    };
    let with = |what: &str, key: &str, value: Value| {
        let mut step = step(what);
        step[key] = value;
        step
    };
    let hand_in = |word: &str| with("hand in", "response", accept(json!({ "q1": word })));
    let wait = || json!({ "do": "wait", "until": setting.done });
    let reconnect = || json!({ "do": "reconnect" });
    match (case.script, setting.era) {
        (Script::GivenUp, _) => json!([with("call", "timeout", json!(GIVE_UP)), step("call")]),
        (Script::Killed, Era::Legacy) => json!([
            with("call", "timeout", json!(SERVER_GONE)),
            wait(),
            reconnect(),
            step("call"),
        ]),
        (Script::Killed, Era::Stateless) => {
            json!([step("hold"), wait(), reconnect(), hand_in("lite")])
        }
        (Script::Twice, _) => json!([step("hold"), hand_in("pg"), hand_in("lite")]),
        _ => json!([step("call")]),
    }
}
