//! The program at a terminal: in tmux, which is one.

use std::path::PathBuf;
use std::thread;

use super::scene::Scene;
use crate::running::{LOOK, PATIENCE};
use crate::stage::Stage;

/// A terminal with the program in it. It is closed when this is dropped.
pub(crate) struct Tmux<'s> {
    stage: &'s Stage,
    socket: PathBuf,
}

impl<'s> Tmux<'s> {
    /// Starts the program in it with these arguments.
    pub(crate) fn claude(scene: &'s Scene, args: &[&str]) -> Self {
        let socket = scene.stage.path("tmux");
        let tmux = Self {
            stage: &scene.stage,
            socket,
        };
        let program = scene.program();
        let mut all = vec!["-S", tmux.socket.to_str().unwrap(), "-f", "/dev/null"];
        all.extend(["new-session", "-d", "-x", "110", "-y", "50", "--"]);
        all.push(program.to_str().unwrap());
        all.extend(args);
        scene
            .dressed(scene.stage.program("tmux", all))
            .done()
            .exits(0);
        tmux
    }

    /// Presses keys, by tmux's names for them.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tell(&[&["send-keys"], keys].concat());
    }

    /// Presses keys until the screen is like this: a dialog that has just opened may take none.
    #[track_caller]
    pub(crate) fn press_until(&self, keys: &[&str], is: impl Fn(&str) -> bool) {
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() / 20 {
            self.press(keys);
            for _ in 0..20 {
                if is(&self.screen()) {
                    return;
                }
                thread::sleep(LOOK);
            }
        }
        panic!("{keys:?} did nothing:\n{}", self.screen());
    }

    /// What the terminal shows.
    pub(crate) fn screen(&self) -> String {
        self.tell(&["capture-pane", "-p"])
    }

    /// Waits until this stands on the screen.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        self.until(&format!("{text:?}"), |screen| screen.contains(text));
    }

    /// Waits until this stands on the screen no more.
    #[track_caller]
    pub(crate) fn hides(&self, text: &str) {
        self.until(&format!("no {text:?}"), |screen| !screen.contains(text));
    }

    #[track_caller]
    fn until(&self, what: &str, is: impl Fn(&str) -> bool) {
        for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() / 4 {
            if is(&self.screen()) {
                return;
            }
            thread::sleep(LOOK * 4);
        }
        panic!("the screen never shows {what}:\n{}", self.screen());
    }

    fn tell(&self, args: &[&str]) -> String {
        let socket = ["-S", self.socket.to_str().unwrap()];
        let call = self.stage.program("tmux", socket.iter().chain(args));
        call.done().exits(0).stdout
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        let socket = ["-S", self.socket.to_str().unwrap(), "kill-server"];
        let _ = self.stage.program("tmux", socket).done();
    }
}
