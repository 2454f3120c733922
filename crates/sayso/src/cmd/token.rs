//! `sayso token`.

use sayso_core::id::SessionId;
use sayso_web::Keys;

use super::{complain, say};
use crate::cli::Token;
use crate::config::Config;
use crate::exit::Exit;
use crate::serving::{RuntimeFile, Tokens};

/// Prints a token.
pub(crate) fn run(token: &Token, config: &Config) -> Exit {
    let made = crate::asking::make_data_directory(config)
        .map_err(|error| error.to_string())
        .and_then(|()| Tokens::in_directory(&config.data).map_err(|error| error.to_string()));
    let tokens = match made {
        Ok(tokens) => tokens,
        Err(error) => {
            complain(&format!("Error: {error}"));
            return Exit::StoreFailed;
        }
    };
    say(&match token {
        Token::Person => tokens.person,
        Token::Agent => tokens.agent,
        Token::Session { id } => {
            let keys = Keys::new(tokens.person, tokens.agent);
            keys.session_token(&SessionId::from(id.as_str()))
        }
        Token::Link => match link(&tokens.person, config) {
            Ok(link) => link,
            Err(wrong) => {
                complain(&wrong);
                return Exit::NobodyToAsk;
            }
        },
    });
    Exit::Done
}

/// A link to the desk of this directory; what stands behind its `#` is in no log.
fn link(person: &str, config: &Config) -> Result<String, String> {
    let url = RuntimeFile::find(&config.data)
        .ok_or("Error: no desk of this directory runs; start one with `sayso serve`")?;
    let desk = config
        .remote(&url, person)
        .map_err(|error| format!("Error: {error}"))?;
    let code = desk
        .login_code()
        .map_err(|error| format!("Error: {error}"))?;
    Ok(format!("{url}/#code={code}"))
}
