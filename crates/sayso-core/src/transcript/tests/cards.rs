//! Questions with what was answered, in the wordings of several versions.

use serde_json::{Value, json};

use super::File;
use crate::transcript::{Card, CardState, Content};

/// Two questions of the Claude dialect.
fn input() -> Value {
    json!({ "questions": [
        { "question": "Which method?", "header": "Auth", "multiSelect": false, "options": [
            { "label": "OAuth 2.0", "description": "Standard" }, { "label": "JWT", "description": "Stateless" } ] },
        { "question": "Which colours?", "header": "Colours", "multiSelect": true, "options": [
            { "label": "red, green", "description": "x" }, { "label": "blue \"sky\"", "description": "x" },
            { "label": "grey", "description": "x" }, { "label": "back\\slash", "description": "x" } ] },
    ]})
}

fn ask(input: &Value) -> Value {
    json!({ "type": "assistant", "uuid": "a", "parentUuid": null, "message": { "content": [
        { "type": "tool_use", "id": "call", "name": "AskUserQuestion", "input": input } ] } })
}

fn result(block: Value, line: Value) -> Value {
    let mut block = block;
    block["type"] = json!("tool_result");
    block["tool_use_id"] = json!("call");
    let mut line = line;
    line["type"] = json!("user");
    line["uuid"] = json!("r");
    line["parentUuid"] = json!("a");
    line["message"] = json!({ "role": "user", "content": [block] });
    line
}

fn card_of(lines: &[Value]) -> Card {
    let file = File::of(lines.iter().map(Value::to_string));
    let card = file
        .items()
        .into_iter()
        .find_map(|item| match item.content {
            Content::AskUserQuestion(card) => Some(card),
            _ => None,
        });
    card.unwrap()
}

/// `State; Header=picked,picked|"own words" (note)`, for what was answered.
fn shown(card: &Card) -> String {
    let mut text = format!("{:?}", card.state);
    for question in card.questions.iter().filter(|question| question.answered) {
        let picked = question.options.iter().filter(|option| option.picked);
        let picked: Vec<&str> = picked.map(|option| option.label.as_str()).collect();
        text += &format!(
            "; {}",
            question.header.as_deref().unwrap_or(&question.question)
        );
        text += &format!("={}", picked.join("|"));
        if let Some(other) = &question.other {
            text += &format!("«{other}»");
        }
        if let Some(note) = &question.note {
            text += &format!(" ({note})");
        }
    }
    if let Some(reply) = &card.reply {
        text += &format!("; said {reply}");
    }
    text
}

#[test]
fn by_the_structured_result() {
    let answers = |answers: Value| json!({ "questions": [], "answers": answers });
    let rows = [
        (
            answers(json!({ "Which method?": "JWT" })),
            "Answered; Auth=JWT",
        ),
        (
            answers(json!({ "Which method?": "OAuth 2.0", "Which colours?": "grey" })),
            "Answered; Auth=OAuth 2.0; Colours=grey",
        ),
        (
            answers(
                json!({ "Which colours?": "\"red, green\", \"blue \\\"sky\\\"\", back\\slash, \"my, own\"" }),
            ),
            "Answered; Colours=red, green|blue \"sky\"|back\\slash«my, own»",
        ),
        // Older versions did not quote.
        (
            answers(json!({ "Which colours?": "red, green, grey" })),
            "Answered; Colours=red, green|grey",
        ),
        (
            answers(json!({ "Which colours?": ["grey", "mauve"] })),
            "Answered; Colours=grey«mauve»",
        ),
        (
            answers(json!({ "Which method?": "neither, but ask Bob" })),
            "Answered; Auth=«neither, but ask Bob»",
        ),
        (
            json!({ "questions": [], "answers": { "Which method?": "JWT" },
                    "annotations": { "Which method?": { "notes": "for now" } } }),
            "Answered; Auth=JWT (for now)",
        ),
        (
            json!({ "questions": [], "answers": {}, "response": "let us talk first" }),
            "Answered; said let us talk first",
        ),
        // Nobody answered: no answers, none under the question's text, or the time ran out.
        (answers(json!({})), "Unanswered"),
        (answers(json!({ "Auth": "JWT" })), "Unanswered"),
        (json!({ "questions": [] }), "Unanswered"),
        (
            json!({ "questions": [], "answers": {}, "afkTimeoutMs": 60000 }),
            "Timeout",
        ),
    ];
    for (structured, expected) in rows {
        let line = json!({ "toolUseResult": structured });
        let card = card_of(&[ask(&input()), result(json!({ "content": "…" }), line)]);
        assert_eq!(shown(&card), expected, "{structured}");
    }
}

#[test]
fn by_the_wording() {
    let rows = [
        (
            r#"User has answered your questions: "Which method?"="JWT". You can now continue with the user's answers in mind."#,
            "Answered; Auth=JWT",
        ),
        (
            r#"Your questions have been answered: "Which method?"="OAuth 2.0", "Which colours?"="grey, back\slash". You can now continue with these answers in mind."#,
            "Answered; Auth=OAuth 2.0; Colours=grey|back\\slash",
        ),
        (
            r#"The user answered: "Which method?"="use "both", please" notes: soon. Read the answers carefully — they may request clarification"#,
            "Answered; Auth=«use \"both\", please» (soon)",
        ),
        (
            r#"User has answered your questions: "Which method?"="JWT". Left unanswered: "Which colours?". You can now continue with the user's answers in mind."#,
            "Answered; Auth=JWT",
        ),
        ("The user responded: not now", "Answered; said not now"),
        ("The user did not answer the questions.", "Unanswered"),
        (
            "No response after 60s — the user may be away from keyboard.",
            "Timeout",
        ),
        // Words that are not a report are no answer, whatever they quote.
        (r#"I think "Which method?"="JWT" is best."#, "Unclear"),
        ("", "Unclear"),
        (
            r#"{"answers":[{"question_id":"q","answer":"JWT"}]}"#,
            "Unclear",
        ),
    ];
    for (text, expected) in rows {
        let card = card_of(&[ask(&input()), result(json!({ "content": text }), json!({}))]);
        assert_eq!(shown(&card), expected, "{text}");
        let blocks = json!({ "content": [{ "type": "text", "text": text }] });
        let card = card_of(&[ask(&input()), result(blocks, json!({}))]);
        assert_eq!(shown(&card), expected, "{text}, in blocks");
    }
}

#[test]
fn by_the_error() {
    let rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    let ended = "[Tool call interrupted: the session ended before this call's result was recorded";
    let rows = [
        (
            rejected,
            json!({ "toolUseResult": "User rejected tool use", "toolDenialKind": "user-rejected" }),
            CardState::Declined,
        ),
        (
            rejected,
            json!({ "toolUseResult": "User rejected tool use" }),
            CardState::Declined,
        ),
        (
            ended,
            json!({ "toolUseResult": ended, "toolDenialKind": "interrupted" }),
            CardState::Unanswered,
        ),
        (ended, json!({}), CardState::Unanswered),
        (
            "Tool permission stream closed before response received",
            json!({}),
            CardState::Unanswered,
        ),
        // What Sayso itself tells a model, through a hook or as a host.
        (
            "The user cancelled this question without answering. Do not choose for them.",
            json!({}),
            CardState::Declined,
        ),
        (
            "PreToolUse:AskUserQuestion hook error: The user cancelled this question without \
             answering. Do not choose for them. Their words: later",
            json!({}),
            CardState::Declined,
        ),
        (
            "用户取消了这个问题，没有作答。不要替用户选择。用户的原话：以后再说",
            json!({}),
            CardState::Declined,
        ),
        (
            "The user interrupted the task; the question was not answered. Stop here.",
            json!({}),
            CardState::Unanswered,
        ),
        (
            "Nobody answered before the deadline. This is not an answer: do not choose for the \
             user. Stop here, or ask again.",
            json!({}),
            CardState::Timeout,
        ),
        (
            "AskUserQuestion is not available inside subagents",
            json!({}),
            CardState::Failed,
        ),
        // A failure that quotes an answer is still a failure.
        (
            r#"User has answered your questions: "Which method?"="JWT"."#,
            json!({}),
            CardState::Failed,
        ),
    ];
    for (text, line, state) in rows {
        let block = json!({ "content": text, "is_error": true });
        let card = card_of(&[ask(&input()), result(block, line)]);
        assert_eq!(card.state, state, "{text}");
        assert!(
            card.questions.iter().all(|question| !question.answered),
            "{text}"
        );
        assert_eq!(card.told.as_deref(), Some(text));
    }
}

/// The agent died on it: the last line of the file, or with the conversation going on after it.
#[test]
fn without_a_result() {
    let next = json!({ "type": "user", "uuid": "u", "parentUuid": "a", "message": { "content": "carry on" } });
    for lines in [vec![ask(&input())], vec![ask(&input()), next]] {
        let card = card_of(&lines);
        assert_eq!(card.state, CardState::Unanswered);
        assert_eq!(card.questions.len(), 2);
        assert_eq!(card.input, input());
    }
}

/// What cannot be read as questions is still a question that was asked.
#[test]
fn of_a_shape_that_nobody_knows() {
    let answer = r#"User has answered your questions: "Q"="A". You can now continue"#;
    for input in [json!(null), json!("{"), json!({ "questions": 7 })] {
        let card = card_of(&[ask(&input), result(json!({ "content": answer }), json!({}))]);
        assert_eq!(card.state, CardState::Unclear, "{input}");
        assert!(card.questions.is_empty(), "{input}");
    }
}

/// The id dialect: answers by id, follow-ups, defaults that nobody chose.
#[test]
fn by_ids() {
    let input = json!({ "question_id": "auth", "question_text": "How?", "type": "multiple_choice",
        "options": [{ "id": "oauth2", "label": "OAuth 2.0" }, { "id": "jwt", "label": "JWT" }],
        "follow_up_questions": { "oauth2": [{ "question_id": "who", "question_text": "Who?", "type": "checkbox",
            "options": [{ "id": "google", "label": "Google" }, { "id": "github", "label": "GitHub" }] }] } });
    let rows = [
        (
            json!({ "question_id": "auth", "answer": "oauth2", "follow_ups": [
                { "question_id": "who", "answer": ["github", { "other": "Bob" }], "note": "n" }] }),
            "Answered; How?=OAuth 2.0; Who?=GitHub«Bob» (n)",
        ),
        (
            json!({ "question_id": "auth", "answer": "jwt" }),
            "Answered; How?=JWT",
        ),
        (
            json!({ "question_id": "other", "answer": "jwt" }),
            "Unclear",
        ),
    ];
    for (told, expected) in rows {
        let block = json!({ "content": told.to_string() });
        let card = card_of(&[ask(&input), result(block, json!({}))]);
        assert_eq!(shown(&card), expected, "{told}");
    }
    let defaulted = json!({ "question_id": "auth", "answer": "jwt", "defaulted": ["auth"] });
    let block = json!({ "content": defaulted.to_string() });
    let card = card_of(&[ask(&input), result(block, json!({}))]);
    assert!(card.questions[0].defaulted);
}

/// Two questions of one message: each finds its own result, in whichever order they came.
#[test]
fn two_at_once() {
    let mut lines = Vec::new();
    for (n, parent) in [(1, Value::Null), (2, json!("a1"))] {
        lines.push(json!({ "type": "assistant", "uuid": format!("a{n}"), "parentUuid": parent, "message": { "content": [
            { "type": "tool_use", "id": format!("c{n}"), "name": "AskUserQuestion", "input": input() } ] } }));
    }
    for (n, answer) in [(2, "OAuth 2.0"), (1, "JWT")] {
        lines.push(json!({ "type": "user", "uuid": format!("r{n}"), "parentUuid": format!("a{n}"),
            "message": { "content": [{ "type": "tool_result", "tool_use_id": format!("c{n}"), "content": "…" }] },
            "toolUseResult": { "answers": { "Which method?": answer } } }));
    }
    let file = File::of(lines.iter().map(Value::to_string));
    let cards: Vec<String> = file
        .items()
        .into_iter()
        .filter_map(|item| match item.content {
            Content::AskUserQuestion(card) => Some(shown(&card)),
            _ => None,
        })
        .collect();
    assert_eq!(cards, ["Answered; Auth=JWT", "Answered; Auth=OAuth 2.0"]);
}
