//! `sayso run` is told to end: by a signal, or because its terminal closes.

use rustix::process::{Signal, test_kill_process};
use serde_json::{Value, json};

use super::hook::answers;
use super::host::{answered, nothing_is_left};
use super::scene::{Scene, Version};
use super::script::{Script, asks, calls, database, says};
use crate::questions::ONE;
use crate::running::{Done, until};

super::rows! {
    at_a_question_in_the_panel,
    at_a_question_in_lines,
    at_a_question_without_a_terminal,
    at_work,
    one_that_shall_outlive_its_terminal,
}

/// The model asks, and when it is resumed asks again by another call.
fn asking() -> Script {
    Script::new("ask")
        .turn([asks("q#", database())])
        .turn([says("Done.")])
}

fn at_a_question_in_the_panel(version: Version) {
    for end in [Some(Signal::TERM), Some(Signal::HUP), None] {
        let scene = Scene::new(version, asking());
        let mut run = begin(&scene).in_panel().at_terminal();
        run.shows("↑↓ move");
        match end {
            Some(signal) => {
                run.signal(signal);
                its_question_stays(&scene, run.gives_back());
            }
            None => its_question_stays(&scene, run.hangs_up()),
        }
    }
}

fn at_a_question_in_lines(version: Version) {
    for signal in [Signal::TERM, Signal::QUIT] {
        let scene = Scene::new(version, asking());
        let mut run = begin(&scene).at_terminal();
        run.sees("Which database?");
        run.signal(signal);
        its_question_stays(&scene, run.gives_back());
    }
}

fn at_a_question_without_a_terminal(version: Version) {
    let scene = Scene::new(version, asking());
    let run = begin(&scene).begin();
    run.complains_of("Waiting for an answer");
    run.signal(Signal::TERM);
    its_question_stays(&scene, run.done());
    // Ctrl-C is something else: it calls the question off.
    let scene = Scene::new(version, asking());
    let run = begin(&scene).begin();
    run.complains_of("Waiting for an answer");
    run.signal(Signal::INT);
    run.done().exits(130);
    assert_eq!(scene.stage.states(), ["cancelled"]);
    nothing_is_left(&scene);
}

/// Whatever it had begun ends with it.
fn at_work(version: Version) {
    let command = json!({ "command": "echo $$ > begun && tail -f /dev/null" });
    let script = Script::new("work")
        .turn([calls("w", "Bash", command)])
        .turn([says("Done.")]);
    for at_terminal in [true, false] {
        let scene = Scene::new(version, script.clone());
        let run = begin(&scene).args(["--allowedTools=Bash"]);
        let begun = || std::fs::read_to_string(scene.stage.path("project/begun"));
        let has_begun = || begun().is_ok_and(|pid| pid.ends_with('\n'));
        let done = if at_terminal {
            let run = run.at_terminal();
            until("the tool has begun", has_begun);
            run.signal(Signal::TERM);
            run.gives_back()
        } else {
            let run = run.begin();
            until("the tool has begun", has_begun);
            run.signal(Signal::HUP);
            run.done()
        };
        done.exits(143);
        nothing_is_left(&scene);
        let tool = begun().unwrap().trim().parse().unwrap();
        let tool = rustix::process::Pid::from_raw(tool).unwrap();
        until("the tool has ended", || test_kill_process(tool).is_err());
        assert_eq!(scene.model.told("w"), None);
    }
}

/// `nohup` is heeded: the question is answered later, and it goes on.
fn one_that_shall_outlive_its_terminal(version: Version) {
    let scene = Scene::new(version, asking());
    let prompt = scene.script.prompt();
    let run = ["-c", "trap '' HUP; exec \"$0\" \"$@\""];
    let run = scene.dressed(scene.stage.program("sh", run));
    let run = run.args([scene.stage.path("bin/sayso")]);
    let run = run.env("SAYSO_CLAUDE", scene.program());
    let run = run
        .args(["run", "--agent", "claude", "--", &prompt])
        .begin();
    run.complains_of("Waiting for an answer");
    run.signal(Signal::HUP);
    answers(&scene, json!({ "Database": "MongoDB" }));
    let done = run.done().exits(0);
    assert!(done.stdout.contains("✓ Done."), "{done:?}");
    nothing_is_left(&scene);
}

fn begin(scene: &Scene) -> crate::stage::Call {
    let prompt = scene.script.prompt();
    scene.sayso(["run", "--agent", "claude", "--", &prompt])
}

/// Nobody answered, and the model hears nothing. A run that goes on asks again, and is attached to
/// the same question.
#[track_caller]
fn its_question_stays(scene: &Scene, done: Done) {
    done.exits(7);
    nothing_is_left(scene);
    assert_eq!(scene.stage.history(), Vec::<Value>::new());
    assert_eq!(scene.model.told("q1"), None);
    let id = scene.stage.open_id();
    let open = scene.stage.pending().remove(0);
    let session = open["session_id"].as_str().unwrap();
    let run = ["run", "--agent", "claude", "--session", session];
    let mut run = scene.sayso(run).at_terminal();
    run.sees("Which database?").sees(ONE);
    assert_eq!(scene.stage.open_id(), id);
    run.types("2\n");
    let done = run.done().exits(0);
    assert!(done.stdout.contains("✓ Done."), "{done:?}");
    assert_eq!(
        scene.model.told("q2"),
        answered("\"Which database?\"=\"MongoDB\"")
    );
    nothing_is_left(scene);
}
