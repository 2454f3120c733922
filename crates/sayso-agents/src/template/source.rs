//! What of the project a variable is taken from.

/// What of the project a variable is taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nothing: it is given, or has a default.
    Given,
    /// The branch that is checked out.
    GitBranch,
    /// All branches, by name.
    GitBranches,
    /// All tags, by name.
    GitTags,
    /// The files whose path fits a pattern.
    Files(String),
    /// The first lines of a file.
    Content {
        /// The file.
        path: String,
        /// How many lines.
        lines: usize,
    },
    /// The name of the project's folder.
    Project,
}

impl Source {
    /// The words that a template writes.
    pub(super) const WORDS: &'static str =
        "git_branch, git_branches, git_tags, files, content, project";

    /// The word that a template writes.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Self::Given => None,
            Self::GitBranch => Some("git_branch"),
            Self::GitBranches => Some("git_branches"),
            Self::GitTags => Some("git_tags"),
            Self::Files(_) => Some("files"),
            Self::Content { .. } => Some("content"),
            Self::Project => Some("project"),
        }
    }

    /// Whether it gives a list.
    pub fn is_list(&self) -> bool {
        matches!(self, Self::GitBranches | Self::GitTags | Self::Files(_))
    }
}
