//! A certificate made for the test, and the files it lies in.

use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use sayso_web::{Tls, TlsError};
use tempfile::TempDir;
use tokio_rustls::TlsConnector;

/// A certificate that vouches for itself.
pub(crate) struct Certificate {
    made: CertifiedKey,
    folder: TempDir,
}

impl Certificate {
    /// For these names.
    pub(crate) fn of(names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let made = generate_simple_self_signed(names).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let certificate = Self { made, folder };
        std::fs::write(certificate.path("cert.pem"), certificate.made.cert.pem()).unwrap();
        let key = certificate.made.key_pair.serialize_pem();
        std::fs::write(certificate.path("key.pem"), key).unwrap();
        certificate
    }

    /// `cert.pem`, `key.pem`, or a file of another name beside them.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// As the desk reads it.
    pub(crate) fn tls(&self) -> Result<Tls, TlsError> {
        Tls::from_files(&self.path("cert.pem"), &self.path("key.pem"))
    }

    /// For clients that trust it and nothing else.
    pub(crate) fn trusted(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.made.cert.der().clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    }
}
