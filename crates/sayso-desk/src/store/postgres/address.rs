//! Where the database is, and how one speaks to it.

use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::store::StoreError;

/// How long making a connection may take.
const CONNECT: Duration = Duration::from_secs(1);
/// Bytes that nobody acknowledges for so long mean that the other side is gone.
const UNHEARD: Duration = Duration::from_secs(3);

/// Where the database is: a URL in libpq's manner, with two words of our own beside it,
/// `schema` and `sslrootcert`.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) config: Config,
    /// The schema that holds the tables.
    pub(super) schema: String,
    /// Whose signature on the server's certificate counts; the system's list without it.
    pub(super) roots: Option<PathBuf>,
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Self, StoreError> {
        let (bare, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut schema, mut roots, mut said) = ("sayso".to_owned(), None, false);
        let mut rest: Vec<String> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').unwrap_or((pair, "")) {
                ("schema", name) => schema = name.to_owned(),
                ("sslrootcert", path) => roots = Some(PathBuf::from(unescaped(path)?)),
                ("sslmode", mode) => {
                    said = true;
                    // There is no TLS here that does not look at the certificate.
                    let mode = match mode {
                        "verify-ca" | "verify-full" => "require",
                        mode => mode,
                    };
                    rest.push(format!("sslmode={mode}"));
                }
                _ => rest.push(pair.to_owned()),
            }
        }
        if !is_plain_name(&schema) {
            return Err(wrong(
                "schema must be a name of small letters, digits and _, at most 40",
            ));
        }
        let bare = if rest.is_empty() {
            bare.to_owned()
        } else {
            format!("{bare}?{}", rest.join("&"))
        };
        let mut config: Config = bare.parse().map_err(wrong)?;
        if !said {
            // Off this machine nothing travels in the clear unless it is said outright.
            let near = config.get_hosts().iter().all(is_near);
            config.ssl_mode(if near {
                SslMode::Disable
            } else {
                SslMode::Require
            });
        }
        config
            .application_name("sayso")
            .connect_timeout(CONNECT)
            .keepalives_idle(Duration::from_secs(5))
            .keepalives_interval(Duration::from_secs(1))
            .keepalives_retries(3)
            .tcp_user_timeout(UNHEARD);
        Ok(Self {
            config,
            schema,
            roots,
        })
    }
}

/// Whether this host is this machine.
fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let address = name.parse::<std::net::IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        Host::Unix(_) => true,
    }
}

fn is_plain_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    let starts = name.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    starts && name.len() <= 40 && name.bytes().all(plain)
}

/// `%2F` and the like, undone.
fn unescaped(text: &str) -> Result<String, StoreError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits: String = rest.by_ref().take(2).map(char::from).collect();
        bytes.push(u8::from_str_radix(&digits, 16).map_err(wrong)?);
    }
    String::from_utf8(bytes).map_err(wrong)
}

/// The address itself is not repeated: it may hold a password.
fn wrong(why: impl std::fmt::Display) -> StoreError {
    StoreError::Refused(format!("the address of the database is not right: {why}"))
}

#[cfg(test)]
mod tests;
