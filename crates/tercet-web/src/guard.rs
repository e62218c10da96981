//! Whether a request comes from the page of this server.
//!
//! Any page in the user's browser can send requests to a server on the same machine. It cannot read
//! the answers, but a search that it starts takes time, and a page whose name was made to resolve to
//! this machine (DNS rebinding) counts as the same site. So a request must name this server as its
//! `Host`, and if the browser names its source (`Origin`, `Sec-Fetch-Site`), that must be the
//! server's own page or the user. Questions are JSON, which no other page can send without asking
//! first (a preflight); the server refuses preflights. A link on another site may lead to the page, since
//! puzzles are sent as links.
//!
//! A server that other machines can reach also has a token.
//! Its 128 random bits are in the fragment of the address that the server prints. A browser sends no
//! fragments, so the page posts it, and gets a cookie that no script can read and no other site
//! sends. Questions without the cookie are refused; the files of the page are not secret.

use std::net::SocketAddr;

use hyper::header::{CONTENT_TYPE, COOKIE, HOST, HeaderName, HeaderValue, ORIGIN};
use hyper::http::request::Parts;
use hyper::http::uri::Authority;
use hyper::{Method, StatusCode};
use tercet_app::{Code, Error};

use crate::response::Refusal;

/// The names under which a server may be asked.
pub(crate) struct Guard {
    /// `None` if a token protects the server, which may then be reached by unknown names and ports,
    /// and through a proxy.
    hosts: Option<Vec<String>>,
}

impl Guard {
    /// The guard of a server at this address. If it is open to other machines, every name is
    /// accepted: a page elsewhere lacks its token.
    pub(crate) fn new(address: SocketAddr, is_open: bool) -> Self {
        let port = address.port();
        let named = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        let hosts = || named.into_iter().chain([address.to_string()]).collect();
        Self { hosts: (!is_open).then(hosts) }
    }

    /// Refuses a request that is not from the page of this server.
    pub(crate) fn check(&self, request: &Parts) -> Result<(), Refusal> {
        let host = only(request, &HOST).ok_or_else(|| forbidden("a request names its host"))?;
        let is_ours = |host: &str| {
            self.hosts
                .as_ref()
                .is_none_or(|hosts| hosts.contains(&with_port(host).to_ascii_lowercase()))
        };
        let target = request.uri.authority().map(Authority::as_str);
        if !is_ours(host) || !target.is_none_or(is_ours) {
            return Err(forbidden("the request is for another host"));
        }
        let schemes: &[&str] =
            if self.hosts.is_some() { &["http://"] } else { &["http://", "https://"] };
        let is_own =
            |origin: &str| schemes.iter().any(|scheme| origin.strip_prefix(scheme) == Some(host));
        if request.headers.contains_key(ORIGIN) && !only(request, &ORIGIN).is_some_and(is_own) {
            return Err(forbidden("the request comes from another page"));
        }
        if request.headers.contains_key(SITE)
            && !matches!(only(request, &SITE), Some("same-origin" | "none"))
            && !is_followed_link(request)
        {
            return Err(forbidden("the request comes from another site"));
        }
        Ok(())
    }
}

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const TARGET: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// Whether the user followed a link to the page from anywhere, such as a puzzle in an email. Such a
/// link shows the page in a tab of its own and reveals nothing to the linking page.
fn is_followed_link(request: &Parts) -> bool {
    request.method == Method::GET
        && only(request, &MODE) == Some("navigate")
        && only(request, &TARGET) == Some("document")
}

/// Refuses a body that is not JSON.
pub(crate) fn check_json(request: &Parts) -> Result<(), Refusal> {
    let kind = only(request, &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let error = Error::new(Code::Request, "a question is sent as application/json").about(kind);
    Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, error))
}

/// The value of a header that occurs exactly once.
pub(crate) fn only<'a>(request: &'a Parts, name: &HeaderName) -> Option<&'a str> {
    let mut values = request.headers.get_all(name).iter();
    let value = values.next()?.to_str().ok();
    if values.next().is_none() { value } else { None }
}

/// A host with its port, which browsers leave out if it is 80.
fn with_port(host: &str) -> String {
    let is_named = host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
    if is_named { host.into() } else { format!("{host}:80") }
}

fn forbidden(message: &str) -> Refusal {
    (StatusCode::FORBIDDEN, Error::new(Code::Forbidden, message))
}

/// A token of 128 bits, in hexadecimal.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A fresh token.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub(crate) fn fresh() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_ne_bytes(bytes))))
    }

    /// Its digits.
    pub(crate) fn digits(&self) -> &str {
        &self.0
    }

    /// Whether this is the token. The check takes the same time wherever the two differ.
    pub(crate) fn is(&self, other: &str) -> bool {
        let differences = self.0.bytes().zip(other.bytes()).map(|(ours, other)| ours ^ other);
        let difference = differences.fold(0, |all, one| std::hint::black_box(all | one));
        self.0.len() == other.len() && difference == 0
    }

    /// The cookie of a client that knows the token. All ports of a host share cookies, so the
    /// cookie of each port has a name of its own.
    pub(crate) fn cookie(&self, port: u16) -> HeaderValue {
        let cookie = format!("tercet-{port}={}; HttpOnly; SameSite=Strict; Path=/", self.0);
        cookie.try_into().expect("a cookie of ASCII digits")
    }

    /// Whether a request has the cookie.
    pub(crate) fn is_in(&self, request: &Parts, port: u16) -> bool {
        let name = format!("tercet-{port}=");
        let cookies = request.headers.get_all(COOKIE).iter().filter_map(|all| all.to_str().ok());
        let mut cookies = cookies.flat_map(|all| all.split(';'));
        cookies.any(|cookie| cookie.trim().strip_prefix(&*name).is_some_and(|it| self.is(it)))
    }

    /// Refuses a request without the token.
    pub(crate) fn lacking() -> Error {
        Error::new(Code::Forbidden, "open the address that the server printed, with its token")
    }
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    fn checked(guard: &Guard, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().method("GET").uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.check(&request.body(()).unwrap().into_parts().0).is_ok()
    }

    #[test]
    fn only_the_own_names_pass() {
        let guard = Guard::new("127.0.0.1:8377".parse().unwrap(), false);
        for (host, passes) in [
            ("127.0.0.1:8377", true),
            ("LOCALHOST:8377", true),
            ("[::1]:8377", true),
            ("localhost", false),
            ("127.0.0.1", false),
            ("localhost:8378", false),
            ("example.org:8377", false),
            ("127.0.0.1.example.org:8377", false),
            ("", false),
        ] {
            assert_eq!(checked(&guard, &[("host", host)]), passes, "{host}");
        }
        assert!(!checked(&guard, &[]));
        assert!(!checked(&guard, &[("host", "localhost:8377"), ("host", "localhost:8377")]));
        let usual = Guard::new("127.0.0.1:80".parse().unwrap(), false);
        assert!(checked(&usual, &[("host", "localhost")]) && checked(&usual, &[("host", "[::1]")]));
    }

    #[test]
    fn an_open_server_has_any_name_and_port_and_only_its_own_page() {
        let guard = Guard::new("0.0.0.0:8377".parse().unwrap(), true);
        for host in ["table.local:8377", "[fe80::1]:8377", "table.local", "localhost:9000"] {
            assert!(checked(&guard, &[("host", host)]), "{host}");
            for scheme in ["http", "https"] {
                let own = format!("{scheme}://{host}");
                assert!(checked(&guard, &[("host", host), ("origin", &own)]), "{own}");
            }
            assert!(!checked(&guard, &[("host", host), ("origin", "https://example.org")]));
        }
    }

    #[test]
    fn other_pages_do_not_pass() {
        let guard = Guard::new("127.0.0.1:8377".parse().unwrap(), false);
        for (name, value, passes) in [
            ("origin", "http://localhost:8377", true),
            ("origin", "http://127.0.0.1:8377", false),
            ("origin", "https://localhost:8377", false),
            ("origin", "http://localhost:1", false),
            ("origin", "null", false),
            ("sec-fetch-site", "same-origin", true),
            ("sec-fetch-site", "none", true),
            ("sec-fetch-site", "same-site", false),
            ("sec-fetch-site", "cross-site", false),
            ("sec-fetch-site", "", false),
        ] {
            let headers = [("host", "localhost:8377"), (name, value)];
            assert_eq!(checked(&guard, &headers), passes, "{name}: {value}");
        }
    }

    #[test]
    fn a_link_may_be_followed_but_nothing_loaded() {
        let guard = Guard::new("127.0.0.1:8377".parse().unwrap(), false);
        let from = |mode, target| {
            let host = ("host", "localhost:8377");
            let site = ("sec-fetch-site", "cross-site");
            [host, site, ("sec-fetch-mode", mode), ("sec-fetch-dest", target)]
        };
        assert!(checked(&guard, &from("navigate", "document")));
        assert!(!checked(&guard, &from("navigate", "iframe")));
        assert!(!checked(&guard, &from("no-cors", "image")));
    }
}
