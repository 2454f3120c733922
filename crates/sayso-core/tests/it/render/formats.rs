//! Labels, own words, notes, keys and secrets in every format.

use std::sync::Arc;

use sayso_core::command::Command;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::render::{KeyBy, command_output, join_labels, sentence, tool_result};
use sayso_core::secrets::take_secrets;
use serde_json::{Value, json};

use super::{answered, printed, wire};
use crate::life::{Life, answering, with, yes_no};

/// A Claude question of many choices with these labels.
fn labels(labels: &[&str]) -> Value {
    json!([{ "question": "Which?", "header": "H", "multiSelect": true, "options": labels }])
}

/// What the command prints for one answer, and what the sentence says.
#[track_caller]
fn check(input: &Value, answer: Value, command: &str, spoken: &str) {
    let outcome = answered(input, &json!({ "r1.q1": answer }));
    assert_eq!(
        command_output(&outcome, KeyBy::Header),
        json!({ "answers": { "H": command } })
    );
    assert_eq!(
        sentence(&outcome, Lang::En),
        format!(
            "User has answered your questions: \"Which?\"=\"{spoken}\". You can now continue with the user's answers in mind."
        )
    );
}

#[test]
fn labels_with_commas_and_quotes() {
    let plain = labels(&["A", "B, C", "say \"D\"", "E"]);
    check(&plain, json!(["A", "E"]), "A, E", "A, E");
    check(&plain, json!(["E", "A"]), "E, A", "E, A");
    check(&plain, json!(["A", "B, C"]), "A, \"B, C\"", "A, \"B, C\"");
    check(
        &plain,
        json!(["say \"D\"", "A"]),
        "\"say \\\"D\\\"\", A",
        "\"say \\\"D\\\"\", A",
    );
    check(&plain, json!(["B, C"]), "B, C", "B, C");
    let single = json!([{ "question": "Which?", "header": "H", "options": ["A", "B, \"C\""] }]);
    check(&single, json!("B, \"C\""), "B, \"C\"", "B, \"C\"");
    // What is joined can be taken apart again.
    assert_eq!(
        join_labels(["a", "b,c", "d, e", "\"", "é"].into_iter()),
        "a, b,c, \"d, e\", \"\\\"\", é"
    );
    assert_eq!(join_labels([].into_iter()), "");
}

#[test]
fn own_words() {
    let many = labels(&["A", "B"]);
    let single = json!([{ "question": "Which?", "header": "H", "options": ["A", "B"] }]);
    check(&single, json!({ "other": "C" }), "Other (custom: C)", "C");
    check(&single, json!({ "other": "A" }), "Other (custom: A)", "A");
    check(&many, json!([{ "other": "C" }]), "Other (custom: C)", "C");
    check(
        &many,
        json!([{ "other": "C, D" }]),
        "Other (custom: C, D)",
        "C, D",
    );
    check(
        &many,
        json!(["A", { "other": "C" }]),
        "A, Other (custom: C)",
        "A, C",
    );
    check(
        &many,
        json!(["A", { "other": "C, D" }]),
        "A, \"Other (custom: C, D)\"",
        "A, \"C, D\"",
    );
    check(
        &many,
        json!(["A", { "other": "<script>&" }]),
        "A, Other (custom: <script>&)",
        "A, <script>&",
    );
}

#[test]
fn every_kind() {
    let input = json!([
        yes_no("one"),
        { "question_id": "many", "question_text": "many?", "type": "checkbox",
          "options": [{ "id": "x", "label": "The X" }, { "id": "y", "label": "The Y" }] },
        { "question_id": "text", "question_text": "text?", "type": "text" },
        { "question_id": "bool", "question_text": "bool?", "type": "boolean" },
    ]);
    let answers = json!({ "one": "no", "many": ["y", "x"], "text": "a\nb", "bool": false });
    let outcome = answered(&input, &answers);
    let spoken = json!({ "answers": { "one": "No", "many": "The Y, The X", "text": "a\nb", "bool": "false" } });
    let [by_header, by_question, by_id] = printed(&outcome);
    assert_eq!(by_header, spoken, "without a header the id is the key");
    assert_eq!(by_id, spoken);
    assert_eq!(
        by_question,
        json!({ "answers": { "one?": "No", "many?": "The Y, The X", "text?": "a\nb", "bool?": "false" } })
    );
    let named: Vec<Value> = ["one", "many", "text", "bool"]
        .iter()
        .map(|id| json!({ "question_id": id, "answer": answers[id] }))
        .collect();
    assert_eq!(content(&outcome), json!({ "answers": named }));
    let wired = wire(&outcome);
    for (n, id) in ["one", "many", "text", "bool"].iter().enumerate() {
        assert_eq!(wired["answers"][n]["answer"], answers[id]);
    }
}

/// The JSON that the id dialect gets back.
fn content(outcome: &Outcome) -> Value {
    serde_json::from_str(&tool_result(outcome, Lang::En).content).unwrap()
}

#[test]
fn follow_ups_and_notes() {
    let nested = with(
        yes_no("a"),
        &json!({ "header": "A", "follow_up_questions": {
        "yes": [with(yes_no("b"), &json!({ "header": "B" }))], "no": [yes_no("c")] } }),
    );
    let mut life = Life::new();
    let id = life.asks(&nested);
    let mut given = answering(id, &json!({ "a": "yes", "b": "no" }), true);
    given.answers[0].note = Some("only on <Mondays>".into());
    given.answers[1].note = Some(" ".into());
    life.wish(&Command::Answer(given)).unwrap();
    let outcome = life.outcome(id);
    assert_eq!(
        content(&outcome),
        json!({ "question_id": "a", "answer": "yes", "note": "only on <Mondays>",
                "follow_ups": [{ "question_id": "b", "answer": "no" }] })
    );
    assert_eq!(
        sentence(&outcome, Lang::En),
        "User has answered your questions: \"a?\"=\"Yes\" notes: only on <Mondays>, \"b?\"=\"No\". You can now continue with the user's answers in mind."
    );
    assert_eq!(
        wire(&outcome)["answers"],
        json!([{ "question_id": "a", "header": "A", "question": "a?", "answer": "yes", "note": "only on <Mondays>",
                 "follow_ups": [{ "question_id": "b", "header": "B", "question": "b?", "answer": "no" }] }])
    );
    // Follow-ups stand beside their parents where the format has one level.
    assert_eq!(
        printed(&outcome)[0],
        json!({ "answers": { "A": "Yes", "B": "No" } })
    );
}

/// Where two questions want the same key, no answer is lost.
#[test]
fn colliding_keys() {
    let follow_up = with(
        yes_no("b"),
        &json!({ "header": "H", "question_text": "Same?" }),
    );
    let nested = with(
        yes_no("a"),
        &json!({ "header": "H", "question_text": "Same?",
        "follow_up_questions": { "yes": [follow_up] } }),
    );
    let [by_header, by_question, by_id] =
        printed(&answered(&nested, &json!({ "a": "yes", "b": "no" })));
    assert_eq!(by_header, json!({ "answers": { "H": "Yes", "b": "No" } }));
    assert_eq!(
        by_question,
        json!({ "answers": { "Same?": "Yes", "b": "No" } })
    );
    assert_eq!(by_id, json!({ "answers": { "a": "Yes", "b": "No" } }));

    // Not even where the id, which would tell them apart, is somebody else's header.
    for (first, second) in [("b", "b"), ("b", ""), ("x", "x")] {
        let header = |id: &str, header: &str| with(yes_no(id), &json!({ "header": header }));
        let input = json!([header("a", "b"), header("x", first), header("b", second)]);
        let outcome = answered(
            &input,
            &json!({ "a": "yes", "x": "no", "b": { "other": "hm" } }),
        );
        for output in printed(&outcome) {
            let answers = output["answers"].as_object().unwrap();
            let mut words: Vec<&str> = answers.values().map(|v| v.as_str().unwrap()).collect();
            words.sort_unstable();
            assert_eq!(words, ["No", "Other (custom: hm)", "Yes"], "{output}");
        }
    }
}

/// What nobody chose is marked in every format.
#[test]
fn defaulted_answers() {
    let mut life = Life::new();
    let id = life.asks(&json!([
        with(yes_no("a"), &json!({ "header": "A" })),
        yes_no("b")
    ]));
    let mut piped = answering(id, &json!({ "a": "yes", "b": "no" }), true);
    piped.answers[0].defaulted = true;
    life.wish(&Command::Answer(piped)).unwrap();
    let outcome = life.outcome(id);
    let [by_header, by_question, by_id] = printed(&outcome);
    assert_eq!(
        by_header,
        json!({ "answers": { "A": "Yes", "b": "No" }, "defaulted": ["A"] })
    );
    assert_eq!(by_question["defaulted"], json!(["a?"]));
    assert_eq!(by_id["defaulted"], json!(["a"]));
    assert_eq!(wire(&outcome)["defaulted"], json!(["a"]));
    assert!(
        sentence(&outcome, Lang::En)
            .contains("\"a?\"=\"Yes\" (default, chosen by nobody), \"b?\"=\"No\".")
    );
    assert_eq!(
        content(&outcome),
        json!({ "answers": [{ "question_id": "a", "answer": "yes" }, { "question_id": "b", "answer": "no" }],
                "defaulted": ["a"] })
    );
}

/// The words of a secret stand nowhere until they are revealed to the asker.
#[test]
fn secrets() {
    let mut life = Life::new();
    let id = life.asks(
        &json!([{ "question_id": "k", "question_text": "Key?", "type": "text", "secret": true }]),
    );
    let open = life.session.interaction(id).unwrap().clone();
    let wish = Command::Answer(answering(id, &json!({ "k": "hunter2" }), true));
    let mut facts = life.session.decide(&wish, life.now).unwrap();
    take_secrets(&mut facts[0], &open);
    let sayso_core::event::Event::Closed { closing, .. } = facts.remove(0) else {
        panic!("is closed");
    };
    let mut outcome = Outcome::of_open(life.session.id(), &open, closing);
    let everything = |outcome: &Outcome| {
        format!(
            "{:?} {} {}",
            printed(outcome),
            wire(outcome),
            tool_result(outcome, Lang::En).content
        )
    };
    assert!(!everything(&outcome).contains("hunter2"));
    assert_eq!(printed(&outcome)[2], json!({ "answers": { "k": "••••" } }));
    outcome.reveal([("k".into(), "hunter2".into())].into());
    assert_eq!(
        content(&outcome),
        json!({ "question_id": "k", "answer": "hunter2" })
    );
}

/// Even of facts that hold more than they should, nothing off the table is told.
#[test]
fn what_is_off_the_table_stays_there() {
    let nested = with(
        yes_no("a"),
        &json!({ "follow_up_questions": { "yes": [yes_no("stray")] } }),
    );
    let mut outcome = answered(&nested, &json!({ "a": "yes", "stray": "no" }));
    let told = |outcome: &Outcome| {
        let words = tool_result(outcome, Lang::En).content;
        let spoken = sentence(outcome, Lang::En);
        format!("{:?} {} {words} {spoken}", printed(outcome), wire(outcome))
    };
    assert!(told(&outcome).contains("stray"));
    let other = answered(&yes_no("a"), &json!({ "a": "no" }));
    let closing = Arc::make_mut(&mut outcome.closing);
    closing.answers.extend(other.closing.answers.clone());
    assert_eq!(outcome.closing.answers.len(), 2);
    assert!(!told(&outcome).contains("stray"), "{}", told(&outcome));
}
