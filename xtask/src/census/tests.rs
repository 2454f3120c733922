//! Small trees, and what is counted in them.

use crate::file::File;
use crate::tree::Tree;

/// Counts in a tree of (path, text), and compares the members of one figure.
#[track_caller]
fn check(figure: &str, files: &[(&str, &str)], expected: &[&str]) {
    let figures = super::figures(&tree(files)).unwrap();
    let found = figures.iter().find(|one| one.name == figure).unwrap();
    assert_eq!(found.members, expected);
    assert_eq!(found.count, expected.len());
}

fn tree(files: &[(&str, &str)]) -> Tree {
    let files = files.iter().map(|(path, text)| File {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    });
    Tree {
        files: files.collect(),
    }
}

#[test]
fn shapes_hold_an_interaction_and_something_of_it() {
    let path = "crates/sayso-core/src/a.rs";
    for (text, expected) in [
        ("struct A { interaction_id: u8, session: u8 }", "A"),
        ("struct A { id: InteractionId, questions: u8 }", "A"),
        ("struct A { id: core::id::InteractionId, outcome: u8 }", "A"),
        ("enum A { B { interaction: u8, answers: u8 } }", "A::B"),
        (
            "mod inner { struct A { interaction: u8, session_id: u8 } }",
            "A",
        ),
        ("struct A { id: u8, session: u8 }", ""),
        ("struct A { interaction: u8, at: u8 }", ""),
        ("struct A(InteractionId, Session);", ""),
        (
            "#[cfg(test)] mod t { struct A { interaction: u8, session: u8 } }",
            "",
        ),
    ] {
        let place = format!("{path}: {expected}");
        let expected: &[&str] = if expected.is_empty() { &[] } else { &[&place] };
        check("shapes of an interaction", &[(path, text)], expected);
    }
}

#[test]
fn small_files_are_of_the_product() {
    let (fits, long) = ("//\n".repeat(40), "//\n".repeat(41));
    check(
        "small files",
        &[
            ("crates/sayso/src/a.rs", &fits),
            ("crates/sayso/src/long.rs", &long),
            ("crates/sayso/src/a/tests.rs", &fits),
            ("crates/sayso/tests/it/a.rs", &fits),
            ("crates/own-postgres/src/a.rs", &fits),
            ("xtask/src/a.rs", &fits),
            ("crates/sayso/src/a.md", &fits),
        ],
        &["crates/sayso/src/a.rs"],
    );
}

#[test]
fn local_remote_switches() {
    let path = "crates/sayso/src/a.rs";
    for (text, counted) in [
        (
            "fn f() { match d { Desk::Here(a) => a, Desk::There { b } => b } }",
            true,
        ),
        (
            "fn f() { match d { DeskClient::Embedded(_) => 1, DeskClient::Remote(_) => 2 } }",
            true,
        ),
        (
            "fn f() { match &config.desk { Some(a) => a, None => b } }",
            true,
        ),
        ("fn f() { if let Some(a) = &config.desk {} }", true),
        (
            "fn f() { let Some(a) = &config.desk else { return }; }",
            true,
        ),
        ("fn f() { if config.desk.is_some() {} }", true),
        (
            "fn f() { match d { Kept::Here(a) => a, Kept::Shared(b) => b } }",
            false,
        ),
        ("fn f() { self.desk.is_some() }", false),
        ("fn f() { let desk = config.desk; }", false),
        ("enum Desk { Here, There }", false),
    ] {
        let expected: &[&str] = if counted { &[path] } else { &[] };
        check("local/remote switches", &[(path, text)], expected);
    }
}

#[test]
fn the_path_follows_names_re_exports_and_implementations() {
    check(
        "files on the path of `sayso ask`",
        &[
            (
                "crates/sayso/src/cmd/ask.rs",
                "use super::say; use crate::asking; use sayso_core::session::Session;
                 fn run() { asking::report(Session::new()); say(); }",
            ),
            (
                "crates/sayso/src/cmd/mod.rs",
                "mod ask; mod print; pub(crate) use print::say;",
            ),
            ("crates/sayso/src/cmd/print.rs", "pub(crate) fn say() {}"),
            ("crates/sayso/src/cmd/serve.rs", "fn run() {}"),
            ("crates/sayso/src/main.rs", "mod asking; mod cmd; mod exit;"),
            (
                "crates/sayso/src/asking/mod.rs",
                "mod report; pub use report::*;",
            ),
            (
                "crates/sayso/src/asking/report.rs",
                "pub fn report(s: sayso_core::session::Session) { super::super::exit::end() }",
            ),
            ("crates/sayso/src/exit.rs", "pub fn end() {}"),
            (
                "crates/sayso-core/src/lib.rs",
                "pub mod session; pub mod unused;",
            ),
            (
                "crates/sayso-core/src/session/mod.rs",
                "mod close; pub struct Session;",
            ),
            (
                "crates/sayso-core/src/session/close.rs",
                "impl super::Session {}",
            ),
            (
                "crates/sayso-core/src/unused.rs",
                "pub struct Session; use crate::exit;",
            ),
        ],
        &[
            "crates/sayso/src/cmd/ask.rs",
            "crates/sayso/src/cmd/print.rs",
            "crates/sayso/src/asking/report.rs",
            "crates/sayso/src/exit.rs",
            "crates/sayso-core/src/session/mod.rs",
            "crates/sayso-core/src/session/close.rs",
        ],
    );
}

#[test]
fn names_that_run_in_a_circle_end() {
    check(
        "files on the path of `sayso ask`",
        &[
            ("crates/sayso/src/cmd/ask.rs", "use crate::a::X;"),
            ("crates/sayso/src/a.rs", "pub use crate::b::X;"),
            ("crates/sayso/src/b.rs", "pub use crate::a::X;"),
        ],
        &["crates/sayso/src/cmd/ask.rs"],
    );
}

#[test]
fn duplicate_type_names() {
    let (a, b) = ("crates/sayso/src/a.rs", "crates/sayso-web/src/b.rs");
    check(
        "duplicate type names",
        &[
            (
                a,
                "struct Once; struct Twice; mod inner { trait Here {} enum Here {} }",
            ),
            (
                b,
                "enum Twice {} type Alias = u8; #[cfg(test)] mod t { struct Once; }",
            ),
        ],
        &[
            "Here: crates/sayso/src/a.rs, crates/sayso/src/a.rs",
            "Twice: crates/sayso/src/a.rs, crates/sayso-web/src/b.rs",
        ],
    );
}

#[test]
fn lines() {
    let files = tree(&[
        (
            "crates/sayso/src/a.rs",
            "//\n//\n#[cfg(test)]\nmod tests {\n}\n",
        ),
        ("crates/sayso/tests/it/a.rs", "//\n"),
        ("crates/own-postgres/src/lib.rs", "//\n"),
        ("web/src/a.ts", "//\n//\n//\n"),
        ("web/src/a.test.ts", "//\n"),
        ("web/src/generated/a.ts", "//\n"),
        ("web/e2e/a.test.mjs", "//\n"),
        ("xtask/src/a.rs", "//\n"),
    ]);
    let counts: Vec<(&str, usize)> = super::lines::figures(&files)
        .iter()
        .map(|figure| (figure.name, figure.count))
        .collect();
    assert_eq!(
        counts,
        [
            ("production lines, Rust", 2),
            ("test lines, Rust", 4),
            ("production lines, page", 3),
            ("test lines, page", 2),
            ("lines of tools", 1),
        ]
    );
}
