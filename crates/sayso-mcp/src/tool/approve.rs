//! `approve`: leave to act, in the form that agents use for permission prompts.

use rmcp::model::{CallToolResult, ContentBlock, Tool};
use sayso_core::answer::Answer;
use sayso_core::choice::Choice;
use sayso_core::dialect::{Dialect, Parsed};
use sayso_core::digest::Digest;
use sayso_core::given::Given;
use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::pick::Pick;
use sayso_core::question::Question;
use sayso_core::render::{sentence, spoken};
use sayso_core::safe_text;
use sayso_core::state::State;
use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "approve";

const ABOUT: &str = "\
For agents, not for models: the tool to name as permission prompt tool. A person allows or denies one tool call. \
Silence, a timeout or a lost connection never allows anything.";

/// The agent's own question tool, which comes through the permission prompt too.
const QUESTION_TOOLS: &[&str] = &["AskUserQuestion", "ask_user_question"];
/// Characters of the tool's input that a person is shown.
const SHOWN: usize = 4_000;
const ALLOW: &str = "allow";
const DENY: &str = "deny";

/// What the agent reads.
pub(crate) fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "tool_name": { "type": "string", "description": "The tool that wants to run" },
            "input": { "type": "object", "description": "What it would run with" },
            "tool_use_id": { "type": "string", "description": "The call that waits" },
        },
        "required": ["tool_name", "input"],
    });
    super::tool(NAME, "Ask for permission", ABOUT, schema)
}

/// What a permission prompt is about.
pub(crate) struct Prompt {
    tool: String,
    input: Value,
    /// Whether it is the agent's own question to the person.
    pub(crate) is_question: bool,
}

impl Prompt {
    /// Reads the arguments.
    pub(crate) fn read(arguments: &Map<String, Value>) -> Result<Self, Trouble> {
        let tool = arguments.get("tool_name").and_then(Value::as_str);
        let tool = tool.filter(|tool| !safe_text::is_blank(tool));
        let tool = tool.ok_or_else(|| Trouble::new("invalid_arguments", "tool_name: required"))?;
        let input = arguments.get("input").cloned().unwrap_or_default();
        Ok(Self {
            tool: safe_text::shown_on_one_line(tool)
                .chars()
                .take(200)
                .collect(),
            is_question: QUESTION_TOOLS.contains(&tool),
            input,
        })
    }

    /// What the person is asked, and the same as a desk elsewhere reads it.
    pub(crate) fn questions(
        &self,
        client: &Client,
        shared: &Shared,
    ) -> Result<(Parsed, Value), Trouble> {
        if self.is_question {
            let mut input = self.input.clone();
            if let Some(input) = input.as_object_mut() {
                // The agent's own format has the field; what is in it is no person's word.
                input.remove("answers");
            }
            return Ok((super::ask::parse(&input, client, shared)?, input));
        }
        let question = self.approval(shared.lang());
        let body = serde_json::to_vec(&question).unwrap_or_default();
        let input = json!({ "questions": [question] });
        let parsed = Parsed {
            dialect: Dialect::Id,
            questions: vec![question],
            tool_use_id: client.call.clone(),
            digest: Digest::of(&[&body]),
            warnings: Vec::new(),
        };
        Ok((parsed, input))
    }

    /// No first, no default, and own words are a no with a reason.
    fn approval(&self, lang: Lang) -> Question {
        let tool = &self.tool;
        let text = lang.pick(format!("Allow {tool}?"), format!("允许 {tool} 吗？"));
        let mut question = Question::new(QuestionId::unnamed(), Kind::MultipleChoice, text);
        question.header = Some(lang.pick("Permission", "权限").into());
        question.description = Some(shown_input(&self.input));
        question.choices = vec![
            Choice::new(DENY, lang.pick("No", "不允许")),
            Choice::new(ALLOW, lang.pick("Yes, this once", "允许这一次")),
        ];
        question
    }

    /// What the agent gets: only a person's yes allows.
    pub(crate) fn decision(&self, outcome: &Outcome, lang: Lang) -> Value {
        if outcome.closing.state != State::Answered {
            return denied(&sentence(outcome, lang));
        }
        if self.is_question {
            return self.answered(outcome);
        }
        let answer = outcome.closing.answers.values().next();
        let given = answer.map(|answer| &answer.given);
        let note = answer.and_then(|answer| answer.note.clone());
        match given {
            Some(Given::One(Pick::Choice(id))) if *id == ChoiceId::from(ALLOW) => {
                json!({ "behavior": "allow", "updatedInput": self.input })
            }
            Some(Given::One(Pick::Other(words))) => denied(words),
            _ => denied(&note.unwrap_or_else(|| {
                lang.pick(
                    "The user does not allow this. Do not try it in another way.".into(),
                    "用户不允许此操作。不要换一种方式再试。".into(),
                )
            })),
        }
    }

    /// The agent's own question, answered: keyed by the question's text, as it wants it.
    fn answered(&self, outcome: &Outcome) -> Value {
        let (mut answers, mut notes) = (Map::new(), Map::new());
        for question in outcome.questions.iter() {
            let Some(answer) = outcome.closing.answers.get(&question.id) else {
                continue;
            };
            answers.insert(question.text.clone(), json!(words(question, answer)));
            if let Some(note) = &answer.note {
                notes.insert(question.text.clone(), json!({ "notes": note }));
            }
        }
        let mut input = self.input.clone();
        input["answers"] = Value::Object(answers);
        if !notes.is_empty() {
            input["annotations"] = Value::Object(notes);
        }
        json!({ "behavior": "allow", "updatedInput": input })
    }
}

/// As agents read it: JSON in the one text of the result.
pub(crate) fn result(decision: &Value) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(decision.to_string())])
}

/// No.
pub(crate) fn denied(why: &str) -> Value {
    json!({ "behavior": "deny", "message": why })
}

fn words(question: &Question, answer: &Answer) -> String {
    spoken(question, answer, str::to_owned)
}

fn shown_input(input: &Value) -> String {
    let text = match input.get("command").and_then(Value::as_str) {
        Some(command) => command.to_owned(),
        None => serde_json::to_string_pretty(input).unwrap_or_default(),
    };
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
