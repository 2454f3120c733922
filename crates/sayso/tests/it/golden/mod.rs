//! What programs read of Sayso, kept in files: output, exit codes, MCP results, the log.
//!
//! `INSTA_UPDATE=always cargo nextest run -p sayso golden` writes the files again. Read the
//! difference before you commit it: whoever parses this output sees that difference too.

mod commands;
mod exit_codes;
mod hooks;
mod http;
mod log;
mod mcp;
mod normal;

use serde_json::Value;

use crate::http::Reply;
use crate::running::Done;
use crate::stage::{Call, Stage};
use normal::Normal;

/// A session with the binary, as it goes into a golden file.
struct Record<'s> {
    stage: &'s Stage,
    text: String,
    normal: Normal,
}

impl<'s> Record<'s> {
    fn of(stage: &'s Stage) -> Self {
        Self {
            stage,
            text: String::new(),
            normal: Normal::default(),
        }
    }

    /// This word stands in the file in place of something that differs from run to run.
    fn hides(&mut self, what: &str, word: &str) {
        self.normal.hides(what, word);
    }

    /// Runs `sayso` with these arguments and records all of it.
    fn runs(&mut self, args: &[&str]) -> Done {
        let call = self.stage.sayso(args);
        self.runs_as(args, call)
    }

    /// Records a call that was set up further; `args` are what the file shows.
    fn runs_as(&mut self, args: &[&str], call: Call) -> Done {
        let done = call.done();
        self.ended(args, &done);
        done
    }

    /// Records what came of a call. Standard error is for people and stays out.
    fn ended(&mut self, args: &[&str], done: &Done) {
        self.text += &format!("$ sayso {}\nexit {}\n", shown(args).join(" "), done.code);
        for line in done.stdout.lines() {
            match serde_json::from_str(line) {
                Ok(value @ (Value::Object(_) | Value::Array(_))) => self.json(&value),
                _ => self.text += &format!("{line}\n"),
            }
        }
        self.text.push('\n');
    }

    /// Records a reply of the desk.
    fn replied(&mut self, request: &str, reply: &Reply) -> Value {
        let body = reply.json();
        self.shows(&format!("{request}: {}", reply.status), &body);
        body
    }

    /// Records a value under a heading.
    fn shows(&mut self, heading: &str, value: &Value) {
        self.text += &format!("# {heading}\n");
        self.json(value);
        self.text.push('\n');
    }

    fn json(&mut self, value: &Value) {
        self.text += &format!("{:#}\n", normal::without_durations(value.clone()));
    }

    /// Compares it with the golden file of this name.
    #[track_caller]
    fn keeps(mut self, name: &str) {
        let folder = self.stage.path("");
        self.normal.hides_folder(&folder);
        check(name, &self.normal.of(&self.text));
    }
}

/// The arguments, long JSON shortened.
fn shown<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let long = |arg: &str| arg.starts_with('{') && arg.len() > 60;
    let shortened = |arg: &&'a str| if long(arg) { "{…}" } else { arg };
    args.iter().map(shortened).collect()
}

/// Compares a text with the golden file of this name.
#[track_caller]
fn check(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("files");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The id of what was just asked.
fn id_of(done: &Done) -> String {
    let ticket = done.json();
    ticket["interaction_id"].as_str().unwrap().to_owned()
}

/// Somebody answers by a command.
#[track_caller]
fn answer(stage: &Stage, id: &str, answers: &str) {
    stage
        .sayso(["answer", "--scripted", id, answers])
        .done()
        .exits(0);
}
