//! A service of another crate behind the same door: Host, Origin and credential are checked here.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{Method, StatusCode, header};
use hyper::body::{Frame, SizeHint};
use sayso_core::actor::Actor;
use sayso_core::asker::CredentialName;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::lang::Lang;
use sayso_desk::DeskError;
use tower::Service;

use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::guard;
use crate::principal::{Principal, Who};

/// Where it is mounted.
pub(crate) const PATH: &str = "/mcp";

/// A service of another crate.
#[derive(Clone, Debug)]
pub struct Mounted(Router);

impl Mounted {
    /// Behind the desk's door. It finds among a request's extensions, when the credential allows one
    /// session alone, that `SessionId`, and when it is a person's, that `Actor`.
    pub fn new<S>(service: S) -> Self
    where
        S: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        Self(Router::new().route_service(PATH, service))
    }

    pub(crate) fn router(&self, app: &App) -> Router {
        let admit = middleware::from_fn_with_state(app.clone(), admit);
        self.0.clone().layer(admit)
    }
}

/// Lets in who brings a bearer token. A page's cookie opens nothing here.
async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let lang = request.extensions().get::<Lang>().copied();
    let lang = lang.unwrap_or_default();
    let response = served(&app, request, next, lang).await;
    let response = response.unwrap_or_else(IntoResponse::into_response);
    app.metrics.count("mcp", response.status().as_u16());
    response
}

/// The call and what it is told for long end when its credential is worth nothing any more.
async fn served(app: &App, request: Request, next: Next, lang: Lang) -> Result<Response, Failure> {
    let (request, principal) = admitted(app, request, lang).await?;
    let (during, after) = {
        let sent_away = || guard::sent_away(app.clone(), request.headers(), principal.clone());
        (sent_away(), sent_away())
    };
    let answered = guard::while_admitted(app, during, next.run(request), lang).await?;
    let response = answered.ok_or_else(|| Failure::of_desk(&DeskError::Stopped, lang))?;
    let ends = |body| {
        Body::new(Until {
            body,
            end: Some(Box::pin(after)),
        })
    };
    Ok(response.map(ends))
}

/// A body that ends when something else does.
struct Until {
    body: Body,
    end: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl hyper::body::Body for Until {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Some(end) = &mut self.end
            && end.as_mut().poll(context).is_ready()
        {
            self.end = None;
        }
        match self.end {
            Some(_) => Pin::new(&mut self.body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.end.is_none() || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

async fn admitted(
    app: &App,
    request: Request,
    lang: Lang,
) -> Result<(Request, Principal), Failure> {
    if !request.headers().contains_key(header::AUTHORIZATION) {
        return Err(Failure::new(
            StatusCode::UNAUTHORIZED,
            "unauthorized",
            lang.pick(
                "Send Authorization: Bearer with the token of agent.token.",
                "请发送 Authorization: Bearer 及 agent.token 中的令牌。",
            ),
        ));
    }
    let principal = guard::admit(app, request.headers(), Who::Everyone, lang)?;
    let (mut parts, mut body) = request.into_parts();
    match &principal {
        Principal::SessionAgent(session) => {
            parts.extensions.insert(session.clone());
        }
        Principal::Person { name, .. } => {
            let actor = Actor::new(name.clone(), Face::Mcp, Evidence::Script);
            parts.extensions.insert(actor);
        }
        Principal::Agent => {}
    }
    let credential = CredentialName(principal.credential_name());
    parts.extensions.insert(credential);
    if parts.method == Method::POST {
        body = Body::from(body::read(body, app.options.body_time, lang).await?);
    }
    Ok((Request::from_parts(parts, body), principal))
}
