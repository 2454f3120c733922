//! The inbox: all open questions of all sessions on a full screen, answered in place.
//!
//! As in the panel everything is pure but `show`: it is told keys, the time and what the desk
//! says, tells what follows, and draws itself. The order is the desk's. One is on a question by its
//! id: whatever comes, goes or moves, it is never another one that Enter opens.
//!
//! # Layout
//! - `entry`, `past`: what is listed; `clerk`: whoever holds the desk
//! - `view`: what is shown; `press`: what follows from a key; `follow`: what follows from the desk
//! - `alike`, `batch`: one answer for several
//! - `draw`, `strip`, `wording`: what is to be seen
//! - `show`, `sheet`, `notify`: a full screen, always given back

mod alike;
mod batch;
pub mod clerk;
mod draw;
pub mod entry;
mod follow;
pub mod notify;
pub mod past;
mod press;
mod sheet;
mod show;
mod strip;
mod view;
mod wording;

use std::collections::BTreeSet;
use std::time::Duration;

use sayso_core::command::GivenAnswer;
use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;

pub use clerk::{Clerk, News, NotTaken, Opening};
pub use entry::Entry;
pub use notify::Notify;
pub use past::{Found, Past};
pub use show::{Left, show_inbox};

use batch::Batch;
use view::View;

use crate::panel::{Guard, Keymap, Look, Picture};

/// The smallest window it is drawn in.
pub const SMALLEST: (u16, u16) = (40, 10);

/// How long after the list changed nothing is opened or ticked: the eye has not followed yet.
const DEAF: Duration = Duration::from_millis(300);
/// How long after the last change what was entered is kept.
const KEEP: Duration = Duration::from_millis(400);

/// What follows from a key, for whoever runs the inbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing but another picture.
    Nothing,
    /// This one shall be shown whole: [`Inbox::open`].
    Open(Entry),
    /// The person answers.
    Answer(InteractionId, Vec<GivenAnswer>),
    /// The person gives one answer to several alike ones.
    AnswerAll(Vec<(InteractionId, Vec<GivenAnswer>)>),
    /// The person calls it off, with a reason in their own words.
    Cancel(InteractionId, Option<String>),
    /// The clock shall stop, or go on.
    Hold(InteractionId, bool),
    /// The earlier rounds shall be shown: [`Inbox::show_earlier`].
    Earlier(Entry),
    /// These words shall be put into the person's editor: [`Inbox::edited`].
    Editor(String),
    /// These words shall be looked for.
    Search(String),
    /// The terminal shall be given back to the shell for a while.
    Suspend,
    /// Everything shall be drawn anew.
    Redraw,
    /// The person leaves; everything stays open.
    Leave,
}

/// An open question in the list, or one that was closed under the cursor.
#[derive(Clone, Debug)]
struct Listed {
    entry: Entry,
    /// How it was closed; it stays until one goes away from it.
    closed: Option<String>,
}

/// Something to tell the person.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Notice {
    text: String,
    warns: bool,
}

/// All open questions, and the person in front of them.
#[derive(Clone, Debug)]
pub struct Inbox {
    lang: Lang,
    keys: Keymap,
    look: Look,
    has_editor: bool,

    /// Whether the desk has told anything yet.
    told: bool,
    list: Vec<Listed>,
    /// The one that one is on.
    on: Option<InteractionId>,
    /// Closed from here: old news may still have them as open.
    done: BTreeSet<InteractionId>,
    /// Why the desk cannot be reached.
    away: Option<String>,
    /// How many came that the person was not called for yet.
    arrived: usize,

    view: View,
    batch: Option<Batch>,
    /// Keeps keys out that were meant for what stood there before.
    guard: Option<Guard>,
    /// Whether what is shown has yet to be seen: the moment in which no key is taken begins when
    /// it stands on the screen.
    is_new: bool,
    /// Until when nothing is opened, since the list has changed.
    deaf: Option<Duration>,
    notice: Option<Notice>,
    /// When what was entered last changed.
    changed: Option<Duration>,
    /// What was entered where one has gone away from.
    left_draft: Option<(InteractionId, Draft)>,

    now: Duration,
    time: Moment,
    size: (u16, u16),
}

impl Inbox {
    /// An empty one, before the desk has told anything.
    pub fn new(lang: Lang) -> Self {
        Self {
            lang,
            keys: Keymap::default(),
            look: Look::default(),
            has_editor: false,
            told: false,
            list: Vec::new(),
            on: None,
            done: BTreeSet::new(),
            away: None,
            arrived: 0,
            view: View::List,
            batch: None,
            guard: None,
            is_new: false,
            deaf: None,
            notice: None,
            changed: None,
            left_draft: None,
            now: Duration::ZERO,
            time: Moment::default(),
            size: (80, 24),
        }
    }

    /// With these keys.
    #[must_use]
    pub fn with_keys(mut self, keys: Keymap) -> Self {
        self.keys = keys;
        self
    }

    /// With these looks.
    #[must_use]
    pub fn with_look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// With an editor to write in.
    #[must_use]
    pub fn with_editor(mut self, editor: bool) -> Self {
        self.has_editor = editor;
        self
    }

    /// Tells the time: counted from wherever the caller counts from, and the desk's.
    pub fn tick(&mut self, now: Duration, time: Moment) {
        self.now = now;
        self.time = time;
        self.arm();
    }

    /// Tells that nothing waits to be read: only then are keys taken from now on. What does wait
    /// may have been typed long ago.
    pub fn rest(&mut self, now: Duration) {
        self.now = now;
        if self.is_new {
            return;
        }
        if self.guard.as_mut().is_some_and(|guard| guard.is_open(now)) {
            self.guard = None;
        }
        self.deaf = self.deaf.filter(|until| now < *until);
        self.arm();
    }

    /// Tells that the picture for this much room stands on the screen. Says whether another one
    /// follows from that: an approval is granted only by who has seen all of it.
    pub fn drawn(&mut self, now: Duration) -> bool {
        if let Some(until) = &mut self.deaf
            && *until == Duration::MAX
        {
            *until = now + DEAF;
        }
        let (width, height) = draw::panel_size(self);
        match &mut self.view {
            View::Question(question) if !draw::is_too_small(self.size) => {
                question.panel.drawn(width, height)
            }
            _ => false,
        }
    }

    /// Whether something stands there that was not in sight before: what was typed until then was
    /// typed without seeing it and is to be dropped, see [`Inbox::stands`].
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Tells that it stands there now, and whether somebody was typing until then. The moment in
    /// which no key is taken begins.
    pub fn stands(&mut self, now: Duration, typing: bool) {
        self.now = now;
        self.is_new = false;
        let typing = typing || self.guard.as_ref().is_some_and(Guard::refused);
        self.guard = Some(Guard::new(now, typing));
        self.arm();
    }

    /// Whether an approval is shown that nobody has seen to its end.
    pub fn is_unread(&self) -> bool {
        matches!(&self.view, View::Question(question) if question.panel.is_unread())
    }

    /// What is shown from here on was not in sight before. `typing`: somebody may be writing still.
    fn appear(&mut self, typing: bool) {
        self.guard = Some(Guard::new(self.now, typing));
        self.is_new = true;
        self.arm();
    }

    fn arm(&mut self) {
        let refused = self.guard.as_ref().is_some_and(Guard::refused);
        if let View::Question(question) = &mut self.view {
            question.panel.tick(self.now);
            question.panel.arm(self.guard.is_none(), refused);
        }
    }

    /// Tells how much room there is.
    pub fn resize(&mut self, width: u16, height: u16) {
        let was_hidden = draw::is_too_small(self.size);
        self.size = (width, height);
        if was_hidden && !draw::is_too_small(self.size) {
            // What was typed while nothing could be seen may be read only now.
            self.appear(true);
        }
        let (width, height) = draw::panel_size(self);
        if let View::Question(question) = &mut self.view {
            question.panel.resize(width, height);
        }
    }

    /// When keys are taken again, if they are not taken now.
    pub fn opens_at(&self) -> Option<Duration> {
        self.guard.as_ref().and_then(Guard::opens_at)
    }

    /// What was entered and shall be kept now, if it is time for it.
    pub fn draft_to_keep(&mut self) -> Option<(InteractionId, Draft)> {
        if let Some(left) = self.left_draft.take() {
            return Some(left);
        }
        let View::Question(question) = &mut self.view else {
            return None;
        };
        if question.panel.changed_draft().is_some() {
            self.changed = Some(self.now);
        }
        let due = self.changed.is_some_and(|at| self.now >= at + KEEP);
        due.then(|| {
            self.changed = None;
            (question.entry.id, question.panel.draft().clone())
        })
    }

    /// How many questions are open.
    pub fn count(&self) -> usize {
        self.list.iter().filter(|one| one.closed.is_none()).count()
    }

    /// What stands in the terminal's title: our own words and a number, nothing of an agent's.
    pub fn title(&self) -> String {
        wording::title(self.count(), self.lang)
    }

    /// How many came since this was last asked, for whoever calls the person.
    pub fn take_arrived(&mut self) -> usize {
        std::mem::take(&mut self.arrived)
    }

    /// What a person is called with: our own words and numbers.
    pub fn call(&self, arrived: usize) -> String {
        wording::call(arrived, self.count(), self.lang)
    }

    /// The picture for this much room.
    pub fn picture(&self, width: u16, height: u16) -> Picture {
        draw::picture(self, width, height)
    }

    /// The language of everything that Sayso itself says.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warns: false,
        });
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warns: true,
        });
    }

    /// Where in the list one is.
    fn at(&self) -> Option<usize> {
        let on = self.on?;
        self.list.iter().position(|one| one.entry.id == on)
    }

    fn open_entries(&self) -> impl Iterator<Item = &Entry> + Clone {
        let open = self.list.iter().filter(|one| one.closed.is_none());
        open.map(|one| &one.entry)
    }
}
