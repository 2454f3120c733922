//! The disk fails under a desk. What it then holds nobody knows: the desk writes no more. `sayso
//! serve` ends, and whoever comes back finds all that was acknowledged at the next one; a terminal
//! opens another for what the person entered.

use serde_json::json;

use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ask, auth, name};
use crate::running::until;
use crate::stage::Stage;

/// The sync of the desk that fails: later than the start, and than the first questions.
const FAILS: u32 = 12;

/// This command under strace, which lets the n-th sync of each thread fail. It traces from beside,
/// so that the process that was started is the one that is traced.
fn failing(n: u32, command: &str) -> String {
    let inject = format!("inject=fdatasync:error=EIO:when={n}");
    format!("exec strace -D -f -o strace.log -e trace=fdatasync -e {inject} {command}")
}

#[test]
fn a_desk_that_can_record_nothing_ends_and_the_next_one_has_it_all() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let serve = format!("sayso serve --listen 127.0.0.1:{port}");
    let serve = failing(FAILS, &serve);
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

/// The question takes three syncs, of a new log, of its folder and of what is in it; then comes the answer.
#[test]
fn what_a_person_entered_is_sent_again_when_the_disk_is_well_again() {
    let stage = Stage::new();
    // The file is there already, and nothing is left in its log.
    stage.sayso(["ask", "--no-wait", &ask(&[name()])]).done();
    assert_eq!(stage.pending().len(), 1);
    let asked = stage.file("ask.json", ask(&[auth()]));
    let call = stage.shell::<&str>(&failing(4, &format!("sayso ask -f {asked}")), []);
    let mut terminal = call.in_panel().at_terminal();
    terminal.shows("↑↓ move").types("2");
    terminal
        .shows("Not confirmed, and nothing is lost")
        .shows("↑↓ move")
        .types("\r");
    terminal
        .gives_back()
        .exits(0)
        .prints(r#"{"answers":{"Auth method":"JWT"}}"#);
    assert_eq!(stage.states(), ["answered"]);
}

/// Older containers forbid the call that looks at a file without its times. That is no lost file.
#[test]
fn a_file_is_not_lost_where_it_can_only_be_looked_at_in_the_old_way() {
    let stage = Stage::new();
    let asked = stage.file("ask.json", ask(&[auth()]));
    let refused = "exec strace -D -f -o strace.log -e trace=statx -e inject=statx:error=EPERM";
    stage
        .shell::<&str>(&format!("{refused} sayso ask -f {asked}"), [])
        .piped("2\n")
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Auth method":"JWT"}}"#);
}
