//! Who is waited for, told across processes by files beside the store.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use sayso_core::id::InteractionId;
use uuid::Uuid;

use crate::life_sign::LifeSign;
use crate::store::Roll;

/// Bytes of an id in a list.
const ID: usize = 16;
/// Bytes of one list that are read, at most.
const LIST: u64 = 16 * 1_024 * 1_024;

/// Which interactions somebody waits for. Each desk keeps a list of its own, beside a file that is
/// locked as long as it lives: the lists of those that were killed count no more.
#[derive(Debug)]
pub(super) struct RollFiles {
    folder: PathBuf,
    /// There from the first list on.
    own: Option<Own>,
}

#[derive(Debug)]
struct Own {
    list: PathBuf,
    _sign: LifeSign,
}

impl RollFiles {
    /// The lists beside this store.
    pub(super) fn beside(store: &Path) -> Self {
        let mut folder = store.to_owned().into_os_string();
        folder.push("-waiting");
        Self {
            folder: folder.into(),
            own: None,
        }
    }

    /// What is waited for at any desk that lives. What a dead one left is cleared away.
    pub(super) fn read(&self) -> HashSet<InteractionId> {
        let mut waited_for = HashSet::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let lock = entry.path();
            if lock.extension().is_some_and(|kind| kind == "lock") {
                let list = lock.with_extension("list");
                if LifeSign::is_gone(&lock) {
                    remove(&[&list, &list.with_extension("next"), &lock]);
                } else {
                    waited_for.extend(listed(&list));
                }
            }
        }
        waited_for
    }
}

impl Roll for RollFiles {
    /// Writes the list of this desk anew. Whoever reads gets the old one or the new one, whole.
    fn write(&mut self, waited_for: &[InteractionId]) -> io::Result<()> {
        let own = match &self.own {
            Some(own) => own,
            None => self.own.insert(Own::new(&self.folder)?),
        };
        let bytes: Vec<u8> = waited_for
            .iter()
            .flat_map(|id| id.bits().to_be_bytes())
            .collect();
        let next = own.list.with_extension("next");
        let mut private = OpenOptions::new();
        private.write(true).create(true).truncate(true).mode(0o600);
        private.open(&next)?.write_all(&bytes)?;
        fs::rename(next, &own.list)
    }
}

impl Own {
    fn new(folder: &Path) -> io::Result<Self> {
        let list = folder.join(format!("{}.list", Uuid::now_v7().simple()));
        let sign = LifeSign::at(list.with_extension("lock"))?;
        Ok(Self { list, _sign: sign })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        remove(&[&self.list]);
    }
}

fn listed(list: &Path) -> Vec<InteractionId> {
    let small = fs::metadata(list).is_ok_and(|list| list.len() <= LIST);
    let bytes = if small { fs::read(list).ok() } else { None };
    let bytes = bytes.unwrap_or_default();
    let (ids, _) = bytes.as_chunks::<ID>();
    ids.iter()
        .map(|id| InteractionId::new(u128::from_be_bytes(*id)))
        .collect()
}

fn remove(files: &[&Path]) {
    for file in files {
        let _ = fs::remove_file(file);
    }
}
