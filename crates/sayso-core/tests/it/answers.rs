//! One answer against one question: every kind, every good and every bad shape.

use std::sync::Arc;

use sayso_core::answer_check::{read as read_answer, words};
use sayso_core::choice::Choice;
use sayso_core::given::Given;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use serde_json::{Value, json};

/// Two choices and own words; for text and boolean they mean nothing.
fn question(kind: Kind) -> Question {
    let mut question = Question::new("q", kind, "?");
    if kind.offers() {
        question.choices = Arc::new([Choice::new("a", "Label A"), Choice::new("b", "Label B")]);
    }
    question
}

fn no_other(kind: Kind) -> Question {
    Question {
        allow_other: false,
        ..question(kind)
    }
}

/// As it goes back on the wire, or what is wrong with it. `null` is no answer.
fn read(question: &Question, value: &Value) -> Result<Value, String> {
    match read_answer(question, value) {
        Ok(given) => Ok(given.map_or(Value::Null, |given| given.wire())),
        Err(problem) => Err(problem.text(Lang::En)),
    }
}

/// The answer stands as it was given.
#[track_caller]
fn check_good(question: &Question, values: &[Value]) {
    for value in values {
        assert_eq!(
            read(question, value).as_ref(),
            Ok(value),
            "{}",
            question.kind
        );
    }
}

/// Nothing was answered.
#[track_caller]
fn check_empty(question: &Question, values: &[Value]) {
    for value in values {
        assert_eq!(
            read(question, value),
            Ok(Value::Null),
            "{}: {value}",
            question.kind
        );
    }
}

#[track_caller]
fn check_bad(question: &Question, values: &[Value], problem: &str) {
    for value in values {
        assert_eq!(
            read(question, value),
            Err(problem.to_owned()),
            "{}",
            question.kind
        );
    }
}

const SHAPE_OF_ONE: &str = "expected \"option_id\", or {\"other\":\"…\"} for own words";
const SHAPE_OF_MANY: &str = "expected a list: [\"option_id\", …], own words as {\"other\":\"…\"}";

#[test]
fn one_choice() {
    let one = question(Kind::MultipleChoice);
    check_good(
        &one,
        &[json!("a"), json!("b"), json!({ "other": "neither" })],
    );
    // Own words are own words, whatever they say.
    check_good(
        &one,
        &[json!({ "other": "a" }), json!({ "other": "Label A" })],
    );
    check_empty(
        &one,
        &[
            json!(null),
            json!({ "other": "" }),
            json!({ "other": " \t\u{200b}" }),
        ],
    );
    check_bad(
        &one,
        &[
            json!(true),
            json!(1),
            json!(["a"]),
            json!([]),
            json!({}),
            json!({ "other": null }),
            json!({ "other": 1 }),
            json!({ "other": ["x"] }),
            json!({ "Other": "x" }),
            json!({ "id": "a" }),
            json!({ "other": "x", "id": "a" }),
        ],
        SHAPE_OF_ONE,
    );
    let not_offered = |got: &str| {
        format!("{got:?} is not offered; expected one of \"a\", \"b\", {{\"other\":\"…\"}}")
    };
    for got in [
        "", " ", "c", "A", " a", "Label A", "0", "1", "other", "null",
    ] {
        check_bad(&one, &[json!(got)], &not_offered(got));
    }
    let strict = no_other(Kind::MultipleChoice);
    check_good(&strict, &[json!("a")]);
    check_bad(
        &strict,
        &[json!("c")],
        "\"c\" is not offered; expected one of \"a\", \"b\"",
    );
    check_bad(
        &strict,
        &[json!({ "other": "x" }), json!({ "other": "" })],
        "own words are not taken here",
    );
}

#[test]
fn many_choices() {
    let many = question(Kind::Checkbox);
    check_good(
        &many,
        &[
            json!(["a"]),
            json!(["b", "a"]),
            json!(["a", { "other": "x" }]),
            json!([{ "other": "x" }, "a", "b"]),
            json!([{ "other": "a" }, "a"]),
        ],
    );
    check_empty(&many, &[json!(null), json!([]), json!([{ "other": "  " }])]);
    assert_eq!(
        read(&many, &json!(["a", { "other": " " }])),
        Ok(json!(["a"]))
    );
    check_bad(
        &many,
        &[
            json!("a"),
            json!(true),
            json!(0),
            json!({ "other": "x" }),
            json!({ "a": true }),
        ],
        SHAPE_OF_MANY,
    );
    check_bad(
        &many,
        &[json!([1]), json!([null]), json!([["a"]]), json!(["a", {}])],
        SHAPE_OF_ONE,
    );
    check_bad(
        &many,
        &[json!(["a", "a"])],
        "\"a\" stands twice; each must be unique",
    );
    check_bad(
        &many,
        &[json!([{ "other": "x" }, { "other": "y" }])],
        "\"other\" stands twice; each must be unique",
    );
    check_bad(
        &many,
        &[json!(["a", "b", "c", "d"])],
        "at most 3 allowed, got 4",
    );
    check_bad(
        &many,
        &[json!(["a", "c"])],
        "\"c\" is not offered; expected one of \"a\", \"b\", {\"other\":\"…\"}",
    );
    check_bad(
        &no_other(Kind::Checkbox),
        &[json!(["a", { "other": "x" }])],
        "own words are not taken here",
    );
}

#[test]
fn text_and_boolean() {
    let text = question(Kind::Text);
    check_good(
        &text,
        &[
            json!("8080"),
            json!("a\nb\tc"),
            json!(" kept "),
            json!("<b>&</b>"),
            json!("true"),
        ],
    );
    check_empty(
        &text,
        &[
            json!(null),
            json!(""),
            json!(" \n"),
            json!("\u{1b}[31m"),
            json!("\u{202e}"),
        ],
    );
    check_bad(
        &text,
        &[
            json!(8080),
            json!(true),
            json!(["x"]),
            json!({ "other": "x" }),
            json!({}),
        ],
        "expected a string",
    );
    assert_eq!(
        read(&text, &json!("\u{1b}[31mred\u{202e}\r\n")),
        Ok(json!("red\n"))
    );

    let boolean = question(Kind::Boolean);
    check_good(&boolean, &[json!(true), json!(false)]);
    check_empty(&boolean, &[json!(null)]);
    check_bad(
        &boolean,
        &[
            json!("true"),
            json!("yes"),
            json!(1),
            json!(0),
            json!([true]),
            json!({ "other": "maybe" }),
            json!(""),
        ],
        "expected true or false",
    );
}

#[test]
fn the_model_inside() {
    use sayso_core::pick::Pick;
    let given = |kind, value: Value| read_answer(&question(kind), &value).unwrap().unwrap();
    let choice = Pick::Choice("a".into());
    assert_eq!(
        given(Kind::MultipleChoice, json!("a")),
        Given::One(choice.clone())
    );
    assert_eq!(
        given(Kind::Checkbox, json!(["a", { "other": "x\u{0}" }])),
        Given::Many(vec![choice, Pick::Other("x".into())])
    );
    assert_eq!(given(Kind::Text, json!("x")), Given::Text("x".into()));
    assert_eq!(given(Kind::Boolean, json!(false)), Given::Yes(false));
}

#[test]
fn lengths() {
    let long = |count: usize| "字".repeat(count);
    let too_long = |max: usize, got: usize| format!("at most {max} characters, got {got}");
    let mut one = question(Kind::MultipleChoice);
    one.choices = Arc::new([Choice::new(long(256), "long")]);
    check_good(&one, &[json!(long(256))]);
    check_bad(&one, &[json!(long(257))], &too_long(256, 257));

    let mut many = question(Kind::Checkbox);
    many.choices = "cdefg"
        .chars()
        .map(|c| Choice::new(c.to_string().repeat(200), c))
        .collect();
    let picks = |count: usize| {
        json!(
            many.choices[..count]
                .iter()
                .map(|c| &c.id)
                .collect::<Vec<_>>()
        )
    };
    check_good(&many, &[picks(4), picks(5)]);
    let all = picks(5);
    let one_more = Choice::new("x", "one more");
    many.choices = many.choices.iter().cloned().chain([one_more]).collect();
    let mut more = all.as_array().unwrap().clone();
    more.push(json!("x"));
    check_bad(&many, &[json!(more)], &too_long(1_000, 1_001));

    for (question, wrap) in [
        (question(Kind::Text), (|t| json!(t)) as fn(String) -> Value),
        (question(Kind::MultipleChoice), |t| json!({ "other": t })),
        (question(Kind::Checkbox), |t| json!([{ "other": t }])),
    ] {
        check_good(&question, &[wrap(long(10_000))]);
        check_bad(&question, &[wrap(long(10_001))], &too_long(10_000, 10_001));
    }
    // Own words have their own measure beside the picks.
    check_good(
        &question(Kind::Checkbox),
        &[json!(["a", "b", { "other": long(10_000) }])],
    );
    // A cluster is one character.
    check_good(&question(Kind::Text), &[json!("👩‍👩‍👧‍👦".repeat(10_000))]);
}

#[test]
fn long_lists_name_some_of_what_is_offered() {
    let mut one = question(Kind::MultipleChoice);
    one.choices = (0..50).map(|n| Choice::new(format!("c{n}"), "x")).collect();
    let problem = read(&one, &json!("nope")).unwrap_err();
    assert!(
        problem.contains("\"c19\", …, {\"other\":\"…\"}"),
        "{problem}"
    );
    assert!(!problem.contains("c20"), "{problem}");
    let echo = read(&one, &json!("n".repeat(200))).unwrap_err();
    assert!(
        echo.starts_with(&format!("\"{}\" is", "n".repeat(80))),
        "{echo}"
    );
}

#[test]
fn notes_and_reasons() {
    assert_eq!(words("not now"), Ok(Some("not now".into())));
    assert_eq!(
        words("\u{1b}[1m not <now> \r\n"),
        Ok(Some(" not <now> \n".into()))
    );
    for blank in ["", " ", "\n", "\u{feff}", "\u{1b}[0m"] {
        assert_eq!(words(blank), Ok(None));
    }
    assert!(words(&"x".repeat(10_000)).is_ok());
    assert!(words(&"x".repeat(10_001)).is_err());
}
