//! Which operation a request calls.

#[cfg(test)]
mod tests;

use http::Method;

use crate::operation::{Operation, operations};

/// Every path that something stands at.
#[derive(Debug)]
pub(crate) struct Routes(Vec<Route>);

/// One path, and what can be done there.
#[derive(Debug)]
pub(crate) struct Route {
    /// As it stands in the document, with `{id}`.
    pub(crate) template: &'static str,
    /// What stands before the id: all of it when there is none.
    before: &'static str,
    after: Option<&'static str>,
    operations: Vec<Operation>,
}

impl Routes {
    /// Made from the table.
    pub(crate) fn new() -> Self {
        let mut routes: Vec<Route> = Vec::new();
        for operation in operations() {
            let template = operation.path;
            match routes.iter_mut().find(|one| one.template == template) {
                Some(route) => route.operations.push(operation),
                None => routes.push(Route::new(operation)),
            }
        }
        // What is named outright is not taken for an id.
        routes.sort_by_key(|route| route.after.is_some());
        Self(routes)
    }

    /// What stands at a path, with what stands there for `{id}`, as it was typed.
    pub(crate) fn find<'p>(&self, path: &'p str) -> Option<(&Route, &'p str)> {
        self.0
            .iter()
            .find_map(|route| Some((route, route.id_in(path)?)))
    }
}

impl Route {
    fn new(first: Operation) -> Self {
        let template = first.path;
        let (before, after) = match template.split_once("{id}") {
            Some((before, after)) => (before, Some(after)),
            None => (template, None),
        };
        Self {
            template,
            before,
            after,
            operations: vec![first],
        }
    }

    fn id_in<'p>(&self, path: &'p str) -> Option<&'p str> {
        let Some(after) = self.after else {
            return (path == self.before).then_some("");
        };
        let id = path.strip_prefix(self.before)?.strip_suffix(after)?;
        (!id.is_empty() && !id.contains('/')).then_some(id)
    }

    /// What this method does here. A HEAD is a GET of which nobody wants the body.
    pub(crate) fn operation(&self, method: &Method) -> Option<&Operation> {
        let wanted = match *method {
            Method::HEAD => &Method::GET,
            _ => method,
        };
        self.operations.iter().find(|one| one.method == *wanted)
    }

    /// The methods that do something here, as a header lists them.
    pub(crate) fn allowed(&self) -> String {
        let method = |one: &Operation| match one.method {
            Method::GET => "GET,HEAD".to_owned(),
            _ => one.method.to_string(),
        };
        let methods: Vec<String> = self.operations.iter().map(method).collect();
        methods.join(",")
    }
}
