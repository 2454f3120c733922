//! Browsers and terminals that sign in, and out.

use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sayso_core::moment::Moment;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_web::Keys;
use serde_json::{Value, json};
use sha2::Sha256;
use tempfile::TempDir;

use crate::client::Client;
use crate::guard::tries_to_answer;
use crate::house::{AGENT, House, PERSON, login_code};
use crate::words::choice;

const SECRET: &str = "x-sayso-session";

/// What the desk signs with this token.
fn signed(token: &str, parts: &[&str]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(token.as_bytes()).unwrap();
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part.as_bytes());
    }
    let sum = mac.finalize().into_bytes();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A cookie and a secret as the desk makes them.
fn page(house: &House, token: &str, until: &str) -> Client {
    let signature = signed(token, &["page", until, "1", "owner"]);
    let secret = signed(token, &["page secret", until, "1", "owner"]);
    house
        .anyone()
        .with("cookie", format!("sayso={until}.1.{signature}"))
        .with(SECRET, secret)
}

fn header(client: &Client, name: &str) -> String {
    client.header(name).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_signs_in_once_and_forged_or_old_credentials_are_worth_nothing() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let now = SystemClock::new().now();
    let login = |code: &str| {
        let client = house.anyone();
        let body = json!({ "code": code });
        async move { client.post("/api/login", body).await }
    };
    let code = house.keys.login_code(now).unwrap();
    let first = login(&code).await;
    let said = first.ok(200);
    let set = first.head.get("set-cookie").unwrap().to_owned();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    let told = format!("{set} {said}");
    assert!(!told.contains(PERSON) && !told.contains(&code));
    assert!(!set.contains(said["secret"].as_str().unwrap()));
    assert_eq!(said.get("token"), None);
    login(&code).await.refused(401, "invalid_code");
    login("").await.refused(401, "invalid_code");
    let old = house
        .keys
        .login_code(Moment::from_millis(now.millis() - 601_000))
        .unwrap();
    login(&old).await.refused(401, "invalid_code");

    let (hour, millis) = (3_600_000, now.millis());
    let (past, future) = ((millis - hour).to_string(), (millis + hour).to_string());
    let good = page(&house, PERSON, &future);
    let cookie = header(&good, "cookie");
    for forged in [
        page(&house, PERSON, &past),
        page(&house, "another-key", &future),
        page(&house, "", &future),
        page(&house, PERSON, "x"),
        good.with(
            "cookie",
            cookie.replace(&future, &format!("{}", millis + 2 * hour)),
        ),
        good.with("cookie", cookie.replace(".1.", ".2.")),
        good.with("cookie", cookie.replace(".1.", "..")),
        good.with("cookie", &cookie[..cookie.len() - 1]),
        good.with("cookie", format!("sayso={future}.1.")),
        good.with("cookie", format!("sayso={future}")),
        good.with("cookie", "sayso="),
        good.with("cookie", "sayso=.."),
        // As it was before there were secrets.
        good.with(
            "cookie",
            format!(
                "sayso={future}.{}",
                signed(PERSON, &["cookie", &future, "owner"])
            ),
        ),
    ] {
        tries_to_answer(&forged, &id)
            .await
            .refused(401, "sign_in_again");
    }
    let other = good.with("cookie", cookie.replace("sayso=", "other="));
    tries_to_answer(&other, &id)
        .await
        .refused(401, "unauthorized");
    // A bad token is not helped by a good page.
    let both = good.with("authorization", "Bearer wrong");
    tries_to_answer(&both, &id)
        .await
        .refused(401, "unauthorized");
    let good = good.with("cookie", format!("a=b; {cookie}; c"));
    tries_to_answer(&good, &id).await.ok(200);
    assert_eq!(house.look(&id).await["outcome"]["via"], "web");
}

/// Browsers send a cookie to every port of the host, so an agent's dev server has it too.
#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_alone_is_worth_nothing() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let (page, another) = (house.page().await, house.page().await);
    let cookie = header(&page, "cookie");
    let secret = header(&page, SECRET);
    let value = cookie.split_once('=').unwrap().1;
    let signature = value.rsplit('.').next().unwrap();
    for proof in [
        None,
        Some(""),
        Some("x"),
        Some(value),
        Some(signature),
        Some(&secret[..secret.len() - 1]),
        Some(&format!("{secret}0")),
        Some(&header(&another, SECRET)),
        Some(&"\u{e9}".repeat(64)),
    ] {
        let thief = match proof {
            None => page.without(SECRET),
            Some(proof) => page.with(SECRET, proof),
        };
        for (method, target, body) in [
            ("GET", "/api/interactions".to_owned(), None),
            ("GET", "/api/events".into(), None),
            ("GET", "/api/audit".into(), None),
            ("GET", "/api/login/sessions".into(), None),
            ("POST", "/api/login/code".into(), Some(json!({}))),
            (
                "POST",
                format!("/api/interactions/{id}/cancel"),
                Some(json!({})),
            ),
        ] {
            let body = body.map(|body| body.to_string().into_bytes());
            let reply = thief.send(method, &target, body).await;
            reply.refused(401, "sign_in_again");
        }
        tries_to_answer(&thief, &id)
            .await
            .refused(401, "sign_in_again");
    }
    // The secret alone is not worth more.
    tries_to_answer(&page.without("cookie"), &id)
        .await
        .refused(401, "unauthorized");
    assert_eq!(house.look(&id).await["state"], "pending");
    // What is public stays so.
    page.without(SECRET).get("/healthz").await.ok(200);
    page.without(SECRET).get("/").await;
    tries_to_answer(&page, &id).await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_signs_in_with_a_token_of_its_own() {
    let house = House::open().await;
    let id = house.ask("s", choice("q")).await;
    let code = login_code(&house.person()).await;
    let login = json!({ "code": code, "kind": "terminal", "label": "ada@laptop" });
    let login = house.anyone().post("/api/login", login).await;
    let said = login.ok(200);
    assert_eq!(login.head.get("set-cookie"), None);
    assert_eq!(
        (said.get("secret"), &said["person"]),
        (None, &json!("owner"))
    );
    let token = said["token"].as_str().unwrap();
    let bare = token.strip_prefix("t.").unwrap();
    for forged in [
        &token[..token.len() - 1],
        &format!("{token}0"),
        bare,
        &token.replacen('.', "..", 1),
        "t.",
        "t...",
    ] {
        tries_to_answer(&house.bearer(forged), &id)
            .await
            .refused(401, "unauthorized");
    }
    // A terminal's token is no cookie, and a cookie no token.
    let cookie = house.anyone().with("cookie", format!("sayso={bare}"));
    tries_to_answer(&cookie.with(SECRET, bare), &id)
        .await
        .refused(401, "sign_in_again");
    let page = header(&house.page().await, "cookie").replace("sayso=", "");
    for value in [page.clone(), format!("t.{page}")] {
        tries_to_answer(&house.bearer(&value), &id)
            .await
            .refused(401, "unauthorized");
    }
    tries_to_answer(&house.bearer(token), &id).await.ok(200);
    let outcome = house.look(&id).await["outcome"].clone();
    assert_eq!(
        (&outcome["by"], &outcome["via"]),
        (&json!("owner"), &json!("http"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_signs_in_says_what_it_is() {
    let house = House::open().await;
    let code = login_code(&house.person()).await;
    for (name, value) in [
        ("kind", json!("agent")),
        ("kind", json!("")),
        ("label", json!("")),
        ("label", json!("x".repeat(300))),
        ("label", json!(7)),
        ("surprise", json!(1)),
    ] {
        let mut body = json!({ "code": code });
        body[name] = value;
        let reply = house.anyone().post("/api/login", body).await;
        reply.refused(400, "invalid_request");
    }
    // None of them spent the code.
    house.signed_in_page(&code).await;
}

/// The sessions that a client sees.
async fn sessions(client: &Client) -> Vec<Value> {
    let listed = client.get("/api/login/sessions").await.ok(200);
    listed["sessions"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_signed_in_is_listed_and_signed_out_at_once() {
    let house = House::with_keys(Keys::new(PERSON, AGENT).and("ada", "token-of-ada")).await;
    let (owner, ada) = (house.person(), house.bearer("token-of-ada"));
    let page = house.page().await;
    let terminal = house.terminal_of(&ada).await;
    let all = sessions(&owner).await;
    let shown = |one: &Value| {
        let text = |name: &str| one[name].as_str().unwrap().to_owned();
        [text("kind"), text("person"), text("label")].join(" ")
    };
    let kinds: Vec<String> = all.iter().map(shown).collect();
    assert_eq!(
        kinds,
        ["terminal ada ada@laptop", "page owner Firefox on Linux"]
    );
    let current = |list: &[Value]| list.iter().filter(|one| one["current"] == true).count();
    assert_eq!(current(&all), 0);
    assert_eq!(current(&sessions(&page).await), 1);
    // Others see their own, and none of somebody else's can be told from one that never was.
    let own = sessions(&terminal).await;
    assert_eq!((own.len(), current(&own)), (1, 1));
    let revoke = |client: &Client, id: &str| {
        let (client, path) = (client.clone(), format!("/api/login/sessions/{id}/revoke"));
        async move { client.post(&path, json!({})).await }
    };
    let id = |n: usize| all[n]["id"].as_str().unwrap().to_owned();
    let (terminals, pages) = (id(0), id(1));
    revoke(&ada, &pages).await.refused(404, "not_found");
    revoke(&owner, "none").await.refused(404, "not_found");
    revoke(&house.agent(), &pages)
        .await
        .refused(403, "person_only");

    for (client, own) in [(&page, &pages), (&terminal, &terminals)] {
        let mut stream = client.stream("/api/events").await;
        stream.next().await;
        revoke(client, own).await.ok(200);
        while stream.try_next().await.is_some() {}
        assert_eq!(client.get("/api/sessions").await.status(), 401);
        revoke(&owner, own).await.refused(404, "not_found");
    }
    assert_eq!(sessions(&owner).await, Vec::<Value>::new());
    ada.get("/api/sessions").await.ok(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_signs_in_anew_is_listed_once() {
    let house = House::open().await;
    let page = house.page().await;
    let code = login_code(&page).await;
    let anew = page.post("/api/login", json!({ "code": code })).await;
    anew.ok(200);
    assert_eq!(sessions(&house.person()).await.len(), 1);
    page.get("/api/sessions")
        .await
        .refused(401, "sign_in_again");
    // A terminal beside it stays, and so does a page whose code was refused.
    let page = house.page().await;
    house.terminal_of(&page).await;
    let refused = page.post("/api/login", json!({ "code": "none" })).await;
    refused.refused(401, "invalid_code");
    page.get("/api/sessions").await.ok(200);
    assert_eq!(sessions(&house.person()).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_and_those_signed_out_outlive_the_desk() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("logins.json");
    let keys = || Keys::with_sessions_in(file.clone(), PERSON, AGENT).unwrap();
    let mut house = House::with_keys(keys()).await;
    let (stays, goes) = (house.page().await, house.page().await);
    let id = sessions(&goes).await[0]["id"].clone();
    let path = format!("/api/login/sessions/{}/revoke", id.as_str().unwrap());
    goes.post(&path, json!({})).await.ok(200);
    house.stop().await;
    let text = std::fs::read_to_string(&file).unwrap();
    for secret in [
        header(&stays, SECRET),
        header(&stays, "cookie"),
        PERSON.into(),
    ] {
        assert!(!text.contains(&secret), "the list holds no credential");
    }
    house.keys = Arc::new(keys());
    house.start().await;
    let again = |page: &Client| {
        let page = page.at(house.address);
        async move { page.get("/api/sessions").await.status() }
    };
    assert_eq!((again(&stays).await, again(&goes).await), (200, 401));
    assert_eq!(sessions(&house.person()).await.len(), 1);
    std::fs::write(&file, "nonsense").unwrap();
    let wrong = Keys::with_sessions_in(file.clone(), PERSON, AGENT).unwrap_err();
    assert!(wrong.to_string().contains("logins.json"), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_good_at_every_node_and_ends_at_every_node() {
    let [one, mut two] = House::nodes::<2>().await;
    let pages = [one.page().await, one.terminal_of(&one.person()).await];
    for page in &pages {
        let there = page.at(two.address);
        there.get("/api/sessions").await.ok(200);
        let listed = sessions(&there).await;
        let own = listed.iter().find(|one| one["current"] == true).unwrap();
        let path = format!("/api/login/sessions/{}/revoke", own["id"].as_str().unwrap());
        page.post(&path, json!({})).await.ok(200);
        assert_eq!(page.get("/api/sessions").await.status(), 401);
        // The desk looks every second.
        two.keys.renew_sessions().unwrap();
        assert_eq!(there.get("/api/sessions").await.status(), 401);
        assert_eq!(sessions(&two.person()).await.len(), listed.len() - 1);
    }
    // A node that starts later knows it from the beginning.
    two.stop().await;
    two.start().await;
    let there = pages[0].at(two.address);
    assert_eq!(there.get("/api/sessions").await.status(), 401);
}
