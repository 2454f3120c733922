//! The desk's tokens: files of their owner's, made when they are first needed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sayso_desk::store::postgres::Credentials;
use sayso_web::Keys;

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
            people: people(&data.join(PEOPLE))?,
        })
    }

    /// Those that all nodes of a database share: the first node brings its own, the others take
    /// them over. A directory that holds others belongs to another desk.
    pub(crate) fn sharing(data: &Path, shared: &Credentials) -> io::Result<Self> {
        let share = |name: &str| {
            let path = data.join(format!("{name}.token"));
            let brought = match read_token(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => random_token()?,
                read => read?,
            };
            let token = shared.token(name, &brought).map_err(io::Error::other)?;
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
            people: people(&data.join(PEOPLE))?,
        })
    }

    /// Whose tokens are there: `person`, `agent`, `people/NAME`.
    pub(crate) fn present(data: &Path) -> Vec<String> {
        let both = ["person", "agent"].map(str::to_owned);
        let there = |name: &String| data.join(format!("{name}.token")).exists();
        let further = people(&data.join(PEOPLE)).unwrap_or_default();
        let further = further
            .into_iter()
            .map(|(name, _)| format!("people/{name}"));
        both.into_iter().filter(there).chain(further).collect()
    }

    /// The token of a further person, made if it is not there.
    pub(crate) fn of_person(data: &Path, name: &str) -> io::Result<String> {
        if !is_name(name) {
            let text = format!("{name:?} is no name: letters, digits, `-` and `_`, at most {NAME}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        let folder = data.join(PEOPLE);
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        read_or_make(&folder.join(format!("{name}.token")))
    }

    /// What the desk checks them with. Whoever starts it is its owner.
    pub(crate) fn keys(self, owner: &str, shared: Option<Arc<Credentials>>) -> Keys {
        let keys = match shared {
            Some(codes) => Keys::sharing(self.person, self.agent, codes),
            None => Keys::new(self.person, self.agent),
        };
        let keys = keys.owned_by(owner);
        let people = self.people.into_iter();
        people.fold(keys, |keys, (name, token)| keys.and(&name, token))
    }
}

/// Further people's tokens, as long as a desk runs.
pub(crate) struct People {
    folder: PathBuf,
    /// When the folder was last changed, as far as is known.
    seen: Mutex<Option<SystemTime>>,
}

impl People {
    pub(crate) fn new(data: &Path) -> Self {
        Self {
            folder: data.join(PEOPLE),
            seen: Mutex::new(None),
        }
    }

    /// All of them, if some came or went since this was last called. What cannot be read leaves
    /// everything as it was.
    pub(crate) fn changed(&self) -> Option<Vec<(String, String)>> {
        let changed = fs::metadata(&self.folder).and_then(|folder| folder.modified());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = match changed {
            Ok(changed) => changed,
            // Nobody is left; or nobody ever was.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return seen.take().map(|_| Vec::new());
            }
            Err(_) => return None,
        };
        // Two changes of one moment look like one.
        let settled = changed.elapsed().is_ok_and(|ago| ago > A_MOMENT);
        if *seen == Some(changed) && settled {
            return None;
        }
        match people(&self.folder) {
            Ok(people) => {
                *seen = Some(changed);
                Some(people)
            }
            Err(error) => {
                tracing::warn!(%error, "people's tokens could not be read");
                None
            }
        }
    }
}

/// What the clock of a file system may not tell apart.
const A_MOMENT: Duration = Duration::from_secs(2);

/// The folder of further people's tokens.
const PEOPLE: &str = "people";
/// Characters of a name.
const NAME: usize = 64;

fn is_name(name: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    !name.is_empty() && name.chars().count() <= NAME && name.chars().all(letter)
}

fn people(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut people = Vec::new();
    for entry in entries {
        let file = entry?.file_name();
        let name = file.to_str().and_then(|file| file.strip_suffix(".token"));
        if let Some(name) = name.filter(|name| is_name(name)) {
            people.push((name.to_owned(), read_or_make(&folder.join(&file))?));
        }
    }
    Ok(people)
}

/// A token that was made before, and that nobody but its owner can have read or laid there.
fn read_token(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
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

fn read_or_make(path: &Path) -> io::Result<String> {
    read_or_put(path, random_token)
}

fn random_token() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn read_or_put(path: &Path, make: impl FnOnce() -> io::Result<String>) -> io::Result<String> {
    match read_token(path) {
        Ok(token) if token.len() >= 32 => return Ok(token),
        Ok(_) => {
            let text = format!("{} holds no token; remove it", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let token = make()?;
    // It gets its name when it is whole: nobody reads half a token.
    let half = path.with_extension(format!("{}.half", std::process::id()));
    let written = write_token(&half, &token).and_then(|()| fs::hard_link(&half, path));
    let _ = fs::remove_file(&half);
    match written {
        Ok(()) => Ok(token),
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read_token(path),
        Err(error) => Err(error),
    }
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
