//! The folders that transcripts lie in, and finding a file beneath them.

use std::collections::HashSet;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use super::transcript::Transcript;
use crate::beneath::{Folder, Written};

/// Folders of a root, and files of a folder, that are looked at.
const NAMES: usize = 100_000;
/// How a transcript's name ends.
const ENDING: &str = ".jsonl";

/// The folders that transcripts lie in: `<root>/<project>/<session>.jsonl`, as Claude Code writes
/// them, or right in the root.
#[derive(Clone, Debug)]
pub struct Roots(Vec<PathBuf>);

/// A transcript of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) id: String,
    pub(super) folder: String,
    pub(super) written: Written,
}

/// A transcript that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) id: String,
    pub(super) file: File,
}

fn id_of(folder: &str, session: &str) -> String {
    if folder.is_empty() {
        session.to_owned()
    } else {
        format!("{folder}:{session}")
    }
}

impl Roots {
    /// These folders; one that is not there holds nothing.
    pub fn new(roots: impl IntoIterator<Item = PathBuf>) -> Self {
        Self(roots.into_iter().collect())
    }

    /// All transcripts, or those of one project's folder. Of two with the same id the first root's
    /// counts.
    pub(super) fn all(&self, folder: Option<&str>) -> Vec<Place> {
        let mut all = Vec::new();
        let mut known = HashSet::new();
        for root in self.folders() {
            for (folder, inside) in folders_of(&root, folder) {
                let inside = inside.as_ref().unwrap_or(&root);
                let names = inside.names(NAMES).unwrap_or_default();
                for name in names.into_iter().filter(|name| !name.is_folder) {
                    let session = name.name.to_str().and_then(session);
                    if let (Some(session), Some(written)) = (session, inside.written(&name.name))
                        && known.insert(id_of(&folder, &session))
                        && all.len() < NAMES
                    {
                        let folder = folder.clone();
                        all.push(Place {
                            id: id_of(&folder, &session),
                            folder,
                            written,
                        });
                    }
                }
            }
        }
        all
    }

    /// The transcript of this id, or the one last written of this session; or a sub-agent's of it.
    pub(super) fn find(&self, id: &str, agent: Option<&str>) -> io::Result<Found> {
        let (folder, name) = match id.rsplit_once(':') {
            Some((folder, name)) => (Some(folder), name),
            None => (None, id),
        };
        let mut found: Vec<(Option<SystemTime>, Found)> = Vec::new();
        for root in self.folders() {
            for (folder, inside) in folders_of(&root, folder) {
                let inside = inside.as_ref().unwrap_or(&root);
                let opened = match agent {
                    None => inside.file(format!("{name}{ENDING}")),
                    Some(agent) => sub_agent(inside, name, agent),
                };
                if let Ok(file) = opened {
                    let written = file.metadata().and_then(|about| about.modified()).ok();
                    found.push((
                        written,
                        Found {
                            id: id_of(&folder, name),
                            file,
                        },
                    ));
                }
            }
        }
        let newest = found.into_iter().max_by_key(|(written, _)| *written);
        newest
            .map(|(_, found)| found)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Opens the transcript of this id, or the one last written of this session; or a
    /// sub-agent's of it.
    pub fn open(&self, id: &str, agent: Option<&str>) -> io::Result<Transcript> {
        Transcript::of(self.find(id, agent)?.file, agent.is_some())
    }

    /// Whether there is a transcript of this id or session.
    pub fn holds(&self, id: &str) -> bool {
        self.find(id, None).is_ok()
    }

    fn folders(&self) -> impl Iterator<Item = Folder> {
        self.0.iter().filter_map(|path| Folder::open(path).ok())
    }
}

/// The folders of a root in which to look, the root itself among them under no name.
fn folders_of(root: &Folder, only: Option<&str>) -> Vec<(String, Option<Folder>)> {
    if let Some(only) = only {
        let inside = root.folder(only).ok();
        return inside
            .map(|inside| (only.to_owned(), Some(inside)))
            .into_iter()
            .collect();
    }
    let mut folders = vec![(String::new(), None)];
    let names = root.names(NAMES).unwrap_or_default();
    for name in names.into_iter().filter(|name| name.is_folder) {
        if let (Some(text), Ok(inside)) = (name.name.to_str(), root.folder(&name.name))
            && !text.contains(':')
        {
            folders.push((text.to_owned(), Some(inside)));
        }
    }
    folders
}

/// `agent-…` lies beside the session that started it.
fn sub_agent(folder: &Folder, session: &str, agent: &str) -> io::Result<File> {
    let beside = folder.folder(session)?.folder("subagents")?;
    beside.file(format!("agent-{agent}{ENDING}"))
}

fn session(name: &str) -> Option<String> {
    let session = name.strip_suffix(ENDING)?;
    let plain = !session.is_empty() && !session.contains(':');
    plain.then(|| session.to_owned())
}

/// The name of a project's folder, as Claude Code writes it: whatever is neither letter nor digit
/// becomes a dash.
pub fn folder_of(project: &str) -> String {
    let dash = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    project.chars().map(dash).collect()
}
