//! The program hosted by us, over its control protocol.

use std::fs;
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::hook::{allows_instead, answers};
use super::model::Told;
use super::scene::{Scene, Version};
use super::script::{Script, asks, calls, database, features, says, thinks};
use crate::desk::Desk;
use crate::http::Client;
use crate::questions::ONE;
use crate::running::{LOOK, PATIENCE, until};

super::rows! {
    asked_and_answered,
    several_at_once,
    a_question_called_off,
    leave_given,
    leave_denied,
    leave_for_something_else,
    leave_for_good,
    interrupted_at_a_question,
    interrupted_at_work,
    a_second_prompt_and_a_resumed_run,
    a_branch,
    a_sub_agent_may_not_ask,
    the_holder_is_killed,
    the_desk_is_killed,
    the_agent_is_killed,
    the_agent_is_killed_before_it_kept_anything,
    what_was_done_is_not_told_again,
    answered_while_the_agent_was_dead,
    what_a_dead_agent_asked_is_not_answered_for_a_later_turn,
    the_agent_is_killed_before_it_has_leave,
    in_the_terminal,
    in_the_terminal_interrupted,
    in_the_terminal_escape_at_work,
    in_the_terminal_with_a_sub_agent,
}

/// A desk that can start the program, and a person at it.
pub(super) struct Hosted {
    pub(super) scene: Scene,
    desk: Desk,
    pub(super) person: Client,
}

impl Hosted {
    pub(super) fn new(version: Version, scripts: Vec<Script>) -> Self {
        let scene = Scene::with(version, scripts);
        let desk = scene.desk();
        let person = desk.person();
        Self {
            scene,
            desk,
            person,
        }
    }

    /// With one script, at work on it; and its session.
    fn at_work(version: Version, script: Script) -> (Self, String) {
        let hosted = Self::new(version, vec![script]);
        let session = hosted.begin();
        (hosted, session)
    }

    /// Starts a task; says its session.
    fn task(&self, prompt: &str, more: Value) -> String {
        let mut body = json!({
            "agent": "claude", "prompt": prompt, "cwd": self.scene.stage.path("project"),
        });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let started = self.person.post("/api/task", &body).is(201).json();
        started["session_id"].as_str().unwrap().to_owned()
    }

    pub(super) fn begin(&self) -> String {
        self.task(&self.scene.script.prompt(), json!({}))
    }

    fn messages(&self, session: &str) -> Vec<Value> {
        let path = format!("/api/sessions/{session}/messages?limit=500");
        let listed = self.person.get(&path).is(200).json();
        listed["messages"].as_array().unwrap().clone()
    }

    /// Waits for the n-th end of a turn, and says it.
    #[track_caller]
    pub(super) fn over(&self, session: &str, turn: usize) -> Value {
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() / 5 {
            let messages = self.messages(session);
            let mut ends = messages.iter().filter(|message| is_end(message));
            if let Some(end) = ends.nth(turn) {
                return end.clone();
            }
            thread::sleep(LOOK * 5);
        }
        panic!("never over: {:#?}", self.messages(session));
    }

    pub(super) fn told(&self, id: &str) -> Option<Told> {
        self.scene.model.told(id)
    }

    /// Ends the agent of a session, and waits until that is known.
    #[track_caller]
    fn kill_agent(&self, session: &str, signal: Signal) {
        let bytes = fs::read(self.folder(session).join("agent.json")).unwrap();
        kill_process(pid_in(&bytes).unwrap(), signal).unwrap();
        until("the holder has left", || !self.folder(session).exists());
    }

    fn folder(&self, session: &str) -> std::path::PathBuf {
        self.scene.stage.path(&format!("data/hosts/{session}"))
    }
}

impl Drop for Hosted {
    /// Ends what may still be held.
    fn drop(&mut self) {
        end_all(&self.scene);
    }
}

/// Ends the agents of this stage that may still be held.
pub(super) fn end_all(scene: &Scene) {
    let hosts = fs::read_dir(scene.stage.path("data/hosts"));
    for entry in hosts.into_iter().flatten() {
        let path = entry.unwrap().path().join("agent.json");
        if let Some(pid) = fs::read(path).ok().and_then(|bytes| pid_in(&bytes)) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

fn pid_in(bytes: &[u8]) -> Option<Pid> {
    let noted: Value = serde_json::from_slice(bytes).ok()?;
    Pid::from_raw(noted["pid"].as_i64()? as i32)
}

fn kind(message: &Value) -> &str {
    message["type"].as_str().unwrap_or_default()
}

fn is_end(message: &Value) -> bool {
    matches!(kind(message), "complete" | "error")
}

pub(super) fn answered(pair: &str) -> Option<Told> {
    Some(Told::answers(pair))
}

fn asking() -> Script {
    Script::new("ask")
        .turn([
            thinks("There are two."),
            says("I need to know."),
            asks("q", database()),
        ])
        .turn([calls("ls", "Bash", json!({ "command": "echo here" }))])
        .turn([says("Done.")])
}

fn asked_and_answered(version: Version) {
    let (hosted, session) = Hosted::at_work(version, asking());
    answers(&hosted.scene, json!({ "Database": "MongoDB" }));
    assert_eq!(hosted.over(&session, 0)["content"]["text"], "Done.");
    assert_eq!(
        hosted.told("q"),
        answered("\"Which database?\"=\"MongoDB\"")
    );
    let messages = hosted.messages(&session);
    let kinds: Vec<&str> = messages.iter().map(kind).collect();
    let expected = [
        "session_opened",
        "text",
        "info",
        "thinking",
        "text",
        "ask_user_question",
        "answered",
        "delivered",
        "tool_use",
        "tool_result",
        "text",
        "complete",
    ];
    assert_eq!(kinds, expected, "{messages:#?}");
}

fn several_at_once(version: Version) {
    let script = Script::new("two")
        .turn([asks("one", database()), asks("two", features())])
        .turn([says("Done.")]);
    let (hosted, session) = Hosted::at_work(version, script);
    let both = hosted.scene.stage.pending_soon(2);
    for (header, answer) in [
        (
            "Features",
            json!({ "Features": ["Logging", "Metrics, traces"] }),
        ),
        ("Database", json!({ "Database": "PostgreSQL" })),
    ] {
        let of = |open: &&Value| open["questions"][0]["header"] == header;
        let id = both.iter().find(of).unwrap()["interaction_id"]
            .as_str()
            .unwrap();
        let answered = hosted
            .scene
            .stage
            .sayso(["answer", "--scripted", id, &answer.to_string()]);
        answered.done().exits(0);
    }
    hosted.over(&session, 0);
    assert_eq!(
        hosted.told("one"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
    let several = "\"Which features?\"=\"Logging, \"Metrics, traces\"\"";
    assert_eq!(hosted.told("two"), answered(several));
}

fn a_question_called_off(version: Version) {
    let (hosted, session) = Hosted::at_work(version, asking());
    let id = hosted.scene.stage.open_id_soon();
    let cancel = ["cancel", &id, "--reason", "ask me tomorrow"];
    hosted.scene.stage.sayso(cancel).done().exits(0);
    hosted.over(&session, 0);
    let told = "The user cancelled this question without answering. Do not choose for them. \
                Their words: ask me tomorrow";
    assert_eq!(hosted.told("q"), Some(Told::error(told)));
}

fn acting() -> Script {
    Script::new("act")
        .turn([calls("t", "Bash", json!({ "command": "touch here" }))])
        .turn([says("Done.")])
}

fn leave_given(version: Version) {
    let (hosted, session) = Hosted::at_work(version, acting());
    answers(&hosted.scene, json!({ "Permission": "allow" }));
    hosted.over(&session, 0);
    assert!(hosted.scene.stage.path("project/here").exists());
}

fn leave_denied(version: Version) {
    let (hosted, session) = Hosted::at_work(version, acting());
    answers(
        &hosted.scene,
        json!({ "Permission": { "other": "not there" } }),
    );
    hosted.over(&session, 0);
    assert!(!hosted.scene.stage.path("project/here").exists());
    let told = "The user did not allow this: not there";
    assert_eq!(hosted.told("t"), Some(Told::error(told)));
}

fn leave_for_something_else(version: Version) {
    let (hosted, session) = Hosted::at_work(version, acting());
    let instead = json!({ "command": "touch there" });
    allows_instead(&hosted.scene, &hosted.desk, &instead);
    hosted.over(&session, 0);
    assert!(!hosted.scene.stage.path("project/here").exists());
    assert!(hosted.scene.stage.path("project/there").exists());
}

/// The rules that the program offers are taken over as it wrote them: it does not ask again.
fn leave_for_good(version: Version) {
    let call = |id: &str| calls(id, "Bash", json!({ "command": "frobnicate now" }));
    let script = Script::new("twice")
        .turn([call("t")])
        .turn([call("t2")])
        .turn([says("Done.")]);
    let hosted = Hosted::new(version, vec![script]);
    let session = hosted.begin();
    answers(&hosted.scene, json!({ "Permission": "always" }));
    assert_eq!(hosted.over(&session, 0)["content"]["text"], "Done.");
    assert_eq!(hosted.scene.stage.history().len(), 1);
    assert!(hosted.told("t2").is_some());
    let settings = hosted
        .scene
        .stage
        .path("project/.claude/settings.local.json");
    let settings: Value = serde_json::from_slice(&fs::read(settings).unwrap()).unwrap();
    let rules = settings["permissions"]["allow"].to_string();
    assert!(rules.contains("Bash(frobnicate now"), "{settings}");
}

fn interrupted_at_a_question(version: Version) {
    let (hosted, session) = Hosted::at_work(version, asking());
    hosted.scene.stage.open_id_soon();
    let stop = json!({ "session_id": session });
    hosted.person.post("/api/task/interrupt", &stop).is(200);
    assert_eq!(kind(&hosted.over(&session, 0)), "error");
    assert_eq!(hosted.told("q"), None);
    assert_eq!(hosted.scene.stage.states(), ["cancelled"]);
    // The same agent takes the next prompt.
    hosted.task(
        "go on with something else",
        json!({ "session_id": session }),
    );
    assert_eq!(kind(&hosted.over(&session, 1)), "complete");
    let told = hosted.told("q").unwrap();
    assert!(
        told.is_error && told.text.starts_with("The user doesn't want to proceed"),
        "{told:?}"
    );
}

fn interrupted_at_work(version: Version) {
    let script = Script::new("sleep")
        .turn([calls(
            "s",
            "Bash",
            json!({ "command": "touch begun && tail -f /dev/null" }),
        )])
        .turn([says("Done.")]);
    let (hosted, session) = Hosted::at_work(version, script);
    answers(&hosted.scene, json!({ "Permission": "allow" }));
    until("the tool has begun", || {
        hosted.scene.stage.path("project/begun").exists()
    });
    let stop = json!({ "session_id": session });
    hosted.person.post("/api/task/interrupt", &stop).is(200);
    assert_eq!(kind(&hosted.over(&session, 0)), "error");
}

fn a_second_prompt_and_a_resumed_run(version: Version) {
    let more = Script::new("more")
        .turn([asks("q2", features())])
        .turn([says("Done again.")]);
    let last = Script::new("last").turn([says("Still here.")]);
    let prompts = [more.prompt(), last.prompt()];
    let hosted = Hosted::new(version, vec![asking(), more, last]);
    let session = hosted.begin();
    answers(&hosted.scene, json!({ "Database": "MongoDB" }));
    hosted.over(&session, 0);
    hosted.task(&prompts[0], json!({ "session_id": session }));
    answers(&hosted.scene, json!({ "Features": ["Alerts"] }));
    assert_eq!(hosted.over(&session, 1)["content"]["text"], "Done again.");
    assert_eq!(
        hosted.told("q2"),
        answered("\"Which features?\"=\"Alerts\"")
    );
    // It ends, and is resumed with all it knew.
    hosted.kill_agent(&session, Signal::TERM);
    hosted.over(&session, 2);
    hosted.task(&prompts[1], json!({ "session_id": session }));
    assert_eq!(hosted.over(&session, 3)["content"]["text"], "Still here.");
    let heard = hosted.scene.model.requests().pop().unwrap().to_string();
    assert!(
        heard.contains("toolu_q2") && heard.contains("MongoDB"),
        "{heard}"
    );
}

/// From a round on: the model knows of it and of nothing that came after.
fn a_branch(version: Version) {
    let script = Script::new("ask")
        .turn([asks("q", database())])
        .turn([asks("later", features())])
        .turn([says("Done.")]);
    let other = Script::new("other").turn([says("Another way.")]);
    let prompt = other.prompt();
    let hosted = Hosted::new(version, vec![script, other]);
    let session = hosted.begin();
    answers(&hosted.scene, json!({ "Database": "MongoDB" }));
    answers(&hosted.scene, json!({ "Features": ["Alerts"] }));
    hosted.over(&session, 0);
    let path = format!("/api/sessions/{session}/branch");
    for (round, knows) in [(1, "MongoDB"), (2, "Alerts")] {
        let branch = hosted.person.post(&path, &json!({ "round": round })).json();
        let branch = branch["session_id"].as_str().unwrap().to_owned();
        hosted.task(&prompt, json!({ "session_id": branch }));
        assert_eq!(hosted.over(&branch, 0)["content"]["text"], "Another way.");
        let heard = hosted.scene.model.requests().pop().unwrap().to_string();
        let answers = ["MongoDB\\\".", "Alerts\\\"."];
        let known = answers.iter().rfind(|answer| heard.contains(**answer));
        assert_eq!(known.unwrap().split('\\').next(), Some(knows), "{heard}");
        assert!(!heard.contains("Done."), "{heard}");
    }
    // The same from the terminal.
    let run = [
        "run", "--agent", "claude", "--fork", &session, "--round", "1",
    ];
    let run = hosted.scene.sayso(run).args(["--", &prompt]).done();
    assert!(run.exits(0).stdout.contains("✓ Another way."));
    let heard = hosted.scene.model.requests().pop().unwrap().to_string();
    assert!(heard.contains("MongoDB\\\"."), "{heard}");
    assert!(!heard.contains("Alerts\\\"."), "{heard}");
    // The other is as it was.
    let ends = hosted.messages(&session).into_iter().filter(is_end);
    assert_eq!(ends.count(), 1);
}

/// Its own question is refused by the program or by us; either way nobody is asked.
fn a_sub_agent_may_not_ask(version: Version) {
    let sub = Script::new("sub")
        .turn([asks("sub", database())])
        .turn([says("I could not ask.")]);
    let call = json!({
        "description": "ask", "prompt": sub.prompt(), "subagent_type": "general-purpose",
    });
    let main = Script::new("main")
        .turn([calls("task", "Task", call)])
        .turn([says("Done.")])
        .turn([says("Done.")])
        .turn([says("Done.")]);
    let hosted = Hosted::new(version, vec![main, sub]);
    hosted.begin();
    let told = hosted.scene.model.told_soon("sub");
    assert!(
        told.is_error && told.text.contains("AskUserQuestion"),
        "{told:?}"
    );
    assert_eq!(hosted.scene.stage.pending(), Vec::<Value>::new());
    assert_eq!(hosted.scene.stage.history(), Vec::<Value>::new());
}

/// The agent waits; the desk finds that nobody holds it, and it is held again. The prompt, which the
/// new holder hands over once more, and its sender too, is heard once.
fn the_holder_is_killed(version: Version) {
    let last = Script::new("last").turn([says("Still here.")]);
    let prompt = last.prompt();
    let hosted = Hosted::new(version, vec![asking(), last]);
    let task = json!({
        "agent": "claude", "prompt": hosted.scene.script.prompt(),
        "cwd": hosted.scene.stage.path("project"), "idempotency_key": "one",
    });
    let begun = hosted.person.post("/api/task", &task).is(201).json();
    let session = begun["session_id"].as_str().unwrap().to_owned();
    let id = hosted.scene.stage.open_id_soon();
    let [holder] = hosted.scene.stage.processes("host")[..] else {
        panic!()
    };
    kill_process(holder, Signal::KILL).unwrap();
    until(
        "another holds the agent",
        || matches!(hosted.scene.stage.processes("host")[..], [other] if other != holder),
    );
    assert_eq!(hosted.told("q"), None);
    assert_eq!(hosted.scene.stage.open_id(), id);
    hosted.person.post("/api/task", &task).is(200);
    answers(&hosted.scene, json!({ "Database": "PostgreSQL" }));
    assert_eq!(hosted.over(&session, 0)["content"]["text"], "Done.");
    assert_eq!(
        hosted.told("q"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
    // Nothing was said twice, by neither.
    let kinds = hosted.messages(&session);
    let thoughts = kinds.iter().filter(|message| kind(message) == "thinking");
    assert_eq!(thoughts.count(), 1);
    hosted.task(&prompt, json!({ "session_id": session }));
    assert_eq!(hosted.over(&session, 1)["content"]["text"], "Still here.");
    let heard = hosted.scene.model.requests().pop().unwrap().to_string();
    assert_eq!(
        heard.matches(&hosted.scene.script.prompt()).count(),
        1,
        "{heard}"
    );
}

fn the_desk_is_killed(version: Version) {
    let (mut hosted, session) = Hosted::at_work(version, asking());
    let id = hosted.scene.stage.open_id_soon();
    hosted.desk.running.signal(Signal::KILL);
    assert_eq!(hosted.told("q"), None);
    assert_eq!(hosted.scene.stage.open_id(), id);
    let scene = &hosted.scene;
    let again = scene.desk();
    hosted.person = again.person();
    answers(&hosted.scene, json!({ "Database": "PostgreSQL" }));
    assert_eq!(hosted.over(&session, 0)["content"]["text"], "Done.");
    assert_eq!(
        hosted.told("q"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
}

fn the_agent_is_killed(version: Version) {
    the_agent_is_killed_after(version, |_| ());
}

/// Claude Code writes a session down a moment after it has it, and cannot resume one of which it
/// kept nothing: it is begun anew, with all that it was told.
fn the_agent_is_killed_before_it_kept_anything(version: Version) {
    let hosted = the_agent_is_killed_after(version, forgets);
    let again = hosted.scene.model.requests().remove(1);
    let told = &again[0]["content"];
    let texts = || told.as_array().into_iter().flatten();
    let prompts = [hosted.scene.script.prompt(), "go on".to_owned()];
    for prompt in prompts {
        assert!(texts().any(|block| block["text"] == prompt), "{again:#}");
    }
}

/// Claude Code keeps nothing of what it did.
fn forgets(hosted: &Hosted) {
    let kept = hosted.scene.stage.path("home/.claude/projects");
    if kept.exists() {
        fs::remove_dir_all(kept).unwrap();
    }
}

/// A session that Claude Code forgot later is not begun anew: it would do everything again.
fn what_was_done_is_not_told_again(version: Version) {
    let (hosted, session) = Hosted::at_work(version, asking());
    answers(&hosted.scene, json!({ "Database": "MongoDB" }));
    hosted.over(&session, 0);
    hosted.kill_agent(&session, Signal::TERM);
    forgets(&hosted);
    let calls = hosted.scene.model.calls();
    let body = json!({ "agent": "claude", "prompt": "go on", "session_id": session });
    let (code, why) = hosted.person.post("/api/task", &body).is(400).error();
    assert_eq!(code, "invalid_request");
    assert!(why.contains("could do it twice"), "{why}");
    assert_eq!(hosted.scene.model.calls(), calls);
}

/// The run that goes on asks again, and has the answer at once: it was to its question.
fn answered_while_the_agent_was_dead(version: Version) {
    let (hosted, session) = dead_and_answered(version, Vec::new());
    hosted.task("go on", json!({ "session_id": session }));
    assert_eq!(hosted.over(&session, 1)["content"]["text"], "Done.");
    assert_eq!(
        hosted.told("q2"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
    assert_eq!(hosted.scene.stage.states(), ["answered"]);
}

/// A later turn asks the same in the same words, for reasons of its own: the person is asked.
fn what_a_dead_agent_asked_is_not_answered_for_a_later_turn(version: Version) {
    let other = Script::new("other").turn([says("Another thing.")]);
    let later = Script::new("later")
        .turn([asks("later", database())])
        .turn([says("Done.")]);
    let prompts = [other.prompt(), later.prompt()];
    let (hosted, session) = dead_and_answered(version, vec![other, later]);
    hosted.task(&prompts[0], json!({ "session_id": session }));
    assert_eq!(
        hosted.over(&session, 1)["content"]["text"],
        "Another thing."
    );
    hosted.task(&prompts[1], json!({ "session_id": session }));
    answers(&hosted.scene, json!({ "Database": "MongoDB" }));
    hosted.over(&session, 2);
    assert_eq!(
        hosted.told("later"),
        answered("\"Which database?\"=\"MongoDB\"")
    );
}

/// Killed on its question before it kept anything; the person answers all the same.
fn dead_and_answered(version: Version, more: Vec<Script>) -> (Hosted, String) {
    let script = Script::new("ask")
        .turn([asks("q#", database())])
        .turn([says("Done.")]);
    let hosted = Hosted::new(version, [vec![script], more].concat());
    let session = hosted.begin();
    hosted.scene.stage.open_id_soon();
    hosted.kill_agent(&session, Signal::KILL);
    assert_eq!(kind(&hosted.over(&session, 0)), "error");
    forgets(&hosted);
    answers(&hosted.scene, json!({ "Database": "PostgreSQL" }));
    (hosted, session)
}

/// The question stays open. A run that is resumed asks it again, by another call, and is attached
/// to it.
fn the_agent_is_killed_after(version: Version, and: impl FnOnce(&Hosted)) -> Hosted {
    let script = Script::new("ask")
        .turn([asks("q#", database())])
        .turn([says("Done.")]);
    let (hosted, session) = Hosted::at_work(version, script);
    let id = hosted.scene.stage.open_id_soon();
    hosted.kill_agent(&session, Signal::KILL);
    assert_eq!(kind(&hosted.over(&session, 0)), "error");
    assert_eq!(hosted.told("q1"), None);
    assert_eq!(hosted.scene.stage.open_id(), id);
    and(&hosted);
    let calls = hosted.scene.model.calls();
    hosted.task("go on", json!({ "session_id": session }));
    until("the model is called again", || {
        hosted.scene.model.calls() > calls
    });
    assert_eq!(hosted.scene.stage.open_id(), id);
    answers(&hosted.scene, json!({ "Database": "PostgreSQL" }));
    assert_eq!(hosted.over(&session, 1)["content"]["text"], "Done.");
    // The call that it died on was never answered; the one that it asked again is.
    assert_ne!(
        hosted.told("q1"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
    assert_eq!(
        hosted.told("q2"),
        answered("\"Which database?\"=\"PostgreSQL\"")
    );
    assert_eq!(hosted.scene.stage.states(), ["answered"]);
    hosted
}

/// Nobody is left who could use a yes: the desk takes the question back.
fn the_agent_is_killed_before_it_has_leave(version: Version) {
    let (hosted, session) = Hosted::at_work(version, acting());
    hosted.scene.stage.open_id_soon();
    let bytes = fs::read(hosted.folder(&session).join("agent.json")).unwrap();
    kill_process(pid_in(&bytes).unwrap(), Signal::KILL).unwrap();
    hosted.scene.stage.pending_soon(0);
    let closed = &hosted.scene.stage.history()[0];
    assert_eq!(closed["state"], "cancelled");
    assert_eq!(closed["decided_by"], "asker");
    assert_eq!(kind(&hosted.over(&session, 0)), "error");
    assert!(!hosted.scene.stage.path("project/here").exists());
    assert_eq!(hosted.told("t"), None);
}

fn in_the_terminal(version: Version) {
    let scene = Scene::new(version, asking());
    let prompt = scene.script.prompt();
    let mut run = scene
        .sayso(["run", "--agent", "claude", "--", &prompt])
        .at_terminal();
    run.sees("Which database?").sees(ONE).types("2\n");
    let done = run.done().exits(0);
    assert!(done.stdout.contains("● I need to know."), "{done:?}");
    assert!(done.stdout.contains("✓ Done."), "{done:?}");
    assert_eq!(
        scene.model.told("q"),
        answered("\"Which database?\"=\"MongoDB\"")
    );
    nothing_is_left(&scene);
}

/// The agent of a run that is over ends, and leaves nothing behind.
#[track_caller]
pub(super) fn nothing_is_left(scene: &Scene) {
    let hosts = || fs::read_dir(scene.stage.path("data/hosts")).unwrap();
    until("nothing is held", || hosts().next().is_none());
}

/// Ctrl-C at the question stops the turn: nobody answered, and the model hears nothing.
fn in_the_terminal_interrupted(version: Version) {
    for in_panel in [false, true] {
        let scene = Scene::new(version, asking());
        let prompt = scene.script.prompt();
        let run = scene.sayso(["run", "--agent", "claude", "--", &prompt]);
        if in_panel {
            let mut run = run.in_panel().at_terminal();
            run.shows("↑↓ move").types("\u{3}");
            run.shows("stops the agent and calls its question off");
            run.types("\u{3}");
            run.gives_back().exits(130);
        } else {
            let mut run = run.at_terminal();
            run.sees("Which database?").sees(ONE).types("\u{3}");
            run.done().exits(130);
        }
        assert_eq!(scene.model.told("q"), None);
        assert_eq!(scene.stage.states(), ["cancelled"]);
        nothing_is_left(&scene);
    }
}

/// Esc while it works stops the turn, as Ctrl-C does; a key that only begins like it does not.
fn in_the_terminal_escape_at_work(version: Version) {
    let command = json!({ "command": "touch begun && tail -f /dev/null" });
    let script = Script::new("sleep")
        .turn([calls("s", "Bash", command)])
        .turn([says("Done.")]);
    let scene = Scene::new(version, script);
    let prompt = scene.script.prompt();
    let run = ["run", "--agent", "claude", "--", &prompt];
    let run = scene.sayso(run).args(["--allowedTools=Bash"]);
    let mut run = run.at_terminal();
    until("the tool has begun", || {
        scene.stage.path("project/begun").exists()
    });
    run.types("\u{1b}[A\u{1b}OP");
    run.types("\u{1b}");
    let done = run.gives_back().exits(130);
    assert!(!done.stdout.contains("Done."), "{done:?}");
    assert_eq!(scene.model.told("s"), None);
    nothing_is_left(&scene);
}

/// What it says and does stands beneath the call that started it; it may not ask.
fn in_the_terminal_with_a_sub_agent(version: Version) {
    let sub = Script::new("sub")
        .turn([says("I look around."), asks("sub", database())])
        .turn([says("I could not ask.")]);
    let call = json!({
        "description": "look", "prompt": sub.prompt(), "subagent_type": "general-purpose",
    });
    let main = Script::new("main")
        .turn([calls("task", "Task", call)])
        .turn([says("It is under way.")])
        .turn([says("I am done.")]);
    let scene = Scene::with(version, vec![main, sub]);
    let prompt = scene.script.prompt();
    let run = ["run", "--agent", "claude", "--", &prompt];
    let done = scene.sayso(run).at_terminal().done().exits(0);
    for line in [
        "⚙ Task",
        "  │ ● I look around.",
        "  │ ⚙ AskUserQuestion",
        "  │ ● I could not ask.",
    ] {
        assert!(done.stdout.contains(line), "{line}: {}", done.stdout);
    }
    let told = scene.model.told("sub").unwrap();
    assert!(
        told.is_error && told.text.contains("AskUserQuestion"),
        "{told:?}"
    );
    assert_eq!(scene.stage.history(), Vec::<Value>::new());
    nothing_is_left(&scene);
}
