//! What a list shows of a template.

use serde::Serialize;

use crate::issue::IssueWire;

/// Where a template comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TemplateOrigin {
    /// The project's own.
    Project,
    /// The person's, for all projects.
    User,
}

/// What a list shows of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TemplateCard {
    /// What it is asked for by: the name of its folder.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Where it comes from.
    pub origin: TemplateOrigin,
    /// What it is filled from.
    pub variables: Vec<VariableCard>,
    /// What is wrong with it; nothing when it can be asked.
    pub mistakes: Vec<IssueWire>,
}

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariableCard {
    /// Its name.
    pub name: String,
    /// What it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether whoever asks has to give it.
    pub required: bool,
    /// What it is when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// What of the project it is taken from, when it is not given: `git_branches`, `files` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<&'static str>,
}
