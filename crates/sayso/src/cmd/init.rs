//! `sayso init`.

use std::path::Path;

use clap::ValueEnum;
use sayso_core::lang::Lang;

use super::{agreed, complain};
use crate::asking::make_data_directory;
use crate::cli::{HookManner, Init};
use crate::config::{Config, program};
use crate::exit::Exit;
use crate::init::claude::{self, Scope, Wanted};
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
    let (project, program) = (Path::new(project), program());
    let clients = chosen(init, project, home);
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
    for client in &clients {
        changes.extend(match client.target(project, home, &program) {
            Some(target) => Vec::from_iter(planned(&target, init.undo, &record, lang)?),
            None => planned_for_claude(init, project, home, &record, lang)?,
        });
    }
    if changes.is_empty() {
        return Ok(Exit::Done);
    }
    for change in &changes {
        let (before, after) = (change.before.as_deref(), change.after.as_deref());
        complain(&format!("{}\n", difference(&change.file, before, after)));
    }
    if !init.yes && !agreed(lang.pick("Write this? [y/N] ", "写入吗？[y/N] ")) {
        complain(lang.pick(
            "Nothing was written. With --yes it is, unasked.",
            "未写入任何内容。使用 --yes 可直接写入。",
        ));
        return Ok(Exit::Cancelled);
    }
    for change in &changes {
        write(&change.file, change.after.as_deref())
            .map_err(|error| format!("{}: {error}", change.file.display()))?;
        record.note(change, init.undo);
        let saved = record.save(&config.data);
        saved.map_err(|error| error.to_string())?;
    }
    if clients.contains(&Client::Claude) && !init.undo {
        complain(lang.pick(
            "Done. Start the desk with `sayso serve`, then `claude`: its questions are at the desk \
             too. Take it out again with `sayso init claude --undo`.",
            "完成。运行 `sayso serve` 启动服务，再启动 `claude`：它的问题也会出现在那里。使用 \
             `sayso init claude --undo` 撤销。",
        ));
    }
    Ok(Exit::Done)
}

/// What an entry changes.
fn planned(
    target: &Target,
    undo: bool,
    record: &Record,
    lang: Lang,
) -> Result<Option<Change>, String> {
    let planned = match undo {
        true => plan_undo(target, record)?,
        false => plan(target)?,
    };
    if planned.is_none() {
        let file = target.file.display();
        complain(&match undo {
            true => lang.pick(
                format!("{file}: no entry of Sayso's"),
                format!("{file}：没有 Sayso 的条目"),
            ),
            false => lang.pick(
                format!("{file}: there already, left as it is"),
                format!("{file}：已存在，保持不变"),
            ),
        });
    }
    Ok(planned)
}

/// What Claude Code's hooks, skill and entry change.
fn planned_for_claude(
    init: &Init,
    project: &Path,
    home: &Path,
    record: &Record,
    lang: Lang,
) -> Result<Vec<Change>, String> {
    let scope = match init.user {
        true => Scope::User(home.to_owned()),
        false => Scope::Project(project.to_owned()),
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
    let mut changes = claude::plan(&scope, &wanted, init.undo)?;
    if init.undo {
        changes.iter_mut().for_each(|change| record.undo(change));
    }
    if changes.is_empty() {
        complain(lang.pick("Nothing to change.", "无需更改。"));
    }
    Ok(changes)
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
