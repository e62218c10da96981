//! `POST /ask`: one request in, its answer out.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::header::{ACCEPT, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};
use serde_json::Value;
use tercet_app::{Code, Error, Request, Session, lines};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::bounds::{Allowed, Bounded, bounded};
use crate::connection::Peer;
use crate::guard::{Refusal, only};
use crate::response::{Content, JSON, failed, failed_with, fresh};
use crate::route::Shared;
use crate::stream;
use crate::work::{Done, Task, queue, run, unless_gone};

/// The most bytes of a request.
pub(crate) const MOST: usize = 1 << 20;
/// How many bytes beyond them are read and forgotten, so that the client reads its refusal instead of
/// finding a closed connection.
const EXCESS: usize = 16 << 20;
/// The most time for a request to arrive.
const ARRIVAL: Duration = Duration::from_secs(20);
/// The most bytes of a request that is read at once; longer ones are read beside.
const SHORT: usize = 1 << 14;
/// The type of an answer in lines.
const LINES: &str = "application/x-ndjson";

/// Answers a request.
pub(crate) async fn ask(
    head: &Parts,
    body: Incoming,
    shared: &Arc<Shared>,
    peer: &Peer,
) -> Response<Content> {
    let body = match arrived(body).await {
        Ok(body) => body,
        Err((status, error)) => return failed_with(status, error),
    };
    let streams = only(head, &ACCEPT).is_some_and(|accepted| accepted.contains(LINES));
    let allowed = Allowed { threads: shared.threads, streams };
    let (id, bounded) = if body.len() <= SHORT {
        read(&body, allowed)
    } else {
        let reading = spawn_blocking(move || read(&body, allowed)).await;
        reading.unwrap_or_else(|_| (None, Err(Error::new(Code::Bug, "a bug: reading panicked"))))
    };
    let bounded = match bounded {
        Ok(bounded) => bounded,
        Err(error) => return whole(Done::new(id, Err(error))),
    };
    let place = match queue(&shared.lanes, &bounded) {
        Ok(place) => place,
        Err(busy) => return failed(busy),
    };
    let work = Arc::new(Request::ask);
    let task = Task { id, bounded, work, session: Session::new() };
    if streams {
        let lines = stream::answer(task, place, Arc::clone(&shared.lanes), peer.clone());
        return fresh(StatusCode::OK, HeaderValue::from_static(LINES), lines);
    }
    match unless_gone(run(task, place, &shared.lanes), peer).await {
        Some(done) => whole(done),
        // Nobody will read it.
        None => failed(Error::new(Code::Interrupted, "interrupted")),
    }
}

fn whole(done: Done) -> Response<Content> {
    let busy = done.status == StatusCode::SERVICE_UNAVAILABLE;
    let mut response = fresh(done.status, JSON, Content::Whole(done.body));
    if busy {
        crate::response::retry(&mut response);
    }
    response
}

/// The request of a body, within its bounds, and its `id`.
fn read(body: &[u8], allowed: Allowed) -> (Option<Value>, Result<Bounded, Error>) {
    let (id, request) = lines::read(body);
    (id, request.and_then(|request| bounded(request, allowed)))
}

/// The whole body of a request.
///
/// # Errors
///
/// If it is too long, too slow, or does not end.
pub(crate) async fn arrived(body: Incoming) -> Result<Bytes, Refusal> {
    let late = |_| {
        let error = Error::new(Code::Request, "the request took too long to arrive");
        (StatusCode::REQUEST_TIMEOUT, error)
    };
    timeout(ARRIVAL, collected(body)).await.map_err(late)?
}

async fn collected(mut body: Incoming) -> Result<Bytes, Refusal> {
    let mut bytes = BytesMut::new();
    let mut length = 0;
    let declared = body.size_hint().lower();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            let message = format!("the request does not arrive ({error})");
            (StatusCode::BAD_REQUEST, Error::new(Code::Request, message))
        })?;
        let data = frame.into_data().unwrap_or_default();
        length += data.len();
        if length <= MOST && declared <= MOST as u64 {
            bytes.extend_from_slice(&data);
        } else {
            bytes.clear();
        }
        if length > EXCESS {
            break;
        }
    }
    if length <= MOST {
        return Ok(bytes.freeze());
    }
    let message = format!("a request has at most {MOST} bytes");
    let error = Error::new(Code::Request, message).with("most", MOST);
    Err((StatusCode::PAYLOAD_TOO_LARGE, error))
}
