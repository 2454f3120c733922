//! Which certificates of a desk somewhere else are believed.

use std::fs;
use std::path::Path;

use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

/// Which certificates of a desk somewhere else are believed.
#[derive(Clone, Debug, Default)]
pub struct Trust(TlsConfig);

impl Trust {
    /// Those that the certificates in a PEM file vouch for, and no others. Without a file it is
    /// the well-known public authorities.
    pub fn file(path: &Path) -> Result<Self, String> {
        let failed = |what: String| format!("{}: {what}", path.display());
        let text = fs::read(path).map_err(|error| failed(error.to_string()))?;
        let mut roots = Vec::new();
        for item in parse_pem(&text) {
            match item.map_err(|error| failed(format!("not PEM: {error}")))? {
                PemItem::Certificate(certificate) => roots.push(certificate),
                _ => return Err(failed("only certificates belong in it".into())),
            }
        }
        if roots.is_empty() {
            return Err(failed("there is no certificate in it".into()));
        }
        let roots = RootCerts::new_with_certs(&roots);
        Ok(Self(TlsConfig::builder().root_certs(roots).build()))
    }

    pub(super) fn config(&self) -> TlsConfig {
        self.0.clone()
    }
}
