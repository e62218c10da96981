//! More connections than there are places: a program of its own, since it opens hundreds of files.

mod common;

use common::{Client, LONG, Running};

/// Checks that the server still answers correctly.
fn assert_well(server: &Running) {
    let answer = server.ask(r#"{"ask": "count", "board": "00 01 02"}"#);
    assert_eq!((answer.status, &answer.json()["count"]), (200, &serde_json::json!("1")));
}

/// However long the server waits for silent connections, they give up their places.
#[test]
fn more_silent_connections_than_there_are_places_block_nobody() {
    const PLACES: usize = 256;
    let server = Running::patient();
    let mut at_work = server.connect();
    at_work.stream(LONG);
    server.busy(1);
    while !at_work.line().unwrap().is_empty() {}
    let mut silent: Vec<Client> = (0..PLACES).map(|_| server.connect()).collect();
    assert_well(&server);
    // The connection at work keeps its place, though it is the oldest.
    assert!(at_work.chunk().unwrap().is_some());
    silent[0].until_closed();
    // Clients whose bodies never arrive are just as silent.
    for client in (0..PLACES).map(|_| server.connect()) {
        let mut client = client;
        let head = client
            .head("POST /ask", &[("content-type", "application/json"), ("content-length", "100")]);
        client.write(head);
        silent.push(client);
    }
    assert_well(&server);
    assert!(at_work.chunk().unwrap().is_some());
    assert_eq!(server.handle.at_work(), 1);
}
