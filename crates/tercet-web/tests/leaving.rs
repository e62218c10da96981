//! Clients that leave at every moment: nothing of their work stays.
//!
//! One test, since it counts the threads and the memory of the process.

#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::net::Shutdown;
use std::thread;
use std::time::Duration;

use common::{LONG, Running, long_list};
use serde_json::json;

/// The most time until a search stops whose client has gone. Half of it is what the server promises;
/// the rest is for a machine that is busy with other tests.
const STOPPED: Duration = Duration::from_millis(100);

fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

/// The memory of the process, in kilobytes.
fn memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Leaves at each moment of a question, from before the first byte to amid the answer.
fn leave(server: &Running, list: &str) {
    let count = r#"{"ask": "count", "board": "00 01 02"}"#;
    // Before and amid the head, before and amid the body, and right after it.
    let mut whole = server.connect();
    let length = count.len().to_string();
    let headers = [("content-length", &*length), ("content-type", "application/json")];
    let request = whole.head("POST /ask", &headers) + count;
    for sent in (0..=request.len()).step_by(7).chain([request.len()]) {
        let mut client = server.connect();
        client.write(&request[..sent]);
    }
    whole.write(&request);
    assert_eq!(whole.read().json()["count"], json!("1"));

    // Amid a search.
    let mut client = server.connect();
    client.send("/ask", &[], LONG);
    server.busy(1);
    drop(client);
    assert_stopped(server, "a search");

    // Amid a search that holds a large board.
    let mut client = server.connect();
    client.send("/ask", &[], list);
    server.busy(1);
    drop(client);
    assert_stopped(server, "a list");

    // Amid a search, with half a request more on the way, which hides the end of the connection.
    let mut client = server.connect();
    client.send("/ask", &[], LONG);
    client.write(&request[..40]);
    server.busy(1);
    drop(client);
    assert_stopped(server, "a search with more behind");

    // By closing one direction only.
    let mut client = server.connect();
    client.send("/ask", &[], LONG);
    server.busy(1);
    client.stream.get_mut().shutdown(Shutdown::Write).unwrap();
    assert_stopped(server, "a search of a half-closed connection");

    // Amid a stream: before its first line, after some, and with more behind.
    for lines in [0, 1, 5] {
        let mut client = server.connect();
        client.stream(list);
        server.busy(1);
        for _ in 0..lines {
            client.line().unwrap();
        }
        drop(client);
        assert_stopped(server, "a stream");
    }
    let mut client = server.connect();
    client.stream(LONG);
    client.write(&request[..40]);
    server.busy(1);
    drop(client);
    assert_stopped(server, "a stream with more behind");

    // In the queue.
    let mut clients: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for client in &mut clients {
        client.send("/ask", &[], LONG);
    }
    server.busy(2);
    drop(clients);
    assert_stopped(server, "a queue");
    server.wait(|handle| handle.connections() <= 1);
    assert_eq!(whole.ask(count).json()["count"], json!("1"));
}

fn assert_stopped(server: &Running, what: &str) {
    let time = server.idle();
    assert!(time < STOPPED, "{what} stopped after {time:?}");
}

#[test]
fn nothing_stays_of_clients_that_leave() {
    let list = long_list();
    let server = Running::start();
    // Once to warm up: allocators keep what they have.
    leave(&server, &list);
    let before = memory();
    for _ in 0..5 {
        leave(&server, &list);
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 16 << 10, "{grown} kB more than before");
    // The test and the server; threads without work wait half a second for some.
    server.wait(|handle| handle.connections() == 0);
    let mut left = usize::MAX;
    for _ in 0..100 {
        left = threads();
        if left <= 3 {
            break;
        }
        thread::sleep(Duration::from_millis(50));
    }
    assert!(left <= 3, "{left} threads: the runner, the test and the server are three");
}
