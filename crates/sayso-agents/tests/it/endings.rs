//! Cancelled, timed out, refused, interrupted, stopped: none of them is an answer.

use sayso_agents::script::{Ended, Happening};
use sayso_core::dialect;
use sayso_core::event::Event;
use sayso_core::limits::Limits;
use sayso_core::message::MessageKind;
use sayso_core::opening::Opening;
use sayso_core::state::State;
use sayso_desk::NewAsk;
use serde_json::json;

use crate::log::Log;
use crate::person::Act;
use crate::playing::{ASK, check};
use crate::stage::{Stage, scenario};

/// Steps after an ask that tell what it is taken for.
const TOLD: &str = "
  - {when: {pick: [a, b, c]}, text: picked}
  - {when: {pick: answered}, text: answered}
  - {when: {pick: cancelled}, text: 'cancelled {{pick}}'}
  - {when: {pick: timeout}, text: 'timeout {{pick}}'}
  - {when: {pick: refused}, text: 'refused {{pick}}'}
";

const CANCELLED: &str = "The user cancelled this question without answering. Do not choose for them. Their words: not now";

#[test]
fn cancelled() {
    let act = [Act::Cancel("not now")];
    let seen = [
        "asked 1",
        "closed cancelled",
        "text cancelled (no answer)",
        "complete",
    ];
    check(&format!("{ASK}{TOLD}"), &act, &seen, Ended::Completed);

    let error = format!("error {CANCELLED}");
    let seen = ["asked 1", "closed cancelled", &error];
    let steps = format!("{ASK}  - {{when: {{pick: timeout}}, text: never}}\n  - text: never");
    check(&steps, &act, &seen, Ended::Failed(CANCELLED.into()));
}

fn timed(more: &str) -> String {
    format!(
        "
  - ask:
      save: pick
      timeout_seconds: 30
      {more}
      input: {{questions: [{{question: Which?, multiSelect: true, options: [{{label: a, default: true}}, b, c]}}]}}
"
    )
}

#[test]
fn timed_out() {
    let act = [Act::Wait(30_000)];
    let seen = [
        "asked 1",
        "closed timeout",
        "text timeout (no answer)",
        "complete",
    ];
    for more in ["", "on_timeout: default", "on_timeout: terminate"] {
        check(
            &format!("{}{TOLD}", timed(more)),
            &act,
            &seen,
            Ended::Completed,
        );
    }
    let text = "Nobody answered before the deadline. This is not an answer: do not choose for the user. Stop here, or ask again.";
    let error = format!("error {text}");
    let seen = ["asked 1", "closed timeout", &error];
    for more in ["", "on_timeout: terminate"] {
        let steps = format!("{}  - text: never", timed(more));
        check(&steps, &act, &seen, Ended::Failed(text.into()));
    }
    // Declared defaults let the agent go on; they are still no answer.
    let steps = format!(
        "{}  - {{when: {{pick: [a, answered]}}, text: never}}",
        timed("on_timeout: default")
    );
    let seen = ["asked 1", "closed timeout", "complete"];
    check(&steps, &act, &seen, Ended::Completed);
}

#[test]
fn just_in_time() {
    let stage = Stage::new();
    let handle = stage.handle();
    let mut told = Vec::new();
    let ended = stage.player().play(
        &scenario(&format!("{}{TOLD}", timed(""))),
        &mut |happening: Happening<'_>| match happening {
            Happening::Asked(ticket) => {
                stage.later(&handle, 29_999);
                Act::Answer(json!(["b"])).carry_out(&stage, &handle, ticket);
            }
            Happening::Said { message, .. } => told.push(message.body["text"].clone()),
            Happening::Closed { .. } => {}
        },
    );
    assert_eq!(ended, Ended::Completed);
    assert_eq!(told, ["picked", "answered", ""]);
}

const SUB: &str = "
  - ask:
      as: sub
      save: pick
      input: {questions: [{question: Which?, options: [a, b, c]}]}
";

#[test]
fn a_sub_agent_is_refused() {
    let refusal = "Only the main agent may ask the user. Report back to your parent agent what you need to know; do not try again.";
    let result = format!("tool_result {refusal}");
    let seen = [
        "tool_use ask_user_question",
        &result,
        "text refused (no answer)",
        "complete",
    ];
    let stage = check(&format!("{SUB}{TOLD}"), &[], &seen, Ended::Completed);
    let log = Log::of(&stage);
    assert_eq!(log.keys(), [] as [&str; 0]);
    let [call, result, ..] = &log.said()[..] else {
        panic!("{:?}", log.said());
    };
    assert_eq!(
        (call.kind, result.kind),
        (MessageKind::ToolUse, MessageKind::ToolResult)
    );
    assert_eq!(call.body["id"], result.body["tool_use_id"]);
    assert_eq!(call.body["input"]["questions"][0]["question"], "Which?");
    assert_eq!(result.body["is_error"], true);

    let error = format!("error {refusal}");
    let result = format!("tool_result {refusal}");
    let seen = ["tool_use ask_user_question", &result, &error];
    check(
        &format!("{SUB}  - text: never"),
        &[],
        &seen,
        Ended::Failed(refusal.into()),
    );
}

#[test]
fn too_many_in_a_row() {
    let steps = "
  - label: again
    ask:
      save: pick
      input: {questions: [{question: Which?, options: [a, b, c]}]}
  - {when: {pick: refused}, goto: out}
  - {goto: again, most: 20}
  - {label: out, text: enough}
";
    let stage = Stage::new();
    let acts = vec![Act::Answer(json!("a")); 20];
    let played = stage.play(&scenario(steps), &acts);
    assert_eq!(played.ended, Ended::Completed);
    assert_eq!(Log::of(&stage).keys().len(), 10);
    assert_eq!(
        played.seen[21].split(". ").next(),
        Some("tool_result You have asked 10 times in a row")
    );
    assert_eq!(played.seen[22], "text enough");
    // Played again it is refused again, though the rules would allow it now.
    let again = stage.play(&scenario(steps), &acts);
    assert_eq!(again.ended, Ended::Completed);
    assert_eq!(Log::of(&stage).keys().len(), 10);
    Log::of(&stage).check_chain();
}

#[test]
fn one_at_a_time() {
    let stage = Stage::new();
    let handle = stage.handle();
    let opening = Opening {
        serial: true,
        ..Opening::default()
    };
    handle.open(stage.session.clone(), opening).wait().unwrap();
    let other = json!({ "question_text": "Other?", "type": "boolean" });
    let other = NewAsk {
        session: Some(stage.session.clone()),
        key: Some("other".into()),
        ..NewAsk::new(dialect::parse(&other, &Limits::api()).unwrap())
    };
    let _ = handle.ask(other).wait().unwrap();
    let played = stage.play(&scenario(&format!("{ASK}{TOLD}")), &[]);
    assert_eq!(played.seen[2], "text refused (no answer)");
    assert_eq!(played.ended, Ended::Completed);
}

#[test]
fn a_question_that_answers_have_spoilt_is_refused() {
    let steps = "
  - ask: {save: words, input: {question_text: Well?, type: text}}
  - ask:
      save: pick
      input: {question_text: Which?, type: multiple_choice, options: [{id: '{{words}}', label: A}, {id: b, label: B}]}
  - {when: {pick: refused}, text: refused}
";
    let stage = Stage::new();
    let played = stage.play(&scenario(steps), &[Act::Answer(json!("b"))]);
    assert_eq!(played.seen.len(), 6, "{:?}", played.seen);
    assert!(played.seen[3].starts_with("tool_result The question cannot be asked like this"));
    assert!(
        played.seen[3].contains('\n'),
        "with its details: {}",
        played.seen[3]
    );
    assert_eq!(played.seen[4], "text refused");
}

#[test]
fn interrupted_by_the_person() {
    let stage = Stage::new();
    let steps = format!("  - text: Hello\n{ASK}{TOLD}  - text: never");
    let played = stage.play(&scenario(&steps), &[Act::Interrupt]);
    assert_eq!(played.ended, Ended::Stopped);
    assert_eq!(played.seen, ["text Hello", "asked 1", "closed cancelled"]);
    // For good: played again it stops at the same place.
    let again = stage.play(&scenario(&steps), &[]);
    assert_eq!(again.ended, Ended::Stopped);
    assert_eq!(
        again.seen,
        ["text Hello again", "asked 1 again", "closed cancelled"]
    );
    Log::of(&stage).check_chain();
}

#[test]
fn told_to_stop_while_it_waits() {
    let stage = Stage::new();
    let steps = scenario(&format!("{ASK}{TOLD}"));
    let played = stage.play_until(&steps, &[Act::Leave], |_, stop| stop.stop());
    assert_eq!(played.ended, Ended::Stopped);
    assert_eq!(played.seen, ["asked 1"]);
    // Nothing is resolved by it: the question is open, and answered later.
    assert_eq!(stage.handle().reader().pending(9).unwrap().len(), 1);
    let played = stage.play(&steps, &[Act::Answer(json!(["a"]))]);
    assert_eq!(
        played.seen,
        [
            "asked 1 again",
            "closed answered",
            "text picked",
            "text answered",
            "complete"
        ]
    );
}

/// A timed-out round can be taken up again (S0 §2.8): whoever plays again gets the new answer.
#[test]
fn reopened_after_its_deadline() {
    let stage = Stage::new();
    let steps = scenario(&timed(""));
    let played = stage.play(&steps, &[Act::Wait(30_000)]);
    assert!(matches!(played.ended, Ended::Failed(_)));
    let asked = Log::of(&stage)
        .0
        .into_iter()
        .find_map(|record| match record.event {
            Event::Asked(asked) => Some(asked.interaction),
            _ => None,
        });
    let ticket = stage.handle().reopen(asked.unwrap(), None).wait().unwrap();
    assert_eq!(ticket.state, State::Pending);
    let played = stage.play(&steps, &[Act::Leave, Act::Answer(json!(["c"]))]);
    assert_eq!(
        played.seen,
        ["asked 2 again", "closed answered", "complete"]
    );
}
