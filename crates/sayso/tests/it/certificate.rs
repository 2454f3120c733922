//! Certificates made for a test: an authority of its own, and what it vouches for.

use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair};

use crate::stage::Stage;

/// Where the files of a certificate lie.
pub(crate) struct Certificate {
    /// The authority's own.
    pub(crate) ca: String,
    pub(crate) cert: String,
    pub(crate) key: String,
}

impl Certificate {
    /// For these names, vouched for by an authority made for it alone.
    pub(crate) fn new(stage: &Stage, folder: &str, names: &[&str]) -> Self {
        std::fs::create_dir(stage.path(folder)).unwrap();
        let authority_key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::new([]).unwrap();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = authority.self_signed(&authority_key).unwrap();
        let key = KeyPair::generate().unwrap();
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let cert = CertificateParams::new(names)
            .and_then(|params| params.signed_by(&key, &authority, &authority_key))
            .unwrap();
        let file = |name: &str, pem: String| stage.file(&format!("{folder}/{name}"), pem);
        Self {
            ca: file("ca.pem", authority.pem()),
            cert: file("cert.pem", cert.pem()),
            key: file("key.pem", key.serialize_pem()),
        }
    }
}
