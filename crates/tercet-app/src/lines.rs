//! Requests and answers as lines of JSON, so that every language has all of Tercet without a
//! server.
//!
//! A line holds one [`Request`]. The answer is one line, too: an [`Answer`], or an [`Error`] under
//! the schema `tercet.error/1`. A request may carry an `id`, which its answer repeats. Blank lines
//! are passed over. A request that is wrong gets its error, and the next line is read.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Answer, Code, Error, Request, Session, Status};

/// The name and version of an error in JSON.
pub const ERROR: &str = "tercet.error/1";

/// The most bytes of a line.
pub const LONGEST: u64 = 1 << 28;

/// The answer to a line, with the `id` of the request if it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reply {
    /// What the request is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The answer, or what is wrong.
    #[serde(flatten)]
    pub answer: Outcome,
}

/// An answer or an error.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// The question was worked on.
    Answer(Box<Answer>),
    /// It was not, or in vain.
    Error(Failed),
}

/// An error as a line has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failed {
    schema: &'static str,
    #[serde(flatten)]
    error: Error,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self { schema: ERROR, error }
    }
}

impl Outcome {
    /// How the question ended; an error that is no stop has no status.
    pub fn status(&self) -> Option<Status> {
        match self {
            Self::Answer(answer) => Some(answer.status()),
            Self::Error(Failed { error, .. }) => error.code.is_stop().then_some(Status::Stopped),
        }
    }
}

/// Answers one line.
pub fn answer(line: &[u8], session: &Session) -> Reply {
    let mut id = None;
    let answer = request(line, &mut id).and_then(|request| request.ask(session));
    let answer = match answer {
        Ok(answer) => Outcome::Answer(Box::new(answer)),
        Err(error) => Outcome::Error(error.into()),
    };
    Reply { id, answer }
}

/// The request of a line; its `id` is kept apart.
fn request(line: &[u8], id: &mut Option<Value>) -> Result<Request, Error> {
    let wrong = |error: serde_json::Error| {
        let mut wrong = Error::new(Code::Request, error.to_string());
        if error.line() > 0 {
            wrong.message = error.to_string().split(" at line ").next().unwrap_or("").into();
            let (line, column) = (error.line(), error.column());
            wrong.place = Some(crate::Place { line, column });
        }
        wrong
    };
    let mut fields: Map<String, Value> = serde_json::from_slice(line).map_err(wrong)?;
    *id = fields.remove("id");
    serde_json::from_value(Value::Object(fields)).map_err(wrong)
}

/// Answers line after line until the end of the input, or until the session is cancelled. Returns
/// whether every line had an answer: none was wrong, and no limit ended one.
///
/// # Errors
///
/// Those of reading and writing.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    session: &Session,
) -> io::Result<bool> {
    let mut all = true;
    let mut line = Vec::new();
    while !session.is_cancelled() {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let reply = if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            let error = Error::new(Code::Request, format!("a line is longer than {LONGEST} bytes"));
            input.skip_until(b'\n')?;
            Reply { id: None, answer: Outcome::Error(error.into()) }
        } else {
            answer(&line, session)
        };
        all &= matches!(reply.answer.status(), Some(Status::Yes | Status::No));
        serde_json::to_writer(&mut output, &reply).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(line: &str) -> Value {
        serde_json::to_value(answer(line.as_bytes(), &Session::new())).unwrap()
    }

    #[test]
    fn a_request_has_one_answer() {
        let found = reply(r#"{"id": 7, "ask": "find", "board": "00 01 02 10"}"#);
        assert_eq!(found["id"], 7);
        assert_eq!(found["schema"], "tercet.find/2");
        assert_eq!(found["sets"], serde_json::json!([["00", "01", "02"]]));
        assert_eq!(found["count"], "1");
    }

    #[test]
    fn wrong_requests_say_what_is_wrong() {
        for (line, code) in [
            ("", "request"),
            ("[]", "request"),
            ("{\"ask\": \"lunch\"}", "request"),
            ("{\"ask\": \"find\", \"bord\": \"00\"}", "request"),
            ("{\"ask\": \"find\", \"board\": \"00 01 00\"}", "card-twice"),
            ("{\"ask\": \"find\", \"board\": {\"cards\": [\"00\", \"03\"]}}", "value-out-of-range"),
            ("{\"ask\": \"find\", \"board\": \"\"}", "no-cards"),
        ] {
            let reply = reply(line);
            assert_eq!((&reply["schema"], &reply["code"]), (&ERROR.into(), &code.into()), "{line}");
        }
    }

    #[test]
    fn lines_are_answered_in_order() {
        let input =
            b"{\"ask\":\"count\",\"board\":\"00 01 02\"}\n\nx\n{\"ask\":\"find\",\"board\":\"0\"}";
        let mut output = Vec::new();
        assert!(!serve(&input[..], &mut output, &Session::new()).unwrap());
        let lines: Vec<Value> =
            output.split(|&b| b == b'\n').filter_map(|l| serde_json::from_slice(l).ok()).collect();
        let schemas: Vec<&str> = lines.iter().filter_map(|line| line["schema"].as_str()).collect();
        assert_eq!(schemas, ["tercet.count/2", ERROR, "tercet.find/2"]);
    }
}
