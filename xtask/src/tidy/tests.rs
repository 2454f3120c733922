//! Rows of files through one `check`, proving that each rule can fail; then the repository itself.

use super::*;
use crate::file::File;

/// Runs one rule over a tree of (path, text), and compares the places it points at.
#[track_caller]
fn check(rule: Rule, files: &[(&str, &str)], expected: &[&str]) {
    let files = files
        .iter()
        .map(|(path, text)| File {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        })
        .collect();
    let found: Vec<String> = rule(&Tree { files })
        .iter()
        .map(ToString::to_string)
        .map(|shown| shown.split(": ").next().unwrap().to_owned())
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_repository_is_tidy() {
    let violations = violations(&Tree::tracked().unwrap());
    let shown: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "\n{}", shown.join("\n"));
}

#[test]
fn a_violation_says_where_what_and_what_to_do() {
    let file = File {
        path: "a.rs".to_owned(),
        text: String::new(),
    };
    let violation = Violation::new(&file, 7, "too long", "split it");
    assert_eq!(violation.to_string(), "a.rs:7: too long; split it");
}

#[test]
fn file_length() {
    let rule = file_length::check;
    let (fits, long) = ("\n".repeat(500), "\n".repeat(501));
    check(rule, &[("crates/a/src/a.rs", &fits)], &[]);
    check(
        rule,
        &[("crates/a/src/a.rs", &long)],
        &["crates/a/src/a.rs:501"],
    );
    check(rule, &[("web/src/a.ts", &long)], &["web/src/a.ts:501"]);
    check(rule, &[("web/src/a.css", &long)], &["web/src/a.css:501"]);
    for free in [
        "docs/manual.md",
        "crates/a/tests/it/main.rs",
        "crates/a/src/ask/tests.rs",
        "crates/a/src/ask_tests.rs",
        "web/src/form.test.ts",
        "web/src/generated/a.ts",
        "schema/wire.d.ts",
    ] {
        check(rule, &[(free, &long)], &[]);
    }
    let inline = format!("{fits}#[cfg(test)]\nmod tests {{\n{long}");
    check(rule, &[("crates/a/src/a.rs", &inline)], &[]);
}

#[test]
fn names() {
    let rule = names::check;
    for bad in [
        "crates/a/src/utils.rs",
        "crates/a/src/util/id.rs",
        "crates/a/src/helper.rs",
        "crates/a/tests/common/mod.rs",
        "web/src/helpers.test.ts",
        "web/src/misc.css",
        "web/src/manager.ts",
    ] {
        check(rule, &[(bad, "")], &[&format!("{bad}:1")]);
    }
    check(
        rule,
        &[("a.rs", "\npub(crate) mod utils {\n    mod helpers {")],
        &["a.rs:2", "a.rs:3"],
    );
    check(
        rule,
        &[("a.rs", "mod commonwealth {\n// a mod util {")],
        &[],
    );
    check(rule, &[("crates/a/src/manage.rs", "")], &[]);
}

#[test]
fn forbidden_words() {
    let rule = forbidden_words::check;
    for bad in [
        "todo!()",
        "unimplemented!()",
        "let x = dbg!(x);",
        "// FIXME: later",
        "// XXX",
        "#[ignore = \"slow\"]",
    ] {
        check(rule, &[("a.rs", bad)], &["a.rs:1"]);
        check(rule, &[("tests/it/a.rs", bad)], &["tests/it/a.rs:1"]);
        check(rule, &[("notes.md", bad)], &[]);
        check(rule, &[("xtask/src/tidy/rule.rs", bad)], &[]);
    }
    check(rule, &[("a.rs", "my_dbg!(x); // XXXX")], &[]);
}

#[test]
fn dependencies_between_our_crates() {
    #[track_caller]
    fn arrow(from: &str, section: &str, to: &str, allowed: bool) {
        let user = format!("[package]\nname = \"{from}\"\n[{section}]\n{to} = \"1\"\n");
        let used = format!("[package]\nname = \"{to}\"\n");
        check(
            dependencies::check,
            &[("user/Cargo.toml", &user), ("used/Cargo.toml", &used)],
            if allowed { &[] } else { &["user/Cargo.toml:4"] },
        );
    }
    arrow("sayso-core", "dependencies", "sayso-desk", false);
    arrow("sayso-core", "dev-dependencies", "sayso-desk", false);
    arrow("sayso-desk", "dependencies", "sayso-core", true);
    arrow("sayso-desk", "dependencies", "sayso-term", false);
    arrow("sayso-term", "dependencies", "sayso-core", true);
    arrow("sayso-term", "dependencies", "sayso-desk", false);
    arrow("sayso-web", "dependencies", "sayso-desk", true);
    arrow("sayso-web", "dependencies", "sayso-agents", false);
    arrow("sayso", "dependencies", "sayso-term", true);
    arrow("sayso-bench", "dependencies", "sayso-desk", true);
    arrow("xtask", "dependencies", "sayso-core", true);
}

#[test]
fn dependencies_of_the_core() {
    #[track_caller]
    fn uses(dependency: &str, expected: &[&str]) {
        let manifest = format!("[package]\nname = \"sayso-core\"\n{dependency}");
        check(
            dependencies::check,
            &[("core/Cargo.toml", &manifest)],
            expected,
        );
    }
    let refused = &["core/Cargo.toml:4"];
    uses("[dependencies]\nserde.workspace = true", &[]);
    uses("[dev-dependencies]\nproptest = \"1\"", &[]);
    uses("[dependencies]\ntokio = \"1\"", refused);
    uses("[build-dependencies]\ncc = \"1\"", refused);
    uses("[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"", refused);
    uses(
        "[dependencies]\nserde = { package = \"serde_lite\", version = \"1\" }",
        refused,
    );
}

#[test]
fn a_crate_without_a_row() {
    check(
        dependencies::check,
        &[("Cargo.toml", "[package]\nname = \"sayso-extra\"")],
        &["Cargo.toml:2"],
    );
}

#[test]
fn core_is_pure() {
    #[track_caller]
    fn core(text: &str, expected: &[usize]) {
        let path = "crates/sayso-core/src/ask.rs";
        let expected: Vec<String> = expected.iter().map(|n| format!("{path}:{n}")).collect();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(core_is_pure::check, &[(path, text)], &expected);
    }
    for bad in [
        "use std::fs;",
        "use std::{fmt, io};",
        "std::env::args()",
        "use std::net::IpAddr;",
        "std::process::exit(1)",
        "std::thread::sleep(d)",
        "SystemTime::now()",
        "fn at(now: Instant) {}",
        "jiff::Timestamp::now()",
        "async fn ask() {}",
        "reply.await",
        "tokio::spawn(f)",
        "println!()",
        "eprintln!()",
    ] {
        core(bad, &[1]);
        core(&format!("/// Never `{bad}`."), &[]);
        core(&format!("ask(); // not {bad}"), &[]);
        core(&format!("#[cfg(test)]\nmod tests {{\n{bad}"), &[]);
        let desk = "crates/sayso-desk/src/ask.rs";
        check(core_is_pure::check, &[(desk, bad)], &[]);
        let tests = "crates/sayso-core/src/ask/tests.rs";
        check(core_is_pure::check, &[(tests, bad)], &[]);
    }
    core("use std::{\n    fmt,\n    process,\n};", &[3]);
    core("use std::{\n    fmt,\n};\nlet process = io + env;", &[]);
    core("struct Instantiated;", &[]);
}

#[test]
fn printing() {
    let rule = printing::check;
    for bad in ["println!()", "print!()", "eprintln!()", "eprint!()"] {
        let (term, desk) = ("crates/sayso-term/src/a.rs", "crates/sayso-desk/src/a.rs");
        check(rule, &[(term, bad)], &["crates/sayso-term/src/a.rs:1"]);
        check(rule, &[(desk, bad)], &["crates/sayso-desk/src/a.rs:1"]);
        for free in [
            "crates/sayso/src/cmd/ask.rs",
            "crates/sayso/src/main.rs",
            "crates/sayso/tests/it/main.rs",
            "benches/src/table.rs",
            "xtask/src/test.rs",
        ] {
            check(rule, &[(free, bad)], &[]);
        }
    }
    let config = "crates/sayso/src/config.rs";
    check(
        rule,
        &[(config, "print!()")],
        &["crates/sayso/src/config.rs:1"],
    );
    check(rule, &[(config, "writeln!(out)?; pretty_print!()")], &[]);
}

#[test]
fn lints() {
    #[track_caller]
    fn crate_with(lints: &str, expected: &[&str]) {
        let manifest = format!("[package]\nname = \"xtask\"\n{lints}");
        check(lints::check, &[("xtask/Cargo.toml", &manifest)], expected);
    }
    crate_with("[lints]\nworkspace = true", &[]);
    crate_with("[lints]\nworkspace = false", &["xtask/Cargo.toml:3"]);
    crate_with("[lints.clippy]\ntodo = \"warn\"", &["xtask/Cargo.toml:3"]);
    crate_with("", &["xtask/Cargo.toml:1"]);
    check(lints::check, &[("Cargo.toml", "[workspace]")], &[]);
}

#[test]
fn machine_paths() {
    let rule = machine_paths::check;
    for bad in [
        "see /work/notes",
        "let p = \"/root/.config\";",
        "(/home/ada/project)",
        "file:///home/ada",
        "registry = \"https://index.crates.io/\"",
        "\"resolved\": \"https://registry.npmjs.org/lit\"",
        "source = \"registry+https://mirror.example/index\"",
    ] {
        check(rule, &[("any.txt", bad)], &["any.txt:1"]);
    }
    for good in [
        "src/home/page.ts and ~/work/it and https://example.org/root/a",
        "/tmp/home/, /homes/",
        "source = \"registry+https://github.com/rust-lang/crates.io-index\"",
    ] {
        check(rule, &[("any.txt", good)], &[]);
    }
}

#[test]
fn lockfile() {
    let packages = |count| "[[package]]\nname = \"a\"\n".repeat(count);
    check(lockfile::check, &[("Cargo.lock", &packages(10))], &[]);
    check(
        lockfile::check,
        &[("Cargo.lock", &packages(5_000))],
        &[&format!("Cargo.lock:{}", 2 * lockfile::CEILING + 1)],
    );
}

#[test]
fn promises() {
    #[track_caller]
    fn row(row: &str, expected: &[&str]) {
        let text = format!("# Security\n\n| Promise | Tests |\n|---|---|\n{row}\n");
        let files = [
            ("docs/security.md", text.as_str()),
            ("crates/a/tests/it/a.rs", "#[test]\nfn held() {}"),
            ("web/e2e/a.test.mjs", "test(\"held there\", () => {});"),
        ];
        check(promises::check, &files, expected);
    }
    let refused = &["docs/security.md:5"];
    let (rust, page) = (
        "`crates/a/tests/it/a.rs::held`",
        "`web/e2e/a.test.mjs::held there`",
    );
    row(&format!("| Nothing leaks. | {rust} |"), &[]);
    row(&format!("| Nothing leaks. | {rust}, {page} |"), &[]);
    row("Not a row.", &[]);
    row("| Nothing leaks. | |", refused);
    row(&format!("| | {rust} |"), refused);
    row(&format!("| Nothing leaks. | {rust} | more |"), refused);
    row("| Nothing leaks. | a test of ours |", refused);
    row(
        "| Nothing leaks. | `crates/a/tests/it/a.rs::hel` |",
        refused,
    );
    row(
        "| Nothing leaks. | `crates/a/tests/it/b.rs::held` |",
        refused,
    );
    row("| Nothing leaks. | `web/e2e/a.test.mjs::held` |", refused);
}
