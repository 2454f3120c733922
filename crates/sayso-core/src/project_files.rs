//! Files of a project that a question refers to. Core reads no file; whoever does stands behind
//! this.

use serde::{Deserialize, Serialize};

use crate::lang::Lang;

/// Bytes of a file that are shown.
pub const FILE_BYTES: usize = 1024 * 1024;

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl FileRefusal {
    /// In words for the person who wanted to read it.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::NotOurs => lang
                .pick(
                    "This desk does not read files of that project; name its folder under \
                     `projects` of [serve] in config.toml.",
                    "此服务不读取该项目的文件；请在 config.toml 的 [serve] 下用 projects 写明其目录。",
                )
                .into(),
            Self::NotFound => lang
                .pick(
                    "There is no such file in the project; links are not followed.",
                    "项目中没有该文件；不跟随链接。",
                )
                .into(),
            Self::NotText => lang.pick("The file is no text.", "该文件不是文本。").into(),
            Self::Failed(error) => lang.pick(
                format!("The file could not be read: {error}"),
                format!("无法读取该文件：{error}"),
            ),
        }
    }
}

/// Where files of projects are found.
pub trait ProjectFiles: Send + Sync {
    /// Reads one, by its path in the project.
    fn read(&self, project: &str, path: &str) -> Result<FileText, FileRefusal>;
}
