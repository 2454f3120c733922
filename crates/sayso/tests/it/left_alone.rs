//! A hosted agent and the one who holds it, killed alone and together, with a desk and without. The
//! agent is a stand-in; what the real one makes of it is in `claude/host.rs`.

use std::fs;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::questions::{ONE, auth};
use crate::running::until;
use crate::stage::{Call, Stage};

/// Asks whatever the file says, and writes down what it hears.
const AGENT: &str = "#!/bin/sh\ncat asks 2>/dev/null\ntouch begun\nexec cat >> heard\n";

const SESSION: &str = "6f1c2a34-0000-4000-8000-000000000003";

/// A stage, and the agent on it.
struct Hosted(Stage);

impl Deref for Hosted {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.0
    }
}

impl Drop for Hosted {
    /// Ends what may still be held.
    fn drop(&mut self) {
        if let Some(agent) = agent(self) {
            let _ = kill_process(agent, Signal::KILL);
        }
    }
}

fn stage(asks: &[Value]) -> Hosted {
    let stage = Stage::new();
    let agent = stage.file("agent", AGENT);
    fs::set_permissions(&agent, fs::Permissions::from_mode(0o700)).unwrap();
    let lines: Vec<String> = asks.iter().map(|ask| format!("{ask}\n")).collect();
    stage.file("asks", lines.concat());
    Hosted(stage)
}

fn dressed(stage: &Stage, args: &[&str]) -> Call {
    let call = stage.sayso(args).inside(&stage.path(""));
    call.env("SAYSO_CLAUDE", stage.path("agent"))
        .env("HOME", stage.path(""))
}

fn run(stage: &Stage) -> Call {
    let run = ["run", "--agent", "claude", "--session", SESSION];
    dressed(stage, &run).args(["--", "go"])
}

fn asks(id: &str, tool: &str, input: &Value) -> Value {
    json!({
        "type": "control_request", "request_id": id,
        "request": {
            "subtype": "can_use_tool", "tool_name": tool, "input": input,
            "tool_use_id": format!("toolu_{id}"),
        },
    })
}

fn question() -> Value {
    asks("q", "AskUserQuestion", &json!({ "questions": [auth()] }))
}

fn permission() -> Value {
    asks("p", "Bash", &json!({ "command": "touch here" }))
}

fn holder(stage: &Stage) -> Pid {
    let mut holders = Vec::new();
    until("somebody holds it", || {
        holders = stage.processes("host");
        holders.len() == 1
    });
    holders[0]
}

fn agent(stage: &Stage) -> Option<Pid> {
    let noted = stage.path(&format!("data/hosts/{SESSION}/agent.json"));
    let noted: Value = serde_json::from_slice(&fs::read(noted).ok()?).ok()?;
    Pid::from_raw(noted["pid"].as_i64()? as i32)
}

/// Both, so that neither sees the other end.
fn kill_both(stage: &Stage) {
    let (holder, agent) = (holder(stage), agent(stage).unwrap());
    kill_process(holder, Signal::STOP).unwrap();
    kill_process(agent, Signal::KILL).unwrap();
    kill_process(holder, Signal::KILL).unwrap();
}

fn nothing_is_left(stage: &Stage) {
    until("nothing is left of it", || {
        !stage.path(&format!("data/hosts/{SESSION}")).exists()
    });
}

/// As after a power cut: a yes would be nobody's, so the permission is taken back; the question
/// stays, and those who look on are told.
#[test]
fn both_are_killed_and_the_desk_tells() {
    let stage = stage(&[question(), permission()]);
    let desk = Desk::of(
        &stage,
        dressed(&stage, &["serve", "--listen", "127.0.0.1:0"]),
    );
    let task = json!({ "agent": "claude", "prompt": "go", "session_id": SESSION });
    desk.person().post("/api/task", &task).is(201);
    stage.pending_soon(2);
    kill_both(&stage);
    let open = stage.pending_soon(1);
    assert_eq!(open[0]["questions"][0]["header"], "Auth method");
    nothing_is_left(&stage);
    let closed = &stage.history()[0];
    assert_eq!(closed["tool_use_id"], "toolu_p");
    assert_eq!(
        (&closed["state"], &closed["decided_by"]),
        (&json!("cancelled"), &json!("asker"))
    );
    let said = desk
        .person()
        .get(&format!("/api/sessions/{SESSION}/messages?limit=100"));
    assert!(said.is(200).body.contains("ended unexpectedly"));
}

/// There is no desk: the command in the terminal sees to it by itself, and ends.
#[test]
fn both_are_killed_at_work_in_the_terminal() {
    let stage = stage(&[]);
    let mut run = run(&stage).at_terminal();
    run.sees("session ");
    until("the agent has begun", || stage.path("begun").exists());
    kill_both(&stage);
    let done = run.gives_back().exits(1);
    assert!(done.stdout.contains("ended unexpectedly"), "{done:?}");
    nothing_is_left(&stage);
}

/// What was answered while nobody held the agent reaches it.
#[test]
fn the_holder_is_killed_at_a_question_in_the_terminal() {
    let stage = stage(&[question()]);
    let mut run = run(&stage).at_terminal();
    run.sees("Which authentication").sees(ONE);
    kill_process(holder(&stage), Signal::KILL).unwrap();
    run.types("2\n");
    until("the agent hears the answer", || {
        let heard = fs::read_to_string(stage.path("heard")).unwrap_or_default();
        heard.contains("\"answers\":")
    });
    kill_process(agent(&stage).unwrap(), Signal::KILL).unwrap();
    run.gives_back().exits(1);
    assert_eq!(stage.states(), ["answered"]);
    nothing_is_left(&stage);
}

/// Ctrl-C right after the holder was killed is not lost: the agent hears of it.
#[test]
fn the_holder_is_killed_before_an_interrupt() {
    let stage = stage(&[]);
    let mut run = run(&stage).at_terminal();
    run.sees("session ");
    until("the agent has begun", || stage.path("begun").exists());
    kill_process(holder(&stage), Signal::KILL).unwrap();
    run.signal(Signal::INT);
    until("the agent is told to stop", || {
        let heard = fs::read_to_string(stage.path("heard")).unwrap_or_default();
        heard.contains("\"interrupt\"")
    });
    kill_process(agent(&stage).unwrap(), Signal::KILL).unwrap();
    run.gives_back().exits(130);
    nothing_is_left(&stage);
}

/// What cannot be started is named, with what to do; nothing of it is left.
#[test]
fn a_program_that_is_not_there() {
    let stage = stage(&[]);
    let nowhere = stage.path("no-claude-here");
    let done = run(&stage).env("SAYSO_CLAUDE", &nowhere).done().exits(1);
    let why = format!("{} cannot be started", nowhere.display());
    assert!(done.stderr.contains(&why), "{done:?}");
    assert!(done.stderr.contains("SAYSO_CLAUDE"), "{done:?}");
    nothing_is_left(&stage);
    let desk = Desk::start(&stage);
    let sessions = desk.person().get("/api/sessions").is(200).json();
    assert_eq!(sessions["sessions"], json!([]));
}
