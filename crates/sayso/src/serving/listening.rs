//! How a desk listens: where, with which certificate, and by which names it is called.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use sayso_core::lang::Lang;
use sayso_web::Tls;

use super::host_name::HostName;
use crate::cli::Serve;
use crate::config_file::ServeFile;

/// The port that desks listen on.
const PORT: u16 = 7319;

/// How a desk listens.
#[derive(Debug)]
pub(crate) struct Listening {
    /// Where.
    pub(crate) address: SocketAddr,
    /// What makes it safe beyond this machine.
    pub(crate) tls: Option<Tls>,
    hosts: Vec<HostName>,
}

impl Listening {
    /// What was typed, else what stands in the file, if it is safe to listen so.
    pub(crate) fn choose(typed: &Serve, file: &ServeFile, lang: Lang) -> Result<Self, String> {
        let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let address = typed.listen.or(file.listen).unwrap_or(usual);
        let hosts = match typed.host.is_empty() {
            true => file.hosts.clone(),
            false => typed.host.clone(),
        };
        let pair: [Option<&PathBuf>; 2] = match (&typed.tls_cert, &typed.tls_key) {
            (None, None) => [file.tls_cert.as_ref(), file.tls_key.as_ref()],
            (certificate, key) => [certificate.as_ref(), key.as_ref()],
        };
        let tls = match pair {
            [Some(certificate), Some(key)] => {
                let tls = Tls::from_files(certificate, key);
                Some(tls.map_err(|error| error.to_string())?)
            }
            [None, None] => None,
            _ => return Err(half_a_pair(lang)),
        };
        if tls.is_none() && !address.ip().is_loopback() {
            return Err(in_the_clear(address, lang));
        }
        if hosts.is_empty() && address.ip().is_unspecified() {
            return Err(nameless(address, lang));
        }
        Ok(Self {
            address,
            tls,
            hosts,
        })
    }

    /// Every way to write the names by which it may be called, once its port is known.
    pub(crate) fn names(&self, port: u16) -> Vec<String> {
        let hosts = self.hosts.iter();
        hosts.flat_map(|host| host.written(port)).collect()
    }

    /// Where it is found. A certificate is for a name, so that one comes first.
    pub(crate) fn url(&self, bound: SocketAddr) -> String {
        match (&self.tls, self.hosts.first()) {
            (None, _) => format!("http://{bound}"),
            (Some(_), None) => format!("https://{bound}"),
            (Some(_), Some(host)) => format!("https://{}", host.at(bound.port())),
        }
    }
}

fn in_the_clear(address: SocketAddr, lang: Lang) -> String {
    lang.pick(
        format!(
            "{address} is not a loopback address. Whoever is on the way could read what is asked \
             and answered: add --tls-cert FILE and --tls-key FILE, or put a proxy with TLS in \
             front of a desk on 127.0.0.1."
        ),
        format!(
            "{address} 不是本机回环地址，途中的任何人都能读到问题和回答：请加上 --tls-cert 文件 和 \
             --tls-key 文件，或在 127.0.0.1 的服务前放一个带 TLS 的代理。"
        ),
    )
}

fn nameless(address: SocketAddr, lang: Lang) -> String {
    lang.pick(
        format!(
            "A desk on {address} listens everywhere and does not know by which name it is called: \
             add --host NAME, as it stands in its certificate."
        ),
        format!("{address} 监听所有地址，却不知道自己的主机名：请加上 --host 名称（与证书一致）。"),
    )
}

fn half_a_pair(lang: Lang) -> String {
    let en = "A certificate goes with its key: give both --tls-cert FILE and --tls-key FILE.";
    let zh = "证书和私钥须一起给出：--tls-cert 文件 和 --tls-key 文件。";
    lang.pick(en, zh).to_owned()
}
