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

#[test]
fn only_who_certainly_died_is_dead() {
    let folder = tempfile::tempdir().unwrap();
    let looks = Alive::in_directory(folder.path());
    let lives = Alive::in_directory(folder.path());
    let session = lives.session("-part");
    assert!(!looks.is_orphan(&session));
    assert!(!lives.is_orphan(&session), "oneself");
    drop(lives);
    assert!(looks.is_orphan(&session));
    let odd = "mcp-00000000000000000000000000000000";
    assert!(looks.is_orphan(&odd.into()));
    for other in ["", "mcp-", "s", "mcp-x0000000000000000000000000000000"] {
        assert!(!looks.is_orphan(&other.into()), "{other}");
    }

    // Where no file can be made nobody can be seen to live.
    let blocked = tempfile::tempdir().unwrap();
    std::fs::write(blocked.path().join("mcp-alive"), "no folder").unwrap();
    let unseen = Alive::in_directory(blocked.path());
    assert!(!looks.is_orphan(&unseen.session("")));
    // Nor can it be seen there who is dead.
    assert!(!unseen.is_orphan(&odd.into()));
}
