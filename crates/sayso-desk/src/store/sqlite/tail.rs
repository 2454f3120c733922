//! What the log holds beyond the tables beside it.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, Row, ffi};
use sayso_core::id::InteractionId;

use super::read::interaction_id;
use super::write::key;

/// With few facts a commit, so many may gather before the tables are brought up. Everyone who
/// opens the file reads them.
const MANY: usize = 256;

/// With many facts a commit, so many: the more there are, the less each costs.
const TOO_MANY: usize = 4_096;

/// Facts of one commit from which on they count as many.
const STORM: usize = 32;

/// So many are never left: a file that has more of them does not say where its tables end.
const DAMAGE: usize = 16 * TOO_MANY;

/// The facts that the tables beside the log do not tell of yet, by where they stand.
///
/// To file each fact at once, in four places that lie far apart, costs several times what it costs
/// to append it. So that is done for many together, and whoever reads looks here first. Nothing
/// of it is lost with the process: it is read from the log again.
#[derive(Debug, Default)]
pub(super) struct Tail {
    /// The place up to which the tables tell what the log holds.
    settled: i64,
    /// The place up to which this does.
    last: i64,
    /// Where the facts of a session stand, by its number and theirs.
    places: BTreeMap<(i64, u64), i64>,
    interactions: BTreeMap<InteractionId, Filed>,
    /// Facts about interactions beside their asking and their closing.
    touches: BTreeSet<(InteractionId, i64)>,
}

/// Where an interaction stands in the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filed {
    /// The number of its session.
    pub(super) session: i64,
    pub(super) asked: i64,
    /// None while it is open.
    pub(super) closed: Option<i64>,
}

impl Tail {
    /// Reads what was written since, inside a transaction.
    pub(super) fn catch_up(&mut self, view: &Connection) -> rusqlite::Result<()> {
        let settled = view
            .prepare_cached("SELECT place FROM settled")?
            .query_row([], |row| row.get(0))?;
        if settled != self.settled {
            self.restart(settled);
        }
        let mut statement = view.prepare_cached(
            "SELECT place, session, seq, kind, about FROM events WHERE place > ?1 ORDER BY place",
        )?;
        let mut rows = statement.query([self.last])?;
        while let Some(row) = rows.next()? {
            self.read(view, row)?;
            if self.places.len() > DAMAGE {
                let why = "too many facts that no table tells of".to_owned();
                let damaged = ffi::Error::new(ffi::SQLITE_CORRUPT);
                return Err(rusqlite::Error::SqliteFailure(damaged, Some(why)));
            }
        }
        Ok(())
    }

    fn read(&mut self, view: &Connection, row: &Row<'_>) -> rusqlite::Result<()> {
        let (place, session) = (row.get(0)?, row.get(1)?);
        let seq: i64 = row.get(2)?;
        let interaction = row.get::<_, Option<[u8; 16]>>(4)?.map(interaction_id);
        match (row.get_ref(3)?.as_bytes()?, interaction) {
            (b"asked", Some(interaction)) => self.ask(interaction, session, place),
            (b"delivered", Some(interaction)) => self.touch(interaction, place),
            (b"closed", Some(interaction)) => _ = self.close(view, interaction, place)?,
            _ => {}
        }
        self.append(session, seq.cast_unsigned(), place);
        Ok(())
    }

    /// A fact was appended.
    pub(super) fn append(&mut self, session: i64, seq: u64, place: i64) {
        self.places.insert((session, seq), place);
        self.last = place;
    }

    /// An interaction opened.
    pub(super) fn ask(&mut self, interaction: InteractionId, session: i64, asked: i64) {
        let closed = None;
        let filed = Filed {
            session,
            asked,
            closed,
        };
        self.interactions.insert(interaction, filed);
    }

    /// An interaction closed; one that was not open did not. Says whether the tables have a
    /// deadline for it.
    pub(super) fn close(
        &mut self,
        view: &Connection,
        interaction: InteractionId,
        place: i64,
    ) -> rusqlite::Result<bool> {
        if let Some(filed) = self.interactions.get_mut(&interaction) {
            filed.closed = filed.closed.or(Some(place));
            return Ok(false);
        }
        let pending = view
            .prepare_cached("SELECT session, asked, deadline FROM pending WHERE id = ?1")?
            .query_row([key(interaction)], |row| {
                let filed = Filed {
                    session: row.get(0)?,
                    asked: row.get(1)?,
                    closed: Some(place),
                };
                Ok((filed, row.get::<_, Option<i64>>(2)?.is_some()))
            })
            .optional()?;
        let Some((filed, has_deadline)) = pending else {
            return Ok(false);
        };
        self.interactions.insert(interaction, filed);
        Ok(has_deadline)
    }

    /// A fact about an interaction, beside its asking and its closing.
    pub(super) fn touch(&mut self, interaction: InteractionId, place: i64) {
        self.touches.insert((interaction, place));
    }

    /// Where such facts stand.
    pub(super) fn touches_of(&self, interaction: InteractionId) -> impl Iterator<Item = i64> {
        let range = (interaction, i64::MIN)..=(interaction, i64::MAX);
        self.touches.range(range).map(|(_, place)| *place)
    }

    /// Where all such facts stand.
    pub(super) fn touches(&self) -> impl Iterator<Item = (InteractionId, i64)> {
        self.touches.iter().copied()
    }

    /// Where an interaction stands, if that changed.
    pub(super) fn filed(&self, interaction: InteractionId) -> Option<Filed> {
        self.interactions.get(&interaction).copied()
    }

    /// The interactions of which something changed, in the order of their ids.
    pub(super) fn interactions(
        &self,
    ) -> impl ExactSizeIterator<Item = (InteractionId, Filed)> + DoubleEndedIterator {
        self.interactions.iter().map(|(id, filed)| (*id, *filed))
    }

    /// Whether the tables have this interaction as open.
    pub(super) fn was_pending(&self, filed: Filed) -> bool {
        filed.asked <= self.settled
    }

    /// Where the facts of a session from this number on stand.
    pub(super) fn of_session(
        &self,
        session: i64,
        from: u64,
    ) -> impl DoubleEndedIterator<Item = (u64, i64)> {
        let range = (session, from)..=(session, u64::MAX);
        let facts = self.places.range(range);
        facts.map(|((_, seq), place)| (*seq, *place))
    }

    /// Where all facts stand, session by session.
    pub(super) fn places(&self) -> impl Iterator<Item = (i64, u64, i64)> {
        let facts = self.places.iter();
        facts.map(|((session, seq), place)| (*session, *seq, *place))
    }

    /// Whether it is time to bring the tables up, after a commit of so many facts.
    pub(super) fn is_long(&self, facts: usize) -> bool {
        let most = if facts < STORM { MANY } else { TOO_MANY };
        self.places.len() >= most
    }

    /// The place up to which it tells what the log holds.
    pub(super) fn last(&self) -> i64 {
        self.last
    }

    /// The tables tell all up to this place.
    pub(super) fn restart(&mut self, settled: i64) {
        self.places.clear();
        self.interactions.clear();
        self.touches.clear();
        self.settled = settled;
        self.last = settled;
    }
}
