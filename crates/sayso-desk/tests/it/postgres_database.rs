//! What the shared store's database must be: made once, however many come first, and readable
//! across one version.

use std::thread;

use own_postgres::{client, fresh_schema};
use sayso_core::id::SessionId;
use sayso_desk::store::postgres::PostgresStore;
use sayso_desk::store::{Landing, LoginCodes, Store, StoreError};

use crate::pen::{Pen, land};
use crate::words::ten_o_clock;

/// Runs a command in the schema of this address.
pub(crate) fn sql(url: &str, command: &str) -> String {
    let (server, schema) = url.split_once("?schema=").unwrap();
    let output = client("psql")
        .args(["-qAt", "-v", "ON_ERROR_STOP=1", "-d", server, "-c"])
        .arg(format!("SET search_path TO {schema}; {command}"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn many_nodes_that_start_at_once_make_the_tables_once() {
    let url = fresh_schema().unwrap();
    thread::scope(|scope| {
        for n in 0..6 {
            let url = &url;
            scope.spawn(move || {
                let mut store = PostgresStore::open(url).unwrap();
                land(&mut store, &[Pen::new(&format!("s{n}")).say("hello")]);
            });
        }
    });
    assert_eq!(sql(&url, "SELECT count(*) FROM format"), "1");
    let store = PostgresStore::open(&url).unwrap();
    assert_eq!(store.reader().sessions(None, 99).unwrap().len(), 6);
}

/// Nodes of the version before go on beside the first of the new one.
#[test]
fn older_tables_are_brought_up_while_they_are_used() {
    let url = fresh_schema().unwrap();
    let mut old = PostgresStore::open(&url).unwrap();
    land(&mut old, &[Pen::new("a").say("before")]);
    sql(
        &url,
        "DROP TABLE waiting, login_sessions; DROP TRIGGER note_delivery ON events;
         ALTER TABLE interactions DROP COLUMN delivered; UPDATE format SET version = 1, oldest = 1",
    );
    let mut new = PostgresStore::open(&url).unwrap();
    assert_eq!(sql(&url, "SELECT version, oldest FROM format"), "4|3");
    for table in ["waiting", "login_sessions"] {
        let count = format!("SELECT count(*) FROM {table}");
        assert_eq!(sql(&url, &count), "0");
    }
    let part = Pen::of("a", &mut new).say("after");
    land(&mut new, &[part]);
    let part = Pen::of("a", &mut old).say("beside it");
    land(&mut old, &[part]);
    assert_eq!(new.load(&SessionId::from("a"), 0).unwrap().len(), 4);
}

/// The version of the tables and the oldest that may use them; whether this Sayso, which knows
/// version 4, may.
#[test]
fn a_newer_version_is_used_as_long_as_it_allows() {
    let url = fresh_schema().unwrap();
    drop(PostgresStore::open(&url).unwrap());
    for (version, oldest, may) in [(4, 3, true), (5, 3, true), (6, 5, false), (4, 3, true)] {
        let set = format!("UPDATE format SET version = {version}, oldest = {oldest}");
        sql(&url, &set);
        match PostgresStore::open(&url) {
            Ok(mut store) if may => {
                let session = SessionId::from("s");
                let known = store.load(&session, 0).unwrap().len();
                let part = Pen::of("s", &mut store).say(&format!("{version} {known}"));
                assert_eq!(store.append(&[part], &[]).unwrap(), [Landing::Landed]);
            }
            Err(StoreError::Newer { found, known: 4 }) if !may => assert_eq!(found, version),
            other => panic!("{version} {oldest}: {other:?}"),
        }
        let kept = format!("{version}|{oldest}");
        let found = sql(&url, "SELECT version, oldest FROM format");
        assert_eq!(found, kept, "nobody goes back by itself");
    }
}

/// Places become visible in their order, however commits overlap: a reader who reads on after the
/// last place it saw misses nothing.
#[test]
fn who_reads_along_misses_nothing() {
    const WRITERS: usize = 4;
    const EACH: usize = 60;
    let url = fresh_schema().unwrap();
    let reading = PostgresStore::open(&url).unwrap();
    let reader = reading.reader();
    let mut seen = 0;
    thread::scope(|scope| {
        let writer = |writer: usize| {
            let url = &url;
            scope.spawn(move || {
                let mut store = PostgresStore::open(url).unwrap();
                let mut pen = Pen::new(&format!("s{writer}"));
                for n in 0..EACH {
                    land(&mut store, &[pen.say(&n.to_string())]);
                }
            })
        };
        let writers: Vec<_> = (0..WRITERS).map(writer).collect();
        let mut after = 0;
        loop {
            let last = writers.iter().all(|writer| writer.is_finished());
            let lines = reader.log(after, 7).unwrap();
            seen += lines.len();
            match lines.last() {
                Some(line) => after = line.place,
                None if last => break,
                None => {}
            }
        }
    });
    // Each session is opened by one more fact.
    assert_eq!(seen, WRITERS * (EACH + 1));
    assert_eq!(seen, reader.log(0, usize::MAX).unwrap().len());
}

#[test]
fn a_code_is_spent_once_and_a_token_is_the_first_one() {
    let url = fresh_schema().unwrap();
    let (one, two) = (
        PostgresStore::open(&url).unwrap().credentials(),
        PostgresStore::open(&url).unwrap().credentials(),
    );
    assert_eq!(one.token("person", "first").unwrap(), "first");
    assert_eq!(two.token("person", "second").unwrap(), "first");
    assert_eq!(two.token("agent", "second").unwrap(), "second");
    let (now, until) = (ten_o_clock(), ten_o_clock().plus(1_000));
    one.keep("code", until).unwrap();
    one.keep("late", until).unwrap();
    assert!(!sql(&url, "SELECT * FROM codes").contains("code"));
    assert!(!two.spend("cod", now).unwrap());
    assert!(two.spend("code", until).unwrap());
    assert!(!one.spend("code", now).unwrap());
    assert!(!one.spend("late", until.plus(1)).unwrap());
}

/// The database goes through TLS when it is to, and only with one whose certificate is trusted.
#[test]
fn tls_looks_at_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=localhost", "-addext"])
        .args(["subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &path("key"), "-out", &path("cert")])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    // Only its owner may read a key.
    for name in ["key", "cert"] {
        let mut hand_over = std::process::Command::new("chown");
        hand_over.arg("postgres").arg(path(name));
        let _ = hand_over.status();
    }
    let _ = std::process::Command::new("chmod")
        .args(["755", &folder.path().display().to_string()])
        .status();
    let settings = [
        "fsync=off".to_owned(),
        "ssl=on".to_owned(),
        format!("ssl_cert_file={}", path("cert")),
        format!("ssl_key_file={}", path("key")),
    ];
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = own_postgres::Server::start(&settings).unwrap();
    let trusting = format!("sslrootcert={}", path("cert").replace('/', "%2F"));
    for (query, may) in [
        ("sslmode=disable".to_owned(), true),
        (format!("sslmode=verify-full&{trusting}"), true),
        ("sslmode=require".to_owned(), false),
    ] {
        let opened = PostgresStore::open(&format!("{}?{query}", server.tcp_url()));
        assert_eq!(opened.is_ok(), may, "{query}: {opened:?}");
        if let Ok(store) = opened {
            store.reader().last_place().unwrap();
        }
    }
}
