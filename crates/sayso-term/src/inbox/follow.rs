//! What follows from what the desk tells.

use std::time::Duration;

use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use sayso_core::on_the_table::whole_tree;

use super::view::{Lost, View};
use super::{Entry, Inbox, Listed, News, NotTaken, Opening, wording};
use crate::asked::Asked;
use crate::panel::{Earlier, Panel};
use crate::seat::Seat;

impl Inbox {
    /// Takes what the desk tells.
    pub fn hear(&mut self, news: News) {
        match news {
            News::List { entries, closed } => {
                self.away = None;
                self.follow(entries, &closed);
            }
            News::Found(found) => {
                if let View::Search(search) = &mut self.view
                    && found.words == search.words.text()
                {
                    search.row = search.row.min(found.past.len().saturating_sub(1));
                    search.found = Some(found);
                }
            }
            News::Away(why) => self.away = Some(why),
        }
    }

    /// The list as the desk has it now. One stays on the same question.
    fn follow(&mut self, entries: Vec<Entry>, closed: &[(InteractionId, String)]) {
        let before: Vec<InteractionId> = self.list.iter().map(|one| one.entry.id).collect();
        let mut list: Vec<Listed> = entries
            .into_iter()
            .filter(|entry| !self.done.contains(&entry.id))
            .map(|entry| Listed {
                entry,
                closed: None,
            })
            .collect();
        let how = |id: InteractionId| {
            let found = closed.iter().find(|(closed, _)| *closed == id);
            found.map(|(_, how)| how.clone())
        };
        let elsewhere = || wording::closed(self.lang).to_owned();
        if self.told {
            let new = |one: &&Listed| !before.contains(&one.entry.id);
            self.arrived += list.iter().filter(new).count();
        }
        // What is closed under the cursor stays there and says how, until one goes away from it.
        if let Some(at) = self.at()
            && !list.iter().any(|one| Some(one.entry.id) == self.on)
        {
            let mut gone = self.list[at].clone();
            let known = how(gone.entry.id).or(gone.closed.take());
            gone.closed = Some(known.unwrap_or_else(elsewhere));
            list.insert(at.min(list.len()), gone);
        }
        let moved = before.iter().ne(list.iter().map(|one| &one.entry.id));
        if moved && self.told {
            // From when it is drawn; until then in any case.
            self.deaf = Some(Duration::MAX);
        }
        self.list = list;
        self.told = true;
        if self.on.is_none() {
            self.on = self.list.first().map(|one| one.entry.id);
        }
        if let Some(mut batch) = self.batch.take() {
            batch.follow(self.open_entries(), |id| {
                Some(how(id).unwrap_or_else(elsewhere))
            });
            self.batch = Some(batch);
        }
        self.follow_question(how);
    }

    /// The question that is shown: its clock, and whether it is still open.
    fn follow_question(&mut self, how: impl Fn(InteractionId) -> Option<String>) {
        let question = match &mut self.view {
            View::Question(question) => question,
            View::Sending(sending) => &mut sending.question,
            _ => return,
        };
        let id = question.entry.id;
        let listed = self.list.iter().find(|one| one.entry.id == id);
        if let Some(open) = listed.filter(|one| one.closed.is_none()) {
            if question.entry.deadline != open.entry.deadline {
                question.entry = open.entry.clone();
                question.panel.set_clock(question.entry.clock(self.time));
            }
            return;
        }
        // One answer for several is still wanted by the others.
        if let Some(batch) = &self.batch
            && batch.ticked().next().is_some()
        {
            return;
        }
        let ending = how(id).unwrap_or_else(|| wording::closed(self.lang).to_owned());
        self.lose(&ending);
    }

    /// Somebody else was first: the panel closes at once and says who. What was entered stays on
    /// the screen until the person has seen it.
    fn lose(&mut self, ending: &str) {
        let question = match std::mem::replace(&mut self.view, View::List) {
            View::Question(question) => question,
            View::Sending(sending) => sending.question,
            other => {
                self.view = other;
                return;
            }
        };
        self.batch = None;
        self.changed = None;
        self.appear(true);
        let entered = entered(&question.entry, question.panel.draft());
        let title = question.entry.questions.first();
        let title = title.map(|first| first.text.clone()).unwrap_or_default();
        self.warn(ending);
        if !entered.is_empty() {
            self.notice = None;
            self.view = View::Lost(Lost {
                ending: ending.to_owned(),
                title,
                entered,
                scroll: 0,
            });
        }
    }

    /// Shows one whole, with what is needed for it.
    pub fn open(&mut self, entry: Entry, opening: Opening) {
        let heading = match &self.batch {
            Some(batch) => Some(wording::for_several(batch.ticked().count(), self.lang)),
            None => entry.heading(),
        };
        let asked = Asked {
            source: entry.source,
            round: entry.round,
            total_rounds: entry.total_rounds,
            heading: heading.as_deref(),
            seat: Seat::Guest,
            lang: self.lang,
            ..Asked::new(&entry.questions)
        };
        let mut panel = Panel::new(&asked)
            .with_keys(self.keys.clone())
            .with_look(self.look)
            .with_contexts(opening.contexts)
            .with_abilities(self.has_editor, opening.has_history);
        if let Some(draft) = opening.draft {
            panel = panel.resume(draft);
        }
        panel.tick(self.now);
        panel.set_clock(entry.clock(self.time));
        self.notice = None;
        self.changed = None;
        self.view = View::Question(Box::new(super::view::Question { entry, panel }));
        self.appear(false);
        let (width, height) = self.size;
        self.resize(width, height);
    }

    /// What came of an answer or a cancel.
    pub fn closed_here(&mut self, id: InteractionId, done: Result<(), NotTaken>, cancelled: bool) {
        match done {
            Ok(()) => {
                self.leave_row(id);
                self.view = View::List;
                self.changed = None;
                self.left_draft = None;
                // The key that answered may come twice.
                self.appear(false);
                self.say(wording::done(cancelled, self.lang));
            }
            Err(NotTaken::Closed(ending)) => self.lose(&ending),
            // Back to the page, the same key would answer.
            Err(NotTaken::Invalid(why) | NotTaken::Failed(why)) if cancelled => {
                self.not_taken(|panel| panel.not_cancelled(&why));
            }
            Err(NotTaken::Invalid(why)) => self.not_taken(|panel| panel.warn(why)),
            Err(NotTaken::Failed(why)) => self.not_taken(|panel| panel.not_sent(&why)),
        }
    }

    /// The panel says why it was not taken. What was typed while nobody knew was typed without
    /// seeing that.
    fn not_taken(&mut self, say: impl FnOnce(&mut Panel)) {
        if let View::Question(question) = &mut self.view {
            say(&mut question.panel);
            self.appear(false);
        }
    }

    /// What came of an answer to several.
    pub fn closed_many(&mut self, results: Vec<(InteractionId, Result<(), NotTaken>)>) {
        for (id, result) in results {
            if result.is_ok() {
                self.leave_row(id);
            }
            let members = self.batch.iter_mut().flat_map(|batch| &mut batch.members);
            for member in members.filter(|member| member.entry.id == id) {
                member.told = Some(match &result {
                    Ok(()) => Ok(()),
                    Err(NotTaken::Closed(why) | NotTaken::Invalid(why)) => Err(why.clone()),
                    Err(NotTaken::Failed(why)) => Err(wording::not_known(why, self.lang)),
                });
            }
        }
        self.changed = None;
        self.left_draft = None;
        self.view = View::Told { scroll: 0 };
        self.appear(false);
    }

    /// What came of stopping the clock; why not, else.
    pub fn held(&mut self, id: InteractionId, hold: bool, done: Result<(), String>) {
        let View::Question(question) = &mut self.view else {
            return;
        };
        if question.entry.id != id {
            return;
        }
        match done {
            Err(why) => question.panel.warn(why),
            Ok(()) => {
                // The desk tells the rest in a moment.
                if let Some(deadline) = &mut question.entry.deadline {
                    let left = deadline.at.since(self.time);
                    match hold {
                        true => deadline.held_with = Some(left),
                        false => {
                            let left = deadline.held_with.take().unwrap_or(left);
                            deadline.at = self.time.plus(left);
                        }
                    }
                }
                question.panel.set_clock(question.entry.clock(self.time));
            }
        }
    }

    /// The earlier rounds of the question that is shown.
    pub fn show_earlier(&mut self, earlier: Vec<Earlier>) {
        if let View::Question(question) = &mut self.view {
            question.panel.show_earlier(earlier);
        }
    }

    /// What came out of the editor; why nothing did, else.
    pub fn edited(&mut self, written: Result<&str, &str>) {
        if let View::Question(question) = &mut self.view {
            match written {
                Ok(text) => question.panel.edited(text),
                Err(why) => question.panel.warn(why),
            }
        }
    }

    /// Begins, before it is drawn for the first time.
    pub(super) fn begin(&mut self, typing: bool) {
        self.appear(typing);
    }

    /// Back from where somebody else had the terminal: what was typed there was not meant for us.
    pub fn come_back(&mut self, now: Duration) {
        self.now = now;
        self.appear(false);
        let time = self.time;
        if let View::Question(question) = &mut self.view {
            question.panel.set_clock(question.entry.clock(time));
        }
    }

    /// This one was closed from here; one goes on with the next.
    fn leave_row(&mut self, id: InteractionId) {
        self.done.insert(id);
        let Some(at) = self.list.iter().position(|one| one.entry.id == id) else {
            return;
        };
        self.list.remove(at);
        if self.on == Some(id) {
            let next = self.list.get(at).or_else(|| self.list.last());
            self.on = next.map(|one| one.entry.id);
        }
    }
}

/// What somebody entered, line by line, so that it is not lost; secret words are.
fn entered(entry: &Entry, draft: &Draft) -> Vec<String> {
    let mut lines = Vec::new();
    for question in whole_tree(&entry.questions) {
        let Some(given) = draft.get(&question.id) else {
            continue;
        };
        if question.secret {
            continue;
        }
        let words = [&given.text, &given.other, &given.note];
        let words = words.into_iter().filter(|words| !words.trim().is_empty());
        lines.extend(words.flat_map(|words| words.lines()).map(str::to_owned));
    }
    lines
}
