//! The words and rules of Sayso.
//!
//! An agent asks a person; the answer is checked, kept and handed back. This crate is the part
//! that thinks: it reads what agents send (`dialect`), decides what may happen
//! (`session::Session::decide`), holds what a person fills in (`form`) and writes what agents get
//! back (`render`). It does no IO, reads no clock and no environment, and knows nothing of async:
//! everything it needs to know it is told.
//!
//! # Layout
//! - `question`, `choice`, `kind`, `answer`, `given`, `pick`: what is asked and given
//! - `on_the_table`: which follow-ups are shown
//! - `dialect`, `json`, `limits`, `issue`, `problem`, `shape`: reading, and everything that can be wrong
//! - `command` → `session` → `event`: wish, rule, fact; `refusal` when it may not be
//! - `approval`: leave to act
//! - `interaction`, `closing`, `outcome`, `state`: one request to a person and how it ended
//! - `form`: a person filling an interaction in
//! - `render`: what the agent gets back
//! - `record`: a fact with its place in the hash-chained log
//! - `safe_text`, `exact_text`: foreign text made harmless, and drawn to the letter
//! - `project_files`: files that questions refer to
//! - `template`: questions that a project keeps ready
//! - `transcript`: the files that agents leave behind, read for people
//! - `lang`, `texts`: English and Chinese

pub mod actor;
pub mod answer;
pub mod answer_check;
pub mod approval;
pub mod asker;
pub mod choice;
pub mod closing;
pub mod command;
pub mod context_file;
pub mod deadline;
pub mod decider;
pub mod delivery;
pub mod dialect;
pub mod digest;
pub mod event;
pub mod evidence;
pub mod exact_text;
pub mod face;
pub mod form;
pub mod given;
mod hex;
pub mod id;
pub mod interaction;
pub mod issue;
pub mod json;
pub mod kind;
pub mod lang;
pub mod limits;
pub mod message;
pub mod moment;
pub mod on_the_table;
pub mod opening;
pub mod outcome;
pub mod pick;
pub mod problem;
pub mod project_files;
pub mod question;
pub mod record;
pub mod refusal;
pub mod render;
pub mod safe_text;
#[cfg(feature = "schema")]
pub mod schema;
pub mod secrets;
pub mod session;
pub mod shape;
pub mod source;
pub mod stand_in;
pub mod state;
pub mod template;
pub mod texts;
pub mod transcript;
pub mod whole_tree;
