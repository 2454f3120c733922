//! How many times a second something durable can be asked and answered.
//!
//! A cycle is two writes: the question, and when that is on disk, its answer. A caller waits for
//! both. All subjects take turns in short stretches, so that a busy moment of the machine hits
//! all of them.

mod drive;
mod subject;

pub(crate) use drive::{drive, drive_callers};
pub(crate) use subject::{Cycles, Subject};

use anyhow::Result;

use crate::bars::Bars;
use crate::desk;
use crate::floor::{group_commit, two_transactions};
use crate::latency::Latency;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// How many callers there are at once; a group of rows for each.
const AT_ONCE: &[usize] = &[1, 16, 128, 1_000];

/// How many stretches are run; the median counts.
const STRETCHES: usize = 3;

/// What is measured. Of those that run at one number of callers, the first is the floor.
const SUBJECTS: &[Subject] = &[
    two_transactions::SUBJECT,
    group_commit::SUBJECT,
    group_commit::NAMED,
    group_commit::ONE_AT_A_TIME,
    desk::cycles::SUBJECT,
];

/// One subject at one number of callers.
struct Measured {
    subject: &'static Subject,
    at_once: usize,
    per_second: Vec<f64>,
    wake: Latency,
}

impl Measured {
    fn new(subject: &'static Subject, at_once: usize) -> Result<Self> {
        Ok(Self {
            subject,
            at_once,
            per_second: Vec::new(),
            wake: Latency::new()?,
        })
    }

    fn run_stretch(&mut self, settings: &Settings) -> Result<()> {
        let folder = scratch()?;
        let cycles = (self.subject.run)(folder.path(), self.at_once, settings.stretch())?;
        self.per_second.push(cycles.per_second);
        self.wake.merge(&cycles.wake)
    }

    fn per_second(&self) -> f64 {
        median(&self.per_second).unwrap_or_default()
    }
}

pub(crate) fn run(settings: &Settings) -> Result<()> {
    compare(SUBJECTS, settings)
}

/// Measures these subjects side by side.
pub(crate) fn compare(subjects: &'static [Subject], settings: &Settings) -> Result<()> {
    let mut table = Table::new([
        "", "at once", "cycles/s", "of floor", "wake p50", "wake p99",
    ]);
    let mut bars = Bars::default();
    for &at_once in AT_ONCE.iter().filter(|n| settings.wants_at_once(**n)) {
        let measured = measure(subjects, at_once, settings)?;
        let floor = measured.first().map_or(0.0, Measured::per_second);
        for one in measured {
            let (name, per_second) = (one.subject.name, one.per_second());
            table.row([
                name.to_owned(),
                at_once.to_string(),
                format!("{per_second:.0}"),
                format!("{:.2}", per_second / floor),
                format!("{:.2} ms", one.wake.p50().as_secs_f64() * 1e3),
                format!("{:.2} ms", one.wake.p99().as_secs_f64() * 1e3),
            ]);
            bars.row(format!("{at_once:>5}  {name}"), per_second);
        }
    }
    println!("{table}\n{bars}");
    Ok(())
}

/// Lets every subject run with so many callers, in turns.
fn measure(
    subjects: &'static [Subject],
    at_once: usize,
    settings: &Settings,
) -> Result<Vec<Measured>> {
    let mut measured = subjects
        .iter()
        .filter(|subject| subject.at_once.contains(&at_once))
        .filter(|subject| settings.wants_subject(subject.name))
        .map(|subject| Measured::new(subject, at_once))
        .collect::<Result<Vec<_>>>()?;
    for _ in 0..STRETCHES {
        for one in &mut measured {
            one.run_stretch(settings)?;
        }
    }
    Ok(measured)
}
