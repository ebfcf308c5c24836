//! What every request must have: a host that is ours, for a `WebSocket` and for POST an origin that is the host, and the token
//! where there is one. And the headers that every response has.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use petteia_core::words::quoted;
use subtle::ConstantTimeEq;

use crate::limits::{Connection, Visitor, Visitors};
use crate::proxy::Proxies;

/// The cookie with the token.
const COOKIE: &str = "petteia-board";

/// The scripts, styles and connections of a page are our own. WebAssembly must be allowed to compile.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
     frame-ancestors 'none'; form-action 'none'";

/// COOP and COEP isolate the page, which shared memory with workers needs.
static HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Who has connected.
#[derive(Clone)]
pub enum Peer {
    /// A visitor.
    Visitor(Arc<Visitor>),
    /// A proxy with an address and a connection. Each request names its visitor.
    Proxy(IpAddr, Arc<Connection>, Arc<Visitors>, Arc<Proxies>),
}

impl Peer {
    /// Who connects from an address. `None` if there are too many connections.
    pub fn new(address: IpAddr, visitors: &Arc<Visitors>, proxies: &Arc<Proxies>) -> Option<Self> {
        if proxies.contains(address) {
            let connection = Arc::new(visitors.connect()?);
            return Some(Self::Proxy(address, connection, Arc::clone(visitors), Arc::clone(proxies)));
        }
        visitors.enter(address).map(|visitor| Self::Visitor(Arc::new(visitor)))
    }

    /// The visitor of a request. `None` if it has too many at a time.
    fn visitor(&self, headers: &HeaderMap) -> Option<Arc<Visitor>> {
        match self {
            Self::Visitor(visitor) => Some(Arc::clone(visitor)),
            Self::Proxy(address, connection, visitors, proxies) => {
                let visitor = visitors.enter_on(Arc::clone(connection), proxies.visitor(*address, headers));
                visitor.map(Arc::new)
            }
        }
    }
}

/// Checks requests.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Names of this server beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// The secret that every visitor needs.
    pub token: Option<String>,
}

/// Why a request is refused.
type Refusal = (StatusCode, String);

impl Guard {
    /// Checks the head of a request.
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = self.host(headers)?;
        if ![Method::GET, Method::HEAD, Method::POST].contains(method) {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "expected GET, HEAD or POST".into()));
        }
        if method == Method::POST || headers.contains_key(header::UPGRADE) {
            check_origin(headers, host)?;
        }
        match &self.token {
            Some(token) if !tokens_of(uri, headers).any(|found| is_equal(found, token)) => {
                let how = "expected the token of this server: open the link that it printed";
                Err((StatusCode::UNAUTHORIZED, how.into()))
            }
            _ => Ok(()),
        }
    }

    /// The host of a request, if it is ours. A page of another site whose name leads to our address has its own name
    /// there (DNS rebinding).
    fn host<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, Refusal> {
        let host = single(headers, &header::HOST)
            .map_err(|found| (StatusCode::BAD_REQUEST, format!("expected one Host, found {found}")))?;
        let name = without_port(host);
        let is_address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let is_known = self.hosts.iter().any(|known| known.eq_ignore_ascii_case(name));
        if is_address || is_known || name.eq_ignore_ascii_case("localhost") {
            return Ok(host);
        }
        Err((StatusCode::FORBIDDEN, format!("expected the Host of this server, found {}; see --host", quoted(host))))
    }

    /// Where a request goes that has the token in its link: the same page, with the token in a cookie.
    fn cookie_response(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let token = self.token.as_deref()?;
        let asks =
            method == Method::GET && uri.path() == "/" && uri.query().is_some_and(|query| query.contains("token="));
        asks.then(|| {
            let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
            (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)]).into_response()
        })
    }
}

/// The only value of a header. Otherwise what there is instead.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<&'a str, &'static str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().map_err(|_| "bytes that are no text"),
        (None, _) => Err("none"),
        _ => Err("several"),
    }
}

/// A host without its port.
fn without_port(host: &str) -> &str {
    let end = host.rfind(']').map_or(0, |bracket| bracket + 1);
    host[end..].rfind(':').map_or(host, |colon| &host[..end + colon])
}

/// Makes sure that a request comes from a page of this server.
fn check_origin(headers: &HeaderMap, host: &str) -> Result<(), Refusal> {
    let refuse = |found: &str| {
        (StatusCode::FORBIDDEN, format!("expected the Origin http://{host} or https://{host}, found {found}"))
    };
    let origin = single(headers, &header::ORIGIN).map_err(refuse)?;
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    if own.is_some_and(|own| own.eq_ignore_ascii_case(host)) { Ok(()) } else { Err(refuse(&quoted(origin))) }
}

/// The tokens of a request, in its link and in its cookies.
fn tokens_of<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> impl Iterator<Item = &'a str> {
    let query = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.strip_prefix("token="));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    query.chain(cookies.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value))
}

/// Compares secrets in a time that depends on their lengths only.
pub fn is_equal(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// Checks a request and adds the headers to its response.
pub async fn protect(
    State(guard): State<Arc<Guard>>,
    Extension(peer): Extension<Peer>,
    mut request: Request<Body>,
    next: Next,
) -> Response {
    let checked = match peer.visitor(request.headers()).filter(|visitor| visitor.may_request()) {
        Some(visitor) => {
            request.extensions_mut().insert(visitor);
            guard.check(request.method(), request.uri(), request.headers())
        }
        None => Err((StatusCode::TOO_MANY_REQUESTS, "expected fewer requests; try again later".into())),
    };
    let mut response = match checked {
        Err((status, text)) => (status, text + "\n").into_response(),
        Ok(()) => match guard.cookie_response(request.method(), request.uri()) {
            Some(response) => response,
            None => next.run(request).await,
        },
    };
    for (name, value) in &HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &Guard, method: &Method, uri: &str, headers: &[(HeaderName, &'static str)]) -> u16 {
        let headers = headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        let mut map = HeaderMap::new();
        headers.for_each(|(name, value)| _ = map.append(name, value));
        let checked = guard.check(method, &uri.parse().expect("a link"), &map);
        checked.map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn hosts_are_localhost_addresses_and_given_names() {
        let guard = Guard { hosts: vec!["board.example".into()], token: None };
        for (host, status) in [
            ("localhost:8537", 200),
            ("LOCALHOST", 200),
            ("127.0.0.1:8537", 200),
            ("[::1]:8537", 200),
            ("[::1]", 200),
            ("board.example:443", 200),
            ("evil.example", 403),
            ("localhost.evil.example:8537", 403),
            ("", 403),
        ] {
            assert_eq!(check(&guard, &Method::GET, "/", &[(header::HOST, host)]), status, "{host}");
        }
        assert_eq!(check(&guard, &Method::GET, "/", &[]), 400);
        assert_eq!(check(&guard, &Method::GET, "/", &[(header::HOST, "localhost"), (header::HOST, "evil")]), 400);
        assert_eq!(check(&guard, &Method::DELETE, "/", &[(header::HOST, "localhost")]), 405);
    }

    #[test]
    fn posts_and_sockets_need_the_own_origin() {
        let guard = Guard { hosts: Vec::new(), token: None };
        let host = (header::HOST, "localhost:8537");
        for (origin, status) in [
            ("http://localhost:8537", 200),
            ("https://localhost:8537", 200),
            ("http://localhost:8538", 403),
            ("http://127.0.0.1:8537", 403),
            ("http://evil.example", 403),
            ("null", 403),
        ] {
            let headers = [host.clone(), (header::ORIGIN, origin)];
            assert_eq!(check(&guard, &Method::POST, "/convert", &headers), status, "{origin}");
            let upgrade = [host.clone(), (header::ORIGIN, origin), (header::UPGRADE, "websocket")];
            assert_eq!(check(&guard, &Method::GET, "/room", &upgrade), status, "{origin}");
        }
        assert_eq!(check(&guard, &Method::POST, "/convert", std::slice::from_ref(&host)), 403);
        assert_eq!(check(&guard, &Method::GET, "/room", &[host, (header::UPGRADE, "websocket")]), 403);
    }

    #[test]
    fn a_token_comes_by_link_or_cookie() {
        let guard = Guard { hosts: Vec::new(), token: Some("secret-secret".into()) };
        let host = (header::HOST, "localhost");
        let cookie = |value| [host.clone(), (header::COOKIE, value)];
        assert_eq!(check(&guard, &Method::GET, "/", std::slice::from_ref(&host)), 401);
        assert_eq!(check(&guard, &Method::GET, "/?token=secret-secret", std::slice::from_ref(&host)), 200);
        assert_eq!(check(&guard, &Method::GET, "/?token=secret", std::slice::from_ref(&host)), 401);
        assert_eq!(check(&guard, &Method::GET, "/", &cookie("a=b; petteia-board=secret-secret")), 200);
        assert_eq!(check(&guard, &Method::GET, "/", &cookie("other=secret-secret")), 401);
        assert!(is_equal("ab", "ab") && !is_equal("ab", "ac") && !is_equal("ab", "a"));
    }
}
