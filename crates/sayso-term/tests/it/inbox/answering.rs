//! Keys in, answers out.

use sayso_core::id::InteractionId;
use sayso_term::inbox::NotTaken;

use super::hands::Step::{self, Keys, Refuse, Wait};
use super::hands::{Hands, MOMENT, approval, check, entry, within};
use crate::questions::{auth, deploy, name};

#[test]
fn from_the_list_to_an_answer_and_back() {
    let three = [entry(1, auth()), entry(2, deploy()), entry(3, name())];
    let rows: &[(&[super::hands::Step], &[&str])] = &[
        (&[Keys("q")], &["leave"]),
        (&[Keys("ctrl+c")], &["leave"]),
        (&[Keys("ctrl+z")], &["suspend"]),
        // Esc never leaves by itself.
        (&[Keys("esc esc esc")], &[]),
        (
            &[Keys("enter"), MOMENT, Keys("2")],
            &["open 1", r#"answer 1 auth="JWT""#],
        ),
        // The keys of the panel's own list, and the next one is at hand afterwards.
        (
            &[
                Keys("enter"),
                MOMENT,
                Keys("down enter"),
                MOMENT,
                Keys("enter"),
                MOMENT,
                Keys("y"),
            ],
            &[
                "open 1",
                r#"answer 1 auth="JWT""#,
                "open 2",
                "answer 2 deploy=true",
            ],
        ),
        (
            &[Keys("G enter"), MOMENT, Keys("'Ada' enter")],
            &["open 3", r#"answer 3 name="Ada""#],
        ),
        // Typed before the panel could be read.
        (&[Keys("enter 2 2 enter")], &["open 1"]),
        (
            &[Keys("enter 2"), Wait(400), Keys("2"), Wait(400), Keys("2")],
            &["open 1"],
        ),
        // Pressed twice: the next one is not opened by the same finger.
        (
            &[Keys("enter"), MOMENT, Keys("2 enter enter")],
            &["open 1", r#"answer 1 auth="JWT""#],
        ),
        // Back to the list by Ctrl-C, which takes nothing back; the second leaves.
        (
            &[Keys("enter"), MOMENT, Keys("ctrl+c ctrl+c")],
            &["open 1", "leave"],
        ),
        (
            &[Keys("enter"), MOMENT, Keys("esc down enter")],
            &["open 1"],
        ),
        (
            &[
                Keys("enter"),
                MOMENT,
                Keys("esc down down enter 'not now' enter"),
            ],
            &["open 1", "cancel 1 not now"],
        ),
        (
            &[Keys("/"), Keys("'jw' backspace")],
            &["search", "search j", "search jw", "search j"],
        ),
    ];
    for (steps, log) in rows {
        check(&three, steps.to_vec(), log);
    }
}

#[test]
fn an_approval_opens_on_no() {
    let one = [approval(entry(1, deploy()))];
    let steps = vec![Keys("enter"), MOMENT, Keys("y 1 enter")];
    check(&one, steps, &["open 1", "answer 1 deploy=false"]);
}

#[test]
fn the_clock_is_held_from_here() {
    let one = [within(entry(1, auth()), 90)];
    let steps = vec![Keys("enter"), MOMENT, Keys("p"), Wait(5_000)];
    let mut hands = Hands::new(one.to_vec());
    steps.into_iter().for_each(|step| hands.step(step));
    assert_eq!(hands.log, ["open 1", "hold 1 true"]);
    assert!(hands.text().contains("held with 1:30"), "{}", hands.text());
}

#[test]
fn what_was_entered_is_kept_once_it_rests_and_when_one_leaves() {
    let mut hands = Hands::new(vec![entry(1, name())]);
    hands.step(Keys("enter"));
    hands.step(MOMENT);
    hands.step(Keys("'Ad'"));
    assert_eq!(hands.inbox.draft_to_keep(), None);
    hands.step(Wait(500));
    let (id, draft) = hands.inbox.draft_to_keep().unwrap();
    assert_eq!(id, InteractionId::new(1));
    assert_eq!(draft[&"name".into()].text, "Ad");
    hands.step(Keys("'a' ctrl+c"));
    let (_, draft) = hands.inbox.draft_to_keep().unwrap();
    assert_eq!(draft[&"name".into()].text, "Ada");
    assert_eq!(hands.inbox.draft_to_keep(), None);
}

#[test]
fn what_is_not_taken_stays_in_the_panel() {
    let refusals = [
        (NotTaken::Invalid("too long".into()), "too long", true),
        (
            NotTaken::Failed("disk full".into()),
            "Not confirmed, and nothing is lost: disk full",
            true,
        ),
        (
            NotTaken::Closed("bob was first".into()),
            "bob was first",
            false,
        ),
    ];
    for (why, said, stays) in refusals {
        let mut hands = Hands::new(vec![entry(1, name())]);
        let steps = [Keys("enter"), MOMENT, Refuse(why), Keys("'my words' enter")];
        steps.into_iter().for_each(|step| hands.step(step));
        let text = hands.text();
        // The loser's words are not lost either.
        assert!(text.contains(said) && text.contains("my words"), "{text}");
        assert_eq!(text.contains("╭"), stays, "{text}");
    }
}

/// A desk that is away lets one wait for its word, and fingers are impatient: what they pressed
/// until the word stands there answers nothing.
#[test]
fn what_was_typed_until_it_was_refused_is_not_taken() {
    let away = || Refuse(NotTaken::Failed("away".into()));
    let two = r#"answer 1 auth="JWT""#;
    let rows: [(Vec<Step>, &[&str]); 3] = [
        (vec![Keys("1 enter")], &["open 1", two]),
        (
            vec![Keys("1"), MOMENT, Keys("enter")],
            &["open 1", two, two],
        ),
        (vec![MOMENT, Keys("2")], &["open 1", two, two]),
    ];
    for (steps, log) in rows {
        let first = vec![Keys("enter"), MOMENT, away(), Keys("2")];
        check(&[entry(1, auth())], [first, steps].concat(), log);
    }
}

/// Whoever calls it off and cannot is asked for no answer: the same key calls it off again.
#[test]
fn a_cancel_that_failed_is_a_cancel_still() {
    let one = [entry(1, auth())];
    let cancel = Keys("esc down down enter 'not now' enter");
    for why in [
        NotTaken::Failed("the desk is away".into()),
        NotTaken::Invalid("the desk is away".into()),
    ] {
        let refused = [Keys("enter"), MOMENT, Refuse(why), cancel.clone()];
        let again = |keys: &'static str| [refused.to_vec(), vec![MOMENT, Keys(keys)]].concat();
        let said = &["open 1", "cancel 1 not now"];
        check(&one, again("esc esc esc"), said);
        check(
            &one,
            again("enter"),
            &["open 1", "cancel 1 not now", "cancel 1 not now"],
        );
        check(
            &one,
            again("', later' enter"),
            &["open 1", "cancel 1 not now", "cancel 1 not now, later"],
        );
        let mut hands = Hands::new(one.to_vec());
        refused.into_iter().for_each(|step| hands.step(step));
        let text = hands.text();
        assert!(
            text.contains("the desk is away") && text.contains("not now"),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_seen_is_not_answered() {
    let mut hands = Hands::new(vec![entry(1, auth())]);
    hands.step(Keys("enter"));
    hands.step(MOMENT);
    hands.inbox.resize(39, 24);
    hands.step(Keys("2 enter"));
    assert_eq!(hands.log, ["open 1"]);
    hands.inbox.resize(40, 10);
    hands.draw();
    hands.step(Keys("2"));
    assert_eq!(hands.log, ["open 1"]);
    hands.step(MOMENT);
    hands.step(Keys("2"));
    assert_eq!(hands.log[1], r#"answer 1 auth="JWT""#);
}
