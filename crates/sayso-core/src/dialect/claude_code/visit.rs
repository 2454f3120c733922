//! Pages that an MCP server asks the person to visit, through Claude Code and its host.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::approval::{ALLOW, DENY, Verdict};
use crate::choice::Choice;
use crate::dialect::{Dialect, Parsed};
use crate::digest::Digest;
use crate::id::QuestionId;
use crate::kind::Kind;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::question::Question;
use crate::safe_text;
use crate::state::State;

/// Characters of an address, at most: it is read whole.
const ADDRESS_CHARS: usize = 2_000;
/// Characters of a server's name that are shown.
const NAME_CHARS: usize = 100;

/// A page to visit, as something to approve: its host, its whole address, and no first. None when
/// it is no address of a page. Nobody opens it but the person.
pub fn visit(request: &Value, lang: Lang) -> Option<Parsed> {
    let address = request["url"].as_str().filter(|_| is_visit(request))?;
    let host = host(address)?;
    let server = request["mcp_server_name"].as_str().unwrap_or("MCP");
    let server: String = safe_text::shown_on_one_line(server)
        .chars()
        .take(NAME_CHARS)
        .collect();
    let text = lang.pick(
        format!("{server} asks you to visit a page on {host}. Will you?"),
        format!("{server} 请你访问 {host} 上的网页。要访问吗？"),
    );
    let mut question = Question::new(QuestionId::unnamed(), Kind::MultipleChoice, text);
    question.header = Some(lang.pick("Visit", "访问网页").into());
    question.description = Some(description(request, address, &host, lang));
    question.allow_other = false;
    question.choices = Arc::new([
        Choice::new(DENY, lang.pick("No", "不访问")),
        Choice::new(ALLOW, lang.pick("Yes, I open it myself", "是，我自己打开")),
    ]);
    let body = serde_json::to_vec(request).unwrap_or_default();
    Some(Parsed {
        dialect: Dialect::Id,
        questions: [question].into(),
        tool_use_id: None,
        digest: Digest::of(&[b"visit", &body]),
        warnings: Vec::new(),
    })
}

/// Whether a server asks for a visit, and not for a form.
pub fn is_visit(request: &Value) -> bool {
    request["mode"] == "url"
}

/// What the server gets: that the person agreed, that the person did not, or that nobody said
/// anything.
pub fn visited(outcome: &Outcome, lang: Lang) -> Value {
    let answered = outcome.closing.state == State::Answered;
    let action = match Verdict::of(outcome, lang) {
        Verdict::Allow { .. } => "accept",
        Verdict::Deny { .. } if answered => "decline",
        Verdict::Deny { .. } => "cancel",
    };
    json!({ "action": action })
}

fn description(request: &Value, address: &str, host: &str, lang: Lang) -> String {
    let message = request["message"].as_str().unwrap_or_default();
    let mut lines = Vec::new();
    if !safe_text::is_blank(message) {
        lines.push(message.to_owned());
    }
    lines.push(lang.pick(format!("Host: {host}"), format!("主机：{host}")));
    lines.push(lang.pick(format!("Address: {address}"), format!("地址：{address}")));
    let exact = written_out(address);
    if exact != address {
        lines.push(lang.pick(
            format!("With every unusual character written out: {exact}"),
            format!("写出所有特殊字符：{exact}"),
        ));
    }
    lines.push(
        lang.pick(
            "Sayso does not open it. Yes tells the server that you agreed to, and no more.",
            "Sayso 不会打开它。选“是”只会告诉该服务器你同意访问。",
        )
        .to_owned(),
    );
    lines.join("\n")
}

/// The host of an address of a page: what stands behind the last `@` before the path. None when
/// programs could disagree on it.
fn host(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let page = ["https", "http"]
        .iter()
        .any(|page| scheme.eq_ignore_ascii_case(page));
    let strange = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    if !page || address.contains(strange) || safe_text::count(address) > ADDRESS_CHARS {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let (_, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => place.split_at(place.find(':').unwrap_or(place.len())),
    };
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.chars().all(|c| c.is_ascii_digit()));
    let named = !host.is_empty() && is_port;
    named.then(|| written_out(host))
}

/// Letters that may pass for others are not left as they look.
fn written_out(text: &str) -> String {
    let written = |c: char| match c {
        ' '..='~' => c.to_string(),
        c => c.escape_unicode().to_string(),
    };
    text.chars().map(written).collect()
}
