//! The tests of the core: rows of data through one `check` a file, scenarios through one `Life`.
//!
//! - `seed_examples`, `s1_cases`: what the seed documents show, row by row
//! - `refused_input`, `wrong_fields`, `forgiven_input`: reading what agents send
//! - `read_in_two_ways`: input that two readers could understand differently is refused
//! - `one_reading`: every string of an answer was shown, for any input
//! - `safe_text`, `exact_text`, `answers`: foreign text and given answers
//! - `session_rules`, `properties`: what may happen in a session
//! - `render`: what the agent gets back
//! - `claude_code`, `approvals`: its own shapes, and leave to act
//! - `form`: a person filling an interaction in, with the cases that the page runs too
//! - `log_format`, `hash_chain`: what is written must stay readable, and unchanged
//! - `life`, `generated`: what the tests above are made of
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod answers;
mod approvals;
mod claude_code;
mod exact_text;
mod forgiven_input;
mod form;
mod generated;
mod hash_chain;
mod life;
mod log_format;
mod one_reading;
mod properties;
mod read_in_two_ways;
mod refused_input;
mod render;
mod s1_cases;
mod safe_text;
mod seed_examples;
mod session_rules;
mod wrong_fields;
