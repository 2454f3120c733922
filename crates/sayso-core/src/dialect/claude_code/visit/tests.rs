use serde_json::json;

use super::{host, visit};
use crate::lang::Lang;

/// What stands before the person as the host; none when there is nothing to show.
#[test]
fn hosts() {
    for (address, expected) in [
        ("https://example.com", Some("example.com")),
        ("HTTPS://Example.com/a?b#c", Some("Example.com")),
        ("http://127.0.0.1:8080/x", Some("127.0.0.1")),
        ("https://[::1]:443/", Some("::1")),
        ("https://bank.com@evil.example/", Some("evil.example")),
        (
            "https://bank.com:x@evil.example:1/@bank.com",
            Some("evil.example"),
        ),
        ("https://evil.example?@bank.com", Some("evil.example")),
        ("https://evil.example#@bank.com/", Some("evil.example")),
        (
            "https://аррӏе.com/",
            Some("\\u0430\\u0440\\u0440\\u04cf\\u0435.com"),
        ),
        ("https://evil.example\\@bank.com/", None),
        ("https://bank.com\n.evil.example/", None),
        ("https://bank.com\u{202e}/ x", None),
        ("https:///path", None),
        ("https://:443/", None),
        ("https://a:b/", None),
        ("https:example.com", None),
        ("javascript:alert(1)//://a", None),
        ("file:///etc/passwd", None),
        ("data://example.com", None),
        ("", None),
    ] {
        assert_eq!(host(address).as_deref(), expected, "{address}");
    }
    assert_eq!(host(&format!("https://a/{}", "x".repeat(2_000))), None);
}

#[test]
fn what_is_shown() {
    let request = |url: &str| {
        json!({
            "subtype": "elicitation", "mode": "url", "mcp_server_name": "deploy\u{202e}",
            "message": "Sign in first.", "url": url, "elicitation_id": "e",
        })
    };
    let parsed = visit(&request("https://a@b.example/ä"), Lang::En).unwrap();
    let question = &parsed.questions[0];
    assert_eq!(
        question.text,
        "\"deploy\u{202e}\" asks you to visit a page on b.example. Will you?"
    );
    assert_eq!(
        question.description.as_deref().unwrap(),
        "The server's reason:\n│ Sign in first.\nHost:\n│ b.example\n\
         Address:\n│ https://a@b.example/ä\n\
         With every unusual character written out:\n│ https://a@b.example/\\u00e4\n\
         Sayso does not open it. Yes tells the server that you agreed to, and no more."
    );
    let labels: Vec<&str> = question
        .choices
        .iter()
        .map(|one| one.label.as_str())
        .collect();
    assert_eq!(labels, ["No", "Yes, I open it myself"]);
    let another = visit(&request("https://a@b.example/o"), Lang::En).unwrap();
    assert_ne!(parsed.digest, another.digest);
    let form = json!({ "mode": "form", "url": "https://a.example" });
    assert!(visit(&form, Lang::En).is_none());
}
