//! Whatever is sent, wrapped, doubled, misspelt and decorated: what is answered, and what is allowed,
//! is what was shown, to the letter. Ten thousand cases; `PROPTEST_CASES` sets another number.

use proptest::prelude::*;
use sayso_core::approval::{Action, Verdict};
use sayso_core::dialect::claude_code::{
    ElicitationForm, QuestionCall, ToolRequest, action, reported,
};
use sayso_core::dialect::{self, Parsed};
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;
use sayso_core::question::Question;
use sayso_core::render::sentence;
use sayso_core::source::Source;
use serde_json::{Map, Value, json};

use crate::life::Life;

fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    #[expect(
        clippy::disallowed_methods,
        reason = "the number of cases, for long runs"
    )]
    let named = std::env::var_os("PROPTEST_CASES").is_some();
    ProptestConfig {
        cases: if named { usual.cases } else { 10_000 },
        failure_persistence: None,
        ..usual
    }
}

/// One thing done to an input: where, what, with what.
type Change = (u8, u8, u8);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec(any::<Change>(), 0..5)
}

/// Texts that look alike, and that programs trim, quote or split.
const TEXTS: &[&str] = &[
    "May I delete it?",
    "May I delete it? ",
    "Which colour?",
    "\u{430}pt",
    "a, b",
    "\"quoted\"",
    "{\"questions\":[]}",
    "[x]",
    "true",
    "yes",
    "1",
    "other",
    "e\u{301}",
    "\u{202e}txt",
    "line\nline",
    "Red",
    "Blue",
    "Yes, delete it all",
    "No",
];

fn text(n: u8) -> &'static str {
    TEXTS[usize::from(n) % TEXTS.len()]
}

/// A question of either dialect whose strings depend on the number.
fn question(named: bool, n: u8) -> Value {
    let option = |m: u8| json!({ "label": text(n.wrapping_add(m)), "description": text(n ^ m) });
    if !named {
        return json!({
            "question": format!("{} ({n})", text(n)), "header": text(n / 3),
            "multiSelect": n.is_multiple_of(2), "options": [option(1), option(2)],
        });
    }
    let mut question = json!({
        "question_id": format!("q{n}"), "question_text": format!("{} ({n})", text(n)),
        "type": Kind::ALL[usize::from(n) % Kind::ALL.len()].word(),
    });
    if !matches!(question["type"].as_str(), Some("text" | "boolean")) {
        question["options"] = json!([option(1), option(2)]);
    }
    question
}

fn list(named: bool, numbers: &[u8]) -> Value {
    numbers.iter().map(|n| question(named, *n)).collect()
}

/// Every field that any of our readers knows.
const FIELDS: &[&str] = &[
    "questions",
    "message",
    "content",
    "input",
    "arguments",
    "name",
    "question",
    "question_text",
    "questionText",
    "question_id",
    "questionId",
    "id",
    "type",
    "header",
    "options",
    "choices",
    "multiSelect",
    "multi_select",
    "multiple",
    "allow_other",
    "allowOther",
    "follow_up_questions",
    "followUpQuestions",
    "answers",
    "annotations",
    "response",
    "title",
    "metadata",
    "tool_use_id",
    "description",
    "label",
    "preview",
];

/// Something to put into a field.
fn filling(named: bool, n: u8) -> Value {
    let hidden = list(named, &[n]);
    let questions = json!({ "questions": hidden });
    let call = json!({ "type": "tool_use", "name": "AskUserQuestion", "input": questions });
    match n % 12 {
        0 => hidden,
        1 => questions,
        2 => json!(questions.to_string()),
        3 => json!([call]),
        4 => hidden[0].clone(),
        5 => json!({ "yes": hidden, "true": hidden }),
        6 => json!(["Red", "Blue"]),
        7 => Value::Null,
        8 => json!(n.is_multiple_of(2)),
        9 => json!("ask_user_question"),
        10 => json!({ "Which colour?": "Red" }),
        _ => json!(text(n)),
    }
}

/// Puts, renames and doubles fields of the objects that readers look into.
fn changed(mut value: Value, named: bool, changes: &[Change]) -> Value {
    for (place, field, with) in changes {
        let mut places = Vec::new();
        objects(&value, String::new(), &mut places);
        let Some(path) = places.get(usize::from(*place) % places.len().max(1)) else {
            return value;
        };
        let name = FIELDS[usize::from(*field) % FIELDS.len()];
        let Some(Value::Object(object)) = value.pointer_mut(path) else {
            continue;
        };
        let key = |n: u8| object.keys().nth(usize::from(n) % object.len().max(1));
        match (with % 3, key(with / 3).cloned()) {
            (0, Some(old)) => {
                let moved = object.shift_remove(&old).unwrap();
                object.insert(name.into(), moved);
            }
            (1, Some(old)) => {
                let copy = object[&old].clone();
                object.insert(name.into(), copy);
            }
            _ => drop(object.insert(name.into(), filling(named, *with))),
        }
    }
    value
}

/// The objects that hold questions or are some; options and what hangs below are not.
fn objects(value: &Value, path: String, places: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for key in ["message", "content", "input", "arguments", "questions"] {
                if let Some(inner) = object.get(key) {
                    objects(inner, format!("{path}/{key}"), places);
                }
            }
            places.push(path);
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                objects(item, format!("{path}/{n}"), places);
            }
        }
        _ => {}
    }
}

fn wrapped(value: Value, how: u8) -> Value {
    let call = |input: Value| json!({ "type": "tool_use", "id": "t", "name": "AskUserQuestion", "input": input });
    match how % 8 {
        0 => value["questions"].clone(),
        1 => json!(value.to_string()),
        2 => json!({ "questions": value["questions"].to_string() }),
        3 => call(value),
        4 => json!({ "content": [{ "type": "text", "text": "?" }, call(value)] }),
        5 => json!({ "type": "assistant", "message": { "content": [call(value)] } }),
        6 => json!({ "type": "ask_user_question", "question": value["questions"][0] }),
        _ => value,
    }
}

/// The texts of all questions that a reader could find in what was sent.
fn to_be_found(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            let text = |key: &&str| object.get(*key).and_then(Value::as_str);
            let texts = ["question_text", "questionText", "question"];
            let texts: Vec<&str> = texts.iter().filter_map(text).collect();
            found.extend(texts.iter().map(|text| (*text).to_owned()));
            let mut keys = vec!["questions", "message", "content", "input", "arguments"];
            // A text is shown as it is, whatever could be read in it.
            keys.extend(
                object
                    .get("question")
                    .filter(|one| one.is_object())
                    .map(|_| "question"),
            );
            if !texts.is_empty() {
                keys.extend(["follow_up_questions", "followUpQuestions"]);
            }
            for key in keys {
                object
                    .get(key)
                    .into_iter()
                    .for_each(|inner| to_be_found(inner, found));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| to_be_found(item, found)),
        Value::String(text) => {
            if let Ok(inner @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
                to_be_found(&inner, found);
            }
        }
        _ => {}
    }
}

/// Answers every question on the table, by number.
fn outcome(parsed: &Parsed, source: Source, picks: u8) -> Option<Outcome> {
    let mut life = Life::new();
    let mut ask = life.ask(&json!([{ "question_text": "?", "type": "text" }]));
    ask.parsed = parsed.clone();
    ask.source = source;
    let id = life.begins(ask);
    let mut answers = Map::new();
    for question in life.asked(id).questions.iter() {
        let place = usize::from(picks) % (question.choices.len() + 1);
        let pick = match question.choices.get(place) {
            Some(choice) => json!(choice.id),
            None if question.allow_other => json!({ "other": "my own words" }),
            None => json!(question.choices.first().map(|choice| &choice.id)),
        };
        let answer = match question.kind {
            Kind::MultipleChoice => pick,
            Kind::Checkbox => json!([pick]),
            Kind::Text => json!("my own words"),
            Kind::Boolean => json!(picks.is_multiple_of(2)),
        };
        answers.insert(question.id.to_string(), answer);
    }
    life.whole(id, &Value::Object(answers)).ok()?;
    Some(life.outcome(id))
}

/// Everything that the renderers are given to draw.
fn shown(questions: &[Question]) -> Vec<String> {
    let mut shown = vec![String::new(), "my own words".to_owned()];
    for question in whole_tree(questions) {
        shown.push(question.text.clone());
        shown.extend(question.header.clone());
        shown.extend(question.description.clone());
        for choice in question.choices.iter() {
            shown.push(choice.label.clone());
            shown.extend(choice.description.clone());
            shown.extend(choice.preview.clone());
        }
    }
    shown
}

fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(object) => object.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

/// One label, or a list of one as the program writes it.
fn unquoted(word: &str) -> String {
    serde_json::from_str(word).unwrap_or_else(|_| word.to_owned())
}

proptest! {
    #![proptest_config(config())]

    /// Agents' own protocols: what goes back is what was shown, question by question.
    #[test]
    fn own_formats(
        numbers in prop::collection::vec(any::<u8>(), 1..4),
        changes in changes(),
        picks in any::<u8>(),
    ) {
        let input = json!({ "questions": list(false, &numbers) });
        let input = changed(input, false, &changes);
        let Ok(call) = QuestionCall::read(&input) else {
            return Ok(());
        };
        let parsed = call.ask(None);
        let shown = shown(&parsed.questions);
        let mut sent = Vec::new();
        strings(&input["questions"], &mut sent);
        for text in sent.iter().filter(|text| !text.trim().is_empty()) {
            prop_assert!(shown.contains(text), "{text:?} of {input} is not shown");
        }
        let outcome = outcome(&parsed, Source::Tool, picks).expect("it can be answered");
        let answered = call.answered(&outcome, Lang::En).expect("it was answered");
        let mut back = Vec::new();
        strings(&answered["questions"], &mut back);
        for (question, answer) in answered["answers"].as_object().unwrap() {
            back.push(question.clone());
            let answer = answer.as_str().unwrap();
            let of = parsed.questions.iter().find(|one| one.text == *question).unwrap();
            let answer = match of.kind {
                Kind::Checkbox => unquoted(answer),
                _ => answer.to_owned(),
            };
            let offered = of.choices.iter().any(|choice| choice.label == answer);
            prop_assert!(offered || answer == "my own words", "{answer:?} was not offered");
        }
        for text in back {
            prop_assert!(shown.contains(&text), "{text:?} of {answered} was not shown");
        }
        // The report of the same is the same.
        let told = reported(&answered, &outcome.questions);
        prop_assert_eq!(told.len(), outcome.questions.len());
    }

    /// The forgiving envelope: no question that was sent goes by unseen.
    #[test]
    fn both_dialects(
        numbers in prop::collection::vec(any::<u8>(), 1..4),
        named in any::<bool>(),
        how in any::<u8>(),
        changes in changes(),
        picks in any::<u8>(),
    ) {
        let plain = json!({ "questions": list(named, &numbers) });
        let input = changed(wrapped(plain, how), named, &changes);
        let Ok(parsed) = dialect::parse(&input, &Limits::api()) else {
            return Ok(());
        };
        let shown = shown(&parsed.questions);
        let mut sent = Vec::new();
        to_be_found(&input, &mut sent);
        for text in sent {
            prop_assert!(shown.contains(&text), "{text:?} of {input} is not shown");
        }
        if let Some(outcome) = outcome(&parsed, Source::Tool, picks) {
            let told = sentence(&outcome, Lang::En);
            let of = |text: &String| outcome.questions.iter().any(|one| one.text == *text);
            prop_assert!(shown.iter().filter(|text| of(text)).all(|text| told.contains(text.as_str())));
        }
    }

    /// Forms of MCP servers: a field gets the option whose title the person picked.
    #[test]
    fn forms(
        numbers in prop::collection::vec(any::<u8>(), 1..4),
        order in any::<u8>(),
        picks in any::<u8>(),
    ) {
        let mut properties = Map::new();
        for n in &numbers {
            let options = [1, 2].map(|m: u8| text(n.wrapping_add(m)));
            let field = match n % 4 {
                0 => json!({ "type": "string", "enum": options, "enumNames": [text(*n), text(n ^ 7)] }),
                1 => json!({ "type": "string", "title": text(*n), "oneOf": options.map(|one|
                    json!({ "const": one, "title": text(n ^ one.len() as u8) })) }),
                2 => json!({ "type": "array", "items": { "enum": options } }),
                _ => json!({ "type": "string" }),
            };
            properties.insert(format!("f{n}"), field);
        }
        let mut names: Vec<String> = properties.keys().cloned().collect();
        let first = usize::from(order) % names.len();
        names.rotate_left(first);
        let request = json!({ "message": "?", "property_order": names,
            "requested_schema": { "properties": properties } });
        let Some(form) = ElicitationForm::read(&request) else {
            return Ok(());
        };
        let parsed = form.ask();
        let Some(outcome) = outcome(&parsed, Source::Tool, picks) else {
            return Ok(());
        };
        let content = form.result(&outcome)["content"].clone();
        for (name, value) in content.as_object().into_iter().flatten() {
            let field = &properties[name];
            let title = field["title"].as_str().unwrap_or(name);
            let question = parsed.questions.iter().find(|one| one.text == title);
            let question = question.expect("its title is shown");
            let mut given = Vec::new();
            strings(value, &mut given);
            for id in given.iter().filter(|_| question.kind.offers()) {
                let choice = question.choices.iter().find(|one| one.id.as_str() == id);
                let label = choice.map(|choice| choice.label.as_str());
                prop_assert_eq!(label, titled(field, id), "{}", request);
            }
        }
    }

    /// Leave to act: whatever a yes hands back stood before the person.
    #[test]
    fn approvals(
        tool in any::<u8>(),
        fields in prop::collection::btree_map("[a-z]{1,6}", any::<u8>(), 0..4),
        nested in any::<u8>(),
    ) {
        let mut input: Map<String, Value> = fields
            .iter()
            .map(|(name, n)| (name.clone(), json!(text(*n))))
            .collect();
        input.insert("more".into(), json!({ "list": [text(nested), { "deep": text(nested ^ 3) }] }));
        let request = json!({ "tool_name": format!("Tool{tool}"), "input": input });
        let wanted = action(&request);
        let asked = ToolRequest::read(wanted.clone()).unwrap();
        let parsed = asked.ask(None, Lang::En);
        let mut life = Life::new();
        let mut ask = life.ask(&json!([{ "question_text": "?", "type": "text" }]));
        ask.parsed = parsed.clone();
        ask.source = Source::Approval;
        let id = life.begins(ask);
        let outcome = life.answers(id, &json!({ "r1.q1": "allow" }));
        let decision = asked.decision(&outcome, Lang::En);
        prop_assert_eq!(&decision["behavior"], "allow");
        prop_assert_eq!(&decision["updatedInput"], &wanted.input);
        let drawn = shown(&parsed.questions).join("\n");
        let mut permitted = vec![wanted.tool.clone()];
        strings(&decision["updatedInput"], &mut permitted);
        for line in permitted.iter().flat_map(|text| text.lines()) {
            let written = json!(line).to_string();
            let written = written.trim_matches('"');
            prop_assert!(drawn.contains(line) || drawn.contains(written), "{line:?}: {drawn}");
        }
        // The yes is for this action, and no other is allowed by it.
        let other = Action { input: json!({ "command": "other" }), ..wanted };
        prop_assert_ne!(other.digest(), parsed.digest);
        let allowed = matches!(Verdict::of(&outcome, Lang::En), Verdict::Allow { .. });
        prop_assert!(allowed);
    }
}

/// The title that a form gives an option of a field.
fn titled<'f>(field: &'f Value, id: &'f str) -> Option<&'f str> {
    let options = if field["items"].is_object() {
        &field["items"]
    } else {
        field
    };
    if let Some(titled) = options["oneOf"].as_array() {
        let one = titled.iter().find(|one| one["const"] == id)?;
        return one["title"].as_str();
    }
    let place = options["enum"]
        .as_array()?
        .iter()
        .position(|one| one == id)?;
    options["enumNames"][place].as_str().or(Some(id))
}
