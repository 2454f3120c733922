use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use uuid::Uuid;

use super::{Carried, States};
use crate::form::{Out, Sheet};

#[test]
fn how_long_a_form_was_out() {
    let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
    for (by, later, time, here) in [
        (own, 5_000, 5_000, true),
        (own, -5_000, 0, true),
        (other, 5_000, 5_000, false),
    ] {
        let carried = Carried {
            interaction: InteractionId::new(7),
            sheet: Sheet::new(Vec::new().into(), true).state(),
            shown_at: 1_000_000,
            by,
            nonce: Uuid::nil(),
        };
        let out = carried.out(own, Moment::from_millis(1_000_000 + later));
        let wanted = Out {
            time: Duration::from_millis(time),
            here,
        };
        assert_eq!(out, wanted, "{by} {later}");
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
    assert_eq!((carried.by, out.here), (one.own, false));
}
