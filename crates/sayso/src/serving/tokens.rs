//! The desk's tokens: files of their owner's, made when they are first needed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use sayso_core::id::SessionId;
use sayso_desk::store::postgres::Credentials;
use sayso_web::Keys;

use super::people_folder::people_with_tokens;

/// The tokens of a desk.
pub(crate) struct Tokens {
    /// May do everything.
    pub(crate) person: String,
    /// May ask, wait and withdraw; never answer.
    pub(crate) agent: String,
    /// Further people, by name.
    people: Vec<(String, String)>,
}

impl Tokens {
    /// Reads them, and makes those that are not there.
    pub(crate) fn in_directory(data: &Path) -> io::Result<Self> {
        Ok(Self {
            person: read_or_make(&data.join("person.token"))?,
            agent: read_or_make(&data.join("agent.token"))?,
            people: people_with_tokens(&data.join(PEOPLE))?,
        })
    }

    /// Those that all nodes of a database share: the first node brings its own, the others take
    /// them over. A directory that holds others belongs to another desk.
    pub(crate) fn sharing(data: &Path, shared: &Credentials) -> io::Result<Self> {
        let share = |name: &str| {
            let path = data.join(format!("{name}.token"));
            let brought = match read_whole(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => random_token()?,
                read => read?,
            };
            let token = shared.token(name, &brought).map_err(io::Error::other)?;
            check_length(&token, &path)?;
            let ours = read_or_put(&path, || Ok(token.clone()))?;
            if token == ours {
                return Ok(token);
            }
            let text = format!(
                "{} is not the token of this database; use another SAYSO_DATA, or remove the \
                 file to take over the database's",
                path.display()
            );
            Err(io::Error::new(io::ErrorKind::InvalidData, text))
        };
        Ok(Self {
            person: share("person")?,
            agent: share("agent")?,
            people: long_enough(shared.people().map_err(io::Error::other)?),
        })
    }

    /// Whose tokens are there: `person`, `agent`, `people/NAME`.
    pub(crate) fn present(data: &Path) -> Vec<String> {
        let both = ["person", "agent"].map(str::to_owned);
        let there = |name: &String| data.join(format!("{name}.token")).exists();
        let further = people_with_tokens(&data.join(PEOPLE)).unwrap_or_default();
        let further = further
            .into_iter()
            .map(|(name, _)| format!("people/{name}"));
        both.into_iter().filter(there).chain(further).collect()
    }

    /// The token of an agent that may act in one session alone.
    pub(crate) fn session_token(self, session: &SessionId) -> Option<String> {
        Keys::new(self.person, self.agent).session_token(session)
    }

    /// What the desk checks them with. Whoever starts it is its owner.
    pub(crate) fn keys(
        self,
        owner: &str,
        data: &Path,
        shared: Option<Arc<Credentials>>,
    ) -> io::Result<Keys> {
        let keys = match shared {
            Some(logins) => {
                Keys::sharing(self.person, self.agent, logins).map_err(io::Error::other)?
            }
            None => Keys::with_sessions_in(data.join("logins.json"), self.person, self.agent)?,
        };
        let keys = keys.owned_by(owner);
        let people = self.people.into_iter();
        Ok(people.fold(keys, |keys, (name, token)| keys.and(&name, token)))
    }
}

/// The folder of further people's tokens.
pub(super) const PEOPLE: &str = "people";

/// Characters of the shortest token that a desk takes; those it makes itself have 64.
const SHORTEST: usize = 32;

pub(super) fn is_long_enough(token: &str) -> bool {
    token.chars().count() >= SHORTEST
}

/// Refuses a token that could be guessed, and names the command that makes another.
fn check_length(token: &str, path: &Path) -> io::Result<()> {
    if is_long_enough(token) {
        return Ok(());
    }
    let text = format!(
        "{}: a token has at least {SHORTEST} characters; make a new one: {}",
        path.display(),
        renewal(path)
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, text))
}

/// The command that puts a new token in the place of the one in this file.
fn renewal(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().and_then(Path::file_name);
    match &*name {
        _ if folder.is_some_and(|folder| folder == PEOPLE) => {
            format!("sayso token remove {name} && sayso token person {name}")
        }
        "person" => "sayso token renew owner".into(),
        _ => format!("sayso token renew {name}"),
    }
}

/// Those people of a database whose tokens cannot be guessed. The others are left out, in the log.
pub(super) fn long_enough(mut people: Vec<(String, String)>) -> Vec<(String, String)> {
    people.retain(|(name, token)| {
        let fits = is_long_enough(token);
        if !fits {
            tracing::warn!(
                "the database's token of {name} is shorter than {SHORTEST} characters and lets \
                 nobody in; make a new one: sayso token remove {name} && sayso token person {name}"
            );
        }
        fits
    });
    people
}

fn read_file(mut file: &File, path: &Path) -> io::Result<String> {
    let found = file.metadata()?;
    let wrong = if found.uid() != rustix::process::geteuid().as_raw() {
        Some("belongs to somebody else; remove it, or use another SAYSO_DATA")
    } else if found.mode() & 0o077 != 0 {
        Some("can be read by others; remove it, so that a new one is made, or chmod it to 600")
    } else {
        None
    };
    if let Some(wrong) = wrong {
        let text = format!("{} {wrong}", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    let mut token = String::new();
    file.read_to_string(&mut token)?;
    Ok(token.trim().to_owned())
}

pub(super) fn read_or_make(path: &Path) -> io::Result<String> {
    read_or_put(path, random_token)
}

pub(super) fn random_token() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A token that was made before, and is one.
pub(super) fn read_whole(path: &Path) -> io::Result<String> {
    read_open(&File::open(path)?, path)
}

/// The same of a file that was opened there.
pub(super) fn read_open(file: &File, path: &Path) -> io::Result<String> {
    let token = read_file(file, path)?;
    check_length(&token, path)?;
    Ok(token)
}

fn read_or_put(path: &Path, make: impl FnOnce() -> io::Result<String>) -> io::Result<String> {
    match read_whole(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    let token = make()?;
    // It gets its name when it is whole: nobody reads half a token.
    let half = path.with_extension(format!("{}.half", std::process::id()));
    let written = write_token(&half, &token).and_then(|()| fs::hard_link(&half, path));
    let _ = fs::remove_file(&half);
    match written {
        Ok(()) => Ok(token),
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read_whole(path),
        Err(error) => Err(error),
    }
}

/// Puts a token in the place of another. Nobody reads half of it, and the old one is gone at once.
pub(super) fn replace(path: &Path, token: &str) -> io::Result<()> {
    let half = path.with_extension(format!("{}.half", std::process::id()));
    let written = write_token(&half, token).and_then(|()| fs::rename(&half, path));
    if written.is_err() {
        let _ = fs::remove_file(&half);
    }
    written
}

fn write_token(path: &Path, token: &str) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    writeln!(file, "{token}")?;
    file.sync_all()
}
