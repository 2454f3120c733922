//! A desk in this process.

use std::sync::{Mutex, PoisonError};

use sayso_desk::{Desk, DeskError, Handle};

use crate::config::Config;
use crate::storage;

/// A desk in this process.
pub(crate) struct Here {
    desks: Mutex<Desks>,
    config: Config,
}

struct Desks {
    newest: Handle,
    /// Those before the newest have fallen. They write nothing more, but whoever waits at one is
    /// told all the same.
    all: Vec<Desk>,
}

impl Here {
    pub(super) fn open(config: &Config) -> Result<Self, DeskError> {
        let desk = storage::open(config)?.desk;
        let desks = Desks {
            newest: desk.handle(),
            all: vec![desk],
        };
        Ok(Self {
            desks: Mutex::new(desks),
            config: config.clone(),
        })
    }

    /// The desk. When the disk has failed under it another takes its place, so that what a person
    /// entered can be sent again.
    pub(super) fn handle(&self) -> Handle {
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        if desks.newest.has_fallen()
            && let Ok(opened) = storage::open(&self.config)
        {
            desks.newest = opened.desk.handle();
            desks.all.push(opened.desk);
        }
        desks.newest.clone()
    }
}
