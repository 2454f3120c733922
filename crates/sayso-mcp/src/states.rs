//! What a stateless client carries between two rounds: sealed, bound to its call, used once.

#[cfg(test)]
mod tests;

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rmcp::model::{RequestStateCodec, RequestStateError, SealOptions};
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_desk::clock::{Clock, SystemClock};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::form::{Out, SheetState};

/// How long a form may lie before its state is worth nothing: a week.
const TIME: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Seals and opens; remembers in files what was used, for every process of this directory.
#[derive(Debug)]
pub(crate) struct States {
    codec: RequestStateCodec,
    spent: PathBuf,
    clock: SystemClock,
    /// Tells what was handed out here from what another process did.
    own: Uuid,
}

/// What is sealed. It is readable, so it holds nothing that the client did not send itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Carried {
    /// The interaction that the form is for.
    pub(crate) interaction: InteractionId,
    /// What was filled in so far.
    pub(crate) sheet: SheetState,
    /// When the form was handed out.
    shown_at: i64,
    /// By which process.
    by: Uuid,
    /// What makes it this one and no other.
    nonce: Uuid,
}

/// Why a state is not taken.
#[derive(Debug)]
pub(crate) enum NotTaken {
    /// Not ours, changed, too old, or of another call.
    Wrong,
    /// Used before.
    Spent,
    /// It could not be recorded as used.
    Io(io::Error),
}

impl Carried {
    /// How long the form was out.
    fn out(&self, own: Uuid, now: Moment) -> Out {
        Out {
            time: Duration::from_millis(now.since(Moment::from_millis(self.shown_at))),
            here: self.by == own,
        }
    }
}

impl States {
    /// With the key of this directory, made when it is first needed.
    pub(crate) fn in_directory(data: &Path) -> io::Result<Self> {
        let spent = data.join("mcp-spent");
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&spent)?;
        let key = key(&data.join("mcp.key"))?;
        let codec = RequestStateCodec::try_new(key).map_err(io::Error::other)?;
        let states = Self {
            codec,
            spent,
            clock: SystemClock::new(),
            own: Uuid::new_v4(),
        };
        states.forget_old();
        Ok(states)
    }

    /// Seals for one more round of the call that `binding` tells.
    pub(crate) fn seal(
        &self,
        interaction: InteractionId,
        sheet: SheetState,
        binding: &[u8],
    ) -> io::Result<String> {
        let carried = Carried {
            interaction,
            sheet,
            shown_at: self.clock.now().millis(),
            by: self.own,
            nonce: Uuid::nil(),
        };
        self.seal_again(carried, binding)
    }

    /// Seals what was opened for one more use: it is still as old as it was.
    pub(crate) fn seal_again(&self, mut carried: Carried, binding: &[u8]) -> io::Result<String> {
        carried.nonce = Uuid::now_v7();
        let options = SealOptions::new().associated_data(binding).ttl(TIME);
        let sealed = self.codec.seal_json_with(&carried, &options);
        sealed.map_err(io::Error::other)
    }

    /// Opens it and uses it up. Says how long the form was out.
    pub(crate) fn open(&self, sealed: &str, binding: &[u8]) -> Result<(Carried, Out), NotTaken> {
        let opened = self.codec.open_json_with::<Carried>(sealed, binding);
        let carried = opened.map_err(|_: RequestStateError| NotTaken::Wrong)?;
        let name = self.spent.join(carried.nonce.simple().to_string());
        match OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(name)
        {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(NotTaken::Spent);
            }
            Err(error) => return Err(NotTaken::Io(error)),
        }
        let out = carried.out(self.own, self.clock.now());
        Ok((carried, out))
    }

    /// States that are too old to be taken need not be remembered.
    fn forget_old(&self) {
        let Ok(names) = fs::read_dir(&self.spent) else {
            return;
        };
        let now = self.clock.now().millis();
        let limit = u64::try_from(now)
            .unwrap_or_default()
            .saturating_sub(TIME.as_millis() as u64);
        for entry in names.flatten() {
            let name = entry.file_name();
            let made = name
                .to_str()
                .and_then(|name| Uuid::try_parse(name).ok())
                .and_then(|nonce| nonce.get_timestamp())
                .map(|at| at.to_unix().0.saturating_mul(1_000));
            if made.is_some_and(|made| made < limit) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The key of this directory. It gets its name when it is whole: nobody reads half a key.
fn key(path: &Path) -> io::Result<Vec<u8>> {
    match fs::read(path) {
        Ok(key) => return Ok(key),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let key = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()]
        .map(|part| part.simple().to_string())
        .concat();
    let half = path.with_extension(format!("{}.half", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&half)
        .and_then(|mut file| {
            file.write_all(key.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::hard_link(&half, path));
    let _ = fs::remove_file(&half);
    match written {
        Ok(()) => Ok(key.into_bytes()),
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read(path),
        Err(error) => Err(error),
    }
}
