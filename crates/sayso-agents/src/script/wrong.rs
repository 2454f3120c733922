//! What can be wrong with a scenario or a template, as data. Wording is made only here.

use sayso_core::lang::Lang;
use sayso_core::problem::Problem;

use super::limits;
use super::verb::Verb;

/// What can be wrong with a scenario or a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// What can be wrong with a question too.
    Problem(Problem),
    /// The file is no UTF-8.
    NotText,
    /// The text is no YAML; the parser's words.
    NotYaml(String),
    /// More than one document in the file.
    ManyDocuments,
    /// A YAML tag.
    Tag,
    /// A key that is itself a list or a mapping.
    KeyNotText,
    /// An alias of what it stands in, or of what was never named.
    AliasOfNothing,
    /// Too much, once the aliases are filled in.
    TooMuch,
    /// A step that does nothing.
    NoVerb,
    /// A step that does several things.
    ManyVerbs(String),
    /// A bound of jumps where nothing jumps.
    OnlyForGoto,
    /// A number outside its bounds.
    OutOfRange {
        /// The least.
        min: String,
        /// The most.
        max: String,
    },
    /// Not a name: letters, digits, `_` and `-`.
    NotAName(String),
    /// A name that has a meaning of its own.
    TakenName(String),
    /// No step of this label in this list or around it.
    UnknownLabel(String),
    /// No ask saves under this name.
    UnknownName(String),
    /// The ask has no such question.
    UnknownQuestion(String),
    /// An option that is called like an ending, so that `when` could not tell them apart.
    OptionLikeEnding(String),
    /// A tool's result before any tool was called.
    NoToolUse,
    /// A front matter that does not end.
    OpenFrontMatter,
    /// No block of questions in the file.
    NoBlock,
    /// More than one block of questions.
    ManyBlocks,
    /// A block that does not end.
    OpenBlock,
    /// A text names a variable that there is not.
    UnknownVariable(String),
    /// A variable that has to be given was not.
    NotGiven(String),
    /// A value for a variable that there is not.
    NoSuchVariable(String),
    /// Several are made of what is no list.
    NotAList(String),
    /// Something of the project could not be read.
    Unread(String),
}

impl From<Problem> for Wrong {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Wrong {
    /// In words that the file's writer can act on.
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.en(),
            Lang::Zh => self.zh(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Problem(problem) => problem.text(Lang::En),
            Self::NotText => "not UTF-8".into(),
            Self::NotYaml(why) => format!("not valid YAML: {why}"),
            Self::ManyDocuments => "one document a file".into(),
            Self::Tag => "tags are not taken".into(),
            Self::KeyNotText => "a key is a text".into(),
            Self::AliasOfNothing => "an alias of itself, or of nothing".into(),
            Self::TooMuch => format!(
                "more than {} values or {} bytes of text once aliases are filled in",
                limits::VALUES,
                limits::TEXT_BYTES
            ),
            Self::NoVerb => {
                format!("does nothing; a step has one of {}", Verb::WORDS.join(", "))
            }
            Self::ManyVerbs(verbs) => format!("does several things ({verbs}); make each a step"),
            Self::OnlyForGoto => "only a goto has it".into(),
            Self::OutOfRange { min, max } => format!("from {min} to {max}"),
            Self::NotAName(name) => format!(
                "{name:?} is no name; letters, digits, _ and -, at most {}",
                limits::NAME_CHARS
            ),
            Self::TakenName(name) => format!("{name:?} has a meaning of its own; take another"),
            Self::UnknownLabel(label) => {
                format!("no step is labelled {label:?} in this list or around it")
            }
            Self::UnknownName(name) => format!("no ask saves {name:?}"),
            Self::UnknownQuestion(id) => format!("the ask has no question {id:?}"),
            Self::OptionLikeEnding(option) => {
                format!("the option {option:?} is called like an ending; give it another id")
            }
            Self::NoToolUse => "no tool_use stands before it".into(),
            Self::OpenFrontMatter => "the front matter does not end; close it with ---".into(),
            Self::NoBlock => {
                "no questions here; put them into a block that begins with ```ask_user_question"
                    .into()
            }
            Self::ManyBlocks => "one block of questions a file".into(),
            Self::OpenBlock => "the block does not end; close it with ```".into(),
            Self::UnknownVariable(name) => format!("there is no variable {name:?}"),
            Self::NotGiven(name) => format!("{name:?} has to be given; add --set {name}=…"),
            Self::NoSuchVariable(name) => format!("the template has no variable {name:?}"),
            Self::NotAList(name) => format!("{name:?} is no list, of which several could be made"),
            Self::Unread(why) => format!("cannot be read: {why}"),
        }
    }

    fn zh(&self) -> String {
        match self {
            Self::Problem(problem) => problem.text(Lang::Zh),
            Self::NotText => "不是 UTF-8 文本".into(),
            Self::NotYaml(why) => format!("不是有效的 YAML：{why}"),
            Self::ManyDocuments => "一个文件只能有一个文档".into(),
            Self::Tag => "不接受 YAML 标签（tag）".into(),
            Self::KeyNotText => "键必须是文本".into(),
            Self::AliasOfNothing => "别名指向自身或不存在的锚点".into(),
            Self::TooMuch => format!(
                "展开别名后超过 {} 个值或 {} 字节文本",
                limits::VALUES,
                limits::TEXT_BYTES
            ),
            Self::NoVerb => format!("没有动作；每一步要有其中之一：{}", Verb::WORDS.join("、")),
            Self::ManyVerbs(verbs) => format!("有多个动作（{verbs}）；请拆成多步"),
            Self::OnlyForGoto => "只有 goto 才能用".into(),
            Self::OutOfRange { min, max } => format!("应在 {min} 到 {max} 之间"),
            Self::NotAName(name) => format!(
                "{name:?} 不是合法名称；只能用字母、数字、_ 和 -，最多 {} 个字符",
                limits::NAME_CHARS
            ),
            Self::TakenName(name) => format!("{name:?} 另有含义；请换一个"),
            Self::UnknownLabel(label) => format!("本列表及外层没有标签为 {label:?} 的步骤"),
            Self::UnknownName(name) => format!("没有提问保存为 {name:?}"),
            Self::UnknownQuestion(id) => format!("该提问中没有问题 {id:?}"),
            Self::OptionLikeEnding(option) => {
                format!("选项 {option:?} 与结束状态同名；请换一个 id")
            }
            Self::NoToolUse => "之前没有 tool_use".into(),
            Self::OpenFrontMatter => "front matter 没有结束；请用 --- 结束".into(),
            Self::NoBlock => "没有问题；请写在以 ```ask_user_question 开头的代码块里".into(),
            Self::ManyBlocks => "一个文件只能有一个问题块".into(),
            Self::OpenBlock => "代码块没有结束；请用 ``` 结束".into(),
            Self::UnknownVariable(name) => format!("没有变量 {name:?}"),
            Self::NotGiven(name) => format!("必须提供 {name:?}；请加上 --set {name}=…"),
            Self::NoSuchVariable(name) => format!("模板没有变量 {name:?}"),
            Self::NotAList(name) => format!("{name:?} 不是列表，不能逐项展开"),
            Self::Unread(why) => format!("无法读取：{why}"),
        }
    }
}
