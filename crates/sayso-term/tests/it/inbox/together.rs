//! One answer for several.

use std::sync::Arc;

use sayso_core::context_file::ContextFile;
use sayso_core::question::Question;
use sayso_term::inbox::{Entry, NotTaken};

use super::hands::Step::{Gone, Keys, List, Refuse};
use super::hands::{Hands, MOMENT, approval, check, entry, named};
use crate::questions::{auth, deploy, name, optional, token, with_follow_ups, without_other};

/// All the way with every key that is needed: gather, go on, yes, look it over, send.
fn all_the_way() -> Vec<super::hands::Step> {
    vec![
        Keys("b"),
        MOMENT,
        Keys("enter"),
        MOMENT,
        Keys("y"),
        MOMENT,
        Keys("down enter"),
    ]
}

#[test]
fn one_answer_goes_to_all_that_are_ticked() {
    let two = [
        entry(1, named(deploy(), "d1")),
        entry(2, auth()),
        entry(3, named(deploy(), "d3")),
    ];
    check(
        &two,
        all_the_way(),
        &["open 1", "answer 1 d1=true, 3 d3=true"],
    );
    let rows: &[(&[super::hands::Step], &[&str])] = &[
        // Only those that are ticked.
        (
            &[
                Keys("b"),
                MOMENT,
                Keys("space enter"),
                MOMENT,
                Keys("y"),
                MOMENT,
                Keys("down enter"),
            ],
            &["open 3", "answer 3 d3=true"],
        ),
        (&[Keys("b"), MOMENT, Keys("space down space enter")], &[]),
        // It opens on going back, and Enter twice sends nothing.
        (
            &[
                Keys("b"),
                MOMENT,
                Keys("enter"),
                MOMENT,
                Keys("y enter enter"),
                MOMENT,
                Keys("enter enter"),
            ],
            &["open 1"],
        ),
        (
            &[Keys("b"), MOMENT, Keys("esc b"), MOMENT, Keys("esc")],
            &[],
        ),
        // Calling off is said for each by itself.
        (
            &[
                Keys("b"),
                MOMENT,
                Keys("enter"),
                MOMENT,
                Keys("esc down down enter enter"),
            ],
            &["open 1"],
        ),
        // In the moment after the list has changed nothing is gathered.
        (&[List(vec![two[0].clone()]), Keys("b")], &[]),
    ];
    for (steps, log) in rows {
        check(&two, steps.to_vec(), log);
    }
}

#[test]
fn answers_of_follow_ups_go_along() {
    let under = |id: &str, name_id: &str| {
        let follow = named(name(), name_id);
        entry(
            if id == "d1" { 1 } else { 2 },
            with_follow_ups(named(deploy(), id), "true", vec![follow]),
        )
    };
    let steps = vec![
        Keys("b"),
        MOMENT,
        Keys("enter"),
        MOMENT,
        Keys("y 'Ada' enter enter"),
        MOMENT,
        Keys("down enter"),
    ];
    let log = ["open 1", r#"answer 1 d1=true n1="Ada", 2 d2=true n2="Ada""#];
    check(&[under("d1", "n1"), under("d2", "n2")], steps, &log);
}

/// Whatever a person reads must be the same; an approval is alike to nothing.
#[test]
fn only_what_is_alike_is_gathered() {
    let with = |change: fn(&mut Question)| {
        let mut question = named(auth(), "other");
        change(&mut question);
        entry(2, question)
    };
    let about = |project: &str| {
        let mut question = auth();
        question.context = vec![ContextFile {
            path: "a.rs".into(),
            lines: None,
        }];
        let mut entry = entry(project.len() as u128, question);
        entry.project = Some(project.into());
        entry
    };
    let plain = || entry(1, auth());
    let rows: Vec<(&str, Entry, Entry, bool)> = vec![
        ("the same", plain(), with(|_| {}), true),
        ("text", plain(), with(|q| q.text += "!"), false),
        ("header", plain(), with(|q| q.header = None), false),
        (
            "description",
            plain(),
            with(|q| q.description = Some("x".into())),
            false,
        ),
        (
            "label",
            plain(),
            with(|q| Arc::make_mut(&mut q.choices)[0].label += "!"),
            false,
        ),
        (
            "meaning",
            plain(),
            with(|q| Arc::make_mut(&mut q.choices)[1].description = None),
            false,
        ),
        (
            "default",
            plain(),
            with(|q| Arc::make_mut(&mut q.choices)[1].default = true),
            false,
        ),
        (
            "preview",
            plain(),
            with(|q| Arc::make_mut(&mut q.choices)[1].preview = Some("x".into())),
            false,
        ),
        (
            "one less",
            plain(),
            with(|q| q.choices = q.choices[1..].into()),
            false,
        ),
        ("own words", plain(), with(|q| q.allow_other = false), false),
        ("required", plain(), entry(2, optional(auth())), false),
        ("no other", plain(), entry(2, without_other(auth())), false),
        (
            "follow-ups",
            plain(),
            with(|q| {
                q.follow_ups.insert("JWT".into(), vec![deploy()]);
            }),
            false,
        ),
        (
            "secret",
            entry(1, token()),
            {
                let mut open = token();
                open.secret = false;
                entry(2, open)
            },
            false,
        ),
        (
            "approvals",
            approval(entry(1, deploy())),
            approval(entry(2, deploy())),
            false,
        ),
        (
            "an approval",
            entry(1, deploy()),
            approval(entry(2, deploy())),
            false,
        ),
        (
            "files here",
            about("/a"),
            {
                let mut other = about("/a");
                other.id = sayso_core::id::InteractionId::new(9);
                other
            },
            true,
        ),
        ("files there", about("/a"), about("/bb"), false),
    ];
    for (what, one, other, alike) in rows {
        let mut hands = Hands::new(vec![one.clone(), other.clone()]);
        hands.step(Keys("b"));
        let text = hands.text();
        assert_eq!(text.contains("For which ones?"), alike, "{what}: {text}");
    }
}

#[test]
fn newcomers_are_not_ticked_and_who_is_closed_no_longer_is() {
    let alike = |id: u128| entry(id, named(deploy(), &format!("d{id}")));
    let (one, two, new) = (alike(1), alike(2), alike(3));
    let mut hands = Hands::new(vec![one.clone(), two.clone()]);
    hands.step(Keys("b"));
    hands.step(List(vec![new.clone(), one, two.clone()]));
    hands.step(MOMENT);
    assert_eq!(hands.text().matches('☑').count(), 2, "{}", hands.text());
    assert_eq!(hands.text().matches('☐').count(), 1, "{}", hands.text());
    hands.step(Keys("enter"));
    hands.step(MOMENT);
    // The one in the panel is closed elsewhere: the other still wants the answer.
    hands.step(Gone(vec![new, two], 1, "answered by bob via web"));
    hands.step(Keys("y"));
    hands.step(MOMENT);
    let text = hands.text();
    assert!(text.contains("agent-2 · /src/project-2"), "{text}");
    assert!(
        !text.contains("agent-1") && !text.contains("agent-3"),
        "{text}"
    );
    hands.step(Keys("down enter"));
    assert_eq!(hands.log, ["open 1", "answer 2 d2=true"]);
}

#[test]
fn when_none_is_left_nothing_is_sent() {
    let alike = |id: u128| entry(id, named(deploy(), &format!("d{id}")));
    let mut hands = Hands::new(vec![alike(1), alike(2)]);
    let before = all_the_way();
    let last = before.len() - 1;
    for step in before.into_iter().take(last) {
        hands.step(step);
    }
    hands.step(Gone(vec![], 1, "answered by bob via web"));
    hands.step(Keys("down enter"));
    hands.step(MOMENT);
    hands.step(Keys("down enter"));
    assert_eq!(hands.log, ["open 1"]);
}

/// What came of each is told; so is all that gets the answer, however long the list is.
#[test]
fn each_is_listed_before_and_told_of_afterwards() {
    let alike = |id: u128| entry(id, named(deploy(), &format!("d{id}")));
    let many: Vec<Entry> = (1..=40).map(alike).collect();
    let mut hands = Hands::new(many);
    let steps = [Keys("b"), MOMENT, Keys("enter"), MOMENT, Keys("y"), MOMENT];
    steps.into_iter().for_each(|step| hands.step(step));
    let mut seen = std::collections::BTreeSet::new();
    let mut presses = 0;
    while !hands.text().contains("❯ Send") {
        seen.extend((1..=40).filter(|id| hands.text().contains(&format!("project-{id} "))));
        hands.step(Keys("down"));
        presses += 1;
        assert!(presses < 100, "never at the end: {}", hands.text());
    }
    seen.extend((1..=40).filter(|id| hands.text().contains(&format!("project-{id} "))));
    assert_eq!(seen.len(), 40);
    hands.step(Refuse(NotTaken::Closed("answered by bob via web".into())));
    hands.step(Keys("enter"));
    let text = hands.text();
    assert!(
        text.contains("0 of 40 answered") && text.contains("answered by bob via web"),
        "{text}"
    );
}
