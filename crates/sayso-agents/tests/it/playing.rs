//! Steps, branches, loops and texts.

use std::sync::Mutex;
use std::time::Duration;

use sayso_agents::script::{Ended, Happening, Scenario, Stop};
use sayso_core::message::MessageKind;
use serde_json::{Value, json};

use crate::log::Log;
use crate::person::Act;
use crate::stage::{Stage, scenario};

/// A choice between a, b and c, saved as `pick`.
pub(crate) const ASK: &str = "
  - ask:
      save: pick
      input: {questions: [{question: Which?, options: [a, b, c], multiSelect: true}]}
";

/// Plays these steps; the observer must have seen this.
#[track_caller]
pub(crate) fn check(steps: &str, acts: &[Act], seen: &[&str], ended: Ended) -> Stage {
    let stage = Stage::new();
    let played = stage.play(&scenario(steps), acts);
    assert_eq!(played.seen, seen);
    assert_eq!(played.ended, ended);
    Log::of(&stage).check_chain();
    stage
}

#[test]
fn every_kind_of_message() {
    let steps = "
  - text: Hello
  - thinking: Hm
  - info: A hint
  - tool_use: {name: Read, input: {path: a.txt}}
  - tool_result: {content: nothing there, is_error: true}
  - tool_use: {name: List}
  - tool_result: {content: a.txt}
  - complete: Done
  - text: never said
";
    let seen = [
        "text Hello",
        "thinking Hm",
        "info A hint",
        "tool_use Read",
        "tool_result nothing there",
        "tool_use List",
        "tool_result a.txt",
        "complete Done",
    ];
    let stage = check(steps, &[], &seen, Ended::Completed);
    let said = Log::of(&stage).said();
    let calls: Vec<&Value> = [3, 5].map(|n| &said[n].body["id"]).into();
    assert_ne!(calls[0], calls[1]);
    let bodies: Vec<(MessageKind, Value)> = said.iter().map(|m| (m.kind, m.body.clone())).collect();
    let expected = [
        (
            MessageKind::Text,
            json!({ "type": "text", "text": "Hello" }),
        ),
        (
            MessageKind::Thinking,
            json!({ "type": "thinking", "thinking": "Hm" }),
        ),
        (MessageKind::Info, json!({ "text": "A hint" })),
        (
            MessageKind::ToolUse,
            json!({ "type": "tool_use", "id": calls[0], "name": "Read", "input": { "path": "a.txt" } }),
        ),
        (
            MessageKind::ToolResult,
            json!({ "type": "tool_result", "tool_use_id": calls[0], "content": "nothing there", "is_error": true }),
        ),
        (
            MessageKind::ToolUse,
            json!({ "type": "tool_use", "id": calls[1], "name": "List", "input": {} }),
        ),
        (
            MessageKind::ToolResult,
            json!({ "type": "tool_result", "tool_use_id": calls[1], "content": "a.txt", "is_error": false }),
        ),
        (MessageKind::Complete, json!({ "text": "Done" })),
    ];
    assert_eq!(bodies, expected);
}

#[test]
fn the_end_without_a_word_is_the_end() {
    check(
        "  - text: Hello",
        &[],
        &["text Hello", "complete"],
        Ended::Completed,
    );
}

#[test]
fn failing() {
    let ended = Ended::Failed("no disk".into());
    check(
        "  - fail: no disk\n  - text: never",
        &[],
        &["error no disk"],
        ended,
    );
}

#[test]
fn branches() {
    let steps = format!(
        "{ASK}
  - when: {{pick: a}}
    text: has a
  - when: {{pick: [b, c]}}
    steps:
      - text: has b or c
      - when: {{pick: c}}
        text: has c
  - when: {{pick: answered}}
    text: answered
  - when: {{pick: cancelled}}
    text: cancelled
  - when: {{pick: timeout}}
    text: timeout
  - when: {{pick: refused}}
    text: refused
"
    );
    for (answer, seen) in [
        (json!(["a"]), &["has a", "answered"][..]),
        (json!(["b"]), &["has b or c", "answered"]),
        (
            json!(["a", "c"]),
            &["has a", "has b or c", "has c", "answered"],
        ),
        // Own words are never an option, and never an ending.
        (json!([{ "other": "a" }]), &["answered"]),
        (json!([{ "other": "cancelled" }]), &["answered"]),
    ] {
        let mut expected = vec!["asked 1".to_owned(), "closed answered".to_owned()];
        expected.extend(seen.iter().map(|text| format!("text {text}")));
        expected.push("complete".to_owned());
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(&steps, &[Act::Answer(answer)], &expected, Ended::Completed);
    }
}

#[test]
fn branches_on_one_of_several_questions() {
    let steps = "
  - ask:
      save: two
      input:
        questions:
          - {question_id: x, question_text: X?, type: multiple_choice, options: [{id: same, label: Same X}, {id: no, label: No X}]}
          - {question_id: y, question_text: Y?, type: multiple_choice, options: [{id: same, label: Same Y}, {id: no, label: No Y}]}
          - {question_id: z, question_text: Z?, type: text, required: false}
          - {question_id: sure, question_text: Sure?, type: boolean}
  - when: {two: same}
    text: same somewhere
  - when: {two.x: same}
    text: same in x
  - when: {two.y: same, two.sure: true}
    text: same in y, surely
  - when: {two.z: answered}
    text: never
  - text: '{{two}} | {{two.y}} | {{ two.z }} | {{two.sure}}'
";
    let acts = [Act::Fill(vec![
        ("x", json!("no")),
        ("y", json!("same")),
        ("sure", json!(true)),
    ])];
    let seen = [
        "asked 1",
        "closed answered",
        "text same somewhere",
        "text same in y, surely",
        "text No X; Same Y; true | Same Y | (no answer) | true",
        "complete",
    ];
    check(steps, &acts, &seen, Ended::Completed);
}

/// What a person writes is words: it is not looked at again, whatever it looks like.
#[test]
fn answers_are_only_words() {
    let steps = "
  - ask: {save: words, input: {question_text: Well?, type: text}}
  - tool_use: {name: Echo, input: {deep: [{text: '<{{words}}>'}], '{{words}}': 1}}
  - text: '{{words}} {{ words }} {{nothing here}} {{}} {{{words}}} }}{{'
  - complete: 'so: {{words}}'
";
    let words = "{{round}} {{words}} <b>$(rm -rf ~)</b> `ls`";
    let stage = Stage::new();
    let played = stage.play(&scenario(steps), &[Act::Answer(json!(words))]);
    let text = format!("{words} {words} {{{{nothing here}}}} {{{{}}}} {{{words}}} }}}}{{{{");
    assert_eq!(played.seen[3], format!("text {text}"));
    assert_eq!(played.seen[4], format!("complete so: {words}"));
    let input = &Log::of(&stage).said()[0].body["input"];
    assert_eq!(
        *input,
        json!({ "deep": [{ "text": format!("<{words}>") }], "{{words}}": 1 })
    );
}

#[test]
fn secret_words_are_never_said() {
    let steps = "
  - ask: {save: key, input: {question_text: Key?, type: text, secret: true}}
  - text: '{{key}}'
";
    let acts = [Act::Answer(json!("hunter2"))];
    let seen = ["asked 1", "closed answered", "text ••••", "complete"];
    let stage = check(steps, &acts, &seen, Ended::Completed);
    assert!(!format!("{:?}", Log::of(&stage).0).contains("hunter2"));
    // Nor shown to whoever looks on.
    let mut shown = String::new();
    stage
        .player()
        .play(&scenario(steps), &mut |happening: Happening<'_>| {
            shown.push_str(&format!("{happening:?}"));
        });
    assert!(shown.contains("closed") || shown.contains("Closed"));
    assert!(!shown.contains("hunter2"), "{shown}");
}

#[test]
fn long_answers_fill_a_text_only_so_far() {
    let holes = "{{words}}".repeat(2_000);
    let steps = format!(
        "
  - ask: {{save: words, input: {{question_text: Well?, type: text}}}}
  - text: '{holes}'
"
    );
    let stage = Stage::new();
    let played = stage.play(&scenario(&steps), &[Act::Answer(json!("x".repeat(10_000)))]);
    assert_eq!(played.ended, Ended::Completed);
    assert!(played.seen[2].len() < 80_000, "{}", played.seen[2].len());
}

#[test]
fn loops() {
    let steps = "
  - label: again
    text: round and round
  - goto: again
    most: 2
  - text: out
";
    let seen = [
        "text round and round",
        "text round and round",
        "text round and round",
        "text out",
        "complete",
    ];
    check(steps, &[], &seen, Ended::Completed);
}

#[test]
fn out_of_a_branch_and_past_a_step() {
    let steps = "
  - steps:
      - text: inside
      - steps:
          - goto: later
      - text: never
  - text: never
  - label: later
    text: later
";
    check(
        steps,
        &[],
        &["text inside", "text later", "complete"],
        Ended::Completed,
    );
}

#[test]
fn loops_in_loops_have_an_end() {
    let steps = "
  - label: a
    pause: 0
  - {goto: a, most: 1000}
  - label: b
    pause: 0
  - {goto: a, most: 1000}
  - {goto: b, most: 1000}
  - label: c
    pause: 0
  - {goto: b, most: 1000}
  - {goto: c, most: 1000}
  - {goto: a, most: 1000}
  - {goto: b, most: 1000}
";
    let stage = Stage::new();
    let played = stage.play(&scenario(steps), &[]);
    assert!(
        matches!(played.ended, Ended::Failed(_)),
        "{:?}",
        played.ended
    );
    assert!(played.pauses.len() <= 10_000);
}

#[test]
fn rounds_are_numbered_and_questions_filled() {
    let steps = "
  - label: again
    ask:
      save: pick
      input: {question_id: 'q{{round}}', question_text: 'Round {{round}}, after {{pick}}?', type: multiple_choice, options: [more, less]}
  - text: 'that was {{round}}'
  - {goto: again, when: {pick: more}}
";
    let acts = ["more", "more", "less"].map(|option| Act::Answer(json!(option)));
    let stage = Stage::new();
    let mut texts = Vec::new();
    let played = stage.play(&scenario(steps), &acts);
    assert_eq!(played.ended, Ended::Completed);
    for record in Log::of(&stage).0 {
        if let sayso_core::event::Event::Asked(asked) = record.event {
            texts.push(asked.questions[0].text.clone());
        }
    }
    let expected = [
        "Round 1, after (no answer)?",
        "Round 2, after more?",
        "Round 3, after more?",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn pauses_are_the_sleepers() {
    let stage = Stage::new();
    let steps = "  - pause: 0.25\n  - pause: 60\n  - text: awake";
    let played = stage.play(&scenario(steps), &[]);
    assert_eq!(played.pauses, [250, 60_000]);
    // What was said is not said at leisure again.
    assert_eq!(stage.play(&scenario(steps), &[]).pauses, [] as [u128; 0]);
}

#[test]
fn what_is_announced_and_who_asks() {
    let text = "
name: test
agent: Ada's helper
steps:
  - ask: {total_rounds: 3, timeout_seconds: 1.5, input: {question_text: Well?, type: boolean}}
";
    let stage = Stage::new();
    let scenario = Scenario::read(text.as_bytes()).unwrap();
    let asked = Mutex::new(None);
    let handle = stage.handle();
    stage
        .player()
        .play(&scenario, &mut |happening: Happening<'_>| {
            if let Happening::Asked(ticket) = happening {
                *asked.lock().unwrap() = Some(ticket.clone());
                Act::Answer(json!(true)).carry_out(&stage, &handle, ticket);
            }
        });
    let asked = asked.into_inner().unwrap().unwrap();
    assert_eq!(asked.total_rounds, 3);
    let entry = &handle.reader().sessions(None, 1).unwrap()[0];
    assert_eq!(entry.opening.agent.as_deref(), Some("Ada's helper"));
    assert_eq!(asked.deadline.unwrap().since(entry.opened_at), 1_500);
}

#[test]
fn a_real_pause_ends_when_it_is_told_to_stop() {
    let stage = Stage::new();
    let stop = Stop::default();
    let stopper = stop.clone();
    let ended = std::thread::scope(|scope| {
        let player = stage.player().stop(stop);
        player.play(
            &scenario("  - text: now\n  - pause: 60\n  - text: never"),
            &mut |_: Happening<'_>| {
                let stopper = stopper.clone();
                scope.spawn(move || stopper.stop());
            },
        )
    });
    assert_eq!(ended, Ended::Stopped);
    assert!(stopper.wait_for(Duration::from_secs(60)));
}

/// A scenario that says so asks more at once than an agent usually may.
#[test]
fn more_questions_at_once() {
    let questions: Vec<String> = (0..6)
        .map(|n| {
            format!("{{question_id: q{n}, question_text: 'Q{n}?', type: boolean, required: false}}")
        })
        .collect();
    let text = format!(
        "name: t\nmax_questions: 6\nsteps:\n- ask: {{save: all, input: {{questions: [{}]}}}}\n\
         - complete: '{{{{all.q5}}}}'",
        questions.join(", ")
    );
    let stage = Stage::new();
    let scenario = Scenario::read(text.as_bytes()).unwrap();
    let played = stage.play(&scenario, &[Act::Fill(vec![("q5", json!(true))])]);
    assert_eq!(played.seen, ["asked 1", "closed answered", "complete true"]);
    assert_eq!(played.ended, Ended::Completed);
}
