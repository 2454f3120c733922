//! Moments, sums and the chain of records: change anything in the log, and it is seen.

use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};
use serde_json::json;

use crate::life::{Life, ann, yes_no};

#[test]
fn moments() {
    for (text, millis) in [
        ("1970-01-01T00:00:00.000Z", 0),
        ("2026-02-19T10:00:00.000Z", 1_771_495_200_000),
        ("1969-12-31T23:59:59.999Z", -1),
    ] {
        let moment: Moment = text.parse().unwrap();
        assert_eq!(
            (moment.millis(), moment.to_string().as_str()),
            (millis, text)
        );
    }
    assert_eq!(
        "2026-02-19T11:00:00+01:00"
            .parse::<Moment>()
            .unwrap()
            .millis(),
        1_771_495_200_000
    );
    for bad in [
        "",
        "now",
        "2026-02-19",
        "2026-02-19T10:00:00",
        "1771495200000",
        "2026-02-30T10:00:00Z",
    ] {
        assert!(bad.parse::<Moment>().is_err(), "{bad}");
    }
    // What cannot be written as a date is kept at the edge of what can, and never overflows.
    for millis in [i64::MIN, i64::MAX] {
        let moment = Moment::from_millis(millis);
        assert_eq!(moment.to_string().parse(), Ok(moment));
        assert_eq!(moment.plus(u64::MAX), Moment::from_millis(i64::MAX));
    }
    assert_eq!(Moment::from_millis(5).since(Moment::from_millis(9)), 0);
}

/// The first record whose hash does not follow from the one before; none when all do.
fn broken_at(session: &SessionId, log: &[Record]) -> Option<usize> {
    let mut head = Digest::default();
    log.iter().enumerate().position(|(n, record)| {
        let body = serde_json::to_vec(&record.event).unwrap();
        let expected = chain(head, session, record.seq, record.at, &body);
        head = expected;
        record.hash != expected || record.seq != n as u64 + 1
    })
}

/// Change, remove, insert or swap any record, and it is seen.
#[test]
fn the_chain_shows_every_change() {
    let mut life = Life::new();
    for n in 1..=4 {
        let question = format!("q{n}");
        let id = life.asks(&yes_no(&question));
        life.wait(10);
        life.answers(id, &json!({ question: "yes" }));
    }
    let (session, log) = (life.session.id().clone(), life.log);
    assert_eq!(log.len(), 9);
    assert_eq!(broken_at(&session, &log), None);
    assert_eq!(broken_at(&"another".into(), &log), Some(0));
    let changed = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut log = log.clone();
        change(&mut log);
        broken_at(&session, &log)
    };
    for n in 0..log.len() {
        let later = Moment::from_millis(log[n].at.millis() + 1);
        let other = Event::ChainEnded { actor: ann() };
        assert_eq!(changed(&|log| log[n].at = later), Some(n));
        assert_eq!(changed(&|log| log[n].seq += 1), Some(n));
        assert_eq!(changed(&|log| log[n].hash.0[31] ^= 1), Some(n));
        assert_eq!(changed(&|log| log[n].event = other.clone()), Some(n));
        assert_eq!(changed(&|log| log.insert(n, log[n].clone())), Some(n + 1));
        if n + 1 < log.len() {
            assert_eq!(changed(&|log| drop(log.remove(n))), Some(n));
            assert_eq!(changed(&|log| log.swap(n, n + 1)), Some(n));
        }
    }
    // The smallest change of an answer.
    let text = serde_json::to_string(&log[8].event).unwrap();
    let forged: Event =
        serde_json::from_str(&text.replace("\"choice\":\"yes\"", "\"choice\":\"no\"")).unwrap();
    assert_ne!(forged, log[8].event);
    assert_eq!(changed(&|log| log[8].event = forged.clone()), Some(8));
}

/// The sum is over the parts with their lengths: moving a border changes it.
#[test]
fn digests() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(Digest::of(&[]).to_string(), empty);
    assert_ne!(Digest::of(&[b"ab", b"c"]), Digest::of(&[b"a", b"bc"]));
    assert_ne!(Digest::of(&[b"ab"]), Digest::of(&[b"ab", b""]));
    assert_eq!(Digest::from_hex(empty), Some(Digest::of(&[])));
    for bad in [
        "",
        "zz",
        &empty[1..],
        &empty.replace('e', "é"),
        &format!("{empty}00"),
        &format!("+{}", &empty[1..]),
    ] {
        assert_eq!(Digest::from_hex(bad), None, "{bad}");
    }
    let chained = chain(
        Digest::default(),
        &"s".into(),
        1,
        Moment::from_millis(0),
        b"{}",
    );
    assert_eq!(
        chained.to_string(),
        "1006afa7e572fe5a2f128bd111c05add106dd5f5e3ee5c30412b1ef379f7dc66",
        "the way records are chained is a format too"
    );
}
