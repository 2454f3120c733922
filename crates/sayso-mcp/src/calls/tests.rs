use std::time::Duration;

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};

use tokio::time::{Instant, sleep, timeout};

use super::{Asking, Calls, Owner};

const GRACE: Duration = Duration::from_secs(600);
const ASKED: InteractionId = InteractionId::new(7);

/// How the call of a question ended that another call now looks for.
#[derive(Clone, Copy, Debug)]
enum Ended {
    /// It goes on.
    Not,
    /// Its client hung up, or was cut off.
    Cut,
    /// It returned a form or a ticket.
    Told,
}

fn asking(session: &str, approval: bool) -> Asking {
    Asking {
        owner: Owner {
            client: "agent".into(),
            only: None,
            person: None,
        },
        session: SessionId::from(session),
        digest: Digest::of(&[b"Which?"]),
        approval,
    }
}

/// What a second call finds of a question that session `a` asked; `Some(true)`: only while open.
async fn found(ended: Ended, passed: Duration, approval: bool, second: &Asking) -> Option<bool> {
    let calls = Calls::default();
    calls.asked(ASKED, asking("a", approval), None);
    let attending = calls.attend(ASKED);
    match ended {
        Ended::Not => std::mem::forget(attending),
        Ended::Cut => drop(attending),
        Ended::Told => attending.told(),
    }
    tokio::time::advance(passed).await;
    let before = calls.same(second, GRACE).await;
    // What one took up, no third gets.
    let third = calls.same(&asking("c", approval), GRACE).await;
    assert!(before.is_none() || second.session.as_str() == "a" || third.is_none());
    before.map(|before| before.only_open)
}

#[tokio::test(start_paused = true)]
async fn who_takes_up_what_was_asked() {
    use Ended::{Cut, Not, Told};
    let (soon, late) = (Duration::from_secs(1), GRACE * 2);
    for (ended, passed, approval, session, wanted) in [
        // The same conversation, asking again.
        (Not, soon, false, "a", Some(false)),
        (Cut, soon, false, "a", Some(false)),
        (Told, soon, false, "a", Some(false)),
        // An old answer is no answer to what is asked now.
        (Cut, late, false, "a", Some(true)),
        (Told, late, false, "a", Some(true)),
        // Another of the same name: only what was cut off and is still open.
        (Not, soon, false, "b", None),
        (Told, soon, false, "b", None),
        (Cut, soon, false, "b", Some(true)),
        (Cut, late, false, "b", None),
        // Leave to act is for one call.
        (Not, soon, true, "a", None),
        (Cut, soon, true, "a", Some(true)),
        (Cut, late, true, "a", Some(true)),
        // It has had its answer.
        (Told, soon, true, "a", None),
        (Told, soon, true, "b", None),
    ] {
        let found = found(ended, passed, approval, &asking(session, approval)).await;
        assert_eq!(
            found, wanted,
            "{ended:?}, {passed:?} ago, approval {approval}, asked again by {session}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn another_s_question_is_not_found() {
    let mut other_name = asking("a", false);
    other_name.owner.client = "another".into();
    let mut other_token = asking("a", false);
    other_token.owner.only = Some(SessionId::from("a"));
    let mut other_person = asking("a", false);
    other_person.owner.person = Some("ann".into());
    let mut other_words = asking("a", false);
    other_words.digest = Digest::of(&[b"Which then?"]);
    for second in [other_name, other_token, other_person, other_words] {
        assert_eq!(
            found(Ended::Cut, Duration::ZERO, false, &second).await,
            None
        );
    }
}

#[tokio::test(start_paused = true)]
async fn only_what_nobody_came_back_for_is_abandoned() {
    let calls = Calls::default();
    calls.asked(ASKED, asking("a", false), None);
    drop(calls.attend(ASKED));
    assert!(!calls.is_abandoned(ASKED, GRACE));
    tokio::time::advance(GRACE).await;
    assert!(calls.is_abandoned(ASKED, GRACE));
    // Someone came, and a form is out: the person has it before their eyes.
    calls.attend(ASKED).told();
    tokio::time::advance(GRACE).await;
    assert!(!calls.is_abandoned(ASKED, GRACE));
}

#[test]
fn a_form_that_was_put_away_stays_away() {
    let calls = Calls::default();
    calls.asked(ASKED, asking("a", false), None);
    assert!(!calls.is_put_away(ASKED));
    calls.put_away(ASKED);
    calls.asked(ASKED, asking("a", false), None);
    assert!(calls.is_put_away(ASKED));
}

#[test]
fn which_question_a_panel_is_about() {
    let calls = Calls::default();
    let (mine, other) = (InteractionId::new(1), InteractionId::new(2));
    calls.asked(mine, asking("a", false), None);
    calls.asked(other, asking("b", false), None);
    for (session, wanted) in [("a", Some(mine)), ("b", Some(other)), ("c", None)] {
        assert_eq!(calls.shown(&asking(session, false)), wanted, "{session}");
    }
    // Leave to act is not for a panel.
    let calls = Calls::default();
    calls.asked(mine, asking("a", true), None);
    assert_eq!(calls.shown(&asking("a", false)), None);
}

#[test]
fn who_asked_it() {
    let calls = Calls::default();
    calls.asked(ASKED, asking("a", false), None);
    let ours = asking("a", false).owner;
    let other = Owner {
        client: "another".into(),
        ..ours.clone()
    };
    for (owner, session, wanted) in [
        (&ours, "a", true),
        (&ours, "b", false),
        (&other, "a", false),
    ] {
        let asked = calls.is_asked_by(ASKED, owner, &SessionId::from(session));
        assert_eq!(asked, wanted, "{owner:?} {session}");
    }
    calls.collected(ASKED);
    assert!(!calls.is_asked_by(ASKED, &ours, &SessionId::from("a")));
}

/// A stateless client asks again at once; that its first call has ended is heard a moment later.
#[tokio::test(start_paused = true)]
async fn a_call_that_is_given_up_is_waited_for() {
    use Ended::{Cut, Not, Told};
    let (soon, patience) = (Duration::from_millis(310), Duration::from_secs(2));
    for (ended, approval, wanted, after) in [
        // The place goes over at once, with whatever a person answers from then on.
        (Cut, false, Some(false), soon),
        // But leave to act is given for one call.
        (Cut, true, Some(true), soon),
        // The first has its answer: the second asks anew.
        (Told, false, None, soon),
        (Not, false, None, patience),
    ] {
        let calls = Calls::default();
        calls.asked(ASKED, asking("a", approval), None);
        let attending = calls.attend(ASKED);
        let begun = Instant::now();
        let again = asking("b", approval);
        let first = async {
            sleep(soon).await;
            match ended {
                Not => std::mem::forget(attending),
                Cut => drop(attending),
                Told => attending.told(),
            }
        };
        let (found, ()) = tokio::join!(calls.same(&again, GRACE), first);
        let only_open = found.as_ref().map(|before| before.only_open);
        assert_eq!((only_open, begun.elapsed()), (wanted, after), "{ended:?}");
    }
}

/// Of several that come for a place one gets it, and who goes away leaves it to the next.
#[tokio::test(start_paused = true)]
async fn a_place_is_for_one() {
    let calls = Calls::default();
    calls.asked(ASKED, asking("a", false), None);
    let attending = calls.attend(ASKED);
    let (gone, second, third) = (asking("b", false), asking("c", false), asking("d", false));
    {
        let gone = calls.same(&gone, GRACE);
        assert!(timeout(Duration::from_millis(1), gone).await.is_err());
    }
    let first = async {
        sleep(Duration::from_millis(10)).await;
        drop(attending);
    };
    let (second, third, ()) =
        tokio::join!(calls.same(&second, GRACE), calls.same(&third, GRACE), first);
    assert!(second.is_some_and(|before| before.place.is_some()) && third.is_none());
    // Nobody waited with what was taken over: it can be had again.
    assert!(calls.same(&asking("e", false), GRACE).await.is_some());
}
