//! The two tokens: files of their owner's, made when they are first needed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sayso_desk::store::postgres::Credentials;

/// The two tokens of a desk.
pub(crate) struct Tokens {
    /// May do everything.
    pub(crate) person: String,
    /// May ask, wait and withdraw; never answer.
    pub(crate) agent: String,
}

impl Tokens {
    /// Reads them, and makes those that are not there.
    pub(crate) fn in_directory(data: &Path) -> io::Result<Self> {
        Ok(Self {
            person: read_or_make(&data.join("person.token"))?,
            agent: read_or_make(&data.join("agent.token"))?,
        })
    }
}

impl Tokens {
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
        })
    }
}

/// A token that was made before.
fn read_token(path: &Path) -> io::Result<String> {
    Ok(fs::read_to_string(path)?.trim().to_owned())
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
