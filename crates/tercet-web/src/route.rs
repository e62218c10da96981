//! The paths of the server.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{ALLOW, HeaderValue, SET_COOKIE};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use serde::Deserialize;
use tercet_app::{Code, Error};

use crate::ask::ask;
use crate::body::{Bodies, short};
use crate::connection::Peer;
use crate::files::file;
use crate::guard::{Guard, check_json};
use crate::lanes::Lanes;
use crate::response::{Content, JSON, fresh, refused, whole};
use crate::seats::Seat;
use crate::token::Token;

/// The state that all connections of a server share.
pub(crate) struct Shared {
    pub(crate) guard: Guard,
    /// The token that the page needs if other machines can reach the server.
    pub(crate) token: Option<Token>,
    pub(crate) port: u16,
    pub(crate) lanes: Arc<Lanes>,
    pub(crate) bodies: Bodies,
    /// The most threads of a search.
    pub(crate) threads: NonZeroUsize,
    /// The folder of the page, if it is not the one in the binary.
    pub(crate) page: Option<PathBuf>,
}

/// The body of `POST /token`.
#[derive(Deserialize)]
struct Given {
    token: String,
}

/// Answers any request.
pub(crate) async fn route(
    request: Request<Incoming>,
    shared: Arc<Shared>,
    peer: Peer,
    seat: Arc<Seat>,
) -> Result<Response<Content>, Infallible> {
    seat.active();
    let (head, body) = request.into_parts();
    let answer = match refusal(&head, &shared) {
        Some(refusal) => refusal,
        None => match head.uri.path() {
            "/ask" => ask(&head, body, &shared, &peer, &seat).await,
            "/token" => token(body, &shared, &seat).await,
            path => file(path, &head.headers, shared.page.as_deref()).unwrap_or_else(|| {
                let error = Error::new(Code::Request, "there is no such file");
                refused((StatusCode::NOT_FOUND, error))
            }),
        },
    };
    Ok(answer)
}

/// The refusal of a request whose head alone rules out an answer.
fn refusal(head: &Parts, shared: &Shared) -> Option<Response<Content>> {
    if let Err(refusal) = shared.guard.check(head) {
        return Some(refused(refusal));
    }
    let is_question = matches!(head.uri.path(), "/ask" | "/token");
    let is_allowed = match head.method {
        Method::POST => is_question,
        Method::GET | Method::HEAD => !is_question,
        _ => false,
    };
    if !is_allowed {
        let error = Error::new(Code::Request, "the path does not have this method");
        let mut response = refused((StatusCode::METHOD_NOT_ALLOWED, error));
        let allowed = if is_question { "POST" } else { "GET, HEAD" };
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
        return Some(response);
    }
    if !is_question {
        return None;
    }
    if let Err(refusal) = check_json(head) {
        return Some(refused(refusal));
    }
    let lacks = |token: &Token| head.uri.path() == "/ask" && !token.is_in(head, shared.port);
    let lacks = shared.token.as_ref().is_some_and(lacks);
    lacks.then(|| refused((StatusCode::UNAUTHORIZED, Token::lacking())))
}

/// Gives a cookie to a client that knows the token. A server without a token accepts any token.
async fn token(body: Incoming, shared: &Shared, seat: &Seat) -> Response<Content> {
    let body = match short(body, seat).await {
        Ok(body) => body,
        Err(refusal) => return refused(refusal),
    };
    let given: Given = match serde_json::from_slice(&body) {
        Ok(given) => given,
        Err(error) => {
            let error = Error::new(Code::Request, error.to_string());
            return refused((StatusCode::BAD_REQUEST, error));
        }
    };
    let cookie = match &shared.token {
        Some(token) if !token.is(&given.token) => {
            return refused((StatusCode::FORBIDDEN, Token::lacking()));
        }
        token => token.as_ref().map(|token| token.cookie(shared.port)),
    };
    let mut response = fresh(StatusCode::NO_CONTENT, JSON, whole(bytes::Bytes::new()));
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}
