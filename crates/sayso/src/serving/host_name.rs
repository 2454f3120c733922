//! A name by which a desk is called.

use std::str::FromStr;

use serde::Deserialize;

/// A name by which a desk is called, with its port when that is not the one it listens on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct HostName {
    name: String,
    port: Option<u16>,
}

impl HostName {
    /// As the desk that listens on this port is called.
    pub(crate) fn at(&self, port: u16) -> String {
        format!("{}:{}", self.name, self.port.unwrap_or(port))
    }

    /// Every way to write it in a `Host` header: who calls on a usual port leaves it away.
    pub(crate) fn written(&self, port: u16) -> Vec<String> {
        let mut ways = vec![self.at(port)];
        if matches!(self.port.unwrap_or(port), 80 | 443) {
            ways.push(self.name.clone());
        }
        ways
    }
}

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no host name: write desk.example or desk.example:443");
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => {
                let digits = port.bytes().all(|byte| byte.is_ascii_digit());
                let port = port.parse().ok().filter(|_| digits).ok_or_else(wrong)?;
                (name, Some(port))
            }
            _ => (text, None),
        };
        let address = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
            .is_some_and(|inside| inside.parse::<std::net::Ipv6Addr>().is_ok());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        if !address && (name.is_empty() || !name.bytes().all(plain)) {
            return Err(wrong());
        }
        Ok(Self {
            name: name.to_owned(),
            port,
        })
    }
}

impl TryFrom<String> for HostName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}
