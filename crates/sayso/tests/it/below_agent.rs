//! A script says that it is one, and an agent cannot answer for the person.

use std::os::unix::fs::symlink;

use serde_json::json;

use crate::desk::{Desk, token};
use crate::questions::{ONE, ask, auth};
use crate::running::Running;
use crate::stage::{Call, Stage};

const GIVEN: &str = r#"{"Auth method":"JWT"}"#;

/// A stage with one open question, and its id.
fn asked() -> (Stage, String) {
    let stage = Stage::new();
    let asked = stage.sayso(["ask", "--no-wait", &ask(&[auth()])]);
    asked.done().exits(7);
    let id = stage.open_id();
    (stage, id)
}

/// A hook that waits for an approval at a desk, and its id.
fn approval(stage: &Stage) -> (Running, String) {
    let call = json!({
        "hook_event_name": "PermissionRequest", "session_id": "s", "cwd": stage.path(""),
        "tool_name": "Bash", "tool_input": { "command": "rm -rf /" },
    });
    let hook = stage.sayso(["hook", "claude-code", "--manner", "desk"]);
    let hook = hook.piped(call.to_string()).begin();
    (hook, stage.open_id_soon())
}

#[test]
fn without_a_terminal_a_script_has_to_say_so() {
    let (stage, id) = asked();
    let why = "Error: There is no terminal, so this cannot be a person's answer. \
               Add --scripted to record it as a script's.";
    let given = stage.sayso(["answer", &id, GIVEN]).done();
    given.exits(2).prints_nothing().complains(&[why]);
    let piped = stage.sayso(["answer", &id]).piped("2\n").done();
    piped.exits(2).prints_nothing().complains(&[why]);
    let nothing = stage.sayso(["answer", "--scripted", &id]).done();
    nothing
        .exits(2)
        .complains(&["Error: --scripted needs JSON, or lines piped in."]);
    assert_eq!(stage.open_id(), id);
}

#[test]
fn a_script_s_answer_is_never_worded_as_a_person_s() {
    let call = |stage: &Stage, id: &str, args: &[&str]| {
        stage.sayso(["answer", id].into_iter().chain(args.iter().copied()))
    };
    for via in ["file", "pipe", "file at a terminal"] {
        let (stage, id) = asked();
        match via {
            "file" => call(&stage, &id, &["--scripted", GIVEN]).done().exits(0),
            "pipe" => {
                let call = call(&stage, &id, &["--scripted"]);
                call.piped("2\n").done().exits(0)
            }
            _ => call(&stage, &id, &[GIVEN]).at_terminal().done().exits(0),
        };
        let outcome = &stage.history()[0];
        assert_eq!(outcome["evidence"], "script", "{via}");
        assert_eq!(outcome["decided_by"], "file", "{via}");
        let history = stage.sayso(["history"]).done().exits(0).stdout;
        assert!(
            history.contains(" answered by a script of ada via "),
            "{history}"
        );
        let told = stage.sayso(["wait", &id, "--format", "claude"]).done();
        let told = told.exits(0).json()["content"].as_str().unwrap().to_owned();
        assert!(!told.contains("User has answered"), "{told}");
    }
}

#[test]
fn a_script_never_allows_an_action() {
    let stage = Stage::new();
    let _desk = Desk::start(&stage);
    let (_hook, id) = approval(&stage);
    for allow in [
        r#"{"Permission":"allow"}"#,
        r#"{"Permission":"Yes, this once"}"#,
    ] {
        let done = stage.sayso(["answer", "--scripted", &id, allow]).done();
        done.exits(6).prints_nothing();
        let call = stage.sayso(["answer", "--scripted", &id]);
        call.piped("Yes, this once\n").done().exits(6);
        assert_eq!(stage.open_id(), id);
    }
    let no = stage.sayso(["answer", "--scripted", &id, r#"{"Permission":"deny"}"#]);
    no.done().exits(0);
}

/// Below an agent, by every mark and way of answering; the words are for the model.
#[test]
fn an_agent_cannot_answer_for_the_person() {
    let marks = [
        ("CLAUDECODE", "Claude Code"),
        ("CLAUDE_CODE_CHILD_SESSION", "Claude Code"),
        ("CLAUDE_CODE_ENTRYPOINT", "Claude Code"),
        ("CLAUDE_CODE_SESSION_ID", "Claude Code"),
        ("CODEX_CI", "Codex"),
        ("CODEX_SANDBOX", "Codex"),
        ("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"),
        ("CODEX_THREAD_ID", "Codex"),
        ("OPENCODE", "opencode"),
        ("OPENCODE_PID", "opencode"),
        ("GEMINI_CLI", "Gemini CLI"),
        ("QWEN_CODE", "Qwen Code"),
        ("CURSOR_AGENT", "Cursor"),
        ("COPILOT_CLI", "Copilot CLI"),
        ("AMP_CURRENT_THREAD_ID", "Amp"),
        ("AUGMENT_AGENT", "Augment"),
        ("AI_AGENT", "an agent"),
        ("SAYSO_HOSTED", "an agent that Sayso hosts"),
    ];
    let (stage, id) = asked();
    let desk = Desk::start(&stage);
    let open = format!(
        "The question is open at {} and in the person's own terminal. \
         Wait for the answer with: sayso wait {id}",
        desk.url
    );
    let refused = |agent: &str| {
        format!("Refused: this runs below {agent}. You cannot answer for the person.")
    };
    for (mark, agent) in marks {
        let call = stage.sayso(["answer", "--scripted", &id, GIVEN]);
        let done = call.env(mark, "1").done().exits(6).prints_nothing();
        done.complains(&[&refused(agent), &open]);
        assert_eq!(stage.open_id(), id, "{mark}");
    }
    let refused = refused("Claude Code");
    let marked = |args: &[&str]| {
        let call = stage.sayso(["answer", &id].iter().chain(args));
        call.env("CLAUDECODE", "1")
    };
    for call in [
        marked(&[GIVEN]),
        marked(&[]).piped("2\n"),
        marked(&["--scripted"]).piped("2\n"),
    ] {
        call.done().exits(6).complains(&[&refused, &open]);
    }
    let at_terminal: [fn(Call) -> Call; 2] = [|call| call, Call::in_panel];
    for mode in at_terminal {
        let done = mode(marked(&[])).all_at_terminal().done().exits(6);
        assert!(done.screen.contains(&refused), "{done:?}");
    }
    let elsewhere = Stage::new();
    for whose in ["person", "agent"] {
        let call = elsewhere.sayso(["answer", "--scripted", &id, GIVEN]);
        let call = call.env("SAYSO_DESK", &desk.url);
        let call = call.env("SAYSO_TOKEN", token(&stage, whose));
        let done = call.env("CLAUDECODE", "1").done().exits(6);
        done.complains(&[&refused, &open]);
    }
    let chinese = marked(&[GIVEN]).env("SAYSO_LANG", "zh-CN").done().exits(6);
    assert!(chinese.stderr.contains("你不能代替用户回答"), "{chinese:?}");
    assert_eq!(stage.open_id(), id);
}

/// An agent that cleans the environment of its marks is still above.
#[test]
fn an_agent_among_the_ancestors_cannot_answer_either() {
    let (stage, id) = asked();
    for (program, agent) in [("claude", "Claude Code"), ("codex", "Codex")] {
        symlink("/bin/sh", stage.path("bin").join(program)).unwrap();
        let line = r#"env -u CLAUDECODE sh -c 'sayso answer --scripted "$0" "$1"; exit $?' "$1" "$2"; exit $?"#;
        let call = stage.program(program, ["-c", line, "sh", &id, GIVEN]);
        let done = call.done().exits(6).prints_nothing();
        assert!(done.stderr.contains(&format!("below {agent}.")), "{done:?}");
        assert_eq!(stage.open_id(), id);
    }
}

/// What people set for their agents, and editors in people's terminals, is no agent.
#[test]
fn a_person_who_uses_agents_can_answer() {
    let (stage, id) = asked();
    let call = stage.sayso(["answer", &id]);
    let call = call.env("CODEX_HOME", "/x").env("CURSOR_TRACE_ID", "x");
    let call = call.env("CLAUDE_CODE_SSE_PORT", "1").env("CLAUDECODE", "");
    let call = call
        .env("CLAUDE_CODE_USE_BEDROCK", "1")
        .env("OPENCODE_CONFIG", "x");
    let mut terminal = call.at_terminal();
    terminal.sees(ONE).types("2\n");
    terminal.done().exits(0);
    assert_eq!(stage.history()[0]["evidence"], "terminal");
}

/// To ask below an agent is what it is for; who types there is the person.
#[test]
fn an_agent_s_own_question_is_asked_below_it() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &ask(&[auth()])]).env("CLAUDECODE", "1");
    let mut terminal = call.at_terminal();
    terminal.sees(ONE).types("2\n");
    terminal.done().exits(0);
    let outcome = &stage.history()[0];
    assert_eq!(outcome["evidence"], "terminal");
    assert_eq!(outcome["decided_by"], "person");
}

#[test]
fn below_an_agent_there_is_no_inbox_and_no_cancel_of_a_person_s() {
    let (stage, id) = asked();
    let inbox = stage.sayso(["inbox"]).in_panel().env("CLAUDECODE", "1");
    let done = inbox.all_at_terminal().done().exits(6);
    assert!(
        done.screen.contains("You cannot answer for the person"),
        "{done:?}"
    );
    let cancel = |args: &[&str]| {
        let call = stage.sayso(["cancel", &id].iter().chain(args));
        call.env("CLAUDECODE", "1").done()
    };
    cancel(&["--reason", "not now"]).exits(6);
    assert_eq!(stage.open_id(), id);
    // An agent takes the question back.
    cancel(&[]).exits(0);
    assert_eq!(stage.history()[0]["decided_by"], "asker");
}
