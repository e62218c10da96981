//! Clients that leave at every moment: all of their work ends.

use std::fs;
use std::net::Shutdown;
use std::time::Instant;

use crate::common::{COUNT, Client, LONG, Running, long_list};
use serde_json::json;
use tercet_testkit::wait::wait_until;

fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

/// The memory of the process, in kilobytes.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Lets a client ask, and leave while its question is worked on.
fn amid(server: &Running, what: &str, ask: impl FnOnce(&mut Client)) {
    let begin = Instant::now();
    let mut client = server.connect();
    ask(&mut client);
    server.busy(1);
    drop(client);
    server.stopped(begin, what);
}

/// Leaves at each moment of a question, from before the first byte to amid the answer.
fn leave(server: &Running, list: &str) {
    // Before and amid the head, before and amid the body, and right after it.
    let mut whole = server.connect();
    let length = COUNT.len().to_string();
    let headers = [("content-length", &*length), ("content-type", "application/json")];
    let request = whole.head("POST /ask", &headers) + COUNT;
    for sent in (0..=request.len()).step_by(7).chain([request.len()]) {
        let mut client = server.connect();
        client.write(&request[..sent]);
    }
    whole.write(&request);
    assert_eq!(whole.read().json()["count"], json!("1"));

    // Amid a search, also one of a large board. Half a request more on the way hides the end of the
    // connection.
    amid(server, "a search", |client| client.send("/ask", &[], LONG));
    amid(server, "a list", |client| client.send("/ask", &[], list));
    amid(server, "a search with more behind", |client| {
        client.send("/ask", &[], LONG);
        client.write(&request[..40]);
    });
    amid(server, "a stream with more behind", |client| {
        client.stream(LONG);
        client.write(&request[..40]);
    });
    // Amid a stream: before its first line, and after some.
    for lines in [0, 1, 5] {
        amid(server, "a stream", |client| {
            client.stream(list);
            for _ in 0..lines {
                client.line().unwrap();
            }
        });
    }

    // By closing one direction only.
    let begin = Instant::now();
    let mut client = server.connect();
    client.send("/ask", &[], LONG);
    server.busy(1);
    client.stream.get_mut().shutdown(Shutdown::Write).unwrap();
    server.stopped(begin, "a search of a half-closed connection");

    // In the queue.
    let begin = Instant::now();
    let mut clients: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for client in &mut clients {
        client.send("/ask", &[], LONG);
    }
    server.busy(2);
    drop(clients);
    server.stopped(begin, "a queue");
    server.wait(|handle| handle.connections() <= 1);
    assert_eq!(whole.ask(COUNT).json()["count"], json!("1"));
}

pub(crate) fn nothing_stays_of_clients_that_leave() {
    let list = long_list();
    let server = Running::start();
    // Allocators keep what they have, which depends on the threads that happened to work at the same time. So the memory
    // may grow for some rounds, but what is lost makes it grow in each.
    leave(&server, &list);
    let mut sizes = vec![memory()];
    let grows = |_| {
        for _ in 0..5 {
            leave(&server, &list);
        }
        sizes.push(memory());
        sizes[sizes.len() - 1] >= sizes[sizes.len() - 2] + (16 << 10)
    };
    let is_lost = (0..5).all(grows);
    assert!(!is_lost, "{sizes:?} kB");
    // The test and the server; threads without work wait half a second for some.
    server.wait(|handle| handle.connections() == 0);
    wait_until(
        || threads() <= 3,
        || format!("{} threads: the runner, the test and the server are three", threads()),
    );
}
