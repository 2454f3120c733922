//! Where requests come in: checked, then handed to what they call.
//!
//! Written out, and not a stack of layers around a router: what every request goes through is cheap,
//! and stands in one place.

use std::borrow::Cow;
use std::convert::Infallible;
use std::pin::Pin;
use std::str::Utf8Error;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper::service::Service;
use percent_encoding::percent_decode_str;
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use sayso_core::shape::Shape;

use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::guard;
use crate::mounted;
use crate::operation::{Call, Operation, Run};
use crate::page;
use crate::request_line::RequestLine;
use crate::routes::{Route, Routes};

/// Where requests come in; cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    app: App,
    routes: Arc<Routes>,
    mcp: Option<Router>,
}

/// The response to a request, in the end.
type Responding = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

impl Service<Request<Incoming>> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Responding;

    /// Checks where a request comes from and what it may be; every response gets the same headers.
    ///
    /// All that can be done at once is done here. What is kept of a request while it waits is then
    /// so little that the allocator has room for it at hand.
    fn call(&self, request: Request<Incoming>) -> Responding {
        let lang = guard::language(request.headers(), self.app.options.lang);
        let path = request.uri().path();
        let found = self.routes.find(path);
        let route = match found {
            Some((route, _)) => route.template,
            None if path == mounted::PATH && self.mcp.is_some() => mounted::PATH,
            None => "page",
        };
        let mut line = RequestLine::begin(self.app.clone(), request.method(), route);
        if let Err(failure) = guard::check_door(&self.app, &request, lang) {
            tracing::warn!(code = failure.error().code, "a stranger was sent away");
            return at_once(line, failure.into_response());
        }
        let Some((route, id)) = found else {
            return self.answer_elsewhere(line, request, lang);
        };
        let id = percent_decode_str(id).decode_utf8();
        line.is_about(id.as_deref().unwrap_or_default());
        let Some(operation) = route.operation(request.method()) else {
            return at_once(line, wrong_method(route, lang));
        };
        let id = id.map(Cow::into_owned);
        let (name, run) = (operation.name, operation.run);
        match self.admit(operation, id, request, lang) {
            Ok((call, body)) => Box::pin(carry_out(line, name, run, call, body)),
            Err(failure) => {
                let response = failure.into_response();
                self.app.metrics.count(name, response.status().as_u16());
                at_once(line, response)
            }
        }
    }
}

impl Door {
    pub(crate) fn new(app: App) -> Self {
        Self {
            routes: Arc::new(Routes::new()),
            mcp: app.options.mcp.as_ref().map(|mcp| mcp.router(&app)),
            app,
        }
    }

    /// The call that a request makes, if whoever makes it may; its body is still to be read.
    fn admit(
        &self,
        operation: &Operation,
        id: Result<String, Utf8Error>,
        request: Request<Incoming>,
        lang: Lang,
    ) -> Result<(Call, Incoming), Failure> {
        let app = &self.app;
        let principal = guard::admit(app, request.headers(), operation.who, lang)?;
        let wrong = |name, problem| Failure::bad_request(&[Issue::new(name, problem)], lang);
        let id = id.map_err(|_| {
            let expected = Shape::Utf8;
            wrong("id", Problem::WrongShape { expected })
        })?;
        let Query(query) = Query::try_from_uri(request.uri())
            .map_err(|rejection| wrong("query", Problem::NotAsExpected(rejection.body_text())))?;
        let (Parts { headers, .. }, body) = request.into_parts();
        let call = Call {
            app: app.clone(),
            principal,
            lang,
            headers,
            id,
            query,
            body: Bytes::new(),
        };
        Ok((call, body))
    }

    /// What is no operation: the page, or what another crate answers.
    fn answer_elsewhere(
        &self,
        line: RequestLine,
        request: Request<Incoming>,
        lang: Lang,
    ) -> Responding {
        if let Some(mcp) = &self.mcp
            && request.uri().path() == mounted::PATH
        {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(lang);
            let answered = tower::Service::call(&mut mcp.clone(), request);
            return Box::pin(async move {
                let Ok(response) = answered.await;
                Ok(end(line, response))
            });
        }
        let found = page::answer(&request, lang);
        at_once(
            line,
            found.unwrap_or_else(|| Failure::not_found(lang).into_response()),
        )
    }
}

/// Reads the body and does what is asked. Not an `async fn`, which would have room for all that it is
/// handed twice.
fn carry_out(
    line: RequestLine,
    name: &'static str,
    run: Run,
    mut call: Call,
    body: Incoming,
) -> impl Future<Output = Result<Response, Infallible>> + Send {
    let app = call.app.clone();
    async move {
        let done = match body::read(body, app.options.body_time, call.lang).await {
            Ok(bytes) => {
                call.body = bytes;
                run(call).await
            }
            Err(failure) => Err(failure),
        };
        let response = done.unwrap_or_else(Failure::into_response);
        app.metrics.count(name, response.status().as_u16());
        Ok(end(line, response))
    }
}

/// Every response gets its line and the headers that all have.
fn end(line: RequestLine, response: Response) -> Response {
    line.answered(&response);
    guard::with_headers(response)
}

/// What is answered without a wait.
fn at_once(line: RequestLine, response: Response) -> Responding {
    Box::pin(std::future::ready(Ok(end(line, response))))
}

fn wrong_method(route: &Route, lang: Lang) -> Response {
    let mut response = Failure::wrong_method(lang).into_response();
    if let Ok(allowed) = HeaderValue::try_from(route.allowed()) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    response
}
