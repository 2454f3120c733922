//! Appending: the whole batch as one statement.

use std::collections::BTreeMap;

use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use uuid::Uuid;

use super::facts::{get, key, signed};
use super::fault::damaged;
use super::line::Line;
use crate::store::{Append, Landing, StoreError};

/// A batch in columns, as the statement takes it. Parts and facts are counted from 1.
#[derive(Default)]
pub(super) struct Columns {
    pub(super) names: Vec<String>,
    afters: Vec<i64>,
    filled: Vec<bool>,
    facts: Facts,
    asked: Asked,
    /// The part and the new deadline of each; the last one counts.
    deadlines: BTreeMap<Uuid, (i32, Option<i64>)>,
    closed_part: Vec<i32>,
    closed_fact: Vec<i32>,
    closed: Vec<Uuid>,
    /// The part and the words of each; the last ones count.
    secrets: BTreeMap<(Uuid, String), (i32, String)>,
    drafts: BTreeMap<Uuid, Option<String>>,
}

#[derive(Default)]
struct Facts {
    part: Vec<i32>,
    seq: Vec<i64>,
    at: Vec<i64>,
    kind: Vec<&'static str>,
    body: Vec<String>,
    hash: Vec<Vec<u8>>,
}

#[derive(Default)]
struct Asked {
    part: Vec<i32>,
    fact: Vec<i32>,
    id: Vec<Uuid>,
    deadline: Vec<Option<i64>>,
}

/// What became of a batch.
pub(super) struct Landed {
    pub(super) landings: Vec<Landing>,
    /// The places it took, from the first to the last; none when there were no facts.
    pub(super) places: Option<(u64, u64)>,
}

impl Columns {
    pub(super) fn new(
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Self, StoreError> {
        let mut columns = Self::default();
        for part in parts {
            columns.add(part);
        }
        for (interaction, draft) in drafts {
            let text = (!draft.is_empty()).then(|| serde_json::to_string(draft));
            let text = text.transpose().map_err(|why| damaged("draft", why))?;
            columns.drafts.insert(key(*interaction), text);
        }
        Ok(columns)
    }

    fn add(&mut self, part: &Append) {
        self.names.push(part.session.as_str().to_owned());
        self.afters.push(signed(part.after));
        self.filled.push(!part.facts.is_empty());
        let number = count(self.names.len());
        for (record, body) in &part.facts {
            self.facts.part.push(number);
            self.facts.seq.push(signed(record.seq));
            self.facts.at.push(record.at.millis());
            self.facts.kind.push(record.event.kind());
            self.facts.body.push(body.as_str().to_owned());
            self.facts.hash.push(record.hash.0.to_vec());
            self.derive(number, &record.event);
        }
        for secret in &part.secrets {
            let place = (key(secret.interaction), secret.question.as_str().to_owned());
            self.secrets.insert(place, (number, secret.words.clone()));
        }
    }

    /// What the fact just added means for the tables beside the log.
    fn derive(&mut self, part: i32, event: &Event) {
        let fact = count(self.facts.seq.len());
        match event {
            Event::Asked(asked) => {
                let deadline = asked.deadline.as_ref().map(|deadline| deadline.at.millis());
                self.asked.part.push(part);
                self.asked.fact.push(fact);
                self.asked.id.push(key(asked.interaction));
                self.asked.deadline.push(deadline);
            }
            Event::Held { interaction, .. } => {
                self.deadlines.insert(key(*interaction), (part, None));
            }
            Event::Released {
                interaction, at, ..
            } => {
                let at = Some(at.millis());
                self.deadlines.insert(key(*interaction), (part, at));
            }
            Event::Closed { interaction, .. } => {
                self.closed_part.push(part);
                self.closed_fact.push(fact);
                self.closed.push(key(*interaction));
            }
            Event::Opened(_)
            | Event::Answered { .. }
            | Event::Delivered { .. }
            | Event::Said(_)
            | Event::Allowed { .. }
            | Event::ChainEnded { .. } => {}
        }
    }

    /// Appends it all in one commit.
    pub(super) async fn append(self, line: &mut Line) -> Result<Landed, StoreError> {
        let (Self { facts, asked, .. }, parts) = (&self, self.names.len());
        let (mut d_part, mut d_id, mut d_deadline) = (Vec::new(), Vec::new(), Vec::new());
        for (id, (part, deadline)) in &self.deadlines {
            d_part.push(*part);
            d_id.push(*id);
            d_deadline.push(*deadline);
        }
        let (mut s_part, mut s_id, mut s_question, mut s_words) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((id, question), (part, words)) in &self.secrets {
            s_part.push(*part);
            s_id.push(*id);
            s_question.push(question.as_str());
            s_words.push(words.as_str());
        }
        let (w_id, w_draft): (Vec<Uuid>, Vec<Option<&str>>) = self
            .drafts
            .iter()
            .map(|(id, draft)| (*id, draft.as_deref()))
            .unzip();
        let rows = line
            .query(
                "SELECT conflicts, before FROM append_1(
                    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                    $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)",
                &[
                    &self.names,
                    &self.afters,
                    &self.filled,
                    &facts.part,
                    &facts.seq,
                    &facts.at,
                    &facts.kind,
                    &facts.body,
                    &facts.hash,
                    &asked.part,
                    &asked.fact,
                    &asked.id,
                    &asked.deadline,
                    &d_part,
                    &d_id,
                    &d_deadline,
                    &self.closed_part,
                    &self.closed_fact,
                    &self.closed,
                    &s_part,
                    &s_id,
                    &s_question,
                    &s_words,
                    &w_id,
                    &w_draft,
                ],
            )
            .await?;
        let row = rows.first().ok_or_else(|| damaged("append", "no word"))?;
        let mut landings = vec![Landing::Landed; parts];
        for part in get::<Option<Vec<i32>>>(row, 0)?.unwrap_or_default() {
            let place = usize::try_from(part - 1).unwrap_or(usize::MAX);
            if let Some(landing) = landings.get_mut(place) {
                *landing = Landing::Conflict;
            }
        }
        let before = get::<Option<i64>>(row, 1)?.and_then(|before| u64::try_from(before).ok());
        let places = before.map(|before| (before + 1, before + facts.seq.len() as u64));
        Ok(Landed { landings, places })
    }
}

fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}
