//! What an agent is to do: the scenario file.
//!
//! ```yaml
//! name: release             # part of every id
//! lang: en                  # en or zh: what the desk says to the agent
//! agent: Release helper     # what it calls itself; `about` says what the scenario is for
//! max_questions: 6          # in one ask, 1 to 50; 4 when it does not say
//! steps:
//!   - text: Let us release.
//!   - thinking: Which version?
//!   - pause: 0.5            # seconds, at most 60
//!   - label: again          # for a goto in this list, or in a list inside it
//!     ask:
//!       save: version       # the name that branches and texts know it by
//!       timeout_seconds: 600
//!       on_timeout: terminate
//!       input:              # either dialect
//!         question_id: "version_{{round}}"
//!         question_text: Which version?
//!         type: multiple_choice
//!         options: [{id: major, label: Major}, {id: minor, label: Minor}, {id: wait, label: Ask me again}]
//!   - when: {version: [cancelled, timeout]}    # any of these; several names: all of them
//!     fail: Nobody decided.
//!   - {when: {version: wait}, goto: again, most: 3}
//!   - when: {version: answered}
//!     steps:                # a branch
//!       - tool_use: {name: Bash, input: {command: "release {{version}}"}}
//!       - tool_result: {content: tagged, is_error: false}
//!   - ask: {as: sub, save: sub, input: {question_text: May I?, type: boolean}}
//!   - {when: {sub: refused}, info: A sub-agent may not ask.}
//!   - complete: "Done, {{version}}."
//! ```
//!
//! `when: {name.question: option}` and `{{name.question}}` are about one question of an ask. An
//! ask that ends without an answer goes on where some step's `when` waits for that ending, and
//! ends the play where none does.

use std::collections::HashSet;

use sayso_core::json;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::problem::Problem;
use serde_json::Value;

use super::check::check;
use super::limits;
use super::mistake::Mistakes;
use super::place::Spot;
use super::reading::{Need, Reading};
use super::step::Step;
use super::when::{Wanted, handled};
use super::wrong::Wrong;
use super::yaml;

const FIELDS: &[&str] = &["name", "about", "lang", "agent", "max_questions", "steps"];

/// What an agent is to do: a scenario file that was read and found good.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// What it is called; part of every id, so that two scenarios of a session differ.
    pub name: String,
    /// What it is for.
    pub about: Option<String>,
    /// The language of what the desk says to the agent.
    pub lang: Lang,
    /// What the agent calls itself; the scenario's name when it does not say.
    pub agent: Option<String>,
    limits: Limits,
    steps: Vec<Step>,
    handled: HashSet<(String, Wanted)>,
}

impl Scenario {
    /// Reads a file, YAML or JSON: JSON is what begins with a brace.
    pub fn read(bytes: &[u8]) -> Result<Self, Mistakes> {
        if bytes.len() > limits::FILE_BYTES {
            let max = limits::FILE_BYTES;
            return Err(Mistakes::one("", Problem::TooLarge { max }));
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(Mistakes::one("", Wrong::NotText));
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with('{') {
            // What is JSON is nearly always YAML too: that is where the lines come from.
            let spots = yaml::read(text).map(|(_, spots)| spots).unwrap_or_default();
            let value = json::read(text.as_bytes()).map_err(|issues| {
                let mut reading = Reading::new(&spots);
                reading.issues("", issues);
                reading.into_mistakes()
            })?;
            return Self::placed(&value, &spots);
        }
        let (value, spots) = yaml::read(text)?;
        Self::placed(&value, &spots)
    }

    /// Takes a scenario that came as part of something else, as in an HTTP body.
    pub fn from_value(value: &Value) -> Result<Self, Mistakes> {
        Self::placed(value, &Spot::default())
    }

    /// What is done, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What the agent is called.
    pub fn agent(&self) -> &str {
        self.agent.as_deref().unwrap_or(&self.name)
    }

    /// How much one ask may hold.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether a branch is written for an ask that ended like this.
    pub(super) fn handles(&self, name: &str, how: Wanted) -> bool {
        self.handled.contains(&(name.to_owned(), how))
    }

    fn placed(value: &Value, spots: &Spot) -> Result<Self, Mistakes> {
        let mut reading = Reading::new(spots);
        let scenario = reading
            .object(value, "", FIELDS)
            .and_then(|object| Self::of_object(&mut reading, object));
        match scenario {
            Some(scenario) if reading.is_clean() => Ok(scenario),
            _ => Err(reading.into_mistakes()),
        }
    }

    fn of_object(
        reading: &mut Reading<'_>,
        object: &serde_json::Map<String, Value>,
    ) -> Option<Self> {
        let name = reading.short(object, "", "name", Need::Must);
        let about = reading.text(object, "", "about", Need::May);
        let agent = reading.short(object, "", "agent", Need::May);
        let lang = reading
            .text(object, "", "lang", Need::May)
            .map(|word| reading.word(&word, "lang", "zh, en", |word| word.parse().ok()));
        if let Some(most) = reading.field(object, "", "max_questions", Need::May) {
            let most = reading.count(most, "max_questions", limits::QUESTIONS);
            // What is wrong with the number is said once, and not of every ask again.
            reading.limits.questions = most.unwrap_or(limits::QUESTIONS) as usize;
        }
        let steps = reading.steps_of(object, "", 0);
        check(reading, &steps);
        Some(Self {
            name: name?,
            about,
            lang: lang.flatten().unwrap_or_default(),
            agent,
            limits: reading.limits.clone(),
            handled: handled(&steps),
            steps,
        })
    }
}
