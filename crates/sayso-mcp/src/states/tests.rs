use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use uuid::Uuid;

use super::{Carried, States};
use crate::form::Sheet;

#[test]
fn the_time_that_a_dead_server_was_away_is_no_time_of_reading() {
    let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
    for (by, later, wanted) in [(own, 5_000, 5_000), (own, -5_000, 0), (other, 5_000, 0)] {
        let carried = Carried {
            interaction: InteractionId::new(7),
            sheet: Sheet::new(Vec::new().into(), true).state(),
            shown_at: 1_000_000,
            by,
            nonce: Uuid::nil(),
        };
        let out = carried.out(own, Moment::from_millis(1_000_000 + later));
        assert_eq!(out, Duration::from_millis(wanted), "{by} {later}");
    }
}

#[test]
fn every_server_has_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (
        States::in_directory(folder.path()).unwrap(),
        States::in_directory(folder.path()).unwrap(),
    );
    assert_ne!(one.own, other.own);
    let sheet = Sheet::new(Vec::new().into(), true).state();
    let sealed = one.seal(InteractionId::new(7), sheet, b"call").unwrap();
    let (carried, out) = other.open(&sealed, b"call").unwrap();
    assert_eq!((carried.by, out), (one.own, Duration::ZERO));
}
