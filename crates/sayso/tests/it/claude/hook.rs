//! Its own question tool, answered from the desk through its hooks, without a terminal.

use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use super::model::Told;
use super::scene::{NEWEST, Scene, Version};
use super::script::{Script, asks, calls, database, features, says};
use crate::desk::Desk;
use crate::running::{Running, until};

super::rows! {
    answered_from_the_desk,
    own_words_and_a_note,
    several_picked,
    two_at_once,
    called_off_with_a_reason,
    no_desk_no_hook,
    the_desk_is_killed_and_comes_back,
    the_agent_is_killed,
    the_hook_is_killed,
    over_http,
    over_http_with_no_desk,
    put_off_and_resumed,
    put_off_and_resumed_by_the_desk,
    put_off_and_resumed_when_it_can_be,
    one_of_two_is_dropped,
    one_of_two_is_dropped_and_the_desk_resumes,
}

// Without a host an older program does not ask its hooks for leave; it denies.
super::rows_of_the_newest! {
    allowed,
    denied_with_a_reason,
    changed,
    always,
}

/// The hooks as `sayso init claude` writes them.
pub(super) fn hooks(manner: &str) -> Value {
    let command = format!("sayso hook claude-code --manner {manner}");
    let hook = |matcher: &str, timeout: u32| {
        let hook = json!({ "type": "command", "command": command, "timeout": timeout });
        json!([{ "matcher": matcher, "hooks": [hook] }])
    };
    json!({ "hooks": {
        "PreToolUse": hook("AskUserQuestion", 86_400),
        "PermissionRequest": hook("*", 86_400),
        "PostToolUse": hook("*", 10),
        "PostToolUseFailure": hook("*", 10),
        "Notification": hook("", 10),
        "UserPromptSubmit": hook("", 10),
        "Stop": hook("", 10),
        "SessionEnd": hook("", 10),
    } })
}

fn one_question(version: Version, questions: Value) -> Scene {
    let scene = Scene::new(version, Script::asking(questions));
    scene.settings(&hooks("auto"));
    scene
}

/// Gives this answer to the only open question.
#[track_caller]
pub(super) fn answers(scene: &Scene, answer: Value) {
    let id = scene.stage.open_id_soon();
    // A yes to an approval has to be typed.
    match answer["Permission"].as_str() {
        Some("allow") => return scene.stage.types(&id, "Yes, this once"),
        Some("always") => return scene.stage.types(&id, "3"),
        _ => {}
    }
    let answered = scene
        .stage
        .sayso(["answer", "--scripted", &id, &answer.to_string()]);
    answered.done().exits(0);
}

/// Allows the only thing that is asked for, with another input.
#[track_caller]
pub(super) fn allows_instead(scene: &Scene, desk: &Desk, input: &Value) {
    let open = &scene.stage.pending_soon(1)[0];
    let question = &open["questions"][0];
    let instead = &question["follow_up_questions"]["change"][0];
    let id = open["interaction_id"].as_str().unwrap();
    let answers = json!([
        { "question_id": question["question_id"], "answer": "change" },
        { "question_id": instead["question_id"], "answer": input.to_string() },
    ]);
    desk.answer_at_page(id, &answers);
}

#[track_caller]
fn ends_well(claude: Running) {
    let done = claude.done().exits(0).prints("Done.");
    assert_eq!(done.stderr, "");
}

fn answered_from_the_desk(version: Version) {
    let scene = one_question(version, database());
    let desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let id = scene.stage.open_id_soon();
    let question = scene.stage.pending()[0]["questions"][0]["question_id"].clone();
    desk.answer_at_page(&id, &json!({ question.as_str().unwrap(): "MongoDB" }));
    ends_well(claude);
    let told = Told::answers("\"Which database?\"=\"MongoDB\"");
    assert_eq!(scene.model.told("q"), Some(told));
    let [closed] = &scene.stage.history()[..] else {
        panic!()
    };
    assert_eq!(closed["tool_use_id"], "toolu_q");
    assert_eq!(closed["decided_by"], "person");
}

fn own_words_and_a_note(version: Version) {
    let scene = one_question(version, database());
    let desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let id = scene.stage.open_id_soon();
    let answer = json!({ "answers": [{
        "question_id": scene.stage.pending()[0]["questions"][0]["question_id"],
        "answer": { "other": "SQLite, with \"WAL\"" },
        "note": "no server, please",
    }] });
    let answered = desk
        .person()
        .post(&format!("/api/interactions/{id}/answer"), &answer);
    answered.is(200);
    ends_well(claude);
    let pair = "\"Which database?\"=\"SQLite, with \"WAL\"\" notes: no server, please";
    let told = match version {
        NEWEST => Told::good(&format!(
            "The user answered: {pair}. Read the answers carefully — they may request \
             clarification, changes, or that you not proceed — and follow what they actually say."
        )),
        _ => Told::answers(pair),
    };
    assert_eq!(scene.model.told("q"), Some(told));
}

fn several_picked(version: Version) {
    let scene = one_question(version, features());
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    answers(&scene, json!({ "Features": ["Metrics, traces", "Alerts"] }));
    ends_well(claude);
    let told = Told::answers("\"Which features?\"=\"\"Metrics, traces\", Alerts\"");
    assert_eq!(scene.model.told("q"), Some(told));
}

fn two_at_once(version: Version) {
    let script = Script::new("two")
        .turn([asks("one", database()), asks("two", features())])
        .turn([says("Done.")]);
    let scene = Scene::new(version, script);
    scene.settings(&hooks("auto"));
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let both = scene.stage.pending_soon(2);
    // In the other order than asked.
    for (header, answer) in [
        ("Features", json!({ "Features": ["Logging"] })),
        ("Database", json!({ "Database": "PostgreSQL" })),
    ] {
        let of = |open: &&Value| open["questions"][0]["header"] == header;
        let id = both.iter().find(of).unwrap()["interaction_id"]
            .as_str()
            .unwrap();
        let answered = scene
            .stage
            .sayso(["answer", "--scripted", id, &answer.to_string()]);
        answered.done().exits(0);
    }
    ends_well(claude);
    assert_eq!(
        scene.model.told("one"),
        Some(Told::answers("\"Which database?\"=\"PostgreSQL\""))
    );
    assert_eq!(
        scene.model.told("two"),
        Some(Told::answers("\"Which features?\"=\"Logging\""))
    );
}

fn called_off_with_a_reason(version: Version) {
    let scene = one_question(version, database());
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let id = scene.stage.open_id_soon();
    let cancel = [
        "cancel",
        &id,
        "--reason",
        "let us talk about the schema first",
    ];
    scene.stage.sayso(cancel).done().exits(0);
    ends_well(claude);
    let prefix = if version == NEWEST {
        "PreToolUse:AskUserQuestion hook error: "
    } else {
        ""
    };
    let told = format!(
        "{prefix}The user cancelled this question without answering. Do not choose for them. \
         Their words: let us talk about the schema first"
    );
    assert_eq!(scene.model.told("q"), Some(Told::error(&told)));
}

/// Without a desk the hook is silent at once, and the program's own way is taken: here nobody.
fn no_desk_no_hook(version: Version) {
    let scene = one_question(version, database());
    ends_well(scene.headless().begin());
    scene.model.told("q").unwrap().is_failure();
    assert!(!scene.stage.store().exists());
}

fn the_desk_is_killed_and_comes_back(version: Version) {
    let scene = one_question(version, database());
    let desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    scene.stage.open_id_soon();
    desk.killed();
    assert_eq!(scene.model.told("q"), None);
    let _desk = Desk::start(&scene.stage);
    answers(&scene, json!({ "Database": "PostgreSQL" }));
    ends_well(claude);
    let told = Told::answers("\"Which database?\"=\"PostgreSQL\"");
    assert_eq!(scene.model.told("q"), Some(told));
}

/// The question stays open, and nobody is told anything.
fn the_agent_is_killed(version: Version) {
    let scene = one_question(version, database());
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    let id = scene.stage.open_id_soon();
    claude.signal(Signal::KILL);
    claude.done().exits(137);
    assert_eq!(scene.model.told("q"), None);
    assert_eq!(scene.stage.open_id(), id);
    let waiting = scene.stage.sayso(["wait", &id]).begin();
    answers(&scene, json!({ "Database": "PostgreSQL" }));
    waiting
        .done()
        .exits(0)
        .prints("{\"answers\":{\"Database\":\"PostgreSQL\"}}");
}

/// The program's own way is taken: here nobody. The turn goes on without an answer, and when it is
/// over the question is taken back, not answered.
fn the_hook_is_killed(version: Version) {
    let scene = one_question(version, database());
    let _desk = Desk::start(&scene.stage);
    let claude = scene.headless().begin();
    scene.stage.open_id_soon();
    for hook in scene.stage.processes("hook") {
        kill_process(hook, Signal::KILL).unwrap();
    }
    ends_well(claude);
    scene.model.told("q").unwrap().is_failure();
    scene.stage.pending_soon(0);
    let closed = &scene.stage.history()[0];
    assert_eq!(closed["state"], "cancelled");
    assert_eq!(closed["decided_by"], "asker");
}

fn http_hook(desk: &str) -> Value {
    json!({ "hooks": { "PreToolUse": [{ "matcher": "AskUserQuestion", "hooks": [{
        "type": "http",
        "url": format!("{desk}/api/hooks/claude-code"),
        "headers": { "Authorization": "Bearer $SAYSO_TOKEN" },
        "allowedEnvVars": ["SAYSO_TOKEN"],
        "timeout": 86_400,
    }] }] } })
}

fn over_http(version: Version) {
    let scene = one_question(version, database());
    let desk = Desk::start(&scene.stage);
    scene.settings(&http_hook(&desk.url));
    let token = crate::desk::token(&scene.stage, "agent");
    let claude = scene.headless().env("SAYSO_TOKEN", token).begin();
    answers(&scene, json!({ "Database": "MongoDB" }));
    ends_well(claude);
    let told = Told::answers("\"Which database?\"=\"MongoDB\"");
    assert_eq!(scene.model.told("q"), Some(told));
}

fn over_http_with_no_desk(version: Version) {
    let scene = one_question(version, database());
    let port = crate::desk::lasting_port();
    scene.settings(&http_hook(&format!("http://127.0.0.1:{port}")));
    ends_well(scene.headless().env("SAYSO_TOKEN", "x").begin());
    scene.model.told("q").unwrap().is_failure();
}

/// The run ends, the question stays; answered, the run goes on with the same call.
fn put_off_and_resumed(version: Version) {
    let scene = one_question(version, database());
    scene.settings(&hooks("defer"));
    let session = "6f1c2a34-0000-4000-8000-000000000001";
    let prompt = scene.script.prompt();
    let stdio = [
        "--permission-prompt-tool",
        "stdio",
        "--output-format",
        "json",
    ];
    let first = ["-p", &prompt, "--session-id", session];
    let run = scene.claude(first.iter().chain(&stdio)).done().exits(0);
    assert_eq!(run.json()["stop_reason"], "tool_deferred");
    assert_eq!(scene.model.told("q"), None);
    let again = ["-p", "--resume", session];
    let run = scene.claude(again.iter().chain(&stdio)).done().exits(0);
    assert_eq!(run.json()["stop_reason"], "tool_deferred");
    assert_eq!(scene.model.told("q"), None);
    answers(&scene, json!({ "Database": "MongoDB" }));
    let run = scene.claude(again.iter().chain(&stdio)).done().exits(0);
    assert_eq!(run.json()["result"], "Done.");
    let told = Told::answers("\"Which database?\"=\"MongoDB\"");
    assert_eq!(scene.model.told("q"), Some(told));
    assert_eq!(scene.stage.history()[0]["tool_use_id"], "toolu_q");
}

/// When it is answered, the desk lets the run go on, by the same call, as an agent that it hosts.
fn put_off_and_resumed_by_the_desk(version: Version) {
    let scene = one_question(version, database());
    let desk = scene.desk();
    let session = put_off(&scene);
    answers(&scene, json!({ "Database": "MongoDB" }));
    goes_on(&scene, &desk, &session);
}

/// A desk that cannot resume it says so, and keeps it for one that can.
fn put_off_and_resumed_when_it_can_be(version: Version) {
    let scene = one_question(version, database());
    let nowhere = scene.stage.path("no-claude-here");
    let serve = scene.sayso(["serve", "--listen", "127.0.0.1:0"]);
    let desk = Desk::of(&scene.stage, serve.env("SAYSO_CLAUDE", nowhere));
    let session = put_off(&scene);
    answers(&scene, json!({ "Database": "MongoDB" }));
    until("somebody is told that it cannot be resumed", || {
        said(&desk, &session).contains("cannot be resumed")
    });
    assert_eq!(scene.model.told("q"), None);
    desk.stopped();
    goes_on(&scene, &scene.desk(), &session);
}

/// Runs it until it is put off; says its session.
fn put_off(scene: &Scene) -> String {
    scene.settings(&hooks("defer --resume"));
    let session = "6f1c2a34-0000-4000-8000-000000000002";
    let run = scene.headless();
    let run = run.args(["--session-id", session, "--output-format", "json"]);
    assert_eq!(run.done().exits(0).json()["stop_reason"], "tool_deferred");
    assert_eq!(scene.model.told("q"), None);
    session.to_owned()
}

/// It goes on with the answer, to its end.
fn goes_on(scene: &Scene, desk: &Desk, session: &str) {
    let told = Told::answers("\"Which database?\"=\"MongoDB\"");
    assert_eq!(scene.model.told_soon("q"), told);
    until("the run is over", || {
        said(desk, session).contains("\"complete\"")
    });
    assert_eq!(scene.stage.states(), ["answered"]);
    super::host::end_all(scene);
}

/// Everything that was said in a session.
fn said(desk: &Desk, session: &str) -> String {
    let path = format!("/api/sessions/{session}/messages?limit=100");
    desk.person().get(&path).is(200).body
}

/// A tool that needs leave, asked for in a hook alone: nobody else is there to ask.
fn touch(version: Version) -> (Scene, Desk, Running) {
    let script = Script::new("touch")
        .turn([calls("t", "Bash", json!({ "command": "touch here" }))])
        .turn([says("Done.")]);
    acting(version, script)
}

fn acting(version: Version, script: Script) -> (Scene, Desk, Running) {
    let scene = Scene::new(version, script);
    scene.settings(&hooks("auto"));
    let desk = Desk::start(&scene.stage);
    let prompt = scene.script.prompt();
    let args = ["-p", &prompt, "--permission-mode", "default"];
    let claude = scene.claude(args).begin();
    (scene, desk, claude)
}

fn allowed(version: Version) {
    let (scene, _desk, claude) = touch(version);
    let open = scene.stage.pending_soon(1);
    assert_eq!(open[0]["questions"][0]["question_text"], "Allow Bash?");
    answers(&scene, json!({ "Permission": "allow" }));
    ends_well(claude);
    assert!(scene.stage.path("project/here").exists());
    assert!(!scene.model.told("t").unwrap().is_error);
}

fn denied_with_a_reason(version: Version) {
    let (scene, _desk, claude) = touch(version);
    answers(
        &scene,
        json!({ "Permission": { "other": "not in this folder" } }),
    );
    ends_well(claude);
    assert!(!scene.stage.path("project/here").exists());
    let told = "The user did not allow this: not in this folder";
    assert_eq!(scene.model.told("t"), Some(Told::error(told)));
}

fn changed(version: Version) {
    let (scene, desk, claude) = touch(version);
    allows_instead(&scene, &desk, &json!({ "command": "touch there" }));
    ends_well(claude);
    assert!(!scene.stage.path("project/here").exists());
    assert!(scene.stage.path("project/there").exists());
}

/// The rules that the program offers are taken over as it wrote them: it does not ask again.
fn always(version: Version) {
    let call = |id: &str| calls(id, "Bash", json!({ "command": "frobnicate now" }));
    let script = Script::new("twice")
        .turn([call("t")])
        .turn([call("t2")])
        .turn([says("Done.")]);
    let (scene, _desk, claude) = acting(version, script);
    answers(&scene, json!({ "Permission": "always" }));
    ends_well(claude);
    assert_eq!(scene.stage.history().len(), 1);
    let path = scene.stage.path("project/.claude/settings.local.json");
    let settings: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let rules = json!(["Bash(frobnicate now *)"]);
    assert_eq!(settings["permissions"]["allow"], rules);
}

/// Two questions in one message: the program keeps one and drops the other, which is taken back
/// when the run goes on. Nobody answered it.
fn one_of_two_is_dropped(version: Version) {
    let scene = two_questions(version);
    scene.settings(&hooks("defer"));
    let session = "6f1c2a34-0000-4000-8000-000000000001";
    let (kept, dropped) = two_put_off(&scene, session);
    answers_one(&scene, &kept);
    let again = ["-p", "--resume", session];
    let stdio = [
        "--permission-prompt-tool",
        "stdio",
        "--output-format",
        "json",
    ];
    let run = scene.claude(again.iter().chain(&stdio)).done().exits(0);
    assert_eq!(run.json()["result"], "Done.");
    is_taken_back(&scene, &kept, &dropped);
}

/// The same where the desk lets the run go on.
fn one_of_two_is_dropped_and_the_desk_resumes(version: Version) {
    let scene = two_questions(version);
    let desk = scene.desk();
    scene.settings(&hooks("defer --resume"));
    let session = "6f1c2a34-0000-4000-8000-000000000002";
    let (kept, dropped) = two_put_off(&scene, session);
    answers_one(&scene, &kept);
    until("the run is over", || {
        said(&desk, session).contains("\"complete\"")
    });
    scene.stage.pending_soon(0);
    is_taken_back(&scene, &kept, &dropped);
    until("its people are told", || {
        said(&desk, session).contains("went on without this question")
    });
    let deferred = || std::fs::read_dir(scene.stage.path("data/deferred")).unwrap();
    until("nothing is left to resume", || deferred().next().is_none());
    super::host::end_all(&scene);
}

fn two_questions(version: Version) -> Scene {
    let script = Script::new("two")
        .turn([asks("one", database()), asks("two", features())])
        .turn([says("Done.")]);
    Scene::new(version, script)
}

/// Runs it until it is put off; says which call it keeps, and which it drops.
fn two_put_off(scene: &Scene, session: &str) -> (String, String) {
    let run = scene.headless();
    let run = run.args(["--session-id", session, "--output-format", "json"]);
    let run = run.done().exits(0).json();
    assert_eq!(run["stop_reason"], "tool_deferred");
    assert_eq!(scene.stage.pending().len(), 2);
    let calls = ["toolu_one", "toolu_two"].map(str::to_owned);
    let [one, two] = calls;
    match run["deferred_tool_use"]["id"] == "toolu_one" {
        true => (one, two),
        false => (two, one),
    }
}

fn answers_one(scene: &Scene, call: &str) {
    let (header, answer) = match call {
        "toolu_one" => ("Database", json!("MongoDB")),
        _ => ("Features", json!(["Logging"])),
    };
    let open = scene.stage.pending();
    let of = |open: &&Value| open["questions"][0]["header"] == header;
    let id = open.iter().find(of).unwrap()["interaction_id"]
        .as_str()
        .unwrap();
    let answer = json!({ header: answer }).to_string();
    scene
        .stage
        .sayso(["answer", "--scripted", id, &answer])
        .done()
        .exits(0);
}

#[track_caller]
fn is_taken_back(scene: &Scene, kept: &str, dropped: &str) {
    assert_eq!(scene.stage.pending(), Vec::<Value>::new());
    let history = scene.stage.history();
    let of = |call: &str| {
        history
            .iter()
            .find(|one| one["tool_use_id"] == call)
            .unwrap()
    };
    assert_eq!(of(kept)["state"], "answered");
    assert_eq!(of(dropped)["state"], "cancelled");
    assert_eq!(of(dropped)["decided_by"], "asker");
    let told = |call: &str| scene.model.told(call.strip_prefix("toolu_").unwrap());
    assert!(!told(kept).unwrap().is_error);
    assert_eq!(told(dropped), None);
}
