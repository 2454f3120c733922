//! Everyone who is told, in a file that only its owner can read.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::address::{Address, decoded, encoded};
use super::vapid::Vapid;
use crate::private_file;

/// Browsers that are told, at most; the ones that asked first go first.
const MOST: usize = 50;

/// Everyone who is told, and the key that it is signed with.
#[derive(Debug)]
pub(crate) struct Addresses {
    path: PathBuf,
    kept: Mutex<Option<Kept>>,
    /// The place in the log after which somebody wants to be told; none when nobody does.
    wanted: watch::Sender<Option<u64>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    key: String,
    addresses: Vec<Address>,
}

impl Addresses {
    /// In this file; it is made when it is first needed.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self {
            path,
            kept: Mutex::default(),
            wanted: watch::Sender::new(None),
        }
    }

    /// Those who asked to be told are told from this place on.
    pub(super) fn begin(&self, place: u64) {
        if !self.all().is_empty() {
            self.wanted.send_replace(Some(place));
        }
    }

    /// Whether somebody wants to be told, and of what comes after which place.
    pub(super) fn wanted(&self) -> watch::Receiver<Option<u64>> {
        self.wanted.subscribe()
    }

    /// The key as browsers take it.
    pub(crate) fn public_key(&self) -> io::Result<String> {
        Ok(self.vapid()?.public_key())
    }

    /// Tells this one too, of what comes after this place. One that was told before is told once.
    pub(crate) fn add(&self, address: Address, place: u64) -> io::Result<()> {
        self.change(place, |addresses| {
            addresses.retain(|one| one.endpoint != address.endpoint);
            addresses.push(address);
            let over = addresses.len().saturating_sub(MOST);
            addresses.drain(..over);
        })
    }

    /// Tells this one no more.
    pub(crate) fn remove(&self, endpoint: &str) -> io::Result<()> {
        self.change(0, |addresses| {
            addresses.retain(|one| one.endpoint != endpoint);
        })
    }

    /// Everyone; nobody when the file cannot be read.
    pub(super) fn all(&self) -> Vec<Address> {
        match &*self.lock() {
            Some(kept) => kept.addresses.clone(),
            None if !self.path.exists() => Vec::new(),
            None => self.read().map(|kept| kept.addresses).unwrap_or_default(),
        }
    }

    pub(super) fn vapid(&self) -> io::Result<Vapid> {
        let mut kept = self.lock();
        let known = match kept.take() {
            Some(known) => known,
            None => self.read()?,
        };
        let key = decoded(&known.key).unwrap_or_default();
        *kept = Some(known);
        Vapid::read(&key)
    }

    fn change(&self, place: u64, change: impl FnOnce(&mut Vec<Address>)) -> io::Result<()> {
        let mut all = self.lock();
        let mut kept = match all.take() {
            Some(kept) => kept,
            None => self.read()?,
        };
        change(&mut kept.addresses);
        self.wanted.send_modify(|wanted| {
            *wanted = match kept.addresses.is_empty() {
                true => None,
                false => Some(wanted.unwrap_or(place)),
            };
        });
        let written = self.write(&kept);
        *all = Some(kept);
        written
    }

    fn read(&self) -> io::Result<Kept> {
        match fs::read(&self.path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let kept = Kept {
                    key: encoded(Vapid::make()?),
                    addresses: Vec::new(),
                };
                self.write(&kept)?;
                Ok(kept)
            }
            Err(error) => Err(error),
        }
    }

    fn write(&self, kept: &Kept) -> io::Result<()> {
        private_file::replace(&self.path, &serde_json::to_vec_pretty(kept)?)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
