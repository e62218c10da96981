//! The paths of the server. `POST /ask` takes one request and returns its answer.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hyper::body::Incoming;
use hyper::header::{ACCEPT, ALLOW, HeaderValue, SET_COOKIE};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use tercet::data::json;
use tercet_app::{Code, Cost, Error, Means, Request, Session, lines};
use tokio::sync::{Notify, Semaphore};
use tokio::task::spawn_blocking;

use crate::body::{arrived, check_length};
use crate::connection::Seat;
use crate::files::file;
use crate::guard::{Guard, Token, check_json, only};
use crate::response::{Content, JSON, Refusal, fresh, of_code, refused, whole};
use crate::stream;
use crate::work::{Done, Lanes, Task, run, unless_gone};

/// The state that all connections of a server share.
pub(crate) struct Service {
    pub(crate) guard: Guard,
    /// The token that the page needs if other machines can reach the server.
    pub(crate) token: Option<Token>,
    pub(crate) port: u16,
    pub(crate) lanes: Arc<Lanes>,
    /// The places for connections.
    pub(crate) connections: Arc<Semaphore>,
    /// Tells the server to end.
    pub(crate) stop: Notify,
    /// The places for long bodies.
    pub(crate) long: Arc<Semaphore>,
    /// The most threads of a search.
    pub(crate) threads: NonZeroUsize,
    /// The folder of the page, if it is not the one in the binary.
    pub(crate) page: Option<PathBuf>,
    /// How long a connection may take to send the head of its next request.
    pub(crate) idle: Duration,
}

/// The body of `POST /token`.
#[derive(Deserialize)]
struct Given {
    token: String,
}

/// Answers any request.
pub(crate) async fn route(
    request: hyper::Request<Incoming>,
    service: Arc<Service>,
    seat: Arc<Seat>,
) -> Result<Response<Content>, Infallible> {
    seat.active();
    let (head, body) = request.into_parts();
    let answer = answer(&head, body, &service, &seat).await;
    Ok(answer.unwrap_or_else(|(status, error)| {
        let mut response = refused((status, error));
        if status == StatusCode::METHOD_NOT_ALLOWED {
            let allowed = if is_question(&head) { "POST" } else { "GET, HEAD" };
            response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
        }
        response
    }))
}

/// Whether a request is for a question or the token, and not for a file.
fn is_question(head: &Parts) -> bool {
    matches!(head.uri.path(), "/ask" | "/token")
}

async fn answer(
    head: &Parts,
    body: Incoming,
    service: &Arc<Service>,
    seat: &Arc<Seat>,
) -> Result<Response<Content>, Refusal> {
    service.guard.check(head)?;
    let is_allowed = match head.method {
        Method::POST => is_question(head),
        Method::GET | Method::HEAD => !is_question(head),
        _ => false,
    };
    if !is_allowed {
        let error = Error::new(Code::Request, "the path does not have this method");
        return Err((StatusCode::METHOD_NOT_ALLOWED, error));
    }
    let path = head.uri.path();
    if !is_question(head) {
        let file = file(path, &head.headers, service.page.as_deref());
        let none = || (StatusCode::NOT_FOUND, Error::new(Code::Request, "there is no such file"));
        return file.ok_or_else(none);
    }
    check_json(head)?;
    if path == "/token" {
        return token(body, service, seat).await;
    }
    let lacks = |token: &Token| !token.is_in(head, service.port);
    if service.token.as_ref().is_some_and(lacks) {
        return Err((StatusCode::UNAUTHORIZED, Token::lacking()));
    }
    ask(head, body, service, seat).await
}

/// Gives a cookie to a client that knows the token. A server without a token accepts any token.
async fn token(
    body: Incoming,
    service: &Service,
    seat: &Seat,
) -> Result<Response<Content>, Refusal> {
    let (body, _) = arrived(body, None, seat).await?;
    let given: Given =
        json::read(&body).map_err(|error| (StatusCode::BAD_REQUEST, error.into()))?;
    let mut response = fresh(StatusCode::NO_CONTENT, JSON, whole(Bytes::new()));
    if let Some(token) = &service.token {
        if !token.is(&given.token) {
            return Err((StatusCode::FORBIDDEN, Token::lacking()));
        }
        response.headers_mut().insert(SET_COOKIE, token.cookie(service.port));
    }
    Ok(response)
}

/// The most bytes of a request that is parsed at once; longer ones are parsed in another thread.
const SHORT: usize = 1 << 14;
/// The type of an answer in lines.
const LINES: &str = "application/x-ndjson";

/// Answers a request of `POST /ask`.
async fn ask(
    head: &Parts,
    body: Incoming,
    service: &Arc<Service>,
    seat: &Arc<Seat>,
) -> Result<Response<Content>, Refusal> {
    let (body, long) = arrived(body, Some(&service.long), seat).await?;
    let at_work = seat.work();
    let streams = only(head, &ACCEPT).is_some_and(|accepted| accepted.contains(LINES));
    let means = Means { threads: service.threads, streams };
    let (id, read) = if body.len() <= SHORT {
        read(&body, means)
    } else {
        let reading = spawn_blocking(move || read(&body, means)).await;
        reading.unwrap_or_else(|_| {
            (None, Err(of_code(Error::new(Code::Bug, "a bug: reading panicked"))))
        })
    };
    let (request, cost) = match read {
        Ok(read) => read,
        Err((status, error)) => return Ok(reply(Done { status, ..Done::new(id, Err(error)) })),
    };
    let place = service.lanes.queue(&cost).map_err(of_code)?;
    // A long body keeps its place as long as the work.
    let work = Arc::new(move |request: &Request, session: &Session| {
        let _long = &long;
        request.ask(session)
    });
    let task = Task { id, request: Arc::new(request), cost, work, session: Session::new() };
    if streams {
        let lines = stream::answer(task, place, Arc::clone(&service.lanes), at_work);
        return Ok(fresh(StatusCode::OK, HeaderValue::from_static(LINES), lines));
    }
    let done = unless_gone(run(task, place, &service.lanes), seat).await;
    // A client that has gone does not read this.
    let gone = || of_code(Error::new(Code::Interrupted, "interrupted"));
    done.map(reply).ok_or_else(gone)
}

fn reply(done: Done) -> Response<Content> {
    fresh(done.status, JSON, whole(done.body))
}

/// The request of a body within the means of the server with its cost, and its `id`.
fn read(body: &[u8], means: Means) -> (Option<Value>, Result<(Request, Cost), Refusal>) {
    if let Err(refusal) = check_length(body) {
        return (None, Err(refusal));
    }
    let (id, request) = lines::read(body);
    let bounded = request.and_then(|mut request| {
        let cost = request.cost(means)?;
        Ok((request, cost))
    });
    (id, bounded.map_err(of_code))
}
