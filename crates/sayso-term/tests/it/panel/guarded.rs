//! What was typed before the panel could be read is kept out.

use std::time::Duration;

use sayso_term::panel::Guard;

#[test]
fn keys_are_taken_after_a_moment_and_after_a_quiet_one() {
    // Somebody was typing; when keys come, in milliseconds; which of them are taken.
    let rows: [(bool, &[u64], &[bool]); 6] = [
        (false, &[0, 100], &[false, false]),
        (false, &[501], &[true]),
        (false, &[100, 400, 800, 1_301], &[false, false, false, true]),
        (false, &[100, 601], &[false, true]),
        (true, &[301, 802], &[false, true]),
        // Once open it stays open, however fast one types.
        (false, &[501, 502, 503], &[true, true, true]),
    ];
    for (typing, keys, taken) in rows {
        let mut guard = Guard::new(Duration::ZERO, typing);
        let mut press = |at: u64| {
            // Nothing waited to be read just before.
            guard.is_open(Duration::from_millis(at.saturating_sub(1)));
            guard.admits(Duration::from_millis(at))
        };
        let admitted: Vec<bool> = keys.iter().map(|at| press(*at)).collect();
        assert_eq!(admitted, taken, "{typing} {keys:?}");
    }
}

/// On a busy machine a key is read long after it was typed.
#[test]
fn what_is_read_late_was_not_typed_late() {
    let mut guard = Guard::new(Duration::ZERO, false);
    let late = Duration::from_secs(5);
    assert!(!guard.admits(late));
    assert!(!guard.is_open(late));
    assert!(guard.is_open(late + Duration::from_millis(500)));
    assert!(guard.admits(late + Duration::from_millis(501)));
}
