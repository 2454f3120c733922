//! What the agent gets back, in every format; and what it gets back of secrets.

use std::os::unix::fs::PermissionsExt;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::questions::{ONE, WORDS, ask, auth, colour, deploy, features, name, token, with};
use crate::stage::Stage;

/// The answer of these lines, printed with these arguments.
#[track_caller]
fn printed(questions: &[Value], lines: &str, args: &[&str]) -> String {
    let stage = Stage::new();
    let question = ask(questions);
    let args = ["ask", &question].into_iter().chain(args.iter().copied());
    let done = stage.sayso(args).piped(lines).done().exits(0);
    assert_eq!(done.stdout.lines().count(), 1);
    done.stdout.trim_end().to_owned()
}

#[test]
fn keyed_by_header_question_or_id() {
    let questions = [auth(), features()];
    for (args, expected) in [
        (
            vec![],
            json!({ "answers": { "Auth method": "JWT", "Features": "Caching" } }),
        ),
        (
            vec!["--key", "header"],
            json!({ "answers": { "Auth method": "JWT", "Features": "Caching" } }),
        ),
        (
            vec!["--key", "question"],
            json!({ "answers": {
                "Which authentication method should we use?": "JWT",
                "Which features to enable?": "Caching",
            } }),
        ),
        (
            vec!["--key", "id"],
            json!({ "answers": { "r1.q1": "JWT", "r1.q2": "Caching" } }),
        ),
    ] {
        let stdout = printed(&questions, "2\n1\n", &args);
        assert_eq!(stdout, expected.to_string(), "{args:?}");
    }
    // Without a header the id stands in.
    let questions = [name(), colour()];
    let stdout = printed(&questions, "Otto\n1\n", &[]);
    assert_eq!(stdout, r#"{"answers":{"name":"Otto","Colour":"Red"}}"#);
    let stdout = printed(&questions, "Otto\n1\n", &["--key", "id"]);
    assert_eq!(stdout, r#"{"answers":{"name":"Otto","colour":"Red"}}"#);
}

#[test]
fn two_equal_headers_are_refused_only_where_they_are_keys() {
    let twin = with(auth(), &json!({ "question": "And then?" }));
    let question = ask(&[auth(), twin]);
    let stage = Stage::new();
    let done = stage.sayso(["ask", &question]).piped("1\n2\n").done();
    done.exits(1).prints_nothing().complains(&[
        "Error: Validation failed",
        "- questions[1].header: \"Auth method\" stands twice; each must be unique",
    ]);
    let call = stage.sayso(["ask", &question, "--key", "question"]);
    call.piped("1\n2\n").done().exits(0).prints(
        r#"{"answers":{"Which authentication method should we use?":"OAuth 2.0","And then?":"JWT"}}"#,
    );
}

#[test]
fn labels_with_commas_and_quotes_can_be_taken_apart() {
    let labels = ["a, b", "say \"c\"", "d,e", "f\\g"];
    let options: Vec<Value> = labels
        .iter()
        .map(|label| json!({ "label": label, "description": "x" }))
        .collect();
    let many = with(features(), &json!({ "options": options }));
    let one = with(many.clone(), &json!({ "multiSelect": false }));
    for (question, lines, expected) in [
        (&many, "1,2,3,4\n", r#""a, b", "say \"c\"", d,e, f\g"#),
        (&many, "1\n", "a, b"),
        (&many, "3,1\n", r#""a, b", d,e"#),
        (&one, "2\n", "say \"c\""),
        (&many, "4,0\nx, y\n", r#"f\g, "Other (custom: x, y)""#),
        (&one, "0\nx, \"y\"\n", r#"Other (custom: x, "y")"#),
    ] {
        let stdout = printed(std::slice::from_ref(question), lines, &[]);
        let expected = json!({ "answers": { "Features": expected } });
        assert_eq!(stdout, expected.to_string(), "{lines}");
    }
}

#[test]
fn all_kinds() {
    let questions = [name(), deploy(), colour()];
    let stdout = printed(&questions, "Otto <&> \"小明\"\ny\n0\nMauve\n", &[]);
    let expected = json!({ "answers": {
        "name": "Otto <&> \"小明\"",
        "deploy": "true",
        "Colour": "Other (custom: Mauve)",
    } });
    assert_eq!(stdout, expected.to_string());
    let stdout = printed(&questions, "Otto\nn\n0\nMauve\n", &["--format", "outcome"]);
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    let answers = json!([
        { "question_id": "name", "header": null, "question": "What shall it be called?", "answer": "Otto" },
        { "question_id": "deploy", "header": null, "question": "Deploy now?", "answer": false },
        { "question_id": "colour", "header": "Colour", "question": "Which colour?", "answer": { "other": "Mauve" } },
    ]);
    assert_eq!(outcome["answers"], answers);
    let stdout = printed(&questions, "Otto\nn\n0\nMauve\n", &["--format", "claude"]);
    let result: Value = serde_json::from_str(&stdout).unwrap();
    let content: Value = serde_json::from_str(result["content"].as_str().unwrap()).unwrap();
    let answers = json!({ "answers": [
        { "question_id": "name", "answer": "Otto" },
        { "question_id": "deploy", "answer": false },
        { "question_id": "colour", "answer": { "other": "Mauve" } },
    ], "evidence": "script" });
    assert_eq!(content, answers);
}

#[test]
fn the_whole_outcome() {
    let stdout = printed(&[auth()], "2\n", &["--format", "outcome", "--session", "s"]);
    let mut outcome: Value = serde_json::from_str(&stdout).unwrap();
    for field in ["interaction_id", "at", "took_ms"] {
        let value = outcome.as_object_mut().unwrap().remove(field);
        assert!(!value.unwrap().is_null(), "{field}");
    }
    let expected = json!({
        "session_id": "s",
        "round": 1,
        "tool_use_id": null,
        "state": "answered",
        "answers": [{
            "question_id": "r1.q1",
            "header": "Auth method",
            "question": "Which authentication method should we use?",
            "answer": "JWT",
        }],
        "unanswered": [],
        "decided_by": "file",
        "evidence": "script",
        "by": "ada",
        "via": "pipe",
        "delivery": "handed_over",
        "credential": "local",
    });
    assert_eq!(outcome, expected);
    let stdout = printed(&[colour()], "9\n", &["--format", "outcome"]);
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome["defaulted"], json!(["colour"]));
}

#[test]
fn the_tool_result_for_claude() {
    let call = json!({
        "type": "tool_use",
        "id": "toolu_01",
        "name": "AskUserQuestion",
        "input": { "questions": [auth(), features()] },
    });
    let stage = Stage::new();
    let call = stage.sayso(["ask", &call.to_string(), "--format", "claude"]);
    let expected = json!({
        "type": "tool_result",
        "tool_use_id": "toolu_01",
        "content": "A script, not a person, has answered your questions: \
                    \"Which authentication method should we use?\"=\"Passkeys\", \
                    \"Which features to enable?\"=\"Caching, Metrics\".",
    });
    let done = call.piped("0\nPasskeys\n1,3\n").done().exits(0);
    done.prints(&expected.to_string());
}

#[test]
fn what_was_left_out_is_said() {
    let optional = with(deploy(), &json!({ "required": false }));
    let questions = [name(), optional];
    let stdout = printed(&questions, "Otto\n\n", &[]);
    assert_eq!(stdout, r#"{"answers":{"name":"Otto"}}"#);
    let stdout = printed(&questions, "Otto\n\n", &["--format", "outcome"]);
    let outcome: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(outcome["unanswered"], json!(["deploy"]));
}

/// The example of S3, with one more level below it.
fn strategy() -> Value {
    json!({
        "type": "message",
        "role": "assistant",
        "content": [{
            "type": "tool_use",
            "id": "toolu_xxx",
            "name": "ask_user_question",
            "input": {
                "question_id": "auth_strategy_01",
                "question_text": "您希望采用哪种身份验证策略？",
                "description": "请选择最适合当前项目安全要求和用户体验的方案。",
                "type": "multiple_choice",
                "options": [
                    {
                        "id": "oauth2",
                        "label": "OAuth 2.0 (推荐用于生产环境)",
                        "description": "支持第三方登录（Google/GitHub），符合现代安全标准。",
                        "default": true,
                    },
                    { "id": "jwt_local", "label": "JWT + 本地账号" },
                    { "id": "session_cookie", "label": "Session + Cookie" },
                ],
                "required": true,
                "follow_up_questions": {
                    "oauth2": [{
                        "question_id": "oauth_providers",
                        "question_text": "请选择要集成的 OAuth 提供商：",
                        "type": "checkbox",
                        "options": [
                            { "id": "google", "label": "Google" },
                            { "id": "github", "label": "GitHub" },
                            { "id": "microsoft", "label": "Microsoft" },
                        ],
                        "follow_up_questions": {
                            "github": [{
                                "question_id": "enterprise",
                                "question_text": "Enterprise?",
                                "type": "boolean",
                            }],
                        },
                    }],
                },
            },
        }],
    })
}

#[test]
fn follow_ups_at_a_terminal() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &strategy().to_string(), "--format", "claude"]);
    let mut terminal = call.at_terminal();
    terminal.sees(ONE).types("1\n");
    terminal
        .sees("  │ You picked: OAuth 2.0 (推荐用于生产环境)\n")
        .sees("  Enter numbers (e.g., 1,3) or 0 for custom: ")
        .types("1,2\n");
    terminal
        .sees("    │ You picked: GitHub\n")
        .sees("    Enter y or n: ")
        .types("y\n");
    let result = terminal.done().exits(0).json();
    assert_eq!(result["tool_use_id"], "toolu_xxx");
    let content: Value = serde_json::from_str(result["content"].as_str().unwrap()).unwrap();
    let expected = json!({
        "question_id": "auth_strategy_01",
        "answer": "oauth2",
        "follow_ups": [{
            "question_id": "oauth_providers",
            "answer": ["google", "github"],
            "follow_ups": [{ "question_id": "enterprise", "answer": true }],
        }],
    });
    assert_eq!(content, expected);
    let again = stage
        .sayso(["ask", &strategy().to_string(), "--key", "id"])
        .done();
    again.exits(0).prints(
        r#"{"answers":{"auth_strategy_01":"OAuth 2.0 (推荐用于生产环境)","oauth_providers":"Google, GitHub","enterprise":"true"}}"#,
    );
    let history = stage.sayso(["history"]).done().exits(0).stdout;
    assert!(
        history.contains("\n      Enterprise?\n        ● true\n"),
        "{history}"
    );
}

#[test]
fn follow_ups_that_are_not_shown_are_not_there() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &strategy().to_string(), "--format", "outcome"]);
    let outcome = call.piped("2\n").done().exits(0).json();
    assert_eq!(outcome["answers"][0]["answer"], "jwt_local");
    assert_eq!(outcome["answers"][0]["follow_ups"], Value::Null);
    assert_eq!(outcome["unanswered"], json!([]));
}

#[test]
fn notes_stand_beside_their_answer() {
    let stage = Stage::new();
    let answers = json!({
        "Auth method": { "answer": "JWT", "note": "but rotate\nthe keys" },
        "Features": { "answer": ["Caching", { "other": "Tracing" }], "note": " " },
    });
    let file = stage.file("answers.json", answers.to_string());
    let call = ["ask", &ask(&[auth(), features()]), "--answers", &file];
    let call = |format| stage.sayso(call.into_iter().chain(["--format", format]));
    let outcome = call("outcome").done().exits(0).json();
    assert_eq!(outcome["answers"][0]["answer"], "JWT");
    assert_eq!(outcome["answers"][0]["note"], "but rotate\nthe keys");
    assert_eq!(outcome["answers"][1]["note"], Value::Null);
    let result = call("claude").done().exits(0).json();
    let content = result["content"].as_str().unwrap();
    assert!(
        content.contains("=\"JWT\" notes: but rotate\nthe keys, "),
        "{content}"
    );
    let history = stage.sayso(["history", "-n", "1"]).done().exits(0).stdout;
    assert!(history.contains("but rotate\n"), "{history}");
}

/// A secret goes to its asker and nowhere else.
#[test]
fn secrets() {
    let secret = "hunter2-hunter2";
    let stage = Stage::new();
    let call = ["ask", "--call", "k", &ask(&[token(), name()])];
    let mut terminal = stage.sayso(call).at_terminal();
    terminal
        .sees("Enter your answer (not shown): ")
        .types(&format!("{secret}\n"));
    terminal.sees(WORDS).types("Otto\n");
    let answers = format!(r#"{{"answers":{{"token":"{secret}","name":"Otto"}}}}"#);
    let done = terminal.done().exits(0).prints(&answers);
    assert!(!done.screen.contains("hunter"), "{}", done.screen);
    assert!(done.screen.contains("Otto"), "{}", done.screen);
    // The command had it, and said so: nobody is told again, and no mask stands in for it.
    let again = stage.sayso(call).done().exits(8).prints_nothing();
    assert!(again.stderr.contains("is secret."), "{again:?}");
    for args in [
        vec!["history"],
        vec!["history", "--json"],
        vec!["audit", "export"],
    ] {
        let done = stage.sayso(&args).done().exits(0);
        assert!(done.stdout.contains("Otto"), "{done:?}");
        assert!(!done.stdout.contains("hunter"), "{done:?}");
        assert!(!done.stderr.contains("hunter"), "{done:?}");
    }
    let store = Connection::open(stage.store()).unwrap();
    let mut read = store.prepare("SELECT body FROM events").unwrap();
    let bodies = read.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let bodies: Vec<String> = bodies.map(Result::unwrap).collect();
    assert_eq!(bodies.len(), 5);
    assert!(
        bodies.iter().all(|body| !body.contains("hunter")),
        "{bodies:?}"
    );
    assert!(bodies.iter().any(|body| body.contains("Otto")));
    drop(read);
    drop(store);
    // Nor does it lie anywhere else as it was typed; the key is its owner's alone.
    for entry in std::fs::read_dir(stage.data()).unwrap() {
        let path = entry.unwrap().path();
        // Where the desk tells others that somebody waits, if that took long enough.
        if path.is_dir() {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let found = bytes.windows(secret.len()).any(|w| w == secret.as_bytes());
        assert!(!found, "{path:?}");
    }
    let key = stage.path("data/secrets.key");
    let mode = std::fs::metadata(&key).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // Without the key nobody is told anything, least of all something else.
    let away = stage.path("data/away");
    std::fs::rename(&key, &away).unwrap();
    stage.sayso(call).done().exits(8).prints_nothing();
    std::fs::rename(&away, &key).unwrap();
}

#[test]
fn a_secret_that_does_not_fit_is_not_told_either() {
    let stage = Stage::new();
    let long = "s3cret".repeat(2_000);
    let call = stage.sayso(["ask", &ask(&[token()])]);
    let done = call.piped(format!("{long}\n")).done().exits(7);
    assert!(!done.prints_nothing().stderr.contains("s3cret"));
    let answers = stage.file("answers.json", json!({ "token": ["s3cret"] }).to_string());
    let done = stage
        .sayso(["ask", &ask(&[token()]), "--answers", &answers])
        .done();
    assert!(!done.exits(1).prints_nothing().stderr.contains("s3cret"));
}

#[test]
fn rounds_and_who_asks() {
    let stage = Stage::new();
    let args = [
        "ask",
        "--session",
        "s",
        "--rounds",
        "3",
        "--agent",
        "claude",
    ];
    let call = || stage.sayso(args.into_iter().chain([ask(&[auth()]).as_str()]));
    call().piped("1\n").done().exits(0);
    let mut terminal = call().at_terminal();
    terminal
        .sees("\nclaude · ")
        .sees("┌─ Auth method · Round 2/3 ─")
        .sees(ONE)
        .types("2\n");
    terminal.done().exits(0);
    assert_eq!(stage.history()[0]["round"], 2);
}

#[test]
fn in_chinese() {
    let stage = Stage::new();
    for (name, value) in [
        ("SAYSO_LANG", "zh-CN"),
        ("LANG", "zh_CN.UTF-8"),
        ("LC_ALL", "zh_CN"),
    ] {
        let mut terminal = stage
            .sayso(["ask", &ask(&[auth()])])
            .env(name, value)
            .at_terminal();
        terminal
            .sees("│  0. 其他（自定义输入）\n")
            .sees("请输入编号，或输入 0 自定义：")
            .types("0\n");
        terminal.sees("请输入答案：").types("通行密钥\n");
        // What agents parse is the same in every language.
        let stdout = r#"{"answers":{"Auth method":"Other (custom: 通行密钥)"}}"#;
        terminal.done().exits(0).prints(stdout);
    }
    let call = stage
        .sayso(["ask", "{}"])
        .env("SAYSO_LANG", "zh-CN")
        .piped("1\n");
    let done = call.done().exits(1);
    done.complains(&["Error: Validation failed", "- questions: Required"]);
}
