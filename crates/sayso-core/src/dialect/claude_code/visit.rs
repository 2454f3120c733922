//! Pages that an MCP server asks the person to visit, through Claude Code and its host.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::approval::description::{Description, name_shown};
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

/// A page to visit, as something to approve: its host, its whole address, and no first. None when
/// it is no address of a page. Nobody opens it but the person.
pub fn visit(request: &Value, lang: Lang) -> Option<Parsed> {
    let address = request["url"].as_str().filter(|_| is_visit(request))?;
    let host = host(address)?;
    let server = request["mcp_server_name"].as_str().unwrap_or("MCP");
    let server = name_shown(server);
    let text = lang.pick(
        format!("{server} asks you to visit a page on {host}. Will you?"),
        format!("{server} 请你访问 {host} 上的网页。要访问吗？"),
    );
    let mut question = Question::new(QuestionId::unnamed(), Kind::MultipleChoice, text);
    question.header = Some(lang.pick("Visit", "访问网页").into());
    question.description = description(request, address, &host, lang);
    question.allow_other = false;
    question.choices = Arc::new([
        Choice::new(DENY, lang.pick("No", "不访问")),
        Choice::new(ALLOW, lang.pick("Yes, I open it myself", "是，我自己打开")),
    ]);
    let body = serde_json::to_vec(request).unwrap_or_default();
    let digest = Digest::of(&[b"visit", &body]);
    question.action_digest = Some(digest.to_string());
    Some(Parsed {
        dialect: Dialect::Id,
        questions: [question].into(),
        tool_use_id: None,
        digest,
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

fn description(request: &Value, address: &str, host: &str, lang: Lang) -> Option<String> {
    let message = request["message"].as_str().unwrap_or_default();
    let mut description = Description::default();
    if !safe_text::is_blank(message) {
        description.own(lang.pick("The server's reason:", "服务器给出的理由："));
        description.foreign(message);
    }
    description.own(lang.pick("Host:", "主机："));
    description.foreign(host);
    description.own(lang.pick("Address:", "地址："));
    description.foreign(address);
    let exact = written_out(address);
    if exact != address {
        description.own(lang.pick(
            "With every unusual character written out:",
            "写出所有特殊字符：",
        ));
        description.foreign(&exact);
    }
    description.own(lang.pick(
        "Sayso does not open it. Yes tells the server that you agreed to, and no more.",
        "Sayso 不会打开它。选“是”只会告诉该服务器你同意访问。",
    ));
    description.text()
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

/// Letters that may pass for others are not left as they look. An address has no backslash.
fn written_out(text: &str) -> String {
    let written = |c: char| match c {
        ' '..='~' => c.to_string(),
        c => format!("\\u{:04x}", u32::from(c)),
    };
    text.chars().map(written).collect()
}
