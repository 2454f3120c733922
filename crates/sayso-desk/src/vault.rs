//! What seals the words of secret questions.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use sayso_core::digest::Digest;
use sayso_core::id::InteractionId;
use sayso_core::secrets::Secret;

use crate::store::StoreError;

/// Bytes of a key and of a nonce.
const KEY: usize = 32;
const NONCE: usize = 24;
/// How it was sealed, in front of everything sealed.
const VERSION: &str = "1.";

/// Seals words with a key that lies in a file of its owner's. Whoever has the store without that
/// file has nothing. What is sealed is bound to its question: it opens nowhere else.
#[derive(Clone)]
pub struct Vault {
    path: PathBuf,
    /// Whether others use the same key, so that nobody may make one up.
    shared: bool,
    /// The key itself, where the program keeps it.
    given: Option<[u8; KEY]>,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vault")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// Why words cannot be sealed or opened.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The key is not there, and something is sealed with it.
    #[error(
        "secret words are sealed with a key that is missing: put {0} back; without it nobody can read them"
    )]
    NoKey(PathBuf),
    /// Nobody put the key there that all nodes share.
    #[error(
        "nothing secret can be asked here yet: the key that all nodes share, {0}, is missing; \
         make one (`openssl rand -hex 32`) and put the same on every node"
    )]
    NoSharedKey(PathBuf),
    /// Other nodes have another key.
    #[error(
        "{0} is not the key of secret words that the other nodes of this database have; put theirs there"
    )]
    AnotherKey(PathBuf),
    /// The key cannot be read or made.
    #[error("the key of secret words, {0}: {1}")]
    Key(PathBuf, io::Error),
    /// The file holds no key.
    #[error("{0} holds no key of secret words; put the right one back")]
    NotAKey(PathBuf),
    /// It was sealed with another key, for another question, or was changed.
    #[error("secret words do not open with the key {0}: they were sealed with another, or changed")]
    Unfit(PathBuf),
}

impl From<VaultError> for StoreError {
    /// Agents get to read this, and need not learn where the data lies: the log says that.
    fn from(error: VaultError) -> Self {
        tracing::error!(%error, "secret words cannot be sealed or opened");
        Self::Vault(error.without_folder().to_string())
    }
}

impl VaultError {
    /// The same with the name of the key's file alone.
    fn without_folder(self) -> Self {
        let name = |path: PathBuf| path.file_name().map(PathBuf::from).unwrap_or_default();
        match self {
            Self::NoKey(path) => Self::NoKey(name(path)),
            Self::NoSharedKey(path) => Self::NoSharedKey(name(path)),
            Self::AnotherKey(path) => Self::AnotherKey(name(path)),
            Self::Key(path, error) => Self::Key(name(path), error),
            Self::NotAKey(path) => Self::NotAKey(name(path)),
            Self::Unfit(path) => Self::Unfit(name(path)),
        }
    }
}

impl Vault {
    /// With the key in this file; it is made when there is nothing yet that another one sealed.
    pub fn with_key(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            shared: false,
            given: None,
        }
    }

    /// With the key in this file, which somebody put there, and on every other node.
    pub fn with_shared_key(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            shared: true,
            given: None,
        }
    }

    /// With this key, for a program that keeps it somewhere else than in a file.
    pub fn of_key(key: [u8; KEY]) -> Self {
        Self {
            path: PathBuf::from("(the program's own key)"),
            shared: true,
            given: Some(key),
        }
    }

    /// Whether there is a key, or one may be made: so that words can be sealed. `used` says
    /// whether words are there that a key sealed already.
    pub fn prepare(
        &self,
        used: impl FnOnce() -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        match self.key() {
            Err(VaultError::NoKey(_)) if !self.shared && !used()? => Ok(self.make()?),
            found => Ok(found.map(drop)?),
        }
    }

    /// Something that only the same key opens; for other nodes to compare theirs.
    pub fn proof(&self) -> Result<String, VaultError> {
        self.seal(&a_proof(String::from("sayso")))
    }

    /// Whether a proof was made with this key.
    pub fn check(&self, proof: &str) -> Result<(), VaultError> {
        let opened = self.open(&a_proof(proof.to_owned()));
        match opened {
            Err(VaultError::Unfit(path)) => Err(VaultError::AnotherKey(path)),
            opened => opened.map(drop),
        }
    }

    /// What the secret words of an interaction can be collected with. Nobody can guess it without the
    /// key, and every node makes the same.
    pub fn collect_token(&self, interaction: InteractionId) -> Result<String, VaultError> {
        let id = interaction.bits().to_be_bytes();
        Ok(Digest::of(&[b"collect", &self.key()?, &id]).to_string())
    }

    /// The words, sealed.
    pub fn seal(&self, secret: &Secret) -> Result<String, VaultError> {
        let cipher = XChaCha20Poly1305::new(&self.key()?.into());
        let mut sealed = vec![0; NONCE];
        self.fill(&mut sealed)?;
        let nonce: [u8; NONCE] = std::array::from_fn(|n| sealed[n]);
        let bound = bound(secret);
        let payload = Payload {
            msg: secret.words.as_bytes(),
            aad: &bound,
        };
        let words = cipher.encrypt(&XNonce::from(nonce), payload);
        sealed.extend(words.map_err(|_| VaultError::Unfit(self.path.clone()))?);
        let hex: String = sealed.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{VERSION}{hex}"))
    }

    /// The words that were sealed: `secret.words` holds them sealed.
    pub fn open(&self, secret: &Secret) -> Result<String, VaultError> {
        let unfit = || VaultError::Unfit(self.path.clone());
        let cipher = XChaCha20Poly1305::new(&self.key()?.into());
        let hex = secret.words.strip_prefix(VERSION).ok_or_else(unfit)?;
        let sealed = bytes(hex).ok_or_else(unfit)?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().ok_or_else(unfit)?;
        let bound = bound(secret);
        let payload = Payload {
            msg: sealed,
            aad: &bound,
        };
        let words = cipher.decrypt(&XNonce::from(*nonce), payload);
        String::from_utf8(words.map_err(|_| unfit())?).map_err(|_| unfit())
    }

    /// The key is read each time: secrets are few, and it need not lie in memory meanwhile.
    fn key(&self) -> Result<[u8; KEY], VaultError> {
        if let Some(key) = self.given {
            return Ok(key);
        }
        let path = || self.path.clone();
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(VaultError::Key(path(), error));
            }
            Err(_) if self.shared => return Err(VaultError::NoSharedKey(path())),
            Err(_) => return Err(VaultError::NoKey(path())),
        };
        let key: Option<[u8; KEY]> = bytes(text.trim()).and_then(|key| key.try_into().ok());
        key.ok_or_else(|| VaultError::NotAKey(self.path.clone()))
    }

    /// Makes a key. It gets its name when it is whole and on disk; who is later takes the first.
    fn make(&self) -> Result<(), VaultError> {
        let failed = |error| VaultError::Key(self.path.clone(), error);
        let mut key = [0; KEY];
        self.fill(&mut key)?;
        let text: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        let half = self
            .path
            .with_extension(format!("{}.half", uuid::Uuid::new_v4().simple()));
        let written = write(&half, &text).and_then(|()| fs::hard_link(&half, &self.path));
        let _ = fs::remove_file(&half);
        match written {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed(error)),
            _ => sync_folder(&self.path).map_err(failed),
        }
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), VaultError> {
        let filled = getrandom::fill(bytes).map_err(io::Error::other);
        filled.map_err(|error| VaultError::Key(self.path.clone(), error))
    }
}

/// What nobody was ever asked.
fn a_proof(words: String) -> Secret {
    Secret {
        interaction: InteractionId::new(0),
        question: "proof".into(),
        words,
    }
}

/// What sealed words belong to.
fn bound(secret: &Secret) -> Vec<u8> {
    format!("{}/{}", secret.interaction, secret.question).into_bytes()
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    writeln!(file, "{text}")?;
    file.sync_all()
}

/// What was sealed with a key is only worth something if the key is still there after a power cut.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) => fs::File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    if !hex.len().is_multiple_of(2) || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..hex.len())
        .step_by(2)
        .map(|n| u8::from_str_radix(hex.get(n..n + 2)?, 16).ok())
        .collect()
}
