//! Who gets in. Looked at before anything of a request is parsed.

use std::cmp::Ordering;
use std::sync::LazyLock;

use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};
use sayso_core::lang::Lang;

use crate::app::App;
use crate::failure::Failure;
use crate::mounted;
use crate::page;
use crate::principal::{Principal, Who};

/// The cookie that a signed-in page carries.
pub(crate) const COOKIE: &str = "sayso";
/// The header with which the page proves that it is not another port's that was handed the cookie.
pub(crate) const SESSION_SECRET: HeaderName = HeaderName::from_static("x-sayso-session");

/// The headers that every response has, with a type of its content to be replaced: to copy them all costs
/// less than to add one to the other.
pub(crate) fn headers() -> HeaderMap {
    HEADERS.clone()
}

/// The same for what a browser shows: the page, and what it loads and runs.
pub(crate) fn page_headers() -> HeaderMap {
    let mut headers = headers();
    let policy = HeaderValue::from_static(PAGE_POLICY);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let opener = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(opener, HeaderValue::from_static("same-origin"));
    headers
}

/// What the page may load and do.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; img-src 'self' data:; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

/// Adds them to a response that was made by others. What it says itself counts more.
pub(crate) fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if !headers.contains_key(header::X_CONTENT_TYPE_OPTIONS) {
        for (name, value) in HEADERS
            .iter()
            .filter(|(name, _)| **name != header::CONTENT_TYPE)
        {
            headers.entry(name).or_insert_with(|| value.clone());
        }
    }
    response
}

static HEADERS: LazyLock<HeaderMap> = LazyLock::new(|| {
    let headers = [
        (
            "content-security-policy",
            "default-src 'none'; frame-ancestors 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        // A link in what an agent wrote is looked up when it is followed, not when it is seen.
        ("x-dns-prefetch-control", "off"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("content-type", "application/json"),
    ];
    let header = |(name, value)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        )
    };
    headers.map(header).into_iter().collect()
});

/// Whether a request comes from where it may, by its head alone.
pub(crate) fn check_door<B>(app: &App, request: &Request<B>, lang: Lang) -> Result<(), Failure> {
    let headers = request.headers();
    let ours = headers.get_all(header::HOST).iter().count() == 1
        && all_are(headers, header::HOST, |host| app.is_our_host(host))
        && request
            .uri()
            .authority()
            .is_none_or(|target| app.is_our_host(target.as_str()));
    if !ours {
        return Err(Failure::host_not_allowed(lang));
    }
    // The page's files are public, and links and embedding pages are where people come from.
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && page::is_public(request.uri().path())
    {
        return Ok(());
    }
    // Without TLS of our own there may be a proxy that has it.
    let in_the_clear = app.options.tls.is_none();
    let our_origin = |origin: &str| match origin.split_once("://") {
        Some(("https", host)) => app.is_our_host(host),
        Some(("http", host)) => in_the_clear && app.is_our_host(host),
        _ => false,
    };
    let same_site = |site: &str| matches!(site, "same-origin" | "none");
    let sec_fetch_site = HeaderName::from_static("sec-fetch-site");
    if !all_are(headers, header::ORIGIN, our_origin) || !all_are(headers, sec_fetch_site, same_site)
    {
        return Err(Failure::origin_not_allowed(lang));
    }
    // An MCP client ends its session with a DELETE that has no body.
    let bodiless = *request.method() == Method::DELETE && request.uri().path() == mounted::PATH;
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD) && !bodiless;
    if changes && !is_json(headers) {
        return Err(Failure::json_only(lang));
    }
    Ok(())
}

/// Who calls, if that one may call this operation.
pub(crate) fn admit(
    app: &App,
    headers: &HeaderMap,
    who: Who,
    lang: Lang,
) -> Result<Principal, Failure> {
    let principal = principal(app, headers);
    match (who, principal) {
        (Who::Anyone, principal) => Ok(principal.unwrap_or(Principal::Agent)),
        (_, None) if was_signed_in(headers) => Err(Failure::sign_in_again(lang)),
        (_, None) => Err(Failure::unauthorized(lang)),
        (Who::Everyone, Some(principal)) => Ok(principal),
        (Who::Person, Some(person @ Principal::Person { .. })) => Ok(person),
        (Who::Person, Some(_)) => Err(Failure::person_only(lang)),
    }
}

/// Ends when the credential of a caller who was let in is worth nothing any more, or when the server is
/// told to stop: what is told to that one for long ends with it.
pub(crate) fn sent_away(
    app: App,
    headers: &HeaderMap,
    admitted: Principal,
) -> impl Future<Output = ()> + Send + use<> {
    let credential = credential(headers);
    async move {
        let mut ear = app.keys.ear();
        let mut seen = app.keys.renewals();
        let holds = || principal(&app, &credential).as_ref() == Some(&admitted);
        while !app.is_stopping() && holds() {
            let renewed = || Some(app.keys.renewals()).filter(|count| *count != seen);
            seen = ear.until(renewed).await;
        }
    }
}

/// Waits for something for as long as the caller's credential is good, and refuses the call when it
/// is not any more. Returns none when the server is told to stop.
pub(crate) async fn while_admitted<T>(
    app: &App,
    sent_away: impl Future<Output = ()>,
    awaited: impl Future<Output = T>,
    lang: Lang,
) -> Result<Option<T>, Failure> {
    tokio::select! {
        biased;
        () = sent_away => match app.is_stopping() {
            true => Ok(None),
            false => Err(Failure::unauthorized(lang)),
        },
        got = awaited => Ok(Some(got)),
    }
}

/// What a caller is known by, copied: the headers themselves are parts of what the connection has
/// read, and whoever keeps one of them keeps all of that.
fn credential(headers: &HeaderMap) -> HeaderMap {
    let mut credential = HeaderMap::new();
    for name in [header::AUTHORIZATION, header::COOKIE, SESSION_SECRET] {
        for value in headers.get_all(&name) {
            if let Ok(copy) = HeaderValue::from_bytes(value.as_bytes()) {
                credential.append(name.clone(), copy);
            }
        }
    }
    credential
}

fn principal(app: &App, headers: &HeaderMap) -> Option<Principal> {
    let now = app.now();
    if headers.contains_key(header::AUTHORIZATION) {
        let value = text(headers, header::AUTHORIZATION)?;
        let (scheme, token) = value.split_once(' ')?;
        return scheme
            .eq_ignore_ascii_case("bearer")
            .then(|| app.keys.bearer(token.trim(), now))?;
    }
    let secret = text(headers, SESSION_SECRET)?;
    cookies(headers).find_map(|cookie| app.keys.page(cookie, secret, now))
}

/// Whether a page calls whose sign-in is over, or was made before there were secrets.
fn was_signed_in(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::AUTHORIZATION) && cookies(headers).next().is_some()
}

/// The values of the cookies that a desk gave.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .filter(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

/// Whether the page that calls was not fetched in the clear, from us or from a proxy before us.
pub(crate) fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let origin = text(headers, header::ORIGIN);
    app.options.tls.is_some() || origin.is_some_and(|origin| origin.starts_with("https://"))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether every value of a header fits; one that is no text fits nothing.
fn all_are(headers: &HeaderMap, name: HeaderName, fits: impl Fn(&str) -> bool) -> bool {
    let mut values = headers.get_all(name).iter();
    values.all(|value| value.to_str().is_ok_and(&fits))
}

fn is_json(headers: &HeaderMap) -> bool {
    text(headers, header::CONTENT_TYPE).is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/json")
    })
}

/// The language of `Accept-Language` that is wanted most, of those that Sayso speaks (RFC 9110 §12.5.4): of
/// equals the first, and the usual one when none is named.
pub(crate) fn language(headers: &HeaderMap, usual: Lang) -> Lang {
    let Some(value) = text(headers, header::ACCEPT_LANGUAGE) else {
        return usual;
    };
    let (mut named, mut rest, mut first) = ([None; 2], None, None);
    for (range, weight) in value.split(',').filter_map(weighed) {
        if range == "*" {
            rest = rest.max(Some(weight));
        } else if let Ok(lang) = range.parse::<Lang>() {
            let known = &mut named[lang as usize];
            *known = (*known).max(Some(weight));
            first.get_or_insert(lang);
        }
    }
    // What is not named is wanted less than what is, and more than what is not wanted.
    let rank = |lang: Lang| match named[lang as usize].or(rest) {
        Some(0) => 0,
        None => 1,
        Some(weight) => 1 + weight,
    };
    let (en, zh) = (rank(Lang::En), rank(Lang::Zh));
    match en.cmp(&zh) {
        Ordering::Greater => Lang::En,
        Ordering::Less => Lang::Zh,
        // Both are refused, or neither is named.
        Ordering::Equal if en < 2 => usual,
        Ordering::Equal => first.unwrap_or(usual),
    }
}

/// A range of languages and its weight in thousandths; none when the weight is none.
fn weighed(part: &str) -> Option<(&str, u16)> {
    let (range, parameters) = part.split_once(';').unwrap_or((part, ""));
    let weight = match parameters.split_once('=') {
        Some((name, weight)) if name.trim().eq_ignore_ascii_case("q") => {
            let weight: f32 = weight.trim().parse().ok()?;
            let fits = (0.0..=1.0).contains(&weight);
            // A weight is as exact as three digits.
            fits.then_some((weight * 1_000.0).round() as u16)?
        }
        _ => 1_000,
    };
    Some((range.trim(), weight))
}
