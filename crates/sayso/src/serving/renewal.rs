//! What a running desk reads again without a restart: its tokens and its certificate.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use sayso_web::{Keys, Tls};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{OwnTokens, People};

/// How often tokens are looked at, so that one that was taken away is worth nothing soon.
const LOOK: Duration = Duration::from_secs(1);

/// What is read again, and when.
pub(crate) struct Renewal {
    keys: Arc<Keys>,
    own: Arc<OwnTokens>,
    people: Arc<People>,
    tls: Option<Tls>,
    hung_up: Signal,
}

impl Renewal {
    pub(crate) fn new(
        keys: Arc<Keys>,
        (own, people): (Arc<OwnTokens>, Arc<People>),
        tls: Option<Tls>,
    ) -> std::io::Result<Self> {
        let hung_up = signal(SignalKind::hangup())?;
        Ok(Self {
            keys,
            own,
            people,
            tls,
            hung_up,
        })
    }

    /// Looks at the tokens all the time, and at all of it when it is sent SIGHUP. Ends when its
    /// terminal hangs up: then that is what the signal means.
    pub(crate) async fn go_on(mut self) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(LOOK) => self.look().await,
                _ = self.hung_up.recv() => {
                    if std::io::stderr().is_terminal() {
                        return;
                    }
                    self.now().await;
                }
            }
        }
    }

    /// The database may be slow, and others must not wait for it.
    async fn look(&self) {
        let (own, people, keys) = (self.own.clone(), self.people.clone(), self.keys.clone());
        let look = move || {
            own.look();
            people.look();
            if let Err(error) = keys.renew_sessions() {
                // Nobody can answer meanwhile either.
                tracing::debug!(%error, "the sessions that were signed out could not be read");
            }
        };
        let _ = tokio::task::spawn_blocking(look).await;
        self.keys.renew();
    }

    async fn now(&self) {
        self.look().await;
        match self.tls.as_ref().map(Tls::renew) {
            Some(Err(error)) => {
                tracing::error!(%error, "the certificate could not be read again; the old one stays");
            }
            Some(Ok(())) => tracing::info!("tokens and certificate were read again"),
            None => tracing::info!("tokens were read again"),
        }
    }
}
