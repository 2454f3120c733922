//! What line mode says, in both languages. S1 fixes the English hints.

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::source::Source;

use super::fault::Fault;
use crate::panel::Earlier;
use crate::panel::clock::Told;
use crate::seat::Seat;
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

/// Keys that came before the question could be read, a whole line or several.
pub(super) fn typed_ahead(lang: Lang) -> &'static str {
    lang.pick(
        "Not taken: what was typed before this could be read.\n",
        "未采用：在看到以上内容之前输入的字符。\n",
    )
}

/// The same, and the last line of it was not ended.
pub(super) fn typed_ahead_unfinished(lang: Lang) -> &'static str {
    lang.pick(
        "Not taken: what was typed before this could be read. Press Enter to go on: ",
        "未采用：在看到以上内容之前输入的字符。按回车键继续：",
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
    /// The declared defaults, or the first, stand in for it.
    StoodIn(Vec<&'c Choice>),
    /// It is no answer.
    Nothing,
}

pub(super) fn note(question: &Question, fault: &Fault, made: &Made<'_>, lang: Lang) -> String {
    let name = name(question);
    let fault = fault.text(lang);
    let made = match made {
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
        Made::Nothing => lang
            .pick("no answer can be taken from this", "无法得到答案")
            .to_owned(),
    };
    lang.pick(
        format!("{name}: {fault}; {made}"),
        format!("{name}：{fault}；{made}"),
    )
}

pub(super) fn input_ended(question: &Question, lang: Lang) -> String {
    let name = name(question);
    lang.pick(
        format!("{name}: the input ended before an answer"),
        format!("{name}：输入在回答之前结束"),
    )
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

/// What can be asked for besides, above the first question.
pub(super) fn words_hint(lang: Lang) -> &'static str {
    lang.pick(
        "(:note WORDS adds a note, :back goes back, :help says more)\n",
        "（:note 文字 添加备注，:back 返回上一题，:help 查看更多）\n",
    )
}

pub(super) fn help(seat: Seat, lang: Lang) -> String {
    let (stop, meaning) = match seat {
        Seat::Asker => ("stop; whoever asked takes it back", "中断；提问方撤回问题"),
        Seat::Guest => ("leave; it stays open", "离开；问题保持待回答"),
        Seat::Host => (
            "stop the agent, and call its question off",
            "停止代理并取消其问题",
        ),
        Seat::Demo => ("end the demonstration", "结束演示"),
    };
    let rows = [
        (
            ":note WORDS",
            ":note 文字",
            "a note beside the answer; without words, none",
            "给答案加备注；不写文字则删除",
        ),
        (
            ":back",
            ":back",
            "to the question before; what you entered is kept",
            "返回上一题；已填内容保留",
        ),
        (
            ":hold",
            ":hold",
            "stop the clock, or let it go on",
            "暂停或继续计时",
        ),
        (":history", ":history", "the earlier rounds", "之前的轮次"),
        (
            "::",
            "::",
            "an answer that begins with a colon",
            "以冒号开头的答案",
        ),
        ("Ctrl-D", "Ctrl-D", "call it off", "取消"),
        ("Ctrl-C", "Ctrl-C", stop, meaning),
    ];
    let rows = rows.map(|(en, zh, what, meaning)| {
        lang.pick(format!("{en}: {what}\n"), format!("{zh}：{meaning}\n"))
    });
    rows.concat()
}

pub(super) fn clock(told: &Told, left: &str, lang: Lang) -> String {
    let text = crate::panel::clock_line(left, &told.clock.at_zero, told.clock.held, lang);
    let text = shown_on_one_line(&text);
    let key = match told.clock.held {
        true => lang.pick(" (:hold lets it go on)", "（:hold 继续计时）"),
        false => lang.pick(" (:hold stops the clock)", "（:hold 暂停计时）"),
    };
    format!("{text}{key}\n")
}

pub(super) fn no_clock(lang: Lang) -> &'static str {
    lang.pick("There is no deadline.\n", "没有截止时间。\n")
}

pub(super) fn no_history(lang: Lang) -> &'static str {
    lang.pick("There are no earlier rounds.\n", "没有之前的轮次。\n")
}

pub(super) fn earlier(round: &Earlier, lang: Lang) -> String {
    let number = round.round;
    let ending = shown_on_one_line(&round.ending);
    let mut text = lang.pick(
        format!("Round {number}: {ending}\n"),
        format!("第 {number} 轮：{ending}\n"),
    );
    for (question, answer) in &round.answers {
        let question = shown_on_one_line(question);
        let answer = answer.as_deref().map(shown_on_one_line);
        let answer = answer.unwrap_or_else(|| lang.pick("not answered", "未回答").into());
        text += &format!("  {question} — {answer}\n");
    }
    text
}

pub(super) fn entered(answer: &str, lang: Lang) -> String {
    lang.pick(
        format!("Entered: {answer} (Enter keeps it)\n"),
        format!("已填：{answer}（直接回车保留）\n"),
    )
}

pub(super) fn noted(words: &str, lang: Lang) -> String {
    let words = shown_on_one_line(words);
    match words.is_empty() {
        true => lang.pick("No note.\n".into(), "已删除备注。\n".into()),
        false => lang.pick(format!("Note: {words}\n"), format!("备注：{words}\n")),
    }
}

pub(super) fn first_question(lang: Lang) -> &'static str {
    lang.pick("There is no question before this one.\n", "这是第一题。\n")
}

pub(super) fn kept(lang: Lang) -> &'static str {
    lang.pick("Kept.\n", "已保留。\n")
}

pub(super) fn answer_again(why: &str, lang: Lang) -> String {
    let why = shown_on_one_line(why);
    lang.pick(
        format!("Not confirmed: {why}. Please answer again.\n"),
        format!("尚未确认：{why}。请重新回答。\n"),
    )
}

pub(super) fn send_again(why: &str, lang: Lang) -> String {
    let why = shown_on_one_line(why);
    lang.pick(
        format!("Not confirmed, and nothing is lost: {why}.\nPress Enter to send it again, :back to change it, Ctrl-D to leave: "),
        format!("尚未确认，内容仍在：{why}。\n直接回车重新提交，:back 修改，Ctrl-D 离开："),
    )
}
