use std::collections::HashSet;

use sayso_core::id::SessionId;

use super::{Note, Outbox};

fn names(prefix: &str, count: usize) -> impl Iterator<Item = SessionId> {
    (0..count).map(move |n| SessionId::new(format!("{prefix}{n}")))
}

fn emptied(outbox: &mut Outbox) -> Vec<Note> {
    let texts = outbox.empty("n");
    assert!(texts.iter().all(|text| text.len() < 8_000), "too long");
    let read = |text: &String| serde_json::from_str(text).unwrap();
    texts.iter().map(read).collect()
}

#[test]
fn every_session_is_told_and_the_places_come_last() {
    for (prefix, count) in [("s", 1), ("s", 3_000), (&"\u{1}\"长".repeat(60), 500)] {
        let mut outbox = Outbox::default();
        outbox.add((1, 5), names(prefix, count));
        outbox.add((6, 7), names(prefix, 1));
        outbox.add((9, 9), names(prefix, 1));
        let notes = emptied(&mut outbox);
        let told: HashSet<SessionId> = notes
            .iter()
            .flat_map(|note| note.sessions.clone().unwrap())
            .collect();
        assert_eq!(told, names(prefix, count).collect());
        let (last, before) = notes.split_last().unwrap();
        assert_eq!(last.places, [(1, 7), (9, 9)]);
        assert!(before.iter().all(|note| note.places.is_empty()));
        assert_eq!(emptied(&mut outbox), [], "told once");
    }
}

#[test]
fn what_does_not_fit_is_told_as_anything() {
    let mut many = Outbox::default();
    many.add((1, 9), names("s", 10_000));
    many.add((10, 12), names("t", 1));
    let mut long = Outbox::default();
    long.add((1, 1), names(&"x".repeat(9_000), 1));
    for outbox in [&mut many, &mut long] {
        let notes = emptied(outbox);
        assert!(notes.iter().any(|note| note.sessions.is_none()));
        assert!(!notes.last().unwrap().places.is_empty());
    }
}
