//! Reading: facts, lookups, what is due. Each function is one statement, or a few in one view.

use std::collections::{BTreeMap, HashMap};

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;
use uuid::Uuid;

use super::facts::{Link, digest, get, interaction, key, rows, session, signed, unsigned};
use super::fault::damaged;
use super::line::Line;
use crate::store::{Known, Loaded, StoreError};

/// The facts of a session after a number.
pub(super) async fn records(
    line: &mut Line,
    id: &SessionId,
    after: u64,
    most: usize,
) -> Result<Vec<Record>, StoreError> {
    // The fact before the first one comes along, for its hash.
    let most = most.saturating_add(usize::from(after > 0));
    let found = line
        .query(
            "SELECT seq, at, body, hash FROM events
             WHERE session = (SELECT number FROM sessions WHERE session = $1) AND seq >= $2
             ORDER BY seq LIMIT $3",
            &[&id.as_str(), &signed(after), &rows(most)],
        )
        .await?;
    let mut link = Link::first(id);
    link.seq = after.max(1);
    let mut list = Vec::with_capacity(found.len());
    for row in &found {
        if unsigned(row, 0)? == after {
            link.before = digest(row, 3)?;
            link.seq = after + 1;
        } else if after > 0 && link.seq == after {
            return Err(damaged(id.as_str(), "a fact is missing"));
        } else {
            list.push(link.take(row, 0)?);
        }
    }
    Ok(list)
}

/// The facts of these sessions, from where they are known.
pub(super) async fn sessions(
    line: &mut Line,
    mut known: Vec<Known>,
) -> Result<Vec<Loaded>, StoreError> {
    let mut all = Vec::with_capacity(known.len());
    // Twice when something is not what it was: forgotten, and begun anew.
    while !known.is_empty() {
        let names: Vec<&str> = known.iter().map(|known| known.session.as_str()).collect();
        let seqs: Vec<i64> = known.iter().map(|known| signed(known.seq)).collect();
        let found = line
            .query(
                "SELECT w.n - 1, e.seq, e.at, e.body, e.hash
                 FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY AS w (name, seq, n)
                 JOIN sessions s ON s.session = w.name
                 JOIN events e ON e.session = s.number AND e.seq >= w.seq
                 ORDER BY w.n, e.seq",
                &[&names, &seqs],
            )
            .await?;
        let mut found = found.iter().peekable();
        let mut again = Vec::new();
        for (n, known) in (0..).zip(known) {
            let mut link = Link::first(&known.session);
            let mut records = Vec::new();
            let mut is_known = known.seq == 0;
            while let Some(row) = found.next_if(|row| get::<i64>(row, 0) == Ok(n)) {
                if is_known {
                    records.push(link.take(row, 1)?);
                } else if unsigned(row, 1)? == known.seq && digest(row, 4)? == known.head {
                    (link.before, link.seq) = (known.head, known.seq + 1);
                    is_known = true;
                }
            }
            if is_known {
                all.push(Loaded {
                    after: known.seq,
                    session: known.session,
                    records,
                });
            } else {
                again.push(Known { seq: 0, ..known });
            }
        }
        known = again;
    }
    Ok(all)
}

/// The sessions that interactions belong to; those that were never asked are left out.
pub(super) async fn homes(
    line: &mut Line,
    ids: &[InteractionId],
) -> Result<Vec<(InteractionId, SessionId)>, StoreError> {
    let keys: Vec<Uuid> = ids.iter().copied().map(key).collect();
    let found = line
        .query(
            "SELECT i.id, s.session FROM unnest($1::uuid[]) AS w (id)
             JOIN interactions i ON i.id = w.id JOIN sessions s ON s.number = i.session",
            &[&keys],
        )
        .await?;
    let home = |row| Ok((interaction(row, 0)?, session(row, 1)?));
    found.iter().map(home).collect()
}

/// Open interactions whose deadline has come.
pub(super) async fn due(
    line: &mut Line,
    now: Moment,
    most: usize,
) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
    let found = line
        .query(
            "SELECT s.session, i.id FROM interactions i JOIN sessions s ON s.number = i.session
             WHERE i.closed IS NULL AND i.deadline IS NOT NULL AND i.deadline <= $1
             ORDER BY i.deadline LIMIT $2",
            &[&now.millis(), &rows(most)],
        )
        .await?;
    let due = |row| Ok((session(row, 0)?, interaction(row, 1)?));
    found.iter().map(due).collect()
}

/// The earliest deadline of all.
pub(super) async fn next_deadline(line: &mut Line) -> Result<Option<Moment>, StoreError> {
    let found = line
        .query(
            "SELECT deadline FROM interactions WHERE closed IS NULL AND deadline IS NOT NULL
             ORDER BY deadline LIMIT 1",
            &[],
        )
        .await?;
    let at = |row| get(row, 0).map(Moment::from_millis);
    found.first().map(at).transpose()
}

/// Whether there are words of secret questions.
pub(super) async fn keeps_secrets(line: &mut Line) -> Result<bool, StoreError> {
    let rows = line
        .query("SELECT EXISTS (SELECT 1 FROM secrets)", &[])
        .await?;
    rows.first().map_or(Ok(false), |row| get(row, 0))
}

/// The words of secret questions of these interactions.
pub(super) async fn secrets(
    line: &mut Line,
    ids: &[InteractionId],
) -> Result<HashMap<InteractionId, BTreeMap<QuestionId, String>>, StoreError> {
    let keys: Vec<Uuid> = ids.iter().copied().map(key).collect();
    let found = line
        .query(
            "SELECT interaction, question, words FROM secrets WHERE interaction = ANY ($1)",
            &[&keys],
        )
        .await?;
    let mut words: HashMap<InteractionId, BTreeMap<QuestionId, String>> = HashMap::new();
    for row in &found {
        let question = QuestionId::from(get::<&str>(row, 1)?);
        let of = words.entry(interaction(row, 0)?).or_default();
        of.insert(question, get(row, 2)?);
    }
    Ok(words)
}

/// One number.
pub(super) async fn number(
    line: &mut Line,
    sql: &'static str,
    values: &[super::line::Value<'_>],
) -> Result<u64, StoreError> {
    let found = line.query(sql, values).await?;
    let row = found.first();
    row.map_or(Ok(0), |row| unsigned(row, 0))
}

/// Sessions that were forgotten.
pub(super) async fn forgotten(
    line: &mut Line,
) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
    let found = line
        .query(
            "SELECT session, seq, hash FROM forgotten ORDER BY session",
            &[],
        )
        .await?;
    let one = |row| Ok((session(row, 0)?, unsigned(row, 1)?, digest(row, 2)?));
    found.iter().map(one).collect()
}
