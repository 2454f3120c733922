//! One call of Claude Code's question tool: read once, shown from what was read, and written back
//! from the same.

use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::dialect::reader::Reader;
use crate::dialect::{Dialect, Parsed, claude, digest};
use crate::digest::Digest;
use crate::given::Given;
use crate::issue::Issue;
use crate::json::Place;
use crate::kind::Kind;
use crate::lang::Lang;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::pick::Pick;
use crate::question::{Question, Questions, ask_the_same};
use crate::texts;

const QUESTIONS: &str = "questions";
/// Fields of the call that go back as they came. Nobody reads them.
const CARRIED: &[&str] = &["title", "metadata"];
/// Fields that the program's dialog fills in. A model can write them too, which is no person's word,
/// so they neither count nor go back.
const OF_THE_DIALOG: &[&str] = &[
    "answers",
    "annotations",
    "response",
    "followUp",
    "afkTimeoutMs",
];
const OF_A_QUESTION: &[&str] = &["question", "header", "options", "multiSelect"];
const OF_AN_OPTION: &[&str] = &["label", "description", "preview"];

/// One call of the question tool, in exactly the tool's own format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionCall {
    questions: Questions,
    digest: Digest,
    carried: Map<String, Value>,
}

impl QuestionCall {
    /// Reads the tool's input. Fields that the tool does not have are refused: other readers could
    /// find other questions in them.
    pub fn read(input: &Value) -> Result<Self, Vec<Issue>> {
        let limits = Limits::api();
        let mut reader = Reader::new(&limits);
        let root = Place::At("");
        let list = root.key(QUESTIONS);
        let (mut read, mut carried) = (Vec::new(), Map::new());
        if let Some(call) = reader.object(input, root) {
            reader.only(call, root, &[&[QUESTIONS], CARRIED, OF_THE_DIALOG].concat());
            if let Some(items) = reader.list(call, root, QUESTIONS) {
                reader.count(QUESTIONS, list, 1, limits.questions, items.len());
                for (n, item) in items.iter().enumerate() {
                    let one = question(&mut reader, item, list.item(n));
                    read.extend(one.map(|one| (list.item(n), one)));
                }
            }
            let fields = call.iter();
            let fields = fields.filter(|(name, _)| CARRIED.contains(&name.as_str()));
            carried.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
        }
        reader.check_unique(&read, Dialect::Claude);
        let questions: Vec<Question> = read.into_iter().map(|(_, question)| question).collect();
        reader.finish(|_| Self {
            digest: digest(&questions),
            questions: questions.into(),
            carried,
        })
    }

    /// What the person is asked.
    pub fn ask(&self, tool_use_id: Option<String>) -> Parsed {
        Parsed {
            dialect: Dialect::Claude,
            questions: self.questions.clone(),
            tool_use_id,
            digest: self.digest,
            warnings: Vec::new(),
        }
    }

    /// Whether these are the questions that the call asks.
    pub fn is_of(&self, questions: &[Question]) -> bool {
        ask_the_same(&self.questions, questions)
    }

    /// The tool's input, as it was read.
    pub fn input(&self) -> Map<String, Value> {
        let questions: Vec<Value> = self.questions.iter().map(written).collect();
        let mut input = self.carried.clone();
        input.insert(QUESTIONS.into(), Value::Array(questions));
        input
    }

    /// The tool's input with the answers in it, keyed by the full text of the question, where Claude
    /// Code looks for them. None unless somebody answered these questions.
    pub fn answered(&self, outcome: &Outcome, lang: Lang) -> Option<Value> {
        if !outcome.is_answered() || !self.is_of(&outcome.questions) {
            return None;
        }
        let (mut answers, mut notes) = (Map::new(), Map::new());
        for question in outcome.questions.iter() {
            let Some(answer) = outcome.closing.answers.get(&question.id) else {
                continue;
            };
            answers.insert(question.text.clone(), json!(value(question, answer)?));
            let mark = answer
                .defaulted
                .then(|| texts::chosen_by_nobody(lang).trim());
            let note: Vec<&str> = answer.note.as_deref().into_iter().chain(mark).collect();
            if !note.is_empty() {
                let note = json!({ "notes": note.join(" ") });
                notes.insert(question.text.clone(), note);
            }
        }
        if answers.is_empty() {
            return None;
        }
        let mut answered = self.input();
        answered.insert("answers".into(), Value::Object(answers));
        if !notes.is_empty() {
            answered.insert("annotations".into(), Value::Object(notes));
        }
        Some(Value::Object(answered))
    }
}

fn question(reader: &mut Reader<'_>, value: &Value, place: Place<'_>) -> Option<Question> {
    let object = reader.object(value, place)?;
    reader.only(object, place, OF_A_QUESTION);
    let options = place.key("options");
    let items = object.get("options").and_then(Value::as_array);
    for (n, item) in items.into_iter().flatten().enumerate() {
        let place = options.item(n);
        if let Some(option) = reader.object(item, place) {
            reader.only(option, place, OF_AN_OPTION);
        }
    }
    claude::question(reader, value, place)
}

fn written(question: &Question) -> Value {
    let options = question.choices.iter().map(|choice| {
        let mut option = json!({
            "label": choice.label,
            "description": choice.description.as_deref().unwrap_or_default(),
        });
        if let Some(preview) = &choice.preview {
            option["preview"] = json!(preview);
        }
        option
    });
    json!({
        "question": question.text,
        "header": question.header.as_deref().unwrap_or_default(),
        "options": options.collect::<Vec<_>>(),
        "multiSelect": question.kind == Kind::Checkbox,
    })
}

fn value(question: &Question, answer: &Answer) -> Option<String> {
    match &answer.given {
        Given::One(pick) => word(question, pick),
        Given::Many(picks) => {
            let words = picks.iter().map(|pick| word(question, pick).map(quoted));
            Some(words.collect::<Option<Vec<_>>>()?.join(", "))
        }
        // No question of this tool is answered so.
        Given::Text(_) | Given::Yes(_) | Given::Hidden => None,
    }
}

/// The label as it was offered, or own words.
fn word(question: &Question, pick: &Pick) -> Option<String> {
    match pick {
        Pick::Other(words) => Some(words.clone()),
        Pick::Choice(id) => Some(question.choice(id)?.label.clone()),
    }
}

/// One of several, as the program's own dialog writes it.
fn quoted(word: String) -> String {
    if word.contains([',', '"']) {
        Value::from(word).to_string()
    } else {
        word
    }
}
