//! What the clients play: one row a case.

use serde_json::{Value, json};

/// One case.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What is asked.
    pub(super) questions: Value,
    /// What the client's form is answered with, round by round; none: it draws no forms.
    pub(super) replies: Option<Value>,
    /// What a person says at the desk once the question is there.
    pub(super) at_desk: Desk,
    /// Seconds after which the client gives the first call up.
    pub(super) timeout: Option<f64>,
    /// What the last result's data must hold, by path.
    pub(super) wanted: &'static [(&'static str, &'static str)],
    /// How many forms are shown.
    pub(super) forms: usize,
}

/// What happens at the desk.
pub(super) enum Desk {
    Nothing,
    Answers(Value),
    Cancels,
}

fn single() -> Value {
    json!([{ "question_id": "db", "question_text": "Which database?", "type": "multiple_choice",
             "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }] }])
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn plain(name: &'static str, questions: Value) -> Case {
    Case {
        name,
        questions,
        replies: None,
        at_desk: Desk::Nothing,
        timeout: None,
        wanted: &[("/state", "\"answered\"")],
        forms: 0,
    }
}

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    let follow_up = json!([{ "question_id": "auth", "question_text": "Auth?", "type": "multiple_choice",
        "options": [{ "id": "oauth", "label": "OAuth" }, { "id": "none", "label": "None" }],
        "follow_up_questions": { "oauth": [{ "question_id": "who", "question_text": "Provider?", "type": "text" }] } }]);
    let by_desk = || Desk::Answers(json!({ "db": "lite" }));
    vec![
        Case {
            replies: Some(json!([accept(json!({ "q1": "lite" }))])),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"mcp\"")],
            forms: 1,
            ..plain("single choice", single())
        },
        Case {
            replies: Some(json!([accept(
                json!({ "q1": ["a", "c"], "q1_other": "d" })
            )])),
            wanted: &[("/answers/0/answer", "[\"a\",\"c\",{\"other\":\"d\"}]")],
            forms: 1,
            ..plain(
                "several and own words",
                json!([{ "question_id": "f", "question_text": "Features?", "type": "checkbox",
                    "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }, { "id": "c", "label": "C" }] }]),
            )
        },
        Case {
            replies: Some(json!([accept(json!({ "q1": "true", "q2": "Sayso" }))])),
            wanted: &[
                ("/answers/0/answer", "true"),
                ("/answers/1/answer", "\"Sayso\""),
            ],
            forms: 1,
            ..plain(
                "boolean and text",
                json!([{ "question_id": "go", "question_text": "Go on?", "type": "boolean" },
                       { "question_id": "name", "question_text": "Name?", "type": "text" }]),
            )
        },
        Case {
            replies: Some(json!([accept(
                json!({ "q1": "other", "q1_other": "DuckDB" })
            )])),
            wanted: &[("/answers/0/answer", "{\"other\":\"DuckDB\"}")],
            forms: 1,
            ..plain("Other", single())
        },
        Case {
            replies: Some(json!([
                accept(json!({ "q1": "oauth" })),
                accept(json!({ "q1": "Google" }))
            ])),
            wanted: &[("/answers/0/follow_ups/0/answer", "\"Google\"")],
            forms: 2,
            ..plain("follow-up round", follow_up)
        },
        Case {
            // Own words without words: every client lets it pass, and we do not.
            replies: Some(json!([
                accept(json!({ "q1": "other" })),
                accept(json!({ "q1": "pg" }))
            ])),
            wanted: &[("/answers/0/answer", "\"pg\"")],
            forms: 2,
            ..plain("asked again", single())
        },
        Case {
            replies: Some(json!([{ "action": "decline" }])),
            at_desk: by_desk(),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            forms: 1,
            ..plain("declined by nobody", single())
        },
        Case {
            // The form is answered only when the desk has spoken.
            replies: Some(
                json!([{ "action": "accept", "content": { "q1": "pg" }, "after": "DONE" }]),
            ),
            at_desk: by_desk(),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            forms: 1,
            ..plain("answered at the desk under an open form", single())
        },
        Case {
            at_desk: by_desk(),
            wanted: &[("/answers/0/answer", "\"lite\"")],
            ..plain("no forms, answered at the desk", single())
        },
        Case {
            at_desk: Desk::Cancels,
            wanted: &[("/state", "\"cancelled\"")],
            ..plain("cancelled at the desk", single())
        },
        Case {
            // The first call is given up by the client; the second finds the question again.
            timeout: Some(1.0),
            at_desk: by_desk(),
            wanted: &[("/answers/0/answer", "\"lite\"")],
            ..plain("given up and asked again", single())
        },
        Case {
            wanted: &[("/state", "\"pending\"")],
            ..plain("ticket", single())
        },
    ]
}
