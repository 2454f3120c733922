//! `sayso status`.

use serde_json::{Value, json};

use crate::desk::{Desk, token};
use crate::questions::{ask, auth};
use crate::stage::Stage;

fn status(stage: &Stage) -> Value {
    stage.sayso(["status", "--json"]).done().exits(0).json()
}

#[test]
fn what_is_there_is_told_and_nothing_is_made() {
    let stage = Stage::new();
    let expected = |running: bool, url: Option<&str>, open: u32, tokens: &[&str]| {
        json!({
            "version": env!("CARGO_PKG_VERSION"), "running": running, "url": url, "open": open,
            "store": stage.store(), "data": stage.data(), "tokens": tokens,
        })
    };
    assert_eq!(status(&stage), expected(false, None, 0, &[]));
    assert!(!stage.data().exists(), "made by asking");
    let told = stage.sayso(["status"]).done().exits(0);
    assert!(told.stdout.starts_with("No desk runs"), "{told:?}");
    let told = stage.sayso(["status"]).env("SAYSO_LANG", "zh-CN").done();
    assert!(told.exits(0).stdout.contains("没有服务在运行"));

    let question = ask(&[auth()]);
    stage.sayso(["ask", "--no-wait", &question]).done().exits(7);
    stage.sayso(["token", "agent"]).done().exits(0);
    stage.sayso(["token", "person", "bob"]).done().exits(0);
    let tokens = ["person", "agent", "people/bob"];
    assert_eq!(status(&stage), expected(false, None, 1, &tokens));

    let desk = Desk::start(&stage);
    assert_eq!(status(&stage), expected(true, Some(&desk.url), 1, &tokens));
    let told = stage.sayso(["status"]).done().exits(0).stdout;
    for words in [&format!("A desk runs at {}", desk.url), "Open: 1", "bob"] {
        assert!(told.contains(words), "{told}");
    }
    // From elsewhere.
    let other = Stage::new();
    let there = other
        .sayso(["status", "--json", "--desk", &desk.url])
        .env("SAYSO_TOKEN", token(&stage, "agent"));
    let there = there.done().exits(0).json();
    let expected = json!({
        "version": env!("CARGO_PKG_VERSION"), "running": true, "url": desk.url, "open": 1,
        "signed_in": false,
    });
    assert_eq!(there, expected);
    let away = other.sayso(["status", "--desk", "http://127.0.0.1:1"]);
    away.done().exits(3).prints_nothing();
    drop(desk);
}
