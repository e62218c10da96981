//! The files of the page, and the headers of all responses.

use crate::common::{COUNT, Response, Running};

/// The headers that every response has.
fn assert_safe(response: &Response) {
    let policy = response.header("content-security-policy").unwrap();
    for rule in [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types tercet",
    ] {
        assert!(policy.split("; ").any(|known| known == rule), "{rule}: {policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(response.header(name), Some(value), "{response:?}");
    }
    assert!(!response.headers.iter().any(|(name, _)| name.starts_with("access-control-")));
}

#[test]
fn the_page_is_there_and_is_kept_while_it_is_the_same() {
    let server = Running::start();
    let mut client = server.connect();
    let page = client.get("/", &[]);
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.body.starts_with(b"<!doctype html>"));
    assert_eq!(client.get("/index.html", &[]).body, page.body);
    assert_eq!(client.get("/?a=b", &[]).body, page.body);
    let tag = page.header("etag").unwrap().to_owned();
    let known = client.get("/", &[("if-none-match", &tag)]);
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(client.get("/", &[("if-none-match", "W/\"0\"")]).status, 200);
}

#[test]
fn all_responses_have_the_headers() {
    let server = Running::start();
    let mut client = server.connect();
    for (response, status) in [
        (client.get("/", &[]), 200),
        (client.get("/no-such-file", &[]), 404),
        (client.get("/ask", &[]), 405),
        (client.get("/", &[("host", "example.org")]), 403),
        (client.ask(COUNT), 200),
        (client.ask("x"), 400),
        (client.post("/ask", &[("content-type", "text/plain")], COUNT), 415),
        (client.post("/ask", &[("accept", "application/x-ndjson")], COUNT), 200),
    ] {
        assert_eq!(response.status, status, "{response:?}");
        assert_safe(&response);
    }
}

#[test]
fn a_head_has_no_body() {
    let server = Running::start();
    let mut client = server.connect();
    client.begin("HEAD /", &[]);
    let status = client.line().unwrap();
    assert!(status.contains(" 200 "), "{status}");
    let mut length = 0;
    loop {
        match client.line().unwrap() {
            line if line.is_empty() => break,
            line => length += usize::from(line.starts_with("content-length: ")),
        }
    }
    assert_eq!(length, 1);
    // The next answer follows at once.
    assert_eq!(client.get("/", &[]).status, 200);
}
