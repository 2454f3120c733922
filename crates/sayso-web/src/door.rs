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
use crate::operation::{Call, Operation};
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

impl Service<Request<Incoming>> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let door = self.clone();
        Box::pin(async move { Ok(door.take(request).await) })
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

    /// Checks where a request comes from and what it may be; every response gets the same headers.
    async fn take(&self, request: Request<Incoming>) -> Response {
        let lang = guard::language(request.headers(), self.app.options.lang);
        let path = request.uri().path();
        let found = self.routes.find(path);
        let route = match found {
            Some((route, _)) => route.template,
            None if path == mounted::PATH && self.mcp.is_some() => mounted::PATH,
            None => "page",
        };
        let mut line = RequestLine::begin(&self.app, request.method(), route);
        let response = match (guard::check_door(&self.app, &request, lang), found) {
            (Err(failure), _) => {
                tracing::warn!(code = failure.error().code, "a stranger was sent away");
                failure.into_response()
            }
            (Ok(()), Some((route, id))) => {
                let id = percent_decode_str(id).decode_utf8();
                let id = id.map(Cow::into_owned);
                line.is_about(id.as_deref().unwrap_or_default());
                self.call_at(route, id, request, lang).await
            }
            (Ok(()), None) => self.answer_elsewhere(request, lang).await,
        };
        line.answered(&response);
        guard::with_headers(response)
    }

    async fn call_at(
        &self,
        route: &Route,
        id: Result<String, Utf8Error>,
        request: Request<Incoming>,
        lang: Lang,
    ) -> Response {
        let Some(operation) = route.operation(request.method()) else {
            let mut response = Failure::wrong_method(lang).into_response();
            if let Ok(allowed) = HeaderValue::try_from(route.allowed()) {
                response.headers_mut().insert(header::ALLOW, allowed);
            }
            return response;
        };
        let done = self.admit_and_run(operation, id, request, lang).await;
        let response = done.unwrap_or_else(Failure::into_response);
        let status = response.status().as_u16();
        self.app.metrics.count(operation.name, status);
        response
    }

    async fn admit_and_run(
        &self,
        operation: &Operation,
        id: Result<String, Utf8Error>,
        request: Request<Incoming>,
        lang: Lang,
    ) -> Result<Response, Failure> {
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
        let body = body::read(body, app.options.body_time, lang).await?;
        let call = Call {
            app: app.clone(),
            principal,
            lang,
            headers,
            id,
            query,
            body,
        };
        (operation.run)(call).await
    }

    /// What is no operation: the page, or what another crate answers.
    async fn answer_elsewhere(&self, request: Request<Incoming>, lang: Lang) -> Response {
        if let Some(mcp) = &self.mcp
            && request.uri().path() == mounted::PATH
        {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(lang);
            let Ok(response) = tower::Service::call(&mut mcp.clone(), request).await;
            return response;
        }
        let found = page::answer(&request, lang);
        found.unwrap_or_else(|| Failure::not_found(lang).into_response())
    }
}
