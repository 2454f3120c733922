//! A long session for the page's tests, written in this process: as many calls over HTTP would
//! take minutes, and are no part of what is looked at.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use sayso_core::id::{MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Handle, Options};
use serde_json::json;

/// What the page's tests call it.
const SESSION: &str = "long";
/// Wishes on their way at once.
const TOGETHER: usize = 500;

/// Writes a store that holds a session of so many messages.
pub(crate) fn write(file: &Path, messages: usize) -> Result<()> {
    ensure!(!file.exists(), "{} is there already", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    // No question of it is secret.
    let store = SealedStore::with_key(SqliteStore::open(file)?, [0; 32]);
    let desk = Desk::start(store, Options::default())?;
    let handle = desk.handle();
    let opening = Opening {
        agent: Some("Claude".to_owned()),
        ..Opening::default()
    };
    handle.open(SessionId::from(SESSION), opening).wait()?;
    for first in (0..messages).step_by(TOGETHER) {
        let some: Vec<_> = (first..messages.min(first + TOGETHER))
            .map(|number| say(&handle, number, messages))
            .collect();
        for said in some {
            said.wait()?;
        }
    }
    Ok(())
}

fn say(handle: &Handle, number: usize, messages: usize) -> sayso_desk::Reply<sayso_desk::Receipt> {
    let list = if number.is_multiple_of(5) {
        "\n\n- a list\n- of three\n- things"
    } else {
        ""
    };
    let text = if number == messages / 2 {
        "the needle in the hay".to_owned()
    } else {
        format!(
            "Message {number}: some **words** and `code` of the usual length, over a line or two, \
             so that rows differ.{list}"
        )
    };
    let message = Message {
        uuid: MessageId::new(format!("m{number}")),
        parent: None,
        kind: if number.is_multiple_of(7) {
            MessageKind::ToolResult
        } else {
            MessageKind::Text
        },
        body: json!({ "text": text, "content": text }),
    };
    handle.say(SessionId::from(SESSION), message)
}
