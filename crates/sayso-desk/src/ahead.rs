//! Deciding while the batch before is being written.
//!
//! What is decided meanwhile stands on facts that are not on disk yet. So nobody hears of it, not
//! even of a refusal, before those are; and if one of them did not land, or somebody else wrote
//! beside them, all of it is forgotten and decided again.

use std::thread;
use std::time::Duration;

use crate::patience::Patience;
use crate::request::{Wish, Wishes};
use crate::service::{Batch, Service};
use crate::turn::{Decided, Parts, Step};
use crate::wait::Wait;

/// Requests that are taken in while something is being written, before looking whether it is done.
const A_FEW: usize = 16;

/// Requests that one thread decides before the other has something to write. More would be too
/// many: then there is nobody left to decide for while they are written, and all who are answered
/// together come back together, so that the two threads go on taking turns.
const MANY: usize = 64;

/// How long those are waited for who hear that what they wanted is on disk, and come again: a commit
/// for few of them takes the machine as much work as one for all. It is less than they wait anyway.
const WHILE_THEY_COME: Duration = Duration::from_micros(250);

/// A batch that was decided. Its parts go to the pen and come back from there.
#[derive(Default)]
pub(crate) struct Load {
    parts: Parts,
    decided: Vec<Decided>,
    waits: Vec<Wait>,
}

impl Service {
    /// How many requests are taken in at once.
    pub(crate) fn at_once(&self) -> usize {
        let most = match self.under_way {
            Some(_) => A_FEW,
            None if self.pen.is_far() => usize::MAX,
            None => MANY,
        };
        most.min(self.options.batch)
    }

    /// Decides without writing yet.
    pub(crate) fn decide_ahead(&mut self, mut wishes: Wishes, waits: Vec<Wait>) {
        let others = self.start_those_of_open(waits);
        let now = self.options.clock.now();
        let mut load = std::mem::take(&mut self.ahead);
        for wish in wishes.drain(..) {
            let Wish { to, then } = *wish;
            match self.address(to) {
                Ok((session, command)) => {
                    let decided = self.decide(session, command, then, now, &mut load.parts);
                    self.closing.extend(decided.closes());
                    load.decided.push(decided);
                }
                Err(error) => then.fail(error),
            }
        }
        load.waits.extend(others);
        self.ahead = load;
        self.wishes = wishes;
    }

    /// How many want to be woken once what is being written is on disk.
    pub(crate) fn waiting_under_way(&self) -> usize {
        self.under_way.as_ref().map_or(0, |load| load.parts.waiting)
    }

    /// Leaves what was decided to the pen, after so many that were written just now: those come
    /// back, and somebody has to decide for them meanwhile.
    pub(crate) fn send(&mut self, landed: usize) {
        let next = std::mem::take(&mut self.spare);
        let mut load = std::mem::replace(&mut self.ahead, next);
        let parts = load.parts.take(self.pen.used());
        if parts.is_empty() {
            return self.finish(load);
        }
        self.mind_deadlines(&parts);
        let few = load.decided.len() + landed < self.options.ahead;
        self.pen.start(parts, few);
        self.under_way = Some(load);
    }

    /// All of this is on disk. What was decided meanwhile is written next; where that is little and
    /// there may be more, those who hear of this first come again, and are waited for.
    fn go_on(&mut self, load: Load, more: bool) {
        let landed = load.decided.len();
        let enough = MANY.min(landed + self.ahead.decided.len());
        let many = landed >= self.options.ahead;
        if !more || !many || self.ahead.decided.len() >= enough {
            self.send(landed);
            return self.finish(load);
        }
        self.finish(load);
        let patience = Patience::of(WHILE_THEY_COME);
        while self.ahead.decided.len() < enough && patience.is_left() {
            let batch = self.take_in_plain();
            if batch.is_empty() {
                thread::yield_now();
            } else {
                self.decide_ahead(batch.wishes, batch.waits);
            }
            if self.put_off.is_some() {
                break;
            }
        }
        // Others may have written since this landed, and no refusal may rest on what was before.
        if self.look_around() {
            return self.decide_again(Vec::new());
        }
        self.send(landed);
    }

    /// A few requests that look at nothing beyond their session; one that does is put off.
    fn take_in_plain(&mut self) -> Batch {
        let mut batch = Batch::default();
        for _ in 0..A_FEW {
            match self.next_request() {
                Some(request) if request.is_plain() => batch.add(request),
                other => {
                    self.put_off = other;
                    break;
                }
            }
        }
        batch
    }

    /// All of this is on disk, and whoever waits for it hears of it.
    fn finish(&mut self, mut load: Load) {
        self.tell(&mut load.decided);
        self.start_all_waiting(std::mem::take(&mut load.waits));
        load.parts.waiting = 0;
        self.spare = load;
    }

    /// Goes on with what is written, if it is; waits for it when enough was decided meanwhile.
    pub(crate) fn land_what_is_back(&mut self) {
        while self.under_way.is_some()
            && (self.pen.is_back() || self.ahead.decided.len() >= self.options.batch)
        {
            self.land(true);
        }
    }

    /// Waits for what is under way, sends what was decided on top of it, with more of it where more
    /// may come in, and tells.
    pub(crate) fn land(&mut self, more: bool) {
        let (Some(load), Some(written)) = (self.under_way.take(), self.pen.wait()) else {
            return;
        };
        // What was decided ahead was used since the last time, and so is not forgotten.
        self.sessions.make_room();
        match &written {
            Ok(_) => self.changed.send_modify(|changes| changes.own += 1),
            Err(error) => self.note(error),
        }
        let moved = self.look_around();
        let (again, words) = match written {
            Ok(conflicts) if conflicts.is_empty() && !moved => return self.go_on(load, more),
            Ok(conflicts) => {
                for session in &conflicts {
                    self.sessions.drop_one(session);
                }
                let again = |one: &Decided| conflicts.contains(&one.session);
                let (again, mut done): (Vec<_>, Vec<_>) = load.decided.into_iter().partition(again);
                (again, self.words(&mut done))
            }
            Err(error) => {
                for one in load.decided {
                    self.sessions.drop_one(&one.session);
                    one.fail(error.clone().into());
                }
                Default::default()
            }
        };
        self.say(words);
        self.decide_again(again);
        self.start_all_waiting(load.waits);
    }

    /// Forgets what was decided ahead, and decides that again, after these.
    fn decide_again(&mut self, these: Vec<Decided>) {
        let ahead = std::mem::take(&mut self.ahead);
        for part in &ahead.parts.list {
            self.sessions.drop_one(&part.session);
        }
        // It may come out otherwise.
        self.closing.clear();
        let again = these.into_iter().chain(ahead.decided);
        let steps: Vec<Step> = again.map(Decided::into_step).collect();
        self.go_round(steps, Vec::new());
        self.start_all_waiting(ahead.waits);
    }
}
