//! `sayso login`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use sayso_desk::remote::RemoteError;
use sayso_term::Terminal;

use super::{complain, say};
use crate::below_agent::agent_above;
use crate::cli::Login;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{RuntimeFile, TerminalLogin};

/// What stands between a desk's address and a code in a sign-in link.
const CODE: &str = "/#code=";

/// Signs this terminal in at a desk.
pub(crate) fn run(login: &Login, config: &Config) -> Exit {
    match sign_in(login, config) {
        Ok(said) => {
            say(&said);
            Exit::Done
        }
        Err((exit, wrong)) => {
            complain(&wrong);
            exit
        }
    }
}

fn sign_in(login: &Login, config: &Config) -> Result<String, (Exit, String)> {
    let lang = config.lang;
    if agent_above(config).is_some() {
        let why = lang.pick(
            "You cannot sign in for the person: this command is theirs, in a terminal of their own. \
             Ask with `sayso ask`, and wait for the answer.",
            "你不能替用户登录：此命令只能由用户在自己的终端中执行。请用 `sayso ask` 提问，并等待回答。",
        );
        return Err((Exit::Refused, why.to_owned()));
    }
    let terminal = Terminal::open().ok();
    let Some(terminal) = terminal.filter(Terminal::is_in_foreground) else {
        let why = lang.pick(
            "Error: `sayso login` signs a terminal in, and there is none here. Run it in a terminal.",
            "错误：`sayso login` 用于登录终端，而这里没有终端。请在终端中运行。",
        );
        return Err((Exit::NobodyToAsk, why.to_owned()));
    };
    let (url, code) = match login.url.as_deref().map(|url| url.split_once(CODE)) {
        Some(Some((url, code))) => (Some(url.to_owned()), Some(code.to_owned())),
        _ => (login.url.clone(), None),
    };
    let known = config.desk.as_ref().map(|desk| desk.url.clone());
    let url = url
        .or(known)
        .or_else(|| RuntimeFile::find(&config.data))
        .ok_or_else(|| {
            let why = lang.pick(
                "Error: no desk runs here. Name one: sayso login https://desk.example:7319",
                "错误：此处没有服务在运行。请指定地址：sayso login https://desk.example:7319",
            );
            (Exit::NobodyToAsk, why.to_owned())
        })?;
    let code = match login.code.clone().or(code) {
        Some(code) => code,
        None => asked(&url, config).map_err(|error| {
            let why = lang.pick(
                format!("Error: the code could not be read: {error}"),
                format!("错误：无法读取登录码：{error}"),
            );
            (Exit::NobodyToAsk, why)
        })?,
    };
    let code = code.trim().rsplit(CODE).next().unwrap_or_default();
    if code.is_empty() {
        let why = lang.pick("Error: no code was given.", "错误：未提供登录码。");
        return Err((Exit::BadInput, why.to_owned()));
    }
    let desk = config
        .remote(&url, "")
        .map_err(|wrong| (Exit::BadInput, format!("Error: {wrong}")))?;
    let label = format!("{}@{}", config.user, host());
    let made = desk.sign_in(code, &label).map_err(|error| match error {
        RemoteError::Refused { message, .. } => (Exit::BadInput, message),
        error => (Exit::NobodyToAsk, format!("Error: {error}")),
    })?;
    // One login is kept for a desk: the session before it is over.
    if let Some(before) = TerminalLogin::find(&config.data, &url)
        && let Ok(desk) = config.remote(&url, &before.token)
    {
        let _ = desk.revoke_login_session(&before.id);
    }
    let said = lang.pick(
        format!(
            "Signed in at {url} as {} until {}.",
            made.person, made.until
        ),
        format!(
            "已登录 {url}，身份为 {}，有效期至 {}。",
            made.person, made.until
        ),
    );
    crate::asking::make_data_directory(config)
        .map_err(io::Error::other)
        .and_then(|()| TerminalLogin::new(&url, made, &terminal).keep(&config.data))
        .map_err(|error| {
            let why = lang.pick(
                format!("Error: the login could not be kept: {error}"),
                format!("错误：无法保存登录信息：{error}"),
            );
            (Exit::StoreFailed, why)
        })?;
    Ok(said)
}

/// The line that the person types or pastes.
fn asked(url: &str, config: &Config) -> io::Result<String> {
    let mut terminal = File::options().read(true).write(true).open("/dev/tty")?;
    let prompt = config.lang.pick(
        format!(
            "Signing in at {url}. On the desk's machine, `sayso token link` makes a link; the \
             page makes one under Settings.\nPaste the link or its code: "
        ),
        format!(
            "正在登录 {url}。可在服务所在机器上用 `sayso token link` 生成链接，或在网页的设置中生成。\n\
             请粘贴链接或登录码："
        ),
    );
    write!(terminal, "{}", sayso_core::safe_text::shown(&prompt))?;
    terminal.flush()?;
    let mut line = String::new();
    BufReader::new(terminal).read_line(&mut line)?;
    Ok(line)
}

fn host() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}
