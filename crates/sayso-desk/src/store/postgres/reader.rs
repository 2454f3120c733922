//! The reading side: on connections of its own, beside the writer.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::record::Record;

use super::facts::{
    Link, digest, get, interaction, key, moment, parse, rows, session, signed, unsigned,
};
use super::fault::damaged;
use super::find::find;
use super::line::Line;
use super::lines::{Exchange, Lines, Work};
use super::read;
use super::roll::{not_waited_for, note_unattended};
use crate::clock::{Clock, SystemClock};
use crate::store::reader::is_looked_for;
use crate::store::{Found, HistoryEntry, Pending, Reader, RecordLine, SessionEntry, StoreError};

/// Reads beside the writer.
#[derive(Clone)]
pub(super) struct PostgresReader {
    pub(super) exchange: Arc<Exchange>,
    pub(super) lines: Arc<Lines>,
}

impl PostgresReader {
    fn read<T: Send + 'static>(
        &self,
        work: impl for<'l> FnOnce(&'l mut Line) -> Work<'l, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.exchange.on(&self.lines, work)
    }
}

/// Reads from one view of the store, whatever is written meanwhile.
pub(super) async fn in_one_view<T>(
    line: &mut Line,
    read: impl for<'l> FnOnce(&'l mut Line) -> Work<'l, T>,
) -> Result<T, StoreError> {
    line.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .await?;
    let result = read(line).await;
    line.run("ROLLBACK").await?;
    result
}

impl Reader for PostgresReader {
    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        self.read(move |line| {
            Box::pin(in_one_view(line, move |line| {
                Box::pin(async move {
                    let ids = open_ids(line, most).await?;
                    let mut list = pending(line, &ids).await?;
                    note_unattended(line, list.iter_mut()).await?;
                    Ok(list)
                })
            }))
        })
    }

    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.read(move |line| {
            Box::pin(in_one_view(line, move |line| {
                Box::pin(async move {
                    let mut found = stands(line, interaction).await?;
                    if let Some(Found::Pending(pending)) = &mut found {
                        note_unattended(line, std::iter::once(&mut **pending)).await?;
                    }
                    Ok(found)
                })
            }))
        })
    }

    /// Asked every few seconds while a page listens: only of those that nobody waits for is more read than
    /// the id.
    fn unattended(&self, most: usize) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        self.read(move |line| {
            Box::pin(in_one_view(line, move |line| {
                Box::pin(async move {
                    let now = SystemClock::new().now();
                    let open = open_ids(line, most).await?;
                    let old = open.into_iter().filter(|id| is_looked_for(*id, now));
                    let mut alone: Vec<_> = not_waited_for(line, old).await?.into_iter().collect();
                    alone.sort_unstable();
                    let mut alone = pending(line, &alone).await?;
                    alone.retain(|pending| pending.is_looked_for(now));
                    let name = |pending: Pending| (pending.session, pending.asked.interaction);
                    Ok(alone.into_iter().map(name).collect())
                })
            }))
        })
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Ok(Vec::new());
        }
        let digits = digits.to_lowercase();
        self.read(move |line| {
            Box::pin(async move {
                let found = line
                    .query(
                        "SELECT id FROM interactions
                         WHERE replace(id::text, '-', '') LIKE $1 || '%'
                            OR replace(id::text, '-', '') LIKE '%' || $1
                         LIMIT 8",
                        &[&digits],
                    )
                    .await?;
                found.iter().map(|row| interaction(row, 0)).collect()
            })
        })
    }

    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let (session, before) = (session.cloned(), place_before(before));
        self.read(move |line| {
            Box::pin(in_one_view(line, move |line| {
                Box::pin(history(line, session, before, most))
            }))
        })
    }

    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError> {
        self.read(move |line| {
            Box::pin(async move {
                let found = line
                    .query(
                        "SELECT s.number, s.session, e.at, e.body, e.hash FROM sessions s
                         JOIN events e ON e.session = s.number AND e.seq = 1
                         WHERE s.number < $1 ORDER BY s.number DESC LIMIT $2",
                        &[&place_before(before), &rows(most)],
                    )
                    .await?;
                let entry = |row| {
                    let (session, opened_at) = (session(row, 1)?, moment(row, 2)?);
                    let link = Link::first(&session);
                    match link.check(opened_at, get(row, 3)?, digest(row, 4)?)? {
                        Event::Opened(opening) => Ok(SessionEntry {
                            place: unsigned(row, 0)?,
                            session,
                            opening,
                            opened_at,
                        }),
                        _ => Err(damaged("sessions", "its first fact is no opening")),
                    }
                };
                found.iter().map(entry).collect()
            })
        })
    }

    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        let session = session.clone();
        self.read(move |line| {
            Box::pin(async move { read::records(line, &session, after, most).await })
        })
    }

    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError> {
        self.read(move |line| {
            Box::pin(async move {
                let found = line
                    .query(
                        "SELECT e.place, s.session, e.seq, e.at, e.kind, e.body, e.hash
                         FROM events e JOIN sessions s ON s.number = e.session
                         WHERE e.place > $1 ORDER BY e.place LIMIT $2",
                        &[&signed(after), &rows(most)],
                    )
                    .await?;
                let line = |row| {
                    Ok(RecordLine {
                        place: unsigned(row, 0)?,
                        session: session(row, 1)?,
                        seq: unsigned(row, 2)?,
                        at: moment(row, 3)?,
                        kind: get(row, 4)?,
                        body: get(row, 5)?,
                        hash: digest(row, 6)?,
                    })
                };
                found.iter().map(line).collect()
            })
        })
    }

    fn last_place(&self) -> Result<u64, StoreError> {
        self.read(|line| Box::pin(last_place(line)))
    }

    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError> {
        let session = session.clone();
        self.read(move |line| {
            Box::pin(async move {
                let sql = "SELECT coalesce(max(seq), 0) FROM events
                           WHERE session = (SELECT number FROM sessions WHERE session = $1)";
                read::number(line, sql, &[&session.as_str()]).await
            })
        })
    }

    fn count_pending(&self) -> Result<u64, StoreError> {
        self.read(|line| {
            Box::pin(async move {
                let sql = "SELECT count(*) FROM interactions WHERE closed IS NULL";
                read::number(line, sql, &[]).await
            })
        })
    }

    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
        self.read(|line| Box::pin(read::forgotten(line)))
    }

    fn draft(&self, interaction: InteractionId) -> Result<Option<Draft>, StoreError> {
        self.read(move |line| {
            Box::pin(async move {
                let found = line
                    .query(
                        "SELECT draft FROM drafts WHERE interaction = $1",
                        &[&key(interaction)],
                    )
                    .await?;
                let draft = |row| {
                    let text: &str = get(row, 0)?;
                    serde_json::from_str(text).map_err(|why| damaged("draft", why))
                };
                found.first().map(draft).transpose()
            })
        })
    }

    fn secrets(
        &self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.read(move |line| {
            Box::pin(async move {
                let mut words = read::secrets(line, &[interaction]).await?;
                Ok(words.remove(&interaction).unwrap_or_default())
            })
        })
    }
}

/// How an interaction stands. To be called inside one view.
pub(super) async fn stands(
    line: &mut Line,
    interaction: InteractionId,
) -> Result<Option<Found>, StoreError> {
    let mut found = find(line, &[interaction]).await?;
    Ok(found.pop().map(|(_, found)| found))
}

/// The oldest of all that is open.
async fn open_ids(line: &mut Line, most: usize) -> Result<Vec<InteractionId>, StoreError> {
    let sql = "SELECT id FROM interactions WHERE closed IS NULL ORDER BY asked LIMIT $1";
    let found = line.query(sql, &[&rows(most)]).await?;
    found.iter().map(|row| interaction(row, 0)).collect()
}

/// Those of these that are open.
async fn pending(line: &mut Line, ids: &[InteractionId]) -> Result<Vec<Pending>, StoreError> {
    let open = |(_, found)| match found {
        Found::Pending(pending) => Some(*pending),
        Found::Closed(_) => None,
    };
    let found = find(line, ids).await?;
    Ok(found.into_iter().filter_map(open).collect())
}

/// The place of the newest fact, or of what was last forgotten.
pub(super) async fn last_place(line: &mut Line) -> Result<u64, StoreError> {
    let sql = "SELECT greatest(coalesce((SELECT max(place) FROM events), 0), forgot) FROM gate";
    read::number(line, sql, &[]).await
}

async fn history(
    line: &mut Line,
    of: Option<SessionId>,
    before: i64,
    most: usize,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let closed = match of {
        Some(session) => {
            line.query(
                "SELECT place, body FROM events
                 WHERE session = (SELECT number FROM sessions WHERE session = $1)
                   AND kind = 'closed' AND place < $2 ORDER BY seq DESC LIMIT $3",
                &[&session.as_str(), &before, &rows(most)],
            )
            .await?
        }
        None => {
            line.query(
                "SELECT place, body FROM events WHERE kind = 'closed' AND place < $1
                 ORDER BY place DESC LIMIT $2",
                &[&before, &rows(most)],
            )
            .await?
        }
    };
    let mut places = HashMap::with_capacity(closed.len());
    let mut ids = Vec::with_capacity(closed.len());
    for row in &closed {
        let Event::Closed { interaction, .. } = parse(get(row, 1)?)? else {
            return Err(damaged("events", "filed as closed, but is not"));
        };
        places.insert(interaction, unsigned(row, 0)?);
        ids.push(interaction);
    }
    let found = find(line, &ids).await?;
    let entry = |(id, found)| match found {
        Found::Closed(outcome) => Some(HistoryEntry {
            place: *places.get(&id)?,
            outcome: *outcome,
        }),
        Found::Pending(_) => None,
    };
    Ok(found.into_iter().filter_map(entry).collect())
}

fn place_before(before: Option<u64>) -> i64 {
    before.map_or(i64::MAX, signed)
}
