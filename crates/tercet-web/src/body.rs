//! The bodies of requests: their maximum length, and the number of long ones at once.
//!
//! Only a request with a photograph may be long. The question is known only after the whole body
//! has arrived, so any body may be long at first. A few long bodies have a place: each keeps it
//! until its question is answered, and the next long body waits, with only its beginning read.

use std::borrow::Cow;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use hyper::StatusCode;
use hyper::body::{Body, Frame, Incoming};
use serde::Deserialize;
use tercet_app::{Code, Entry, Error, Photo};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::connection::Seat;
use crate::response::Refusal;

/// The most bytes of a request.
const MOST_BYTES: usize = 1 << 20;
/// The most bytes of a request with a photograph: a file of 18 MiB, as phones write them. The page
/// sends less than 4.
const LONGEST: usize = 24 << 20;
/// The most long bodies at once.
const LONG: usize = 4;
/// The most bytes that are read and discarded after a refusal, so that the client reads the refusal
/// instead of finding a closed connection.
const EXCESS: usize = 40 << 20;
/// The most time for a request to arrive.
const ARRIVAL: Duration = Duration::from_secs(20);

/// The places for long bodies.
pub(crate) fn long_bodies() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(LONG))
}

/// The whole body of a request, and the place of a long one, to be kept until its question is answered. Without
/// places, no long one is read.
///
/// # Errors
///
/// If it is too long, too slow, or does not end.
pub(crate) async fn arrived(
    body: Incoming,
    long: Option<&Arc<Semaphore>>,
    seat: &Seat,
) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Refusal> {
    timeout(ARRIVAL, collected(body, long, seat)).await.unwrap_or_else(|_| {
        let error = Error::new(Code::Request, "the request took too long to arrive");
        Err((StatusCode::REQUEST_TIMEOUT, error))
    })
}

/// The question of a request.
#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    ask: Cow<'a, str>,
}

/// Refuses a request that is longer than its question may be.
///
/// # Errors
///
/// The refusal.
pub(crate) fn check_length(body: &[u8]) -> Result<(), Refusal> {
    let has_photograph =
        || serde_json::from_slice(body).is_ok_and(|Asked { ask }| ask == Photo::NAME);
    if body.len() <= MOST_BYTES || has_photograph() { Ok(()) } else { Err(too_long(MOST_BYTES)) }
}

async fn collected(
    mut body: Incoming,
    long: Option<&Arc<Semaphore>>,
    seat: &Seat,
) -> Result<(Bytes, Option<OwnedSemaphorePermit>), Refusal> {
    let mut bytes = BytesMut::new();
    let mut place = None;
    let most = if long.is_some() { LONGEST } else { MOST_BYTES };
    let mut is_too_long = body.size_hint().lower() > most as u64;
    while !is_too_long && let Some(frame) = next_frame(&mut body).await {
        let frame = frame.map_err(|error| {
            let message = format!("the request does not arrive ({error})");
            (StatusCode::BAD_REQUEST, Error::new(Code::Request, message))
        })?;
        seat.active();
        let data = frame.into_data().unwrap_or_default();
        let length = bytes.len() + data.len();
        is_too_long = length > most;
        if let (None, Some(long), true) = (&place, long, length > MOST_BYTES && !is_too_long) {
            let permit = Arc::clone(long).acquire_owned().await;
            place = Some(permit.expect("the room is never closed"));
        }
        bytes.extend_from_slice(&data);
    }
    if is_too_long {
        tokio::spawn(timeout(ARRIVAL, forget(body)));
        return Err(too_long(most));
    }
    Ok((bytes.freeze(), place))
}

/// The next part of a body, if there is one.
async fn next_frame(body: &mut Incoming) -> Option<hyper::Result<Frame<Bytes>>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// Reads and discards the rest of a refused body.
async fn forget(mut body: Incoming) {
    let mut length = 0;
    while length < EXCESS
        && let Some(Ok(frame)) = next_frame(&mut body).await
    {
        length += frame.data_ref().map_or(0, Bytes::len);
    }
}

fn too_long(most: usize) -> Refusal {
    let message = if most == MOST_BYTES {
        format!("a request has at most {MOST_BYTES} bytes, unless it holds a photograph")
    } else {
        format!("a request with a photograph has at most {most} bytes")
    };
    (StatusCode::PAYLOAD_TOO_LARGE, Error::new(Code::Request, message).with("most", most))
}
