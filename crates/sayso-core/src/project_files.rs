//! Files of a project that a question refers to. Core reads no file; whoever does stands behind
//! this.

use serde::Serialize;

/// Bytes of a file that are shown.
pub const FILE_BYTES: usize = 1024 * 1024;

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileText {
    /// Relative to the project's root.
    pub path: String,
    /// What it says, from its beginning.
    pub text: String,
    /// Its size.
    pub bytes: u64,
    /// Whether it goes on behind what is shown.
    pub cut: bool,
}

/// Why a file is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRefusal {
    /// The project is none that this desk was told it may read in.
    NotOurs,
    /// There is no such file in the project; a link is none.
    NotFound,
    /// It is no text.
    NotText,
    /// It could not be read.
    Failed(String),
}

/// Where files of projects are found.
pub trait ProjectFiles: Send + Sync {
    /// Reads one, by its path in the project.
    fn read(&self, project: &str, path: &str) -> Result<FileText, FileRefusal>;
}
