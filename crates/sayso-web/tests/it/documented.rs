//! What the OpenAPI document says.

use std::sync::LazyLock;

use serde_json::Value;

use crate::schema;

/// The document in the repository.
pub(crate) const TEXT: &str = include_str!("../../../../schema/openapi.json");

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(TEXT).unwrap());

/// One operation of the document.
#[derive(Clone, Debug)]
pub(crate) struct Documented {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) about: Value,
}

impl Documented {
    /// What it says of a status, if it says that it can come.
    pub(crate) fn response(&self, status: u16) -> Option<&Value> {
        let response = self.about["responses"].get(status.to_string());
        response.map(schema::resolve)
    }

    /// What it is sent, if it takes anything.
    pub(crate) fn body(&self) -> Option<&Value> {
        self.about.pointer("/requestBody/content/application~1json")
    }

    /// What it gives when it worked: a status, a type, and what that holds.
    pub(crate) fn successes(&self) -> Vec<(&str, &str, &Value)> {
        let responses = self.about["responses"].as_object().unwrap().iter();
        responses
            .filter(|(status, _)| status.starts_with('2'))
            .flat_map(|(status, response)| {
                let contents = response["content"].as_object().unwrap().iter();
                contents.map(move |(kind, content)| (&**status, &**kind, content))
            })
            .collect()
    }

    /// Everything that it says when it did not work: status and code.
    pub(crate) fn failures(&self) -> Vec<(u16, &'static str)> {
        let responses = self.about["responses"].as_object().unwrap().iter();
        responses
            .filter_map(|(status, one)| Some((status, schema::referred(one.get("$ref")?))))
            .flat_map(|(status, response)| {
                let content = &response["content"]["application/json"];
                let only = &content["schema"]["allOf"][1]["properties"]["error"];
                let codes = only["properties"]["code"]["enum"]
                    .as_array()
                    .unwrap()
                    .iter();
                codes.map(|code| (status.parse().unwrap(), code.as_str().unwrap()))
            })
            .collect()
    }

    /// What stands for `{id}` and behind the question mark in the examples.
    pub(crate) fn target(&self) -> String {
        let parameters = self.about["parameters"].as_array().unwrap().iter();
        let (mut path, mut query) = (self.path.clone(), Vec::new());
        for parameter in parameters.map(schema::resolve) {
            let example = match &parameter["example"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            match parameter["in"].as_str().unwrap() {
                "path" => path = path.replace("{id}", &example),
                "query" => query.push(format!("{}={example}", parameter["name"].as_str().unwrap())),
                _ => {}
            }
        }
        format!("{path}?{}", query.join("&"))
    }

    /// Whether it needs a credential.
    pub(crate) fn is_guarded(&self) -> bool {
        self.about.get("security").is_some()
    }

    /// Whether its path is this one.
    fn is_at(&self, path: &str) -> bool {
        let (ours, theirs) = (self.path.split('/'), path.split('/'));
        ours.clone().count() == theirs.clone().count()
            && ours
                .zip(theirs)
                .all(|(ours, theirs)| ours == theirs || (ours == "{id}" && !theirs.is_empty()))
    }
}

pub(crate) fn document() -> &'static Value {
    &DOCUMENT
}

/// The codes that a failure can have.
pub(crate) fn codes() -> Vec<&'static str> {
    let codes = DOCUMENT["components"]["schemas"]["ErrorCode"]["enum"].as_array();
    let codes = codes.unwrap().iter();
    codes.map(|code| code.as_str().unwrap()).collect()
}

/// The examples of something that is sent, by name.
pub(crate) fn examples(content: &Value) -> Vec<(&String, &Value)> {
    let examples = content.get("examples").and_then(Value::as_object);
    let examples = examples.into_iter().flatten();
    examples
        .map(|(name, example)| (name, &schema::resolve(example)["value"]))
        .collect()
}

/// All operations, in the order of the document.
pub(crate) fn operations() -> Vec<Documented> {
    let mut operations = Vec::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            operations.push(Documented {
                method: method.to_uppercase(),
                path: path.clone(),
                about: about.clone(),
            });
        }
    }
    operations
}

/// The operation of a request; a path written out goes before one with a name in it.
pub(crate) fn operation(method: &str, target: &str) -> Option<&'static Documented> {
    static ALL: LazyLock<Vec<Documented>> = LazyLock::new(operations);
    let path = target.split('?').next().unwrap();
    let exact = ALL.iter().any(|operation| operation.path == path);
    ALL.iter()
        .filter(|operation| !exact || operation.path == path)
        .find(|operation| operation.method == method && operation.is_at(path))
}
