//! What a hosted agent is told reaches it whole and once, whoever dies or asks again. The agent is
//! a stand-in that writes down what it hears; what the real one makes of it is in `claude/host.rs`.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::http::Reply;
use crate::running::until;
use crate::stage::Stage;

/// Hears nothing before its gate is opened, and everything from then on.
const AGENT: &str = "#!/bin/sh\necho \"$@\" >> begun\nread word < gate\nexec cat >> heard\n";

/// A desk that starts that agent.
struct Hosted {
    stage: Stage,
    desk: Desk,
}

impl Hosted {
    /// With an agent that hears at once.
    fn new() -> Self {
        let stage = Stage::new();
        stage.file("gate", "open\n");
        Self::on(stage)
    }

    /// With an agent that hears nothing yet.
    fn deaf() -> Self {
        let stage = Stage::new();
        stage.program("mkfifo", ["gate"]).done().exits(0);
        Self::on(stage)
    }

    fn on(stage: Stage) -> Self {
        let agent = stage.file("agent", AGENT);
        fs::set_permissions(&agent, fs::Permissions::from_mode(0o700)).unwrap();
        let desk = start(&stage);
        Self { stage, desk }
    }

    /// A deaf one begins to hear.
    fn open_gate(&self) {
        self.stage.file("gate", "open\n");
    }

    fn task(&self, body: &Value) -> Reply {
        self.sends(body)()
    }

    /// Sends it, from any thread.
    fn sends(&self, body: &Value) -> impl Fn() -> Reply + Send + 'static {
        let mut whole = json!({ "agent": "claude", "cwd": self.stage.path("") });
        for (name, value) in body.as_object().unwrap() {
            whole[name] = value.clone();
        }
        let person = self.desk.person();
        move || person.post("/api/task", &whole)
    }

    /// What the session's log says that the agent was told.
    fn told(&self, session: &str) -> Vec<String> {
        let path = format!("/api/sessions/{session}/messages?limit=500");
        let listed = self.desk.person().get(&path).json();
        let messages = listed["messages"].as_array().into_iter().flatten();
        let prompts = messages.filter(|message| message["content"]["role"] == "user");
        let texts = prompts.map(|message| message["content"]["text"].as_str().unwrap().to_owned());
        texts.collect()
    }

    /// The prompts that the agent heard; under one name, as the real one, it hears one. Every line
    /// that it heard is whole, or empty.
    #[track_caller]
    fn heard(&self) -> Vec<String> {
        let heard = fs::read_to_string(self.stage.path("heard")).unwrap_or_default();
        let (mut prompts, mut names) = (Vec::new(), HashSet::new());
        for line in heard.lines().filter(|line| !line.is_empty()) {
            let Ok(line) = serde_json::from_str::<Value>(line) else {
                panic!("{} bytes that are no line", line.len());
            };
            if line["type"] == "user" && names.insert(line["uuid"].to_string()) {
                let text = &line["message"]["content"][0]["text"];
                prompts.push(text.as_str().unwrap().to_owned());
            }
        }
        prompts
    }
}

fn start(stage: &Stage) -> Desk {
    let serve = stage.sayso(["serve", "--listen", "127.0.0.1:0"]);
    Desk::of(stage, serve.env("SAYSO_CLAUDE", stage.path("agent")))
}

impl Drop for Hosted {
    /// Ends what is still held.
    fn drop(&mut self) {
        for entry in fs::read_dir(self.stage.path("data/hosts"))
            .into_iter()
            .flatten()
        {
            let noted = fs::read(entry.unwrap().path().join("agent.json")).unwrap_or_default();
            let noted: Value = serde_json::from_slice(&noted).unwrap_or_default();
            if let Some(pid) = Pid::from_raw(noted["pid"].as_i64().unwrap_or_default() as i32) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// Puts a run off until its question is answered.
fn put_off(stage: &Stage, session: &str) {
    let question = json!({ "questions": [crate::questions::auth()] });
    let call = json!({
        "session_id": session, "hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion",
        "tool_input": question, "tool_use_id": "toolu_1",
    });
    let hook = ["hook", "claude-code", "--manner", "defer", "--resume"];
    let hook = stage.sayso(hook).env("CLAUDE_CODE_ENTRYPOINT", "sdk-cli");
    let said = hook.piped(call.to_string()).done().exits(0).json();
    let output = &said["hookSpecificOutput"];
    assert_eq!(output["permissionDecision"], "defer", "{said}");
}

fn answer(stage: &Stage) {
    let answer = [
        "answer",
        "--scripted",
        &stage.open_id(),
        r#"{"Auth method":"JWT"}"#,
    ];
    stage.sayso(answer).done().exits(0);
}

const SESSION: &str = "6f1c2a34-0000-4000-8000-000000000001";

/// It goes on once its question is answered, also when the desk was away then.
#[test]
fn a_run_that_was_put_off_is_resumed() {
    let mut hosted = Hosted::new();
    put_off(&hosted.stage, SESSION);
    hosted.desk.running.signal(Signal::KILL);
    answer(&hosted.stage);
    let begun = hosted.stage.path("begun");
    assert!(!begun.exists());
    hosted.desk = start(&hosted.stage);
    // The file is there a moment before its line is.
    let line = || fs::read_to_string(&begun).is_ok_and(|text| text.ends_with('\n'));
    until("it is resumed", line);
    until("nothing is put off any more", || {
        let left = fs::read_dir(hosted.stage.path("data/deferred")).unwrap();
        left.count() == 0
    });
    let begun = fs::read_to_string(begun).unwrap();
    assert!(begun.contains(&format!("--resume {SESSION}")), "{begun}");
    assert_eq!(begun.lines().count(), 1);
}

/// Whoever looks at the session reads why it does not go on; it is kept, and goes on when it can.
#[test]
fn a_run_that_cannot_be_resumed_says_so() {
    let mut hosted = Hosted::new();
    fs::rename(hosted.stage.path("agent"), hosted.stage.path("away")).unwrap();
    put_off(&hosted.stage, SESSION);
    answer(&hosted.stage);
    let path = format!("/api/sessions/{SESSION}/messages");
    let person = hosted.desk.person();
    let errors = || {
        let listed = person.get(&path).is(200).json();
        let messages = listed["messages"].as_array().unwrap().clone().into_iter();
        let errors = messages.filter(|message| message["type"] == "error");
        errors.collect::<Vec<_>>()
    };
    until("it says so", || !errors().is_empty());
    let text = errors()[0]["content"]["text"].as_str().unwrap().to_owned();
    let words = "The run that waited for this answer cannot be resumed";
    assert!(text.starts_with(words), "{text}");
    fs::rename(hosted.stage.path("away"), hosted.stage.path("agent")).unwrap();
    hosted.desk.running.signal(Signal::KILL);
    hosted.desk = start(&hosted.stage);
    let begun = hosted.stage.path("begun");
    until("it is resumed", || begun.exists());
}

fn session(reply: &Value) -> String {
    reply["session_id"].as_str().unwrap().to_owned()
}

/// Sent again, in whatever order its fields stand, and over a death of the desk.
#[test]
fn the_same_wish_again_is_the_same_prompt() {
    let mut hosted = Hosted::new();
    let first = json!({ "prompt": "add login", "idempotency_key": "one" });
    let begun = hosted.task(&first).is(201).json();
    let id = session(&begun);
    let again = json!({ "idempotency_key": "one", "prompt": "add login" });
    assert_eq!(hosted.task(&again).is(200).json(), begun);
    until("the agent hears it", || hosted.heard() == ["add login"]);

    hosted.desk.running.signal(Signal::KILL);
    hosted.desk = start(&hosted.stage);
    assert_eq!(hosted.task(&first).is(200).json(), begun);
    for other in [
        json!({ "prompt": "add logout", "idempotency_key": "one" }),
        json!({ "prompt": "add login", "fork": id, "idempotency_key": "one" }),
    ] {
        let refused = hosted.task(&other).is(409);
        assert_eq!(refused.error().0, "idempotency_key_reused", "{other}");
    }

    // Another key is another wish, and so is none.
    for (key, status) in [(json!("two"), 201), (json!("two"), 200), (Value::Null, 201)] {
        let more = json!({ "prompt": "more", "session_id": id, "idempotency_key": key });
        hosted.task(&more).is(status);
    }
    let told = ["add login", "more", "more"];
    assert_eq!(hosted.told(&id), told);
    until("the agent hears all", || hosted.heard() == told);
}

/// Whoever sends it again while it is being met waits for what comes of it.
#[test]
fn the_same_wish_many_times_at_once() {
    let hosted = Hosted::new();
    let wish = json!({ "prompt": "add login", "idempotency_key": "one" });
    let sent = [(); 6].map(|()| thread::spawn(hosted.sends(&wish)));
    let replies = sent.map(|one| one.join().unwrap());
    let begun = replies.map(|reply| (reply.status, session(&reply.json())));
    let now = begun.iter().filter(|(status, _)| *status == 201);
    assert_eq!(now.count(), 1, "{begun:?}");
    let last = json!({ "prompt": "the last", "session_id": begun[0].1 });
    hosted.task(&last).is(201);
    until("the agent hears the last", || {
        hosted.heard().contains(&"the last".to_owned())
    });
    assert_eq!(hosted.heard(), ["add login", "the last"]);
}

/// The agent reads nothing, so that the pipe is full; its holder is killed with a long line in
/// hand. What the agent reads later is whole, and everything once.
#[test]
fn a_holder_is_killed_with_a_long_line_in_hand() {
    let hosted = Hosted::deaf();
    let long = |word: &str| format!("{word} {}", "x".repeat(200_000));
    let wish = |word: &str| json!({ "prompt": long(word), "idempotency_key": word });
    let id = session(&hosted.task(&wish("first")).is(201).json());
    let more = |word: &str| {
        let mut wish = wish(word);
        wish["session_id"] = json!(id);
        wish
    };
    hosted.task(&more("second")).is(201);
    // There is no room for a third.
    let third = more("third");
    let sent = thread::spawn(hosted.sends(&third));
    let told = ["first", "second", "third"].map(long);
    until("the third is in the log", || hosted.told(&id) == told);
    let [holder] = hosted.stage.processes("host")[..] else {
        panic!("one holder is expected")
    };
    kill_process(holder, Signal::KILL).unwrap();
    hosted.open_gate();
    // The desk tells the next holder.
    sent.join().unwrap().is(201);
    hosted.task(&third).is(200);
    until("the agent hears all", || hosted.heard() == told);
    let last = json!({ "prompt": "the last", "session_id": id });
    hosted.task(&last).is(201);
    until("the agent hears the last", || {
        hosted.heard().last().is_some_and(|last| last == "the last")
    });
    assert_eq!(hosted.heard().len(), 4);
}

/// A branch begins at a round that there is, or not at all.
#[test]
fn a_round_that_is_not_there() {
    let stage = Stage::new();
    stage
        .sayso(["ask", "--no-wait", "--session", SESSION, "--call", "k"])
        .args([crate::questions::ask(&[crate::questions::auth()])])
        .done()
        .exits(7);
    answer(&stage);
    let run = |args: &[&str]| {
        let run = stage.sayso(["run", "--agent", "claude"]).args(args);
        run.args(["--", "go on"]).done()
    };
    let none = run(&["--fork", SESSION, "--round", "2"]).exits(1);
    assert!(none.stderr.contains("round 2"), "{none:?}");
    let other = "6f1c2a34-0000-4000-8000-000000000002";
    run(&["--fork", other, "--round", "1"]).exits(1);
    // The desk knows the round, Claude Code's own transcript does not.
    let unkept = run(&["--fork", SESSION, "--round", "1"]).exits(1);
    assert!(unkept.stderr.contains("where round 1 ends"), "{unkept:?}");
    for wrong in [&["--round", "1"][..], &["--fork", SESSION, "--round", "x"]] {
        run(wrong).exits(2);
    }
    assert!(!stage.path("data/hosts").exists());
}

/// What Claude Code kept of it does not have the round: that is said before a branch is made.
#[test]
fn a_branch_that_cannot_begin_leaves_nothing_behind() {
    let hosted = Hosted::new();
    let stage = &hosted.stage;
    let question = json!({ "questions": [crate::questions::auth()] }).to_string();
    let ask = ["ask", "--session", "s", &question];
    stage.sayso(ask).piped("2\n").done().exits(0);
    let sessions = || {
        let listed = hosted.desk.person().get("/api/sessions").is(200).json();
        listed["sessions"].as_array().unwrap().len()
    };
    assert_eq!(sessions(), 1);
    for (round, why) in [
        ("1", "does not say where round 1 ends"),
        ("7", "no closed round 7"),
    ] {
        let run = ["run", "--agent", "claude", "--fork", "s", "--round", round];
        let run = stage.sayso(run).args(["--", "go on"]);
        let run = run.env("SAYSO_CLAUDE", stage.path("agent")).done();
        assert_ne!(run.code, 0);
        assert!(run.stderr.contains(why), "{run:?}");
        assert_eq!(sessions(), 1);
    }
    assert!(!stage.path("begun").exists());
}
