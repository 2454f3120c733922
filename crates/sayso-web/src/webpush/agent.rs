//! Calls push services, and nothing in the desk's own network.

#[cfg(test)]
mod tests;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// How long a service may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// An HTTP client that connects to public addresses only, unless `allow_private` is set. A proxy
/// would look the name up again, so it is used only then too.
pub(super) fn agent(allow_private: bool) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .max_redirects(0)
        .http_status_as_error(false);
    if allow_private {
        return config.build().into();
    }
    let config = config.proxy(None).build();
    Agent::with_parts(config, DefaultConnector::default(), PublicOnly::default())
}

/// Looks names up and keeps the public addresses. The connection goes to one of these, with no
/// second lookup in between.
#[derive(Debug, Default)]
struct PublicOnly(DefaultResolver);

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let mut public = self.empty();
        for address in self.0.resolve(uri, config, timeout)?.iter() {
            if is_public(address.ip()) {
                public.push(*address);
            }
        }
        if public.is_empty() {
            let text = "the push service has no public address";
            return Err(Error::Io(io::Error::new(
                io::ErrorKind::PermissionDenied,
                text,
            )));
        }
        Ok(public)
    }
}

/// Whether an address is one of the public internet: not of this machine, not of a private network,
/// and not reserved for anything else.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// By the IANA registry of special-purpose IPv4 addresses.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let reserved = matches!(
        address.octets(),
        [0 | 10 | 127 | 224.., ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 168, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [198, 18..=19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    );
    !reserved
}

/// Global unicast is 2000::/3, without what is reserved in it. An IPv4 address that is written as
/// an IPv6 one counts as what it is.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Mapped, and translated by NAT64.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [[a, b], [c, d]] = [high, low].map(u16::to_be_bytes);
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocols (Teredo among them), documentation, 6to4.
        [0x2001, ..=0x01ff | 0x0db8, ..] | [0x2002, ..] | [0x3fff, ..=0x0fff, ..] => false,
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}
