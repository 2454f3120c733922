//! What the stand-in for the model says, turn by turn.

use serde_json::{Value, json};

/// One turn of the model: content blocks, in order.
#[derive(Clone, Debug)]
pub(crate) struct Turn(pub(crate) Vec<Block>);

/// One content block.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// Words.
    Text(String),
    /// What it thought.
    Thinking(String),
    /// A call of a tool, by this id.
    Call {
        id: String,
        name: String,
        input: Value,
    },
}

/// What the model does in one scenario. It is picked by `[[scenario:NAME]]` in the last prompt that
/// holds one, and the turn by the number of the model's messages since: so it needs no memory, and
/// a retry, a resumed run, a fork and a sub-agent are all served rightly.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) name: String,
    pub(crate) turns: Vec<Turn>,
}

impl Script {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            turns: Vec::new(),
        }
    }

    /// The model asks these, by the call `q`, and is done.
    pub(crate) fn asking(questions: Value) -> Self {
        Self::new("ask")
            .turn([asks("q", questions)])
            .turn([says("Done.")])
    }

    /// The next turn.
    pub(crate) fn turn(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.turns.push(Turn(blocks.into_iter().collect()));
        self
    }

    /// The prompt that picks it.
    pub(crate) fn prompt(&self) -> String {
        format!("please do [[scenario:{}]]", self.name)
    }
}

impl Block {
    /// With the number of the request for a `#` in its id, since a model that says the same again
    /// calls by another name; for the command `COLLECT` the one that it was told collects, and for
    /// the interaction `TICKET` the one that it was told to wait for.
    pub(crate) fn filled(self, number: usize, collect: &str, ticket: &str) -> Self {
        match self {
            Self::Call { id, name, input } => Self::Call {
                id: id.replace('#', &number.to_string()),
                name,
                input: match (&input["command"], &input["interaction_id"]) {
                    (Value::String(word), _) if word == "COLLECT" => json!({ "command": collect }),
                    (_, Value::String(word)) if word == "TICKET" => {
                        json!({ "interaction_id": ticket })
                    }
                    _ => input,
                },
            },
            block => block,
        }
    }
}

/// The model says this.
pub(crate) fn says(text: &str) -> Block {
    Block::Text(text.to_owned())
}

/// The model thinks this.
pub(crate) fn thinks(text: &str) -> Block {
    Block::Thinking(text.to_owned())
}

/// The model calls a tool.
pub(crate) fn calls(id: &str, name: &str, input: Value) -> Block {
    Block::Call {
        id: format!("toolu_{id}"),
        name: name.to_owned(),
        input,
    }
}

/// The model asks with Claude Code's own tool.
pub(crate) fn asks(id: &str, questions: Value) -> Block {
    calls(id, "AskUserQuestion", json!({ "questions": questions }))
}

/// A single choice between two.
pub(crate) fn database() -> Value {
    json!([{
        "question": "Which database?",
        "header": "Database",
        "options": [
            { "label": "PostgreSQL", "description": "Relational" },
            { "label": "MongoDB", "description": "Documents" },
        ],
        "multiSelect": false,
    }])
}

/// A choice of several, whose labels need quoting.
pub(crate) fn features() -> Value {
    json!([{
        "question": "Which features?",
        "header": "Features",
        "options": [
            { "label": "Logging", "description": "Lines" },
            { "label": "Metrics, traces", "description": "Numbers" },
            { "label": "Alerts", "description": "At night" },
        ],
        "multiSelect": true,
    }])
}
