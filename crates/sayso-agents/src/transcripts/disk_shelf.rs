//! The shelf of transcripts on this machine's disk.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::moment::Moment;
use sayso_core::transcript::{AskAgain, Listed, NotAgain, Page, Shelf, Span, Summary, Unread};

use super::roots::{Place, Roots, folder_of};
use super::transcript::Transcript;
use crate::beneath::Written;

/// Transcripts whose lines are kept.
const KEPT: usize = 8;
/// Transcripts whose summaries are kept.
const SUMMARIES: usize = 10_000;

/// The shelf of transcripts on this machine's disk. What was read of a file is kept, and read on
/// when the file has grown.
#[derive(Debug)]
pub struct DiskShelf {
    roots: Roots,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// The last used last.
    transcripts: Vec<(Key, Transcript)>,
    summaries: HashMap<String, (Written, Summary)>,
}

/// The transcript's id, and the sub-agent's.
type Key = (String, Option<String>);

impl DiskShelf {
    /// Over these folders.
    pub fn new(roots: Roots) -> Self {
        Self {
            roots,
            kept: Mutex::default(),
        }
    }

    /// Looks into a transcript as it is now.
    fn look<T>(
        &self,
        id: &str,
        agent: Option<&str>,
        look: impl FnOnce(&Transcript) -> T,
    ) -> Result<T, Unread> {
        let found = self.roots.find(id, agent).map_err(unread)?;
        let key = (found.id, agent.map(str::to_owned));
        let mut kept = self.kept();
        let place = kept.transcripts.iter().position(|(k, _)| *k == key);
        let transcript = match place.map(|place| kept.transcripts.remove(place).1) {
            Some(mut known) => known.go_on(found.file).map(|_| known),
            None => {
                // Others may look at other files while this one is read.
                drop(kept);
                let read = Transcript::of(found.file, agent.is_some());
                kept = self.kept();
                read
            }
        };
        let transcript = transcript.map_err(unread)?;
        let seen = look(&transcript);
        kept.keep(key, transcript);
        Ok(seen)
    }

    fn listed(&self, place: Place) -> Result<Listed, Unread> {
        let Place {
            id,
            folder,
            written,
        } = place;
        let known = self.kept().summaries.get(&id).cloned();
        let summary = match known {
            Some((then, summary)) if then == written => summary,
            _ => {
                let summary = self.look(&id, None, Transcript::summary)?;
                let mut kept = self.kept();
                if kept.summaries.len() >= SUMMARIES {
                    kept.summaries.clear();
                }
                kept.summaries
                    .insert(id.clone(), (written, summary.clone()));
                summary
            }
        };
        Ok(Listed {
            id,
            folder,
            bytes: written.bytes,
            modified_at: Moment::from_millis(written.at),
            summary,
        })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, key: Key, transcript: Transcript) {
        self.transcripts.retain(|(known, _)| *known != key);
        self.transcripts.push((key, transcript));
        if self.transcripts.len() > KEPT {
            self.transcripts.remove(0);
        }
    }
}

impl Shelf for DiskShelf {
    fn list(
        &self,
        project: Option<&str>,
        before: Option<Moment>,
        limit: usize,
    ) -> Result<Vec<Listed>, Unread> {
        let folder = project.map(folder_of);
        let mut all = self.roots.all(folder.as_deref());
        all.retain(|place| before.is_none_or(|before| place.written.at < before.millis()));
        all.sort_by(|one, other| (other.written.at, &one.id).cmp(&(one.written.at, &other.id)));
        // One that cannot be read makes the page no shorter: a short page is the last one.
        let readable = all.into_iter().filter_map(|place| self.listed(place).ok());
        Ok(readable.take(limit).collect())
    }

    fn page(&self, id: &str, agent: Option<&str>, span: &Span) -> Result<Page, Unread> {
        self.look(id, agent, |transcript| transcript.page(span))
    }

    fn ask_again(&self, id: &str, question: &str) -> Result<AskAgain, NotAgain> {
        self.look(id, None, |transcript| transcript.ask_again(question))?
    }
}

fn unread(error: io::Error) -> Unread {
    match error.kind() {
        io::ErrorKind::NotFound => Unread::NotFound,
        _ => Unread::Failed(error.to_string()),
    }
}
