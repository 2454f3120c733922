//! The server over streamable HTTP, both eras on one endpoint.

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use sayso_core::limits;
use tokio_util::sync::CancellationToken;

/// How long a session of the older protocol may be silent: a person may take that long.
const SILENCE: Duration = Duration::from_secs(6 * 60 * 60);

/// A tower service that makes a server for every client. Whoever mounts it has checked Host, Origin
/// and credential already; an only session that a credential allows stands as a `SessionId`, and
/// the person whose it is as an `Actor`, among the request's extensions. It ends everything when `stop` is told.
pub fn http_service<S: ServerHandler>(
    make: impl Fn() -> S + Send + Sync + 'static,
    stop: CancellationToken,
) -> StreamableHttpService<S, LocalSessionManager> {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SILENCE);
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_max_request_body_bytes(limits::INPUT_BYTES)
        .with_cancellation_token(stop);
    StreamableHttpService::new(move || Ok(make()), Arc::new(sessions), config)
}
