//! The files that questions are about, read only inside the project's root.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use sayso_core::context_file::ContextFile;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_term::panel::Context;

/// Bytes that are shown of one file: more is not read in a panel, and half of it is not shown for all.
const MOST: u64 = 1024 * 1024;

/// What the files say that these questions refer to.
pub(crate) fn contexts(questions: &[Question], project: Option<&str>) -> Vec<Context> {
    let mut contexts = Vec::new();
    for question in whole_tree(questions) {
        for file in &question.context {
            contexts.push(Context {
                question: question.id.clone(),
                place: place(file),
                first: file.lines.map_or(1, |(first, _)| first.max(1)),
                text: read(file, project),
            });
        }
    }
    contexts
}

fn place(file: &ContextFile) -> String {
    match file.lines {
        None => file.path.clone(),
        Some((first, last)) if first == last => format!("{}:{first}", file.path),
        Some((first, last)) => format!("{}:{first}-{last}", file.path),
    }
}

fn read(file: &ContextFile, project: Option<&str>) -> Result<String, String> {
    let root = project.ok_or("the project is not known here")?;
    let root = Path::new(root)
        .canonicalize()
        .map_err(|error| error.to_string())?;
    // Links and `..` are followed first, so that nothing outside is read by a detour.
    let path = root
        .join(&file.path)
        .canonicalize()
        .map_err(|error| error.to_string())?;
    if !path.starts_with(&root) {
        return Err("it lies outside of the project".into());
    }
    if !path.is_file() {
        return Err("it is no file".into());
    }
    let mut opened = BufReader::new(File::open(&path).map_err(|error| error.to_string())?);
    let (first, last) = file.lines.unwrap_or((1, u32::MAX));
    let (first, last) = (first.max(1), last.max(first));
    let mut bytes = Vec::new();
    for line in 1..=last {
        let start = bytes.len();
        // One line too long is as bad as too many.
        let mut rest = (&mut opened).take(MOST + 1);
        let read = rest.read_until(b'\n', &mut bytes);
        if read.map_err(|error| error.to_string())? == 0 {
            break;
        }
        if line < first {
            bytes.truncate(start);
        }
        if bytes.len() as u64 > MOST {
            return Err(format!("more than {} KB of it are asked for", MOST / 1024));
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
