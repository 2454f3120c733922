//! What the inbox itself says, in both languages.

use sayso_core::lang::Lang;

pub(super) fn name(lang: Lang) -> &'static str {
    lang.pick("Sayso inbox", "Sayso 收件箱")
}

pub(super) fn waiting(count: usize, lang: Lang) -> String {
    match count {
        0 => lang
            .pick("nothing waits for you", "没有待回答的问题")
            .into(),
        count => lang.pick(format!("{count} waiting"), format!("{count} 个待回答")),
    }
}

pub(super) fn title(count: usize, lang: Lang) -> String {
    lang.pick(
        format!("({count}) Sayso inbox"),
        format!("({count}) Sayso 收件箱"),
    )
}

pub(super) fn call(arrived: usize, count: usize, lang: Lang) -> String {
    let new = match arrived {
        1 => lang.pick("A new question".to_owned(), "有 1 个新问题".to_owned()),
        arrived => lang.pick(
            format!("{arrived} new questions"),
            format!("有 {arrived} 个新问题"),
        ),
    };
    lang.pick(
        format!("{new}, {count} waiting"),
        format!("{new}，共 {count} 个待回答"),
    )
}

pub(super) fn live(lang: Lang) -> &'static str {
    lang.pick("live", "实时")
}

pub(super) fn away(lang: Lang) -> &'static str {
    lang.pick(
        "The desk cannot be reached; this may be old",
        "无法连接服务，内容可能已过时",
    )
}

pub(super) fn away_briefly(lang: Lang) -> &'static str {
    lang.pick("out of reach", "连接中断")
}

pub(super) fn reading(lang: Lang) -> &'static str {
    lang.pick("Reading…", "正在读取……")
}

pub(super) fn nothing(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing waits for you. What agents ask comes up here by itself.",
        "没有待回答的问题。代理提问后会自动显示在这里。",
    )
}

pub(super) fn too_small(lang: Lang) -> &'static str {
    lang.pick(
        "The window is too small: 40×10 is needed. Ctrl+C leaves.",
        "窗口太小：至少需要 40×10。按 Ctrl+C 离开。",
    )
}

pub(super) fn approval(lang: Lang) -> &'static str {
    lang.pick("Approval", "审批")
}

pub(super) fn no_agent(lang: Lang) -> &'static str {
    lang.pick("somebody", "未署名")
}

pub(super) fn age(millis: u64, lang: Lang) -> String {
    let seconds = millis / 1_000;
    match seconds {
        0..60 => lang.pick(format!("{seconds} s"), format!("{seconds} 秒")),
        60..3_600 => lang.pick(
            format!("{} min", seconds / 60),
            format!("{} 分钟", seconds / 60),
        ),
        3_600..86_400 => lang.pick(
            format!("{} h", seconds / 3_600),
            format!("{} 小时", seconds / 3_600),
        ),
        _ => lang.pick(
            format!("{} d", seconds / 86_400),
            format!("{} 天", seconds / 86_400),
        ),
    }
}

pub(super) fn left(left: &str, held: bool, lang: Lang) -> String {
    match held {
        true => lang.pick(format!("held at {left}"), format!("已暂停，余 {left}")),
        false => lang.pick(format!("{left} left"), format!("剩余 {left}")),
    }
}

pub(super) fn unattended_briefly(lang: Lang) -> &'static str {
    lang.pick("asker away", "提问方不在")
}

pub(super) fn unattended(lang: Lang) -> &'static str {
    lang.pick(
        "Its asker is not waiting now. Your answer is kept until it comes back for it.",
        "提问方目前没有在等待。你的回答会保留，等它回来取。",
    )
}

pub(super) fn alike(count: usize, lang: Lang) -> String {
    lang.pick(format!("{count} alike"), format!("{count} 个相同"))
}

pub(super) fn questions(count: usize, lang: Lang) -> String {
    lang.pick(format!("{count} questions"), format!("{count} 个问题"))
}

pub(super) fn closed(lang: Lang) -> &'static str {
    lang.pick("It was closed elsewhere.", "已在别处关闭。")
}

pub(super) fn done(cancelled: bool, lang: Lang) -> &'static str {
    match cancelled {
        true => lang.pick("Cancelled; the asker is told.", "已取消，会告知提问方。"),
        false => lang.pick("Answered.", "已回答。"),
    }
}

pub(super) fn list_moved(lang: Lang) -> &'static str {
    lang.pick(
        "The list has just changed. Look again, then press it once more.",
        "列表刚刚变化，请看清后再按一次。",
    )
}

pub(super) fn moment(kept_out: bool, lang: Lang) -> &'static str {
    match kept_out {
        true => lang.pick(
            "What was typed before this was drawn is not taken. Pause for a moment…",
            "画面出现前的输入不会被采用。请稍停片刻……",
        ),
        false => lang.pick("One moment…", "请稍候……"),
    }
}

pub(super) fn interrupt_again(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing was sent; what you entered is kept. Ctrl+C again leaves.",
        "没有提交；已填内容会保留。再按一次 Ctrl+C 离开。",
    )
}

pub(super) fn how_to_leave(lang: Lang) -> &'static str {
    lang.pick(
        "q leaves; everything stays open.",
        "按 q 离开；所有问题保持待回答。",
    )
}

pub(super) fn approvals_alone(lang: Lang) -> &'static str {
    lang.pick(
        "Approvals are given one by one, never together.",
        "审批只能逐个处理，不能一起处理。",
    )
}

pub(super) fn cancel_alone(lang: Lang) -> &'static str {
    lang.pick(
        "Nothing was cancelled: call them off one by one.",
        "没有取消：请逐个取消。",
    )
}

pub(super) fn none_alike(lang: Lang) -> &'static str {
    lang.pick("No other open question is alike.", "没有其他相同的问题。")
}

pub(super) fn none_left(lang: Lang) -> &'static str {
    lang.pick(
        "None of them is open any more; nothing was sent.",
        "这些问题都已关闭，没有提交。",
    )
}

pub(super) fn tick_first(lang: Lang) -> &'static str {
    lang.pick("Tick at least one first.", "请至少勾选一个。")
}

pub(super) fn ticking(count: usize, lang: Lang) -> String {
    lang.pick(
        format!("One answer for {count} alike questions. For which ones?"),
        format!("用一个答案回答 {count} 个相同的问题。回答哪些？"),
    )
}

pub(super) fn for_several(count: usize, lang: Lang) -> String {
    lang.pick(
        format!("One answer for {count} questions"),
        format!("一个答案，用于 {count} 个问题"),
    )
}

pub(super) fn sending(lang: Lang) -> &'static str {
    lang.pick(
        "This answer goes to all of these:",
        "该答案将提交给以下全部：",
    )
}

pub(super) fn back_to_answer(lang: Lang) -> &'static str {
    lang.pick("Back to the answer", "返回修改答案")
}

pub(super) fn send(count: usize, lang: Lang) -> String {
    lang.pick(
        format!("Send it to these {count}"),
        format!("提交给这 {count} 个"),
    )
}

pub(super) fn told(answered: usize, all: usize, lang: Lang) -> String {
    lang.pick(
        format!("{answered} of {all} answered"),
        format!("{all} 个中已回答 {answered} 个"),
    )
}

pub(super) fn answered(lang: Lang) -> &'static str {
    lang.pick("answered", "已回答")
}

pub(super) fn not_known(why: &str, lang: Lang) -> String {
    lang.pick(format!("not confirmed: {why}"), format!("尚未确认：{why}"))
}

pub(super) fn lost(lang: Lang) -> &'static str {
    lang.pick(
        "Somebody else was first. Your words were not sent:",
        "已有人先处理。你填写的内容没有提交：",
    )
}

pub(super) fn search(lang: Lang) -> &'static str {
    lang.pick("Search what was decided", "搜索已处理的问题")
}

pub(super) fn found(count: usize, more: bool, lang: Lang) -> String {
    let sign = if more { "+" } else { "" };
    lang.pick(
        format!("{count}{sign} found"),
        format!("找到 {count}{sign} 个"),
    )
}

pub(super) fn none_found(lang: Lang) -> &'static str {
    lang.pick("Nothing found.", "没有找到。")
}

pub(super) fn key(key: Does, lang: Lang) -> &'static str {
    match key {
        Does::Move => lang.pick("move", "移动"),
        Does::Open => lang.pick("open", "打开"),
        Does::Together => lang.pick("answer alike ones together", "一起回答相同的"),
        Does::Search => lang.pick("search history", "搜索历史"),
        Does::Leave => lang.pick("leave", "离开"),
        Does::Keys => lang.pick("keys", "按键"),
        Does::Tick => lang.pick("tick", "勾选"),
        Does::GoOn => lang.pick("go on", "继续"),
        Does::Back => lang.pick("back", "返回"),
        Does::Choose => lang.pick("choose", "选定"),
        Does::ReadAll => lang.pick("read it", "查看"),
        Does::Scroll => lang.pick("scroll", "滚动"),
    }
}

/// What a key does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    Move,
    Open,
    Together,
    Search,
    Leave,
    Keys,
    Tick,
    GoOn,
    Back,
    Choose,
    ReadAll,
    Scroll,
}

/// All keys of the list, each with what it does.
pub(super) fn help(lang: Lang) -> &'static [(&'static str, &'static str)] {
    lang.pick(
        &[
            (
                "↑ ↓",
                "move; you stay on the same question whatever comes and goes",
            ),
            (
                "Enter",
                "open it: the panel, with its own keys (F1 shows them)",
            ),
            (
                "b",
                "one answer for all questions that are alike to this one",
            ),
            ("/", "search what was decided: who answered, where and when"),
            ("q", "leave; everything stays open"),
            (
                "Ctrl+C",
                "back to the list, keeping what you entered; there, leave",
            ),
            ("Ctrl+Z", "back to the shell for a while"),
            ("Ctrl+L", "draw anew"),
            ("", ""),
            (
                "",
                "The desk ranks: whose clock runs out first, then whose agent waits, then by age.",
            ),
            (
                "",
                "Nothing is opened in the moment after the list has changed, and what was typed before a question was drawn never answers it."),
        ],
        &[
            ("↑ ↓", "移动；无论列表如何变化，光标始终停在同一个问题上"),
            ("Enter", "打开：与面板相同，按 F1 查看其按键"),
            ("b", "用一个答案回答所有与此相同的问题"),
            ("/", "搜索已处理的问题：谁、在哪里、何时回答"),
            ("q", "离开；所有问题保持待回答"),
            ("Ctrl+C", "回到列表并保留已填内容；在列表中则离开"),
            ("Ctrl+Z", "暂时回到命令行"),
            ("Ctrl+L", "重画"),
            ("", ""),
            ("", "排序由服务决定：先看时限，再看代理是否在等待，最后看等了多久。"),
            ("", "列表刚变化的片刻不会打开任何问题；问题出现之前的输入绝不会成为答案。"),
        ],
    )
}
