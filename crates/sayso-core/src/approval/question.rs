//! What a person is asked about an action.

use serde_json::Value;

use super::description::{Description, name_shown};
use super::{ALLOW, ALWAYS, Action, CHANGE, DENY};
use crate::choice::Choice;
use crate::dialect::{Dialect, Parsed};
use crate::id::{ChoiceId, QuestionId};
use crate::kind::Kind;
use crate::lang::Lang;
use crate::limits;
use crate::question::Question;
use crate::safe_text;

impl Action {
    /// What the person is asked: no first, no default, own words are a no with a reason.
    pub fn ask(&self, tool_use_id: Option<String>, lang: Lang) -> Parsed {
        Parsed {
            dialect: Dialect::Id,
            questions: [self.question(lang)].into(),
            tool_use_id,
            digest: self.digest(),
            warnings: Vec::new(),
        }
    }

    fn question(&self, lang: Lang) -> Question {
        let tool = name_shown(&self.tool);
        let text = lang.pick(format!("Allow {tool}?"), format!("允许 {tool} 吗？"));
        let mut question = Question::new(QuestionId::unnamed(), Kind::MultipleChoice, text);
        question.header = Some(lang.pick("Permission", "权限").into());
        question.description = self.description(lang);
        question.action_digest = Some(self.digest().to_string());
        let mut choices = vec![
            Choice::new(DENY, lang.pick("No", "不允许")),
            Choice::new(ALLOW, lang.pick("Yes, this once", "允许这一次")),
        ];
        if !self.rules.is_empty() {
            let mut always = Choice::new(
                ALWAYS,
                lang.pick("Yes, and do not ask again", "允许，且不再询问"),
            );
            always.description = Some(self.rules_shown());
            choices.push(always);
        }
        let mut change = Choice::new(CHANGE, lang.pick("Yes, but changed", "修改后允许"));
        let input = serde_json::to_string_pretty(&self.input).unwrap_or_default();
        change.preview = (safe_text::count(&input) <= limits::WORDS_CHARS).then_some(input);
        choices.push(change);
        question.choices = choices.into();
        let text = lang.pick(
            "What should it run with instead? The whole input, as JSON.",
            "应改用什么输入？请写出完整的 JSON。",
        );
        let instead = Question::new(QuestionId::unnamed(), Kind::Text, text);
        question
            .follow_ups
            .insert(ChoiceId::from(CHANGE), vec![instead]);
        question
    }

    /// The reason and the whole input, field by field, so that nothing of it stays unseen.
    fn description(&self, lang: Lang) -> Option<String> {
        let mut description = Description::default();
        if let Some(reason) = &self.reason {
            description.own(lang.pick("The agent's reason:", "代理给出的理由："));
            description.foreign(reason);
        }
        match &self.input {
            Value::Object(fields) => {
                for (name, value) in fields {
                    description.field(name, value);
                }
            }
            Value::Null => {}
            input => {
                description.own(lang.pick("The input (JSON):", "输入（JSON）："));
                description.foreign(&input.to_string());
            }
        }
        description.text()
    }

    fn rules_shown(&self) -> String {
        let rules = self.rules.iter().flat_map(|rule| {
            // What is not of the known shape stands as it came.
            shortened(rule).unwrap_or_else(|| vec![rule.to_string()])
        });
        rules.collect::<Vec<_>>().join("\n")
    }
}

/// A rule as Claude Code writes it, a line for each of its parts; none when that would leave out
/// something of it.
fn shortened(rule: &Value) -> Option<Vec<String>> {
    let to = word(&rule["destination"])?;
    let (part, about) = match rule["type"].as_str()? {
        "addRules" => {
            let behavior = word(&rule["behavior"])?;
            let rules = rule["rules"].as_array().filter(|rules| !rules.is_empty())?;
            let named: Option<Vec<String>> = rules.iter().map(named).collect();
            let lines = named?.into_iter();
            let lines = lines.map(|named| format!("{behavior} {named} → {to}"));
            (4, lines.collect())
        }
        "setMode" => {
            let mode = word(&rule["mode"])?;
            (3, vec![format!("mode {mode} → {to}")])
        }
        "addDirectories" => {
            let directories = &rule["directories"];
            (3, vec![format!("directories {directories} → {to}")])
        }
        _ => return None,
    };
    (rule.as_object()?.len() == part).then_some(about)
}

/// A tool, and what it may do.
fn named(rule: &Value) -> Option<String> {
    let tool = word(&rule["toolName"])?;
    match (rule.get("ruleContent"), rule.as_object()?.len()) {
        (None, 1) => Some(tool.to_owned()),
        (Some(Value::String(content)), 2) if !content.contains('\n') => {
            Some(format!("{tool}({content})"))
        }
        _ => None,
    }
}

/// A text that is a plain word.
fn word(value: &Value) -> Option<&str> {
    let text = value.as_str()?;
    (name_shown(text) == text).then_some(text)
}
