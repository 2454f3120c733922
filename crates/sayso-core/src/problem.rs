//! What can be wrong with a question or an answer, as data. Wording is made only here.

use serde_json::Value;

use crate::json::Broken;
use crate::lang::Lang;
use crate::shape::Shape;

/// What can be wrong with a question or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text is no JSON.
    NotJson(Broken),
    /// Larger than may be read.
    TooLarge { max: usize },
    /// Nested deeper than may be read.
    TooDeep { max: usize },
    /// A key stands twice in one object.
    KeyTwice(String),
    /// Nothing here that could be a question.
    NoQuestions,
    /// A tool call of another tool.
    OtherTool(String),
    /// Another form than expected; the reader's words.
    NotAsExpected(String),
    /// A required field is not there.
    Missing,
    /// A field that nobody reads.
    UnknownField {
        /// What may stand there.
        expected: String,
    },
    /// The field has another type.
    WrongType {
        /// What it should be.
        expected: &'static str,
        /// What it is.
        got: &'static str,
    },
    /// No whole number, or one out of bounds.
    NotWhole {
        /// The most.
        max: u64,
    },
    /// Empty, or nothing but white space.
    Blank,
    /// More characters than may be, as a person counts them.
    TooLong { max: usize, got: usize },
    /// Fewer elements than needed.
    TooFew { min: usize, got: usize },
    /// More elements than allowed.
    TooMany { max: usize, got: usize },
    /// The same id, label, header or text again.
    Twice(String),
    /// Another place says something else about the same thing; which was meant cannot be told.
    Conflict {
        /// Where.
        other: String,
    },
    /// None of the words allowed here.
    UnknownWord {
        /// What stands there.
        got: String,
        /// What may stand there.
        expected: String,
    },
    /// A NUL character.
    Nul,
    /// The asker tried to bring the answers along.
    AnswersInInput,
    /// A field that makes no sense for this kind.
    NotForKind(&'static str),
    /// The follow-ups hang under an option that is not offered: they are never shown.
    NeverShown,
    /// An approval must not declare a default.
    DefaultOnApproval,
    /// A condition beside a yes: no agent would get it.
    ConditionOnYes,
    /// The answer names an option that is not offered.
    NotOffered {
        /// What was named.
        got: String,
        /// What is offered.
        offered: String,
    },
    /// It has another shape than is needed here.
    WrongShape {
        /// The shape it should have.
        expected: Shape,
    },
    /// Own words are not taken here.
    NoOther,
    /// A required question without an answer.
    Unanswered,
    /// The question is not on the table: the option it hangs under is not picked.
    NotAsked,
    /// This question was answered before, by someone else or otherwise.
    AnsweredBefore,
    /// The whole form is empty.
    NothingAnswered,
    /// No question of this id in the interaction.
    UnknownQuestion,
}

impl Problem {
    /// The complaint that another place says something else about the same thing.
    pub(crate) fn conflict(other: impl Into<String>) -> Self {
        let other = other.into();
        Self::Conflict { other }
    }

    /// The complaint that a value is of another type.
    pub fn wrong_type(expected: &'static str, got: &Value) -> Self {
        let got = match got {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        Self::WrongType { expected, got }
    }

    /// In words that a person or a model can act on.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.en(),
            Lang::Zh => self.zh(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::NotJson(broken) => format!("not valid JSON: {}", broken.words),
            Self::TooLarge { max } => format!("larger than {max} bytes"),
            Self::TooDeep { max } => format!("nested deeper than {max} levels"),
            Self::KeyTwice(key) => format!("the key {key:?} stands twice"),
            Self::NoQuestions => "no question here; send {\"questions\":[…]}".into(),
            Self::OtherTool(name) => {
                format!("a call of the tool {name:?}, not of ask_user_question")
            }
            Self::NotAsExpected(why) => why.clone(),
            Self::Missing => "required".into(),
            Self::UnknownField { expected } => format!("unknown; expected one of {expected}"),
            Self::WrongType { expected, got } => format!("must be {expected}, got {got}"),
            Self::NotWhole { max } => format!("must be a whole number from 0 to {max}"),
            Self::Blank => "must not be empty".into(),
            Self::TooLong { max, got } => format!("at most {max} characters, got {got}"),
            Self::TooFew { min, got } => format!("at least {min} needed, got {got}"),
            Self::TooMany { max, got } => format!("at most {max} allowed, got {got}"),
            Self::Twice(what) => format!("{what:?} stands twice; each must be unique"),
            Self::Conflict { other } => {
                format!("conflicts with {other}, since either could be meant; send only one")
            }
            Self::UnknownWord { got, expected } => format!("must be {expected}, got {got:?}"),
            Self::Nul => "holds a NUL character".into(),
            Self::AnswersInInput => {
                "answers come from the person, never from the asker; remove this field".into()
            }
            Self::NotForKind(kind) => format!("makes no sense for a {kind} question"),
            Self::NeverShown => "no such option; these questions are never shown".into(),
            Self::DefaultOnApproval => "an approval has no default".into(),
            Self::ConditionOnYes => {
                "a yes takes no note: choose No and write what should change, or take the note away"
                    .into()
            }
            Self::NotOffered { got, offered } => {
                format!("{got:?} is not offered; expected one of {offered}")
            }
            Self::WrongShape { expected } => format!("expected {}", expected.text(Lang::En)),
            Self::NoOther => "own words are not taken here".into(),
            Self::Unanswered => "required, but not answered".into(),
            Self::NotAsked => "not asked: the option it hangs under is not picked".into(),
            Self::AnsweredBefore => "already answered".into(),
            Self::NothingAnswered => {
                "nothing was answered; to leave without answering, cancel".into()
            }
            Self::UnknownQuestion => "no such question here".into(),
        }
    }

    fn zh(&self) -> String {
        match self {
            Self::NotJson(Broken { line, column, .. }) => {
                format!("不是有效的 JSON：第 {line} 行第 {column} 列有误")
            }
            Self::TooLarge { max } => format!("超过 {max} 字节"),
            Self::TooDeep { max } => format!("嵌套超过 {max} 层"),
            Self::KeyTwice(key) => format!("键 {key:?} 出现了两次"),
            Self::NoQuestions => "这里没有问题；请发送 {\"questions\":[…]}".into(),
            Self::OtherTool(name) => {
                format!("这是对工具 {name:?} 的调用，而不是 ask_user_question")
            }
            Self::NotAsExpected(why) => format!("格式不符：{why}"),
            Self::Missing => "必填".into(),
            Self::UnknownField { expected } => format!("未知字段；可用：{expected}"),
            Self::WrongType { expected, got } => format!("必须是 {expected}，而不是 {got}"),
            Self::NotWhole { max } => format!("必须是 0 到 {max} 的整数"),
            Self::Blank => "不能为空".into(),
            Self::TooLong { max, got } => format!("最多 {max} 个字符，现有 {got} 个"),
            Self::TooFew { min, got } => format!("至少需要 {min} 个，现有 {got} 个"),
            Self::TooMany { max, got } => format!("最多允许 {max} 个，现有 {got} 个"),
            Self::Twice(what) => format!("{what:?} 重复；必须唯一"),
            Self::Conflict { other } => {
                format!("与 {other} 冲突：无法判断以哪个为准；请只保留一个")
            }
            Self::UnknownWord { got, expected } => format!("必须是 {expected}，而不是 {got:?}"),
            Self::Nul => "含有 NUL 字符".into(),
            Self::AnswersInInput => "答案来自用户，不能由提问方给出；请删除此字段".into(),
            Self::NotForKind(kind) => format!("对 {kind} 类问题没有意义"),
            Self::NeverShown => "没有这个选项；这些追问永远不会显示".into(),
            Self::DefaultOnApproval => "审批不能有默认选项".into(),
            Self::ConditionOnYes => "同意时不能附带备注：请选择不允许并写明要求，或删除备注".into(),
            Self::NotOffered { got, offered } => {
                format!("{got:?} 不在选项之内；可选：{offered}")
            }
            Self::WrongShape { expected } => format!("格式应为 {}", expected.text(Lang::Zh)),
            Self::NoOther => "此题不接受自定义回答".into(),
            Self::Unanswered => "必答，但没有回答".into(),
            Self::NotAsked => "未被问到：它所属的选项没有被选中".into(),
            Self::AnsweredBefore => "已经回答过".into(),
            Self::NothingAnswered => "没有任何回答；如不想回答，请取消".into(),
            Self::UnknownQuestion => "这里没有这个问题".into(),
        }
    }

    /// The wording that seed S1 fixes; its silence is filled with ours.
    pub fn s1_text(&self) -> String {
        match self {
            Self::Missing => "Required".into(),
            Self::Blank => "String must contain at least 1 character(s)".into(),
            Self::TooLong { max, .. } => {
                format!("String must contain at most {max} character(s)")
            }
            Self::TooFew { min, .. } => format!("Array must contain at least {min} element(s)"),
            Self::TooMany { max, .. } => format!("Array must contain at most {max} element(s)"),
            Self::WrongType { expected, got } => format!("Expected {expected}, received {got}"),
            _ => self.en(),
        }
    }
}
