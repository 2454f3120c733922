//! The 18 test cases of S1 §测试用例, through the command itself: piped, and those in which
//! somebody types also at a real terminal.

use serde_json::{Value, json};

use crate::questions::{MANY, ONE, WORDS, ask, auth, features, with};
use crate::running::Done;
use crate::stage::Stage;

const USAGE: &str = r#"Usage: AskUserQuestion '{"questions":[...]}'"#;
const OAUTH: &str = r#"{"answers":{"Auth method":"OAuth 2.0"}}"#;
const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;
const PASSKEYS: &str = r#"{"answers":{"Auth method":"Other (custom: Passkeys)"}}"#;
const FELL_TO_FIRST: &str =
    r#"{"answers":{"Auth method":"OAuth 2.0"},"defaulted":["Auth method"]}"#;

/// Asked with these lines piped in.
fn piped(questions: &[Value], lines: &str) -> Done {
    Stage::new().tool([ask(questions)]).piped(lines).done()
}

/// Taken as it was piped in.
#[track_caller]
fn answers(questions: &[Value], lines: &str, stdout: &str, stderr: &[&str]) {
    let done = piped(questions, lines).exits(0);
    done.prints(stdout).complains(stderr);
}

/// Asked at a terminal: each prompt is waited for, and something typed.
#[track_caller]
fn types(questions: &[Value], script: &[(&str, &str)], stdout: &str) {
    let stage = Stage::new();
    let mut terminal = stage.tool([ask(questions)]).at_terminal();
    for (prompt, line) in script {
        terminal.sees(prompt).types(line);
    }
    terminal.done().exits(0).prints(stdout);
    let outcome = &stage.history()[0];
    assert_eq!(
        (&outcome["decided_by"], &outcome["by"], &outcome["via"]),
        (&json!("person"), &json!("ada"), &json!("terminal"))
    );
}

/// Refused whole, with everything that is wrong with it.
#[track_caller]
fn refused(input: &str, stderr: &[&str]) {
    let stage = Stage::new();
    let done = stage.tool([input]).piped("1\n").done();
    done.exits(1).prints_nothing().complains(stderr);
    assert_eq!(stage.history().len() + stage.pending().len(), 0, "{input}");
}

#[track_caller]
fn invalid(questions: &[Value], lines: &[&str]) {
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    let first = std::iter::once("Error: Validation failed");
    let stderr: Vec<&str> = first.chain(lines.iter().map(String::as_str)).collect();
    refused(&ask(questions), &stderr);
}

/// A good question, the n-th of its call.
fn good(n: usize) -> Value {
    let question = json!({ "question": format!("Question {n}?"), "header": format!("Header {n}") });
    with(auth(), &question)
}

fn options(count: usize) -> Value {
    let option = |n| json!({ "label": format!("Label {n}"), "description": format!("Means {n}") });
    (1..=count).map(option).collect()
}

#[test]
fn case_01_one_question_one_choice() {
    answers(&[auth()], "2\n", JWT, &[]);
    types(&[auth()], &[(ONE, "2\n")], JWT);
}

#[test]
fn case_02_one_question_many_choices() {
    let both = r#"{"answers":{"Features":"Caching, Metrics"}}"#;
    answers(&[features()], "1,3\n", both, &[]);
    types(&[features()], &[(MANY, "1,3\n")], both);
}

#[test]
fn case_03_several_questions_one_after_another() {
    let all =
        r#"{"answers":{"Auth method":"JWT","Features":"Caching, Logging","Header 3":"OAuth 2.0"}}"#;
    let questions = [auth(), features(), good(3)];
    answers(&questions, "2\n1,2\n1\n", all, &[]);
    let script = [(ONE, "2\n"), (MANY, "1,2\n"), (ONE, "1\n")];
    types(&questions, &script, all);
}

#[test]
fn case_04_own_words() {
    answers(&[auth()], "0\nPasskeys\n", PASSKEYS, &[]);
    types(&[auth()], &[(ONE, "0\n"), (WORDS, "Passkeys\n")], PASSKEYS);
    let beside = r#"{"answers":{"Features":"Logging, Other (custom: Tracing)"}}"#;
    answers(&[features()], "2,0\nTracing\n", beside, &[]);
    types(
        &[features()],
        &[(MANY, "2,0\n"), (WORDS, "Tracing\n")],
        beside,
    );
}

#[test]
fn case_05_invalid_json() {
    let whole = ask(&[auth()]);
    for broken in ["{", "questions", "{'questions':[]}", &whole[..100]] {
        let done = Stage::new().tool([broken]).piped("1\n").done();
        let done = done.exits(1).prints_nothing();
        let lines: Vec<&str> = done.stderr.lines().collect();
        assert_eq!(lines[..2], ["Error: Invalid JSON format", USAGE]);
        assert!(lines[2].starts_with("Detail: ") && lines.len() == 3);
    }
}

#[test]
fn case_05_no_json_at_all() {
    let missing = ["Error: Missing JSON parameter", USAGE];
    refused("", &missing);
    refused(" \n\t", &missing);
    let done = Stage::new().tool([""; 0]).done();
    done.exits(1).prints_nothing().complains(&missing);
    let done = Stage::new().sayso(["ask", "-"]).piped("").done();
    done.exits(1).prints_nothing().complains(&missing);
}

#[test]
fn case_06_missing_fields() {
    for field in ["question", "header", "options", "multiSelect"] {
        let question = with(auth(), &json!({ field: null }));
        invalid(&[question], &[&format!("questions[0].{field}: Required")]);
    }
    invalid(
        &[json!({})],
        &[
            "questions[0].question: Required",
            "questions[0].header: Required",
            "questions[0].options: Required",
            "questions[0].multiSelect: Required",
        ],
    );
    let options = json!({ "options": [{ "label": "A" }, { "description": "B" }] });
    invalid(
        &[with(auth(), &options)],
        &[
            "questions[0].options[0].description: Required",
            "questions[0].options[1].label: Required",
        ],
    );
    refused("{}", &["Error: Validation failed", "- questions: Required"]);
}

#[test]
fn case_07_no_questions() {
    invalid(
        &[],
        &["questions: Array must contain at least 1 element(s)"],
    );
}

#[test]
fn case_08_too_many_questions() {
    let five: Vec<Value> = (1..=5).map(good).collect();
    invalid(
        &five,
        &["questions: Array must contain at most 4 element(s)"],
    );
    let lines = "1\n1\n1\n2\n";
    piped(&five[..4], lines).exits(0);
}

#[test]
fn case_09_too_few_options() {
    for count in [0, 1] {
        invalid(
            &[with(auth(), &json!({ "options": options(count) }))],
            &["questions[0].options: Array must contain at least 2 element(s)"],
        );
    }
}

#[test]
fn case_10_too_many_options() {
    invalid(
        &[with(auth(), &json!({ "options": options(5) }))],
        &["questions[0].options: Array must contain at most 4 element(s)"],
    );
    let four = with(auth(), &json!({ "options": options(4) }));
    let last = r#"{"answers":{"Auth method":"Label 4"}}"#;
    answers(&[four], "4\n", last, &[]);
}

#[test]
fn case_11_long_header() {
    let long = "questions[0].header: String must contain at most 12 character(s)";
    for thirteen in [
        "Authenticatio",
        "一二三四五六七八九十一二三",
        &"👩‍💻".repeat(13),
    ] {
        invalid(&[with(auth(), &json!({ "header": thirteen }))], &[long]);
    }
    for twelve in ["Authenticati", "一二三四五六七八九十一二", &"👩‍💻".repeat(12)]
    {
        let stdout = json!({ "answers": { twelve: "JWT" } }).to_string();
        let question = with(auth(), &json!({ "header": twelve }));
        answers(&[question], "2\n", &stdout, &[]);
    }
}

#[test]
fn case_12_long_question() {
    let asked = |count| with(auth(), &json!({ "question": "q".repeat(count) }));
    invalid(
        &[asked(501)],
        &["questions[0].question: String must contain at most 500 character(s)"],
    );
    answers(&[asked(500)], "2\n", JWT, &[]);
}

/// The example of S1 §错误处理, word for word.
#[test]
fn cases_06_to_12_all_at_once() {
    let question = json!({
        "question": "Which?",
        "header": "Authentication",
        "options": options(1),
    });
    let stage = Stage::new();
    let done = stage.tool([ask(&[question])]).piped("1\n").done().exits(1);
    assert_eq!(
        done.stderr,
        "Error: Validation failed\n\
         - questions[0].header: String must contain at most 12 character(s)\n\
         - questions[0].options: Array must contain at least 2 element(s)\n\
         - questions[0].multiSelect: Required\n"
    );
}

#[test]
fn case_13_a_bad_number() {
    for (typed, why) in [
        ("9", r#""9" is not between 1 and 2"#),
        ("-1", r#""-1" is not between 1 and 2"#),
    ] {
        let note = format!(r#"Auth method: {why}; took the first option "OAuth 2.0""#);
        answers(&[auth()], &format!("{typed}\n"), FELL_TO_FIRST, &[&note]);
        let again = format!("Not taken: {why}. Please try again (Ctrl-D cancels).\n{ONE}");
        let typed = format!("{typed}\n");
        types(&[auth()], &[(ONE, &typed), (&again, "2\n")], JWT);
    }
}

#[test]
fn case_14_an_empty_line() {
    let note = r#"Auth method: nothing was entered; took the first option "OAuth 2.0""#;
    answers(&[auth()], "\n", FELL_TO_FIRST, &[note]);
    let again =
        format!("Not taken: nothing was entered. Please try again (Ctrl-D cancels).\n{ONE}");
    types(&[auth()], &[(ONE, "\n"), (&again, "2\n")], JWT);
    let declared = json!({ "options": [
        { "label": "OAuth 2.0", "description": "d" },
        { "label": "JWT", "description": "d", "default": true },
    ] });
    types(&[with(auth(), &declared)], &[(ONE, "\n")], JWT);
}

#[test]
fn case_15_a_number() {
    answers(&[auth()], "1\n", OAUTH, &[]);
    answers(&[auth()], "1", OAUTH, &[]);
    types(&[auth()], &[(ONE, "1\n")], OAUTH);
}

#[test]
fn case_16_several_numbers() {
    for typed in ["1,3\n", "1, 3\n", "１，３\n"] {
        let stdout = r#"{"answers":{"Features":"Caching, Metrics"}}"#;
        answers(&[features()], typed, stdout, &[]);
        types(&[features()], &[(MANY, typed)], stdout);
    }
}

#[test]
fn case_17_zero_or_other() {
    for typed in ["0", "other", "Other", " OTHER "] {
        answers(&[auth()], &format!("{typed}\nPasskeys\n"), PASSKEYS, &[]);
        let typed = format!("{typed}\n");
        types(&[auth()], &[(ONE, &typed), (WORDS, "Passkeys\n")], PASSKEYS);
    }
}

#[test]
fn case_18_empty_own_words() {
    let note = r#"Auth method: nothing was entered; took the first option "OAuth 2.0""#;
    for blank in ["", "  \t"] {
        answers(&[auth()], &format!("0\n{blank}\n"), FELL_TO_FIRST, &[note]);
        let again =
            format!("Not taken: nothing was entered. Please try again (Ctrl-D cancels).\n{ONE}");
        let blank = format!("{blank}\n");
        let script = [(ONE, "0\n"), (WORDS, &blank), (&again, "2\n")];
        types(&[auth()], &script, JWT);
    }
}

/// S1's boxes and hints, as they stand on the screen.
#[test]
fn the_picture() {
    let stage = Stage::new();
    let mut terminal = stage.tool([ask(&[auth(), features()])]).at_terminal();
    terminal
        .sees(ONE)
        .types("0\n")
        .sees(WORDS)
        .types("Passkeys\n");
    terminal.sees(MANY).types("1,3\n");
    assert_eq!(
        terminal.done().exits(0).screen,
        "\n\
┌─ Auth method ─────────────────────────────────────┐
│ Which authentication method should we use?
│
│  1. OAuth 2.0
│     Industry standard, supports social login
│  2. JWT
│     Stateless tokens, good for APIs
│  0. Other (custom input)
└─────────────────────────────────────────────────┘
Enter number or 0 for custom: 0
Enter your answer: Passkeys

┌─ Features ─────────────────────────────────────┐
│ Which features to enable?
│
│  1. Caching
│     Redis caching
│  2. Logging
│     JSON logs
│  3. Metrics
│     Prometheus
│  0. Other (custom input)
└─────────────────────────────────────────────────┘
Enter numbers (e.g., 1,3) or 0 for custom: 1,3
"
    );
}

#[test]
fn keys_typed_before_the_question_never_answer_it() {
    let stage = Stage::new();
    let mut terminal = stage.tool([ask(&[auth(), good(2)])]).at_terminal();
    terminal.sees(ONE).types("2\n2\n2\n").sees(ONE).types("1\n");
    let stdout = r#"{"answers":{"Auth method":"JWT","Header 2":"OAuth 2.0"}}"#;
    terminal.done().exits(0).prints(stdout);
}

#[test]
fn the_four_variables_change_the_limits() {
    let headers = |n| {
        with(
            good(n),
            &json!({ "header": format!("A long header of {n}") }),
        )
    };
    let five: Vec<Value> = (1..=5).map(good).collect();
    for (name, value, questions, refusal) in [
        (
            "ASK_MAX_QUESTIONS",
            "5",
            five.clone(),
            "questions: Array must contain at most 4 element(s)",
        ),
        (
            "ASK_MAX_OPTIONS",
            "6",
            vec![with(auth(), &json!({ "options": options(6) }))],
            "questions[0].options: Array must contain at most 4 element(s)",
        ),
        (
            "ASK_HEADER_MAX_LENGTH",
            "18",
            vec![headers(1)],
            "questions[0].header: String must contain at most 12 character(s)",
        ),
        (
            "ASK_QUESTION_MAX_LENGTH",
            "600",
            vec![with(auth(), &json!({ "question": "q".repeat(600) }))],
            "questions[0].question: String must contain at most 500 character(s)",
        ),
    ] {
        let stage = Stage::new();
        let call = || stage.tool([ask(&questions)]).piped("2\n2\n2\n2\n2\n");
        call().env(name, value).done().exits(0);
        call().env(name, "").done().exits(1);
        let done = call().done().exits(1);
        done.complains(&["Error: Validation failed", &format!("- {refusal}")]);
    }
    let stage = Stage::new();
    let call = |questions: &[Value]| stage.tool([ask(questions)]).piped("2\n");
    let done = call(&five[..2]).env("ASK_MAX_QUESTIONS", "1").done();
    done.exits(1).complains(&[
        "Error: Validation failed",
        "- questions: Array must contain at most 1 element(s)",
    ]);
    let done = call(&[auth()]).env("ASK_HEADER_MAX_LENGTH", "3").done();
    done.exits(1).complains(&[
        "Error: Validation failed",
        "- questions[0].header: String must contain at most 3 character(s)",
    ]);
}

#[test]
fn bad_values_of_the_variables_are_wrong_usage() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let stage = Stage::new();
    for (name, range) in [
        ("ASK_MAX_QUESTIONS", "1 to 50"),
        ("ASK_MAX_OPTIONS", "2 to 1000"),
        ("ASK_HEADER_MAX_LENGTH", "1 to 200"),
        ("ASK_QUESTION_MAX_LENGTH", "1 to 10000"),
    ] {
        for value in [
            "0",
            "-1",
            "1e9",
            "NaN",
            "4.0",
            "four",
            " ",
            "99999999999999999999999",
        ] {
            let call = stage.tool([ask(&[auth()])]).piped("1\n").env(name, value);
            let why = format!("{name} is {value:?}; it must be a whole number from {range}");
            call.done().exits(2).prints_nothing().complains(&[&why]);
        }
        let call = stage.tool([ask(&[auth()])]).piped("1\n");
        let call = call.env(name, OsStr::from_bytes(b"\xff4"));
        call.done().exits(2).prints_nothing();
        stage.tool(["--help"]).env(name, "x").done().exits(0);
    }
}

#[test]
fn the_manual_for_models() {
    let stage = Stage::new();
    for flag in ["--help", "-h"] {
        let done = stage.tool([flag]).without("SAYSO_DATA").done();
        let manual = done.exits(0).complains(&[]).stdout;
        assert!(manual.starts_with("AskUserQuestion - Ask user questions during execution\n"));
        for section in [
            "USAGE:",
            "ARGUMENTS:",
            "JSON SCHEMA:",
            "OUTPUT:",
            "NOTES:",
            "WHEN TO USE:",
            "WHEN NOT TO USE:",
            "EXAMPLES:",
        ] {
            assert!(manual.lines().any(|line| line == section), "{section}");
        }
    }
}
