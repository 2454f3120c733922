//! `sayso sessions`.

use sayso_core::safe_text::shown_on_one_line;
use sayso_desk::remote::RemoteDesk;
use serde_json::Value;

use super::{at, complain, say};
use crate::asking::Trouble;
use crate::cli::{Sessions, SessionsChange};
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{RuntimeFile, TerminalLogin, Tokens};

/// Lists the browsers and terminals that are signed in, or signs one out.
pub(crate) fn run(sessions: &Sessions, config: &Config) -> Exit {
    let done = match &sessions.change {
        None => list(sessions.json, &at(&sessions.at, config)),
        Some(SessionsChange::Revoke { id, at: place }) => revoke(id, &at(place, config)),
    };
    match done {
        Ok(()) => Exit::Done,
        Err(trouble) => trouble.say(),
    }
}

fn list(as_json: bool, config: &Config) -> Result<(), Trouble> {
    let (_, desk) = person(config)?;
    let sessions = desk.login_sessions().map_err(Trouble::of_remote)?;
    if as_json {
        say(&Value::Array(sessions).to_string());
    } else if sessions.is_empty() {
        complain(
            config
                .lang
                .pick("Nothing is signed in.", "没有已登录的浏览器或终端。"),
        );
    } else {
        for one in &sessions {
            say(&line(one, config));
        }
    }
    Ok(())
}

/// `1f3a9c2e  page      ada  2026-02-19T10:00:00.000Z  Firefox on Linux`, and which is this one.
fn line(session: &Value, config: &Config) -> String {
    let text = |name: &str| shown_on_one_line(session[name].as_str().unwrap_or_default());
    let id = text("id");
    let current = match session["current"] == true {
        true => config.lang.pick("  (this terminal)", "  （本终端）"),
        false => "",
    };
    format!(
        "{}  {:8}  {}  {}  {}{current}",
        id.get(..8).unwrap_or(&id),
        text("kind"),
        text("person"),
        text("since"),
        text("label"),
    )
}

fn revoke(digits: &str, config: &Config) -> Result<(), Trouble> {
    let (url, desk) = person(config)?;
    let sessions = desk.login_sessions().map_err(Trouble::of_remote)?;
    let ids = sessions.iter().filter_map(|one| one["id"].as_str());
    let fitting: Vec<&str> = ids.filter(|id| id.starts_with(digits)).collect();
    let lang = config.lang;
    let [id] = fitting[..] else {
        return Err(Trouble::bad_input(match fitting.is_empty() {
            true => lang.pick(
                format!("No session's id starts with {digits}; `sayso sessions` lists them."),
                format!("没有以 {digits} 开头的会话；`sayso sessions` 可列出。"),
            ),
            false => lang.pick(
                format!("Several sessions' ids start with {digits}; give more digits."),
                format!("有多个会话以 {digits} 开头；请多输入几位。"),
            ),
        }));
    };
    desk.revoke_login_session(id).map_err(Trouble::of_remote)?;
    if let Some(login) = TerminalLogin::find(&config.data, &url).filter(|login| login.id == *id) {
        login.forget(&config.data);
    }
    say(&lang.pick(format!("Signed out: {id}"), format!("已退出登录：{id}")));
    Ok(())
}

/// The desk as a person sees it, and where it is.
fn person(config: &Config) -> Result<(String, RemoteDesk), Trouble> {
    let wrong = |why: String| Trouble::bad_input(format!("Error: {why}"));
    let (url, token) = match &config.desk {
        Some(desk) => (desk.url.clone(), desk.person.clone()),
        None => {
            let url = RuntimeFile::find(&config.data).ok_or_else(|| {
                let why = config.lang.pick(
                    "Error: no desk of this directory runs; start one with `sayso serve`",
                    "错误：此目录的服务没有运行；请用 `sayso serve` 启动",
                );
                Trouble::nobody(why.to_owned())
            })?;
            let own = Tokens::in_directory(&config.data).map_err(|why| wrong(why.to_string()))?;
            let login = TerminalLogin::find(&config.data, &url);
            (url, login.map_or(own.person, |login| login.token))
        }
    };
    let desk = config.remote(&url, &token).map_err(wrong)?;
    Ok((url, desk))
}
