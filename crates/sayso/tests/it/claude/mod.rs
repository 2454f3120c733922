//! The real Claude Code against a stand-in for its model. Every row runs with the newest version and
//! with an older one, where nothing but loopback can be reached, and says literally what the model
//! was told.

/// Makes a test of each row for each version.
macro_rules! rows {
    ($($row:ident),* $(,)?) => {
        crate::claude::rows_of!(newest, NEWEST, $($row),*);
        crate::claude::rows_of!(older, OLDER, $($row),*);
    };
}
use rows;

/// Makes a test of each row for the newest version alone.
macro_rules! rows_of_the_newest {
    ($($row:ident),* $(,)?) => {
        crate::claude::rows_of!(newest_alone, NEWEST, $($row),*);
    };
}
use rows_of_the_newest;

/// Makes a test of each row for one version.
macro_rules! rows_of {
    ($name:ident, $version:ident, $($row:ident),*) => {
        mod $name {
            $(#[test]
            fn $row() {
                let name = concat!(module_path!(), "::", stringify!($row));
                let (_, name) = name.split_once("::").unwrap();
                crate::claude::scene::on_loopback_alone(name, || super::$row(crate::claude::scene::$version));
            })*
        }
    };
}
use rows_of;

mod elicited;
mod ended;
mod hook;
mod host;
mod init;
mod interactive;
mod mcp;
mod model;
mod one_reading;
mod scene;
mod script;
mod shell;
mod sub_agents;
mod tmux;
mod transcripts;

use serde_json::json;

use model::Told;
pub(crate) use scene::on_loopback_alone;
use scene::{Scene, Version};
use script::{Script, calls, says};

rows! {
    the_stage_itself,
}

/// The program runs against the stand-in, and what the model is told is kept word for word.
fn the_stage_itself(version: Version) {
    let script = Script::new("echo")
        .turn([
            says("I shall say hello."),
            calls("echo", "Bash", json!({ "command": "echo hello" })),
        ])
        .turn([says("Done.")]);
    let scene = Scene::new(version, script);
    let prompt = scene.script.prompt();
    let done = scene.claude(["-p", &prompt, "--allowedTools=Bash"]).done();
    let done = done.exits(0).prints("Done.");
    assert_eq!(done.stderr, "");
    assert_eq!(scene.model.told("echo"), Some(Told::good("hello")));
    assert_eq!(scene.model.calls(), 2);
}
