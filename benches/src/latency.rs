use std::time::Duration;

use anyhow::Result;
use hdrhistogram::Histogram;

/// The longest that is told apart, in nanoseconds: a minute.
const LONGEST: u64 = 60_000_000_000;

/// How long something took, many times over.
pub(crate) struct Latency(Histogram<u64>);

impl Latency {
    pub(crate) fn new() -> Result<Self> {
        Ok(Self(Histogram::new_with_bounds(1, LONGEST, 3)?))
    }

    pub(crate) fn record(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.0.saturating_record(nanos);
    }

    pub(crate) fn merge(&mut self, other: &Self) -> Result<()> {
        Ok(self.0.add(&other.0)?)
    }

    pub(crate) fn p50(&self) -> Duration {
        self.quantile(0.50)
    }

    pub(crate) fn p99(&self) -> Duration {
        self.quantile(0.99)
    }

    fn quantile(&self, quantile: f64) -> Duration {
        Duration::from_nanos(self.0.value_at_quantile(quantile))
    }
}
