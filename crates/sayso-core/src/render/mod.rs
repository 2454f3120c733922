//! What the agent gets back (spec §4): the second of the two conversions.

mod command_output;
mod outcome_wire;
mod spoken;
mod tool_result;

pub use command_output::{KeyBy, command_output};
pub use outcome_wire::{AnswerWire, OutcomeWire, outcome_wire};
pub use spoken::{OtherStyle, join_labels, spoken};
pub use tool_result::{ToolResult, sentence, tool_result};
