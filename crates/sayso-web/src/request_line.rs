//! One line a request for whoever watches: what was called and what came of it. Nothing of what was
//! asked, answered or shown stands in it: no body, no query, no credential, no path as it was typed.

use axum::response::Response;
use http::Method;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;

use crate::app::App;

/// What a request was about, as far as the desk knows it: put beside a response, never sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) session: Option<SessionId>,
    pub(crate) interaction: Option<InteractionId>,
}

impl About {
    /// What stands for `{id}` in the path of an operation. Only what was found may be believed to
    /// be an id: anything can be typed there.
    pub(crate) fn of_path(operation: &str, id: &str) -> Self {
        let mut about = Self::default();
        if operation.starts_with("/api/interactions/{id}") {
            about.interaction = id.parse().ok();
        } else if operation.starts_with("/api/sessions/{id}") {
            about.session = Some(SessionId::from(id));
        }
        about
    }

    /// Beside the response.
    pub(crate) fn beside(self, mut response: Response) -> Response {
        if tracing::enabled!(tracing::Level::WARN) {
            response.extensions_mut().insert(self);
        }
        response
    }
}

/// The code of an error, beside the response that tells it.
#[derive(Clone, Debug)]
pub(crate) struct Code(pub(crate) String);

/// A request under way. Its line is written when it is answered, or when its caller is gone.
pub(crate) struct RequestLine {
    app: App,
    method: Method,
    /// As it stands in the document; not what was typed.
    route: &'static str,
    about: About,
    begun: Moment,
    answered: bool,
}

impl RequestLine {
    pub(crate) fn begin(app: App, method: &Method, route: &'static str) -> Self {
        Self {
            method: method.clone(),
            route,
            about: About::default(),
            begun: app.now(),
            app,
            answered: false,
        }
    }

    /// What the path names, if anybody reads of it.
    pub(crate) fn is_about(&mut self, id: &str) {
        if tracing::enabled!(tracing::Level::INFO) {
            self.about = About::of_path(self.route, id);
        }
    }

    pub(crate) fn answered(mut self, response: &Response) {
        self.answered = true;
        self.write(Some(response));
    }

    fn write(&self, response: Option<&Response>) {
        let (method, route) = (self.method.as_str(), self.route);
        let ms = self.app.now().since(self.begun);
        let Some(response) = response else {
            tracing::info!(method, route, ms, "a caller left before the answer");
            return;
        };
        let status = response.status().as_u16();
        // What the path names was there if it worked; what the response says counts more.
        let of_path = response.status().is_success().then_some(&self.about);
        let about = response.extensions().get::<About>().or(of_path);
        let session = about.and_then(|about| about.session.as_ref());
        let session = session.map(SessionId::as_str);
        let interaction = about.and_then(|about| about.interaction);
        let interaction = interaction.map(tracing::field::display);
        let code = response.extensions().get::<Code>();
        let code = code.map(|code| code.0.as_str());
        // What is called every few seconds, and the page's files, are for those who look closely.
        let quiet = matches!(route, "/healthz" | "/metrics" | "page");
        if status >= 500 {
            tracing::warn!(
                method,
                route,
                status,
                ms,
                session,
                interaction,
                code,
                "request"
            );
        } else if quiet {
            tracing::debug!(method, route, status, ms, "request");
        } else {
            tracing::info!(
                method,
                route,
                status,
                ms,
                session,
                interaction,
                code,
                "request"
            );
        }
    }
}

impl Drop for RequestLine {
    fn drop(&mut self) {
        if !self.answered {
            self.write(None);
        }
    }
}
