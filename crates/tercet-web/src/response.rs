//! Responses, and the headers that all of them have.

use std::convert::Infallible;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use tercet_app::{Code, Error, Head};
use tokio::sync::mpsc::Receiver;

/// Only the server's own files run on the page, and no other page may embed it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
                      data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types tercet";

/// The page may ask for the camera, but for no other permission of the browser.
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()";

/// The headers of all responses.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The type of an answer, and of an error.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The body of a response: all of it, or lines that are sent as they come.
pub(crate) enum Content {
    Whole(Bytes),
    Lines(Receiver<Bytes>),
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match &mut *self {
            Self::Whole(bytes) => {
                Poll::Ready(Some(mem::take(bytes)).filter(|bytes| !bytes.is_empty()))
            }
            Self::Lines(lines) => lines.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Lines(_) => SizeHint::default(),
        }
    }
}

/// A body that is known as a whole.
pub(crate) fn whole(bytes: impl Into<Bytes>) -> Content {
    Content::Whole(bytes.into())
}

/// A response with the headers that all have.
pub(crate) fn response(status: StatusCode, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A response of this type that must not be cached. If the server is busy, the client may ask again
/// after a second.
pub(crate) fn fresh(status: StatusCode, kind: HeaderValue, content: Content) -> Response<Content> {
    let mut response = response(status, content);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// Why a request is refused.
pub(crate) type Refusal = (StatusCode, Error);

/// The response to a refused request.
pub(crate) fn refused((status, error): Refusal) -> Response<Content> {
    let mut text = Vec::new();
    error.write(Head::default(), &mut text);
    fresh(status, JSON, whole(text))
}

/// The refusal of an error whose code has a status.
pub(crate) fn of_code(error: Error) -> Refusal {
    (status_of(error.code), error)
}

/// The status of an error.
pub(crate) const fn status_of(code: Code) -> StatusCode {
    match code {
        Code::Request => StatusCode::BAD_REQUEST,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
