//! S1: the command's input and what it prints.

use sayso_core::dialect::Dialect;
use sayso_core::limits::Limits;
use sayso_core::render::{KeyBy, command_output};
use serde_json::{Value, json};

use super::{answer, outlines, parse};
use crate::life::lines;

/// The command (S1): input, model, answers, and what it prints.
#[track_caller]
fn check_command(input: &str, model: &[&str], answers: Value, output: Value) {
    let parsed = parse(input, &Limits::command());
    assert_eq!(parsed.dialect, Dialect::Claude);
    assert_eq!(outlines(&parsed.questions), model);
    assert_eq!(lines(&parsed.warnings), [""; 0]);
    let outcome = answer(parsed, &answers);
    assert_eq!(command_output(&outcome, KeyBy::Header), output);
}

#[test]
fn s1_auth_method() {
    check_command(
        r#"{"questions":[
          {
            "question":"Which authentication method should we use?",
            "header":"Auth method",
            "options":[
              {"label":"OAuth 2.0","description":"Industry standard, supports social login"},
              {"label":"JWT","description":"Stateless tokens, good for APIs"}
            ],
            "multiSelect":false
          }
        ]}"#,
        &[
            "multiple_choice [] Auth method: Which authentication method should we use? \
           (OAuth 2.0=OAuth 2.0, JWT=JWT)",
        ],
        json!({"r1.q1": "OAuth 2.0"}),
        json!({"answers":{"Auth method":"OAuth 2.0"}}),
    );
}

#[test]
fn s1_manual_examples() {
    let database = r#"{"questions":[{"question":"Which database?","header":"Database","options":[{"label":"PostgreSQL","description":"Relational DB"},{"label":"MongoDB","description":"Document store"}],"multiSelect":false}]}"#;
    let model = "multiple_choice [] Database: Which database? \
                 (PostgreSQL=PostgreSQL, MongoDB=MongoDB)";
    check_command(
        database,
        &[model],
        json!({"r1.q1": "PostgreSQL"}),
        json!({"answers":{"Database":"PostgreSQL"}}),
    );
    check_command(
        database,
        &[model],
        json!({"r1.q1": {"other": "SQLite"}}),
        json!({"answers":{"Database":"Other (custom: SQLite)"}}),
    );
    check_command(
        r#"{"questions":[{"question":"Which features to enable?","header":"Features","options":[{"label":"Caching","description":"Redis caching"},{"label":"Logging","description":"JSON logs"}],"multiSelect":true}]}"#,
        &["checkbox [] Features: Which features to enable? (Caching=Caching, Logging=Logging)"],
        json!({"r1.q1": ["Caching", "Logging"]}),
        json!({"answers":{"Features":"Caching, Logging"}}),
    );
}

#[test]
fn s1_output_of_several_questions() {
    let input = r#"{"questions":[
        {"question":"One?","header":"header1","multiSelect":false,"options":[
            {"label":"selected_label","description":"d"},{"label":"b","description":"d"}]},
        {"question":"Two?","header":"header2","multiSelect":true,"options":[
            {"label":"label1","description":"d"},{"label":"label2","description":"d"}]}]}"#;
    check_command(
        input,
        &[
            "multiple_choice [] header1: One? (selected_label=selected_label, b=b)",
            "checkbox [] header2: Two? (label1=label1, label2=label2)",
        ],
        json!({"r1.q1": "selected_label", "r1.q2": ["label1", "label2"]}),
        json!({"answers":{"header1":"selected_label","header2":"label1, label2"}}),
    );
}
