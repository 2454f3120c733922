//! One question as properties of a flat schema, and the values of these as edits of the form.

use sayso_core::choice::Choice;
use sayso_core::form::Edit;
use sayso_core::id::ChoiceId;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::limits;
use sayso_core::problem::Problem;
use sayso_core::question::Question;
use sayso_core::safe_text;
use sayso_core::shape::Shape;
use serde_json::{Map, Value, json};

use super::wording;

/// One question's place in a form.
pub(super) struct Field<'q> {
    pub(super) question: &'q Question,
    /// `q1`; clients that sort by name keep the order.
    pub(super) name: String,
    /// Whether the client can draw a choice of several; else each option is a switch of its own.
    pub(super) arrays: bool,
}

impl Field<'_> {
    /// Adds this question's properties, and those that must be there.
    pub(super) fn describe(
        &self,
        lang: Lang,
        properties: &mut Map<String, Value>,
        required: &mut Vec<Value>,
    ) {
        let question = self.question;
        let must = question.required;
        match question.kind {
            Kind::MultipleChoice => {
                let mut options: Vec<Value> =
                    question.choices.iter().map(|c| option(c, lang)).collect();
                if question.allow_other {
                    options.push(json!({
                        "const": self.other_word(),
                        "title": wording::other(lang),
                    }));
                }
                let mut property = self.property("string");
                property["oneOf"] = Value::Array(options);
                properties.insert(self.name.clone(), property);
            }
            Kind::Checkbox if self.arrays => {
                let options: Vec<Value> =
                    question.choices.iter().map(|c| option(c, lang)).collect();
                let mut property = self.property("array");
                property["items"] = json!({ "anyOf": options });
                if must && !question.allow_other {
                    property["minItems"] = json!(1);
                }
                properties.insert(self.name.clone(), property);
            }
            Kind::Checkbox => {
                for (n, choice) in question.choices.iter().enumerate() {
                    let mut property = json!({ "type": "boolean", "title": title(choice, lang) });
                    if n == 0 {
                        property["description"] = json!(asked(question));
                    }
                    properties.insert(self.switch_name(n), property);
                }
            }
            Kind::Text => {
                let mut property = self.property("string");
                if must {
                    property["minLength"] = json!(1);
                }
                property["maxLength"] = json!(limits::WORDS_CHARS);
                properties.insert(self.name.clone(), property);
            }
            // A switch that nobody touched would say no; a pick says what was picked.
            Kind::Boolean => {
                let mut property = self.property("string");
                property["oneOf"] = json!([
                    { "const": "true", "title": lang.pick("Yes", "是") },
                    { "const": "false", "title": lang.pick("No", "否") },
                ]);
                properties.insert(self.name.clone(), property);
            }
        }
        let may_be_words = question.kind == Kind::Checkbox && question.allow_other;
        if must && properties.contains_key(&self.name) && !may_be_words {
            required.push(json!(self.name));
        }
        if question.kind.offers() && question.allow_other {
            let property = json!({
                "type": "string",
                "title": wording::own_words(&heading(question), lang),
                "description": wording::own_words_hint(lang),
                "maxLength": limits::WORDS_CHARS,
            });
            properties.insert(self.other_name(), property);
        }
    }

    /// What the content says about this question, as edits of the form.
    pub(super) fn read(&self, content: &Map<String, Value>) -> Result<Vec<Edit>, Problem> {
        let id = || self.question.id.clone();
        let value = content.get(&self.name).filter(|value| !value.is_null());
        match self.question.kind {
            Kind::MultipleChoice => {
                let words = self.words(content)?;
                let picked = match value {
                    None => None,
                    Some(Value::String(word)) => self.picked(word)?,
                    Some(_) => return Err(shape(Shape::OneOption)),
                };
                let wants_words = value.is_some() && picked.is_none();
                if wants_words && safe_text::is_blank(&words) {
                    return Err(Problem::Blank);
                }
                Ok(self.with_words(picked.into_iter().collect(), words))
            }
            Kind::Checkbox => {
                let words = self.words(content)?;
                let picks = if self.arrays {
                    self.picked_of_array(value)?
                } else {
                    self.picked_of_switches(content)?
                };
                Ok(self.with_words(picks, words))
            }
            Kind::Text => match value {
                None => Ok(Vec::new()),
                Some(Value::String(words)) => Ok(vec![Edit::Text {
                    question: id(),
                    words: words.clone(),
                }]),
                Some(_) => Err(shape(Shape::Text)),
            },
            Kind::Boolean => {
                let yes = match value {
                    None => return Ok(Vec::new()),
                    Some(Value::Bool(yes)) => *yes,
                    Some(Value::String(word)) if word == "true" => true,
                    Some(Value::String(word)) if word == "false" => false,
                    Some(_) => return Err(shape(Shape::YesNo)),
                };
                let yes = Some(yes);
                Ok(vec![Edit::Yes {
                    question: id(),
                    yes,
                }])
            }
        }
    }

    fn property(&self, kind: &str) -> Value {
        json!({
            "type": kind,
            "title": heading(self.question),
            "description": asked(self.question),
        })
    }

    fn other_name(&self) -> String {
        format!("{}_other", self.name)
    }

    fn switch_name(&self, n: usize) -> String {
        let width = self.question.choices.len().to_string().len();
        format!("{}_{:0width$}", self.name, n + 1)
    }

    /// The word that stands for own words; no option of the question goes by it.
    fn other_word(&self) -> String {
        let mut word = String::from("other");
        while self
            .question
            .choice(&ChoiceId::from(word.as_str()))
            .is_some()
        {
            word.push('_');
        }
        word
    }

    /// The option of this word; none when it stands for own words.
    fn picked(&self, word: &str) -> Result<Option<ChoiceId>, Problem> {
        let id = ChoiceId::from(word);
        if self.question.choice(&id).is_some() {
            return Ok(Some(id));
        }
        if self.question.allow_other && word == self.other_word() {
            return Ok(None);
        }
        let offered: Vec<&str> = self
            .question
            .choices
            .iter()
            .take(20)
            .map(|choice| choice.id.as_str())
            .collect();
        Err(Problem::NotOffered {
            got: word.chars().take(80).collect(),
            offered: offered.join(", "),
        })
    }

    fn picked_of_array(&self, value: Option<&Value>) -> Result<Vec<ChoiceId>, Problem> {
        let items = match value {
            None => return Ok(Vec::new()),
            Some(Value::Array(items)) => items,
            Some(_) => return Err(shape(Shape::ManyOptions)),
        };
        let mut picks = Vec::new();
        for item in items {
            let Value::String(word) = item else {
                return Err(shape(Shape::ManyOptions));
            };
            picks.extend(self.picked(word)?);
        }
        Ok(picks)
    }

    fn picked_of_switches(&self, content: &Map<String, Value>) -> Result<Vec<ChoiceId>, Problem> {
        let mut picks = Vec::new();
        for (n, choice) in self.question.choices.iter().enumerate() {
            match content.get(&self.switch_name(n)) {
                None | Some(Value::Null | Value::Bool(false)) => {}
                Some(Value::Bool(true)) => picks.push(choice.id.clone()),
                Some(_) => return Err(shape(Shape::YesNo)),
            }
        }
        Ok(picks)
    }

    fn words(&self, content: &Map<String, Value>) -> Result<String, Problem> {
        match content.get(&self.other_name()) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(words)) if self.question.allow_other => Ok(words.clone()),
            Some(_) => Err(shape(Shape::Text)),
        }
    }

    /// Words beside a single pick are a note; alone, or beside several picks, they are own words.
    fn with_words(&self, picks: Vec<ChoiceId>, words: String) -> Vec<Edit> {
        let question = || self.question.id.clone();
        let single = self.question.kind == Kind::MultipleChoice && !picks.is_empty();
        let mut edits: Vec<Edit> = picks
            .into_iter()
            .map(|choice| Edit::Pick {
                question: question(),
                choice,
            })
            .collect();
        if !safe_text::is_blank(&words) {
            edits.push(if single {
                Edit::Note {
                    question: question(),
                    words,
                }
            } else {
                Edit::Other {
                    question: question(),
                    words,
                }
            });
        }
        edits
    }
}

/// What stands over a question: its header, else its text.
pub(super) fn heading(question: &Question) -> String {
    let words = question.header.as_ref().unwrap_or(&question.text);
    safe_text::shown_on_one_line(words).into_owned()
}

fn asked(question: &Question) -> String {
    let mut words = safe_text::shown(&question.text).into_owned();
    if let Some(more) = &question.description {
        words.push('\n');
        words.push_str(&safe_text::shown(more));
    }
    words
}

fn option(choice: &Choice, lang: Lang) -> Value {
    json!({ "const": choice.id, "title": title(choice, lang) })
}

/// `label - description`: the schema has no place for an option's description.
fn title(choice: &Choice, lang: Lang) -> String {
    let mut words = choice.label.clone();
    if choice.default {
        words.push_str(wording::recommended(lang));
    }
    if let Some(description) = &choice.description {
        words.push_str(" - ");
        words.push_str(description);
    }
    safe_text::shown_on_one_line(&words).into_owned()
}

fn shape(expected: Shape) -> Problem {
    Problem::WrongShape { expected }
}
