//! Any store, with the words of secret questions sealed in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use sayso_core::digest::Digest;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;
use sayso_core::secrets::Secret;

use super::{
    Append, Found, HistoryEntry, Known, Landing, Loaded, Moved, Pending, Reader, RecordLine, Roll,
    SessionEntry, Store, StoreError, Waker,
};
use crate::vault::Vault;

/// Any store, with the words of secret questions sealed in it: what is inside sees ciphertext alone.
pub struct SealedStore {
    inside: Box<dyn Store>,
    vault: Vault,
}

impl SealedStore {
    /// Seals what goes in with this vault, and opens what comes out.
    pub fn new(inside: Box<dyn Store>, vault: Vault) -> Self {
        Self { inside, vault }
    }

    /// The same with a key that the program keeps itself.
    pub fn with_key(inside: impl Store + 'static, key: [u8; 32]) -> Self {
        Self::new(Box::new(inside), Vault::of_key(key))
    }
}

impl std::fmt::Debug for SealedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealedStore")
    }
}

impl Store for SealedStore {
    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Vec<Landing>, StoreError> {
        if parts.iter().all(|part| part.secrets.is_empty()) {
            return self.inside.append(parts, drafts);
        }
        self.prepare_for_secrets()?;
        let mut sealed = parts.to_vec();
        for secret in sealed.iter_mut().flat_map(|part| &mut part.secrets) {
            secret.words = self.vault.seal(secret)?;
        }
        self.inside.append(&sealed, drafts)
    }

    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        opened(&self.vault, interaction, self.inside.secrets(interaction)?)
    }

    fn collect_token(&self, interaction: InteractionId) -> Result<Option<String>, StoreError> {
        Ok(Some(self.vault.collect_token(interaction)?))
    }

    fn keeps_secrets(&mut self) -> Result<bool, StoreError> {
        self.inside.keeps_secrets()
    }

    fn prepare_for_secrets(&mut self) -> Result<(), StoreError> {
        let inside = &mut self.inside;
        self.vault.prepare(|| inside.keeps_secrets())
    }

    fn roll(&self) -> Option<Box<dyn Roll>> {
        self.inside.roll()
    }

    fn reader(&self) -> Arc<dyn Reader> {
        Arc::new(SealedReader {
            inside: self.inside.reader(),
            vault: self.vault.clone(),
        })
    }

    fn load(&mut self, session: &SessionId, after: u64) -> Result<Vec<Record>, StoreError> {
        self.inside.load(session, after)
    }

    fn moved(&mut self) -> Result<Moved, StoreError> {
        self.inside.moved()
    }

    fn due(
        &mut self,
        now: Moment,
        most: usize,
    ) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        self.inside.due(now, most)
    }

    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError> {
        self.inside.next_deadline()
    }

    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError> {
        self.inside.session_of(interaction)
    }

    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.inside.find(interaction)
    }

    fn forget(&mut self, before: Moment) -> Result<u64, StoreError> {
        self.inside.forget(before)
    }

    fn is_far(&self) -> bool {
        self.inside.is_far()
    }

    fn wake_with(&mut self, waker: Waker) {
        self.inside.wake_with(waker);
    }

    fn load_many(&mut self, sessions: &[Known]) -> Result<Vec<Loaded>, StoreError> {
        self.inside.load_many(sessions)
    }

    fn homes(
        &mut self,
        interactions: &[InteractionId],
    ) -> Result<Vec<(InteractionId, SessionId)>, StoreError> {
        self.inside.homes(interactions)
    }

    fn outcomes(&mut self, interactions: &[InteractionId]) -> Result<Vec<Outcome>, StoreError> {
        self.inside.outcomes(interactions)
    }
}

/// The reading side.
struct SealedReader {
    inside: Arc<dyn Reader>,
    vault: Vault,
}

impl Reader for SealedReader {
    fn secrets(
        &self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        opened(&self.vault, interaction, self.inside.secrets(interaction)?)
    }

    fn collect_token(&self, interaction: InteractionId) -> Result<Option<String>, StoreError> {
        Ok(Some(self.vault.collect_token(interaction)?))
    }

    fn unattended(&self, most: usize) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        self.inside.unattended(most)
    }

    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        self.inside.pending(most)
    }

    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.inside.find(interaction)
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.inside.matching(digits)
    }

    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.inside.history(session, before, most)
    }

    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError> {
        self.inside.sessions(before, most)
    }

    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        self.inside.records(session, after, most)
    }

    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError> {
        self.inside.log(after, most)
    }

    fn fresh(&self, after: u64) -> Option<Vec<RecordLine>> {
        self.inside.fresh(after)
    }

    fn last_place(&self) -> Result<u64, StoreError> {
        self.inside.last_place()
    }

    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError> {
        self.inside.last_seq(session)
    }

    fn count_pending(&self) -> Result<u64, StoreError> {
        self.inside.count_pending()
    }

    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
        self.inside.forgotten()
    }

    fn draft(&self, interaction: InteractionId) -> Result<Option<Draft>, StoreError> {
        self.inside.draft(interaction)
    }
}

fn opened(
    vault: &Vault,
    interaction: InteractionId,
    sealed: BTreeMap<QuestionId, String>,
) -> Result<BTreeMap<QuestionId, String>, StoreError> {
    let open = |(question, words): (QuestionId, String)| {
        let secret = Secret {
            interaction,
            question,
            words,
        };
        let words = vault.open(&secret)?;
        Ok((secret.question, words))
    };
    sealed.into_iter().map(open).collect()
}
