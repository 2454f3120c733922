//! What line mode says, in both languages. S1 fixes the English hints.

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::source::Source;

use super::fault::Fault;
use crate::wrapped::shortened;

pub(super) fn other(lang: Lang) -> &'static str {
    lang.pick("Other (custom input)", "其他（自定义输入）")
}

pub(super) fn default_mark(lang: Lang) -> &'static str {
    lang.pick(" (default)", "（默认）")
}

pub(super) fn yes(lang: Lang) -> &'static str {
    lang.pick("Yes", "是")
}

pub(super) fn no(lang: Lang) -> &'static str {
    lang.pick("No", "否")
}

pub(super) fn under(label: &str, lang: Lang) -> String {
    lang.pick(format!("You picked: {label}"), format!("已选择：{label}"))
}

pub(super) fn context(place: &str, lang: Lang) -> String {
    lang.pick(format!("See {place}"), format!("参见 {place}"))
}

pub(super) fn hint(question: &Question, source: Source, lang: Lang) -> String {
    let asks = match (question.kind, question.allow_other) {
        (Kind::MultipleChoice, true) => lang.pick(
            "Enter number or 0 for custom",
            "请输入编号，或输入 0 自定义",
        ),
        (Kind::MultipleChoice, false) => lang.pick("Enter number", "请输入编号"),
        (Kind::Checkbox, true) => lang.pick(
            "Enter numbers (e.g., 1,3) or 0 for custom",
            "请输入编号（例如 1,3），或输入 0 自定义",
        ),
        (Kind::Checkbox, false) => lang.pick("Enter numbers (e.g., 1,3)", "请输入编号（例如 1,3）"),
        (Kind::Text, _) if question.secret => {
            lang.pick("Enter your answer (not shown)", "请输入答案（不显示）")
        }
        (Kind::Text, _) => lang.pick("Enter your answer", "请输入答案"),
        (Kind::Boolean, _) => lang.pick("Enter y or n", "请输入 y 或 n"),
    };
    let has_default = source == Source::Tool && question.defaults().next().is_some();
    let leaving = match (question.required, has_default) {
        (true, _) => "",
        (false, false) => lang.pick(" (Enter skips)", "（直接回车跳过）"),
        (false, true) => lang.pick(
            " (Enter takes the default, skip leaves it out)",
            "（直接回车采用默认，输入 skip 跳过）",
        ),
    };
    format!("{asks}{leaving}{}", lang.pick(": ", "："))
}

pub(super) fn own_words_hint(lang: Lang) -> &'static str {
    lang.pick("Enter your answer: ", "请输入答案：")
}

pub(super) fn try_again(fault: &Fault, lang: Lang) -> String {
    let fault = fault.text(lang);
    lang.pick(
        format!("Not taken: {fault}. Please try again (Ctrl-D cancels).\n"),
        format!("未采用：{fault}。请重新输入（按 Ctrl-D 取消）。\n"),
    )
}

pub(super) fn taken(question: &Question, choices: &[&Choice], lang: Lang) -> String {
    let numbered: Vec<String> = question
        .choices
        .iter()
        .enumerate()
        .filter(|(_, choice)| choices.iter().any(|taken| taken.id == choice.id))
        .map(|(at, choice)| format!("{}. {}", at + 1, shown_on_one_line(&choice.label)))
        .collect();
    let numbered = numbered.join(", ");
    lang.pick(
        format!("Taken: {numbered}\n"),
        format!("已采用：{numbered}\n"),
    )
}

pub(super) fn skipped(lang: Lang) -> &'static str {
    lang.pick("Skipped.\n", "已跳过。\n")
}

pub(super) fn nothing_answered(lang: Lang) -> &'static str {
    lang.pick("Nothing was answered.\n", "没有回答任何问题。\n")
}

pub(super) fn cancel_hint(lang: Lang) -> &'static str {
    lang.pick(
        "Cancel without answering? Enter y to cancel, anything else to go on: ",
        "取消而不回答？输入 y 取消，输入其他内容继续：",
    )
}

pub(super) fn reason_hint(lang: Lang) -> &'static str {
    lang.pick(
        "Why? The asker gets your words (Enter for none): ",
        "原因？会转告提问方（直接回车表示不说明）：",
    )
}

/// What became of a piped line that does not fit.
pub(super) enum Made<'c> {
    /// These are kept of it.
    Kept(Vec<&'c Choice>),
    /// Only what is right of it is kept, and own words follow.
    KeptOwnWords,
    /// The declared defaults, or the first, stand in for it.
    StoodIn(Vec<&'c Choice>),
    /// The question stays unanswered.
    LeftOut,
    /// There is nothing to go on with.
    Nothing,
}

pub(super) fn note(question: &Question, fault: &Fault, made: &Made<'_>, lang: Lang) -> String {
    let name = name(question);
    let fault = fault.text(lang);
    let made = match made {
        Made::Kept(choices) => {
            let labels = labels(choices);
            lang.pick(format!("took {labels}"), format!("采用 {labels}"))
        }
        Made::KeptOwnWords => lang.pick("took the rest", "采用其余部分").to_owned(),
        Made::StoodIn(choices) => {
            let labels = labels(choices);
            let declared = choices.iter().all(|choice| choice.default);
            match declared {
                true => lang.pick(
                    format!("took the default {labels}"),
                    format!("采用默认选项 {labels}"),
                ),
                false => lang.pick(
                    format!("took the first option {labels}"),
                    format!("采用第一个选项 {labels}"),
                ),
            }
        }
        Made::LeftOut => lang.pick("left unanswered", "未作答").to_owned(),
        Made::Nothing => lang
            .pick("no answer can be taken from this", "无法得到答案")
            .to_owned(),
    };
    lang.pick(
        format!("{name}: {fault}; {made}"),
        format!("{name}：{fault}；{made}"),
    )
}

pub(super) fn input_ended(question: Option<&Question>, lang: Lang) -> String {
    match question.map(name) {
        Some(name) => lang.pick(
            format!("{name}: the input ended before an answer"),
            format!("{name}：输入在回答之前结束"),
        ),
        None => nothing_answered(lang).trim_end().to_owned(),
    }
}

pub(super) fn input_failed(error: &std::io::Error, lang: Lang) -> String {
    let error = error.to_string();
    let error = shown_on_one_line(&error);
    lang.pick(
        format!("the input cannot be read: {error}"),
        format!("无法读取输入：{error}"),
    )
}

fn name(question: &Question) -> String {
    let name = question.header.as_ref().unwrap_or(&question.text);
    shortened(&shown_on_one_line(name), 40)
}

fn labels(choices: &[&Choice]) -> String {
    let labels: Vec<String> = choices
        .iter()
        .map(|choice| format!("\"{}\"", shortened(&shown_on_one_line(&choice.label), 60)))
        .collect();
    labels.join(", ")
}
