//! Requests and answers as lines of JSON, so that every language can use all of Tercet without a
//! server.
//!
//! A line holds one [`Request`]. The answer is also one line: an [`Answer`], or an [`Error`] under
//! the schema `tercet.error/1`. A request may carry an `id`, which its answer repeats. Blank lines
//! are passed over, and so is a byte order mark before the first line. A request that is wrong gets
//! its error, and the next line is read.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::Value;
use tercet::data::json;

use crate::{Answer, Error, Head, Progress, Request, Session, Status};

/// The name and version of an error in JSON.
pub const ERROR: &str = "tercet.error/1";

/// The most bytes of a line.
pub const LONGEST: u64 = 1 << 26;

/// The answer to a line, with the `id` of the request if it has one.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The `id` of the request.
    pub id: Option<Value>,
    /// The answer or the error.
    pub answer: Result<Answer, Error>,
}

/// A line before the answer, if the session has a listener.
#[derive(Debug, Serialize)]
#[serde(tag = "schema")]
pub enum Before<'a> {
    /// How far the work is.
    #[serde(rename = "tercet.progress/1")]
    Progress(&'a Progress),
    /// Some sets of a list, each as the positions of its cards.
    #[serde(rename = "tercet.sets/1")]
    Sets {
        /// The sets.
        positions: &'a [Vec<usize>],
    },
}

impl Before<'_> {
    /// The line as JSON, without a line feed.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers and texts are JSON")
    }
}

impl Reply {
    /// How the question ended; an error that is not a stop has no status.
    pub fn status(&self) -> Option<Status> {
        match &self.answer {
            Ok(answer) => Some(answer.status()),
            Err(error) => error.code.is_stop().then_some(Status::Stopped),
        }
    }

    /// The reply as JSON, without a line feed.
    pub fn to_json(&self) -> Vec<u8> {
        let (head, mut text) = (Head { id: self.id.as_ref(), file: None }, Vec::new());
        match &self.answer {
            Ok(answer) => answer.write(head, &mut text),
            Err(error) => error.write(head, &mut text),
        }
        text
    }
}

/// Answers one line.
pub fn answer(line: &[u8], session: &Session) -> Reply {
    let (id, request) = read(line);
    Reply { id, answer: request.and_then(|request| request.ask(session)) }
}

/// The request of a line, and its `id` if it has one.
pub fn read(line: &[u8]) -> (Option<Value>, Result<Request, Error>) {
    const EXAMPLE: &str =
        r#"a request is an object, such as {"ask": "count", "board": "00 01 02"}"#;
    match json::parse(line) {
        Ok(Value::Object(mut fields)) => (fields.remove("id"), Request::read(fields)),
        Ok(_) => (None, Err(error!(Request, "{EXAMPLE}"))),
        Err(error) if error.is_json => (None, Err(error.into())),
        Err(error) => {
            let message = format!("this is not JSON: {EXAMPLE}");
            (None, Err(Error { message, ..error.into() }))
        }
    }
}

/// Answers each line until the input ends or the session is cancelled. Returns whether every line
/// had an answer, without an error or a limit. `write` gets each answer as a line, and says whether more are
/// wanted. A line that is too long and holds a NUL is not text, and the last one: it may be endless.
///
/// # Errors
///
/// Errors of reading.
pub fn serve(
    mut input: impl BufRead,
    session: &Session,
    write: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<bool> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut all = true;
    let mut line = Vec::new();
    let mut is_first = true;
    while !session.is_cancelled() {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        // Some editors begin a text with a byte order mark.
        if std::mem::take(&mut is_first) && line.starts_with(MARK) {
            line.drain(..MARK.len());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let is_whole = (line.len() as u64) < LONGEST || line.last() == Some(&b'\n');
        let is_text = is_whole || !line.contains(&0);
        let reply = if is_whole {
            answer(&line, session)
        } else {
            let too_long = error!(Request, "a line is longer than {LONGEST} bytes");
            let no_text = || error!(NotText, "this is not text: a line has a NUL byte");
            Reply { id: None, answer: Err(if is_text { too_long } else { no_text() }) }
        };
        all &= matches!(reply.status(), Some(Status::Yes | Status::No));
        let mut text = reply.to_json();
        text.push(b'\n');
        if write(&text).is_break() || !is_text {
            break;
        }
        if !is_whole {
            skip_line(&mut input, session)?;
        }
    }
    Ok(all)
}

/// Skips the rest of a line, which may be endless.
fn skip_line(input: &mut impl BufRead, session: &Session) -> io::Result<()> {
    while !session.is_cancelled() {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let passed = end.map_or(buffer.len(), |end| end + 1);
        input.consume(passed);
        if end.is_some() || passed == 0 {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(line: &str) -> Value {
        serde_json::from_slice(&answer(line.as_bytes(), &Session::new()).to_json()).unwrap()
    }

    #[test]
    fn whole_numbers_may_be_written_as_json_allows() {
        let dealt = |seed: &str, cards: &str| {
            let deal = format!(r#"{{"ask": "deal", "seed": {seed}, "size": {cards}}}"#);
            reply(&deal)["cards"].clone()
        };
        assert_eq!(dealt("1e3", "3.0"), dealt("\"1000\"", "3"));
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_passed_over() {
        let input = &b"\xef\xbb\xbf{\"ask\": \"methods\"}\n"[..];
        let write = &mut |_: &[u8]| ControlFlow::Continue(());
        assert!(serve(input, &Session::new(), write).unwrap());
    }

    #[test]
    fn a_line_without_an_end_is_answered_and_passed_over() {
        let cancelled = Session::new();
        cancelled.cancel();
        let mut endless = io::BufReader::new(io::repeat(b'x'));
        skip_line(&mut endless, &cancelled).unwrap();
        let mut rest = &b"xxx\nyes"[..];
        skip_line(&mut rest, &Session::new()).unwrap();
        assert_eq!(rest, b"yes");
    }

    #[test]
    fn a_reader_that_closes_learns_the_status_all_the_same() {
        let closed = &mut |_: &[u8]| ControlFlow::Break(());
        assert!(!serve(&b"x\n"[..], &Session::new(), closed).unwrap());
        assert!(serve(&b"{\"ask\": \"methods\"}\n"[..], &Session::new(), closed).unwrap());
    }

    #[test]
    fn requests_that_are_not_text_end() {
        let (mut said, endless) = (String::new(), io::BufReader::new(io::repeat(0)));
        let all = serve(endless, &Session::new(), &mut |line| {
            said += str::from_utf8(line).unwrap();
            ControlFlow::Continue(())
        });
        assert!(!all.unwrap() && said.lines().count() == 1, "{said}");
        assert!(said.contains("not text"), "{said}");
    }
}
