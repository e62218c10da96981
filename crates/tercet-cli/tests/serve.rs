//! `tercet serve`: its address, its output, and its end.

#![cfg(all(unix, feature = "web"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use crate::common::{command, refused, signal, tercet};

/// A running server, with the line that it printed.
struct Serving(Child, String);

impl Serving {
    fn start(line: &str) -> Self {
        let mut serve = command(line.split_whitespace());
        let mut child = serve.stdout(Stdio::piped()).spawn().expect("tercet starts");
        let mut printed = String::new();
        let output = child.stdout.take().expect("its output is a pipe");
        BufReader::new(output).read_line(&mut printed).expect("it prints text");
        Self(child, printed)
    }

    /// The address in the printed line.
    fn url(&self) -> &str {
        self.1.split_whitespace().find(|word| word.starts_with("http://")).expect("an address")
    }

    /// Sends Ctrl-C. Returns the status.
    fn end(mut self) -> Option<i32> {
        signal(&self.0, "-INT");
        self.0.wait().expect("it ends").code()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // This fails if the server has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn it_answers_until_ctrl_c() {
    let serving = Serving::start("serve --port 0");
    let host = serving.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let question = r#"{"ask": "count", "board": "00 01 02"}"#;
    let mut stream = TcpStream::connect(&*host).unwrap();
    write!(
        stream,
        "POST /ask HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{question}",
        question.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(r#""count":"1""#), "{answer}");
    assert_eq!(serving.end(), Some(0));
}

#[test]
fn other_machines_need_the_token() {
    let serving = Serving::start("serve --port 0 --listen 0.0.0.0");
    let (_, token) = serving.url().split_once("/#token=").expect("a token");
    assert_eq!(token.len(), 32, "{token}");
    assert!(token.bytes().all(|digit| digit.is_ascii_hexdigit()), "{token}");
}

#[test]
fn a_port_that_is_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let says = format!("port {port} is in use: choose another one with --port N");
    refused(&tercet(&format!("serve --port {port}")), &[&says]);
}
