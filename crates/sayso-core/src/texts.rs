//! Sentences for models and people that belong to no single type, in both languages.

use crate::closing::Closing;
use crate::delivery::Delivery;
use crate::evidence::Evidence;
use crate::lang::Lang;
use crate::refusal::Refusal;
use crate::state::State;

/// A refusal in words that a person or a model can act on.
pub fn refusal(refusal: &Refusal, lang: Lang) -> String {
    match refusal {
        Refusal::SessionNotFound => lang.pick(
            "No such session: it never began here, or was forgotten. Check the session id.".into(),
            "会话不存在：从未开始或已被清除。请检查 session_id。".into(),
        ),
        Refusal::QuestionNotFound => lang.pick(
            "No such question: it was never asked here. Check the id.".into(),
            "问题不存在：这里从未问过。请检查 id。".into(),
        ),
        Refusal::InvalidAnswer(_) => lang.pick(
            "The answer does not fit the question; see the details.".into(),
            "答案与问题不符；详见 details。".into(),
        ),
        Refusal::AlreadyAnswered(closing) => closed_already(closing, lang),
        Refusal::QuestionAnswered(_) => lang.pick(
            "This question was answered already; the first answer stands.".into(),
            "该问题已经回答过；以第一个答案为准。".into(),
        ),
        Refusal::InvalidQuestion(_) => lang.pick(
            "The question cannot be asked like this; see the details. The person has not seen it.".into(),
            "问题格式无效；详见 details。用户还没有看到它。".into(),
        ),
        Refusal::DuplicateQuestionId(_) => lang.pick(
            "A question id was used before in this session; give each question an id of its own.".into(),
            "question_id 在本会话中已经用过；请为每个问题使用唯一的 id。".into(),
        ),
        Refusal::TaskInterrupted { at } => lang.pick(
            format!("The task was stopped at {at}; nobody waits for this answer any more."),
            format!("任务已于 {at} 中断；不再有人等待这个答案。"),
        ),
        Refusal::InteractionPending => lang.pick(
            "One question at a time in this session: another is still open. Wait for its answer.".into(),
            "本会话一次只能有一个问题：上一个仍未回答。请等待其答案。".into(),
        ),
        Refusal::MainAgentOnly => lang.pick(
            "Only the main agent may ask the user. Report back to your parent agent what you need to know; do not try again.".into(),
            "只有主智能体可以向用户提问。请把需要确认的内容报告给父智能体，不要重试。".into(),
        ),
        Refusal::RecursiveLimitExceeded { limit } => lang.pick(
            format!("You have asked {limit} times in a row. Go on with the answers you have, or do some work before you ask again; the user can allow more."),
            format!("已连续提问 {limit} 次。请先根据已有答案继续工作，再决定是否提问；用户可以允许更多。"),
        ),
        Refusal::TooManyOpen { limit } => lang.pick(
            format!("{limit} questions of this session are open already. Wait for some of their answers."),
            format!("本会话已有 {limit} 个未回答的问题。请先等待答案。"),
        ),
        Refusal::KeyReused => lang.pick(
            "This idempotency key was used before, with other content. Use a new key for something new.".into(),
            "该幂等键已用于其他内容。新的内容请使用新的键。".into(),
        ),
        Refusal::EvidenceTooWeak { got } => lang.pick(
            format!("An approval needs a person at the signed-in page or at a terminal; this answer came as {:?}. The question stays open. Run `sayso inbox`, or open the page that `sayso serve` names.", got.word()),
            format!("审批须由本人在已登录的网页或终端上作出；这个回答的来源是 {:?}。问题仍未关闭。请运行 `sayso inbox`，或打开 `sayso serve` 给出的网页。", got.word()),
        ),
        Refusal::ApprovalSpent => lang.pick(
            "This approval was handed over before, and counts once. To ask again, use a new key.".into(),
            "该审批结果已经交付过一次，只能使用一次。如需再次审批，请使用新的键。".into(),
        ),
        Refusal::NotTimedOut { state } => lang.pick(
            format!("Only a timed-out question can be reopened; this one is {}.", state.word()),
            format!("只有超时的问题可以重新打开；当前状态是 {}。", state_zh(*state)),
        ),
        Refusal::NoDeadline => lang.pick(
            "This question has no deadline; there is no clock to hold.".into(),
            "该问题没有截止时间；无需暂停计时。".into(),
        ),
        Refusal::RoundNotFound { round } => lang.pick(
            format!("The session has no closed round {round}."),
            format!("会话中没有已结束的第 {round} 轮。"),
        ),
        Refusal::SessionExists => lang.pick(
            "A session of this id began before, in another way.".into(),
            "该 id 的会话已经以其他方式开始。".into(),
        ),
    }
}

/// Tells a loser of a race who won, where and when.
fn closed_already(closing: &Closing, lang: Lang) -> String {
    let (by, via, at) = (&closing.actor.by, closing.actor.via.word(), closing.at);
    match (closing.state, lang) {
        (State::Timeout, Lang::En) => {
            format!(
                "Too late: the deadline passed at {at}. The answer was not taken; the question can be reopened."
            )
        }
        (State::Timeout, Lang::Zh) => {
            format!("太迟了：已于 {at} 超时。答案未被采用；可以重新打开该问题。")
        }
        (State::Cancelled, Lang::En) => format!("Already cancelled by {by} via {via} at {at}."),
        (State::Cancelled, Lang::Zh) => format!("已由 {by} 通过 {via} 于 {at} 取消。"),
        (_, Lang::En) => format!("Already answered by {by} via {via} at {at}."),
        (_, Lang::Zh) => format!("已由 {by} 通过 {via} 于 {at} 回答。"),
    }
}

fn state_zh(state: State) -> &'static str {
    match state {
        State::Pending => "等待回答",
        State::Answered => "已回答",
        State::Cancelled => "已取消",
        State::Timeout => "已超时",
    }
}

/// For the model: the person called it off.
pub fn cancelled(reason: Option<&str>, lang: Lang) -> String {
    match (reason, lang) {
        (None, Lang::En) => {
            "The user cancelled this question without answering. Do not choose for them.".into()
        }
        (Some(reason), Lang::En) => format!(
            "The user cancelled this question without answering. Do not choose for them. Their words: {reason}"
        ),
        (None, Lang::Zh) => "用户取消了这个问题，没有作答。不要替用户选择。".into(),
        (Some(reason), Lang::Zh) => {
            format!("用户取消了这个问题，没有作答。不要替用户选择。用户的原话：{reason}")
        }
    }
}

/// For the model: the asker itself took the question back.
pub fn withdrawn(lang: Lang) -> String {
    lang.pick(
        "The question was withdrawn before anyone answered.".into(),
        "问题在有人回答之前被撤回。".into(),
    )
}

/// For the model: the whole task was stopped.
pub fn interrupted(lang: Lang) -> String {
    lang.pick(
        "The user interrupted the task; the question was not answered. Stop here.".into(),
        "用户中断了任务；问题没有得到回答。请停止。".into(),
    )
}

/// For the model: the deadline passed.
pub fn timed_out(pairs: &str, defaults_stand: bool, lang: Lang) -> String {
    match (pairs.is_empty(), defaults_stand, lang) {
        (_, true, Lang::En) => format!(
            "The deadline passed before the user finished answering. The defaults you declared stand in where marked; no person chose them: {pairs}."
        ),
        (_, true, Lang::Zh) => {
            format!("用户未在截止时间前完成回答。标注处采用你声明的默认选项，并非由人选择：{pairs}。")
        }
        (true, false, Lang::En) => {
            "Nobody answered before the deadline. This is not an answer: do not choose for the user. Stop here, or ask again.".into()
        }
        (true, false, Lang::Zh) => {
            "截止时间前没有人回答。这不是答案：不要替用户选择。请停止，或重新提问。".into()
        }
        (false, false, Lang::En) => format!(
            "The deadline passed before every required question was answered. So far: {pairs}. Do not choose the rest for the user. Stop here, or ask again."
        ),
        (false, false, Lang::Zh) => {
            format!("截止时间前必答题未全部回答。目前：{pairs}。其余不要替用户选择。请停止，或重新提问。")
        }
    }
}

/// For the model: the mark behind an answer that is a declared default.
pub fn chosen_by_nobody(lang: Lang) -> &'static str {
    lang.pick(" (default, chosen by nobody)", "（默认，非人选择）")
}

/// For the model: nobody has answered yet, and the question stays open.
pub fn still_open(lang: Lang) -> String {
    lang.pick(
        "The question is still open; nobody has answered yet. Collect the answer later.".into(),
        "问题仍未回答。请稍后再取答案。".into(),
    )
}

/// What the model reads when a script answered. It is never worded as a person's answer.
pub fn answered_by_script(pairs: &str, open: &str) -> String {
    format!("A script, not a person, has answered your questions: {pairs}.{open}")
}

/// What the model reads when the answer was given in the agent's own dialog.
pub fn answered_elsewhere(lang: Lang) -> String {
    lang.pick(
        "This question is closed: a hook reported that it was answered in the agent's own dialog. Sayso hands that answer to nobody.".into(),
        "该问题已关闭：钩子报告说它已在智能体自己的对话框中回答。Sayso 不会转交那个回答。".into(),
    )
}

/// How an answer is known, in words for people.
pub fn evidence(evidence: Evidence, lang: Lang) -> &'static str {
    let (en, zh) = match evidence {
        Evidence::Passkey => ("proved with a passkey", "已用通行密钥验证"),
        Evidence::Pin => ("proved with a PIN", "已用 PIN 验证"),
        Evidence::Page => ("from a signed-in page", "来自已登录的网页"),
        Evidence::Terminal => ("typed at a terminal", "在终端输入"),
        Evidence::Channel => ("from a bound channel", "来自已绑定的渠道"),
        Evidence::ClientForm => ("from a form of the agent's program", "来自智能体程序的表单"),
        Evidence::Reported => ("reported by the agent's program", "由智能体程序报告"),
        Evidence::Grant => ("by a standing grant", "依据长期授权"),
        Evidence::Script => ("by a script, not a person", "由脚本作答，并非本人"),
        Evidence::Default => ("by the deadline", "到期处理"),
    };
    lang.pick(en, zh)
}

/// Whether the agent has an outcome, in words for people.
pub fn delivery(delivery: Delivery, lang: Lang) -> &'static str {
    let (en, zh) = match delivery {
        Delivery::Waiting => ("not collected by the agent yet", "智能体尚未取走"),
        Delivery::HandedOver => ("given to the agent", "已交给智能体"),
        Delivery::Acknowledged => ("received by the agent", "智能体已收到"),
        Delivery::Undeliverable => ("could not be given to the agent", "未能交给智能体"),
    };
    lang.pick(en, zh)
}
