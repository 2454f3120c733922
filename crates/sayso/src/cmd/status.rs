//! `sayso status`.

use sayso_core::lang::Lang;
use serde_json::{Value, json};

use super::{desk_failed, local_desk, say};
use crate::asking::Trouble;
use crate::cli::Status;
use crate::config::{Config, DeskAddress};
use crate::exit::Exit;
use crate::serving::{RuntimeFile, Tokens};
use crate::storage::Storage;

/// Says whether a desk runs, where, and what is open. Nothing is made or changed by asking.
pub(crate) fn run(status: &Status, config: &Config) -> Exit {
    let found = match &config.desk {
        Some(desk) => there(desk, config),
        None => here(config),
    };
    let found = match found {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if status.json {
        say(&found.to_string());
    } else {
        for line in lines(&found, config.lang) {
            say(&line);
        }
    }
    Exit::Done
}

/// The desk of this directory.
fn here(config: &Config) -> Result<Value, Exit> {
    let open = match &config.store {
        Storage::File(path) if !path.exists() => 0,
        _ => {
            let counted =
                local_desk(config).and_then(|desk| Ok(desk.handle().reader().count_pending()?));
            counted.map_err(|error| desk_failed(&error, config))?
        }
    };
    let url = RuntimeFile::find(&config.data);
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "running": url.is_some(),
        "url": url,
        "open": open,
        "store": config.store.to_string(),
        "data": config.data,
        "tokens": Tokens::present(&config.data),
    }))
}

/// A desk somewhere else.
fn there(desk: &DeskAddress, config: &Config) -> Result<Value, Exit> {
    let remote = config
        .remote(&desk.url, &desk.asker)
        .map_err(|wrong| Trouble::bad_input(format!("Error: {wrong}")).say())?;
    let told = |error| Trouble::of_remote(error).say();
    let version = remote.version().map_err(told)?;
    let open = remote.pending().map_err(told)?.len();
    Ok(json!({
        "version": version,
        "running": true,
        "url": desk.url,
        "open": open,
        "signed_in": config.is_signed_in_terminal(),
    }))
}

fn lines(found: &Value, lang: Lang) -> Vec<String> {
    let text = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
    let mut lines = vec![match found["running"].as_bool() {
        Some(true) => lang.pick(
            format!("A desk runs at {}", text("url")),
            format!("服务正在运行：{}", text("url")),
        ),
        _ => lang.pick(
            "No desk runs; commands work without one, `sayso serve` starts one".into(),
            "没有服务在运行；命令不需要它，`sayso serve` 可启动".into(),
        ),
    }];
    let open = &found["open"];
    lines.push(lang.pick(format!("Open: {open}"), format!("待回答：{open}")));
    if let Some(signed_in) = found["signed_in"].as_bool() {
        lines.push(match signed_in {
            true => lang
                .pick("This terminal: signed in", "本终端：已登录")
                .into(),
            false => lang.pick(
                "This terminal: not signed in; `sayso login` signs it in".into(),
                "本终端：未登录；可用 `sayso login` 登录".into(),
            ),
        });
    }
    if let Some(tokens) = found["tokens"].as_array() {
        let tokens: Vec<&str> = tokens.iter().filter_map(Value::as_str).collect();
        let tokens = match tokens.is_empty() {
            true => lang.pick("none yet", "尚无").to_owned(),
            false => tokens.join(", "),
        };
        let store = text("store");
        lines.push(lang.pick(format!("Store: {store}"), format!("存储：{store}")));
        lines.push(lang.pick(format!("Tokens: {tokens}"), format!("令牌：{tokens}")));
    }
    let version = text("version");
    lines.push(lang.pick(format!("Version: {version}"), format!("版本：{version}")));
    lines
}
