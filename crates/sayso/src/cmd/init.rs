//! `sayso init`.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;

use super::{complain, init_claude};
use crate::asking::make_data_directory;
use crate::cli::Init;
use crate::config::{Config, program};
use crate::exit::Exit;
use crate::init::{Change, Client, Record, Target, difference, plan, plan_undo, write};

/// Shows what would change in the clients' files, and changes it when the person says so.
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
    let (Some(project), Some(home)) = (&config.project, &config.home) else {
        return Err("there is no directory to be in, or no HOME".into());
    };
    let project = Path::new(project);
    let program = program();
    let mut clients = chosen(init, project, home);
    // Claude Code gets more than an entry: hooks and a skill, in files of their own.
    let with_claude = clients.contains(&Client::Claude);
    clients.retain(|client| *client != Client::Claude);
    if with_claude {
        let exit = init_claude::run(init, config);
        if clients.is_empty() || !matches!(exit, Exit::Done | Exit::Cancelled) {
            return Ok(exit);
        }
    }
    if clients.is_empty() {
        let known: Vec<String> = Client::value_variants()
            .iter()
            .filter_map(|client| client.to_possible_value())
            .map(|value| value.get_name().to_owned())
            .collect();
        return Err(format!(
            "no client left a trace here; name the ones you use: sayso init {}",
            known.join(" ")
        ));
    }
    make_data_directory(config).map_err(|error| error.to_string())?;
    let mut record = Record::in_directory(&config.data).map_err(|error| error.to_string())?;
    let mut changes = Vec::new();
    for client in clients {
        let target = client.target(project, home, &program);
        let planned = match init.undo {
            true => plan_undo(&target, &record)?,
            false => plan(&target)?,
        };
        match planned {
            Some(change) => {
                complain(&format!(
                    "{}\n",
                    difference(
                        &change.file,
                        change.before.as_deref(),
                        change.after.as_deref()
                    )
                ));
                changes.push((target, change));
            }
            None => complain(&nothing_to_do(&target, init.undo)),
        }
    }
    if changes.is_empty() {
        return Ok(Exit::Done);
    }
    if !init.yes && !agreed(lang.pick("Write this? [y/N] ", "写入吗？[y/N] ")) {
        complain(lang.pick(
            "Nothing was written. With --yes it is, unasked.",
            "未写入任何内容。使用 --yes 可直接写入。",
        ));
        return Ok(Exit::Cancelled);
    }
    for (target, change) in changes {
        apply(&change, init.undo, &mut record)?;
        record
            .save(&config.data)
            .map_err(|error| error.to_string())?;
        if let Some(hint) = target.client.hint().filter(|_| !init.undo) {
            complain(hint);
        }
    }
    Ok(Exit::Done)
}

fn apply(change: &Change, undo: bool, record: &mut Record) -> Result<(), String> {
    write(&change.file, change.after.as_deref())
        .map_err(|error| format!("{}: {error}", change.file.display()))?;
    match &change.after {
        Some(after) if !undo => record.wrote(&change.file, change.before.clone(), after.clone()),
        _ => record.forget(&change.file),
    }
    Ok(())
}

/// Those that were named, else those that left a trace.
fn chosen(init: &Init, project: &Path, home: &Path) -> Vec<Client> {
    if !init.clients.is_empty() {
        return init.clients.clone();
    }
    let known = Client::value_variants().iter().copied();
    known
        .filter(|client| client.is_used(project, home))
        .collect()
}

fn nothing_to_do(target: &Target, undo: bool) -> String {
    let file = target.file.display();
    if undo {
        format!("{file}: no entry of Sayso's")
    } else {
        format!("{file}: there already, left as it is")
    }
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
