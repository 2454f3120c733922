//! Where a text stops being JSON.

/// Where a text stops being JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What the parser says of it, in English, with the place.
    pub words: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 before the first character of a line.
    pub column: usize,
}

impl From<&serde_json::Error> for Broken {
    fn from(error: &serde_json::Error) -> Self {
        Self {
            words: error.to_string(),
            line: error.line(),
            column: error.column(),
        }
    }
}
