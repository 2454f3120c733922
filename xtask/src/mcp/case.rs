//! What the clients play: one row a case.

use serde_json::{Value, json};

use super::era::Era;

/// One case.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What is asked.
    pub(super) questions: Value,
    /// What the client's form is answered with, round by round; none: it draws no forms.
    pub(super) replies: Option<Value>,
    /// What else it can do.
    pub(super) capabilities: Value,
    /// What it does.
    pub(super) script: Script,
    pub(super) treated: Treated,
    /// What happens at the desk meanwhile.
    pub(super) meanwhile: Meanwhile,
    /// What the last result's data must hold, by path.
    pub(super) wanted: &'static [(&'static str, &'static str)],
    /// Whether that is an error to the model.
    pub(super) is_error: bool,
    /// How many forms are shown.
    pub(super) forms: usize,
    /// The only era that has this.
    pub(super) only: Option<Era>,
    /// Whether it is about HTTP alone.
    pub(super) over_http: bool,
}

impl Case {
    /// Whether something is asked that a form must not ask for.
    pub(super) fn has_secrets(&self) -> bool {
        let mut questions = self.questions.as_array().into_iter().flatten();
        questions.any(|question| question["secret"] == true)
    }

    /// Whether it can be played over this. Over HTTP no form is shown, but an address may be.
    pub(super) fn runs_over(&self, transport: &str) -> bool {
        let has_form = self.forms > 0 && !self.has_secrets();
        match transport {
            "http" => !has_form,
            _ => !self.over_http,
        }
    }
}

/// What the client does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Asks.
    Once,
    /// Gives the first call up, and asks again.
    GivenUp,
    /// Asks, loses its server, and comes back to the next.
    Killed,
    /// Hands the same form in twice, with another word.
    Twice,
    /// There are two of it, and both ask the same.
    Twins,
}

/// How the desk is set about a client, told by the client's name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Treated {
    Usually,
    /// It cannot wait: it gets a ticket soon.
    Hasty,
    /// Nothing is set.
    Unset,
    /// Whatever it replies, no person did.
    Doubted,
}

impl Treated {
    pub(super) const ALL: [Self; 4] = [Self::Usually, Self::Hasty, Self::Unset, Self::Doubted];

    /// What such clients are called.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Usually => "usual",
            Self::Hasty => "hasty",
            Self::Unset => "unset",
            Self::Doubted => "doubted",
        }
    }

    /// What the desk's settings say of them.
    pub(super) fn setting(self) -> &'static str {
        match self {
            // These clients are faster than anyone reads.
            Self::Usually => "elicitation = \"on\"\nreading = 0",
            Self::Hasty => "wait = \"300ms\"",
            Self::Unset => "",
            Self::Doubted => "elicitation = \"on\"\nreading = \"1h\"",
        }
    }
}

/// What happens at the desk.
pub(super) enum Meanwhile {
    Nothing,
    /// A person answers, when the client has gone as far as this.
    Answers(Value, After),
    Cancels,
    /// The server is killed while a form is open, and there is another.
    Kill,
}

/// How far the client has gone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Asked,
    FormShown,
    GivenUp,
}

fn single() -> Value {
    json!([{ "question_id": "db", "question_text": "Which database?", "type": "multiple_choice",
             "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }] }])
}

pub(super) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn plain(name: &'static str, questions: Value) -> Case {
    Case {
        name,
        questions,
        replies: None,
        capabilities: json!({}),
        script: Script::Once,
        treated: Treated::Usually,
        meanwhile: Meanwhile::Nothing,
        wanted: &[("/state", "\"answered\"")],
        is_error: false,
        forms: 0,
        only: None,
        over_http: false,
    }
}

/// A form that is answered like this.
fn filled(name: &'static str, questions: Value, contents: &[Value]) -> Case {
    let replies = contents.iter().cloned().map(accept).collect();
    Case {
        replies: Some(replies),
        forms: contents.len(),
        ..plain(name, questions)
    }
}

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    [kinds(), without_a_word(), elsewhere(), interrupted()]
        .into_iter()
        .flatten()
        .collect()
}

/// Every kind of question, answered in the form.
fn kinds() -> Vec<Case> {
    let follow_up = json!([{ "question_id": "auth", "question_text": "Auth?", "type": "multiple_choice",
        "options": [{ "id": "oauth", "label": "OAuth" }, { "id": "none", "label": "None" }],
        "follow_up_questions": { "oauth": [{ "question_id": "who", "question_text": "Provider?", "type": "text" }] } }]);
    let several = json!([{ "question_id": "f", "question_text": "Features?", "type": "checkbox",
        "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }, { "id": "c", "label": "C" }] }]);
    let two = json!([{ "question_id": "go", "question_text": "Go on?", "type": "boolean" },
                     { "question_id": "name", "question_text": "Name?", "type": "text" }]);
    let own = json!({ "q1": "other", "q1_other": "DuckDB" });
    vec![
        Case {
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"mcp\"")],
            ..filled("single choice", single(), &[json!({ "q1": "lite" })])
        },
        Case {
            wanted: &[("/answers/0/answer", "[\"a\",\"c\",{\"other\":\"d\"}]")],
            ..filled(
                "several and own words",
                several,
                &[json!({ "q1": ["a", "c"], "q1_other": "d" })],
            )
        },
        Case {
            wanted: &[
                ("/answers/0/answer", "true"),
                ("/answers/1/answer", "\"Sayso\""),
            ],
            ..filled(
                "boolean and text",
                two,
                &[json!({ "q1": "true", "q2": "Sayso" })],
            )
        },
        Case {
            wanted: &[("/answers/0/answer", "{\"other\":\"DuckDB\"}")],
            ..filled("Other", single(), &[own])
        },
        Case {
            wanted: &[("/answers/0/follow_ups/0/answer", "\"Google\"")],
            ..filled(
                "follow-up round",
                follow_up,
                &[json!({ "q1": "oauth" }), json!({ "q1": "Google" })],
            )
        },
        Case {
            // Own words without words: every client lets it pass, and we do not.
            wanted: &[("/answers/0/answer", "\"pg\"")],
            ..filled(
                "asked again",
                single(),
                &[json!({ "q1": "other" }), json!({ "q1": "pg" })],
            )
        },
    ]
}

/// A form comes back, and nobody answered in it.
fn without_a_word() -> Vec<Case> {
    let by_desk = || Meanwhile::Answers(json!({ "db": "lite" }), After::FormShown);
    let came = |name, reply: Value| Case {
        replies: Some(json!([reply])),
        forms: 1,
        ..plain(name, single())
    };
    vec![
        Case {
            treated: Treated::Doubted,
            meanwhile: by_desk(),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            ..came("declined by nobody", json!({ "action": "decline" }))
        },
        Case {
            wanted: &[("/state", "\"cancelled\""), ("/decided_by", "\"client\"")],
            is_error: true,
            ..came("declined by a person", json!({ "action": "decline" }))
        },
        Case {
            wanted: &[("/state", "\"pending\"")],
            ..came("put away", json!({ "action": "cancel" }))
        },
    ]
}

/// A person answers at another face.
fn elsewhere() -> Vec<Case> {
    let by_desk = |after| Meanwhile::Answers(json!({ "db": "lite" }), after);
    let late = json!({ "action": "accept", "content": { "q1": "pg" }, "after": "DONE" });
    let in_panel = json!({ "action": "accept", "content": { "q1": "pg" },
        "in_panel": [{ "question_id": "db", "answer": "lite" }] });
    let apps = json!({ "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html;profile=mcp-app"] } } });
    let secret =
        json!([{ "question_id": "key", "question_text": "Key?", "type": "text", "secret": true }]);
    vec![
        Case {
            // The form is answered only when the desk has spoken.
            replies: Some(json!([late])),
            meanwhile: by_desk(After::FormShown),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            forms: 1,
            ..plain("answered at the desk under an open form", single())
        },
        Case {
            replies: Some(json!([in_panel])),
            capabilities: apps,
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"mcp\"")],
            forms: 1,
            ..plain("answered in the panel under an open form", single())
        },
        Case {
            // That the client opened the address answers nothing.
            replies: Some(json!([{ "action": "accept" }])),
            meanwhile: Meanwhile::Answers(json!({ "key": "s3cret" }), After::FormShown),
            wanted: &[("/answers/0/answer", "\"s3cret\"")],
            forms: 1,
            ..plain("a secret, by the page's address", secret)
        },
        Case {
            meanwhile: by_desk(After::Asked),
            wanted: &[("/answers/0/answer", "\"lite\"")],
            ..plain("no forms, answered at the desk", single())
        },
        Case {
            // It draws forms, and is shown none.
            replies: Some(json!([accept(json!({ "q1": "pg" }))])),
            meanwhile: by_desk(After::Asked),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            over_http: true,
            ..plain("no form over HTTP", single())
        },
        Case {
            // Such a form could not be taken back: by default there is none.
            replies: Some(json!([accept(json!({ "q1": "pg" }))])),
            meanwhile: by_desk(After::Asked),
            wanted: &[("/answers/0/answer", "\"lite\""), ("/via", "\"file\"")],
            treated: Treated::Unset,
            only: Some(Era::Stateless),
            ..plain("no form by default", single())
        },
        Case {
            meanwhile: Meanwhile::Cancels,
            wanted: &[("/state", "\"cancelled\"")],
            is_error: true,
            ..plain("cancelled at the desk", single())
        },
    ]
}

/// The client or the server does not stay.
fn interrupted() -> Vec<Case> {
    let pg = || accept(json!({ "q1": "pg" }));
    let lite = || accept(json!({ "q1": "lite" }));
    let never = json!({ "action": "accept", "content": { "q1": "pg" }, "after": "DONE" });
    vec![
        Case {
            script: Script::GivenUp,
            meanwhile: Meanwhile::Answers(json!({ "db": "lite" }), After::GivenUp),
            wanted: &[("/answers/0/answer", "\"lite\"")],
            ..plain("given up and asked again", single())
        },
        Case {
            treated: Treated::Hasty,
            wanted: &[("/state", "\"pending\"")],
            ..plain("ticket", single())
        },
        Case {
            // What the first form was filled with dies with its server.
            script: Script::Killed,
            replies: Some(json!([never, lite()])),
            meanwhile: Meanwhile::Kill,
            wanted: &[("/answers/0/answer", "\"lite\"")],
            forms: 2,
            only: Some(Era::Legacy),
            ..plain("the server killed under an open form", single())
        },
        Case {
            // The form is still good, at the next server.
            script: Script::Killed,
            replies: Some(json!([])),
            meanwhile: Meanwhile::Kill,
            wanted: &[("/answers/0/answer", "\"lite\"")],
            forms: 1,
            only: Some(Era::Stateless),
            ..plain("the server killed between rounds", single())
        },
        Case {
            script: Script::Twice,
            replies: Some(json!([])),
            wanted: &[("/error/code", "\"request_state_used\"")],
            is_error: true,
            forms: 1,
            only: Some(Era::Stateless),
            ..plain("requestState handed in twice", single())
        },
        Case {
            script: Script::Twins,
            replies: Some(json!([pg()])),
            wanted: &[],
            forms: 2,
            ..plain("two at once, asking the same", single())
        },
    ]
}
