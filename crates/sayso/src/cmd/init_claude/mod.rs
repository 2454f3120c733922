//! `sayso init claude`: hooks, skill and MCP entry in the settings of Claude Code.

mod claude;
mod settings;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::complain;
use crate::asking::make_data_directory;
use crate::cli::{HookManner, Init};
use crate::config::{Config, program};
use crate::exit::Exit;
use claude::{Change, Scope, Wanted};

/// Shows what would change, and changes it when the person says so.
pub(crate) fn run(init: &Init, config: &Config) -> Exit {
    match changed(init, config) {
        Ok(exit) => exit,
        Err(wrong) => {
            complain(&format!("Error: {wrong}"));
            Exit::BadInput
        }
    }
}

fn changed(init: &Init, config: &Config) -> Result<Exit, String> {
    let lang = config.lang;
    let scope = match (init.user, &config.project, &config.home) {
        (true, _, Some(home)) => Scope::User(home.clone()),
        (false, Some(project), _) => Scope::Project(PathBuf::from(project)),
        _ => return Err("there is no directory to be in, or no HOME".into()),
    };
    let wanted = Wanted {
        program: program(),
        manner: match init.manner {
            HookManner::Auto => "auto",
            HookManner::Desk => "desk",
            HookManner::Race => "race",
            HookManner::Defer => "defer",
        },
        approvals: !init.no_approvals,
    };
    make_data_directory(config).map_err(|error| error.to_string())?;
    let record = config.data.join("init-claude.json");
    let mut written = read_record(&record);
    let mut changes = claude::plan(&scope, &wanted, init.undo)?;
    if init.undo {
        changes
            .iter_mut()
            .for_each(|change| restore(change, &written));
    }
    if changes.is_empty() {
        complain(lang.pick("Nothing to change.", "无需更改。"));
        return Ok(Exit::Done);
    }
    changes.iter().for_each(show);
    if !init.yes && !agreed(lang.pick("Write this? [y/N] ", "写入吗？[y/N] ")) {
        complain(lang.pick(
            "Nothing was written. With --yes it is, unasked.",
            "未写入任何内容。使用 --yes 可直接写入。",
        ));
        return Ok(Exit::Cancelled);
    }
    for change in &changes {
        apply(change).map_err(|error| format!("{}: {error}", change.file.display()))?;
        remember(change, init.undo, &mut written);
    }
    let text = settings::write(&written);
    fs::write(&record, text).map_err(|error| format!("{}: {error}", record.display()))?;
    if !init.undo {
        complain(&lang.pick(
            "Done. Start the desk with `sayso serve`, then `claude`: its questions are at the desk too. Take it out again with `sayso init claude --undo`.".to_owned(),
            "完成。运行 `sayso serve` 启动服务，再启动 `claude`：它的问题也会出现在那里。使用 `sayso init claude --undo` 撤销。".to_owned(),
        ));
    }
    Ok(Exit::Done)
}

/// What was written, by file: before and after.
fn read_record(path: &Path) -> Value {
    let text = fs::read_to_string(path).ok();
    let value = text.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    value.filter(Value::is_object).unwrap_or_else(|| json!({}))
}

/// A file that is still as we wrote it goes back to what it was, to the letter.
fn restore(change: &mut Change, written: &Value) {
    let entry = &written[change.file.to_string_lossy().as_ref()];
    if change.before.is_some() && entry["after"].as_str() == change.before.as_deref() {
        change.after = entry["before"].as_str().map(str::to_owned);
    }
}

fn remember(change: &Change, undo: bool, written: &mut Value) {
    let name = change.file.to_string_lossy().into_owned();
    let Some(written) = written.as_object_mut() else {
        return;
    };
    if undo {
        written.shift_remove(&name);
        return;
    }
    // The first writing knows what was there before us.
    let before = match written.get(&name) {
        Some(entry) if entry["after"].as_str() == change.before.as_deref() => {
            entry["before"].clone()
        }
        _ => json!(change.before),
    };
    written.insert(name, json!({ "before": before, "after": change.after }));
}

/// Shows a change line by line.
fn show(change: &Change) {
    let lines = |text: &Option<String>| -> Vec<String> {
        let text = text.as_deref().unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let (before, after) = (lines(&change.before), lines(&change.after));
    let same = before
        .iter()
        .zip(&after)
        .take_while(|(a, b)| a == b)
        .count();
    let rest = before[same..].iter().rev().zip(after[same..].iter().rev());
    let tail = rest.take_while(|(a, b)| a == b).count();
    complain(&format!("{}", change.file.display()));
    for line in &before[same..before.len() - tail] {
        complain(&format!("- {line}"));
    }
    for line in &after[same..after.len() - tail] {
        complain(&format!("+ {line}"));
    }
}

/// Writes beside and puts in place, so that nobody ever reads half a file.
fn apply(change: &Change) -> io::Result<()> {
    let Some(after) = &change.after else {
        return fs::remove_file(&change.file);
    };
    if let Some(folder) = change.file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = change.file.clone().into_os_string();
    beside.push(".sayso-new");
    fs::write(&beside, after)?;
    if let Ok(theirs) = fs::metadata(&change.file) {
        fs::set_permissions(&beside, theirs.permissions())?;
    }
    fs::rename(beside, &change.file)
}

/// Whether the person at the terminal says yes. Nobody there is no yes.
fn agreed(question: &str) -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    let mut out = io::stderr().lock();
    let _ = write!(out, "{question}").and_then(|()| out.flush());
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line);
    read.is_ok() && matches!(line.trim(), "y" | "Y" | "yes" | "是")
}
