//! The desk's certificate and key: what makes it safe to listen on a network.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// The desk's certificate and key, read and found to fit; all clones are renewed together.
#[derive(Clone)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    acceptor: Arc<RwLock<TlsAcceptor>>,
}

/// Why they cannot be used.
#[derive(Debug)]
pub enum TlsError {
    /// A file cannot be read, or is not what it should be.
    File(PathBuf, pem::Error),
    /// There is no certificate in it.
    NoCertificate(PathBuf),
    /// The two do not fit, or cannot be used.
    Unfit(rustls::Error),
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, pem::Error::Io(error)) => write!(f, "{}: {error}", path.display()),
            Self::File(path, pem::Error::NoItemsFound) => {
                write!(f, "{}: there is no private key in it", path.display())
            }
            Self::File(path, error) => write!(f, "{}: not PEM: {error}", path.display()),
            Self::NoCertificate(path) => {
                write!(f, "{}: there is no certificate in it", path.display())
            }
            Self::Unfit(error) => {
                write!(f, "certificate and key cannot be used together: {error}")
            }
        }
    }
}

impl std::error::Error for TlsError {}

impl Tls {
    /// From PEM files: the certificate first and then those that vouch for it, and its key.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        Ok(Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            acceptor: Arc::new(RwLock::new(read(certificate, key)?)),
        })
    }

    /// Reads the files again, for the connections that come. What cannot be used leaves all as it was.
    pub fn renew(&self) -> Result<(), TlsError> {
        let renewed = read(&self.certificate, &self.key)?;
        *self
            .acceptor
            .write()
            .unwrap_or_else(PoisonError::into_inner) = renewed;
        Ok(())
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let acceptor = self.acceptor.read().unwrap_or_else(PoisonError::into_inner);
        acceptor.clone()
    }
}

fn read(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| TlsError::File(path, error)
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(failed(certificate))?;
    if chain.is_empty() {
        return Err(TlsError::NoCertificate(certificate.to_owned()));
    }
    let key = PrivateKeyDer::from_pem_file(key).map_err(failed(key))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(chain, key))
        .map_err(TlsError::Unfit)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls")
    }
}
