use sayso_core::id::InteractionId;

use super::Alive;

#[test]
fn what_the_dead_left_is_taken_up_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (
        Alive::in_directory(folder.path()),
        Alive::in_directory(folder.path()),
    );
    let (this, that) = (InteractionId::new(1), InteractionId::new(2));
    assert!(one.takes_up(this));
    assert!(!one.takes_up(this), "it has it already");
    assert!(!other.takes_up(this));
    assert!(other.takes_up(that));
    drop(one);
    assert!(other.takes_up(this), "its taker died");
}
