//! People on many nodes: who gets a token is let in by all, and nobody whose token was taken away.

use serde_json::json;

use super::{Node, at_last, server};
use crate::http::Client;
use crate::running::until;

#[test]
fn people_come_and_go_on_all_nodes() {
    let server = server();
    let nodes = [Node::start(server.url()), Node::start(server.url())];
    let token = |args: &[&str]| {
        let call = nodes[0].stage.sayso([&["token"], args].concat());
        call.env("SAYSO_STORE", server.url()).done()
    };
    let bob = token(&["person", "bob"]).exits(0).stdout;
    token(&["person", "bob"]).exits(0).prints(bob.trim());
    let here = nodes[0].stage.path("data/people");
    assert!(!here.exists(), "it is in the database alone");
    let clients = nodes.each_ref().map(|node| node.desk().client(bob.trim()));
    let opens = |client: &Client| client.get("/api/audit").status;
    for client in &clients {
        until("a new token is known to every node", || {
            opens(client) == 200
        });
    }

    // A page that signs in at one node is known to the other, under the same name.
    let code = clients[0].post("/api/login/code", &json!({}));
    let code = code.is(200).json()["code"].clone();
    let signed_in = clients[1].post("/api/login", &json!({ "code": code }));
    let signed_in = signed_in.is(200);
    let cookie = signed_in.header("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let secret = signed_in.json()["secret"].as_str().unwrap().to_owned();
    let head = format!("Cookie: {cookie}\r\nX-Sayso-Session: {secret}\r\n");
    let pages = nodes.each_ref().map(|node| Client {
        token: None,
        ..node.person()
    });
    let sees = |page: &Client| at_last(|| page.with_head("GET", "/api/audit", &head)).status;
    for page in &pages {
        assert_eq!(sees(page), 200);
    }
    let id = nodes[0].ask("s");
    let cancel = format!("/api/interactions/{id}/cancel");
    clients[1].post(&cancel, &json!({})).is(200);
    let closed = nodes[0].person().get(&format!("/api/interactions/{id}"));
    assert_eq!(closed.is(200).json()["outcome"]["by"], "bob");

    token(&["remove", "bob"]).exits(0);
    for (client, page) in clients.iter().zip(&pages) {
        until("a token that was taken away opens nothing", || {
            opens(client) == 401
        });
        assert_eq!(
            sees(page),
            401,
            "nor does a page that was signed in with it"
        );
    }
    let gone = token(&["remove", "bob"]).exits(1).prints_nothing();
    assert!(gone.stderr.contains("bob has no token here"), "{gone:?}");
    for node in &nodes {
        node.person().get("/api/audit").is(200);
    }
}

/// Every node lets in who has the new one, and has it in its own directory.
#[test]
fn a_renewed_token_holds_on_all_nodes() {
    let server = server();
    let nodes = [Node::start(server.url()), Node::start(server.url())];
    for (whose, file) in [("owner", "person"), ("agent", "agent")] {
        let old = crate::desk::token(&nodes[1].stage, file);
        let renew = nodes[0].stage.sayso(["token", "renew", whose]);
        let new = renew.env("SAYSO_STORE", server.url()).done().exits(0);
        let new = new.stdout.trim();
        for node in &nodes {
            let looks = |token: &str| node.desk().client(token).get("/api/sessions").status;
            until("the new one is known to every node", || looks(new) == 200);
            assert_eq!(looks(&old), 401);
            assert_eq!(crate::desk::token(&node.stage, file), new);
        }
    }
}
