//! TLS to the database, with rustls; the certificate is always looked at.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::store::StoreError;

/// Where systems keep the certificates they trust.
const SYSTEM_ROOTS: [&str; 3] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
];

/// Makes TLS connections.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// Trusts what this file of certificates signed; what the system trusts without it.
    pub(super) fn trusting(roots: Option<&Path>) -> Result<Self, StoreError> {
        let file = match roots {
            Some(file) => Some(file.to_owned()),
            None => SYSTEM_ROOTS.iter().map(PathBuf::from).find(|f| f.is_file()),
        };
        let mut store = RootCertStore::empty();
        if let Some(file) = file {
            let wrong = |why: &dyn std::fmt::Display| {
                StoreError::Permission(format!("certificates in {}: {why}", file.display()))
            };
            for certificate in CertificateDer::pem_file_iter(&file).map_err(|e| wrong(&e))? {
                let certificate = certificate.map_err(|e| wrong(&e))?;
                // A system's list may hold some that nobody can read.
                let added = store.add(certificate);
                if roots.is_some() {
                    added.map_err(|e| wrong(&e))?;
                }
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|why| StoreError::Refused(why.to_string()))?
            .with_root_certificates(store)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Sealed<S>;
    type TlsConnect = ToHost;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<ToHost> {
        Ok(ToHost {
            connector: self.0.clone(),
            host: host.to_owned(),
        })
    }
}

/// A connection to be made to one host.
pub(super) struct ToHost {
    connector: TlsConnector,
    /// No name when it is a socket of this machine; then nobody asks for TLS.
    host: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for ToHost {
    type Stream = Sealed<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Sealed<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name = ServerName::try_from(self.host).map_err(io::Error::other)?;
            let sealed = self.connector.connect(name, stream).await?;
            Ok(Sealed(Box::new(sealed)))
        })
    }
}

/// A connection under TLS.
pub(super) struct Sealed<S>(Box<client::TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Sealed<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Sealed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Sealed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_shutdown(context)
    }
}
