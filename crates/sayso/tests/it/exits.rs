//! Every exit code of the command, by a situation that leads to it.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::questions::{ONE, ask, auth, colour, deploy, features, name, with};
use crate::stage::Stage;

/// Nothing was answered, and nothing is left open.
#[track_caller]
fn nothing_answered(stage: &Stage) {
    let states = stage.states();
    assert!(
        states.iter().all(|state| state == "cancelled"),
        "{states:?}"
    );
    assert_eq!(stage.pending(), [] as [Value; 0]);
}

#[test]
fn code_0_answered() {
    let stage = Stage::new();
    let done = stage.sayso(["ask", &ask(&[auth()])]).piped("2\n").done();
    done.exits(0)
        .prints(r#"{"answers":{"Auth method":"JWT"}}"#)
        .complains(&[]);
    assert_eq!(stage.states(), ["answered"]);
}

#[test]
fn code_0_the_question_from_a_file_or_standard_input() {
    let stage = Stage::new();
    let question = stage.file("question.json", ask(&[auth()]));
    let jwt = r#"{"answers":{"Auth method":"JWT"}}"#;
    for call in [
        stage.sayso(["ask", "-f", &question]).piped("2\n"),
        stage.sayso(["ask", "--file", &question]).piped("2\n"),
    ] {
        call.done().exits(0).prints(jwt);
    }
    // Standard input is taken by the question: the terminal is asked.
    let line = r#"sayso ask - < "$1""#;
    let mut terminal = stage.shell(line, [&question]).at_terminal();
    terminal.sees(ONE).types("2\n");
    terminal.done().exits(0).prints(jwt);
    let answers = stage.file("answers.json", r#"{"Auth method":"JWT"}"#);
    let call = stage.sayso(["ask", "-", "--answers", &answers]);
    call.piped(ask(&[auth()])).done().exits(0).prints(jwt);
}

/// With nobody at a terminal a desk is started, where somebody else can answer.
#[test]
fn code_0_answered_at_a_desk_that_was_started() {
    let stage = Stage::new();
    let asking = stage.sayso(["ask", &ask(&[auth()])]).begin();
    let recorded = (0..1_000).any(|_| stage.pending().len() == 1);
    assert!(recorded, "nothing is pending");
    let id = stage.open_id();
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    let done = asking.done().exits(0);
    let done = done.prints(r#"{"answers":{"Auth method":"JWT"}}"#);
    assert!(
        done.stderr
            .starts_with("Waiting for an answer at http://127.0.0.1:"),
        "{done:?}"
    );
    assert!(
        done.stderr
            .ends_with(&format!(", or by: sayso answer {id}\n")),
        "{done:?}"
    );
}

#[test]
fn code_1_bad_input() {
    let stage = Stage::new();
    let good = ask(&[auth()]);
    let missing = stage.path("missing.json");
    let missing = missing.to_str().unwrap();
    let folder = stage.path("bin");
    let folder = folder.to_str().unwrap();
    for (args, why) in [
        (vec!["ask", "{"], "Error: Invalid JSON format"),
        (vec!["ask", "[]"], "Error: Validation failed"),
        (vec!["ask", "null"], "Error: Validation failed"),
        (vec!["ask", "-f", missing], "Error: "),
        (vec!["ask", "-f", folder], "Error: "),
        (vec!["ask", &good, "--answers", missing], "Error: "),
        (vec!["wait", "0123abcd"], "no question with the id"),
        (vec!["wait", "nonsense"], "\"nonsense\" is no id"),
        (
            vec!["wait", "01a1e14a1c9275258431e7015766131b"],
            "No such question",
        ),
        (
            vec![
                "answer",
                "--scripted",
                "01a1e14a1c9275258431e7015766131b",
                "{}",
            ],
            "no question with the id",
        ),
        (
            vec!["cancel", "01a1e14a1c9275258431e7015766131b"],
            "No such question",
        ),
    ] {
        let done = stage.sayso(&args).done().exits(1).prints_nothing();
        assert!(done.stderr.starts_with(why), "{args:?}: {}", done.stderr);
    }
    nothing_answered(&stage);
}

#[test]
fn code_1_a_bad_answer() {
    let stage = Stage::new();
    let asked = stage.sayso(["ask", "--no-wait", &ask(&[auth()])]);
    asked.done().exits(7);
    let id = stage.open_id();
    for (answer, why) in [
        (r#"{"Auth method":"Kerberos"}"#, "is not offered"),
        (r#"{"Auth method":["JWT"]}"#, "expected "),
        (r#"{"Auth method":""}"#, "is not offered"),
        (r#"{"Auth method":null}"#, "required, but not answered"),
        (
            r#"{"Auth method":{"other":" "}}"#,
            "required, but not answered",
        ),
        ("{}", "required, but not answered"),
        (r#"{"Colour":"Red"}"#, "no such question: \"Colour\""),
        ("{", "not valid JSON"),
        (
            r#"{"a":1,"a":2,"b":1,"b":2}"#,
            "the key \"a\" stands twice; the key \"b\" stands twice",
        ),
        ("[]", "answers are written as"),
    ] {
        let done = stage.sayso(["answer", "--scripted", &id, answer]).done();
        let done = done.exits(1).prints_nothing();
        assert!(done.stderr.contains(why), "{answer}: {}", done.stderr);
    }
    assert_eq!(stage.open_id(), id);
}

#[test]
fn code_2_wrong_usage() {
    let stage = Stage::new();
    let good = ask(&[auth()]);
    let long = "k".repeat(257);
    let rows: &[&[&str]] = &[
        &[],
        &["nonsense"],
        &["ask", &good, &good],
        &["ask", &good, "--nonsense"],
        &["ask", &good, "-f", "question.json"],
        &["ask", &good, "--timeout", "soon"],
        &["ask", &good, "--timeout", "-1s"],
        &["ask", &good, "--timeout", "10y"],
        &["ask", &good, "--timeout", "18446744073709551615d"],
        &["ask", &good, "--timeout", "１s"],
        &["ask", &good, "--timeout", ""],
        &["ask", &good, "--on-timeout", "default"],
        &["ask", &good, "--timeout", "1s", "--on-timeout", "guess"],
        &["ask", &good, "--format", "yaml"],
        &["ask", &good, "--key", "label"],
        &["ask", &good, "--answers", "answers.json", "--no-wait"],
        &["ask", &good, "--session", " "],
        &["ask", &good, "--session", &long],
        &["ask", &good, "--call", ""],
        &["ask", &good, "--call", "\u{200b}"],
        &["ask", &good, "--agent", &long],
        &["ask", &good, "--rounds", "many"],
        &["wait"],
        &["answer"],
        &["history", "--limit", "few"],
        &["audit"],
        &["audit", "forget"],
        &["completions", "cmd.exe"],
    ];
    for args in rows {
        let done = stage.sayso(*args).piped("1\n").done();
        let done = done.exits(2).prints_nothing();
        assert!(!done.stderr.is_empty(), "{args:?}");
    }
    assert!(!stage.store().exists());
}

#[test]
fn code_2_a_bad_environment() {
    let stage = Stage::new();
    let call = || stage.sayso(["ask", &ask(&[auth()])]).piped("1\n");
    let done = call().without("SAYSO_DATA").done();
    done.exits(2)
        .prints_nothing()
        .complains(&["set SAYSO_DATA to a directory of your own: there is no HOME"]);
    let done = call().env("SAYSO_LANG", "tlh").done();
    done.exits(2)
        .prints_nothing()
        .complains(&[r#"SAYSO_LANG is "tlh"; Sayso speaks `en` and `zh-CN`"#]);
}

#[test]
fn code_3_nobody_can_be_asked() {
    let nobody = "Error: Nobody can be asked: there is no terminal and no input. \
                  Run it in a terminal, pipe the answers in, or give --answers FILE or --no-wait.";
    let stage = Stage::new();
    let good = ask(&[auth()]);
    let call = stage.sayso(["ask", "--local", &good]);
    call.done().exits(3).prints_nothing().complains(&[nobody]);
    let call = stage.sayso(["ask", "--local", "-"]).piped(good.as_str());
    call.done().exits(3).prints_nothing().complains(&[nobody]);
    for line in [
        r#"sayso ask --local "$1" <&-"#,
        r#"sayso ask --local "$1" < /dev/zero"#,
        r#"sayso ask --local "$1" < ."#,
        r#"sayso ask --local "$1" --format outcome < /dev/null"#,
        r#"sayso ask --local "$1" --timeout 1h --on-timeout default < /dev/null"#,
    ] {
        let call = stage.shell(line, [&good]);
        call.done().exits(3).prints_nothing().complains(&[nobody]);
    }
    nothing_answered(&stage);
    // What has a key can be asked again where somebody is: it stays open.
    let call = stage.shell(r#"sayso ask --local "$1" --call key < /dev/null"#, [&good]);
    call.done().exits(3).prints_nothing().complains(&[nobody]);
    let answer = stage.sayso(["answer", &stage.open_id()]).done();
    answer.exits(3).prints_nothing().complains(&[nobody]);
    assert_eq!(stage.pending().len(), 1);
}

/// No terminal here, and no desk can be started: a question that nobody will ask again is taken
/// back, one that has a key stays.
#[test]
fn code_3_no_desk_can_be_started() {
    let good = ask(&[auth()]);
    for (key, open) in [("", 0), ("--call key", 1)] {
        let stage = Stage::new();
        std::fs::create_dir(stage.data()).unwrap();
        // An address of nobody.
        stage.file("data/config.toml", "[serve]\nlisten = \"192.0.2.1:7319\"\n");
        let line = format!(r#"sayso ask {key} "$1" < /dev/null"#);
        let done = stage.shell(&line, [&good]).done();
        done.exits(3).prints_nothing();
        assert_eq!(stage.pending().len(), open, "{line}");
        assert!(!stage.states().contains(&"answered".to_owned()), "{line}");
    }
}

#[test]
fn code_3_the_end_of_input_is_no_answer() {
    let ended = |name: &str| format!("{name}: the input ended before an answer");
    for (questions, lines, why) in [
        (vec![auth()], "", ended("Auth method")),
        (vec![colour()], "", ended("Colour")),
        (vec![auth(), features()], "1\n", ended("Features")),
        (vec![auth()], "0\n", ended("Auth method")),
        (vec![deploy()], "", ended("Deploy now?")),
    ] {
        let stage = Stage::new();
        let done = stage.sayso(["ask", &ask(&questions)]).piped(lines).done();
        done.exits(3).prints_nothing().complains(&[&why]);
        nothing_answered(&stage);
        let outcome = &stage.history()[0];
        assert_eq!(outcome["decided_by"], "asker");
        assert_eq!(outcome["answers"], json!([]));
    }
}

#[test]
fn code_4_the_person_cancels() {
    let reason = "not now, let us talk about X first";
    for (format, stdout) in [
        ("answers", None),
        ("outcome", Some("reason")),
        ("claude", Some("content")),
    ] {
        let stage = Stage::new();
        let call = stage.sayso(["ask", &ask(&[auth()]), "--format", format]);
        let mut terminal = call.at_terminal();
        terminal.sees(ONE).types("\u{4}");
        terminal
            .sees("Cancel without answering? Enter y to cancel, anything else to go on: ")
            .types("y\n");
        terminal
            .sees("Why? The asker gets your words (Enter for none): ")
            .types(&format!("{reason}\n"));
        let done = terminal.done().exits(4);
        match stdout {
            None => {
                assert!(done.screen.ends_with(&format!(
                    "The user cancelled this question without answering. \
                     Do not choose for them. Their words: {reason}\n"
                )));
                done.prints_nothing();
            }
            Some(field) => assert!(done.json()[field].as_str().unwrap().ends_with(reason)),
        }
        let outcome = &stage.history()[0];
        assert_eq!(outcome["state"], "cancelled");
        assert_eq!(outcome["reason"], reason);
        assert_eq!(outcome["decided_by"], "person");
        let history = stage.sayso(["history"]).done().exits(0).stdout;
        assert!(history.contains(&format!(": “{reason}”  #1 ")), "{history}");
    }
}

#[test]
fn code_4_only_when_it_is_meant() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    terminal
        .sees(ONE)
        .types("\u{4}")
        .sees("go on: ")
        .types("n\n");
    terminal
        .sees(ONE)
        .types("\u{4}")
        .sees("go on: ")
        .types("\n");
    terminal.sees(ONE).types("2\n");
    terminal
        .done()
        .exits(0)
        .prints(r#"{"answers":{"Auth method":"JWT"}}"#);
}

#[test]
fn code_4_called_off_by_another_command() {
    let stage = Stage::new();
    let asked = stage.sayso(["ask", "--no-wait", &ask(&[auth()])]);
    asked.done().exits(7);
    let id = stage.open_id();
    let cancel = || stage.sayso(["cancel", &id, "--reason", "too early"]);
    cancel().env("USER", "bob").done().exits(0);
    let sentence = "The user cancelled this question without answering. \
                    Do not choose for them. Their words: too early";
    let wait = stage.sayso(["wait", &id]).done();
    wait.exits(4).prints_nothing().complains(&[sentence]);
    let done = cancel().done().exits(1);
    assert!(
        done.stderr
            .starts_with("Already cancelled by bob via terminal at ")
    );
    let done = stage
        .sayso(["answer", "--scripted", &id, "{}"])
        .done()
        .exits(4);
    assert!(
        done.stderr
            .contains(" cancelled by bob via terminal after ")
    );
}

#[test]
fn code_5_timeout() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &ask(&[auth()]), "--timeout", "1s"]);
    let mut terminal = call.at_terminal();
    terminal.sees(ONE).types("2");
    let done = terminal.done().exits(5).prints_nothing();
    assert!(done.screen.ends_with(
        "The deadline passed; your answer was not taken.\n\
         Nobody answered before the deadline. This is not an answer: do not choose for the user. \
         Stop here, or ask again.\n"
    ));
    let outcome = &stage.history()[0];
    assert_eq!(outcome["state"], "timeout");
    assert_eq!(outcome["decided_by"], "timeout");
    assert_eq!(outcome["answers"], json!([]));
    let id = outcome["interaction_id"].as_str().unwrap();
    stage.sayso(["wait", id]).done().exits(5).prints_nothing();
}

/// The desk's own deadline counts where the asker sets none.
#[test]
fn code_5_by_the_desks_own_time() {
    let rows: [(&[&str], &str); 2] = [(&[], "timeout"), (&["--timeout", "1h"], "answered")];
    for (args, state) in rows {
        let stage = Stage::new();
        std::fs::create_dir(stage.data()).unwrap();
        stage.file("data/config.toml", "[asking]\ntimeout = \"2s\"\n");
        let question = ask(&[auth()]);
        let call = stage.sayso(["ask", &question].iter().chain(args));
        let mut terminal = call.at_terminal();
        terminal.sees(ONE);
        if state == "timeout" {
            terminal.done().exits(5).prints_nothing();
        } else {
            terminal.types("1\r");
            terminal.done().exits(0);
        }
        assert_eq!(stage.states(), [state], "{args:?}");
    }
}

#[test]
fn code_5_with_defaults_that_stand_in() {
    let blue = r#"{"answers":{"Colour":"Blue"},"defaulted":["Colour"]}"#;
    let optional = with(colour(), &json!({ "required": false }));
    let rows = [
        (colour(), Some("default"), blue),
        (colour(), Some("terminate"), ""),
        (colour(), None, ""),
        (optional.clone(), None, blue),
        (optional, Some("terminate"), ""),
        (auth(), Some("default"), ""),
    ];
    for (question, on_timeout, stdout) in rows {
        let stage = Stage::new();
        let question = ask(&[question]);
        let mut args = vec!["ask", &question, "--timeout", "300ms"];
        args.extend(on_timeout.iter().flat_map(|what| ["--on-timeout", what]));
        let done = stage.sayso(&args).at_terminal().done().exits(5);
        assert_eq!(done.stdout.trim_end(), stdout, "{args:?}");
        let outcome = &stage.history()[0];
        assert_eq!(outcome["state"], "timeout");
        let defaulted = if stdout.is_empty() {
            Value::Null
        } else {
            json!(["colour"])
        };
        assert_eq!(outcome["defaulted"], defaulted, "{args:?}");
    }
}

#[test]
fn code_5_with_a_pipe_that_says_nothing() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &ask(&[auth()]), "--timeout", "300ms"]);
    call.piped_at_terminal().done().exits(5).prints_nothing();
    assert_eq!(stage.states(), ["timeout"]);
}

#[test]
fn code_6_serial() {
    let stage = Stage::new();
    let first = ask(&[auth()]);
    let call =
        |question: &str| stage.sayso(["ask", "--session", "s", "--serial", "--no-wait", question]);
    call(&first).done().exits(7);
    let done = call(&ask(&[features()])).done();
    done.exits(6).prints_nothing().complains(&[
        "One question at a time in this session: another is still open. Wait for its answer.",
    ]);
    let id = stage.open_id();
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    call(&ask(&[features()])).done().exits(7);
}

#[test]
fn code_6_depth() {
    let stage = Stage::new();
    let question = ask(&[auth()]);
    let call = || {
        stage
            .sayso(["ask", "--session", "s", &question])
            .piped("1\n")
    };
    for _ in 0..10 {
        call().done().exits(0);
    }
    let done = call().done().exits(6).prints_nothing();
    assert!(done.stderr.starts_with("You have asked 10 times in a row."));
    assert_eq!(stage.states().len(), 10);
    stage.sayso(["ask", &question]).piped("1\n").done().exits(0);
}

/// How many rounds there may be is the desk's to say.
#[test]
fn code_6_depth_as_the_desk_has_it() {
    for (rounds, asked) in [(2, 2), (0, 12)] {
        let stage = Stage::new();
        std::fs::create_dir(stage.data()).unwrap();
        stage.file(
            "data/config.toml",
            format!("[asking]\nchain_rounds = {rounds}\n"),
        );
        let question = ask(&[auth()]);
        let call = || {
            let call = stage.sayso(["ask", "--session", "s", &question]);
            call.piped("1\n").done()
        };
        for _ in 0..asked {
            call().exits(0);
        }
        if rounds > 0 {
            let done = call().exits(6).prints_nothing();
            assert!(done.stderr.starts_with("You have asked 2 times in a row."));
        }
        assert_eq!(stage.states().len(), asked);
    }
}

#[test]
fn code_6_sub_agent() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", "--sub-agent", &ask(&[auth()])]);
    let done = call.piped("1\n").done().exits(6).prints_nothing();
    assert!(
        done.stderr.starts_with("Only the main agent"),
        "{}",
        done.stderr
    );
    assert!(stage.states().is_empty());
}

#[test]
fn code_7_ask_now_and_collect_later() {
    let stage = Stage::new();
    let done = stage.sayso(["ask", "--no-wait", &ask(&[auth()])]).done();
    let done = done.exits(7);
    let ticket = done.json();
    assert_eq!(ticket["state"], "pending");
    assert_eq!(ticket["round"], 1);
    let id = ticket["interaction_id"].as_str().unwrap();
    let still_open = format!("Still open. Collect the answer with: sayso wait {id}");
    done.complains(&[&still_open]);
    let wait = stage.sayso(["wait", id, "--timeout", "100ms"]).done();
    wait.exits(7).prints_nothing().complains(&[&still_open]);

    let waiting = stage.sayso(["wait", id]).begin();
    let answer = stage.sayso(["answer", "--scripted", id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0).prints_nothing();
    let jwt = r#"{"answers":{"Auth method":"JWT"}}"#;
    waiting.done().exits(0).prints(jwt);
    for digits in [id, &id[..20], &id[24..]] {
        stage.sayso(["wait", digits]).done().exits(0).prints(jwt);
    }
}

#[test]
fn code_7_when_the_terminal_goes_away() {
    for end in [
        None,
        Some(Signal::TERM),
        Some(Signal::HUP),
        Some(Signal::QUIT),
    ] {
        let stage = Stage::new();
        let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
        terminal.sees(ONE).types("2");
        let done = match end {
            None => terminal.hangs_up(),
            Some(signal) => {
                terminal.signal(signal);
                terminal.done()
            }
        };
        let done = done.exits(7).prints_nothing();
        let id = stage.open_id();
        if end.is_some() {
            assert!(done.screen.ends_with(&format!("sayso wait {id}\n")));
        }
    }
}

#[test]
fn code_8_it_cannot_be_recorded() {
    let stage = Stage::new();
    let file = stage.file("file", "");
    let in_the_way = stage.path("in-the-way");
    std::fs::create_dir_all(in_the_way.join("sayso.db")).unwrap();
    let garbage = stage.path("garbage");
    std::fs::create_dir(&garbage).unwrap();
    let content = "no database, but long enough to be one";
    let database = stage.file("garbage/sayso.db", content);
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(database, private).unwrap();
    for data in [
        file.as_str(),
        &format!("{file}/below"),
        "/proc/sayso",
        "/dev/null",
        in_the_way.to_str().unwrap(),
        garbage.to_str().unwrap(),
    ] {
        for args in [
            vec!["ask", &ask(&[auth()])],
            vec!["ask", "--no-wait", &ask(&[auth()])],
            vec!["history"],
            vec!["pending"],
            vec!["audit", "verify"],
            vec!["wait", "0123abcd"],
        ] {
            let call = stage.sayso(&args).piped("2\n").env("SAYSO_DATA", data);
            let done = call.done().exits(8).prints_nothing();
            assert!(
                done.stderr.starts_with("Error: "),
                "{data}: {}",
                done.stderr
            );
        }
    }
    let call = stage
        .sayso(["ask", &ask(&[auth()])])
        .env("SAYSO_DATA", &file);
    let done = call.at_terminal().done().exits(8).prints_nothing();
    assert!(!done.screen.contains("Auth method"), "{}", done.screen);
}

#[test]
fn code_130_interrupted() {
    let withdrawn = |stage: &Stage| {
        let outcome = &stage.history()[0];
        assert_eq!(outcome["state"], "cancelled");
        assert_eq!(outcome["decided_by"], "asker");
        assert_eq!(outcome["via"], "host");
        nothing_answered(stage);
    };
    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE).types("2\u{3}");
    terminal.done().exits(130).prints_nothing();
    withdrawn(&stage);

    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).piped_at_terminal();
    terminal.sees(ONE).types("\u{3}");
    terminal.done().exits(130).prints_nothing();
    withdrawn(&stage);
}

/// Whoever only answers does not own the question: Ctrl-C leaves it open.
/// Piped words that are no answer: the question stays open, under both names of the command.
#[test]
fn code_7_piped_words_that_are_no_answer() {
    let long = "x".repeat(10_001);
    let sure = with(
        auth(),
        &json!({ "options": [
            { "label": "Yes", "description": "d" }, { "label": "Never", "description": "d" },
        ] }),
    );
    let optional = with(deploy(), &json!({ "required": false }));
    for (tool, question, lines) in [
        (false, &sure, "no\n"),
        (false, &sure, "cancel\n"),
        (false, &sure, "q\n"),
        (false, &sure, "99\n"),
        (false, &sure, "-1\n"),
        (false, &sure, "2.\n"),
        (false, &sure, "\u{3}\n"),
        (false, &sure, "\n"),
        (false, &sure, " "),
        (false, &sure, "\0"),
        (false, &sure, "1,2\n"),
        (false, &sure, &long),
        (false, &features(), "none\n"),
        (false, &features(), "1,99\n"),
        (false, &name(), "\n"),
        (false, &deploy(), "maybe\n"),
        (false, &optional, "maybe\n"),
        (false, &optional, "\n"),
        (false, &colour(), "green\n"),
        (true, &sure, "no\n"),
        (true, &sure, "1,2\n"),
        (true, &features(), "1,99\n"),
    ] {
        let stage = Stage::new();
        let asked = ask(std::slice::from_ref(question));
        let call = match tool {
            true => stage.tool([&asked]),
            false => stage.sayso(["ask", &asked]),
        };
        let done = call.piped(lines).done();
        assert_eq!(
            (done.code, done.stdout.as_str()),
            (7, ""),
            "{lines:?}: {done:?}"
        );
        let last = format!(
            "Still open. Collect the answer with: sayso wait {}",
            stage.open_id()
        );
        let said: Vec<&str> = done.stderr.lines().collect();
        assert_eq!(said.len(), 2, "{lines:?}: {said:?}");
        assert_eq!(said[1], last, "{lines:?}");
    }
}

/// Nobody chose it, and it says so: only what the asker declared.
#[test]
fn code_0_a_declared_default_stands_in_for_a_piped_line_that_says_nothing() {
    for line in ["\n", "99\n"] {
        let stage = Stage::new();
        let done = stage.sayso(["ask", &ask(&[colour()])]).piped(line).done();
        let stdout = r#"{"answers":{"Colour":"Blue"},"defaulted":["Colour"]}"#;
        done.exits(0).prints(stdout);
        assert_eq!(stage.history()[0]["decided_by"], "file");
    }
}

#[test]
fn code_0_a_label_is_an_answer() {
    for (line, label) in [
        ("No", "No"),
        ("no\n", "No"),
        ("YES\n", "Yes"),
        ("2\n", "No"),
    ] {
        let options = json!({ "options": [
            { "label": "Yes", "description": "d" }, { "label": "No", "description": "d" },
        ] });
        let asked = ask(&[with(auth(), &options)]);
        let done = Stage::new().sayso(["ask", &asked]).piped(line).done();
        let stdout = json!({ "answers": { "Auth method": label } });
        done.exits(0).prints(&stdout.to_string()).complains(&[]);
    }
}

#[test]
fn code_130_does_not_withdraw_what_others_asked() {
    let stage = Stage::new();
    let asked = stage.sayso(["ask", "--no-wait", &ask(&[auth()])]);
    asked.done().exits(7);
    let id = stage.open_id();
    let mut terminal = stage.sayso(["answer", &id]).at_terminal();
    terminal.sees(ONE).types("\u{3}");
    terminal.done().exits(130);
    assert_eq!(stage.open_id(), id);
    let done = stage.sayso(["answer", "--scripted", &id]).piped("").done();
    done.exits(3);
    assert_eq!(stage.open_id(), id);
}

#[test]
fn code_130_withdraws_while_it_waits_at_a_desk() {
    let stage = Stage::new();
    let asking = stage.sayso(["ask", &ask(&[auth()])]).begin();
    let id = stage.open_id_soon();
    asking.signal(Signal::INT);
    asking.done().exits(130).prints_nothing();
    let history = stage.history();
    assert_eq!(history[0]["interaction_id"], json!(id));
    assert_eq!(stage.states(), ["cancelled"]);
    assert_eq!(history[0]["decided_by"], "asker");
}

#[test]
fn code_8_the_answer_cannot_be_printed() {
    let stage = Stage::new();
    let call = stage.shell(r#"echo 2 | sayso ask "$1" > /dev/full"#, [&ask(&[auth()])]);
    call.done().exits(8).prints_nothing();
    assert_eq!(stage.states(), ["answered"]);
}
