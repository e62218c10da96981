//! A program with a single test, since it counts the threads, the memory and the open files of the process.

#[path = "../common/mod.rs"]
mod common;
#[cfg(target_os = "linux")]
mod leaving;

use common::{Client, LONG, Running};

#[test]
fn clients_that_leave_or_say_nothing_block_no_one() {
    #[cfg(target_os = "linux")]
    leaving::nothing_stays_of_clients_that_leave();
    more_silent_connections_than_there_are_places_block_nobody();
}

/// However long the server waits for silent connections, they give up their places.
fn more_silent_connections_than_there_are_places_block_nobody() {
    const PLACES: usize = 256;
    let server = Running::patient();
    let mut at_work = server.connect();
    at_work.stream(LONG);
    server.busy(1);
    while !at_work.line().unwrap().is_empty() {}
    let mut silent: Vec<Client> = (0..PLACES).map(|_| server.connect()).collect();
    server.assert_well();
    // The connection at work keeps its place, though it is the oldest.
    assert!(at_work.chunk().unwrap().is_some());
    silent[0].until_closed();
    // Clients whose bodies never arrive are just as silent.
    for client in (0..PLACES).map(|_| server.connect()) {
        let mut client = client;
        client
            .begin("POST /ask", &[("content-type", "application/json"), ("content-length", "100")]);
        silent.push(client);
    }
    server.assert_well();
    assert!(at_work.chunk().unwrap().is_some());
    assert_eq!(server.handle.at_work(), 1);
}
