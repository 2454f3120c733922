//! A desk with a certificate, and the commands that speak to it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::sync::Arc;
use std::thread;

use rustix::process::Signal;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::certificate::Certificate;
use crate::desk::{runtime_file, token};
use crate::questions::{ask, auth};
use crate::running::{LOOK, PATIENCE, Running, until};
use crate::stage::{Call, Stage};

const GIVEN_JWT: &str = r#"{"Auth method":"JWT"}"#;
const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

/// Starts a desk; where it says it is found.
fn found(stage: &Stage, call: Call) -> (Running, String) {
    let running = call.begin();
    let pid = running.pid().as_raw_nonzero().get();
    let tries = PATIENCE.as_millis() / LOOK.as_millis();
    for _ in 0..tries {
        match runtime_file(stage) {
            Some(found) if found["pid"] == pid => {
                return (running, found["url"].as_str().unwrap().to_owned());
            }
            _ => thread::sleep(LOOK),
        }
    }
    panic!("no desk: {}", running.complained());
}

#[test]
fn how_it_does_not_listen() {
    let stage = Stage::new();
    let own = Certificate::new(&stage, "own", &["desk.example"]);
    let other = Certificate::new(&stage, "other", &["desk.example"]);
    let (cert, key) = (own.cert.as_str(), own.key.as_str());
    let both = ["--tls-cert", cert, "--tls-key", key];
    for (args, words) in [
        (&["--listen", "0.0.0.0:0"][..], "is not a loopback address"),
        (
            &["--listen", "192.0.2.1:0"],
            "--tls-cert FILE and --tls-key",
        ),
        (
            &["--listen", "192.0.2.1:0", "--host", "desk.example"],
            "is not a loopback address",
        ),
        (
            &[&["--listen", "0.0.0.0:0"][..], &both].concat(),
            "add --host NAME",
        ),
        (
            &[&["--listen", "[::]:0"][..], &both].concat(),
            "add --host NAME",
        ),
        (&["--tls-cert", cert], "A certificate goes with its key"),
        (&["--tls-key", key], "A certificate goes with its key"),
        (
            &["--tls-cert", cert, "--tls-key", "none.pem"],
            "none.pem: No such",
        ),
        (
            &["--tls-cert", key, "--tls-key", key],
            "there is no certificate",
        ),
        (
            &["--tls-cert", cert, "--tls-key", &other.key],
            "cannot be used together",
        ),
        (&["--host", "https://desk.example"], "is no host name"),
        (&["--host", "desk.example:port"], "is no host name"),
        (&["--host", ""], "is no host name"),
    ] {
        let args = [&["serve"][..], args].concat();
        let done = stage.sayso(&args).done().exits(2).prints_nothing();
        assert!(done.stderr.contains(words), "{args:?}: {done:?}");
    }
    let zh = stage.sayso(["serve", "--listen", "0.0.0.0:0"]);
    let zh = zh.env("SAYSO_LANG", "zh-CN").done().exits(2);
    assert!(zh.stderr.contains("--tls-cert"), "{zh:?}");
    assert!(!stage.data().exists());
}

/// The address of this machine on a network, if it has one.
fn outward() -> IpAddr {
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    let found = socket
        .connect("192.0.2.1:9")
        .and_then(|()| socket.local_addr());
    found.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

/// Sends one request, and reads until the desk hangs up.
fn exchanged(mut stream: impl Read + Write, request: &str) -> String {
    let _ = stream.write_all(request.as_bytes());
    let mut said = Vec::new();
    // Over TLS a desk that only hangs up is an error, after everything was read.
    let _ = stream.read_to_end(&mut said);
    String::from_utf8_lossy(&said).into_owned()
}

/// What may be reached from everywhere: with a certificate, a host name and a token, over TLS alone.
#[test]
fn how_it_listens_on_a_network() {
    let stage = Stage::new();
    let own = Certificate::new(&stage, "own", &["desk.example"]);
    let tls = ["--tls-cert", &own.cert, "--tls-key", &own.key];
    let serve = stage.sayso(["serve", "--listen", "0.0.0.0:0", "--host", "desk.example"]);
    let (_desk, url) = found(&stage, serve.args(tls));
    let port = url.rsplit(':').next().unwrap().parse().unwrap();
    let address = SocketAddr::new(outward(), port);
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(&own.ca).unwrap())
        .unwrap();
    let config = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let config = Arc::new(config);
    let connect = || {
        let stream = TcpStream::connect_timeout(&address, PATIENCE).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    };
    let request = |host: &str, token: Option<&str>| {
        let token = token.map_or_else(String::new, |token| {
            format!("Authorization: Bearer {token}\r\n")
        });
        format!("GET /api/sessions HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{token}\r\n")
    };
    let (person, ours) = (token(&stage, "person"), format!("desk.example:{port}"));
    for (host, token, status) in [
        (ours.as_str(), Some(person.as_str()), "200"),
        (&ours, None, "401"),
        (&ours, Some("wrong"), "401"),
        ("evil.test", Some(&person), "403"),
        (&address.to_string(), Some(&person), "403"),
    ] {
        let name = ServerName::try_from("desk.example").unwrap();
        let tls = ClientConnection::new(config.clone(), name).unwrap();
        let said = exchanged(StreamOwned::new(tls, connect()), &request(host, token));
        assert!(
            said.starts_with(&format!("HTTP/1.1 {status} ")),
            "{host}: {said}"
        );
    }
    let said = exchanged(connect(), &request(&ours, Some(&person)));
    assert!(!said.contains("HTTP/1.1 "), "in the clear: {said}");
}

/// A certificate that is put in place of the old one is used after SIGHUP; one that cannot be used
/// is not.
#[test]
fn a_new_certificate_needs_no_restart() {
    let (there, here) = (Stage::new(), Stage::new());
    let old = Certificate::new(&there, "old", &["localhost"]);
    let new = Certificate::new(&there, "new", &["localhost"]);
    let tls = ["--tls-cert", &old.cert, "--tls-key", &old.key];
    let serve = there.sayso(["serve", "--listen", "127.0.0.1:0", "--host", "localhost"]);
    let (desk, url) = found(&there, serve.args(tls));
    let pending = |ca: &str| {
        let call = here.sayso(["pending"]).env("SAYSO_DESK", &url);
        let call = call.env("SAYSO_TOKEN", token(&there, "person"));
        call.env("SAYSO_CA", ca).done().code
    };
    assert_eq!((pending(&old.ca), pending(&new.ca)), (0, 3));
    let log = || std::fs::read_to_string(there.path("data/desk.log")).unwrap();

    std::fs::write(&old.cert, "no certificate").unwrap();
    desk.signal(Signal::HUP);
    until("it says that the old one stays", || {
        log().contains("the old one stays")
    });
    assert_eq!((pending(&old.ca), pending(&new.ca)), (0, 3));

    std::fs::copy(&new.cert, &old.cert).unwrap();
    std::fs::copy(&new.key, &old.key).unwrap();
    desk.signal(Signal::HUP);
    until("it says that it read it again", || {
        log().contains("tokens and certificate were read again")
    });
    assert_eq!((pending(&old.ca), pending(&new.ca)), (3, 0));
}

#[test]
fn commands_believe_only_whom_they_were_told_to_believe() {
    let (there, here) = (Stage::new(), Stage::new());
    let own = Certificate::new(&there, "own", &["localhost"]);
    let foreign = Certificate::new(&there, "foreign", &["localhost"]);
    let serve = there.sayso([
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--tls-cert",
        &own.cert,
        "--tls-key",
        &own.key,
        "--host",
        "localhost",
    ]);
    let (desk, url) = found(&there, serve);
    let port = url.strip_prefix("https://localhost:").unwrap();
    let at = |url: &str, whose: &str, args: &[&str]| {
        let call = here.sayso(args).env("SAYSO_DESK", url);
        call.env("SAYSO_TOKEN", token(&there, whose))
    };
    let question = ask(&[auth()]);
    let asking = ["ask", "--no-wait", &question];
    // It is not asked in a way that anyone could listen to, nor of anyone who merely says so.
    let elsewhere = format!("https://127.0.0.1:{port}");
    let clear = format!("http://localhost:{port}");
    let any = "01a1e1406fb5750eab90ff025a76cc5d";
    for (url, ca, args, words) in [
        (&url, None, &asking[..], "set SAYSO_CA"),
        (&url, None, &["wait", any], "set SAYSO_CA"),
        (&url, Some(&foreign.ca), &asking, "not believed"),
        (&elsewhere, Some(&own.ca), &asking, "not valid for name"),
        (&clear, Some(&own.ca), &asking, "cannot be reached"),
    ] {
        let mut call = at(url, "agent", args);
        if let Some(ca) = ca {
            call = call.env("SAYSO_CA", ca);
        }
        let done = call.done().exits(3).prints_nothing();
        assert!(done.stderr.contains(words), "{done:?}");
    }
    for (ca, words) in [
        ("none.pem", "none.pem: No such"),
        (&own.key, "only certificates belong in it"),
        (&here.file("empty.pem", ""), "there is no certificate in it"),
    ] {
        let done = at(&url, "agent", &asking).env("SAYSO_CA", ca).done();
        let done = done.exits(1).prints_nothing();
        assert!(done.stderr.contains(words), "{done:?}");
    }
    let trusting = |whose: &str, args: &[&str]| at(&url, whose, args).env("SAYSO_CA", &own.ca);
    let asked = trusting("agent", &asking).done().exits(7).json();
    let id = asked["interaction_id"].as_str().unwrap();
    let waiting = trusting("agent", &["wait", id]).begin();
    let answer = trusting("person", &["answer", "--scripted", id, GIVEN_JWT]);
    answer.done().exits(0);
    waiting.done().exits(0).prints(JWT);
    let link = there.sayso(["token", "link"]).env("SAYSO_CA", &own.ca);
    let link = link.done().exits(0).stdout;
    assert!(link.starts_with(&format!("{url}/#code=")), "{link}");
    drop(desk);
}

#[test]
fn what_is_always_so_stands_in_a_file() {
    let (there, here) = (Stage::new(), Stage::new());
    for stage in [&there, &here] {
        std::fs::create_dir(stage.data()).unwrap();
    }
    let own = Certificate::new(&there, "data/tls", &["localhost"]);
    there.file(
        "data/config.toml",
        "name = \"grace\"\n[serve]\nlisten = \"127.0.0.1:0\"\nhosts = [\"localhost\"]\n\
         tls_cert = \"tls/cert.pem\"\ntls_key = \"tls/key.pem\"\n",
    );
    let (desk, url) = found(&there, there.sayso(["serve"]));
    here.file(
        "data/config.toml",
        format!("[desk]\nurl = \"{url}\"\nca = \"{}\"\n", own.ca),
    );
    let call =
        |whose: &str, args: &[&str]| here.sayso(args).env("SAYSO_TOKEN", token(&there, whose));
    let asked = call("agent", &["ask", "--no-wait", &ask(&[auth()])]).done();
    let asked = asked.exits(7).json();
    let id = asked["interaction_id"].as_str().unwrap();
    call("person", &["answer", "--scripted", id, GIVEN_JWT])
        .done()
        .exits(0);
    call("agent", &["wait", id]).done().exits(0).prints(JWT);
    drop(desk);
    // What is typed comes before it.
    let typed = there.sayso(["serve", "--listen", "0.0.0.0:0", "--tls-cert", "x"]);
    let done = typed.done().exits(2);
    assert!(done.stderr.contains("goes with its key"), "{done:?}");
}

#[test]
fn a_file_that_cannot_be_understood_is_not_guessed_at() {
    for (text, words) in [
        ("listen = \"127.0.0.1:0\"", "unknown field `listen`"),
        ("[serve]\nport = 1", "unknown field `port`"),
        ("[serve]\nlisten = \"here\"", "invalid socket address"),
        ("[serve]\nhosts = [\"a b\"]", "is no host name"),
        ("[serve", "config.toml: "),
    ] {
        let stage = Stage::new();
        std::fs::create_dir(stage.data()).unwrap();
        stage.file("data/config.toml", text);
        for args in [&["serve"][..], &["pending"]] {
            let done = stage.sayso(args).done().exits(2).prints_nothing();
            assert!(done.stderr.contains(words), "{done:?}");
        }
    }
}
