//! One connection to the database, with its statements prepared once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, Row, Statement};

use super::address::Address;
use super::fault::fault;
use super::tls::Tls;
use crate::store::StoreError;

/// A parameter of a statement.
pub(super) type Value<'v> = &'v (dyn ToSql + Sync);

/// The server gives up on a statement after this long, and tells so: sooner than we would.
const STATEMENT: Duration = Duration::from_millis(1_500);

/// How long greeting the server may take.
const OPEN: Duration = Duration::from_millis(1_500);

// Whoever asks hears within two seconds that the database is away.
const _: () = assert!(STATEMENT.as_millis() < 2_000 && OPEN.as_millis() < 2_000);

/// One connection.
pub(super) struct Line {
    pub(super) client: Client,
    prepared: HashMap<&'static str, Statement>,
}

/// What the server says without being asked: the payloads of notifications, until it hangs up.
pub(super) type Heard = UnboundedReceiver<String>;

impl Line {
    /// Connects, unless that takes too long.
    async fn open(address: &Address, tls: &Tls) -> Result<(Self, Heard), StoreError> {
        let late = |_| Err(StoreError::Away("no word from it while connecting".into()));
        let opened = tokio::time::timeout(OPEN, Self::open_at_last(address, tls)).await;
        opened.unwrap_or_else(late)
    }

    /// Connects, and says how this connection is to be treated.
    async fn open_at_last(address: &Address, tls: &Tls) -> Result<(Self, Heard), StoreError> {
        let (client, connection) = address.config.connect(tls.clone()).await.map_err(fault)?;
        let (tell, heard) = unbounded_channel();
        tokio::spawn(carry(connection, tell));
        let (schema, statement) = (&address.schema, STATEMENT.as_millis());
        // Small tables grow large under a plan that was made once: no plan may read a whole table.
        // And whatever the server's default is, what is acknowledged is on disk.
        let manners = format!(
            "SET search_path TO {schema};
             SET statement_timeout TO {statement};
             SET idle_in_transaction_session_timeout TO '5s';
             SET jit TO off;
             SET enable_seqscan TO off;
             SET enable_hashjoin TO off;
             SET enable_mergejoin TO off;
             SELECT set_config('synchronous_commit', 'on', false)
             WHERE current_setting('synchronous_commit') IN ('off', 'local')"
        );
        client.batch_execute(&manners).await.map_err(fault)?;
        let line = Self {
            client,
            prepared: HashMap::new(),
        };
        Ok((line, heard))
    }

    /// Runs a statement that is kept prepared.
    pub(super) async fn query(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<Row>, StoreError> {
        let statement = match self.prepared.get(sql) {
            Some(statement) => statement.clone(),
            None => {
                let statement = self.client.prepare(sql).await.map_err(fault)?;
                self.prepared.insert(sql, statement.clone());
                statement
            }
        };
        self.client.query(&statement, values).await.map_err(fault)
    }

    pub(super) async fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.client.batch_execute(sql).await.map_err(fault)
    }
}

/// Carries bytes to and fro as long as the connection lives.
async fn carry<S, T>(mut connection: Connection<S, T>, tell: UnboundedSender<String>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    loop {
        let message = std::future::poll_fn(|context| connection.poll_message(context)).await;
        match message {
            Some(Ok(AsyncMessage::Notification(note))) => {
                let _ = tell.send(note.payload().to_owned());
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return,
        }
    }
}

/// Makes connections, all in the same manner.
pub(super) struct Dialer {
    address: Address,
    tls: Tls,
    away: std::sync::Mutex<Option<String>>,
}

impl Dialer {
    pub(super) fn new(address: Address) -> Result<Self, StoreError> {
        let tls = Tls::trusting(address.roots.as_deref())?;
        Ok(Self {
            address,
            tls,
            away: std::sync::Mutex::new(None),
        })
    }

    pub(super) fn schema(&self) -> &str {
        &self.address.schema
    }

    /// Connects, unless the database was away a moment ago: then nobody waits to hear so again.
    pub(super) async fn dial(self: &Arc<Self>) -> Result<Line, StoreError> {
        if let Some(why) = self.why_away() {
            return Err(StoreError::Away(why));
        }
        let opened = Line::open(&self.address, &self.tls).await;
        opened.map(|(line, _)| line).inspect_err(|error| {
            if let StoreError::Away(why) = error {
                self.is_away(why);
            }
        })
    }

    /// Connects to listen, however the last attempt ended.
    pub(super) async fn dial_to_listen(&self) -> Result<(Line, Heard), StoreError> {
        let opened = Line::open(&self.address, &self.tls).await?;
        *self.lock() = None;
        Ok(opened)
    }

    /// Why the database is away, as far as anybody knows.
    pub(super) fn why_away(&self) -> Option<String> {
        self.lock().clone()
    }

    /// Takes note that it is away, and tries again in the background until it is back.
    pub(super) fn is_away(self: &Arc<Self>, why: &str) {
        if self.lock().replace(why.to_owned()).is_none() {
            tracing::warn!("the database is away");
            tokio::spawn(call_until_back(self.clone()));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.away
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

async fn call_until_back(dialer: Arc<Dialer>) {
    const PAUSE: Duration = Duration::from_millis(100);
    while dialer.why_away().is_some() {
        tokio::time::sleep(PAUSE).await;
        if Line::open(&dialer.address, &dialer.tls).await.is_ok() {
            *dialer.lock() = None;
            tracing::info!("the database is back");
        }
    }
}
