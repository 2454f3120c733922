//! The list changes under the hands.

use sayso_term::inbox::{Found, News, Past};

use super::hands::Step::{Gone, Keys, List, Wait};
use super::hands::{Hands, MOMENT, Step, check, entry};
use crate::questions::{auth, deploy, name};

#[test]
fn one_stays_on_the_same_question() {
    let (a, b, c) = (entry(1, auth()), entry(2, deploy()), entry(3, name()));
    let two = [b.clone(), c.clone()];
    let rows: &[(Vec<Step>, &[&str])] = &[
        // A newcomer above does not become what Enter opens.
        (
            vec![
                List(vec![a.clone(), b.clone(), c.clone()]),
                MOMENT,
                Keys("enter"),
            ],
            &["open 2"],
        ),
        // Nor does any other by a new order.
        (
            vec![
                Keys("down"),
                List(vec![c.clone(), b.clone()]),
                MOMENT,
                Keys("enter"),
            ],
            &["open 3"],
        ),
        // In the moment after the list has changed nothing is opened at all.
        (
            vec![
                List(vec![a.clone(), b.clone(), c.clone()]),
                Keys("up enter"),
            ],
            &[],
        ),
        (
            vec![
                List(vec![a.clone(), b.clone(), c.clone()]),
                Keys("up enter"),
                Wait(299),
                Keys("enter"),
                Wait(1),
                Keys("enter"),
            ],
            &["open 1"],
        ),
        // The same list again is no change.
        (vec![List(two.to_vec()), Keys("enter")], &["open 2"]),
        // What is closed under the cursor opens nothing; the next is one key away.
        (
            vec![
                List(vec![c.clone()]),
                MOMENT,
                Keys("enter"),
                Keys("down enter"),
            ],
            &["open 3"],
        ),
        (
            vec![List(vec![]), MOMENT, Keys("enter down enter up enter")],
            &[],
        ),
        // Old news of one that was answered here brings it back to nobody.
        (
            vec![
                Keys("enter"),
                MOMENT,
                Keys("y"),
                List(two.to_vec()),
                MOMENT,
                Keys("home enter"),
            ],
            &["open 2", "answer 2 deploy=true", "open 3"],
        ),
    ];
    for (steps, log) in rows {
        check(&two, steps.clone(), log);
    }
}

#[test]
fn an_open_panel_closes_at_once_and_says_by_whom() {
    let (a, b) = (entry(1, name()), entry(2, deploy()));
    let mut hands = Hands::new(vec![a, b.clone()]);
    hands.step(Keys("enter"));
    hands.step(MOMENT);
    hands.step(Gone(vec![b.clone()], 1, "answered by bob via web"));
    let text = hands.text();
    assert!(
        text.contains("answered by bob via web") && !text.contains('╭'),
        "{text}"
    );
    // Whoever was still typing types into nothing.
    hands.step(Keys("'quick enter' enter"));
    hands.step(Wait(499));
    hands.step(Keys("q"));
    assert_eq!(hands.log, ["open 1"]);
    hands.step(Wait(500));
    hands.step(Keys("q"));
    assert_eq!(hands.log, ["open 1", "leave"]);
}

#[test]
fn what_was_entered_stays_in_sight_when_somebody_else_was_first() {
    let mut hands = Hands::new(vec![entry(1, name())]);
    hands.step(Keys("enter"));
    hands.step(MOMENT);
    hands.step(Keys("'a long thought'"));
    hands.step(Gone(vec![], 1, "answered by bob via web"));
    let text = hands.text();
    assert!(
        text.contains("answered by bob") && text.contains("a long thought"),
        "{text}"
    );
    hands.step(MOMENT);
    hands.step(Keys("enter"));
    assert!(!hands.text().contains("a long thought"));
    assert_eq!(hands.log, ["open 1"]);
}

#[test]
fn the_person_is_called_for_who_came_and_for_nobody_else() {
    let (a, b, c) = (entry(1, auth()), entry(2, deploy()), entry(3, name()));
    let mut hands = Hands::new(vec![a.clone()]);
    let rows = [
        (vec![a.clone()], 0),
        (vec![b.clone(), a.clone(), c.clone()], 2),
        (vec![a.clone(), b.clone()], 0),
        (vec![a.clone()], 0),
    ];
    assert_eq!(hands.inbox.take_arrived(), 0);
    for (list, arrived) in rows {
        hands.step(List(list.clone()));
        assert_eq!(hands.inbox.take_arrived(), arrived);
        assert_eq!(hands.inbox.count(), list.len());
        assert!(hands.inbox.title().contains(&list.len().to_string()));
    }
}

#[test]
fn a_search_shows_what_was_looked_for_last() {
    let found = |words: &str, title: &str| {
        News::Found(Found {
            words: words.into(),
            past: vec![Past {
                title: title.into(),
                ending: "answered by bob via web".into(),
                about: "claude · /src/shop".into(),
                lines: vec!["  ● JWT".into()],
            }],
            more: false,
        })
    };
    let mut hands = Hands::new(vec![]);
    hands.step(Keys("/ 'jwt'"));
    hands.inbox.hear(found("jw", "an older answer"));
    assert!(!hands.text().contains("an older answer"));
    hands.inbox.hear(found("jwt", "Which one?"));
    let text = hands.text();
    assert!(
        text.contains("Which one?") && text.contains("by bob via web"),
        "{text}"
    );
    hands.step(Keys("enter"));
    assert!(hands.text().contains("● JWT"), "{}", hands.text());
    hands.step(Keys("esc esc"));
    assert!(!hands.text().contains("JWT"), "{}", hands.text());
}

#[test]
fn a_desk_that_is_away_is_told_until_it_is_back() {
    let mut hands = Hands::new(vec![entry(1, auth())]);
    hands.inbox.hear(News::Away("no route".into()));
    assert!(hands.text().contains("cannot be reached"));
    hands.step(List(vec![entry(1, auth())]));
    assert!(!hands.text().contains("cannot be reached"));
}
