//! Questions that a project keeps ready: `.claude/skills/<name>/SKILL.md` (spec §9).
//!
//! A template is data. It is filled from variables and from the project's state and runs nothing.
//! Core reads no file: whoever does stands behind `Templates`, and the API, the command and MCP
//! serve what it gives.

mod filled;
mod template_card;
mod templates;

pub use filled::Filled;
pub use template_card::{TemplateCard, TemplateOrigin, VariableCard};
pub use templates::{TemplateRefusal, Templates};
