//! The files that questions are about: read in the folders that are shared here, or by the desk
//! somewhere else that has the question.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use sayso_agents::project_files::DiskFiles;
use sayso_agents::template::Project;
use sayso_core::context_file::ContextFile;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::project_files::{FILE_BYTES, FileRefusal};
use sayso_core::question::Question;
use sayso_desk::remote::RemoteDesk;
use sayso_term::panel::Context;

use crate::config::Config;
use crate::storage::Storage;

/// Where the files of a question lie.
pub(crate) enum ContextSource<'a> {
    /// On this machine, in the asker's project.
    Local(Option<&'a str>),
    /// Where its desk is: a path that a remote asker names means nothing here.
    Remote(RemoteDesk, InteractionId),
}

/// What the files say that these questions refer to.
pub(crate) fn contexts(
    questions: &[Question],
    source: &ContextSource<'_>,
    config: &Config,
) -> Vec<Context> {
    let mut contexts = Vec::new();
    for question in whole_tree(questions) {
        for file in &question.context {
            contexts.push(Context {
                question: question.id.clone(),
                place: place(file),
                first: file.lines.map_or(1, |(first, _)| first.max(1)),
                text: source.read(file, config),
            });
        }
    }
    contexts
}

/// The files that are shared here: of the projects that were set, else of the one this is. A whole
/// home is no project, and nothing of the desk's own is ever shared.
pub(crate) fn shared_files(config: &Config) -> DiskFiles {
    let mut roots = config.serve.projects.clone();
    if let (true, Some(folder)) = (roots.is_empty(), &config.project) {
        let root = Project::around(Path::new(folder)).root().to_owned();
        let is_home = config.home.as_deref() == Some(&root) || root.parent().is_none();
        roots.extend((!is_home).then_some(root));
    }
    let mut hidden = vec![config.data.clone()];
    hidden.extend(config.secrets_key.clone());
    hidden.extend(config.serve.tls_key.clone());
    if let Storage::File(store) = &config.store {
        let beside = |ending| PathBuf::from(format!("{}{ending}", store.display()));
        hidden.extend([store.clone(), beside("-wal"), beside("-shm")]);
    }
    DiskFiles::new(roots).without(hidden)
}

fn place(file: &ContextFile) -> String {
    match file.lines {
        None => file.path.clone(),
        Some((first, last)) if first == last => format!("{}:{first}", file.path),
        Some((first, last)) => format!("{}:{first}-{last}", file.path),
    }
}

impl ContextSource<'_> {
    fn read(&self, file: &ContextFile, config: &Config) -> Result<String, String> {
        let lang = config.lang;
        match self {
            Self::Local(project) => {
                let project = project.unwrap_or_default();
                let opened = shared_files(config).open(project, &file.path);
                let opened = opened.map_err(|why| why.text(lang))?;
                lines(file, opened, lang)
            }
            Self::Remote(desk, id) => {
                let read = desk.context(*id, &file.path);
                let read = read.map_err(|error| error.to_string())?;
                let text = lines(file, read.text.as_bytes(), lang)?;
                // What goes on behind the end may have been asked for as well.
                let whole = file.lines.is_some_and(|(first, last)| {
                    text.lines().count() > last.saturating_sub(first.max(1)) as usize
                });
                match read.cut && !whole {
                    true => Err(too_much(lang)),
                    false => Ok(text),
                }
            }
        }
    }
}

/// The lines that are asked for; half of them are not shown for all.
fn lines(file: &ContextFile, text: impl Read, lang: Lang) -> Result<String, String> {
    let failed = |error: std::io::Error| FileRefusal::Failed(error.to_string()).text(lang);
    let mut text = BufReader::new(text);
    let (first, last) = file.lines.unwrap_or((1, u32::MAX));
    let (first, last) = (first.max(1), last.max(first));
    let mut bytes = Vec::new();
    for line in 1..=last {
        let start = bytes.len();
        // One line too long is as bad as too many.
        let mut rest = (&mut text).take(FILE_BYTES as u64 + 1);
        if rest.read_until(b'\n', &mut bytes).map_err(failed)? == 0 {
            break;
        }
        if line < first {
            bytes.truncate(start);
        }
        if bytes.len() > FILE_BYTES {
            return Err(too_much(lang));
        }
    }
    match bytes.contains(&0) {
        true => Err(FileRefusal::NotText.text(lang)),
        false => Ok(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

fn too_much(lang: Lang) -> String {
    let most = FILE_BYTES / 1024;
    lang.pick(
        format!("more than {most} KB of it are asked for"),
        format!("请求的内容超过 {most} KB"),
    )
}
