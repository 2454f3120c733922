//! nchan: pub/sub as a module of nginx, in C.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::server::Server;

const MODULE: &str = "/usr/lib/nginx/modules/ngx_nchan_module.so";

/// Whether it is installed.
pub(super) fn is_there() -> bool {
    Path::new(MODULE).is_file()
}

/// Starts it in this folder.
pub(super) fn start(folder: &Path) -> Result<Server> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let settings = folder.join("nginx.conf");
    let text = format!(
        "load_module {MODULE};
daemon off;
pid nginx.pid;
worker_processes auto;
worker_rlimit_nofile 20000;
error_log stderr crit;
events {{ worker_connections 19000; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    server {{
        listen {address} backlog=4096;
        location = /api/events {{ nchan_pubsub; nchan_channel_id all; }}
    }}
}}
"
    );
    std::fs::write(&settings, text)?;
    let child = Command::new("nginx")
        .arg("-p")
        .arg(folder)
        .arg("-c")
        .arg(&settings)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .context("cannot start nginx")?;
    Server::once_reached(child, address)
}
