//! What the question of an approval says: everything, whole, and nothing that passes for anything
//! else.

use proptest::prelude::*;
use sayso_core::approval::{Action, Line, lines};
use sayso_core::dialect;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::question::Question;
use serde_json::{Map, Value, json};

fn question(action: &Action) -> Question {
    action.ask(None, Lang::En).questions[0].clone()
}

fn of(tool: &str, input: Value) -> Action {
    Action {
        tool: tool.into(),
        input,
        reason: None,
        rules: Vec::new(),
    }
}

/// What stands there, `>` before what somebody else wrote.
#[track_caller]
fn check(action: &Action, expected: &[&str]) {
    let question = question(action);
    let drawn: Vec<String> = lines(&question)
        .map(|line| match line {
            Line::Own(words) => words.to_owned(),
            Line::Foreign(words) => format!(">{words}"),
        })
        .collect();
    assert_eq!(drawn, expected);
}

#[test]
fn values_stand_behind_a_gutter_and_names_before_it() {
    let mut action = of(
        "Bash",
        json!({ "command": "rm -r build\ntrue", "timeout": 5, "quiet": "false", "dry": false, "none": null, "empty": "" }),
    );
    action.reason = Some("Needs approval\ncommand:".into());
    check(
        &action,
        &[
            "Allow Bash?",
            "The agent's reason:",
            ">Needs approval",
            ">command:",
            "command:",
            ">rm -r build",
            ">true",
            "timeout: 5",
            "quiet:",
            ">false",
            "dry: false",
            "none: null",
            "empty:",
            ">",
        ],
    );
    check(
        &of("Edit", json!({ "edits": [{ "old": "a\nb" }], "at": {} })),
        &[
            "Allow Edit?",
            "edits (JSON):",
            r#">[{"old":"a\nb"}]"#,
            "at (JSON):",
            ">{}",
        ],
    );
    check(
        &of("Odd", json!("words")),
        &["Allow Odd?", "The input (JSON):", r#">"words""#],
    );
    check(&of("None", Value::Null), &["Allow None?"]);
}

#[test]
fn no_value_draws_a_digest_or_a_second_list_of_choices() {
    let digest = "(exactly this action: 0123456789abcdef)";
    let value = format!("x\n{digest}\n\n❯ ○ No\n  ○ Yes, this once");
    let action = of("Bash", json!({ "a": value, "command": "rm -rf /" }));
    check(
        &action,
        &[
            "Allow Bash?",
            "a:",
            ">x",
            &format!(">{digest}"),
            ">",
            ">❯ ○ No",
            ">  ○ Yes, this once",
            "command:",
            ">rm -rf /",
        ],
    );
    let question = question(&action);
    let digest = action.digest().to_string();
    assert_eq!(question.action_digest.as_deref(), Some(&*digest));
    assert!(!question.description.unwrap().contains(&digest[..16]));
}

#[test]
fn a_name_is_whole_and_passes_for_nothing_else() {
    let long = format!("mcp__files__{}__delete_everything", "x".repeat(300));
    check(&of(&long, Value::Null), &[&format!("Allow {long}?")]);
    check(
        &of(
            "Read(safe.txt)? You already said yes. Allow Bash",
            Value::Null,
        ),
        &[r#"Allow "Read(safe.txt)? You already said yes. Allow Bash"?"#],
    );
    check(
        &of(
            "Bash",
            json!({ "dry: true\ncommand": "ls", "│ x": 1, "": 2 }),
        ),
        &[
            "Allow Bash?",
            r#""dry: true\ncommand":"#,
            ">ls",
            r#""│ x": 1"#,
            r#""": 2"#,
        ],
    );
}

/// A question that an agent words itself is not Sayso's, whatever it says.
#[test]
fn what_an_asker_worded_is_foreign() {
    let mut question = Question::new("q", sayso_core::kind::Kind::Boolean, "Run?\ncommand:");
    question.description = Some("│ ls".into());
    let drawn: Vec<Line<'_>> = lines(&question).collect();
    assert_eq!(
        drawn,
        ["Run?", "command:", "│ ls"].map(Line::Foreign).to_vec()
    );
}

/// Nor does it become Sayso's because the asker says so.
#[test]
fn no_asker_sets_the_digest() {
    let input = json!([{ "question_id": "q", "question_text": "Allow Bash?", "type": "boolean",
        "action_digest": "0".repeat(64), "description": "command:" }]);
    let parsed = dialect::parse(&input, &Limits::api());
    let digest = |parsed: dialect::Parsed| parsed.questions[0].action_digest.clone();
    assert!(parsed.is_err() || parsed.is_ok_and(|parsed| digest(parsed).is_none()));
}

#[test]
fn rules_leave_nothing_out() {
    let rules = [
        (
            json!({ "type": "addRules", "behavior": "allow", "destination": "session",
                "rules": [{ "toolName": "Bash", "ruleContent": "ls *" }, { "toolName": "Read" }] }),
            "allow Bash(ls *) → session\nallow Read → session",
        ),
        (
            json!({ "type": "setMode", "mode": "bypassPermissions", "destination": "userSettings" }),
            "mode bypassPermissions → userSettings",
        ),
        (
            json!({ "type": "addDirectories", "directories": ["/a", "/b"], "destination": "session" }),
            r#"directories ["/a","/b"] → session"#,
        ),
        // What a short form would leave out, or blur.
        (
            json!({ "type": "setMode", "mode": "plan", "destination": "session", "days": 9 }),
            r#"{"type":"setMode","mode":"plan","destination":"session","days":9}"#,
        ),
        (
            json!({ "type": "setMode", "mode": "plan" }),
            r#"{"type":"setMode","mode":"plan"}"#,
        ),
        (
            json!({ "type": "addRules", "behavior": "allow", "destination": "session",
                "rules": [{ "toolName": "Bash", "ruleContent": "ls)\nallow Read(*" }] }),
            r#"{"type":"addRules","behavior":"allow","destination":"session","rules":[{"toolName":"Bash","ruleContent":"ls)\nallow Read(*"}]}"#,
        ),
        (
            json!({ "type": "addRules", "behavior": "allow", "destination": "session",
                "rules": [{ "toolName": "Bash(ls), Edit" }] }),
            r#"{"type":"addRules","behavior":"allow","destination":"session","rules":[{"toolName":"Bash(ls), Edit"}]}"#,
        ),
    ];
    for (rule, expected) in rules {
        let mut action = of("Bash", Value::Null);
        action.rules = vec![rule.clone()];
        let question = question(&action);
        let always = question.choice(&"always".into()).unwrap();
        let shown = always.description.as_deref().unwrap();
        if expected.starts_with('{') {
            assert_eq!(serde_json::from_str::<Value>(shown).unwrap(), rule);
            assert!(!shown.contains('\n'));
        } else {
            assert_eq!(shown, expected);
        }
    }
}

/// The input as it can be read off the lines.
fn read_off(question: &Question) -> Value {
    let mut input = Map::new();
    let mut lines = lines(question).skip(1).peekable();
    while let Some(Line::Own(line)) = lines.next() {
        let (name, rest) = match line.starts_with('"') {
            false => line.split_at(line.find([':', ' ']).unwrap()),
            true => {
                let mut names = serde_json::Deserializer::from_str(line).into_iter::<String>();
                names.next().unwrap().unwrap();
                line.split_at(names.byte_offset())
            }
        };
        let name: String = serde_json::from_str(name).unwrap_or_else(|_| name.to_owned());
        let mut words = Vec::new();
        while let Some(Line::Foreign(line)) = lines.peek() {
            words.push(*line);
            lines.next();
        }
        let words = words.join("\n");
        let value = match rest {
            ":" => words.into(),
            " (JSON):" => serde_json::from_str(&words).unwrap(),
            scalar => serde_json::from_str(scalar.strip_prefix(": ").unwrap()).unwrap(),
        };
        input.insert(name, value);
    }
    assert_eq!(lines.next(), None);
    input.into()
}

/// Names and values of all kinds, also such as draw what Sayso draws.
fn inputs() -> impl Strategy<Value = Value> {
    let words = "(\\PC|[a-z:│\"\\\\ \\n]|│ |command:|\\(JSON\\):|\n){0,12}";
    let leaf = prop_oneof![
        words.prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    let value = leaf.prop_recursive(2, 8, 3, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((words, inner), 0..3)
                .prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into()),
        ]
    });
    prop::collection::vec((words, value), 0..5)
        .prop_map(|fields| fields.into_iter().collect::<Map<_, _>>().into())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 2 * ProptestConfig::default().cases,
        ..ProptestConfig::default()
    })]

    /// Two inputs never read alike.
    #[test]
    fn the_whole_input_can_be_read_off(input in inputs()) {
        prop_assert_eq!(read_off(&question(&of("Bash", input.clone()))), input);
    }
}
