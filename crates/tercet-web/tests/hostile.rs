//! Input from a hostile page, program or network.

use std::io::{ErrorKind, Write};
use std::thread;

use crate::common::{COUNT, Client, Running};
use serde_json::json;
use tercet_testkit::wait::wait_for;

#[test]
fn foreign_pages_are_refused() {
    let server = Running::start();
    let mut client = server.connect();
    let port = server.address.port();
    let rebound = format!("example.org:{port}");
    for header in [("host", &*rebound), ("origin", "null"), ("sec-fetch-site", "cross-site")] {
        let refused = client.post("/ask", &[header], COUNT);
        assert_eq!(refused.refusal(), (403, "forbidden".into()), "{header:?}");
        assert_eq!(client.get("/", &[header]).status, 403, "{header:?}");
    }
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(client.post("/ask", &[("origin", &own)], COUNT).status, 200);
    // An absolute target overrides the host.
    client.begin("GET http://example.org/", &[]);
    assert_eq!(client.read().status, 403);
}

#[test]
fn only_posted_json_asks() {
    let server = Running::start();
    let mut client = server.connect();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "",
    ] {
        let refused = client.post("/ask", &[("content-type", kind)], COUNT);
        assert_eq!(refused.refusal(), (415, "request".into()), "{kind}");
    }
    let charset = [("content-type", "Application/JSON; charset=utf-8")];
    assert_eq!(client.post("/ask", &charset, COUNT).status, 200);
    for start in
        ["OPTIONS /ask", "OPTIONS /", "GET /ask", "PUT /ask", "DELETE /", "BREW /", "POST /"]
    {
        let preflight = ("access-control-request-method", "POST");
        client.begin(start, &[preflight, ("content-length", "0")]);
        let refused = client.read();
        assert_eq!(refused.status, 405, "{start}");
        assert!(refused.header("allow").is_some());
    }
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let server = Running::start();
    let mut client = server.connect();
    let deep = "[".repeat(100_000);
    let nested = format!("{}1{}", r#"{"ask":"#.repeat(200), "}".repeat(200));
    for body in ["", "{", "null", "7", "\u{1f0cf}", "{\"ask\": 7}", "[{}]", &deep, &nested] {
        assert_eq!(client.ask(body).refusal(), (400, "request".into()), "{body:.40}");
    }
    let not_text = [&b"{\"ask\": \"\xff\xfe\"}"[..], &[0; 64]];
    for body in not_text {
        let length = body.len().to_string();
        let head = [("content-length", &*length), ("content-type", "application/json")];
        client.begin("POST /ask", &head);
        client.write(body);
        assert_eq!(client.read().refusal(), (400, "request".into()));
    }
    // Data that is not HTTP ends its own connection only.
    for noise in [&b"\x16\x03\x01\x02\0\x01\0\x01"[..], b"GET\r\n\r\n", &vec![b'x'; 100_000]] {
        let mut client = server.connect();
        // The connection may be closed already.
        let _ = client.stream.get_mut().write_all(noise);
        client.until_closed();
    }
    server.assert_well();
}

#[test]
fn no_request_names_a_program_or_a_file() {
    let server = Running::start();
    let mut client = server.connect();
    let folder = env!("CARGO_TARGET_TMPDIR");
    let witness = format!("{folder}/tercet-web-started");
    let touch = format!("touch {witness}");
    let board = "00 01 02";
    for request in [
        json!({"ask": "find", "board": board, "search": {"method": "smt", "smt_solver": touch}}),
        json!({"ask": "count", "board": board, "search": {"smt_solver": touch}}),
        json!({"ask": "pack", "board": board, "search": {"smt_solver": touch}}),
        json!({"ask": "game", "search": {"smt_solver": touch}}),
        json!({"ask": "find", "board": board, "search": {"methods": ["auto", "smt-bits"]}}),
        json!({"ask": "race", "tercet": "/bin/sh", "peers": ["/bin/sh"]}),
        json!({"ask": "race", "smt_solver": touch}),
        json!({"ask": "make-part", "part": witness}),
        json!({"ask": "game", "log": witness}),
    ] {
        let refused = client.ask(&request.to_string());
        assert!(matches!(refused.status, 400 | 422 | 403), "{request}: {refused:?}");
        assert_eq!(refused.json()["schema"], "tercet.error/1");
    }
    assert!(!std::path::Path::new(&witness).exists());
}

#[test]
fn long_bodies_are_refused() {
    const LENGTH: usize = 10 << 20;
    let server = Running::start();
    let json = ("content-type", "application/json");
    let piece = vec![b' '; 1 << 16];

    let mut declared = server.connect();
    let length = LENGTH.to_string();
    declared.begin("POST /ask", &[json, ("content-length", &length)]);
    for _ in 0..LENGTH / piece.len() {
        declared.write(&piece);
    }
    assert_eq!(declared.read().refusal(), (413, "request".into()));

    let mut chunked = server.connect();
    chunked.begin("POST /ask", &[json, ("transfer-encoding", "chunked")]);
    for _ in 0..LENGTH / piece.len() {
        chunked.write(format!("{:x}\r\n", piece.len()));
        chunked.write(&piece);
        chunked.write("\r\n");
    }
    chunked.write("0\r\n\r\n");
    assert_eq!(chunked.read().refusal(), (413, "request".into()));

    // A length beyond all bounds is refused before a byte of the body.
    for length in ["25165825", "99999999999999"] {
        for start in ["POST /ask", "POST /token"] {
            let mut declared = server.connect();
            declared.begin(start, &[json, ("content-length", length)]);
            assert_eq!(declared.read().refusal(), (413, "request".into()), "{start} {length}");
        }
    }

    // Only a question may be long.
    let mut token = server.connect();
    token.begin("POST /token", &[json, ("content-length", "1048577")]);
    assert_eq!(token.read().refusal(), (413, "request".into()));

    // A body without an end is cut off.
    let mut endless = server.connect();
    endless.begin("POST /ask", &[json, ("content-length", "99999999999")]);
    let error = wait_for(
        || endless.stream.get_mut().write_all(&piece).err(),
        || "the server reads on".into(),
    );
    let error = error.kind();
    assert!(matches!(error, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{error}");

    // A body that just fits is read.
    let padded = COUNT.to_owned() + &" ".repeat((1 << 20) - COUNT.len());
    assert_eq!(server.ask(&padded).status, 200);
    assert_eq!(server.ask(&format!("{padded} ")).refusal(), (413, "request".into()));
}

#[test]
fn only_a_photograph_may_be_long() {
    const LONG: usize = 2 << 20;
    let server = Running::start();
    let photo =
        |of: &str, length| json!({"ask": "photo", "picture": of.repeat(length)}).to_string();
    let find = json!({"ask": "find", "picture": "A".repeat(LONG)}).to_string();
    assert_eq!(server.ask(&find).refusal(), (413, "request".into()));
    assert_eq!(server.ask(&photo("?", LONG)).refusal(), (400, "request".into()));
    assert_eq!(server.ask(&photo("A", 25 << 20)).refusal(), (413, "request".into()));
    // More long bodies come at once than have places. Some clients leave; the others get answers.
    let mut clients: Vec<Client> = (0..12).map(|_| server.connect()).collect();
    let length = (2 * LONG).to_string();
    for (i, client) in clients.iter_mut().enumerate().filter(|(i, _)| i % 3 == 0) {
        client.begin(
            "POST /ask",
            &[("content-type", "application/json"), ("content-length", &length)],
        );
        client.write(vec![b' '; LONG / 2 + i * LONG / 12]);
    }
    thread::scope(|scope| {
        for (i, client) in clients.into_iter().enumerate() {
            let request = photo("A", LONG);
            scope.spawn(move || {
                let mut client = client;
                if i % 3 > 0 {
                    assert_eq!(client.ask(&request).refusal(), (422, "not-a-picture".into()));
                }
            });
        }
    });
    server.idle();
}

#[test]
fn silent_connections_block_nobody() {
    let server = Running::patient();
    let mut silent: Vec<Client> = (0..200).map(|_| server.connect()).collect();
    // Most clients have sent a part of a head.
    for (i, client) in silent.iter_mut().enumerate() {
        let head = client.head("POST /ask", &[("content-length", "100")]);
        client.write(&head[..i % head.len()]);
    }
    server.wait(|handle| handle.connections() == 200);
    server.assert_well();
    for _ in 0..50 {
        server.assert_well();
    }
    drop(silent);
    server.wait(|handle| handle.connections() == 0);
}

#[test]
fn ten_thousand_requests_have_right_answers() {
    const CLIENTS: usize = 8;
    const REQUESTS: usize = 1250;
    let server = Running::start();
    thread::scope(|scope| {
        for number in 0..CLIENTS {
            let server = &server;
            scope.spawn(move || {
                let mut client = server.connect();
                for i in 0..REQUESTS {
                    let (board, count) = [("00 01 02", "1"), ("00 01 10", "0")][i % 2];
                    let request = json!({"ask": "count", "board": board, "id": [number, i]});
                    let answer = client.ask(&request.to_string());
                    assert_eq!(answer.status, 200, "{answer:?}");
                    let answer = answer.json();
                    let expected = (&json!(count), &json!([number, i]));
                    assert_eq!((&answer["count"], &answer["id"]), expected);
                }
            });
        }
    });
    assert_eq!(server.handle.at_work(), 0);
}
