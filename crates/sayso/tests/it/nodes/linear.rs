//! Whether what many saw of one interaction can have happened in one order.
//!
//! An interaction is a register that is written once. So there is one moment at which it closed,
//! and everything that anybody saw lies before or after it: the history is linearizable if and
//! only if such a moment exists.

/// What somebody saw who called between two moments.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) begun: u64,
    /// None when no word came back: then it may have been done at any time since, or never.
    pub(super) ended: Option<u64>,
    pub(super) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// It is open.
    Open,
    /// It is closed; how, if that was told.
    Closed(Option<String>),
    /// They closed it like this, or tried to.
    Closing(String),
}

/// The outcome, if it closed, and what everybody saw. Says what cannot have been.
pub(super) fn check(outcome: Option<&str>, history: &[Seen]) -> Result<(), String> {
    // The close lies after this one and not after that one.
    let (mut after, mut before) = (0, u64::MAX);
    let mut closed_by = 0;
    for seen in history {
        match &seen.what {
            What::Open => after = after.max(seen.begun),
            What::Closed(how) => {
                if outcome.is_none() || how.as_deref().is_some_and(|how| Some(how) != outcome) {
                    return Err(format!("{seen:?}, but the outcome is {outcome:?}"));
                }
                before = before.min(seen.ended.unwrap_or(u64::MAX));
            }
            What::Closing(how) if Some(how.as_str()) == outcome => {
                closed_by += 1;
                after = after.max(seen.begun);
                before = before.min(seen.ended.unwrap_or(u64::MAX));
            }
            What::Closing(_) if seen.ended.is_none() => {}
            What::Closing(_) => {
                return Err(format!(
                    "{seen:?} was granted, but the outcome is {outcome:?}"
                ));
            }
        }
    }
    if outcome.is_some_and(|outcome| outcome != "timeout") && closed_by != 1 {
        return Err(format!("{outcome:?} was closed by {closed_by}"));
    }
    if after > before {
        return Err(format!("it would close after {after} and by {before}"));
    }
    Ok(())
}

#[test]
fn the_check_tells_what_can_have_been_from_what_cannot() {
    let seen = |begun, ended, what| Seen { begun, ended, what };
    let closed = |how: &str| What::Closed(Some(how.into()));
    let closing = |how: &str| What::Closing(how.into());
    let won = seen(10, Some(20), closing("a"));
    let rows = [
        (None, vec![seen(1, Some(2), What::Open)], true),
        (None, vec![seen(1, Some(2), What::Closed(None))], false),
        (Some("a"), vec![won.clone()], true),
        (Some("a"), vec![], false),
        (Some("a"), vec![seen(10, None, closing("a"))], true),
        (
            Some("a"),
            vec![won.clone(), seen(19, Some(30), What::Open)],
            true,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(21, Some(30), What::Open)],
            false,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(5, Some(11), closed("a"))],
            true,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(5, Some(9), closed("a"))],
            false,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(5, Some(15), closed("b"))],
            false,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(5, Some(15), closing("b"))],
            false,
        ),
        (
            Some("a"),
            vec![won.clone(), seen(5, None, closing("b"))],
            true,
        ),
        (
            Some("a"),
            vec![
                won,
                seen(12, Some(13), closed("a")),
                seen(14, Some(15), What::Open),
            ],
            false,
        ),
        (Some("timeout"), vec![seen(3, Some(4), What::Open)], true),
        (None, vec![seen(1, Some(2), closing("a"))], false),
    ];
    for (outcome, history, possible) in rows {
        assert_eq!(check(outcome, &history).is_ok(), possible, "{history:?}");
    }
}
