//! What the OpenAPI document says.

use std::sync::LazyLock;

use serde_json::Value;

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
    pub(crate) fn has_status(&self, status: u16) -> bool {
        self.about["responses"].get(status.to_string()).is_some()
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
                .all(|(ours, theirs)| ours == theirs || ours == "{id}")
    }
}

pub(crate) fn document() -> &'static Value {
    &DOCUMENT
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
