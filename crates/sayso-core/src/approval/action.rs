//! What an agent wants to do.

use serde_json::Value;

use super::{ALLOW, ALWAYS, CHANGE, DENY};
use crate::choice::Choice;
use crate::dialect::{Dialect, Parsed};
use crate::digest::Digest;
use crate::id::{ChoiceId, QuestionId};
use crate::kind::Kind;
use crate::lang::Lang;
use crate::limits;
use crate::question::Question;
use crate::safe_text;

/// What an agent wants to do: one tool, with exactly this input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The tool.
    pub tool: String,
    /// What it would run with.
    pub input: Value,
    /// Why the agent must ask, in its own words.
    pub reason: Option<String>,
    /// The rules that the agent offers to remember, as it wrote them.
    pub rules: Vec<Value>,
}

impl Action {
    /// Binds the approval to all that a yes permits and all that the person read before it: the
    /// tool, its input, the reason, and the rules with their scope and duration.
    pub fn digest(&self) -> Digest {
        let input = serde_json::to_vec(&self.input).unwrap_or_default();
        let rules = serde_json::to_vec(&self.rules).unwrap_or_default();
        let reason = self.reason.as_deref().unwrap_or_default();
        Digest::of(&[
            b"approval",
            self.tool.as_bytes(),
            &input,
            reason.as_bytes(),
            &rules,
        ])
    }

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
        let tool: String = safe_text::shown_on_one_line(&self.tool)
            .chars()
            .take(200)
            .collect();
        let text = lang.pick(format!("Allow {tool}?"), format!("允许 {tool} 吗？"));
        let mut question = Question::new(QuestionId::unnamed(), Kind::MultipleChoice, text);
        question.header = Some(lang.pick("Permission", "权限").into());
        question.description = Some(self.description(lang));
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

    /// The whole input, field by field, so that nothing of it stays unseen.
    fn description(&self, lang: Lang) -> String {
        let mut lines = Vec::new();
        if let Some(reason) = &self.reason {
            lines.push(reason.clone());
        }
        match &self.input {
            Value::Object(fields) => {
                for (name, value) in fields {
                    lines.push(match value {
                        Value::String(text) if text.contains('\n') => format!("{name}:\n{text}"),
                        Value::String(text) => format!("{name}: {text}"),
                        value => format!("{name}: {value}"),
                    });
                }
            }
            Value::Null => {}
            input => lines.push(input.to_string()),
        }
        let sum = self.digest().to_string();
        lines.push(lang.pick(
            format!("(exactly this action: {})", &sum[..16]),
            format!("（仅限此操作：{}）", &sum[..16]),
        ));
        lines.join("\n")
    }

    fn rules_shown(&self) -> String {
        let rules: Vec<String> = self.rules.iter().map(rule_shown).collect();
        rules.join("\n")
    }
}

/// A rule in short, as Claude Code writes it; any other as it is.
fn rule_shown(rule: &Value) -> String {
    let to = rule["destination"].as_str().unwrap_or("session");
    match (rule["type"].as_str(), &rule["rules"]) {
        (Some("addRules"), Value::Array(rules)) => {
            let named = rules.iter().map(|rule| {
                let tool = rule["toolName"].as_str().unwrap_or_default();
                match rule["ruleContent"].as_str() {
                    Some(content) => format!("{tool}({content})"),
                    None => tool.to_owned(),
                }
            });
            let named: Vec<String> = named.collect();
            let behavior = rule["behavior"].as_str().unwrap_or("allow");
            format!("{behavior} {} → {to}", named.join(", "))
        }
        (Some("setMode"), _) => format!("mode {} → {to}", rule["mode"].as_str().unwrap_or("?")),
        (Some("addDirectories"), _) => format!("directories {} → {to}", rule["directories"]),
        _ => rule.to_string(),
    }
}
