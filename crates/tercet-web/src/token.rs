//! The token of a server that other machines can reach.
//!
//! Its 128 random bits are in the fragment of the address that the server prints. A browser sends no
//! fragments, so the page posts it, and gets a cookie that no script can read and no other site
//! sends. Questions without the cookie are refused; the files of the page are not secret.

use hyper::header::{COOKIE, HeaderValue};
use hyper::http::request::Parts;
use tercet_app::{Code, Error};

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
