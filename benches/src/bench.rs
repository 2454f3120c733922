use anyhow::Result;

use crate::settings::Settings;
use crate::{cycles, desk, http, mcp, postgres, startup, transcripts};

/// One thing to measure. It prints its own tables.
pub(crate) struct Bench {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn(&Settings) -> Result<()>,
}

/// Everything there is to measure, in the order in which it runs.
pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        name: "cycles",
        about: "durable ask, answer, resume; many callers at once",
        run: cycles::run,
    },
    Bench {
        name: "memory",
        about: "resident memory of an open interaction",
        run: desk::memory::run,
    },
    Bench {
        name: "history",
        about: "starting on a long past, and cycles after it",
        run: desk::history::run,
    },
    Bench {
        name: "http/cycles",
        about: "durable ask, long poll, answer, resume; over HTTP",
        run: http::cycles::run,
    },
    Bench {
        name: "http/streams",
        about: "from a publish to everyone who watches",
        run: http::streams::run,
    },
    Bench {
        name: "http/recovery",
        about: "a killed server with many agents waiting",
        run: http::recovery::run,
    },
    Bench {
        name: "postgres",
        about: "nodes on one PostgreSQL beside pgbench on the same server",
        run: postgres::run,
    },
    Bench {
        name: "startup",
        about: "from exec to the question on the screen",
        run: startup::run,
    },
    Bench {
        name: "transcripts",
        about: "an agent's transcript of 100,000 lines: its index, its pages",
        run: transcripts::run,
    },
    Bench {
        name: "mcp",
        about: "from exec to the first reply of an MCP server, and its memory",
        run: mcp::run,
    },
];
