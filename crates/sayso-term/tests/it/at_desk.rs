//! Line mode at a desk: notes, going back, what was entered before, and the clock.

use std::time::Duration;

use sayso_core::form::{Draft, Entry, Form};
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::inline::Keeper;
use sayso_term::line::{AtDesk, Word, ask_in_lines_at};
use sayso_term::panel::{AtZero, Clock, Earlier};
use sayso_term::{Asked, Ended};

use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, with_follow_ups,
};
use crate::script::{Script, brief};

/// A desk that remembers what it was told.
#[derive(Default)]
struct Desk {
    kept: Vec<Draft>,
    clock: Option<Clock>,
}

impl Keeper for Desk {
    fn is_closed(&mut self) -> bool {
        false
    }

    fn keep(&mut self, draft: &Draft) {
        self.kept.push(draft.clone());
    }

    fn clock(&mut self) -> Option<Clock> {
        self.clock.clone()
    }

    fn hold(&mut self, hold: bool) -> Result<Option<Clock>, String> {
        let clock = self.clock.as_mut().unwrap();
        clock.held = hold;
        Ok(self.clock())
    }

    fn earlier(&mut self) -> Vec<Earlier> {
        vec![Earlier {
            round: 1,
            ending: "answered by ada".into(),
            answers: vec![("Which port?".into(), Some("80".into()))],
        }]
    }
}

struct Told {
    ended: Ended,
    screen: String,
    draft: Draft,
}

/// Asks somebody who types these lines.
fn ask(
    asked: &Asked<'_>,
    desk: &mut Desk,
    draft: Draft,
    not_sent: Option<&str>,
    lines: &[&str],
) -> Told {
    let (mut draft, mut screen) = (draft, Vec::new());
    let at = AtDesk {
        keeper: desk,
        draft: &mut draft,
        not_sent: not_sent.map(str::to_owned),
        hints: true,
    };
    let mut script = Script::of(lines);
    let ended = ask_in_lines_at(at, asked, &mut script, &mut screen);
    assert!(script.typed.is_empty(), "left over: {:?}", script.typed);
    let screen = String::from_utf8(screen).unwrap();
    Told {
        ended,
        screen,
        draft,
    }
}

/// What was answered, with notes.
fn noted(ended: &Ended) -> String {
    let Ended::Answered { answers, .. } = ended else {
        return brief(ended);
    };
    let words = answers.iter().map(|one| {
        let note = one.note.as_ref().map(|note| format!(" ({note})"));
        format!("{}={}{}", one.question, one.value, note.unwrap_or_default())
    });
    words.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(questions: &[Question], rows: &[(&[&str], &str)]) {
    for (lines, expected) in rows {
        let told = ask(
            &Asked::new(questions),
            &mut Desk::default(),
            Draft::new(),
            None,
            lines,
        );
        assert_eq!(noted(&told.ended), *expected, "{lines:?}: {}", told.screen);
    }
}

#[test]
fn a_note_stands_beside_the_answer() {
    check(
        &[auth()],
        &[
            (&[":note for the API", "2"], r#"auth="JWT" (for the API)"#),
            (&["：备注 以后再说", "2"], r#"auth="JWT" (以后再说)"#),
            (&[":note a", "x", ":note b", "2"], r#"auth="JWT" (b)"#),
            (&[":note a", ":note", "2"], r#"auth="JWT""#),
            (
                &["0", ":note why", "Passkeys"],
                r#"auth={"other":"Passkeys"} (why)"#,
            ),
            (&["0", ":back", "2"], r#"auth="JWT""#),
            (&[":help", ":history", ":hold", "2"], r#"auth="JWT""#),
        ],
    );
    check(
        &[name()],
        &[
            // What is not known is an answer, and two colons stand for one.
            (&[":smile"], r#"name=":smile""#),
            (&["::back"], r#"name=":back""#),
            (&[":back now"], r#"name=":back now""#),
        ],
    );
}

#[test]
fn going_back_keeps_what_was_entered() {
    check(
        &[auth(), name(), deploy()],
        &[
            (
                &["2", "Ada", ":back", "Bob", "y"],
                r#"auth="JWT" name="Bob" deploy=true"#,
            ),
            (
                &["2", "Ada", ":back", ":back", "1", "", "y"],
                r#"auth="OAuth 2.0" name="Ada" deploy=true"#,
            ),
            (
                &["2", "Ada", ":back", "", "y"],
                r#"auth="JWT" name="Ada" deploy=true"#,
            ),
            (
                &[":back", "2", "Ada", "y"],
                r#"auth="JWT" name="Ada" deploy=true"#,
            ),
            (
                &["2", ":back", ":note n", "", "Ada", "n"],
                r#"auth="JWT" (n) name="Ada" deploy=false"#,
            ),
        ],
    );
    let under = with_follow_ups(auth(), "JWT", vec![name()]);
    check(
        &[under, deploy()],
        &[
            // The follow-up leaves the table with its option, and comes back with its answer.
            (
                &["2", "Ada", ":back", ":back", "1", "y"],
                r#"auth="OAuth 2.0" deploy=true"#,
            ),
            (
                &["2", "Ada", ":back", ":back", "1", ":back", "2", "", "y"],
                r#"auth="JWT" name="Ada" deploy=true"#,
            ),
        ],
    );
    // A declared default is not what somebody entered.
    check(
        &[with_defaults(auth(), &[2]), optional(name())],
        &[
            (&["", ""], r#"auth="JWT""#),
            (&["1", ":back", "", ""], r#"auth="OAuth 2.0""#),
        ],
    );
}

#[test]
fn what_was_entered_before_is_there_and_is_kept() {
    let questions = [auth(), features(), token()];
    let asked = Asked::new(&questions);
    let mut desk = Desk::default();
    let gone = ask(
        &asked,
        &mut desk,
        Draft::new(),
        None,
        &["2", ":note n", "1,3"],
    );
    assert_eq!(brief(&gone.ended), "gone");
    assert_eq!(desk.kept.last(), Some(&gone.draft));
    let told = ask(&asked, &mut desk, gone.draft, None, &["", "", "s3cret"]);
    assert_eq!(
        noted(&told.ended),
        r#"auth="JWT" features=["Caching","Metrics"] (n) token="s3cret""#
    );
    assert!(
        told.screen.contains("Entered: JWT (Enter keeps it)"),
        "{}",
        told.screen
    );
    assert!(
        told.screen.contains("Entered: Caching, Metrics  — n"),
        "{}",
        told.screen
    );
}

#[test]
fn what_was_not_sent_can_be_sent_again_or_changed() {
    let questions = [auth(), name()];
    let asked = Asked::new(&questions);
    let given = ask(
        &asked,
        &mut Desk::default(),
        Draft::new(),
        None,
        &["2", "Ada"],
    );
    let rows: [(&[&str], &str); 4] = [
        (&[""], r#"auth="JWT" name="Ada""#),
        (&["what?", ""], r#"auth="JWT" name="Ada""#),
        (&[":back", "Bob"], r#"auth="JWT" name="Bob""#),
        (
            &[":back", ":back", "1", ""],
            r#"auth="OAuth 2.0" name="Ada""#,
        ),
    ];
    for (lines, expected) in rows {
        let draft = given.draft.clone();
        let told = ask(&asked, &mut Desk::default(), draft, Some("away"), lines);
        assert_eq!(noted(&told.ended), expected, "{lines:?}: {}", told.screen);
        assert!(
            told.screen
                .contains("Not confirmed, and nothing is lost: away.")
        );
    }
    // The end of input sends nothing.
    let told = ask(&asked, &mut Desk::default(), given.draft, Some("away"), &[]);
    assert_eq!(brief(&told.ended), "gone");
}

#[test]
fn the_clock_is_told_and_can_be_held() {
    let questions = [auth()];
    let rows = [
        (
            Lang::En,
            "1:23 left, then it closes without an answer (:hold stops the clock)",
            "The clock is held with 1:23 left (:hold lets it go on)",
        ),
        (
            Lang::Zh,
            "剩余 1:23，到时不作答而关闭（:hold 暂停计时）",
            "计时已暂停，剩余 1:23（:hold 继续计时）",
        ),
    ];
    for (lang, running, held) in rows {
        let mut desk = Desk {
            clock: Some(Clock {
                left: Duration::from_secs(83),
                held: false,
                at_zero: AtZero::Nothing,
            }),
            ..Desk::default()
        };
        let asked = Asked {
            lang,
            ..Asked::new(&questions)
        };
        let told = ask(&asked, &mut desk, Draft::new(), None, &[":hold", "2"]);
        assert!(told.screen.contains(running), "{}", told.screen);
        assert!(told.screen.contains(held), "{}", told.screen);
        assert!(desk.clock.unwrap().held);
        // A lone answer is sent, not kept.
        assert!(desk.kept.is_empty());
    }
}

#[test]
fn an_approval_is_shown_to_the_letter() {
    let questions = [Question::new("run", Kind::Boolean, "rm\u{a0}-rf /")];
    let asked = Asked {
        source: Source::Approval,
        ..Asked::new(&questions)
    };
    let told = ask(
        &asked,
        &mut Desk::default(),
        Draft::new(),
        None,
        &["", "1", "n"],
    );
    assert_eq!(noted(&told.ended), "run=false");
    assert!(told.screen.contains(r"rm\u{a0}-rf /"), "{}", told.screen);
}

/// What was entered before, by whomever, or was not sent, is no leave: an approval is given in
/// words, each time.
#[test]
fn an_approval_is_never_kept() {
    let run = || Question::new("run", Kind::Boolean, "rm -rf build");
    let mut choose = auth();
    choose.id = "run".into();
    let again = [run(), deploy()];
    let given = |yes: bool| Entry {
        yes: Some(yes),
        picked: vec!["JWT".into()],
        note: "n".into(),
        ..Entry::default()
    };
    let of = |entry: Entry| Draft::from([("run".into(), entry)]);
    type Row<'r> = (&'r [Question], Option<&'r str>, &'r [&'r str], &'r str);
    let rows: [Row<'_>; 8] = [
        (&[run()], None, &["", "n"], "run=false (n)"),
        (&[run()], None, &["", " ", "y"], "run=true (n)"),
        // Left out is nothing answered: it is asked again.
        (
            &[optional(run())],
            None,
            &["", "go on", "n"],
            "run=false (n)",
        ),
        (&[choose], None, &["", "1"], r#"run="OAuth 2.0" (n)"#),
        (&[run()], Some("away"), &["", "n"], "run=false (n)"),
        (&[run()], Some("away"), &["", "y"], "run=true (n)"),
        (
            &again,
            Some("away"),
            &["", "y", "n"],
            "run=true (n) deploy=false",
        ),
        (
            &again,
            None,
            &["y", ":back", "", "n", "y"],
            "run=false (n) deploy=true",
        ),
    ];
    for (questions, not_sent, lines, expected) in rows {
        let asked = Asked {
            source: Source::Approval,
            ..Asked::new(questions)
        };
        let told = ask(
            &asked,
            &mut Desk::default(),
            of(given(true)),
            not_sent,
            lines,
        );
        assert_eq!(noted(&told.ended), expected, "{lines:?}: {}", told.screen);
        assert!(!told.screen.contains("Enter keeps it"), "{}", told.screen);
    }
}

/// A draft has the declared defaults in it, which nobody entered.
#[test]
fn a_default_in_a_draft_was_not_entered() {
    let questions = [with_defaults(auth(), &[2]), name(), token()];
    let asked = Asked::new(&questions);
    let mut draft = Form::new(questions.to_vec(), Source::Tool).draft().clone();
    draft.entry("name".into()).or_default().text = "Ada".into();
    let lines = ["", "", "s3cret"];
    let told = ask(&asked, &mut Desk::default(), draft, None, &lines);
    assert_eq!(
        noted(&told.ended),
        r#"auth="JWT" name="Ada" token="s3cret""#
    );
    let screen = &told.screen;
    assert!(screen.contains("Entered: Ada"), "{screen}");
    assert!(!screen.contains("Entered: JWT"), "{screen}");
}

#[test]
fn words_with_a_colon() {
    let note = |words: &str| Some(Word::Note(words.into()));
    let rows = [
        (":back", Some(Word::Back)),
        (" :B ", Some(Word::Back)),
        ("：返回", Some(Word::Back)),
        (":note a b", note("a b")),
        (":note", note("")),
        (":hold", Some(Word::Hold)),
        (":?", Some(Word::Help)),
        (":history", Some(Word::History)),
        ("back", None),
        (":backwards", None),
        ("::back", None),
        (":", None),
        ("", None),
    ];
    for (line, expected) in rows {
        assert_eq!(Word::read(line), expected, "{line:?}");
    }
}
