//! `POST /ask`: one request in, its answer out.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{ACCEPT, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};
use serde_json::Value;
use tercet_app::{Code, Cost, Error, Means, Request, Session, lines};
use tokio::task::spawn_blocking;

use crate::body::{Arrived, check_length};
use crate::connection::Peer;
use crate::guard::only;
use crate::response::{Content, JSON, Refusal, fresh, of_code, refused, whole};
use crate::route::Shared;
use crate::seats::Seat;
use crate::stream;
use crate::work::{Done, Task, queue, run, unless_gone};

/// The most bytes of a request that is parsed at once; longer ones are parsed in another thread.
const SHORT: usize = 1 << 14;
/// The type of an answer in lines.
const LINES: &str = "application/x-ndjson";

/// Answers a request.
pub(crate) async fn ask(
    head: &Parts,
    body: Incoming,
    shared: &Arc<Shared>,
    peer: &Peer,
    seat: &Arc<Seat>,
) -> Response<Content> {
    let Arrived { bytes: body, place: long } = match shared.bodies.question(body, seat).await {
        Ok(arrived) => arrived,
        Err(refusal) => return refused(refusal),
    };
    let at_work = seat.work();
    let streams = only(head, &ACCEPT).is_some_and(|accepted| accepted.contains(LINES));
    let means = Means { threads: shared.threads, streams };
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
        Err((status, error)) => return reply(Done { status, ..Done::new(id, Err(error)) }),
    };
    let place = match queue(&shared.lanes, &cost) {
        Ok(place) => place,
        Err(busy) => return refused(of_code(busy)),
    };
    // A long body keeps its place as long as the work.
    let work = Arc::new(move |request: &Request, session: &Session| {
        let _long = &long;
        request.ask(session)
    });
    let task = Task { id, request: Arc::new(request), cost, work, session: Session::new() };
    if streams {
        let lines = stream::answer(task, place, Arc::clone(&shared.lanes), peer.clone(), at_work);
        return fresh(StatusCode::OK, HeaderValue::from_static(LINES), lines);
    }
    match unless_gone(run(task, place, &shared.lanes), peer).await {
        Some(done) => reply(done),
        // The client has gone and does not read this.
        None => refused(of_code(Error::new(Code::Interrupted, "interrupted"))),
    }
}

fn reply(done: Done) -> Response<Content> {
    fresh(done.status, JSON, whole(done.body))
}

/// A request within the means of the server, and its cost.
type Bounded = (Request, Cost);

/// The request of a body, and its `id`.
fn read(body: &[u8], means: Means) -> (Option<Value>, Result<Bounded, Refusal>) {
    if let Err(refusal) = check_length(body) {
        return (None, Err(refusal));
    }
    let (id, request) = lines::read(body);
    let bounded = request.and_then(|mut request| Ok((request.cost(means)?, request)));
    (id, bounded.map(|(cost, request)| (request, cost)).map_err(of_code))
}
