//! A server on a port of its own, and a minimal HTTP client.

#![allow(dead_code, reason = "no test uses everything")]

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::num::NonZeroUsize;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;
use tercet_testkit::wait::{HANG, wait_until};
use tercet_web::{Handle, Options, Server};

/// A question with the answer 1.
pub(crate) const COUNT: &str = r#"{"ask": "count", "board": "00 01 02"}"#;

/// The time that [`LONG`] and [`long_list`] take unless they are stopped, the most that the server gives.
pub(crate) const LASTS: Duration = Duration::from_secs(60);

/// A question that takes a minute.
pub(crate) const LONG: &str =
    r#"{"ask": "simulate", "games": "1000000000000", "timeout": 60, "seed": 1}"#;

/// A list that takes a minute: 117 million sets of the deck (3,9).
pub(crate) fn long_list() -> String {
    let digits = |mut card: usize| -> String {
        (0..9).map(|_| (card % 3, card /= 3).0.to_string()).collect()
    };
    let cards: Vec<String> = (0..19_683).map(digits).collect();
    format!(r#"{{"ask": "list", "search": {{"timeout": 60}}, "board": "{}"}}"#, cards.join(" "))
}

/// A server at work.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) handle: Handle,
    pub(crate) url: String,
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl Running {
    /// A server for this machine alone, with two searches at once.
    pub(crate) fn start() -> Self {
        Self::with(Options::default())
    }

    /// A server at this address.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self::with(Options { address, ..Options::default() })
    }

    /// A server that waits for ever for silent connections.
    pub(crate) fn patient() -> Self {
        Self::with(Options { idle: Duration::from_secs(1 << 20), ..Options::default() })
    }

    fn with(options: Options) -> Self {
        let options = Options { port: 0, threads: NonZeroUsize::new(2), ..options };
        let server = Server::bind(&options).unwrap();
        let (address, handle, url) = (server.address(), server.handle(), server.url());
        let thread = Some(thread::spawn(move || server.run()));
        Self { address, handle, url, thread }
    }

    pub(crate) fn connect(&self) -> Client {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.address.port()));
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(HANG)).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { host: address.to_string(), stream: BufReader::new(stream) }
    }

    /// Asks over a connection of its own.
    pub(crate) fn ask(&self, request: &str) -> Response {
        self.connect().ask(request)
    }

    /// Checks that the server still answers correctly.
    pub(crate) fn assert_well(&self) {
        let answer = self.ask(COUNT);
        assert_eq!((answer.status, &answer.json()["count"]), (200, &Value::from("1")));
    }

    /// Waits until nothing is at work.
    pub(crate) fn idle(&self) {
        self.wait(|handle| handle.at_work() == 0);
    }

    /// Waits until nothing is at work, and checks that the work was stopped: questions that were asked
    /// after `begin` have not ended by themselves.
    pub(crate) fn stopped(&self, begin: Instant, what: &str) {
        self.idle();
        assert!(begin.elapsed() < LASTS, "{what} goes on");
    }

    /// Waits until this many questions are at work.
    pub(crate) fn busy(&self, questions: usize) {
        self.wait(|handle| handle.at_work() == questions);
    }

    pub(crate) fn wait(&self, mut is_so: impl FnMut(&Handle) -> bool) {
        wait_until(
            || is_so(&self.handle),
            || format!("{} at work, {} open", self.handle.at_work(), self.handle.connections()),
        );
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handle.stop();
        let ended = self.thread.take().expect("it runs until now").join();
        if !thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

/// A connection to a server.
pub(crate) struct Client {
    host: String,
    pub(crate) stream: BufReader<TcpStream>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The headers, in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The status and the code of an error.
    pub(crate) fn refusal(&self) -> (u16, String) {
        let error = self.json();
        assert_eq!(error["schema"], "tercet.error/1", "{error}");
        (self.status, error["code"].as_str().unwrap().into())
    }

    /// The lines of a stream.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.body.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
    }
}

impl Client {
    /// The head of a request with the usual host, and these headers.
    pub(crate) fn head(&self, start: &str, headers: &[(&str, &str)]) -> String {
        let names_host = headers.iter().any(|(name, _)| *name == "host");
        let host = (!names_host).then_some(("host", &*self.host));
        let line = |(name, value): (&str, &str)| format!("{name}: {value}\r\n");
        let lines: String = host.into_iter().chain(headers.iter().copied()).map(line).collect();
        format!("{start} HTTP/1.1\r\n{lines}\r\n")
    }

    /// Sends the head of a request.
    pub(crate) fn begin(&mut self, start: &str, headers: &[(&str, &str)]) {
        let head = self.head(start, headers);
        self.write(head);
    }

    pub(crate) fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    pub(crate) fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> Response {
        self.begin(&format!("GET {path}"), headers);
        self.read()
    }

    /// Sends JSON.
    pub(crate) fn post(&mut self, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        self.send(path, headers, body);
        self.read()
    }

    pub(crate) fn send(&mut self, path: &str, headers: &[(&str, &str)], body: &str) {
        let length = body.len().to_string();
        let mut all = vec![("content-length", &*length)];
        if !headers.iter().any(|(name, _)| *name == "content-type") {
            all.push(("content-type", "application/json"));
        }
        all.extend(headers);
        let head = self.head(&format!("POST {path}"), &all);
        self.write(head + body);
    }

    pub(crate) fn ask(&mut self, request: &str) -> Response {
        self.post("/ask", &[], request)
    }

    /// Asks for lines, without reading them.
    pub(crate) fn stream(&mut self, request: &str) {
        self.send("/ask", &[("accept", "application/x-ndjson")], request);
    }

    /// Whether the server has begun to answer.
    pub(crate) fn has_answer(&self) -> bool {
        let stream = self.stream.get_ref();
        stream.set_nonblocking(true).unwrap();
        let arrived = stream.peek(&mut [0]).is_ok_and(|bytes| bytes > 0);
        stream.set_nonblocking(false).unwrap();
        arrived
    }

    /// Reads a response.
    pub(crate) fn read(&mut self) -> Response {
        let status = self.line().unwrap();
        let status = status.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.expect("a line with a status");
        let mut headers = Vec::new();
        loop {
            let line = self.line().unwrap();
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut response = Response { status, headers, body: Vec::new() };
        if let Some(length) = response.header("content-length") {
            response.body = vec![0; length.parse().unwrap()];
            if !matches!(status, 204 | 304) {
                self.stream.read_exact(&mut response.body).unwrap();
            }
        } else if response.header("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk().unwrap() {
                response.body.extend(chunk);
            }
        }
        response
    }

    /// A chunk of a stream, or `None` at its end.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let length = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; length];
        self.stream.read_exact(&mut chunk)?;
        self.line()?;
        Ok((length > 0).then_some(chunk))
    }

    /// A line without its end.
    pub(crate) fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        line.truncate(line.trim_end_matches(['\r', '\n']).len());
        Ok(line)
    }

    /// Waits until the server closes the connection, and discards the data before that.
    pub(crate) fn until_closed(&mut self) {
        match self.stream.read_to_end(&mut Vec::new()) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("it stays open"),
            _ => {}
        }
    }
}
