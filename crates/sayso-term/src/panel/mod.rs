//! The panel: a key becomes a command, a command changes the form, the form becomes a picture.
//!
//! Everything here is pure. It is told keys and the time, says what follows from them, and draws
//! itself into rows that a terminal face puts inline below what is on the screen, or a larger
//! screen puts wherever it has room. Whatever the asker wrote stands behind the panel's side line
//! and is made harmless first; who asks, the round and the clock stand on rows of their own.
//!
//! # Layout
//! - `key`, `keymap`: keys, and what they do unless the person changed it
//! - `press`, `choose`, `layer`: what follows from a key
//! - `item`: the rows of a page that one can be on, follow-ups below their option
//! - `words`: words while they are written
//! - `reading`: what of an approval was read, before it can be allowed
//! - `guard`: keeps out what was typed before the panel could be read
//! - `clock`, `earlier`: what the desk tells beside the questions
//! - `draw`, `look`, `picture`, `wording`: what is to be seen

mod choose;
pub mod clock;
mod draw;
pub mod earlier;
pub mod guard;
mod item;
pub mod key;
pub mod keymap;
mod layer;
mod look;
pub mod picture;
mod press;
mod reading;
mod walk;
mod wording;
pub mod words;

use std::collections::BTreeSet;
use std::time::Duration;

use sayso_core::command::GivenAnswer;
use sayso_core::form::{Draft, Edit, Form, resumable};
use sayso_core::id::QuestionId;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_core::source::Source;

pub use clock::{AtZero, Clock};
pub(crate) use draw::answer_of;
pub use earlier::{Context, Earlier};
pub use guard::Guard;
pub use key::{Code, Input, Key};
pub use keymap::{BadBinding, Command, Keymap};
pub use look::Look;
pub(crate) use look::{Role, Signs};
pub use picture::Picture;
pub(crate) use wording::clock as clock_line;

use clock::Told;
use item::{Focus, Item, Items, Spot};
use layer::Layer;
use reading::Reading;
use words::Words;

use crate::asked::Asked;
use crate::seat::Seat;

/// Lists this long are narrowed down by typing.
pub const FILTER_FROM: usize = 50;

/// What follows from a key, for whoever runs the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing but another picture.
    Nothing,
    /// The person gives these answers.
    Answer(Vec<GivenAnswer>),
    /// The person calls it off, with a reason in their own words.
    Cancel {
        /// For the asker.
        reason: Option<String>,
    },
    /// The person leaves, as far as the panel goes; what becomes of the question is up to the seat.
    Leave,
    /// Ctrl-C, twice.
    Interrupt,
    /// The clock shall stop, or go on.
    Hold(bool),
    /// These words shall be put into the person's editor; what comes of it goes to
    /// [`Panel::edited`].
    Editor(String),
    /// The earlier rounds shall be shown: [`Panel::show_earlier`].
    History,
    /// The terminal shall be given back to the shell for a while.
    Suspend,
    /// Everything shall be drawn anew.
    Redraw,
}

/// A person filling an interaction in, and what they see of it.
#[derive(Clone, Debug)]
pub struct Panel {
    form: Form,
    source: Source,
    round: u32,
    total_rounds: Option<u32>,
    heading: Option<String>,
    lang: Lang,
    keys: Keymap,
    look: Look,
    contexts: Vec<Context>,
    has_editor: bool,
    has_history: bool,
    seat: Seat,

    /// The root that is shown; behind the last one comes the review.
    tab: usize,
    /// Where one is on each root's page.
    focuses: Vec<Focus>,
    visited: BTreeSet<usize>,
    /// What is written where one is.
    words: Option<Words>,
    noting: Option<QuestionId>,
    /// Where one was before the note.
    noted_from: Option<Focus>,
    filter: Option<(QuestionId, Words)>,
    review_row: usize,
    layer: Option<Layer>,
    /// Why it was last called off, as it was written.
    reason: Words,
    notice: Option<Notice>,
    /// Rows of the question that were scrolled past.
    scroll: usize,
    reading: Reading,

    clock: Option<Told>,
    now: Duration,
    size: (u16, u16),
    armed: bool,
    kept_out: bool,
    changed: bool,
}

/// Something to tell the person.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Notice {
    text: String,
    warns: bool,
}

impl Panel {
    /// A panel for these questions. Declared defaults are picked, but nothing is answered.
    pub fn new(asked: &Asked<'_>) -> Self {
        let form = Form::new(asked.questions.to_vec(), asked.source);
        let mut panel = Self {
            form,
            source: asked.source,
            round: asked.round,
            total_rounds: asked.total_rounds,
            heading: asked.heading.map(str::to_owned),
            lang: asked.lang,
            keys: Keymap::default(),
            look: Look::default(),
            contexts: Vec::new(),
            has_editor: false,
            has_history: false,
            seat: asked.seat,
            tab: 0,
            focuses: Vec::new(),
            visited: BTreeSet::from([0]),
            words: None,
            noting: None,
            noted_from: None,
            filter: None,
            review_row: 0,
            layer: None,
            reason: Words::default(),
            notice: None,
            scroll: 0,
            reading: Reading::default(),
            clock: None,
            now: Duration::ZERO,
            size: (80, 24),
            armed: true,
            kept_out: false,
            changed: false,
        };
        let openings = panel
            .form
            .questions()
            .iter()
            .map(|root| panel.opening(root));
        panel.focuses = openings.collect();
        panel.settle();
        panel
    }

    /// Goes on where a draft stopped; of an approval with its words alone.
    #[must_use]
    pub fn resume(mut self, draft: Draft) -> Self {
        let draft = resumable(draft, self.source);
        self.form = Form::resume(self.form.questions().to_vec(), draft);
        let openings = self.form.questions().iter().map(|root| self.opening(root));
        self.focuses = openings.collect();
        self.words = None;
        self.settle();
        self
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

    /// With these files to read.
    #[must_use]
    pub fn with_contexts(mut self, contexts: Vec<Context>) -> Self {
        self.contexts = contexts;
        self
    }

    /// With an editor to write in, and earlier rounds to look at.
    #[must_use]
    pub fn with_abilities(mut self, editor: bool, history: bool) -> Self {
        self.has_editor = editor;
        self.has_history = history;
        self
    }

    /// What was entered so far.
    pub fn draft(&self) -> &Draft {
        self.form.draft()
    }

    /// What was entered so far, if it changed since this was last asked.
    pub fn changed_draft(&mut self) -> Option<&Draft> {
        std::mem::take(&mut self.changed).then(|| self.form.draft())
    }

    /// The answers as they stand, whether they are given or not.
    pub fn answers(&self) -> Vec<GivenAnswer> {
        self.form.answers()
    }

    /// Tells the time, counted from wherever the caller counts from.
    pub fn tick(&mut self, now: Duration) {
        self.now = now;
    }

    /// Tells how much room there is.
    pub fn resize(&mut self, width: u16, height: u16) {
        if width != self.size.0 && self.is_unread() {
            // Its rows are others now: it is read from the start.
            self.scroll = 0;
        }
        self.size = (width, height);
        self.settle();
    }

    /// Tells whether keys are taken yet, and whether some were kept out.
    pub fn arm(&mut self, armed: bool, kept_out: bool) {
        self.armed = armed;
        self.kept_out = kept_out;
    }

    /// Tells what the desk's clock says.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock.map(|clock| Told {
            clock,
            at: self.now,
        });
    }

    /// Tells the person something: why it was not taken, say.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            warns: true,
        });
    }

    /// Tells that the answers are not known to be recorded, and why. They are still here: the same
    /// key gives them again, and they are kept as soon as that is possible.
    pub fn not_sent(&mut self, why: &str) {
        self.changed = true;
        self.warn(wording::not_sent(why, self.lang));
    }

    /// Tells that it is not known to be called off, and why not. The reason stands there again: the
    /// same key calls it off once more, and nothing else follows from it.
    pub fn not_cancelled(&mut self, why: &str) {
        self.changed = true;
        let words = std::mem::take(&mut self.reason);
        self.layer = Some(Layer::Reason { words });
        self.warn(wording::not_cancelled(why, self.lang));
    }

    /// What came out of the editor.
    pub fn edited(&mut self, text: &str) {
        let Some(words) = &mut self.words else {
            return;
        };
        let mut new = Words::default();
        match new.insert(text.trim_end_matches(['\n', '\r'])) {
            words::Wrote::TooMany => self.warn(wording::too_many(self.lang)),
            _ => {
                *words = new;
                self.write_through();
            }
        }
    }

    /// The earlier rounds of this session, the last one first.
    pub fn show_earlier(&mut self, earlier: Vec<Earlier>) {
        self.layer = Some(Layer::History { earlier, scroll: 0 });
    }

    /// Whether the picture changes by itself as time goes by.
    pub fn ticks(&self) -> bool {
        self.clock.as_ref().is_some_and(|told| !told.clock.held)
    }

    /// The picture for this much room: no row is wider, and there are no more of them.
    pub fn picture(&self, width: u16, height: u16) -> Picture {
        draw::picture(self, width, height)
    }

    /// What stays on the screen when it was answered: each question with its answer.
    pub fn record(&self, width: u16) -> Picture {
        draw::record(self, width)
    }

    fn roots(&self) -> &[Question] {
        self.form.questions()
    }

    fn root(&self) -> Option<&Question> {
        self.roots().get(self.tab)
    }

    fn in_review(&self) -> bool {
        self.tab >= self.roots().len()
    }

    fn is_approval(&self) -> bool {
        self.source == Source::Approval
    }

    /// Whether the answers are looked over before they go.
    fn reviews(&self) -> bool {
        let shown = self.form.shown();
        !matches!(&shown[..], [only] if only.question.kind != Kind::Checkbox)
    }

    fn items<'q>(&'q self, root: &'q Question) -> Vec<Item<'q>> {
        let filter = self.filter.as_ref();
        let items = Items {
            form: &self.form,
            filter: filter.map(|(question, words)| (question, words.text())),
            note: self.noting.as_ref(),
        };
        items.under(root)
    }

    fn focus(&self) -> Option<&Focus> {
        self.focuses.get(self.tab)
    }

    fn question(&self, id: &QuestionId) -> Option<&Question> {
        whole_tree(self.roots()).find(|q| q.id == *id)
    }

    /// The question one is on.
    fn focused(&self) -> Option<&Question> {
        self.question(&self.focus()?.question)
    }

    /// Where one starts on a page: on what is picked, else on top; of an approval, on no.
    fn opening(&self, root: &Question) -> Focus {
        let entry = self.form.entry(&root.id);
        let picked = |at: usize| entry.picked.contains(&root.choices[at].id);
        let spot = match root.kind {
            Kind::Text => Spot::Text,
            Kind::Boolean => Spot::Yes(entry.yes.unwrap_or(!self.is_approval())),
            Kind::MultipleChoice | Kind::Checkbox => {
                let choices = 0..root.choices.len();
                let refusing = |at: &usize| self.is_approval() && choose::refuses(root, *at);
                let last = choices.end.saturating_sub(1);
                let on = choices.clone().find(|at| picked(*at));
                let on = on.or_else(|| choices.clone().find(refusing));
                Spot::Choice(on.unwrap_or(if self.is_approval() { last } else { 0 }))
            }
        };
        Focus {
            question: root.id.clone(),
            spot,
        }
    }

    fn edit(&mut self, edit: &Edit) {
        let before = self.is_approval().then(|| self.parts(self.tab));
        if self.form.edit(edit) {
            self.changed = true;
        }
        if before.is_some_and(|before| before != self.parts(self.tab)) {
            self.read_anew();
        }
        self.settle();
    }
}
