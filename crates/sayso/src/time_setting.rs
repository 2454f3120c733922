//! How a time stands in `config.toml`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error as _};

use crate::cli::duration;

/// Reads a time: `"90s"` as on the command line, or a number of seconds.
pub(crate) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Time {
        Seconds(u64),
        Text(String),
    }
    match Time::deserialize(deserializer)? {
        Time::Seconds(seconds) => Ok(Some(Duration::from_secs(seconds))),
        Time::Text(text) => duration(&text).map(Some).map_err(D::Error::custom),
    }
}
