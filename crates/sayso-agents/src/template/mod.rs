//! Questions that a project keeps ready, in `.claude/skills/<name>/SKILL.md`.
//!
//! ````markdown
//! ---
//! name: release
//! description: What to ask before a release
//! ---
//! Before you release, ask:
//!
//! ```ask_user_question
//! variables:
//!   version: {description: The next version}     # has to be given
//!   channel: stable                              # a default
//!   branch: {from: git_branch}
//!   branches: {from: git_branches, most: 20}
//!   crates: {from: files, match: "crates/*/Cargo.toml"}
//!   changes: {from: content, path: CHANGELOG.md, lines: 20}
//! questions:
//!   - question: "Release {{version}} from which branch? You are on {{branch}}."
//!     header: Branch
//!     multiSelect: false
//!     options:
//!       - {each: branches, label: "{{item}}", description: A branch of this repository}
//!       - {label: None, description: Do not release}
//! ```
//! ````
//!
//! The questions are in either dialect. `{{name}}` is filled in as words that nothing looks at
//! again; `each` makes one option (or question) of every value of a list. Nothing runs: files are
//! read beneath the project's root, and branches from the repository's own files.
//!
//! # Layout
//! - `skill_file`: front matter and block of a file
//! - `template`, `variable`, `source`, `fill`: what it says, and filling it
//! - `project`, `git`, `glob`: the project's state, read
//! - `disk_templates`: finding templates, and serving them
//! - `limits`: how much of everything

mod disk_templates;
mod fill;
mod git;
mod glob;
mod limits;
mod project;
mod skill_file;
mod source;
#[expect(clippy::module_inception, reason = "the type that the folder is about")]
mod template;
mod variable;

pub use disk_templates::DiskTemplates;
pub use project::Project;
pub use source::Source;
pub use template::Template;
pub use variable::Variable;
