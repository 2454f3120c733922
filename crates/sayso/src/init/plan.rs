//! What would change.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::jsonc;
use super::record::Record;
use super::target::{Entry, Target};

/// A file as it is and as it would be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) file: PathBuf,
    /// None: there is no file.
    pub(crate) before: Option<String>,
    /// None: there will be no file.
    pub(crate) after: Option<String>,
}

/// What putting the entry there changes; none when one of its name is there already.
pub(crate) fn plan(target: &Target) -> Result<Option<Change>, String> {
    let before = read(&target.file)?;
    let text = before.as_deref().unwrap_or_default();
    let after = match &target.entry {
        Entry::Json { path, value } => jsonc::set(text, path, value),
        Entry::Toml { path, text: table } => with_table(text, path, table),
    };
    let after = after.map_err(|why| complaint(target, &why))?;
    Ok(after.map(|after| Change {
        file: target.file.clone(),
        before,
        after: Some(after),
    }))
}

/// What taking the entry out changes. A file that was not touched since gets back what it was.
pub(crate) fn plan_undo(target: &Target, record: &Record) -> Result<Option<Change>, String> {
    let Some(before) = read(&target.file)? else {
        return Ok(None);
    };
    let written = record.get(&target.file);
    let after = match written.filter(|written| written.after == before) {
        Some(written) => Some(written.before.clone()),
        None => {
            let without = match &target.entry {
                Entry::Json { path, .. } => jsonc::remove(&before, path),
                Entry::Toml { text, .. } => Ok(without_table(&before, text)),
            };
            without.map_err(|why| complaint(target, &why))?.map(Some)
        }
    };
    Ok(after.map(|after| Change {
        file: target.file.clone(),
        before: Some(before),
        after,
    }))
}

/// Writes a file whole or not at all; none removes it.
pub(crate) fn write(file: &Path, text: Option<&str>) -> io::Result<()> {
    // A link stays a link.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let Some(text) = text else {
        return fs::remove_file(file);
    };
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.clone().into_os_string();
    name.push(format!(".{}.half", std::process::id()));
    let half = PathBuf::from(name);
    let written = File::create(&half).and_then(|mut new| {
        if let Ok(there) = fs::metadata(&file) {
            new.set_permissions(there.permissions())?;
        }
        new.write_all(text.as_bytes())?;
        new.sync_all()
    });
    let written = written.and_then(|()| fs::rename(&half, &file));
    if written.is_err() {
        let _ = fs::remove_file(&half);
    }
    written
}

pub(super) fn read(file: &Path) -> Result<Option<String>, String> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", file.display())),
    }
}

fn complaint(target: &Target, why: &str) -> String {
    format!(
        "{}: {why}. Nothing was changed; add the entry by hand, see docs/mcp.md.",
        target.file.display()
    )
}

fn with_table(text: &str, path: &[&str; 2], table: &str) -> Result<Option<String>, String> {
    let parse = |text: &str| {
        text.parse::<toml::Table>()
            .map_err(|error| error.to_string())
    };
    let there = |parsed: &toml::Table| {
        let outer = parsed.get(path[0]);
        outer.is_some_and(|outer| outer.get(path[1]).is_some())
    };
    if there(&parse(text)?) {
        return Ok(None);
    }
    let mut after = text.to_owned();
    if !after.is_empty() {
        if !after.ends_with('\n') {
            after.push('\n');
        }
        after.push('\n');
    }
    after.push_str(table);
    parse(&after)?;
    Ok(Some(after))
}

fn without_table(text: &str, table: &str) -> Option<String> {
    let at = text.find(table)?;
    let mut without = text[..at].trim_end().to_owned();
    if !without.is_empty() {
        without.push('\n');
    }
    let rest = text[at + table.len()..].trim_start_matches('\n');
    if !rest.is_empty() && !without.is_empty() {
        without.push('\n');
    }
    without.push_str(rest);
    Some(without)
}
