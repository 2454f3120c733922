//! What is put before the person.

use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;

use crate::seat::Seat;

/// What is put before the person: the questions of one interaction, and what is said about them.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What is asked, each question with the id that its answer goes by.
    pub questions: &'a [Question],
    /// Question or approval: an approval takes nothing by a mere Enter.
    pub source: Source,
    /// The n-th interaction of its session, from 1.
    pub round: u32,
    /// How many rounds the asker announced.
    pub total_rounds: Option<u32>,
    /// Who asks and in which project, on one line above the first question.
    pub heading: Option<&'a str>,
    /// Whether the first option stands in for a piped line that is empty or a number out of range,
    /// where the asker declared no default: so it is under the name `AskUserQuestion`.
    pub first_stands_in: bool,
    /// Where the person sits.
    pub seat: Seat,
    /// The language of everything that Sayso itself says.
    pub lang: Lang,
    /// Columns to draw in.
    pub width: usize,
}

impl<'a> Asked<'a> {
    /// These questions as a first round of unknown length, in the process that asks, in English,
    /// 80 columns wide.
    pub fn new(questions: &'a [Question]) -> Self {
        Self {
            questions,
            source: Source::Tool,
            round: 1,
            total_rounds: None,
            heading: None,
            first_stands_in: false,
            seat: Seat::default(),
            lang: Lang::En,
            width: 80,
        }
    }
}
