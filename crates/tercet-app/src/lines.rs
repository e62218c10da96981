//! Requests and answers as lines of JSON, so that every language can use all of Tercet without a
//! server.
//!
//! A line holds one [`Request`]. The answer is also one line: an [`Answer`], or an [`Error`] under
//! the schema `tercet.error/1`. A request may carry an `id`, which its answer repeats. Blank lines
//! are passed over, and so is a byte order mark before the first line. A request that is wrong gets
//! its error, and the next line is read.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};
use tercet::file::Place;

use crate::{Answer, Code, Error, Head, Progress, Request, Session, Status};

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
    let mut fields = match serde_json::from_slice(line) {
        Ok(Strict(Value::Object(fields))) => fields,
        Ok(_) => return (None, Err(error!(Request, "a request is a JSON object"))),
        Err(error) => return (None, Err(no_json(&error))),
    };
    (fields.remove("id"), Request::read(fields))
}

/// The message about a text that is not JSON.
const NO_JSON: &str =
    r#"this is not JSON: a request is an object, such as {"ask": "count", "board": "00 01 02"}"#;

/// The error of a text that is not JSON.
fn no_json(error: &serde_json::Error) -> Error {
    // Doubled names are the only error about data here.
    let message = if error.is_data() { error.to_string() } else { NO_JSON.into() };
    let message = message.split(" at line ").next().unwrap_or_default();
    let wrong = Error::new(Code::Request, message);
    let (line, column) = (error.line(), error.column());
    if line > 0 { wrong.at(Place { line, column: column.max(1) }) } else { wrong }
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

/// A JSON value without duplicate fields, of which [`Value`] would keep the last. Numbers such as
/// `1e3`, which JSON Schema counts among the integers, are integers.
pub(crate) struct Strict(pub(crate) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E>(self, it: bool) -> Result<Value, E> {
                Ok(it.into())
            }

            fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
                Ok(number.into())
            }

            fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
                Ok(number.into())
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
                // Up to here every whole number is exactly a double.
                const EXACT: f64 = (1_u64 << 53) as f64;
                if number.fract() == 0.0 && number.abs() < EXACT {
                    return Ok((number as i64).into());
                }
                Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("no number"))
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_string<E>(self, text: String) -> Result<Value, E> {
                Ok(text.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut all = Vec::new();
                while let Some(Strict(item)) = items.next_element()? {
                    all.push(item);
                }
                Ok(all.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
                let mut all = Map::new();
                while let Some((name, Strict(value))) = fields.next_entry::<String, _>()? {
                    if all.contains_key(&name) {
                        return Err(de::Error::custom(format_args!(
                            "the field '{name}' is given twice"
                        )));
                    }
                    all.insert(name, value);
                }
                Ok(all.into())
            }
        }
        deserializer.deserialize_any(Any).map(Self)
    }
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
