//! The OpenAPI document, generated from the table of operations and the types.
//!
//! - `shape`, `param`, `live`: what goes in and comes out, and what streams tell
//! - `examples`, `story`: an example of each
//! - `failures`, `error_code`: everything that can go wrong, and where
//! - `generators`: the schemas of types

mod error_code;
mod examples;
mod failures;
mod generators;
mod live;
mod param;
mod shape;
mod story;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

pub(crate) use error_code::ErrorCode;
pub(crate) use live::{LoggedFact, Push};

use crate::failure::{Failure, FailureWire};
use crate::operation::{Operation, operations};
use crate::principal::Who;
use examples::Named;
use generators::Generators;
use param::Param;
use shape::Shape;
use story::Story;

/// The document, as it is written to `schema/openapi.json`.
pub fn document() -> String {
    let mut making = Making {
        generators: Generators::new(),
        story: Story::new(),
        failures: BTreeMap::new(),
    };
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths
            .entry(operation.path.to_owned())
            .or_insert_with(|| json!({}));
        path[operation.method.as_str().to_lowercase()] = making.describe(&operation);
    }
    let failure = making.generators.written::<FailureWire>();
    let responses = making.failures.iter();
    let responses: Map<String, Value> = responses
        .map(|(name, failures)| (name.clone(), response(failures, &failure)))
        .collect();
    let examples = failures::all().into_iter();
    let examples: Map<String, Value> = examples
        .map(|failure| {
            (
                failure.code().to_owned(),
                json!({ "value": failure.wire() }),
            )
        })
        .collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sayso",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "parameters": { "language": language(), "last_event": last_event() },
            "responses": responses,
            "examples": examples,
            "headers": headers(),
            "schemas": making.generators.definitions(),
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "page": { "type": "apiKey", "in": "cookie", "name": "sayso" },
                "page_secret": { "type": "apiKey", "in": "header", "name": "X-Sayso-Session" },
            },
        },
    });
    format!("{document:#}\n")
}

const ABOUT: &str = "The place where AI agents ask people. Agents ask and wait; only a person \
    answers. What did not work is told as `FailureWire`, whose `code` programs branch on; a path that \
    is none of these gets 404 with `not_found`, another method 405 with `method_not_allowed`.";

/// The document under way.
struct Making {
    generators: Generators,
    story: Story,
    /// The responses that say that it did not work: those of one status that can come of the same
    /// operation, by a name made of both.
    failures: BTreeMap<String, Vec<Failure>>,
}

impl Making {
    fn describe(&mut self, operation: &Operation) -> Value {
        let name = operation.name;
        let shape = Shape::of(name, &mut self.generators);
        let mut described = json!({
            "operationId": name,
            "summary": operation.about,
            "parameters": parameters(operation, &shape),
            "responses": self.responses(operation, &shape),
        });
        if let Some(schema) = shape.body {
            let mut content = json!({ "schema": schema });
            if let Some(example) = examples::request(name) {
                content["examples"] = named(vec![("example", example)]);
            }
            described["requestBody"] = json!({
                "required": true,
                "content": { "application/json": content },
            });
        }
        if operation.who != Who::Anyone {
            described["security"] = json!([{ "token": [] }, { "page": [], "page_secret": [] }]);
        }
        described
    }

    fn responses(&mut self, operation: &Operation, shape: &Shape) -> Map<String, Value> {
        let mut content = json!({ "schema": shape.schema });
        let examples = examples::success(operation.name, &self.story);
        if !examples.is_empty() {
            content["examples"] = named(examples);
        }
        let content = json!({ (shape.content_type): content });
        let mut ok = json!({ "description": operation.about, "content": content });
        if operation.name == "login" {
            ok["headers"] = json!({ "Set-Cookie": { "$ref": "#/components/headers/page" } });
        }
        let mut responses = Map::new();
        responses.insert(shape.status.as_str().into(), ok);
        let before = match operation.name {
            "ask" | "ask_template" | "ask_again" => Some("The same ask was made before"),
            "start_task" => Some("The same task was started before"),
            _ => None,
        };
        if let Some(before) = before {
            let before = json!({ "description": before, "content": content });
            responses.insert("200".into(), before);
        }
        let mut by_status: BTreeMap<u16, Vec<Failure>> = BTreeMap::new();
        for failure in failures::of(operation) {
            let status = failure.status().as_u16();
            by_status.entry(status).or_default().push(failure);
        }
        for (status, failures) in by_status {
            let codes: Vec<&str> = failures.iter().map(Failure::code).collect();
            let name = format!("{status}.{}", codes.join("."));
            let reference = json!({ "$ref": format!("#/components/responses/{name}") });
            responses.insert(status.to_string(), reference);
            self.failures.insert(name, failures);
        }
        responses
    }
}

/// A response that says that it did not work, in one of these ways.
fn response(failures: &[Failure], schema: &Value) -> Value {
    let codes: Vec<&str> = failures.iter().map(Failure::code).collect();
    let examples: Map<String, Value> = codes
        .iter()
        .map(|code| {
            let reference = json!({ "$ref": format!("#/components/examples/{code}") });
            ((*code).to_owned(), reference)
        })
        .collect();
    let only =
        json!({ "properties": { "error": { "properties": { "code": { "enum": codes } } } } });
    let mut response = json!({
        "description": format!("It did not work; the error says why and what to do: `{}`", codes.join("`, `")),
        "content": { "application/json": {
            "schema": { "allOf": [schema, only] },
            "examples": examples,
        } },
    });
    let status = failures.first().map(Failure::status);
    if status == Some(http::StatusCode::UNAUTHORIZED) {
        let reference = json!({ "$ref": "#/components/headers/scheme" });
        response["headers"] = json!({ "WWW-Authenticate": reference });
    }
    if failures.iter().any(Failure::tells_when_to_come_back) {
        let reference = json!({ "$ref": "#/components/headers/come_back" });
        response["headers"] = json!({ "Retry-After": reference });
    }
    response
}

fn named(examples: Named) -> Value {
    let examples = examples.into_iter();
    examples
        .map(|(name, example)| (name.to_owned(), json!({ "value": example })))
        .collect::<Map<String, Value>>()
        .into()
}

fn parameters(operation: &Operation, shape: &Shape) -> Vec<Value> {
    let mut parameters = Vec::new();
    if let Some((before, _)) = operation.path.split_once("/{id}") {
        let example = match before {
            "/api/interactions" => story::INTERACTION.to_string(),
            "/api/sessions" => story::SESSION.into(),
            "/api/hooks" => "claude-code".into(),
            "/api/templates" => examples::TEMPLATE.into(),
            "/api/login/sessions" => examples::LOGIN_SESSION.into(),
            _ => examples::TRANSCRIPT.into(),
        };
        let text = json!({ "type": "string", "minLength": 1, "maxLength": 256 });
        parameters.push(
            json!({ "name": "id", "in": "path", "required": true, "schema": text,
                                "example": example }),
        );
    }
    parameters.extend(shape::query(operation.name).iter().map(Param::describe));
    if shape.content_type == "text/event-stream" {
        parameters.push(json!({ "$ref": "#/components/parameters/last_event" }));
    }
    parameters.push(json!({ "$ref": "#/components/parameters/language" }));
    parameters
}

fn language() -> Value {
    json!({
        "name": "Accept-Language",
        "in": "header",
        "description": "The first that is English or Chinese is the language of messages; else the desk's own",
        "schema": { "type": "string" },
        "example": "en",
    })
}

fn last_event() -> Value {
    json!({
        "name": "Last-Event-ID",
        "in": "header",
        "description": "Go on after this event: what was missed is told, or a `reset` with a new snapshot",
        "schema": { "type": "integer", "minimum": 0 },
        "example": 2,
    })
}

fn headers() -> Value {
    json!({
        "page": {
            "description": "Half of a page's credential for thirty days, which scripts cannot read; the other half is the secret of the body. A terminal gets none",
            "required": false,
            "schema": { "type": "string" },
            "example": "sayso=…; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict",
        },
        "scheme": {
            "description": "What a credential is sent as",
            "schema": { "const": "Bearer" },
        },
        "come_back": {
            "description": "In so many seconds it may work; nothing was recorded",
            "schema": { "type": "integer", "minimum": 1 },
            "example": 1,
        },
    })
}
