//! Random hands on a list that changes: never a panic, never an answer that was not given, never
//! another question than the one in sight, always a way out.

use std::time::Duration;

use proptest::prelude::*;
use sayso_core::answer_check;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::inbox::{Entry, Inbox, News, NotTaken, Opening, Then};
use sayso_term::panel::{Code, Input, Key};
use sayso_term::wrapped::columns;

use super::hands::{START, approval, entry, named, within};
use crate::questions::{auth, deploy, features, name, token, with_follow_ups};

fn all() -> Vec<Entry> {
    let under = |question: Question| with_follow_ups(question, "true", vec![name()]);
    vec![
        entry(1, auth()),
        entry(2, named(deploy(), "d2")),
        entry(3, named(deploy(), "d3")),
        approval(entry(4, deploy())),
        approval(entry(5, deploy())),
        within(entry(6, features()), 3),
        entry(7, under(named(deploy(), "u7"))),
        entry(8, under(named(deploy(), "u8"))),
        entry(9, token()),
        entry(10, name()),
    ]
}

#[derive(Clone, Debug)]
enum Event {
    Input(Input),
    Wait(u64),
    /// The desk lists those whose bit is set, from this one on.
    List(u16, usize),
    Size(u16, u16),
    Refuse(u8),
}

fn event() -> impl Strategy<Value = Event> {
    let codes = prop_oneof![
        2 => any::<char>().prop_map(Code::Char),
        12 => prop::sample::select("jkbq/? yn0123vzrpG".chars().map(Code::Char).collect::<Vec<_>>()),
        24 => prop::sample::select(vec![
            Code::Enter, Code::Enter, Code::Enter, Code::Down, Code::Down, Code::Up, Code::Esc, Code::Tab,
            Code::Backspace, Code::Home, Code::End, Code::PageUp, Code::PageDown, Code::Char(' '),
        ]),
    ];
    prop_oneof![
        30 => (codes, any::<u8>()).prop_map(|(code, held)| {
            Event::Input(Input::Key(Key { ctrl: held == 0, alt: held == 1, ..Key::plain(code) }))
        }),
        1 => ".{0,20}".prop_map(|text| Event::Input(Input::Paste(text))),
        14 => prop::sample::select(vec![50, 250, 350, 600, 1_500]).prop_map(Event::Wait),
        5 => (any::<u16>(), 0..10_usize).prop_map(|(bits, from)| Event::List(bits, from)),
        2 => (10_u16..220, 3_u16..70).prop_map(|(width, height)| Event::Size(width, height)),
        1 => (0..4_u8).prop_map(Event::Refuse),
    ]
}

/// Checks that these are answers to this one that somebody may give.
fn fits(entry: &Entry, answers: &[sayso_core::command::GivenAnswer]) -> Result<(), TestCaseError> {
    prop_assert!(!answers.is_empty());
    for given in answers {
        let mut tree = whole_tree(&entry.questions);
        let question = tree.find(|q| q.id == given.question);
        prop_assert!(question.is_some(), "{given:?} for {entry:?}");
        let read = answer_check::read(question.unwrap(), &given.value);
        prop_assert!(matches!(read, Ok(Some(_))), "{given:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_happens(events in prop::collection::vec(event(), 1..150)) {
        let all = all();
        let mut inbox = Inbox::new(Lang::En).with_editor(true);
        let mut size = (80, 24);
        let mut now = Duration::from_secs(1);
        let mut open: Vec<InteractionId> = all.iter().map(|entry| entry.id).collect();
        let mut closed: Vec<InteractionId> = Vec::new();
        let mut shown: Option<InteractionId> = None;
        let mut since = now;
        let mut refuse = 0;
        let tell = |inbox: &mut Inbox, open: &[InteractionId], gone: Vec<(InteractionId, String)>| {
            let entries = open.iter().map(|id| all.iter().find(|one| one.id == *id).unwrap().clone());
            inbox.hear(News::List { entries: entries.collect(), closed: gone });
        };
        inbox.resize(size.0, size.1);
        tell(&mut inbox, &open, Vec::new());
        for event in events {
            let millis = i64::try_from(now.as_millis()).unwrap();
            inbox.tick(now, Moment::from_millis(START + millis));
            match event {
                Event::Wait(millis) => {
                    now += Duration::from_millis(millis);
                    inbox.rest(now);
                }
                Event::Size(width, height) => {
                    size = (width, height);
                    inbox.resize(width, height);
                }
                Event::Refuse(how) => refuse = how,
                Event::List(bits, from) => {
                    let before = open.clone();
                    let mut ids: Vec<InteractionId> = all.iter().map(|entry| entry.id).collect();
                    ids.rotate_left(from);
                    ids.retain(|id| !closed.contains(id));
                    open = ids
                        .into_iter()
                        .enumerate()
                        .filter(|(at, _)| bits & (1 << at) != 0)
                        .map(|(_, id)| id)
                        .collect();
                    let gone = before.into_iter().filter(|id| !open.contains(id));
                    let gone = gone.map(|id| (id, "by bob".to_owned())).collect();
                    tell(&mut inbox, &open, gone);
                }
                Event::Input(input) => {
                    let then = inbox.press(&input, now);
                    let taken = || match refuse {
                        1 => Err(NotTaken::Invalid("no".into())),
                        2 => Err(NotTaken::Closed("by bob".into())),
                        3 => Err(NotTaken::Failed("no".into())),
                        _ => Ok(()),
                    };
                    match then {
                        Then::Open(entry) => {
                            prop_assert!(open.contains(&entry.id), "opened what is not open");
                            shown = Some(entry.id);
                            since = now;
                            inbox.open(entry, Opening::default());
                        }
                        Then::Answer(id, answers) => {
                            // Only what is shown, and only once it could be read.
                            prop_assert_eq!(Some(id), shown);
                            prop_assert!(open.contains(&id), "answered what is not open");
                            prop_assert!(now >= since + Duration::from_millis(300));
                            prop_assert!(matches!(input, Input::Key(_)), "a paste answered");
                            let entry = all.iter().find(|one| one.id == id).unwrap();
                            fits(entry, &answers)?;
                            let done = taken();
                            if done.is_ok() {
                                closed.push(id);
                                open.retain(|one| *one != id);
                            }
                            inbox.closed_here(id, done, false);
                        }
                        Then::AnswerAll(each) => {
                            prop_assert!(matches!(input, Input::Key(key) if key.code == Code::Enter));
                            let mut results = Vec::new();
                            for (id, answers) in each {
                                let entry = all.iter().find(|one| one.id == id).unwrap();
                                prop_assert!(entry.source != Source::Approval, "approvals together");
                                prop_assert!(open.contains(&id), "answered what is not open");
                                fits(entry, &answers)?;
                                let done = taken();
                                if done.is_ok() {
                                    closed.push(id);
                                    open.retain(|one| *one != id);
                                }
                                results.push((id, done));
                            }
                            inbox.closed_many(results);
                        }
                        Then::Cancel(id, _) => {
                            prop_assert_eq!(Some(id), shown);
                            let done = taken();
                            if done.is_ok() {
                                closed.push(id);
                                open.retain(|one| *one != id);
                            }
                            inbox.closed_here(id, done, true);
                        }
                        Then::Hold(id, hold) => inbox.held(id, hold, Ok(())),
                        Then::Earlier(_) => inbox.show_earlier(Vec::new()),
                        Then::Editor(_) => inbox.edited(Ok("edited")),
                        _ => {}
                    }
                }
            }
            let picture = inbox.picture(size.0, size.1);
            while inbox.drawn(now) {}
            if inbox.is_new() {
                inbox.stands(now, false);
            }
            prop_assert!(picture.rows.len() <= usize::from(size.1), "{} rows", picture.rows.len());
            for row in &picture.rows {
                let text: String = row.spans.iter().map(|span| span.content.as_ref()).collect();
                prop_assert!(columns(&text) <= usize::from(size.0), "{text:?} in {size:?}");
                prop_assert!(!text.contains(|c: char| c.is_control()), "{text:?}");
            }
            if let Some((column, row)) = picture.cursor {
                prop_assert!(column < size.0 && usize::from(row) < picture.rows.len());
            }
            prop_assert_eq!(inbox.count(), open.len());
        }
        // Two Ctrl-C are always a way out.
        let out = Input::Key(Key::ctrl('c'));
        let first = inbox.press(&out, now);
        let second = if first == Then::Leave { first } else { inbox.press(&out, now) };
        prop_assert_eq!(second, Then::Leave);
    }
}
