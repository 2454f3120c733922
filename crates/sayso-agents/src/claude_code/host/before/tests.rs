use sayso_core::dialect;
use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, MessageId, SessionId};
use sayso_core::limits::Limits;
use sayso_core::message::{Message, MessageKind};
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Handle, NewAsk, Options};
use serde_json::json;

use super::Before;

/// Asks in this session.
fn asked(handle: &Handle, session: &str, text: &str) -> (Digest, InteractionId) {
    let input = json!({ "question_id": text, "question_text": text, "type": "boolean" });
    let parsed = dialect::parse(&input, &Limits::api()).unwrap();
    let digest = parsed.digest;
    let mut ask = NewAsk::new(parsed);
    ask.session = Some(SessionId::from(session));
    (digest, handle.ask(ask).wait().unwrap().interaction)
}

/// What is said to be left counts only when it was asked in this session, with just these words.
#[test]
fn what_is_left_was_asked_here() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("sayso.db")).unwrap();
    let desk = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    let handle = desk.handle();
    let (go, went) = asked(&handle, "s", "Go on?");
    let (stop, stopped) = asked(&handle, "s", "Stop?");
    let (_, elsewhere) = asked(&handle, "t", "Go on?");
    for (n, (digest, left, counts)) in [
        (go, went, true),
        (stop, stopped, true),
        (go, stopped, false),
        (go, elsewhere, false),
        (go, InteractionId::new(7), false),
    ]
    .into_iter()
    .enumerate()
    {
        let message = Message {
            uuid: MessageId::new(n.to_string()),
            parent: None,
            kind: MessageKind::Error,
            body: json!({ "left": { digest.to_string(): left } }),
        };
        let session = SessionId::from("s");
        handle.say(session.clone(), message).wait().unwrap();
        let before = Before::read(&handle, &session, 0).unwrap();
        assert_eq!(before.left.get(&digest), counts.then_some(&left), "{n}");
    }
}
