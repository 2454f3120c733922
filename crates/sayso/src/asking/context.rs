//! The files that questions are about, read only inside the project's root.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sayso_core::context_file::ContextFile;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_term::panel::Context;

/// Bytes that are read of one file.
const MOST: u64 = 256 * 1024;

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
    let mut bytes = Vec::new();
    let opened = File::open(&path).map_err(|error| error.to_string())?;
    let read = opened.take(MOST).read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(match file.lines {
        None => text.into_owned(),
        Some((first, last)) => {
            let skipped = first.saturating_sub(1) as usize;
            let wanted = (last.max(first) - first + 1) as usize;
            let lines: Vec<&str> = text.lines().skip(skipped).take(wanted).collect();
            lines.join("\n")
        }
    })
}
