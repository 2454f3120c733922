//! What the server says to people and to models.

use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use serde_json::Value;

pub(crate) fn answered_elsewhere() -> &'static str {
    "answered elsewhere"
}

pub(crate) fn call_cancelled() -> &'static str {
    "the call was cancelled"
}

/// Above a form: who asks.
pub(crate) fn asks(client: &str, lang: Lang) -> String {
    lang.pick(format!("{client} asks:"), format!("{client} 提问："))
}

/// Above an address: why there is no form.
pub(crate) fn secret(lang: Lang) -> &'static str {
    lang.pick(
        "A secret is asked for. Give it on the desk's page, not here: what is typed into a form \
         passes through the agent's program.",
        "需要提供机密信息。请在 Sayso 页面上填写，不要在此输入：表单内容会经过智能体程序。",
    )
}

/// Where the desk's page shows one question.
pub(crate) fn question_page(page: &str, id: InteractionId) -> String {
    format!("{page}/q/{id}")
}

/// While a call waits: where one can answer.
pub(crate) fn waiting(page: Option<&str>, lang: Lang) -> String {
    match page {
        Some(page) => lang.pick(
            format!("Waiting for the person. Answer at {page} or with `sayso inbox`."),
            format!("等待用户回答：{page}，或使用 `sayso inbox`。"),
        ),
        None => lang.pick(
            "Waiting for the person. Answer with `sayso inbox`.".into(),
            "等待用户回答，可使用 `sayso inbox`。".into(),
        ),
    }
}

/// For the model: the question is open, and the call ends before the client gives up.
pub(crate) fn ticket(again: &Value, page: Option<&str>, lang: Lang) -> String {
    let place = page.map_or_else(String::new, |page| {
        lang.pick(
            format!(" The person can answer at {page}."),
            format!(" 用户可在 {page} 回答。"),
        )
    });
    lang.pick(
        format!(
            "Nobody has answered yet. This is not an answer: do not choose for the user and do not ask again. \
             The question stays open. Call wait_for_answer with {again} to go on waiting.{place}"
        ),
        format!(
            "还没有人回答。这不是答案：不要替用户选择，也不要重新提问。问题仍然有效。\
             请调用 wait_for_answer，参数 {again}，继续等待。{place}"
        ),
    )
}

/// In the panel: a client, not a person, sent the answer.
pub(crate) fn too_fast(lang: Lang) -> &'static str {
    lang.pick(
        "The reply came faster than anyone can read the question, so nothing was recorded.",
        "回复得太快，来不及阅读问题，因此未作记录。",
    )
}

/// For the model: the words of a secret are not for it.
pub(crate) fn withheld(lang: Lang) -> &'static str {
    lang.pick(
        "The person answered with a secret. Only the process that asked for it can read it, until ten minutes after \
         the answer. This is not an answer for you: if you still need the secret, ask for it again.",
        "用户已提供机密信息，但只有提出该问题的进程可以读取，且仅限回答后十分钟内。\
         这不是给您的答案：如仍需要该机密信息，请重新提问。",
    )
}

/// For the model: a form was handed in twice.
pub(crate) fn spent(lang: Lang) -> &'static str {
    lang.pick(
        "This form was handed in before; nothing was changed. Call the tool again with the same arguments and \
         without requestState: it finds the same question, or asks it anew.",
        "该表单已经提交过；未做任何更改。请用相同参数、不带 requestState 重新调用：会找到同一个问题，或重新提问。",
    )
}
