//! What a running desk writes down for whoever looks after it.
//!
//! Only what Sayso itself says is written, whatever the level: libraries quote what passes through
//! them, and that may be a question, an answer or a token.

mod line;
mod log_to;
mod writer;

#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use sayso_desk::clock::{Clock, SystemClock};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use line::Line;
pub(crate) use log_to::LogTo;
use writer::Writer;

/// Everything of ours says where it comes from by a name that begins so.
const OURS: &str = "sayso";
/// The log's name in the data directory.
const FILE: &str = "desk.log";

/// The log of a running desk; what is not written yet is when it is dropped.
pub(crate) struct Log {
    writer: Writer,
}

impl Log {
    /// From now on everything that happens in this process is written down there.
    pub(crate) fn start(to: LogTo, level: LevelFilter, data: &Path) -> io::Result<Option<Self>> {
        if to == LogTo::Off || level == LevelFilter::OFF {
            return Ok(None);
        }
        let writer = match to.is_file() {
            true => Writer::to_file(&data.join(FILE))?,
            false => Writer::to_stderr()?,
        };
        let scribe = Scribe {
            level,
            json: to.is_json(),
            clock: SystemClock::new(),
            writer: writer.clone(),
        };
        tracing::subscriber::set_global_default(scribe).map_err(io::Error::other)?;
        Ok(Some(Self { writer }))
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.writer.finish();
    }
}

/// Turns what happens into lines.
struct Scribe {
    level: LevelFilter,
    json: bool,
    clock: SystemClock,
    writer: Writer,
}

impl Subscriber for Scribe {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.level && metadata.target().starts_with(OURS)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn event(&self, event: &Event<'_>) {
        let level = *event.metadata().level();
        let mut line = Line::begin(self.json, self.clock.now(), level);
        event.record(&mut line);
        // What goes wrong may be the last that this process says.
        self.writer.write(&line.written(), level <= Level::WARN);
    }

    // Spans are not used: a line stands for itself.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
