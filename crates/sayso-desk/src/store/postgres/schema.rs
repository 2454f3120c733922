//! The tables, and how older ones become newer ones while nodes of both versions run.

use super::fault::{damaged, fault};
use super::line::Line;
use crate::store::StoreError;

/// One step a version. All steps that are due run in one transaction, by one node at a time.
///
/// A step may add; what the version before it still uses goes away one step later at the
/// earliest. So nodes may be renewed one by one, and go one version back.
const STEPS: [&str; 4] = [
    include_str!("schema.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
    include_str!("schema_4.sql"),
];

/// The oldest version whose nodes can use what the newest step leaves.
const OLDEST: i64 = 3;

/// Brings the tables to the newest version, unless they are there or beyond.
pub(super) async fn migrate(line: &mut Line, schema: &str) -> Result<(), StoreError> {
    line.run("SET statement_timeout TO '60s'; BEGIN").await?;
    let migrated = step_by_step(line, schema).await;
    line.run(if migrated.is_ok() {
        "COMMIT"
    } else {
        "ROLLBACK"
    })
    .await?;
    migrated
}

async fn step_by_step(line: &mut Line, schema: &str) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    line.query(
        "SELECT pg_advisory_xact_lock(hashtext('sayso'), hashtext($1))::text",
        &[&schema],
    )
    .await?;
    let there = line
        .query("SELECT 1 FROM pg_namespace WHERE nspname = $1", &[&schema])
        .await?;
    if there.is_empty() {
        line.run(&format!("CREATE SCHEMA {schema}")).await?;
    }
    line.run("CREATE TABLE IF NOT EXISTS format (version bigint NOT NULL, oldest bigint NOT NULL)")
        .await?;
    let rows = line
        .client
        .query("SELECT version, oldest FROM format", &[])
        .await
        .map_err(fault)?;
    let (found, oldest) = match rows.first() {
        None => (0, 0),
        Some(row) => (
            row.try_get::<_, i64>(0).map_err(|e| damaged("format", e))?,
            row.try_get::<_, i64>(1).map_err(|e| damaged("format", e))?,
        ),
    };
    if oldest > known {
        return Err(StoreError::Newer { found, known });
    }
    if found >= known {
        return Ok(());
    }
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        line.run(step).await?;
    }
    line.run(&format!(
        "DELETE FROM format; INSERT INTO format VALUES ({known}, {OLDEST})"
    ))
    .await
}
