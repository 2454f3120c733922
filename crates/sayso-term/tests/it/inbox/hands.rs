//! Hands on an inbox, and the desk behind it, as a test writes them.

use std::time::Duration;

use sayso_core::deadline::Deadline;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::inbox::{Entry, Inbox, News, NotTaken, Opening, Then};

use crate::panel::hands::inputs;

/// The desk's time when a test begins.
pub(crate) const START: i64 = 1_800_000_000_000;
/// A moment in which every guard opens.
pub(crate) const MOMENT: Step = Step::Wait(600);

/// What happens next.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// These keys are pressed, one right after the other.
    Keys(&'static str),
    /// So many milliseconds go by.
    Wait(u64),
    /// The desk lists these.
    List(Vec<Entry>),
    /// The desk lists these, and who closed what.
    Gone(Vec<Entry>, u128, &'static str),
    /// The next answer is not taken.
    Refuse(NotTaken),
}

/// An inbox, and what followed from what was done.
pub(crate) struct Hands {
    pub(crate) inbox: Inbox,
    pub(crate) log: Vec<String>,
    pub(crate) now: Duration,
    refuse: Option<NotTaken>,
}

impl Hands {
    pub(crate) fn new(entries: Vec<Entry>) -> Self {
        Self::of(Inbox::new(Lang::En), entries)
    }

    pub(crate) fn of(inbox: Inbox, entries: Vec<Entry>) -> Self {
        let mut hands = Self {
            inbox,
            log: Vec::new(),
            now: Duration::ZERO,
            refuse: None,
        };
        hands.inbox.resize(80, 24);
        hands.step(Step::List(entries));
        hands
    }

    pub(crate) fn step(&mut self, step: Step) {
        match step {
            Step::Keys(keys) => {
                for input in inputs(keys) {
                    let then = self.inbox.press(&input, self.now);
                    self.follow(then);
                    self.draw();
                }
            }
            Step::Wait(millis) => {
                self.now += Duration::from_millis(millis);
                self.tick();
                self.inbox.rest(self.now);
            }
            Step::List(entries) => {
                self.tick();
                let closed = Vec::new();
                self.inbox.hear(News::List { entries, closed });
                self.draw();
            }
            Step::Gone(entries, id, how) => {
                self.tick();
                let closed = vec![(InteractionId::new(id), how.to_owned())];
                self.inbox.hear(News::List { entries, closed });
                self.draw();
            }
            Step::Refuse(why) => self.refuse = Some(why),
        }
    }

    /// Whatever happened, there is a picture, and it stands on the screen at once.
    pub(crate) fn draw(&mut self) {
        self.inbox.picture(80, 24);
        while self.inbox.drawn(self.now) {}
        if self.inbox.is_new() {
            self.inbox.stands(self.now, false);
        }
    }

    pub(crate) fn tick(&mut self) {
        let millis = i64::try_from(self.now.as_millis()).unwrap();
        let time = Moment::from_millis(START + millis);
        self.inbox.tick(self.now, time);
    }

    pub(crate) fn follow(&mut self, then: Then) {
        let words = match &then {
            Then::Nothing => return,
            Then::Open(entry) => format!("open {}", number(entry.id)),
            Then::Answer(id, answers) => format!("answer {} {}", number(*id), given(answers)),
            Then::AnswerAll(all) => {
                let all = all
                    .iter()
                    .map(|(id, answers)| format!("{} {}", number(*id), given(answers)));
                format!("answer {}", all.collect::<Vec<_>>().join(", "))
            }
            Then::Cancel(id, reason) => {
                format!(
                    "cancel {} {}",
                    number(*id),
                    reason.clone().unwrap_or_default()
                )
            }
            Then::Hold(id, hold) => format!("hold {} {hold}", number(*id)),
            Then::Earlier(entry) => format!("earlier {}", number(entry.id)),
            Then::Editor(words) => format!("editor {words}"),
            Then::Search(words) => format!("search {words}"),
            Then::Suspend => "suspend".into(),
            Then::Redraw => "redraw".into(),
            Then::Leave => "leave".into(),
        };
        self.log.push(words.trim_end().to_owned());
        let refused = self.refuse.clone();
        let done = || refused.clone().map_or(Ok(()), Err);
        match then {
            Then::Open(entry) => self.inbox.open(entry, Opening::default()),
            Then::Answer(id, _) => self.inbox.closed_here(id, done(), false),
            Then::Cancel(id, _) => self.inbox.closed_here(id, done(), true),
            Then::AnswerAll(all) => {
                let results = all.into_iter().map(|(id, _)| (id, done()));
                let results = results.collect();
                self.inbox.closed_many(results);
            }
            Then::Hold(id, hold) => self.inbox.held(id, hold, Ok(())),
            _ => {}
        }
    }

    /// What is to be seen now.
    pub(crate) fn text(&self) -> String {
        self.inbox.picture(80, 24).text()
    }
}

fn given(answers: &[sayso_core::command::GivenAnswer]) -> String {
    let words = answers
        .iter()
        .map(|one| format!("{}={}", one.question, one.value));
    words.collect::<Vec<_>>().join(" ")
}

fn number(id: InteractionId) -> u128 {
    let text = id.to_string().replace('-', "");
    u128::from_str_radix(&text, 16).unwrap()
}

/// An open question of this number; asked that many seconds before the test began.
pub(crate) fn entry(id: u128, question: Question) -> Entry {
    let age = i64::try_from(id).unwrap() * 1_000;
    Entry {
        id: InteractionId::new(id),
        session: SessionId::from(format!("s{id}")),
        agent: Some(format!("agent-{id}")),
        project: Some(format!("/src/project-{id}")),
        round: 1,
        total_rounds: None,
        source: Source::Tool,
        questions: vec![question].into(),
        asked_at: Moment::from_millis(START - age),
        deadline: None,
        unattended: false,
    }
}

/// The same as an approval.
pub(crate) fn approval(mut entry: Entry) -> Entry {
    entry.source = Source::Approval;
    entry
}

/// The same with so many seconds left.
pub(crate) fn within(mut entry: Entry, seconds: i64) -> Entry {
    entry.deadline = Some(Deadline {
        at: Moment::from_millis(START + seconds * 1_000),
        on_timeout: None,
        held_with: None,
    });
    entry
}

/// The same question under another id, as every agent makes its own.
pub(crate) fn named(mut question: Question, id: &str) -> Question {
    question.id = id.into();
    question
}

/// Runs these steps and compares what followed.
#[track_caller]
pub(crate) fn check(entries: &[Entry], steps: Vec<Step>, log: &[&str]) {
    let mut hands = Hands::new(entries.to_vec());
    for step in steps {
        hands.step(step);
    }
    assert_eq!(hands.log, log, "{}", hands.text());
}
