use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;

use super::Attendance;

fn after(seconds: i64) -> Moment {
    Moment::from_millis(1_000 * seconds)
}

#[test]
fn a_gap_between_two_calls_is_not_told() {
    /// Seconds, who is waited for then, and what others are told.
    type Row = (i64, &'static [u128], Option<&'static [u128]>);
    let mut attendance = Attendance::new(after(0));
    let rows: [Row; 8] = [
        (0, &[], None),
        (1, &[1, 2], Some(&[1, 2])),
        (2, &[1, 2], None),
        (5, &[2], None),
        (9, &[1, 2], None),
        (12, &[2], None),
        (20, &[2], Some(&[2])),
        (30, &[], Some(&[])),
    ];
    for (seconds, waited_for, told) in rows {
        let now = after(seconds);
        let waited_for = waited_for.iter().map(|n| InteractionId::new(*n));
        let list = attendance.look(waited_for, now).map(|mut list| {
            list.sort_unstable();
            list
        });
        let told = told.map(|ids| ids.iter().map(|n| InteractionId::new(*n)).collect());
        assert_eq!(list, told, "after {seconds} s");
    }
    assert!(attendance.is_empty());
}

#[test]
fn it_looks_now_and_then() {
    let every = Duration::from_secs(2);
    let mut attendance = Attendance::new(after(0));
    for (seconds, due) in [(0, false), (1, false), (2, true), (3, true)] {
        assert_eq!(attendance.is_due(every, after(seconds)), due, "{seconds} s");
    }
    attendance.look([].into_iter(), after(3));
    assert!(!attendance.is_due(every, after(4)));
    assert!(attendance.is_due(every, after(5)));
}
