//! How interactions stand, many at once.

use std::collections::HashMap;

use sayso_core::answer::Answers;
use sayso_core::digest::Digest;
use sayso_core::event::{Asked, Event};
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;
use sayso_core::state::State;
use tokio_postgres::Row;
use uuid::Uuid;

use super::facts::{Link, digest, get, key, moment, session, signed, unsigned};
use super::fault::damaged;
use super::line::Line;
use super::read::records;
use crate::store::{Found, Pending, StoreError};

/// An interaction with the fact that asked it.
struct Begun {
    session: SessionId,
    seq: u64,
    at: Moment,
    hash: Digest,
    asked: Box<Asked>,
}

/// How these interactions stand, in their order; those that were never asked are left out. To
/// be called inside one view.
pub(super) async fn find(
    line: &mut Line,
    ids: &[InteractionId],
) -> Result<Vec<(InteractionId, Found)>, StoreError> {
    let rows = rows(line, ids).await?;
    let (mut found, mut open) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in &rows {
        let begun = begun(row)?;
        let id = begun.asked.interaction;
        if get::<Option<i64>>(row, 6)?.is_some() {
            let outcome = outcome(line, row, begun).await?;
            found.push((id, Some(Found::Closed(Box::new(outcome)))));
        } else {
            found.push((id, None));
            open.push(begun);
        }
    }
    let mut pending = pending(line, open).await?;
    let filled = |(id, found): (InteractionId, Option<Found>)| {
        let found = found.or_else(|| pending.remove(&id).map(Box::new).map(Found::Pending));
        let missing = || damaged("interactions", "its session has no facts");
        Ok((id, found.ok_or_else(missing)?))
    };
    found.into_iter().map(filled).collect()
}

/// How those of these closed that have closed.
pub(super) async fn closed(
    line: &mut Line,
    ids: &[InteractionId],
) -> Result<Vec<Outcome>, StoreError> {
    let mut closed = Vec::new();
    for row in &rows(line, ids).await? {
        if get::<Option<i64>>(row, 6)?.is_some() {
            closed.push(outcome(line, row, begun(row)?).await?);
        }
    }
    Ok(closed)
}

/// The facts that asked and closed these interactions, each with the hash of the one before.
async fn rows(line: &mut Line, ids: &[InteractionId]) -> Result<Vec<Row>, StoreError> {
    let keys: Vec<Uuid> = ids.iter().copied().map(key).collect();
    line.query(
        "SELECT s.session, a.seq, a.at, a.body, a.hash, ab.hash,
                c.seq, c.at, c.body, c.hash, cb.hash,
                d.seq, d.at, d.body, d.hash, db.hash
         FROM unnest($1::uuid[]) WITH ORDINALITY AS w (id, n)
         JOIN interactions i ON i.id = w.id
         JOIN sessions s ON s.number = i.session
         JOIN events a ON a.place = i.asked
         LEFT JOIN events ab ON ab.session = a.session AND ab.seq = a.seq - 1
         LEFT JOIN events c ON c.place = i.closed
         LEFT JOIN events cb ON cb.session = c.session AND cb.seq = c.seq - 1
         LEFT JOIN events d ON d.place = i.delivered
         LEFT JOIN events db ON db.session = d.session AND db.seq = d.seq - 1
         ORDER BY w.n",
        &[&keys],
    )
    .await
}

fn begun(row: &Row) -> Result<Begun, StoreError> {
    let (session, seq, at) = (session(row, 0)?, unsigned(row, 1)?, moment(row, 2)?);
    let hash = digest(row, 4)?;
    let link = Link {
        session: &session,
        before: before(row, 5)?,
        seq,
    };
    let Event::Asked(asked) = link.check(at, get(row, 3)?, hash)? else {
        return Err(damaged("interactions", "its first fact is no ask of its"));
    };
    Ok(Begun {
        session,
        seq,
        at,
        hash,
        asked,
    })
}

fn before(row: &Row, column: usize) -> Result<Digest, StoreError> {
    match get::<Option<&[u8]>>(row, column)? {
        None => Ok(Digest::default()),
        Some(_) => digest(row, column),
    }
}

async fn outcome(line: &mut Line, row: &Row, begun: Begun) -> Result<Outcome, StoreError> {
    let Begun { session, asked, .. } = begun;
    let link = Link {
        session: &session,
        before: before(row, 10)?,
        seq: unsigned(row, 6)?,
    };
    let event = link.check(moment(row, 7)?, get(row, 8)?, digest(row, 9)?)?;
    let closing = match event {
        Event::Closed {
            interaction,
            closing,
        } if interaction == asked.interaction => closing,
        _ => {
            let why = "its last fact is no closing of its";
            return Err(damaged("interactions", why));
        }
    };
    let (timed_out, closed) = (closing.state == State::Timeout, link.seq);
    let mut outcome = Outcome::of_facts(&session, *asked, closing);
    if get::<Option<i64>>(row, 11)?.is_some() {
        let link = Link {
            session: &session,
            before: before(row, 15)?,
            seq: unsigned(row, 11)?,
        };
        let event = link.check(moment(row, 12)?, get(row, 13)?, digest(row, 14)?)?;
        outcome.lived_through(&event);
    }
    if timed_out {
        for record in records(line, &session, closed, usize::MAX).await? {
            outcome.lived_through(&record.event);
        }
    }
    Ok(outcome)
}

/// What happened to open interactions since they were asked, and how their sessions began.
async fn pending(
    line: &mut Line,
    open: Vec<Begun>,
) -> Result<HashMap<InteractionId, Pending>, StoreError> {
    if open.is_empty() {
        return Ok(HashMap::new());
    }
    let names: Vec<&str> = open.iter().map(|begun| begun.session.as_str()).collect();
    let seqs: Vec<i64> = open.iter().map(|begun| signed(begun.seq)).collect();
    let rows = line
        .query(
            "SELECT w.n - 1, e.seq, e.at, e.body, e.hash
             FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY AS w (name, seq, n)
             JOIN sessions s ON s.session = w.name
             JOIN LATERAL (
                 SELECT * FROM events f WHERE f.session = s.number AND f.seq = 1
                 UNION ALL
                 SELECT * FROM events f
                 WHERE f.session = s.number AND f.seq > greatest(w.seq, 1)
             ) e ON true
             ORDER BY w.n, e.seq",
            &[&names, &seqs],
        )
        .await?;
    let mut rows = rows.iter().peekable();
    let mut list = HashMap::with_capacity(open.len());
    for (n, begun) in (0..).zip(open) {
        let mut link = Link::first(&begun.session);
        let mut opening = None;
        let mut since = Vec::new();
        while let Some(row) = rows.next_if(|row| get::<i64>(row, 0) == Ok(n)) {
            let record = link.take(row, 1)?;
            if record.seq == 1 {
                opening = Some(opened(&begun.session, record)?);
                (link.before, link.seq) = (begun.hash, begun.seq + 1);
            } else {
                since.push(record);
            }
        }
        let Begun {
            session, at, asked, ..
        } = begun;
        let missing = || damaged(session.as_str(), "its first fact is no opening");
        let pending = Pending {
            unattended: false,
            opening: opening.ok_or_else(missing)?,
            session: session.clone(),
            asked_at: at,
            asked: *asked,
            answers: Answers::new(),
        };
        list.insert(pending.asked.interaction, lived(pending, since)?);
    }
    Ok(list)
}

fn opened(session: &SessionId, first: Record) -> Result<Opening, StoreError> {
    match first.event {
        Event::Opened(opening) => Ok(opening),
        _ => Err(damaged(session.as_str(), "its first fact is no opening")),
    }
}

/// Answers so far, clock stopped.
fn lived(mut pending: Pending, since: Vec<Record>) -> Result<Pending, StoreError> {
    let this = pending.asked.interaction;
    for record in since {
        match record.event {
            Event::Answered {
                interaction,
                answers,
                ..
            } if interaction == this => pending.answers.extend(answers),
            Event::Held {
                interaction, left, ..
            } if interaction == this => {
                if let Some(deadline) = &mut pending.asked.deadline {
                    deadline.held_with = Some(left);
                }
            }
            Event::Released {
                interaction, at, ..
            } if interaction == this => {
                if let Some(deadline) = &mut pending.asked.deadline {
                    deadline.held_with = None;
                    deadline.at = at;
                }
            }
            Event::Closed { interaction, .. } if interaction == this => {
                return Err(damaged("interactions", "filed as open, but is closed"));
            }
            _ => {}
        }
    }
    Ok(pending)
}
