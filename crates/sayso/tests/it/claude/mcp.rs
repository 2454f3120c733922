//! Our own tool, which the program finds over MCP: `sayso mcp`, and the desk's `/mcp`.

use std::thread;
use std::time::Duration;

use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use super::hook::answers;
use super::model::Told;
use super::scene::{NEWEST, Scene, Version};
use super::script::{Block, Script, calls, database, says};
use crate::desk::{Desk, token};
use crate::running::{Running, until};

super::rows! {
    answered,
    past_the_idle_limit,
    given_up_at_the_idle_limit,
    given_up_and_asked_again,
    a_ticket,
    called_off,
    the_desk_is_killed,
    the_server_is_killed,
    the_agent_is_killed,
    leave_through_the_prompt_tool,
    its_own_question_through_the_prompt_tool,
}

/// How the program reaches the tool.
#[derive(Clone, Copy)]
enum Way {
    Stdio,
    Http,
}

/// Goes through it both ways, at once, since it waits more than it works.
fn both(check: impl Fn(Way) + Sync) {
    thread::scope(|scope| {
        for way in [Way::Stdio, Way::Http] {
            let check = &check;
            scope.spawn(move || check(way));
        }
    });
}

fn ask(id: &str) -> Block {
    let questions = json!({ "questions": database() });
    calls(id, "mcp__sayso__ask_user_question", questions)
}

fn asking() -> Script {
    Script::new("mcp").turn([ask("q")]).turn([says("Done.")])
}

/// A desk, and the program with these settings of ours and these limits of its own.
fn begin(
    version: Version,
    way: Way,
    script: Script,
    settings: &str,
    limits: &[(&str, &str)],
) -> (Scene, Desk, Running) {
    let (scene, desk) = set(version, script, settings);
    let claude = run(&scene, &desk, way, &["--allowedTools=mcp__sayso"], limits);
    (scene, desk, claude)
}

fn set(version: Version, script: Script, settings: &str) -> (Scene, Desk) {
    let scene = Scene::new(version, script);
    std::fs::create_dir_all(scene.stage.data()).unwrap();
    scene.stage.file("data/config.toml", settings);
    let desk = Desk::start(&scene.stage);
    (scene, desk)
}

fn run(scene: &Scene, desk: &Desk, way: Way, args: &[&str], limits: &[(&str, &str)]) -> Running {
    let server = match way {
        Way::Stdio => json!({ "command": "sayso", "args": ["mcp"], "alwaysLoad": true }),
        Way::Http => json!({
            "type": "http", "alwaysLoad": true,
            "url": format!("{}/mcp", desk.url),
            "headers": { "Authorization": format!("Bearer {}", token(&scene.stage, "agent")) },
        }),
    };
    let servers = json!({ "mcpServers": { "sayso": server } });
    let servers = scene.stage.file("servers.json", servers.to_string());
    let servers = format!("--mcp-config={servers}");
    let prompt = scene.script.prompt();
    let mut claude = scene
        .claude(["-p", &prompt, "--strict-mcp-config", &servers])
        .args(args);
    // However slow the machine is, it first finds the tools and then begins.
    for name in [
        "MCP_TIMEOUT",
        "MCP_CONNECT_TIMEOUT_MS",
        "CLAUDE_CODE_MCP_STARTUP_WAIT_MS",
    ] {
        claude = claude.env(name, "60000");
    }
    for (name, value) in limits {
        claude = claude.env(name, value);
    }
    claude.begin()
}

fn answered(version: Version) {
    both(|way| answered_one_way(version, way));
}

fn answered_one_way(version: Version, way: Way) {
    let (scene, _desk, claude) = begin(version, way, asking(), "", &[]);
    let open = &scene.stage.pending_soon(1)[0];
    assert_eq!(open["agent"]["name"], "claude-code");
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    is_mongo(&scene, "q");
}

/// What the model is told of the answer: the program shows it the data, with the sentence in it.
#[track_caller]
fn is_mongo(scene: &Scene, id: &str) {
    let told = scene.model.told(id).unwrap();
    let mut data: Value = serde_json::from_str(&told.text).unwrap();
    let fields = data.as_object_mut().unwrap();
    for name in [
        "interaction_id",
        "session_id",
        "tool_use_id",
        "at",
        "took_ms",
        "delivery",
        "credential",
    ] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    let expected = json!({
        "round": 1,
        "state": "answered",
        "answers": [{
            "question_id": "r1.q1", "header": "Database", "question": "Which database?",
            "answer": "MongoDB",
        }],
        "unanswered": [],
        "decided_by": "file", "evidence": "script", "by": "ada", "via": "file",
        "message": "A script, not a person, has answered your questions: \"Which database?\"=\"MongoDB\".",
    });
    assert_eq!((data, told.is_error), (expected, false));
}

/// It stays open, and the model hears nothing, for longer than a limit.
#[track_caller]
fn outlasts(scene: &Scene, id: &str, limit: Duration) {
    let looks = limit.as_millis() / 250 + 8;
    for _ in 0..looks {
        assert_eq!(scene.model.told(id), None);
        thread::sleep(Duration::from_millis(250));
    }
    scene.stage.open_id();
}

/// The program gives up a call of which it hears nothing; of ours it hears.
fn past_the_idle_limit(version: Version) {
    both(|way| past_the_idle_limit_one_way(version, way));
}

fn past_the_idle_limit_one_way(version: Version, way: Way) {
    let limits = [("CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT", "12000")];
    let settings = "[mcp]\nprogress = \"1s\"\n";
    let (scene, _desk, claude) = begin(version, way, asking(), settings, &limits);
    scene.stage.open_id_soon();
    // It looks every half minute.
    outlasts(&scene, "q", Duration::from_secs(32));
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    is_mongo(&scene, "q");
}

/// Without a sign of life the limit is one: that is what the other row gets past. Nobody answered,
/// the model is told of a failure, and the question stays open. The older program has this limit
/// for servers over HTTP alone.
fn given_up_at_the_idle_limit(version: Version) {
    match version {
        NEWEST => both(|way| given_up_at_the_idle_limit_one_way(version, way)),
        _ => given_up_at_the_idle_limit_one_way(version, Way::Http),
    }
}

fn given_up_at_the_idle_limit_one_way(version: Version, way: Way) {
    let limits = [("CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT", "12000")];
    let settings = "[mcp]\nprogress = \"10m\"\n";
    let (scene, _desk, claude) = begin(version, way, asking(), settings, &limits);
    let id = scene.stage.open_id_soon();
    let told = scene.model.told_soon("q");
    assert!(told.is_error, "{told:?}");
    assert!(!told.text.contains("Mongo"), "{told:?}");
    claude.done().exits(0).prints("Done.");
    assert_eq!(scene.stage.open_id(), id);
}

/// A call that the program gave up is no answer; asked again, it is the same question.
fn given_up_and_asked_again(version: Version) {
    both(|way| given_up_and_asked_again_one_way(version, way));
}

fn given_up_and_asked_again_one_way(version: Version, way: Way) {
    let script = Script::new("mcp")
        .turn([ask("q")])
        .turn([ask("again")])
        .turn([says("Done.")]);
    let limits = [("MCP_TOOL_TIMEOUT", "20000")];
    let (scene, _desk, claude) = begin(version, way, script, "", &limits);
    let id = scene.stage.open_id_soon();
    scene.model.told_soon("q").is_failure();
    assert_eq!(scene.stage.open_id(), id);
    // Without a session nobody gets the answer to another call: if it came before that call was
    // made, the question is asked once more.
    until("the call that asked again is told", || {
        if !scene.stage.pending().is_empty() {
            answers(&scene, json!({ "Database": "MongoDB" }));
        }
        scene.model.told("again").is_some()
    });
    claude.done().exits(0).prints("Done.");
    is_mongo(&scene, "again");
    let states = scene.stage.states();
    match way {
        Way::Stdio => assert_eq!(states, ["answered"]),
        Way::Http => assert!(states.len() <= 2 && states.iter().all(|state| state == "answered")),
    }
}

/// Before a limit that no progress lifts the call ends by itself, and another collects.
fn a_ticket(version: Version) {
    both(|way| a_ticket_one_way(version, way));
}

fn a_ticket_one_way(version: Version, way: Way) {
    let wait = calls(
        "w",
        "mcp__sayso__wait_for_answer",
        json!({ "interaction_id": "TICKET" }),
    );
    let script = Script::new("mcp")
        .turn([ask("q")])
        .turn([wait])
        .turn([says("Done.")]);
    let settings = "[mcp.clients.claude-code]\nwait = \"1s\"\n";
    let (scene, desk, claude) = begin(version, way, script, settings, &[]);
    let told = scene.model.told_soon("q");
    let id = scene.stage.open_id();
    let message = format!(
        "Nobody has answered yet. This is not an answer: do not choose for the user and do not ask \
         again. The question stays open. Call wait_for_answer with {{\"interaction_id\":\"{id}\"}} to \
         go on waiting. The person can answer at {}.",
        desk.url
    );
    let data = json!({ "state": "pending", "interaction_id": id, "message": message });
    assert_eq!(serde_json::from_str::<Value>(&told.text).unwrap(), data);
    assert!(!told.is_error);
    answers(&scene, json!({ "Database": "MongoDB" }));
    claude.done().exits(0).prints("Done.");
    is_mongo(&scene, "w");
}

fn called_off(version: Version) {
    let (scene, _desk, claude) = begin(version, Way::Stdio, asking(), "", &[]);
    let id = scene.stage.open_id_soon();
    let cancel = ["cancel", &id, "--reason", "not today"];
    scene.stage.sayso(cancel).done().exits(0);
    claude.done().exits(0).prints("Done.");
    let told = "The user cancelled this question without answering. Do not choose for them. \
                Their words: not today";
    assert_eq!(scene.model.told("q"), Some(Told::error(told)));
}

/// Nobody answered, and the model is told of a failure; the question stays open.
fn the_desk_is_killed(version: Version) {
    let limits = [("CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT", "12000")];
    let (scene, desk, claude) = begin(version, Way::Http, asking(), "", &limits);
    let id = scene.stage.open_id_soon();
    desk.killed();
    claude.done().exits(0).prints("Done.");
    // An idle limit, a connection reset, or one refused to the attempt to reconnect.
    scene.model.told("q").unwrap().is_failure();
    assert_eq!(scene.stage.open_id(), id);
}

fn the_server_is_killed(version: Version) {
    let (scene, _desk, claude) = begin(version, Way::Stdio, asking(), "", &[]);
    let id = scene.stage.open_id_soon();
    for server in scene.stage.processes("mcp") {
        kill_process(server, Signal::KILL).unwrap();
    }
    claude.done().exits(0).prints("Done.");
    scene.model.told("q").unwrap().is_failure();
    assert_eq!(scene.stage.open_id(), id);
}

/// Nobody waits any more; the question stays open, and whoever asks again gets its answer.
fn the_agent_is_killed(version: Version) {
    both(|way| {
        let (scene, desk, claude) = begin(version, way, asking(), "", &[]);
        let id = scene.stage.open_id_soon();
        claude.signal(Signal::KILL);
        claude.done().exits(137);
        assert_eq!(scene.model.told("q"), None);
        assert_eq!(scene.stage.open_id(), id);
        answers(&scene, json!({ "Database": "MongoDB" }));
        assert_eq!(scene.stage.states(), ["answered"]);
        drop(desk);
    });
}

const PROMPT_TOOL: &[&str] = &["--permission-prompt-tool=mcp__sayso__approve"];

/// What the program may not do by itself it asks our tool for.
fn leave_through_the_prompt_tool(version: Version) {
    both(|way| {
        let touch = |id: &str, file: &str| {
            let command = json!({ "command": format!("touch {file}") });
            calls(id, "Bash", command)
        };
        let script = Script::new("act")
            .turn([touch("yes", "here")])
            .turn([touch("no", "there")])
            .turn([says("Done.")]);
        let (scene, desk) = set(version, script, "");
        let claude = run(&scene, &desk, way, PROMPT_TOOL, &[]);
        let open = &scene.stage.pending_soon(1)[0];
        let question = open["questions"][0]["question_id"].as_str().unwrap();
        let id = open["interaction_id"].as_str().unwrap();
        desk.answer_at_page(id, &json!({ question: "allow" }));
        assert!(!scene.model.told_soon("yes").is_error);
        answers(&scene, json!({ "Permission": { "other": "not there" } }));
        claude.done().exits(0).prints("Done.");
        let told = "The user did not allow this: not there";
        assert_eq!(scene.model.told("no"), Some(Told::error(told)));
        assert!(scene.stage.path("project/here").exists());
        assert!(!scene.stage.path("project/there").exists());
    });
}

fn its_own_question_through_the_prompt_tool(version: Version) {
    both(|way| {
        let (scene, desk) = set(version, Script::asking(database()), "");
        let claude = run(&scene, &desk, way, PROMPT_TOOL, &[]);
        answers(&scene, json!({ "Database": "MongoDB" }));
        claude.done().exits(0).prints("Done.");
        let told = Told::answers("\"Which database?\"=\"MongoDB\"");
        assert_eq!(scene.model.told("q"), Some(told));
    });
}
