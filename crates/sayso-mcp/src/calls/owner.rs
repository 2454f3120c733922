//! Whose a question is.

use sayso_core::digest::Digest;
use sayso_core::id::SessionId;

/// Who asks: what a client calls itself, the only session that its token allows, and the person
/// whose token it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) client: String,
    pub(crate) only: Option<SessionId>,
    pub(crate) person: Option<String>,
}

impl Owner {
    /// What something is sealed to that is for this one alone.
    pub(crate) fn seal(&self, purpose: &[&[u8]]) -> Vec<u8> {
        let only = self.only.as_ref().map_or("", |only| only.as_str());
        let person = self.person.as_deref().unwrap_or_default();
        let whose = [&*self.client, only, person].map(str::as_bytes);
        Digest::of(&[&whose, purpose].concat()).0.to_vec()
    }
}
