//! Reading steps.

use std::time::Duration;

use sayso_core::asker::AskerKind;
use sayso_core::deadline::OnTimeout;
use sayso_core::dialect;
use sayso_core::json::under;
use sayso_core::limits::TIMEOUT_MILLIS;
use sayso_core::problem::Problem;
use serde_json::{Map, Value};

use super::ask_step::AskStep;
use super::holes::{ROUND, is_name, name_and_question};
use super::limits;
use super::reading::{Need, Reading};
use super::step::Step;
use super::verb::Verb;
use super::when::{Condition, Wanted, When};
use super::wrong::Wrong;

type Object = Map<String, Value>;

impl Reading<'_> {
    /// The steps that stand in a field of this name.
    pub(super) fn steps_of(&mut self, object: &Object, path: &str, depth: usize) -> Vec<Step> {
        let Some(value) = self.field(object, path, "steps", Need::Must) else {
            return Vec::new();
        };
        let path = under(path, "steps");
        let Value::Array(items) = value else {
            self.wrong(path, Problem::wrong_type("array", value));
            return Vec::new();
        };
        if items.is_empty() {
            self.wrong(path.as_str(), Problem::TooFew { min: 1, got: 0 });
        }
        if depth > limits::GROUPS {
            let max = limits::GROUPS;
            self.wrong(path, Problem::TooDeep { max });
            return Vec::new();
        }
        let (max, got) = (limits::STEPS, self.steps + items.len());
        if got > max {
            self.wrong(path, Problem::TooMany { max, got });
            return Vec::new();
        }
        self.steps = got;
        let numbered = items.iter().enumerate();
        numbered
            .filter_map(|(n, item)| self.step(item, &format!("{path}[{n}]"), depth))
            .collect()
    }

    fn step(&mut self, value: &Value, path: &str, depth: usize) -> Option<Step> {
        let fields = [Verb::WORDS, &["label", "when", "most"]].concat();
        let object = self.object(value, path, &fields)?;
        let label = self
            .text(object, path, "label", Need::May)
            .and_then(|label| self.name(label, &under(path, "label")));
        let when = self.when(object, path);
        let verbs: Vec<&str> = object
            .keys()
            .map(String::as_str)
            .filter(|field| Verb::WORDS.contains(field))
            .collect();
        if object.contains_key("most") && verbs != ["goto"] {
            self.wrong(under(path, "most"), Wrong::OnlyForGoto);
        }
        let verb = match verbs[..] {
            [verb] => self.verb(verb, object, path, depth),
            [] => {
                self.wrong(path, Wrong::NoVerb);
                None
            }
            _ => {
                self.wrong(path, Wrong::ManyVerbs(verbs.join(", ")));
                None
            }
        };
        Some(Step {
            path: path.to_owned(),
            label,
            when,
            // What could not be read was noted; an empty step keeps its label's place.
            verb: verb.unwrap_or(Verb::Steps(Vec::new())),
        })
    }

    fn verb(&mut self, verb: &str, object: &Object, path: &str, depth: usize) -> Option<Verb> {
        let here = under(path, verb);
        if verb == "steps" {
            return Some(Verb::Steps(self.steps_of(object, path, depth + 1)));
        }
        let value = self.field(object, path, verb, Need::Must)?;
        match verb {
            "text" => self.words(value, &here).map(Verb::Text),
            "thinking" => self.words(value, &here).map(Verb::Thinking),
            "info" => self.words(value, &here).map(Verb::Info),
            "fail" => self.words(value, &here).map(Verb::Fail),
            "complete" => self.words(value, &here).map(Verb::Complete),
            "tool_use" => {
                let call = self.object(value, &here, &["name", "input"])?;
                let name = self.short(call, &here, "name", Need::Must);
                let input = call.get("input").cloned();
                let input = input.unwrap_or_else(|| Value::Object(Map::new()));
                if !input.is_object() {
                    self.wrong(under(&here, "input"), Problem::wrong_type("object", &input));
                }
                Some(Verb::ToolUse {
                    name: name.unwrap_or_default(),
                    input,
                })
            }
            "tool_result" => {
                let result = self.object(value, &here, &["content", "is_error"])?;
                let content = self.text(result, &here, "content", Need::Must);
                let is_error = self.flag(result, &here, "is_error").unwrap_or(false);
                Some(Verb::ToolResult {
                    content: content?,
                    is_error,
                })
            }
            "ask" => self.ask(value, &here).map(|ask| Verb::Ask(Box::new(ask))),
            "pause" => {
                let bounds = (0.0, limits::PAUSE.as_secs_f64());
                self.number(value, &here, bounds, Value::as_f64)
                    .map(|seconds| Verb::Pause(Duration::from_secs_f64(seconds)))
            }
            _ => {
                let label = self.words(value, &here);
                let most = match self.field(object, path, "most", Need::May) {
                    None => Some(limits::USUAL_JUMPS),
                    Some(most) => self.count(most, &under(path, "most"), limits::JUMPS),
                };
                Some(Verb::Goto {
                    label: label?,
                    most: most?,
                })
            }
        }
    }

    fn ask(&mut self, value: &Value, path: &str) -> Option<AskStep> {
        let fields = &[
            "input",
            "timeout_seconds",
            "on_timeout",
            "as",
            "total_rounds",
            "save",
        ];
        let object = self.object(value, path, fields)?;
        let timeout = self
            .field(object, path, "timeout_seconds", Need::May)
            .and_then(|value| {
                let bounds = (0.001, Duration::from_millis(TIMEOUT_MILLIS).as_secs_f64());
                self.number(
                    value,
                    &under(path, "timeout_seconds"),
                    bounds,
                    Value::as_f64,
                )
            })
            .map(Duration::from_secs_f64);
        let on_timeout = self
            .text(object, path, "on_timeout", Need::May)
            .and_then(|word| {
                self.word(
                    &word,
                    &under(path, "on_timeout"),
                    "default, terminate",
                    |word| match word {
                        "default" => Some(OnTimeout::Default),
                        "terminate" => Some(OnTimeout::Terminate),
                        _ => None,
                    },
                )
            });
        let asker = self.text(object, path, "as", Need::May).and_then(|word| {
            self.word(&word, &under(path, "as"), "main, sub", |word| match word {
                "main" => Some(AskerKind::Main),
                "sub" => Some(AskerKind::Sub),
                _ => None,
            })
        });
        let total_rounds = self
            .field(object, path, "total_rounds", Need::May)
            .and_then(|value| self.count(value, &under(path, "total_rounds"), limits::JUMPS));
        let save = self
            .text(object, path, "save", Need::May)
            .and_then(|name| self.name(name, &under(path, "save")));
        if save.as_deref() == Some(ROUND) {
            self.wrong(under(path, "save"), Wrong::TakenName(ROUND.to_owned()));
        }
        let input = self.field(object, path, "input", Need::Must);
        let questions = input.and_then(|input| match dialect::parse(input, &self.limits) {
            Ok(parsed) => Some(parsed.questions),
            Err(issues) => {
                self.issues(&under(path, "input"), issues);
                None
            }
        });
        if let Some(name) = &save {
            self.saved.entry(name.clone()).or_default().push(questions);
        }
        Some(AskStep {
            input: input?.clone(),
            timeout,
            on_timeout,
            asker: asker.unwrap_or_default(),
            total_rounds,
            save,
        })
    }

    fn when(&mut self, object: &Object, path: &str) -> When {
        let Some(value) = self.field(object, path, "when", Need::May) else {
            return When::default();
        };
        let path = under(path, "when");
        let Value::Object(wanted) = value else {
            self.wrong(path, Problem::wrong_type("object", value));
            return When::default();
        };
        let conditions = wanted.iter().filter_map(|(key, value)| {
            let (name, question) = name_and_question(key);
            let any = match value {
                Value::Array(items) if !items.is_empty() => items
                    .iter()
                    .filter_map(|item| self.wanted(item, &under(&path, key)))
                    .collect(),
                one => vec![self.wanted(one, &under(&path, key))?],
            };
            Some(Condition {
                name: name.to_owned(),
                question: question.map(Into::into),
                any,
            })
        });
        When(conditions.collect())
    }

    /// An option or an ending; a yes or no may stand there as it is.
    fn wanted(&mut self, value: &Value, path: &str) -> Option<Wanted> {
        match value {
            Value::String(word) => Some(Wanted::of(word)),
            Value::Bool(_) | Value::Number(_) => Some(Wanted::of(&value.to_string())),
            other => {
                self.wrong(path, Problem::wrong_type("string", other));
                None
            }
        }
    }

    fn name(&mut self, name: String, path: &str) -> Option<String> {
        if !is_name(&name) {
            self.wrong(path, Wrong::NotAName(name));
            return None;
        }
        Some(name)
    }

    pub(super) fn count(&mut self, value: &Value, path: &str, max: u32) -> Option<u32> {
        self.number(value, path, (1, u64::from(max)), Value::as_u64)
            .and_then(|count| u32::try_from(count).ok())
    }
}
