//! A service of another crate behind the same door: Host, Origin and credential are checked here.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http::{Method, StatusCode, header};
use sayso_core::actor::Actor;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::lang::Lang;
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
    let response = match admitted(&app, request, lang).await {
        Ok(request) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    app.metrics.count("mcp", response.status().as_u16());
    response
}

async fn admitted(app: &App, request: Request, lang: Lang) -> Result<Request, Failure> {
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
    match principal {
        Principal::SessionAgent(session) => {
            parts.extensions.insert(session);
        }
        Principal::Person { name, .. } => {
            parts
                .extensions
                .insert(Actor::new(name, Face::Mcp, Evidence::Script));
        }
        Principal::Agent => {}
    }
    if parts.method == Method::POST {
        body = Body::from(body::read(body, app.options.body_time, lang).await?);
    }
    Ok(Request::from_parts(parts, body))
}
