//! A stage with the real `claude` on it, and a stand-in for its model.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::model::Model;
use super::script::Script;
use crate::desk::Desk;
use crate::stage::{Call, Stage};

/// A version of Claude Code, as `cargo xtask setup` installs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) &'static str);

/// The newest when these rows were last gone through.
pub(crate) const NEWEST: Version = Version("2.1.325");
/// An older one that many still run.
pub(crate) const OLDER: Version = Version("2.1.197");

/// Every request of the program goes to the stand-in. The key is none.
const KEY: &str = "sk-ant-fake-0000000000000000000000000000";

/// A stage with the real `claude` on it.
pub(crate) struct Scene {
    pub(crate) stage: Stage,
    pub(crate) model: Model,
    pub(crate) version: Version,
    pub(crate) script: Script,
}

impl Scene {
    /// With an empty project and a home of its own.
    pub(crate) fn new(version: Version, script: Script) -> Self {
        Self::with(version, vec![script])
    }

    /// With several scripts; the first is the one that is prompted for.
    pub(crate) fn with(version: Version, scripts: Vec<Script>) -> Self {
        let stage = Stage::new();
        for folder in ["home", "project/.claude"] {
            fs::create_dir_all(stage.path(folder)).unwrap();
        }
        let script = scripts[0].clone();
        let scene = Self {
            model: Model::start(scripts),
            stage,
            version,
            script,
        };
        scene.seed_home();
        scene
    }

    /// What a person has clicked through once: onboarding, the key, trust in the folder.
    fn seed_home(&self) {
        let project = self.stage.path("project");
        let seeded = json!({
            "hasCompletedOnboarding": true,
            "theme": "dark",
            "customApiKeyResponses": { "approved": [&KEY[KEY.len() - 20..]], "rejected": [] },
            "projects": {
                project.to_str().unwrap(): {
                    "hasTrustDialogAccepted": true,
                    "hasCompletedProjectOnboarding": true,
                },
            },
        });
        self.stage.file("home/.claude.json", seeded.to_string());
    }

    /// Settings of the project.
    pub(crate) fn settings(&self, settings: &Value) {
        let path = "project/.claude/settings.json";
        self.stage.file(path, settings.to_string());
    }

    /// The program itself.
    pub(crate) fn program(&self) -> PathBuf {
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let target = target.parent().unwrap();
        let program = target
            .join("agents")
            .join(format!("claude-code-{}", self.version.0))
            .join("claude");
        assert!(program.exists(), "{program:?}: run `cargo xtask setup`");
        program
    }

    /// The real `claude` in the project, with nothing of this machine around it.
    pub(crate) fn claude<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Call {
        let program = self.program();
        let call = self.stage.program(program.to_str().unwrap(), args);
        self.dressed(call)
    }

    /// `sayso` in the project, where it can start that `claude`.
    pub(crate) fn sayso<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Call {
        self.dressed(self.stage.sayso(args))
            .env("SAYSO_CLAUDE", self.program())
    }

    pub(crate) fn dressed(&self, call: Call) -> Call {
        call.inside(&self.stage.path("project"))
            .env("HOME", self.stage.path("home"))
            .env(
                "ANTHROPIC_BASE_URL",
                format!("http://{}", self.model.address),
            )
            .env("ANTHROPIC_API_KEY", KEY)
            .env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
            .env("DISABLE_TELEMETRY", "1")
            .env("DISABLE_ERROR_REPORTING", "1")
            .env("DISABLE_AUTOUPDATER", "1")
    }

    /// A desk that can start that `claude`.
    pub(crate) fn desk(&self) -> Desk {
        let serve = self.sayso(["serve", "--listen", "127.0.0.1:0"]);
        Desk::of(&self.stage, serve)
    }

    /// `claude -p` with the prompt of the script, hosted by nobody: only hooks can answer.
    pub(crate) fn headless(&self) -> Call {
        let prompt = self.script.prompt();
        let args = ["-p", &prompt, "--permission-prompt-tool", "stdio"];
        self.claude(args)
    }
}

/// Runs a test where there is no network but loopback, if we may: as root, in a namespace of its
/// own. `name` is the test's own name, to start it again inside.
pub(crate) fn on_loopback_alone(name: &str, test: impl FnOnce()) {
    #[expect(clippy::disallowed_methods, reason = "the one word between both runs")]
    let inside = std::env::var_os("SAYSO_TEST_ON_LOOPBACK").is_some();
    if inside || !rustix::process::geteuid().is_root() {
        return test();
    }
    let done = Command::new("unshare")
        .args([
            "--net",
            "sh",
            "-c",
            "ip link set lo up && exec \"$0\" \"$@\"",
        ])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env("SAYSO_TEST_ON_LOOPBACK", "1")
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&done.stdout);
    let err = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && out.contains("1 passed"),
        "{name} in a namespace: {out}{err}"
    );
}
