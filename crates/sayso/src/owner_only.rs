//! Refuses a data directory that other users could change, and private files that they could open.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::process::geteuid;
use sayso_core::lang::Lang;

use crate::storage::Storage;

/// Writable by the group or by everyone.
const OTHERS_WRITE: u32 = 0o022;
/// Open to the group or to everyone in any way.
const OTHERS: u32 = 0o077;

/// Checks the data directory before anything in it is believed: who can write there can put a token
/// of their own there. What is not there yet is made private later.
pub(crate) fn check_directory(data: &Path, lang: Lang) -> Result<(), String> {
    let Some(found) = fs::metadata(data).ok().filter(Metadata::is_dir) else {
        return Ok(());
    };
    check(data, &found, OTHERS_WRITE, "chmod 700", lang)?;
    check_file(&data.join("config.toml"), OTHERS_WRITE, "chmod go-w", lang)
}

/// Checks the files that hold answers, keys and addresses. Tokens are checked where they are read.
pub(crate) fn check_files(data: &Path, store: &Storage, lang: Lang) -> Result<(), String> {
    if let Storage::File(path) = store {
        check_file(path, OTHERS, "chmod 600", lang)?;
    }
    for name in ["secrets.key", "logins.json", "push.json"] {
        check_file(&data.join(name), OTHERS, "chmod 600", lang)?;
    }
    Ok(())
}

fn check_file(path: &Path, mask: u32, command: &str, lang: Lang) -> Result<(), String> {
    match fs::metadata(path).ok().filter(Metadata::is_file) {
        Some(found) => check(path, &found, mask, command, lang),
        None => Ok(()),
    }
}

fn check(
    path: &Path,
    found: &Metadata,
    mask: u32,
    command: &str,
    lang: Lang,
) -> Result<(), String> {
    let (shown, us, owner) = (path.display(), geteuid().as_raw(), found.uid());
    if owner != us {
        return Err(lang.pick(
            format!(
                "Error: {shown} belongs to another user (uid {owner}), who could change it. Use \
                 another SAYSO_DATA, or take it over: chown -R {us} '{shown}'"
            ),
            format!(
                "错误：{shown} 属于其他用户（uid {owner}），该用户可以更改它。请换用其他 SAYSO_DATA，\
                 或将其收归己有：chown -R {us} '{shown}'"
            ),
        ));
    }
    let mode = found.mode() & 0o7777;
    if mode & mask == 0 {
        return Ok(());
    }
    Err(lang.pick(
        format!(
            "Error: other users can open or change {shown} (mode {mode:o}). Close it to them: \
             {command} '{shown}'"
        ),
        format!(
            "错误：其他用户可以读取或更改 {shown}（权限 {mode:o}）。请禁止他人访问：{command} '{shown}'"
        ),
    ))
}
