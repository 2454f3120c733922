//! What every node must know to let people and agents in.

use std::sync::Arc;

use sayso_core::digest::Digest;
use sayso_core::moment::Moment;
use tokio_postgres::Row;

use super::facts::{get, moment};
use super::lines::{Exchange, Lines};
use crate::store::{LoginCodes, LoginKind, LoginSession, LoginSessions, StoreError};

/// Login codes outstanding at once.
const CODES: i64 = 64;

/// The tokens and login codes that all nodes of a database share.
pub struct Credentials {
    pub(super) exchange: Arc<Exchange>,
    pub(super) lines: Arc<Lines>,
}

impl Credentials {
    /// The token of this name, for all nodes the same: this one, if there was none.
    pub fn token(&self, name: &str, ours: &str) -> Result<String, StoreError> {
        let (name, ours) = (name.to_owned(), ours.to_owned());
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                line.query(
                    "INSERT INTO tokens (name, token) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    &[&name, &ours],
                )
                .await?;
                let found = line
                    .query("SELECT token FROM tokens WHERE name = $1", &[&name])
                    .await?;
                found.first().map_or(Ok(ours), |row| get(row, 0))
            })
        })
    }
}

impl Credentials {
    /// The token of this name, if there is one.
    pub fn known_token(&self, name: &str) -> Result<Option<String>, StoreError> {
        let name = name.to_owned();
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let found = line
                    .query("SELECT token FROM tokens WHERE name = $1", &[&name])
                    .await?;
                found.first().map(|row| get(row, 0)).transpose()
            })
        })
    }

    /// Puts this token in the place of the one of this name, for all nodes.
    pub fn replace_token(&self, name: &str, token: &str) -> Result<(), StoreError> {
        let (name, token) = (name.to_owned(), token.to_owned());
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                line.query(
                    "INSERT INTO tokens (name, token) VALUES ($1, $2)
                     ON CONFLICT (name) DO UPDATE SET token = excluded.token",
                    &[&name, &token],
                )
                .await
                .map(drop)
            })
        })
    }
}

/// Tokens of further people stand under this and their name.
const PEOPLE: &str = "people/";

impl Credentials {
    /// The token of a further person, for all nodes the same: this one, if there was none.
    pub fn token_of(&self, person: &str, ours: &str) -> Result<String, StoreError> {
        self.token(&format!("{PEOPLE}{person}"), ours)
    }

    /// All further people, each with a token.
    pub fn people(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let rows = line
                    .query(
                        "SELECT substr(name, length($1) + 1), token FROM tokens
                         WHERE starts_with(name, $1) ORDER BY name",
                        &[&PEOPLE],
                    )
                    .await?;
                rows.iter()
                    .map(|row| Ok((get(row, 0)?, get(row, 1)?)))
                    .collect()
            })
        })
    }

    /// Takes a further person's token away; whether there was one.
    pub fn remove_token_of(&self, person: &str) -> Result<bool, StoreError> {
        let name = format!("{PEOPLE}{person}");
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let gone = line
                    .query(
                        "DELETE FROM tokens WHERE name = $1 RETURNING name",
                        &[&name],
                    )
                    .await?;
                Ok(!gone.is_empty())
            })
        })
    }
}

impl LoginCodes for Credentials {
    fn keep(&self, code: &str, until: Moment) -> Result<(), StoreError> {
        let hash = Digest::of(&[code.as_bytes()]).0.to_vec();
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                line.query(
                    "INSERT INTO codes (hash, until) VALUES ($1, $2)",
                    &[&hash, &until.millis()],
                )
                .await?;
                line.query(
                    "DELETE FROM codes WHERE hash NOT IN
                     (SELECT hash FROM codes ORDER BY until DESC LIMIT $1)",
                    &[&CODES],
                )
                .await
                .map(drop)
            })
        })
    }

    fn spend(&self, code: &str, now: Moment) -> Result<bool, StoreError> {
        let hash = Digest::of(&[code.as_bytes()]).0.to_vec();
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let spent = line
                    .query(
                        "DELETE FROM codes WHERE hash = $1 RETURNING until >= $2",
                        &[&hash, &now.millis()],
                    )
                    .await?;
                spent.first().map_or(Ok(false), |row| get(row, 0))
            })
        })
    }
}

impl LoginSessions for Credentials {
    fn add(&self, session: &LoginSession, now: Moment) -> Result<(), StoreError> {
        let session = session.clone();
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                line.query(
                    "DELETE FROM login_sessions WHERE until < $1",
                    &[&now.millis()],
                )
                .await?;
                line.query(
                    "INSERT INTO login_sessions (id, kind, person, label, since, until, token_mark)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    &[
                        &session.id,
                        &session.kind.word(),
                        &session.person,
                        &session.label,
                        &session.since.millis(),
                        &session.until.millis(),
                        &session.token_mark,
                    ],
                )
                .await
                .map(drop)
            })
        })
    }

    fn list(&self) -> Result<Vec<LoginSession>, StoreError> {
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let rows = line
                    .query(
                        "SELECT id, kind, person, label, since, until, token_mark, revoked
                         FROM login_sessions ORDER BY since DESC, id",
                        &[],
                    )
                    .await?;
                rows.iter().map(login_session).collect()
            })
        })
    }

    fn revoke(&self, id: &str) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                line.query(
                    "UPDATE login_sessions SET revoked = true WHERE id = $1",
                    &[&id],
                )
                .await
                .map(drop)
            })
        })
    }

    fn revoked(&self) -> Result<Vec<String>, StoreError> {
        self.exchange.on(&self.lines, move |line| {
            Box::pin(async move {
                let rows = line
                    .query("SELECT id FROM login_sessions WHERE revoked", &[])
                    .await?;
                rows.iter().map(|row| get(row, 0)).collect()
            })
        })
    }
}

fn login_session(row: &Row) -> Result<LoginSession, StoreError> {
    let kind = match get(row, 1)? {
        "terminal" => LoginKind::Terminal,
        _ => LoginKind::Page,
    };
    Ok(LoginSession {
        id: get(row, 0)?,
        kind,
        person: get(row, 2)?,
        label: get(row, 3)?,
        since: moment(row, 4)?,
        until: moment(row, 5)?,
        token_mark: get(row, 6)?,
        revoked: get(row, 7)?,
    })
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials")
    }
}
