//! `sayso token`.

use std::io;

use sayso_core::id::SessionId;

use super::{complain, say};
use crate::cli::Token;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{OwnTokens, People, RuntimeFile, Tokens, Whose};

/// Prints a token.
pub(crate) fn run(token: &Token, config: &Config) -> Exit {
    let made = crate::asking::make_data_directory(config)
        .map_err(|error| (Exit::StoreFailed, error.to_string()));
    match made.and_then(|()| printed(token, config)) {
        Ok(text) => {
            say(&text);
            Exit::Done
        }
        Err((exit, wrong)) => {
            complain(&format!("Error: {wrong}"));
            exit
        }
    }
}

fn printed(token: &Token, config: &Config) -> Result<String, (Exit, String)> {
    // A token that cannot be used must not stand in the way of one that replaces it.
    let tokens = || Tokens::in_directory(&config.data).map_err(|error| failed(&error));
    match token {
        Token::Person { name: None } => Ok(tokens()?.person),
        Token::Person { name: Some(name) } => of_person(name, config),
        Token::Remove { name } => remove(name, config),
        Token::Agent => Ok(tokens()?.agent),
        Token::Renew { whose } => renew(*whose, config),
        Token::Session { id } => {
            let token = tokens()?.session_token(&SessionId::from(id.as_str()));
            token.ok_or_else(|| (Exit::StoreFailed, "agents have no token".to_owned()))
        }
        Token::Link { name: None } => link(&tokens()?.person, config),
        Token::Link { name: Some(name) } => {
            of_person(name, config).and_then(|token| link(&token, config))
        }
    }
}

/// The token of a further person.
fn of_person(name: &str, config: &Config) -> Result<String, (Exit, String)> {
    People::of(&config.data, &config.store)
        .and_then(|people| people.token(name))
        .map_err(|error| failed(&error))
}

/// Makes a new one, and says what is to be done.
fn renew(whose: Whose, config: &Config) -> Result<String, (Exit, String)> {
    let token = OwnTokens::of(&config.data, &config.store)
        .and_then(|own| own.renew(whose))
        .map_err(|error| failed(&error))?;
    let lang = config.lang;
    complain(match whose {
        Whose::Owner => lang.pick(
            "The old token is worth nothing any more. Sign pages in again with: sayso token link",
            "旧令牌已作废。网页需重新登录：sayso token link",
        ),
        Whose::Agent => lang.pick(
            "The old token is worth nothing any more, nor are those of single sessions. Give agents the new one.",
            "旧令牌及由它派生的单会话令牌均已作废。请把新令牌交给智能体。",
        ),
    });
    Ok(token)
}

/// Takes a further person's token away.
fn remove(name: &str, config: &Config) -> Result<String, (Exit, String)> {
    let removed = People::of(&config.data, &config.store)
        .and_then(|people| people.remove(name))
        .map_err(|error| failed(&error))?;
    let lang = config.lang;
    if removed {
        return Ok(lang.pick(
            format!("The token of {name} is worth nothing any more."),
            format!("{name} 的令牌已作废。"),
        ));
    }
    let nobody = lang.pick(
        format!("{name} has no token here"),
        format!("此处没有 {name} 的令牌"),
    );
    Err((Exit::BadInput, nobody))
}

fn failed(error: &io::Error) -> (Exit, String) {
    let exit = match error.kind() {
        io::ErrorKind::InvalidInput => Exit::Usage,
        _ => Exit::StoreFailed,
    };
    (exit, error.to_string())
}

/// A link to the desk of this directory; what stands behind its `#` is in no log.
fn link(person: &str, config: &Config) -> Result<String, (Exit, String)> {
    let nobody = |wrong: String| (Exit::NobodyToAsk, wrong);
    let url = RuntimeFile::find(&config.data).ok_or_else(|| {
        nobody("no desk of this directory runs; start one with `sayso serve`".into())
    })?;
    let desk = config.remote(&url, person).map_err(nobody)?;
    let code = desk
        .login_code()
        .map_err(|error| nobody(error.to_string()))?;
    Ok(format!("{url}/#code={code}"))
}
