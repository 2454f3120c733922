//! A template with everything filled in.

use serde_json::Value;

use crate::lang::Lang;

/// A template with everything filled in: it was checked, and can be asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// What it is asked for by.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The questions, in either dialect.
    pub input: Value,
}

impl Filled {
    /// Words that make an agent ask it, for hosts that offer templates as prompts.
    pub fn as_prompt(&self, lang: Lang) -> String {
        let input = &self.input;
        lang.pick(
            format!(
                "Ask the person with the tool ask_user_question, with exactly this input, and go on with what they answer:\n\n{input:#}"
            ),
            format!(
                "请用工具 ask_user_question 向用户提问，输入原样如下，并按其回答继续：\n\n{input:#}"
            ),
        )
    }
}
