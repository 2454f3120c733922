//! What Claude Code's own program says and wants to hear: its question tool, its permission
//! requests, its hooks. Facts of versions 2.1.104 to 2.1.325.

mod elicitation;
mod hook_call;
mod hook_output;
mod permission;
mod question_call;
mod reported;
mod tool_request;
mod visit;

pub use elicitation::ElicitationForm;
pub use hook_call::{HookCall, HookEvent};
pub use hook_output::HookOutput;
pub use permission::{action, permission_result};
pub use question_call::QuestionCall;
pub use reported::reported;
pub use tool_request::ToolRequest;
pub use visit::{is_visit, visit, visited};

/// The name of the question tool.
pub const QUESTION_TOOL: &str = "AskUserQuestion";
/// What sessions of it are called.
pub const NAME: &str = "Claude Code";
