use std::sync::atomic::Ordering;

use super::DatabaseClock;

#[test]
fn it_is_corrected_only_as_far_as_it_cannot_be_right() {
    let clock = DatabaseClock::default();
    // Asked, told, heard; and by how much the database is ahead then.
    for (asked, there, heard, ahead) in [
        (1_000, 1_000, 1_000, 0),
        (1_000, 1_030, 1_050, 0),
        (1_000, 6_000, 1_010, 4_990),
        (2_000, 7_000, 2_500, 4_990),
        (3_000, 8_020, 3_002, 5_018),
        (4_000, 1_000, 4_000, -3_000),
        (5_000, 9_000, 4_000, -3_000),
    ] {
        clock.compare(asked, there, heard);
        assert_eq!(clock.ahead.load(Ordering::Relaxed), ahead, "{there}");
    }
}
