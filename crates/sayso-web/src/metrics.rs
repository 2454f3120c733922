//! Numbers for whoever watches, in Prometheus' text form.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// What is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    pub(crate) waiting: Gauge,
    pub(crate) streams: Gauge,
    pub(crate) pending: Gauge<f64, AtomicU64>,
}

/// What a request is counted under.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    operation: &'static str,
    status: u16,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("sayso");
        let requests = Family::<RequestLabels, Counter>::default();
        let (waiting, streams) = (Gauge::default(), Gauge::default());
        let pending = Gauge::<f64, AtomicU64>::default();
        registry.register(
            "requests",
            "Requests by operation and status",
            requests.clone(),
        );
        registry.register(
            "waiting",
            "Askers that wait for an answer now",
            waiting.clone(),
        );
        registry.register("streams", "Live streams open now", streams.clone());
        registry.register("pending", "Open questions", pending.clone());
        Self {
            registry,
            requests,
            waiting,
            streams,
            pending,
        }
    }

    pub(crate) fn count(&self, operation: &'static str, status: u16) {
        let labels = RequestLabels { operation, status };
        self.requests.get_or_create(&labels).inc();
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Counts one up as long as it lives.
#[derive(Debug)]
pub(crate) struct Counted(Gauge);

impl Counted {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
