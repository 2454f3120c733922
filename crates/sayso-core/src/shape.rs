//! What something from outside should look like, where that is more than a type.

use crate::lang::Lang;

/// What something from outside should look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Words.
    Text,
    /// A yes or no.
    YesNo,
    /// An option by its id, or own words.
    OnePick,
    /// Options by their ids, and own words among them.
    ManyPicks,
    /// One of the options, and nothing else.
    OneOption,
    /// Some of the options, and nothing else.
    ManyOptions,
    /// A file that a question refers to.
    ContextFile,
    /// A place to work in.
    Directory,
    /// Where a page is told that there is something to answer.
    PushAddress,
    /// A path of a URL.
    Utf8,
}

impl Shape {
    /// In words that a person or a model can act on.
    pub fn text(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en(),
            Lang::Zh => self.zh(),
        }
    }

    fn en(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::YesNo => "true or false",
            Self::OnePick => "\"option_id\", or {\"other\":\"…\"} for own words",
            Self::ManyPicks => "a list: [\"option_id\", …], own words as {\"other\":\"…\"}",
            Self::OneOption => "one of the options",
            Self::ManyOptions => "a list of options",
            Self::ContextFile => CONTEXT_FILE,
            Self::Directory => "an absolute path of a directory",
            Self::PushAddress => {
                "an https address outside private networks, without a password, and its two keys"
            }
            Self::Utf8 => "UTF-8",
        }
    }

    fn zh(self) -> &'static str {
        match self {
            Self::Text => "字符串",
            Self::YesNo => "true 或 false",
            Self::OnePick => "\"option_id\"，自定义回答则为 {\"other\":\"…\"}",
            Self::ManyPicks => "列表：[\"option_id\", …]，自定义回答写作 {\"other\":\"…\"}",
            Self::OneOption => "选项之一",
            Self::ManyOptions => "选项列表",
            Self::ContextFile => CONTEXT_FILE,
            Self::Directory => "目录的绝对路径",
            Self::PushAddress => "不在私有网络内且不含密码的 https 地址，及其两个密钥",
            Self::Utf8 => "UTF-8",
        }
    }
}

const CONTEXT_FILE: &str = "{\"path\":\"…\",\"lines\":[first,last]}";
