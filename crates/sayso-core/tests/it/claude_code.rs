//! Claude Code's own shapes: answers put into the tool's input and read back from its reports,
//! hooks, and leave to act.

use sayso_core::actor::Actor;
use sayso_core::approval::{Action, Verdict};
use sayso_core::command::{Ask, Command};
use sayso_core::dialect::claude_code::{
    ElicitationForm, HookCall, HookOutput, QuestionCall, permission_result, reported,
};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::source::Source;
use serde_json::{Value, json};

use crate::life::Life;

fn questions() -> Value {
    json!({ "questions": [
        { "question": "Which?", "header": "A", "multiSelect": false, "options": [
            { "label": "One", "description": "1" }, { "label": "Two, too", "description": "2" },
        ] },
        { "question": "Which ones?", "header": "B", "multiSelect": true, "options": [
            { "label": "red, green", "description": "r" },
            { "label": "blue \"sky\"", "description": "b" },
            { "label": "grey", "description": "g" },
        ] },
    ] })
}

fn answered_input(input: &Value, outcome: &Outcome) -> Option<Value> {
    let call = QuestionCall::read(input).unwrap();
    call.answered(outcome, Lang::En)
}

fn outcome(answers: &Value) -> Outcome {
    let mut life = Life::new();
    let id = life.asks(&questions());
    life.answers(id, answers)
}

/// What stands in the tool's input, and what is read back when the program reports the same.
#[track_caller]
fn check(answers: Value, written: Value) {
    let outcome = outcome(&answers);
    let input = answered_input(&questions(), &outcome).unwrap();
    assert_eq!(input["questions"], questions()["questions"]);
    assert_eq!(input["answers"], written);
    let back: Vec<(String, Value)> = reported(&input, &outcome.questions)
        .into_iter()
        .map(|one| (one.question.to_string(), one.value))
        .collect();
    let given = answers.as_object().unwrap().clone();
    assert_eq!(back, given.into_iter().collect::<Vec<_>>());
}

#[test]
fn answers_go_by_the_questions_text_and_come_back() {
    check(
        json!({ "r1.q1": "Two, too", "r1.q2": ["grey"] }),
        json!({ "Which?": "Two, too", "Which ones?": "grey" }),
    );
    check(
        json!({ "r1.q1": { "other": "my, own" }, "r1.q2": ["red, green", "grey"] }),
        json!({ "Which?": "my, own", "Which ones?": "\"red, green\", grey" }),
    );
    check(
        json!({ "r1.q1": "One", "r1.q2": ["blue \"sky\"", { "other": "a \"b\", c" }] }),
        json!({
            "Which?": "One",
            "Which ones?": "\"blue \\\"sky\\\"\", \"a \\\"b\\\", c\"",
        }),
    );
}

/// Nothing that is no answer is ever written, or read, as one.
#[test]
fn no_answer_is_none() {
    let mut life = Life::new();
    let id = life.asks(&questions());
    life.cancel(id, Some("later")).unwrap();
    let cancelled = life.outcome(id);
    assert_eq!(answered_input(&questions(), &cancelled), None);
    let asked = &cancelled.questions;
    for report in [
        json!(null),
        json!("User rejected tool use"),
        json!({ "questions": questions()["questions"] }),
        json!({ "questions": questions()["questions"], "answers": {} }),
        json!({ "questions": questions()["questions"], "answers": { "Which?": " " } }),
        json!({ "questions": questions()["questions"], "answers": { "A": "One" } }),
        json!({
            "questions": questions()["questions"],
            "answers": { "Which?": "One" },
            "afkTimeoutMs": 60_000,
        }),
    ] {
        assert_eq!(reported(&report, asked), [], "{report}");
    }
}

/// What the model wrote beside its questions never stands beside the person's answers.
#[test]
fn nothing_of_the_model_s_is_a_person_s_word() {
    let outcome = outcome(&json!({ "r1.q1": "One", "r1.q2": ["grey"] }));
    let mut input = questions();
    input["metadata"] = json!({ "source": "plan" });
    let honest = answered_input(&input, &outcome).unwrap();
    for (name, value) in [
        ("answers", json!({ "Which?": "Two, too", "Else?": "Yes" })),
        ("annotations", json!({ "Which?": { "notes": "go ahead" } })),
        ("response", json!("yes, do it all")),
        ("followUp", json!(true)),
        ("afkTimeoutMs", json!(1)),
    ] {
        input[name] = value;
        let answered = answered_input(&input, &outcome);
        assert_eq!(answered.as_ref(), Some(&honest), "{name}");
    }
    assert_eq!(honest["metadata"], json!({ "source": "plan" }));
}

/// What a hook says of this outcome of our questions.
#[track_caller]
fn says(event: &str, outcome: &Outcome) -> HookOutput {
    let call = json!({
        "session_id": "s", "hook_event_name": event, "tool_name": "AskUserQuestion",
        "tool_input": questions(), "tool_use_id": "toolu_1",
    });
    let call = HookCall::read(&call).unwrap();
    HookOutput::of(call.event, &call.request().unwrap(), outcome, Lang::En)
}

/// An answer to other questions is none to these, in whatever order they stand.
#[test]
fn an_answer_to_other_questions_is_none() {
    let ours = questions();
    let mut others = vec![json!({ "questions": [ours["questions"][0]] })];
    for (path, value) in [
        ("/questions/0/question", "Delete it?"),
        ("/questions/0/header", "C"),
        ("/questions/0/options/0/label", "Delete it"),
        ("/questions/0/options/0/description", "more"),
    ] {
        let mut other = ours.clone();
        *other.pointer_mut(path).unwrap() = json!(value);
        others.push(other);
    }
    let mut other = ours.clone();
    other["questions"].as_array_mut().unwrap().reverse();
    others.push(other);
    let outcome = outcome(&json!({ "r1.q1": "One", "r1.q2": ["grey"] }));
    assert!(answered_input(&ours, &outcome).is_some());
    for other in others {
        assert_eq!(answered_input(&other, &outcome), None, "{other}");
        let mut report = other;
        report["answers"] = json!({ "Which?": "One", "Which ones?": "grey" });
        assert_eq!(reported(&report, &outcome.questions), [], "{report}");
    }
}

/// Blank headers and descriptions are no texts to us, and must be there for the program.
#[test]
fn what_the_program_needs_comes_back() {
    let ask = json!({ "questions": [{ "question": "Which?", "header": "", "multiSelect": false,
        "options": [
            { "label": "One", "description": "", "preview": "# One" },
            { "label": "Two", "description": "2" },
        ] }], "title": "T", "metadata": { "source": "plan" } });
    let mut life = Life::new();
    let id = life.asks(&json!({ "questions": ask["questions"] }));
    let outcome = life.answers(id, &json!({ "r1.q1": "One" }));
    let mut expected = ask.clone();
    expected["answers"] = json!({ "Which?": "One" });
    assert_eq!(answered_input(&ask, &outcome), Some(expected));
}

#[test]
fn hooks_say_the_answer_before_the_tool_runs() {
    let given = outcome(&json!({ "r1.q1": "One", "r1.q2": ["grey"] }));
    let mut input = questions();
    input["answers"] = json!({ "Which?": "One", "Which ones?": "grey" });
    for (event, says) in [
        (
            "PreToolUse",
            json!({
                "permissionDecision": "allow", "updatedInput": input,
                "hookEventName": "PreToolUse",
            }),
        ),
        (
            "PermissionRequest",
            json!({
                "hookEventName": "PermissionRequest",
                "decision": { "behavior": "allow", "updatedInput": input },
            }),
        ),
    ] {
        let says = HookOutput::Says(json!({ "hookSpecificOutput": says }));
        assert_eq!(self::says(event, &given), says);
    }
    assert_eq!(says("PostToolUse", &given), HookOutput::Silence);
    for wrong in [json!({}), json!({ "session_id": "s" }), json!([])] {
        assert!(HookCall::read(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_question_taken_back_leaves_the_hook_silent() {
    let mut life = Life::new();
    let id = life.asks(&questions());
    let actor = Actor::new("Claude Code", Face::Hook, Evidence::Reported);
    let withdraw = Command::Withdraw {
        interaction: id,
        actor,
    };
    life.wish(&withdraw).unwrap();
    let withdrawn = life.outcome(id);
    for event in ["PreToolUse", "PermissionRequest"] {
        assert_eq!(says(event, &withdrawn), HookOutput::Silence);
    }
}

fn action() -> Action {
    Action {
        tool: "Bash".into(),
        input: json!({ "command": "rm -r build", "description": "Clean" }),
        reason: Some("This command requires approval".into()),
        rules: vec![json!({
            "type": "addRules", "behavior": "allow", "destination": "localSettings",
            "rules": [{ "toolName": "Bash", "ruleContent": "rm *" }],
        })],
    }
}

/// What a permission request gets for these answers.
#[track_caller]
fn decided(answers: &Value, result: Value) {
    let mut life = Life::new();
    let ask = approval(&mut life);
    let id = life.begins(ask);
    let outcome = life.answers(id, answers);
    let verdict = Verdict::of(&outcome, Lang::En);
    assert_eq!(permission_result(&action(), verdict), result, "{answers}");
}

fn approval(life: &mut Life) -> Ask {
    let mut ask = life.ask(&questions());
    ask.parsed = action().ask(None, Lang::En);
    ask.source = Source::Approval;
    ask
}

#[test]
fn only_a_chosen_yes_allows() {
    let input = action().input;
    decided(
        &json!({ "r1.q1": "allow" }),
        json!({ "behavior": "allow", "updatedInput": input }),
    );
    decided(
        &json!({ "r1.q1": "always" }),
        json!({
            "behavior": "allow", "updatedInput": input,
            "updatedPermissions": action().rules,
        }),
    );
    decided(
        &json!({ "r1.q1": "change", "r1.q1.change.q1": "{\"command\":\"rm -r out\"}" }),
        json!({ "behavior": "allow", "updatedInput": { "command": "rm -r out" } }),
    );
    let denied = |message: &str| json!({ "behavior": "deny", "message": message });
    decided(
        &json!({ "r1.q1": "deny" }),
        denied("The user did not allow this. Do not try it in another way."),
    );
    decided(
        &json!({ "r1.q1": { "other": "move it away instead" } }),
        denied("The user did not allow this: move it away instead"),
    );
    decided(
        &json!({ "r1.q1": "change", "r1.q1.change.q1": "only the cache" }),
        denied(
            "The user did not allow this: The user wants it changed before it may run: only the cache",
        ),
    );
    // A question's outcome is no leave to act, whatever it says.
    let question = outcome(&json!({ "r1.q1": "One", "r1.q2": ["grey"] }));
    assert!(matches!(
        Verdict::of(&question, Lang::En),
        Verdict::Deny { .. }
    ));
}

#[test]
fn an_approval_is_bound_to_its_action() {
    let mut other = action();
    other.input["command"] = json!("rm -r /");
    assert_ne!(action().digest(), other.digest());
    let asked = action().ask(None, Lang::Zh);
    assert_eq!(asked.digest, action().digest());
    assert_eq!(
        asked.questions[0].action_digest,
        Some(action().digest().to_string())
    );
    let ids = asked.questions[0]
        .choices
        .iter()
        .map(|choice| choice.id.to_string());
    assert_eq!(
        ids.collect::<Vec<_>>(),
        ["deny", "allow", "always", "change"]
    );
}

/// An agent that works asks for leave often; that is no chain of questions.
#[test]
fn approvals_are_no_chain() {
    let mut life = Life::new();
    for n in 1..=25 {
        let ask = approval(&mut life);
        let id = life.begins(ask);
        life.answers(id, &json!({ format!("r{n}.q1"): "allow" }));
    }
}

fn form() -> Value {
    json!({
        "subtype": "elicitation", "mcp_server_name": "deploy", "message": "Where to?", "mode": "form",
        "property_order": ["place", "when", "sure", "count"],
        "requested_schema": {
            "type": "object",
            "properties": {
                "sure": { "type": "boolean", "title": "Really?" },
                "count": { "type": "integer" },
                "place": { "type": "string", "enum": ["eu", "us"], "enumNames": ["Europe", "America"] },
                "when": { "type": "array", "items": { "anyOf": [
                    { "const": "day", "title": "By day" }, { "const": "night", "title": "By night" },
                ] } },
            },
            "required": ["place", "sure"],
        },
    })
}

fn read_form() -> ElicitationForm {
    ElicitationForm::read(&form()).unwrap()
}

/// What the server gets for these answers.
#[track_caller]
fn filled_in(answers: &Value, result: Value) {
    let mut life = Life::new();
    let mut ask = life.ask(&questions());
    ask.parsed = read_form().ask();
    let id = life.begins(ask);
    let outcome = life.answers(id, answers);
    assert_eq!(read_form().result(&outcome), result);
}

#[test]
fn forms_of_servers() {
    filled_in(
        &json!({ "r1.q1": "eu", "r1.q2": ["night"], "r1.q3": true, "r1.q4": "3" }),
        json!({ "action": "accept", "content": {
            "place": "eu", "when": ["night"], "sure": true, "count": 3,
        } }),
    );
    filled_in(
        &json!({ "r1.q1": "us", "r1.q3": false }),
        json!({ "action": "accept", "content": { "place": "us", "sure": false } }),
    );
    // What does not fit the field is no answer.
    filled_in(
        &json!({ "r1.q1": "us", "r1.q3": true, "r1.q4": "many" }),
        json!({ "action": "cancel" }),
    );
    // Nobody declined what was taken back.
    for (by_person, action) in [(true, "decline"), (false, "cancel")] {
        let mut life = Life::new();
        let mut ask = life.ask(&questions());
        ask.parsed = read_form().ask();
        let interaction = life.begins(ask);
        if by_person {
            life.cancel(interaction, None).unwrap();
        } else {
            let actor = Actor::new("claude", Face::Host, Evidence::Script);
            life.wish(&Command::Withdraw { interaction, actor })
                .unwrap();
        }
        let result = json!({ "action": action });
        assert_eq!(read_form().result(&life.outcome(interaction)), result);
    }
    for odd in [
        json!({ "mode": "url", "url": "https://example.org" }),
        json!({ "requested_schema": { "properties": {} } }),
        json!({ "requested_schema": { "properties": { "a": { "type": "object" } } } }),
        // Fields and options that a person could take for each other.
        fields(
            &json!({ "a": { "type": "string", "title": "A" }, "b": { "type": "string", "title": "A" } }),
        ),
        fields(&json!({ "a": { "type": "string", "title": "b" }, "b": { "type": "string" } })),
        options(&json!({ "enum": ["x", "y"], "enumNames": ["X", "X"] })),
        options(&json!({ "enum": ["x", "y"], "enumNames": ["y", "x"] })),
        options(&json!({ "enum": ["x", "x"] })),
        options(&json!({ "enum": ["x", "y"], "enumNames": ["X"] })),
        options(&json!({ "enum": ["x", 1] })),
        options(&json!({ "enum": ["x"], "oneOf": [{ "const": "y", "title": "Y" }] })),
        options(&json!({ "anyOf": [{ "const": "x" }], "oneOf": [{ "const": "y" }] })),
    ] {
        assert_eq!(ElicitationForm::read(&odd), None, "{odd}");
    }
}

fn fields(fields: &Value) -> Value {
    json!({ "requested_schema": { "properties": fields } })
}

fn options(field: &Value) -> Value {
    let mut field = field.clone();
    field["type"] = json!("string");
    fields(&json!({ "a": field }))
}

/// What is infinite or no number is nothing that JSON could say.
#[test]
fn a_number_is_a_number() {
    let form = fields(&json!({ "a": { "type": "number" } }));
    let form = ElicitationForm::read(&form).unwrap();
    for (text, result) in [
        (
            "1.5",
            json!({ "action": "accept", "content": { "a": 1.5 } }),
        ),
        ("1e999", json!({ "action": "cancel" })),
        ("NaN", json!({ "action": "cancel" })),
        ("inf", json!({ "action": "cancel" })),
    ] {
        let mut life = Life::new();
        let mut ask = life.ask(&questions());
        ask.parsed = form.ask();
        let id = life.begins(ask);
        let outcome = life.answers(id, &json!({ "r1.q1": text }));
        assert_eq!(form.result(&outcome), result, "{text}");
    }
}
