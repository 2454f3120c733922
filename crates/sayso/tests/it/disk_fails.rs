//! The disk fails under a desk. What it then holds nobody knows: the desk ends, and says so, and
//! whoever comes back finds all that was acknowledged at the next one.

use serde_json::json;

use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ask, auth};
use crate::running::until;
use crate::stage::Stage;

/// The sync that fails: later than the start, and than the first questions.
const FAILS: u32 = 12;

#[test]
fn a_desk_that_can_record_nothing_ends_and_the_next_one_has_it_all() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    // It traces from beside, so that the desk is the process that was started.
    let serve = format!(
        "exec strace -D -f -o /dev/null -e trace=fdatasync -e inject=fdatasync:error=EIO:when={FAILS} \
         sayso serve --listen 127.0.0.1:{port}"
    );
    let desk = Desk::of(&there, there.shell::<&str>(&serve, []));
    let waiting = here
        .sayso(["ask", &ask(&[auth()])])
        .env("SAYSO_DESK", &desk.url)
        .env("SAYSO_TOKEN", token(&there, "agent"))
        .begin();
    waiting.complains_of("Waiting for an answer at ");
    let waited_for = there.open_id();

    let agent = desk.agent();
    let mut acknowledged = vec![waited_for.clone()];
    let mut refused = None;
    for n in 0..2 * FAILS {
        let body = json!({ "idempotency_key": n.to_string(), "input": { "questions": [auth()] } });
        let reply = agent.post("/api/interactions", &body);
        if reply.status != 201 {
            refused = Some(reply);
            break;
        }
        let id = reply.json()["interaction_id"].as_str().unwrap().to_owned();
        acknowledged.push(id);
    }
    let (code, message) = refused.expect("the disk fails").is(503).error();
    assert_eq!(code, "store_unavailable");
    assert!(message.contains("start Sayso again"), "{message}");
    let done = desk.running.done().exits(8);
    assert!(done.stderr.contains("start Sayso again"), "{done:?}");

    let desk = Desk::start_at(&there, port);
    let open: Vec<_> = there
        .pending()
        .iter()
        .map(|one| one["interaction_id"].clone())
        .collect();
    for id in &acknowledged {
        assert!(open.contains(&json!(id)), "{id} in {open:?}");
    }
    until("the agent waits again", || {
        let text = desk.person().get("/metrics").is(200).body;
        text.contains("sayso_waiting 1\n")
    });
    let answer = json!({ "answers": { "r1.q1": "JWT" } });
    let path = format!("/api/interactions/{waited_for}/answer");
    desk.person().post(&path, &answer).is(200);
    waiting
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Auth method":"JWT"}}"#);
}
