//! The files of the web page: public, small, kept by browsers, and embeddable where that is meant.

use crate::house::House;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_stands_at_every_link_and_its_files_are_kept() {
    let house = House::open().await;
    let anyone = house.anyone();
    let page = anyone.get("/").await;
    assert_eq!(page.status(), 200, "built without Node?");
    assert_eq!(page.head.get("cache-control"), Some("no-cache"));
    for link in [
        "/q/0198",
        "/s/demo",
        "/t/p%3As",
        "/done",
        "/transcripts",
        "/new",
        "/settings",
    ] {
        assert_eq!(anyone.get(link).await.body, page.body, "{link}");
    }
    let html = String::from_utf8(page.body.clone()).unwrap();
    let asset = html.split('"').find(|part| part.starts_with("/assets/"));
    let asset = asset.expect("a script of the page");
    let script = anyone.get(asset).await;
    script.ok(200);
    let caching = script.head.get("cache-control").unwrap();
    assert!(caching.contains("immutable"), "{caching}");
    for (encoding, got) in [("gzip, br", "br"), ("gzip", "gzip")] {
        let small = anyone.with("accept-encoding", encoding).get(asset).await;
        assert_eq!(small.head.get("content-encoding"), Some(got));
        assert!(small.body.len() < script.body.len());
    }
    let tag = page.head.get("etag").unwrap();
    let known = anyone.with("if-none-match", tag).get("/").await;
    assert_eq!((known.status(), known.body.len()), (304, 0));
    anyone
        .get("/assets/none.js")
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn links_from_elsewhere_open_it_and_only_the_card_can_be_embedded() {
    let house = House::open().await;
    let elsewhere = house
        .anyone()
        .with("origin", "https://elsewhere.example")
        .with("sec-fetch-site", "cross-site");
    for path in ["/", "/q/0198", "/panel.js"] {
        assert_eq!(elsewhere.get(path).await.status(), 200, "{path}");
    }
    let open = "access-control-allow-origin";
    let page = elsewhere.get("/").await;
    assert_eq!(page.head.get(open), None);
    let card = elsewhere.get("/panel.js").await;
    assert_eq!(card.head.get(open), Some("*"));
    for path in ["/api/interactions", "/healthz"] {
        elsewhere.get(path).await.refused(403, "origin_not_allowed");
    }
    let rebound = elsewhere.with("host", "evil.example:80");
    rebound
        .get("/panel.js")
        .await
        .refused(403, "host_not_allowed");
}
