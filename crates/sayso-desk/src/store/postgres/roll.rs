//! Who is waited for at which node: a list of each, which counts as long as the node gives word.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use sayso_core::id::InteractionId;
use uuid::Uuid;

use super::facts::{interaction, key};
use super::hints::Hints;
use super::line::Line;
use crate::clock::{Clock, SystemClock};
use crate::store::{Pending, Roll, StoreError};

/// Where one node tells the others. What it is handed goes out beside its hints.
pub(super) struct NodeRoll(pub(super) Arc<Hints>);

impl Roll for NodeRoll {
    fn write(&mut self, waited_for: &[InteractionId]) -> io::Result<()> {
        self.0.waited_for(waited_for);
        Ok(())
    }
}

/// Tells the list of this node anew, and clears away what was left by nodes that are long gone.
pub(super) async fn tell(line: &mut Line, node: &str, list: &[Uuid]) -> Result<(), StoreError> {
    if list.is_empty() {
        let sql = "DELETE FROM waiting WHERE node = $1";
        return line.query(sql, &[&node]).await.map(drop);
    }
    line.query(
        "WITH gone AS (
             DELETE FROM waiting
             WHERE told < clock_timestamp() - interval '1 minute' AND node <> $1
         )
         INSERT INTO waiting (node, told, waited_for) VALUES ($1, clock_timestamp(), $2)
         ON CONFLICT (node) DO UPDATE
         SET told = excluded.told, waited_for = excluded.waited_for",
        &[&node, &list],
    )
    .await
    .map(drop)
}

/// Notes which of these nobody waits for.
pub(super) async fn note_unattended(
    line: &mut Line,
    open: impl Iterator<Item = &mut Pending> + Send,
) -> Result<(), StoreError> {
    let now = SystemClock::new().now();
    let mut looked_for: Vec<&mut Pending> =
        open.filter(|pending| pending.is_looked_for(now)).collect();
    let ids = looked_for.iter().map(|pending| pending.asked.interaction);
    let unattended = not_waited_for(line, ids).await?;
    for pending in &mut looked_for {
        pending.unattended = unattended.contains(&pending.asked.interaction);
    }
    Ok(())
}

/// Those of these that are waited for at no node that lives: each gives word every second.
pub(super) async fn not_waited_for(
    line: &mut Line,
    ids: impl Iterator<Item = InteractionId>,
) -> Result<HashSet<InteractionId>, StoreError> {
    let ids: Vec<Uuid> = ids.map(key).collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = line
        .query(
            "SELECT id FROM unnest($1::uuid[]) AS w (id) WHERE id NOT IN (
                 SELECT unnest(waited_for) FROM waiting
                 WHERE told > clock_timestamp() - interval '10 seconds'
             )",
            &[&ids],
        )
        .await?;
    rows.iter().map(|row| interaction(row, 0)).collect()
}
