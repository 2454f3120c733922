//! The scripted agent: a scenario file plays an agent.
//!
//! A scenario says text, thinks, uses tools, asks in rounds that depend on the answers, fails or
//! completes. It runs nothing: what a person answered is only ever words in a text, or the
//! reason to take one branch and not the other. Every id is made of the session and the step's
//! path, so that a player that was killed says nothing twice and asks nothing twice when it
//! plays again.
//!
//! # Layout
//! - `scenario`, `step`, `verb`, `ask_step`, `when`: what a file says
//! - `yaml`, `place`, `reading`, `read_step`, `check`: reading it, with all its mistakes at once
//! - `mistake`, `wrong`: what can be wrong with it
//! - `player`, `play`, `asking`: playing it; `naming`, `known`: what makes a second play the first
//! - `saved`, `holes`, `fill`: answers, and where they stand in texts
//! - `ended`, `happening`, `observer`: what one hears of a play
//! - `stop`, `sleeper`: ending it early, and waiting
//! - `demo`: the demonstration that comes with Sayso

mod ask_step;
mod asking;
mod check;
mod demo;
mod ended;
mod fill;
mod happening;
mod holes;
mod known;
mod limits;
pub(crate) mod mistake;
mod naming;
mod observer;
pub(crate) mod place;
mod play;
mod player;
mod read_step;
pub(crate) mod reading;
mod saved;
mod scenario;
mod sleeper;
mod step;
mod stop;
mod verb;
mod when;
pub(crate) mod wrong;
pub(crate) mod yaml;

pub use ask_step::AskStep;
pub use demo::{demo, demo_text};
pub use ended::Ended;
pub use happening::Happening;
pub use mistake::{Mistake, Mistakes};
pub use observer::Observer;
pub use place::Place;
pub use player::Player;
pub use scenario::Scenario;
pub use sleeper::{RealSleeper, Sleeper};
pub use step::Step;
pub use stop::Stop;
pub use verb::Verb;
pub use when::{Condition, Wanted, When};
pub use wrong::Wrong;
