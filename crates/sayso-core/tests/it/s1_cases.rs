//! The test cases 5 to 12 of S1: what the command refuses, in the words that S1 fixes.
//! The other cases of the 18 are about prompting and stand where prompting does.

use sayso_core::dialect;
use sayso_core::json;
use sayso_core::limits::Limits;
use serde_json::{Value, json};

use crate::life::with;

/// What the command says of this input, one line each; nothing when it is good.
fn said(input: &[u8], limits: &Limits) -> Vec<String> {
    let issues = match json::read(input) {
        Ok(value) => dialect::parse(&value, limits).err().unwrap_or_default(),
        Err(issues) => issues,
    };
    issues.iter().map(|issue| issue.s1_line()).collect()
}

#[track_caller]
fn check(questions: Value, expected: &[&str]) {
    check_within(&Limits::command(), questions, expected);
}

#[track_caller]
fn check_within(limits: &Limits, questions: Value, expected: &[&str]) {
    let input = json!({ "questions": questions }).to_string();
    assert_eq!(said(input.as_bytes(), limits), expected);
}

/// A good question, the n-th of its call.
fn good(n: usize) -> Value {
    json!({
        "question": format!("Question {n}?"),
        "header": format!("Header {n}"),
        "options": options(2),
        "multiSelect": false,
    })
}

fn options(count: usize) -> Value {
    (1..=count)
        .map(|n| json!({ "label": format!("Label {n}"), "description": format!("Means {n}") }))
        .collect()
}

/// A good question without one of its fields.
fn without(field: &str) -> Value {
    let mut question = good(1);
    question.as_object_mut().unwrap().remove(field);
    question
}

#[test]
fn case_5_invalid_json() {
    for broken in [
        "",
        " ",
        "{",
        "{\"questions\":",
        "questions",
        "{'questions':[]}",
        "{\"questions\":[]}}",
    ] {
        let lines = said(broken.as_bytes(), &Limits::command());
        assert_eq!(lines.len(), 1, "{broken}");
        assert!(
            lines[0].starts_with("not valid JSON: "),
            "{broken}: {lines:?}"
        );
    }
}

#[test]
fn case_6_missing_fields() {
    check(json!([good(1)]), &[]);
    check(
        json!([without("question")]),
        &["questions[0].question: Required"],
    );
    check(
        json!([without("header")]),
        &["questions[0].header: Required"],
    );
    check(
        json!([without("options")]),
        &["questions[0].options: Required"],
    );
    check(
        json!([without("multiSelect")]),
        &["questions[0].multiSelect: Required"],
    );
    check(
        json!([{}]),
        &[
            "questions[0].question: Required",
            "questions[0].header: Required",
            "questions[0].options: Required",
            "questions[0].multiSelect: Required",
        ],
    );
    check(
        json!([with(
            good(1),
            &json!({ "options": [{ "label": "A" }, { "description": "B" }] })
        )]),
        &[
            "questions[0].options[0].description: Required",
            "questions[0].options[1].label: Required",
        ],
    );
    for (input, expected) in [
        (json!({}), "questions: Required"),
        (
            json!({ "questions": null }),
            "questions: Expected array, received null",
        ),
        (
            json!({ "questions": 7 }),
            "questions: Expected array, received number",
        ),
        (json!(7), "Expected object, received number"),
        (json!(null), "Expected object, received null"),
    ] {
        assert_eq!(
            said(input.to_string().as_bytes(), &Limits::command()),
            [expected]
        );
    }
}

#[test]
fn case_6_empty_and_wrong_fields() {
    check(
        json!([with(good(1), &json!({ "question": "", "header": " \t\n" }))]),
        &[
            "questions[0].question: String must contain at least 1 character(s)",
            "questions[0].header: String must contain at least 1 character(s)",
        ],
    );
    check(
        json!([with(
            good(1),
            &json!({ "options": [{ "label": "", "description": "" }, { "label": "B", "description": "b" }] })
        )]),
        &[
            "questions[0].options[0].label: String must contain at least 1 character(s)",
            "questions[0].options[0].description: String must contain at least 1 character(s)",
        ],
    );
    check(
        json!([with(
            good(1),
            &json!({ "question": 1, "header": ["x"], "options": {}, "multiSelect": "no" })
        )]),
        &[
            "questions[0].question: Expected string, received number",
            "questions[0].header: Expected string, received array",
            "questions[0].options: Expected array, received object",
            "questions[0].multiSelect: Expected boolean, received string",
        ],
    );
}

#[test]
fn cases_7_and_8_number_of_questions() {
    check(
        json!([]),
        &["questions: Array must contain at least 1 element(s)"],
    );
    let many = |count: usize| Value::from_iter((1..=count).map(good));
    for count in 1..=4 {
        check(many(count), &[]);
    }
    check(
        many(5),
        &["questions: Array must contain at most 4 element(s)"],
    );
    check(
        many(50),
        &["questions: Array must contain at most 4 element(s)"],
    );
}

#[test]
fn cases_9_and_10_number_of_options() {
    let asked = |count: usize| json!([with(good(1), &json!({ "options": options(count) }))]);
    for count in [0, 1] {
        check(
            asked(count),
            &["questions[0].options: Array must contain at least 2 element(s)"],
        );
    }
    for count in 2..=4 {
        check(asked(count), &[]);
    }
    for count in [5, 100] {
        check(
            asked(count),
            &["questions[0].options: Array must contain at most 4 element(s)"],
        );
    }
}

#[test]
fn cases_11_and_12_lengths() {
    let long = |field: &str, text: String| json!([with(good(1), &json!({ field: text }))]);
    let label = |text: String| long_option("label", text);
    let description = |text: String| long_option("description", text);
    check(long("header", "h".repeat(12)), &[]);
    check(
        long("header", "h".repeat(13)),
        &["questions[0].header: String must contain at most 12 character(s)"],
    );
    check(long("question", "q".repeat(500)), &[]);
    check(
        long("question", "q".repeat(501)),
        &["questions[0].question: String must contain at most 500 character(s)"],
    );
    check(label("l".repeat(50)), &[]);
    check(
        label("l".repeat(51)),
        &["questions[0].options[1].label: String must contain at most 50 character(s)"],
    );
    check(description("d".repeat(200)), &[]);
    check(
        description("d".repeat(201)),
        &["questions[0].options[1].description: String must contain at most 200 character(s)"],
    );
}

fn long_option(field: &str, text: String) -> Value {
    let mut options = options(2);
    options[1][field] = Value::from(text);
    json!([with(good(1), &json!({ "options": options }))])
}

/// The example of S1 §错误处理, and everything wrong in several questions at once.
#[test]
fn all_at_once() {
    let question =
        json!({ "question": "Which?", "header": "Authentication", "options": options(1) });
    check(
        json!([question]),
        &[
            "questions[0].header: String must contain at most 12 character(s)",
            "questions[0].options: Array must contain at least 2 element(s)",
            "questions[0].multiSelect: Required",
        ],
    );
    check(
        json!([question, good(2), { "question": "", "header": "x", "options": options(5), "multiSelect": 0 }]),
        &[
            "questions[0].header: String must contain at most 12 character(s)",
            "questions[0].options: Array must contain at least 2 element(s)",
            "questions[0].multiSelect: Required",
            "questions[2].question: String must contain at least 1 character(s)",
            "questions[2].options: Array must contain at most 4 element(s)",
            "questions[2].multiSelect: Expected boolean, received number",
        ],
    );
    // Nothing behind the fourth question or the fourth option goes unsaid.
    let long = json!({ "label": "", "description": "d" });
    let five = Value::from_iter((1..=4).map(|n| options(4)[n - 1].clone()).chain([long]));
    check(
        json!([
            good(1),
            good(2),
            good(3),
            good(4),
            with(without("header"), &json!({ "options": five }))
        ]),
        &[
            "questions: Array must contain at most 4 element(s)",
            "questions[4].header: Required",
            "questions[4].options: Array must contain at most 4 element(s)",
            "questions[4].options[4].label: String must contain at least 1 character(s)",
            "questions[4].question: \"Question 1?\" stands twice; each must be unique",
        ],
    );
}

/// The four variables of S1 are four numbers of the limits.
#[test]
fn other_limits() {
    let limits = Limits {
        questions: 1,
        options_max: 6,
        header: 3,
        question: 20,
        ..Limits::command()
    };
    check_within(
        &limits,
        json!([with(
            good(1),
            &json!({ "header": "abc", "options": options(6) })
        )]),
        &[],
    );
    check_within(
        &limits,
        json!([
            with(good(1), &json!({ "header": "abcd", "options": options(7) })),
            with(
                good(2),
                &json!({ "header": "b", "question": "q".repeat(21) })
            ),
        ]),
        &[
            "questions: Array must contain at most 1 element(s)",
            "questions[0].header: String must contain at most 3 character(s)",
            "questions[0].options: Array must contain at most 6 element(s)",
            "questions[1].question: String must contain at most 20 character(s)",
        ],
    );
    let none = Limits {
        questions: 0,
        ..Limits::command()
    };
    check_within(
        &none,
        json!([good(1)]),
        &["questions: Array must contain at most 0 element(s)"],
    );
}

/// Over HTTP and MCP twelve characters are advice; only what must be bounded is (spec §2.3).
#[test]
fn a_header_is_as_long_as_it_is_elsewhere() {
    let titled = |chars: usize| with(good(1), &json!({ "header": "标".repeat(chars) }));
    for chars in [13, 201, 10_000] {
        check_within(&Limits::api(), json!([titled(chars)]), &[]);
    }
    check_within(
        &Limits::api(),
        json!([titled(10_001)]),
        &["questions[0].header: String must contain at most 10000 character(s)"],
    );
}
