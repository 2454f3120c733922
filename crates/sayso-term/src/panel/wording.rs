//! What the panel itself says, in both languages.

use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::limits::WORDS_CHARS;
use sayso_core::problem::Problem;

use super::clock::AtZero;
use super::keymap::Command;
use crate::seat::Seat;

pub(super) fn asks(lang: Lang) -> &'static str {
    lang.pick("A question for you", "有问题问你")
}

pub(super) fn approval(lang: Lang) -> &'static str {
    lang.pick("Approval", "审批")
}

pub(crate) fn clock(left: &str, at_zero: &AtZero, held: bool, lang: Lang) -> String {
    if held {
        return lang.pick(
            format!("The clock is held with {left} left"),
            format!("计时已暂停，剩余 {left}"),
        );
    }
    match at_zero {
        AtZero::Defaults(labels) => {
            let labels = labels.join(lang.pick(", ", "、"));
            lang.pick(
                format!("{left} left, then the default stands in: {labels}"),
                format!("剩余 {left}，到时采用默认：{labels}"),
            )
        }
        AtZero::Nothing => lang.pick(
            format!("{left} left, then it closes without an answer"),
            format!("剩余 {left}，到时不作答而关闭"),
        ),
    }
}

pub(super) fn review(lang: Lang) -> &'static str {
    lang.pick("Review", "检查")
}

pub(super) fn review_title(lang: Lang) -> &'static str {
    lang.pick("Look it over before it goes", "提交前检查")
}

pub(super) fn submit(lang: Lang) -> &'static str {
    lang.pick("Submit these answers", "提交以上答案")
}

pub(super) fn unanswered(required: bool, lang: Lang) -> &'static str {
    match required {
        true => lang.pick("needs an answer", "尚未回答"),
        false => lang.pick("left out", "不回答"),
    }
}

pub(super) fn missing(count: usize, lang: Lang) -> String {
    match count {
        1 => lang.pick("1 answer is missing".into(), "还缺 1 个答案".into()),
        count => lang.pick(
            format!("{count} answers are missing"),
            format!("还缺 {count} 个答案"),
        ),
    }
}

pub(crate) fn yes(yes: bool, lang: Lang) -> &'static str {
    match yes {
        true => lang.pick("Yes", "是"),
        false => lang.pick("No", "否"),
    }
}

pub(super) fn default_mark(lang: Lang) -> &'static str {
    lang.pick("default", "默认")
}

pub(super) fn optional(lang: Lang) -> &'static str {
    lang.pick("optional", "可不答")
}

pub(super) fn other(lang: Lang) -> &'static str {
    lang.pick("Other", "其他")
}

pub(super) fn other_hint(lang: Lang) -> &'static str {
    lang.pick("in your own words", "用自己的话")
}

pub(super) fn text_hint(secret: bool, lang: Lang) -> &'static str {
    match secret {
        true => lang.pick("type it; it is not shown", "请输入，不会显示"),
        false => lang.pick("type your answer", "请输入答案"),
    }
}

pub(super) fn note_hint(lang: Lang) -> &'static str {
    lang.pick("a note beside the answer", "给答案加备注")
}

pub(super) fn not_sent(why: &str, lang: Lang) -> String {
    lang.pick(
        format!("Not confirmed, and nothing is lost: {why}. Try again, or Esc to leave"),
        format!("尚未确认，内容仍在：{why}。可再次提交，或按 Esc 离开"),
    )
}

pub(super) fn not_cancelled(why: &str, lang: Lang) -> String {
    lang.pick(
        format!("The cancel is not confirmed: {why}. Enter tries again, Esc goes back"),
        format!("取消尚未确认：{why}。按回车重试，按 Esc 返回"),
    )
}

pub(super) fn nothing_found(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing fits what you typed; Esc shows the whole list",
        "没有匹配的选项；按 Esc 显示全部",
    )
}

pub(super) fn preview(label: &str, lang: Lang) -> String {
    lang.pick(format!("Preview: {label}"), format!("预览：{label}"))
}

pub(super) fn more_rows(count: usize, key: &str, lang: Lang) -> String {
    lang.pick(
        format!("{count} more rows, {key} shows all"),
        format!("还有 {count} 行，按 {key} 查看全部"),
    )
}

pub(super) fn scroll_on(count: usize, key: &str, lang: Lang) -> String {
    lang.pick(
        format!("{count} more rows, {key} reads on"),
        format!("还有 {count} 行，按 {key} 继续"),
    )
}

pub(super) fn filter(count: usize, all: usize, lang: Lang) -> String {
    lang.pick(
        format!("{count} of {all} fit"),
        format!("{all} 项中 {count} 项符合"),
    )
}

pub(super) fn type_to_filter(all: usize, lang: Lang) -> String {
    lang.pick(
        format!("{all} options: type to narrow them down"),
        format!("共 {all} 项：输入文字即可筛选"),
    )
}

pub(super) fn scroll_first(lang: Lang) -> &'static str {
    lang.pick("read it to its end first", "请先读到末尾")
}

pub(super) fn context(place: &str, lang: Lang) -> String {
    lang.pick(format!("See {place}"), format!("参见 {place}"))
}

pub(super) fn not_read(why: &str, lang: Lang) -> String {
    lang.pick(
        format!("cannot be shown: {why}"),
        format!("无法显示：{why}"),
    )
}

pub(super) fn no_history(lang: Lang) -> &'static str {
    lang.pick("No earlier rounds.", "没有更早的轮次。")
}

pub(super) fn arming(kept_out: bool, lang: Lang) -> &'static str {
    match kept_out {
        true => lang.pick(
            "What was typed before this was drawn is not taken. Pause for a moment…",
            "面板出现前的输入不会被采用。请稍停片刻……",
        ),
        false => lang.pick("One moment…", "请稍候……"),
    }
}

pub(super) fn leave_title(lang: Lang) -> &'static str {
    lang.pick("Leave without answering?", "不回答就离开？")
}

pub(super) fn leave_rows(seat: Seat, lang: Lang) -> [&'static str; 3] {
    let leave = match seat {
        Seat::Asker | Seat::Guest | Seat::Host => lang.pick(
            "Leave it open and answer later; what you entered is kept",
            "暂不回答，以后再答；已填内容会保留",
        ),
        Seat::Demo => lang.pick("Leave; the demonstration ends", "离开；演示结束"),
    };
    [
        lang.pick("Go back to the question", "返回问题"),
        leave,
        lang.pick("Cancel it; the asker is told", "取消；会告知提问方"),
    ]
}

pub(super) fn reason_title(lang: Lang) -> &'static str {
    lang.pick(
        "Why? The asker gets your words; Enter alone gives none.",
        "原因？会转告提问方；直接回车表示不说明。",
    )
}

pub(super) fn interrupt_again(seat: Seat, lang: Lang) -> &'static str {
    match seat {
        Seat::Asker => lang.pick(
            "Ctrl+C again stops here and takes the question back.",
            "再按一次 Ctrl+C 将中断并撤回问题。",
        ),
        Seat::Guest => lang.pick(
            "Ctrl+C again leaves; the question stays open.",
            "再按一次 Ctrl+C 离开；问题保持待回答。",
        ),
        Seat::Host => lang.pick(
            "Ctrl+C again stops the agent and calls its question off.",
            "再按一次 Ctrl+C 将停止代理并取消其问题。",
        ),
        Seat::Demo => lang.pick(
            "Ctrl+C again ends the demonstration.",
            "再按一次 Ctrl+C 将结束演示。",
        ),
    }
}

pub(super) fn write_first(lang: Lang) -> &'static str {
    lang.pick("Write something first.", "请先写点内容。")
}

pub(super) fn tick_first(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing is ticked yet: Space ticks, Enter goes on.",
        "尚未勾选：按空格勾选，按回车继续。",
    )
}

pub(super) fn is_required(lang: Lang) -> &'static str {
    lang.pick("This one needs an answer.", "此题必须回答。")
}

pub(super) fn no_digits(lang: Lang) -> &'static str {
    lang.pick(
        "An approval takes no digits: move there and press Enter.",
        "审批不接受数字键：请移动到选项后按回车。",
    )
}

pub(super) fn read_first(lang: Lang) -> &'static str {
    lang.pick(
        "Read it to its end first: PgDn goes on.",
        "请先读到末尾：按 PgDn 继续。",
    )
}

pub(super) fn paste_where(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing was pasted: go to a row that takes words first.",
        "没有粘贴：请先移到可以输入文字的一行。",
    )
}

pub(super) fn too_many(lang: Lang) -> String {
    lang.pick(
        format!("Not taken: there is room for {WORDS_CHARS} characters."),
        format!("未采用：最多 {WORDS_CHARS} 个字符。"),
    )
}

pub(super) fn no_editor(secret: bool, lang: Lang) -> &'static str {
    match secret {
        true => lang.pick("A secret is not put into a file.", "机密内容不会写入文件。"),
        false => lang.pick(
            "Set EDITOR to write in an editor.",
            "请设置 EDITOR 以使用编辑器。",
        ),
    }
}

pub(super) fn not_yet(problems: &[Issue], lang: Lang) -> String {
    let missing = problems
        .iter()
        .filter(|issue| issue.problem == Problem::Unanswered);
    match missing.count() {
        0 => problems
            .first()
            .map(|issue| issue.problem.text(lang))
            .unwrap_or_default(),
        count => self::missing(count, lang),
    }
}

pub(super) fn answered(done: usize, all: usize, lang: Lang) -> String {
    lang.pick(
        format!("{done}/{all} answered"),
        format!("已答 {done}/{all}"),
    )
}

pub(super) fn command(command: Command, lang: Lang) -> &'static str {
    match command {
        Command::Up => lang.pick("up", "上移"),
        Command::Down => lang.pick("down", "下移"),
        Command::Next => lang.pick("next question", "下一题"),
        Command::Previous => lang.pick("question before", "上一题"),
        Command::Choose => lang.pick("take this and go on", "选定并继续"),
        Command::Toggle => lang.pick("tick or untick, and stay", "勾选或取消，不离开"),
        Command::Note => lang.pick("a note beside the answer", "给答案加备注"),
        Command::View => lang.pick("read everything, whole", "查看全文"),
        Command::Fold => lang.pick("fold to one line", "折叠成一行"),
        Command::Hold => lang.pick("stop the clock, or let it go on", "暂停或恢复计时"),
        Command::History => lang.pick("earlier rounds", "之前的轮次"),
        Command::Help => lang.pick("all keys", "全部按键"),
        Command::Skip => lang.pick("leave it out", "跳过此题"),
        Command::Filter => lang.pick("narrow the list down", "筛选列表"),
        Command::Editor => lang.pick("write in your editor", "用编辑器书写"),
        Command::Newline => lang.pick("new line while writing", "书写时换行"),
        Command::PageUp => lang.pick("read back", "向上翻页"),
        Command::PageDown => lang.pick("read on", "向下翻页"),
        Command::First => lang.pick("first row", "第一行"),
        Command::Last => lang.pick("last row", "最后一行"),
        Command::Clear => lang.pick("take the answer back", "收回答案"),
        Command::Yes => lang.pick("yes", "是"),
        Command::No => lang.pick("no", "否"),
        Command::Back => lang.pick("one step back; never answers", "退一步，绝不作答"),
        Command::Redraw => lang.pick("draw anew", "重画"),
    }
}

pub(super) fn digits(lang: Lang) -> &'static str {
    lang.pick(
        "take that option, 0 for your own words",
        "选该项，0 为自己的话",
    )
}

pub(super) fn interrupt(seat: Seat, lang: Lang) -> &'static str {
    match seat {
        Seat::Asker => lang.pick(
            "twice: stop, and take the question back",
            "按两次：中断并撤回问题",
        ),
        Seat::Guest => lang.pick(
            "twice: leave; it stays open",
            "按两次：离开，问题保持待回答",
        ),
        Seat::Host => lang.pick(
            "twice: stop the agent, and call its question off",
            "按两次：停止代理并取消其问题",
        ),
        Seat::Demo => lang.pick("twice: end the demonstration", "按两次：结束演示"),
    }
}

pub(super) fn suspend(lang: Lang) -> &'static str {
    lang.pick("back to the shell for a while", "暂时回到命令行")
}

/// The short words of the hint line.
pub(super) fn brief(brief: Brief, lang: Lang) -> &'static str {
    match brief {
        Brief::Move => lang.pick("move", "移动"),
        Brief::Choose => lang.pick("choose", "选定"),
        Brief::Tick => lang.pick("tick", "勾选"),
        Brief::GoOn => lang.pick("go on", "继续"),
        Brief::Submit => lang.pick("submit", "提交"),
        Brief::Change => lang.pick("change it", "修改"),
        Brief::Note => lang.pick("note", "备注"),
        Brief::View => lang.pick("read all", "全文"),
        Brief::ReadOn => lang.pick("read on", "下翻"),
        Brief::Tabs => lang.pick("next", "下一题"),
        Brief::Newline => lang.pick("new line", "换行"),
        Brief::Editor => lang.pick("editor", "编辑器"),
        Brief::Skip => lang.pick("skip", "跳过"),
        Brief::Filter => lang.pick("filter", "筛选"),
        Brief::Hold => lang.pick("hold the clock", "暂停计时"),
        Brief::Resume => lang.pick("let it run", "恢复计时"),
        Brief::History => lang.pick("rounds", "轮次"),
        Brief::Fold => lang.pick("fold", "折叠"),
        Brief::Unfold => lang.pick("unfold", "展开"),
        Brief::Back => lang.pick("back", "返回"),
        Brief::Leave => lang.pick("leave", "离开"),
        Brief::Help => lang.pick("keys", "按键"),
        Brief::Send => lang.pick("cancel it", "取消并转告"),
    }
}

/// What a hint is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Brief {
    Move,
    Choose,
    Tick,
    GoOn,
    Submit,
    Change,
    Note,
    View,
    ReadOn,
    Tabs,
    Newline,
    Editor,
    Skip,
    Filter,
    Hold,
    Resume,
    History,
    Fold,
    Unfold,
    Back,
    Leave,
    Help,
    Send,
}
