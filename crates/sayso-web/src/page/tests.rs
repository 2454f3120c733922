use http::StatusCode;
use sayso_core::lang::Lang;

use super::without_page;

/// Whoever opens a desk that has no page is told why, and what to do, in words.
#[tokio::test]
async fn a_desk_without_its_page_says_so() {
    for (lang, what) in [
        (
            Lang::En,
            "Install Node 20.19 or later and build Sayso again",
        ),
        (Lang::Zh, "请安装 Node 20.19 或更高版本后重新构建"),
    ] {
        let told = without_page("`npm ci` failed: <b>no & way</b>", lang);
        assert_eq!(told.status(), StatusCode::SERVICE_UNAVAILABLE);
        let kind = told.headers().get("content-type").unwrap();
        assert_eq!(kind, "text/html; charset=utf-8");
        let policy = told.headers().get("content-security-policy").unwrap();
        let policy = policy.to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; "));
        assert!(policy.contains("; require-trusted-types-for 'script'"));
        let bytes = axum::body::to_bytes(told.into_body(), 10_000)
            .await
            .unwrap();
        let page = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(page.contains(what), "{page}");
        assert!(page.contains("sayso answer"), "{page}");
        assert!(page.contains("failed: &lt;b>no &amp; way&lt;/b>"), "{page}");
    }
}
