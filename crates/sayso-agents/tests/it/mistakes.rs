//! What can be wrong with a scenario file: every mistake with its place, all at once.

use sayso_agents::script::{Mistakes, Scenario};
use sayso_core::lang::Lang;
use serde_json::json;

#[track_caller]
fn check(text: &str, expected: &[&str]) -> Mistakes {
    let mistakes = match Scenario::read(text.as_bytes()) {
        Err(mistakes) => mistakes,
        Ok(scenario) => panic!("read: {scenario:?}"),
    };
    let lines: Vec<String> = mistakes.0.iter().map(|m| m.line(Lang::En)).collect();
    assert_eq!(lines, expected, "in\n{text}");
    // Every one of them has words in Chinese too.
    for mistake in &mistakes.0 {
        let zh = mistake.wrong.text(Lang::Zh);
        assert!(!zh.is_ascii(), "{zh}");
    }
    mistakes
}

/// One step, on the third line.
#[track_caller]
fn step(step: &str, expected: &[&str]) {
    check(&format!("name: t\nsteps:\n- {step}"), expected);
}

#[test]
fn files() {
    check("", &["must be object, got null"]);
    check("# nothing", &["must be object, got null"]);
    check("[]", &["1:1: must be object, got array"]);
    check("hello", &["1:1: must be object, got string"]);
    check("name: t", &["1:1 steps: required"]);
    check("steps: [{text: x}]", &["1:1 name: required"]);
    check(
        "name: t\nsteps: []",
        &["2:8 steps: at least 1 needed, got 0"],
    );
    check(
        "name: t\nsteps: {}",
        &["2:8 steps: must be array, got object"],
    );
    check(
        "name: ''\nsteps: [{text: x}]",
        &["1:7 name: must not be empty"],
    );
    check(
        "name: 7\nsteps: [{text: x}]",
        &["1:7 name: must be string, got number"],
    );
    check(
        &format!("name: {}\nsteps: [{{text: x}}]", "n".repeat(65)),
        &["1:7 name: at most 64 characters, got 65"],
    );
    check(
        "name: t\nlang: fr\nsteps: [{text: x}]",
        &["2:7 lang: must be zh, en, got \"fr\""],
    );
    check(
        "name: t\nsteps: [{text: x}]\nversion: 2",
        &["3:10 version: unknown; expected one of name, about, lang, agent, max_questions, steps"],
    );
    check(
        "name: t\nname: u\nsteps: [{text: x}]",
        &["2:1 name: the key \"name\" stands twice"],
    );
    check("name: t\n---\nname: u", &["2:1: one document a file"]);
    check(
        "name: !!str t\nsteps: [{text: x}]",
        &["1:7 name: tags are not taken"],
    );
    check("name: t\n? [a]\n: b", &["2:3: a key is a text"]);
}

#[test]
fn no_yaml() {
    for text in [
        "name: [",
        "name: \"t",
        "a: b: c",
        "name: t\n\tsteps: x",
        "{a: b",
    ] {
        let mistakes = Scenario::read(text.as_bytes()).unwrap_err();
        let line = mistakes.0[0].line(Lang::En);
        assert!(line.contains("not valid "), "{line}");
    }
}

#[test]
fn steps() {
    step("text", &["3:3 steps[0]: must be object, got string"]);
    let verbs = "does nothing; a step has one of text, thinking, info, tool_use, tool_result, ask, pause, goto, steps, fail, complete";
    step("{}", &[&format!("3:3 steps[0]: {verbs}")]);
    step("label: x", &[&format!("3:3 steps[0]: {verbs}")]);
    step(
        "{text: a, info: b}",
        &["3:3 steps[0]: does several things (text, info); make each a step"],
    );
    step(
        "say: x",
        &[
            &format!("3:3 steps[0]: {verbs}"),
            "3:8 steps[0].say: unknown; expected one of text, thinking, info, tool_use, tool_result, ask, pause, goto, steps, fail, complete, label, when, most",
        ],
    );
    for verb in ["text", "thinking", "info", "fail", "complete", "goto"] {
        let column = 5 + verb.len();
        step(
            &format!("{verb}: ' '"),
            &[&format!("3:{column} steps[0].{verb}: must not be empty")],
        );
        step(
            &format!("{verb}: 7"),
            &[&format!(
                "3:{column} steps[0].{verb}: must be string, got number"
            )],
        );
        step(
            &format!("{verb}:"),
            &[&format!("3:{} steps[0].{verb}: required", column - 2)],
        );
    }
    step(
        "{text: x, most: 3}",
        &["3:19 steps[0].most: only a goto has it"],
    );
    step(
        "{label: 'a b', text: x}",
        &["3:11 steps[0].label: \"a b\" is no name; letters, digits, _ and -, at most 64"],
    );
}

#[test]
fn tools() {
    step(
        "tool_use: Read",
        &["3:13 steps[0].tool_use: must be object, got string"],
    );
    step(
        "tool_use: {input: 7, id: x}",
        &[
            "3:13 steps[0].tool_use.name: required",
            "3:21 steps[0].tool_use.input: must be object, got number",
            "3:28 steps[0].tool_use.id: unknown; expected one of name, input",
        ],
    );
    step(
        "tool_result: {content: x}",
        &["3:3 steps[0]: no tool_use stands before it"],
    );
    step(
        "tool_use: {name: T}\n- tool_result: {is_error: maybe}",
        &[
            "4:16 steps[1].tool_result.content: required",
            "4:27 steps[1].tool_result.is_error: must be boolean, got string",
        ],
    );
}

#[test]
fn numbers() {
    step(
        "pause: soon",
        &["3:10 steps[0].pause: must be number, got string"],
    );
    for pause in ["-1", "61", "1e300"] {
        step(
            &format!("pause: {pause}"),
            &["3:10 steps[0].pause: from 0 to 60"],
        );
    }
    for most in ["0", "-1", "1001", "1.5"] {
        step(
            &format!("{{label: a, goto: a, most: {most}}}"),
            &["3:29 steps[0].most: from 1 to 1000"],
        );
    }
}

#[test]
fn labels() {
    step(
        "goto: nowhere",
        &["3:9 steps[0].goto: no step is labelled \"nowhere\" in this list or around it"],
    );
    step(
        "{label: a, text: x}\n- {label: a, text: y}",
        &["4:11 steps[1].label: \"a\" stands twice; each must be unique"],
    );
    // Into a branch nobody jumps.
    step(
        "steps: [{label: in, text: x}]\n- goto: in",
        &["4:9 steps[1].goto: no step is labelled \"in\" in this list or around it"],
    );
    // The label of a step with a mistake is known all the same.
    step(
        "{label: a, text: 7}\n- goto: a",
        &["3:20 steps[0].text: must be string, got number"],
    );
}

const ASK: &str = "ask: {save: pick, input: {question_id: q, question_text: Q?, type: multiple_choice, options: [a, b]}}";

#[test]
fn asks() {
    step("ask: {}", &["3:8 steps[0].ask.input: required"]);
    step(
        "ask: {input: {questions: []}}",
        &["3:28 steps[0].ask.input.questions: at least 1 needed, got 0"],
    );
    step(
        "ask: {input: {questions: [{question: Q?, options: []}]}, as: boss, save: a.b, total_rounds: 0, timeout_seconds: 0, on_timeout: wait, extra: 1}",
        &[
            "3:53 steps[0].ask.input.questions[0].options: at least 1 needed, got 0",
            "3:64 steps[0].ask.as: must be main, sub, got \"boss\"",
            "3:76 steps[0].ask.save: \"a.b\" is no name; letters, digits, _ and -, at most 64",
            "3:95 steps[0].ask.total_rounds: from 1 to 1000",
            "3:115 steps[0].ask.timeout_seconds: from 0.001 to 31622400",
            "3:130 steps[0].ask.on_timeout: must be default, terminate, got \"wait\"",
            "3:143 steps[0].ask.extra: unknown; expected one of input, timeout_seconds, on_timeout, as, total_rounds, save",
        ],
    );
    step(
        "ask: {save: round, input: {question_text: Q?, type: text}}",
        &["3:15 steps[0].ask.save: \"round\" has a meaning of its own; take another"],
    );
    step(
        "ask: {input: {question_text: Q?, type: text, answer: x}}",
        &[
            "3:56 steps[0].ask.input.answer: answers come from the person, never from the asker; remove this field",
        ],
    );
    step(
        "ask: {save: x, input: {questions: [{question: Q?, options: [go on, cancelled]}]}}",
        &[
            "3:25 steps[0].ask.input: the option \"cancelled\" is called like an ending; give it another id",
        ],
    );
}

#[test]
fn branches() {
    let after = |more: &str, expected: &[&str]| step(&format!("{ASK}\n- {more}"), expected);
    after(
        "{when: {pick: c}, text: x}",
        &["4:17 steps[1].when.pick: \"c\" is not offered; expected one of a, b"],
    );
    after(
        "{when: {pick: [a, c]}, text: x}",
        &["4:17 steps[1].when.pick: \"c\" is not offered; expected one of a, b"],
    );
    after(
        "{when: {other: a}, text: x}",
        &["4:18 steps[1].when.other: no ask saves \"other\""],
    );
    after(
        "{when: {pick.x: a}, text: x}",
        &["4:19 steps[1].when.pick.x: the ask has no question \"x\""],
    );
    after(
        "{when: {pick: [[a]]}, text: x}",
        &["4:17 steps[1].when.pick: must be string, got array"],
    );
    after(
        "{when: {pick: {}}, text: x}",
        &["4:17 steps[1].when.pick: must be string, got object"],
    );
    after(
        "{when: pick, text: x}",
        &["4:10 steps[1].when: must be object, got string"],
    );
    // Nobody knows what a broken ask offers.
    step(
        "ask: {save: p, input: {}}\n- {when: {p: a, p.q: b}, text: '{{p.q}}'}",
        &["3:25 steps[0].ask.input.questions: required"],
    );
}

#[test]
fn holes() {
    step(
        "text: 'a {{nobody}} b'",
        &["3:9 steps[0].text: no ask saves \"nobody\""],
    );
    let deep = "tool_use: {name: T, input: {a: [{b: '{{nobody}}'}]}}";
    step(
        deep,
        &["3:39 steps[0].tool_use.input.a[0].b: no ask saves \"nobody\""],
    );
    step(
        &format!("{ASK}\n- text: '{{{{pick.x}}}}'"),
        &["4:9 steps[1].text: the ask has no question \"x\""],
    );
    step(
        &format!(
            "{}\n- fail: '{{{{nobody}}}}'",
            ASK.replace("Q?", "'{{nobody}}'")
        ),
        &[
            "3:60 steps[0].ask.input.question_text: no ask saves \"nobody\"",
            "4:9 steps[1].fail: no ask saves \"nobody\"",
        ],
    );
}

#[test]
fn all_at_once_in_the_order_of_the_file() {
    check(
        "
name: t
colour: red
steps:
  - text:
  - pause: forever
  - ask:
      save: x
      input:
        questions:
          - question: ''
            options: [a]
  - goto: away
  - when: {y: a}
    steps:
      - tool_result: {content: 1}
",
        &[
            "3:9 colour: unknown; expected one of name, about, lang, agent, max_questions, steps",
            "5:9 steps[0].text: required",
            "6:12 steps[1].pause: must be number, got string",
            "11:23 steps[2].ask.input.questions[0].question: must not be empty",
            "13:11 steps[3].goto: no step is labelled \"away\" in this list or around it",
            "14:15 steps[4].when.y: no ask saves \"y\"",
            "16:32 steps[4].steps[0].tool_result.content: must be string, got number",
        ],
    );
}

#[test]
fn json_has_places_too() {
    let text = "{\n  \"name\": \"t\",\n  \"steps\": [\n    { \"pause\": \"x\" }\n  ]\n}";
    check(text, &["4:16 steps[0].pause: must be number, got string"]);
    let mistakes =
        Scenario::from_value(&json!({ "name": "t", "steps": [{ "pause": "x" }] })).unwrap_err();
    assert_eq!(
        mistakes.to_string(),
        "steps[0].pause: must be number, got string"
    );
}

/// The example in the documentation is a scenario.
#[test]
fn the_documented_example() {
    let source = include_str!("../../src/script/scenario.rs");
    let lines = source.lines().skip_while(|line| !line.ends_with("```yaml"));
    let example: Vec<&str> = lines
        .skip(1)
        .take_while(|line| !line.ends_with("```"))
        .map(|line| {
            line.trim_start_matches("//!")
                .strip_prefix(' ')
                .unwrap_or("")
        })
        .collect();
    let scenario = Scenario::read(example.join("\n").as_bytes());
    assert_eq!(scenario.unwrap().steps().len(), 10);
}

/// Four questions an ask, unless the scenario says otherwise; never more than the command can be set to.
#[test]
fn questions_of_one_ask() {
    let with = |setting: &str, count: usize| {
        let questions: Vec<String> = (0..count)
            .map(|n| format!("{{question_id: q{n}, question_text: 'Q{n}?', type: boolean}}"))
            .collect();
        let questions = questions.join(", ");
        format!("name: t\n{setting}\nsteps:\n- ask: {{input: {{questions: [{questions}]}}}}")
    };
    for (setting, count) in [
        ("about: a", 4),
        ("max_questions: 5", 5),
        ("max_questions: 50", 50),
        ("max_questions: 1", 1),
        ("max_questions: null", 4),
    ] {
        let read = Scenario::read(with(setting, count).as_bytes());
        assert!(read.is_ok(), "{setting}: {read:?}");
        let (max, got) = (count, count + 1);
        let many = format!("4:28 steps[0].ask.input.questions: at most {max} allowed, got {got}");
        check(&with(setting, got), &[&many]);
    }
    for (number, why) in [
        ("0", "from 1 to 50"),
        ("51", "from 1 to 50"),
        ("2.5", "from 1 to 50"),
        ("many", "must be number, got string"),
    ] {
        let setting = format!("max_questions: {number}");
        check(&with(&setting, 6), &[&format!("2:16 max_questions: {why}")]);
    }
}
