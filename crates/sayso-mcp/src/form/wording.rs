//! What a form says to the person, in both languages.

use sayso_core::lang::Lang;

pub(super) fn other(lang: Lang) -> &'static str {
    lang.pick("Other (write it below)", "其他（请在下方填写）")
}

pub(super) fn own_words(heading: &str, lang: Lang) -> String {
    lang.pick(
        format!("{heading}: own words"),
        format!("{heading}：自己的话"),
    )
}

pub(super) fn own_words_hint(lang: Lang) -> &'static str {
    lang.pick(
        "Your own answer; beside a picked option, a note.",
        "您自己的回答；若已选择选项，则作为备注。",
    )
}

pub(super) fn recommended(lang: Lang) -> &'static str {
    lang.pick(" (default)", "（默认）")
}

pub(super) fn round(n: usize, lang: Lang) -> String {
    lang.pick(format!("Part {n}"), format!("第 {n} 部分"))
}

pub(super) fn ask_again(lang: Lang) -> &'static str {
    lang.pick(
        "That could not be taken; please look again:",
        "未能采用，请再看一下：",
    )
}

pub(super) fn nothing_answered(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing was answered. To leave without answering, decline.",
        "没有回答任何问题。若不想回答，请拒绝此表单。",
    )
}
