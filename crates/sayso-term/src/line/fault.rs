//! What is wrong with a typed line.

use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use sayso_core::safe_text;

use crate::wrapped::shortened;

/// What is wrong with a typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing stands in it, and nothing may be taken for it.
    Empty,
    /// Neither a number nor an option's label.
    NotAnOption(String),
    /// The number of no choice.
    NotOffered {
        /// What was typed.
        typed: String,
        /// The number of the last choice.
        last: usize,
    },
    /// Several numbers where one is asked for.
    OneOnly,
    /// Own words where none are taken.
    NoOwnWords,
    /// Neither yes nor no.
    NotYesOrNo(String),
    /// Longer than a line may be.
    LineTooLong,
    /// Not valid UTF-8.
    NotText,
    /// The check that every answer goes through refuses it.
    Refused(Problem),
}

impl Fault {
    /// In words that a person can act on.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Empty => lang.pick("nothing was entered", "没有输入内容").into(),
            Self::NotAnOption(typed) => {
                let typed = quoted(typed);
                lang.pick(
                    format!("\"{typed}\" is neither a number nor an option"),
                    format!("“{typed}”既不是编号，也不是选项"),
                )
            }
            Self::NotOffered { typed, last } => {
                let typed = quoted(typed);
                lang.pick(
                    format!("\"{typed}\" is not between 1 and {last}"),
                    format!("“{typed}”不在 1 到 {last} 之间"),
                )
            }
            Self::OneOnly => lang.pick("only one can be chosen", "只能选择一项").into(),
            Self::NoOwnWords => lang
                .pick("own words are not taken here", "此题不接受自定义输入")
                .into(),
            Self::NotYesOrNo(typed) => {
                let typed = quoted(typed);
                lang.pick(
                    format!("\"{typed}\" is neither yes nor no"),
                    format!("“{typed}”既不是“是”也不是“否”"),
                )
            }
            Self::LineTooLong => lang.pick("the line is too long", "输入的行太长").into(),
            Self::NotText => lang
                .pick("the line is not valid UTF-8", "输入不是有效的 UTF-8")
                .into(),
            Self::Refused(problem) => problem.text(lang),
        }
    }
}

fn quoted(typed: &str) -> String {
    shortened(&safe_text::shown_on_one_line(typed), 40)
}
