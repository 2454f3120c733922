//! What is on record: reading it, checking it, forgetting it.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::questions::{ONE, ask, auth, colour, features, name};
use crate::stage::Stage;

/// Two sessions with five rounds: four answered, one cancelled; and one that is open.
pub(crate) fn lived() -> Stage {
    let stage = Stage::new();
    let in_session = |session: &str, question: &Value| {
        stage.sayso([
            "ask",
            "--session",
            session,
            "--agent",
            "claude",
            &ask(std::slice::from_ref(question)),
        ])
    };
    in_session("a", &auth()).piped("2\n").done().exits(0);
    in_session("b", &features()).piped("1,3\n").done().exits(0);
    in_session("a", &colour()).piped("9\n").done().exits(0);
    let mut terminal = in_session("a", &auth()).at_terminal();
    terminal
        .sees(ONE)
        .types("\u{4}")
        .sees("go on: ")
        .types("y\n");
    terminal.sees("none): ").types("later\n");
    terminal.done().exits(4);
    in_session("b", &name()).piped("Otto <b>\n").done().exits(0);
    let open = ["ask", "--session", "c", "--no-wait", "--rounds", "2"];
    let open = open
        .map(str::to_owned)
        .into_iter()
        .chain([ask(&[auth(), features()])]);
    stage.sayso(open).done().exits(7);
    stage
}

/// The text of a history, with its moments and durations taken out.
fn without_times(history: &str) -> String {
    let mut text = String::new();
    for line in history.lines() {
        let line = match line.split_once("Z ") {
            Some((moment, rest)) if moment.starts_with("20") => rest,
            _ => line,
        };
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |at: usize| {
            words[at].starts_with(|c: char| c.is_ascii_digit())
                && words.get(at + 1).is_some_and(|unit| unit.starts_with('s'))
        };
        let kept = (0..words.len()).map(|at| if is_time(at) { "T" } else { words[at] });
        text += &kept.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text
}

#[test]
fn history_for_people() {
    let stage = lived();
    let done = stage.sayso(["history"]).done().exits(0).complains(&[]);
    assert_eq!(
        without_times(&done.stdout),
        "\
answered by a script of ada via pipe in T s  #2 b
  by a script, not a person; received by the agent
  What shall it be called?
    ● Otto <b>

cancelled by ada via terminal after T s: “later”  #3 a
  typed at a terminal; received by the agent
  [Auth method] Which authentication method should we use?
    ○ OAuth 2.0
    ○ JWT
    –

answered by a script of ada via pipe in T s  #2 a
  by a script, not a person; received by the agent
  [Colour] Which colour?
    ○ Red
    ● Blue
      (default, chosen by nobody)

answered by a script of ada via pipe in T s  #1 b
  by a script, not a person; received by the agent
  [Features] Which features to enable?
    ● Caching
    ○ Logging
    ● Metrics

answered by a script of ada via pipe in T s  #1 a
  by a script, not a person; received by the agent
  [Auth method] Which authentication method should we use?
    ○ OAuth 2.0
    ● JWT

"
    );
    let chinese = stage
        .sayso(["history", "a"])
        .env("SAYSO_LANG", "zh-CN")
        .done();
    let chinese = without_times(&chinese.exits(0).stdout);
    assert!(
        chinese.starts_with("由 ada 通过 terminal 取消，历时 T s: “later”  #3 a\n"),
        "{chinese}"
    );
    assert!(
        chinese.contains("由 ada 的脚本通过 pipe 回答，历时 T s  #2 a\n"),
        "{chinese}"
    );
    assert!(chinese.contains("（默认，非人选择）"), "{chinese}");
    assert!(!chinese.contains("default"), "{chinese}");
}

#[test]
fn history_of_one_session_and_of_nothing() {
    let stage = lived();
    let done = stage.sayso(["history", "b", "--json"]).done().exits(0);
    assert_eq!(done.stdout.lines().count(), 2);
    let done = stage.sayso(["history", "nobody"]).done().exits(0);
    done.prints_nothing()
        .complains(&["Nothing was answered yet."]);
    let stage = Stage::new();
    let done = stage.sayso(["history"]).done().exits(0);
    done.prints_nothing()
        .complains(&["Nothing was answered yet."]);
    let done = stage.sayso(["history"]).env("LANG", "zh_CN.UTF-8").done();
    done.exits(0)
        .prints_nothing()
        .complains(&["还没有任何记录。"]);
    stage
        .sayso(["history", "--json"])
        .done()
        .exits(0)
        .prints_nothing()
        .complains(&[]);
}

#[test]
fn history_for_programs() {
    let history = lived().history();
    let brief: Vec<Value> = history
        .iter()
        .map(|o| {
            json!([
                o["session_id"],
                o["round"],
                o["state"],
                o["via"],
                o["decided_by"]
            ])
        })
        .collect();
    assert_eq!(
        json!(brief),
        json!([
            ["b", 2, "answered", "pipe", "file"],
            ["a", 3, "cancelled", "terminal", "person"],
            ["a", 2, "answered", "pipe", "file"],
            ["b", 1, "answered", "pipe", "file"],
            ["a", 1, "answered", "pipe", "file"],
        ])
    );
    assert_eq!(history[1]["reason"], "later");
    assert_eq!(history[2]["defaulted"], json!(["colour"]));
    assert_eq!(
        history[3]["answers"][0]["answer"],
        json!(["Caching", "Metrics"])
    );
}

#[test]
fn history_page_by_page() {
    let stage = lived();
    let whole = stage.history();
    for size in ["1", "2", "3", "5", "9"] {
        let mut pages: Vec<Value> = Vec::new();
        let mut before = u64::MAX.to_string();
        loop {
            let call = stage.sayso(["history", "--json", "-n", size, "--before", &before]);
            let done = call.done().exits(0);
            let page = done
                .stdout
                .lines()
                .map(|line| serde_json::from_str(line).unwrap());
            let count = pages.len();
            pages.extend(page);
            assert!(pages.len() - count <= size.parse().unwrap());
            if pages.len() == count {
                break;
            }
            before = pages.last().unwrap()["place"].to_string();
        }
        assert_eq!(pages, whole, "{size} at a time");
    }
    // For people, the end of a page says how to go on.
    let done = stage.sayso(["history", "-n", "2"]).done().exits(0);
    let place = &whole[1]["place"];
    done.complains(&[&format!("More: add --before {place}")]);
    let done = stage.sayso(["history", "-n", "9"]).done().exits(0);
    done.complains(&[]);
}

#[test]
fn pending_for_people_and_programs() {
    let stage = lived();
    let pending = stage.pending();
    assert_eq!(pending.len(), 1);
    let open = &pending[0];
    assert_eq!(open["session_id"], "c");
    assert_eq!(open["round"], 1);
    assert_eq!(open["state"], "pending");
    assert_eq!(open["agent"]["name"], Value::Null);
    assert_eq!(open["deadline"], Value::Null);
    assert_eq!(open["questions"].as_array().unwrap().len(), 2);
    assert_eq!(open["questions"][0]["header"], "Auth method");
    assert!(open["asked_at"].as_str().unwrap().starts_with("20"));
    let id = open["interaction_id"].as_str().unwrap();

    let line = stage
        .sayso(["pending"])
        .done()
        .exits(0)
        .complains(&[])
        .stdout;
    assert!(line.starts_with(&id[24..]), "{line}");
    assert!(
        line.ends_with("  Which authentication method should we use?  (+1)\n"),
        "{line}"
    );

    let answers = r#"{"Auth method":"JWT","Features":["Caching"]}"#;
    stage
        .sayso(["answer", "--scripted", &id[24..], answers])
        .done()
        .exits(0);
    let done = stage.sayso(["pending"]).done().exits(0);
    done.prints_nothing()
        .complains(&["Nothing is waiting for you."]);
    let done = stage.sayso(["pending"]).env("SAYSO_LANG", "zh-CN").done();
    done.exits(0)
        .prints_nothing()
        .complains(&["没有等待回答的问题。"]);
    stage
        .sayso(["pending", "--json"])
        .done()
        .exits(0)
        .prints("[]");
}

#[test]
fn pending_oldest_first_with_its_agent() {
    let stage = Stage::new();
    for (agent, question) in [("claude", auth()), ("codex", features())] {
        let args = ["ask", "--no-wait", "--agent", agent, "--timeout", "1h"];
        let args = args
            .map(str::to_owned)
            .into_iter()
            .chain([ask(&[question])]);
        stage.sayso(args).done().exits(7);
    }
    let pending = stage.pending();
    let agents: Vec<&Value> = pending.iter().map(|open| &open["agent"]["name"]).collect();
    assert_eq!(agents, ["claude", "codex"]);
    assert!(!pending[0]["deadline"].is_null());
    let listed = stage.sayso(["pending"]).done().exits(0).stdout;
    let agents: Vec<bool> = listed
        .lines()
        .map(|line| line.contains("  claude  Which auth") || line.contains("  codex  Which feat"))
        .collect();
    assert_eq!(agents, [true, true], "{listed}");
}

#[test]
fn an_untouched_log_is_found_so() {
    let stage = lived();
    let done = stage
        .sayso(["audit", "verify"])
        .done()
        .exits(0)
        .complains(&[]);
    // Three openings, six asks, five ends that arrived.
    assert!(
        done.stdout
            .starts_with("24 facts of 3 sessions: every hash fits. Head: ")
    );
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    assert_eq!(export.lines().count(), 24);
    let facts: Vec<Value> = export
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(facts[0]["fact"]["fact"], "opened");
    assert_eq!(facts[0]["seq"], 1);
    let export = stage.file("export.jsonl", export);
    stage
        .sayso(["audit", "verify", "--against", &export])
        .done()
        .exits(0);
    // What comes later is no harm.
    stage
        .sayso(["ask", &ask(&[auth()])])
        .piped("1\n")
        .done()
        .exits(0);
    stage
        .sayso(["audit", "verify", "--against", &export])
        .done()
        .exits(0);
    let garbage = stage.file("garbage", "no export");
    let done = stage
        .sayso(["audit", "verify", "--against", &garbage])
        .done();
    assert!(
        done.exits(1)
            .stderr
            .ends_with("garbage:1: no line of an export\n")
    );
    let done = Stage::new().sayso(["audit", "verify"]).done().exits(0);
    assert!(
        done.stdout
            .starts_with("0 facts of 0 sessions: every hash fits.")
    );
}

/// Tampers with the file of a store that has lived, and checks it.
#[track_caller]
fn tampered(sql: &str) -> (Stage, String, crate::running::Done) {
    let stage = lived();
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let export = stage.file("export.jsonl", export);
    let store = Connection::open(stage.store()).unwrap();
    store.execute_batch(sql).unwrap();
    drop(store);
    let done = stage.sayso(["audit", "verify"]).done();
    (stage, export, done)
}

/// A number of the store's own stands for each session.
const IN_A: &str = "session = (SELECT number FROM sessions WHERE session = 'a')";

#[test]
fn tampering_is_found() {
    let swap = |one: u8, other: u8| {
        format!(
            "UPDATE events SET seq = -1 WHERE {IN_A} AND seq = {one};
             UPDATE events SET seq = {one} WHERE {IN_A} AND seq = {other};
             UPDATE events SET seq = {other} WHERE {IN_A} AND seq = -1;"
        )
    };
    let fact = |seq: u8| format!("session a: fact {seq} is not what was recorded");
    for (what, sql, said) in [
        (
            "an answer is changed",
            format!("UPDATE events SET body = replace(body, '\"JWT\"}}}}', '\"OAuth 2.0\"}}}}') WHERE {IN_A} AND seq = 3"),
            fact(3),
        ),
        (
            "a byte is added",
            format!("UPDATE events SET body = body || ' ' WHERE {IN_A} AND seq = 1"),
            fact(1),
        ),
        (
            "a fact becomes no JSON",
            format!("UPDATE events SET body = 'x' WHERE {IN_A} AND seq = 3"),
            fact(3),
        ),
        (
            "a moment is changed",
            format!("UPDATE events SET at = at + 1 WHERE {IN_A} AND seq = 7"),
            fact(7),
        ),
        (
            "a hash is changed",
            format!("UPDATE events SET hash = zeroblob(32) WHERE {IN_A} AND seq = 4"),
            fact(4),
        ),
        (
            "a fact in the middle is deleted",
            format!("DELETE FROM events WHERE {IN_A} AND seq = 3"),
            "session a: fact 3 expected, 4 found: facts were removed, added or moved".into(),
        ),
        (
            "the first fact is deleted",
            format!("DELETE FROM events WHERE {IN_A} AND seq = 1"),
            "session a: fact 1 expected, 2 found: facts were removed, added or moved".into(),
        ),
        (
            "two neighbours are swapped",
            swap(3, 4),
            "session a: fact 3 expected, 4 found: facts were removed, added or moved".into(),
        ),
        (
            "two bodies are swapped",
            format!(
                "CREATE TEMP TABLE t AS SELECT seq, body, hash FROM events WHERE {IN_A} AND seq IN (3, 5);
                 UPDATE events SET body = (SELECT body FROM t WHERE t.seq = 8 - events.seq),
                                   hash = (SELECT hash FROM t WHERE t.seq = 8 - events.seq)
                 WHERE {IN_A} AND seq IN (3, 5);"
            ),
            fact(3),
        ),
        (
            "a fact is moved to another session",
            format!("UPDATE events SET session = (SELECT number FROM sessions WHERE session = 'b'), seq = 11 WHERE {IN_A} AND seq = 13"),
            "session b: fact 6 expected, 11 found: facts were removed, added or moved".into(),
        ),
        (
            "a fact is added",
            format!("INSERT INTO events (place, session, seq, at, kind, body, hash) SELECT 99, session, 14, at, kind, body, hash FROM events WHERE {IN_A} AND seq = 13"),
            fact(14),
        ),
        (
            "a session gets another name",
            "UPDATE sessions SET session = 'z' WHERE session = 'a'".into(),
            "session z: fact 1 is not what was recorded".into(),
        ),
    ] {
        let (_stage, _, done) = tampered(&sql);
        assert_eq!(done.code, 1, "{what}: {done:?}");
        assert!(done.stderr.lines().any(|line| line == said), "{what}: {done:?}");
        assert_eq!(done.stdout, "", "{what}");
    }
}

#[test]
fn a_tail_that_was_cut_off_is_found_against_an_export() {
    let cut = format!(
        "DELETE FROM events WHERE {IN_A} AND seq = 13;
         INSERT INTO pending SELECT id, session, asked, NULL FROM closed
             WHERE {IN_A} AND closed NOT IN (SELECT place FROM events);
         DELETE FROM closed WHERE id IN (SELECT id FROM pending);
         DELETE FROM touches WHERE place NOT IN (SELECT place FROM events);
         DELETE FROM places WHERE place NOT IN (SELECT place FROM events);"
    );
    let whole = format!(
        "DELETE FROM events WHERE {IN_A}; DELETE FROM places WHERE {IN_A}; DELETE FROM pending WHERE {IN_A}; DELETE FROM closed WHERE {IN_A}; DELETE FROM sessions WHERE session = 'a';"
    );
    for (sql, gone) in [
        (cut.as_str(), vec![13]),
        (whole.as_str(), (1..=13).collect()),
    ] {
        let (stage, export, done) = tampered(sql);
        done.exits(0);
        let done = stage
            .sayso(["audit", "verify", "--against", &export])
            .done();
        let mut lines: Vec<String> = gone
            .iter()
            .map(|seq| format!("session a: fact {seq} of the export is gone"))
            .collect();
        lines.push(format!("{} problems found", gone.len()));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        done.exits(1).prints_nothing().complains(&lines);
    }
}

#[test]
fn completions_for_every_shell() {
    let stage = Stage::new();
    for (shell, mark) in [
        ("bash", "complete -F _sayso"),
        ("zsh", "#compdef sayso"),
        ("fish", "complete -c sayso"),
    ] {
        let call = stage.sayso(["completions", shell]).without("SAYSO_DATA");
        let script = call.done().exits(0).complains(&[]).stdout;
        assert!(script.contains(mark), "{shell}: {script}");
        assert!(script.contains("history"), "{shell}");
    }
    assert!(!stage.data().exists());
}

/// The subcommands that a help text lists.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| {
        let name = line.strip_prefix("  ")?;
        let name = name.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn help_for_everything() {
    let stage = Stage::new();
    let mut left: Vec<Vec<String>> = vec![Vec::new()];
    let mut count = 0;
    while let Some(command) = left.pop() {
        for flag in ["--help", "-h"] {
            let args = command.iter().map(String::as_str).chain([flag]);
            let call = stage.sayso(args).without("SAYSO_DATA");
            let help = call.done().exits(0).complains(&[]).stdout;
            assert!(help.contains("Usage: sayso"), "{command:?}: {help}");
            if flag == "--help" {
                let below = |name| [command.clone(), vec![name]].concat();
                left.extend(subcommands(&help).into_iter().map(below));
            }
        }
        count += 1;
    }
    assert!(count > 12, "only {count} commands have a help text");
    let version = stage.sayso(["--version"]).without("SAYSO_DATA").done();
    version
        .exits(0)
        .prints(concat!("sayso ", env!("CARGO_PKG_VERSION")));
}
