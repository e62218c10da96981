//! The trait of questions, what leaves them, and all questions as one request and one answer.

use std::io;
use std::ops::ControlFlow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tercet::data::json::{self, JsonError};
use tercet::file::PartialDeck;

use crate::Bounded;
use crate::board::whole_deck;
use crate::cost;
use crate::lines::ERROR;
use crate::{Answer, Code, Cost, Error, List, Means, Reason, Request, Session, Status};

/// A question: its fields are its parameters, each with its default.
pub trait Question: Bounded + Entry + Serialize + DeserializeOwned {
    /// Its answer.
    type Answer: Answered + Serialize + DeserializeOwned;

    /// The most cards of its board that a server takes.
    const MOST_CARDS: usize = cost::BOARD;
    /// The most bytes that a server grants to it.
    const MOST_BYTES: usize = cost::MEMORY;
    /// Whether it is usually quick, about a small board if it is about one.
    const IS_QUICK: bool = false;

    /// Works on the question until it is answered, or the session is cancelled.
    ///
    /// # Errors
    ///
    /// [`Error`], for people and for programs. If a limit ended the work and nothing is known, its
    /// code [is a stop](crate::Code::is_stop).
    fn ask(&self, session: &Session) -> Result<Self::Answer, Error>;

    /// The cost of the question on a server, after cutting it to the server's means.
    ///
    /// # Errors
    ///
    /// [`Code::OutOfRange`] if it is too large; [`Code::MethodUnable`] and [`Code::Forbidden`] if
    /// it would start a program or read a file; and the errors of its board.
    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        cost::of(self, means)
    }
}

/// A question that hands out items before its answer, as soon as they are known.
pub trait Streamed: Question + 'static {
    /// An item.
    type Item<'a>;

    /// Works on the question as [`ask`](Question::ask), and hands out its items. The answer does not
    /// repeat what was handed out, except the sets of a game.
    ///
    /// # Errors
    ///
    /// As [`ask`](Question::ask).
    fn ask_into(&self, session: &Session, sink: &mut Sink<'_, Self>)
    -> Result<Self::Answer, Error>;
}

/// Takes the items of a question, in order, on the thread that asks. It may wait for room, but not
/// longer than the limit of the work, and breaks off if no more items are wanted. The question then
/// ends soon: a list with the sets so far, exact cover problems as after the last one, and others as
/// if they were interrupted.
pub type Sink<'s, Q> = dyn FnMut(<Q as Streamed>::Item<'_>) -> ControlFlow<()> + 's;

/// The answer to a question.
pub trait Answered {
    /// How the question ended; by default it was answered.
    fn status(&self) -> Status {
        Status::Yes
    }

    /// Why the work ended without an answer, if it did.
    fn reason(&self) -> Option<&Reason> {
        None
    }
}

/// An answer with an [`Ending`](crate::Ending), as this field.
macro_rules! answered {
    ($answer:ident by $ending:ident) => {
        impl Answered for $answer {
            fn status(&self) -> Status {
                self.$ending.status()
            }

            fn reason(&self) -> Option<&crate::Reason> {
                self.$ending.reason()
            }
        }
    };
}

/// Makes what all questions have in common from their table, which stands in `lib.rs`.
macro_rules! questions {
    ($(#[$on:meta] { $($name:ident: $ask:literal => $schema:literal,)* })*) => {
        $($(
            #[$on]
            impl crate::Entry for crate::$name {
                const NAME: &'static str = $ask;
                const SCHEMA: &'static str = $schema;

                fn write(
                    answer: &<Self as Question>::Answer,
                    head: Head<'_>,
                    text: &mut Vec<u8>,
                ) {
                    head.write(Self::SCHEMA, answer, text);
                }
            }
        )*)*

        /// A request: the question that `ask` names, with its fields.
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "ask")]
        pub enum Request {
            $($(
                #[$on]
                #[doc = concat!("See [`", stringify!($name), "`](crate::", stringify!($name), ").")]
                #[serde(rename = $ask)]
                $name(crate::$name),
            )*)*
        }

        /// An answer, with the name and version of its form as `schema`.
        #[derive(Clone, PartialEq, Debug, serde::Deserialize)]
        #[serde(tag = "schema")]
        pub enum Answer {
            $($(
                #[$on]
                #[doc = concat!("To [`", stringify!($name), "`](crate::", stringify!($name), ").")]
                #[serde(rename = $schema)]
                $name(<crate::$name as Question>::Answer),
            )*)*
        }

        impl Request {
            /// The names of all questions.
            pub const NAMES: &'static [&'static str] = &[$($(#[$on] $ask,)*)*];

            /// The request with these fields; `ask` names the question.
            ///
            /// # Errors
            ///
            /// [`Code::Request`], with the path of the field that is wrong.
            pub(crate) fn read(
                mut fields: serde_json::Map<String, serde_json::Value>,
            ) -> Result<Self, crate::Error> {
                let name = fields.remove("ask");
                match name.as_ref().and_then(serde_json::Value::as_str) {
                    $($(#[$on] Some($ask) => crate::question::fields_of(fields).map(Self::$name),)*)*
                    _ => Err(crate::question::no_such_question(name.as_ref(), Self::NAMES)),
                }
            }

            /// The cost of the question on a server, as [`Question::cost`].
            ///
            /// # Errors
            ///
            /// As [`Question::cost`].
            pub fn cost(&mut self, means: Means) -> Result<Cost, Error> {
                match self {
                    $($(#[$on] Self::$name(question) => question.cost(means),)*)*
                }
            }

            /// Works on the question, as [`Question::ask`].
            ///
            /// # Errors
            ///
            /// As [`Question::ask`].
            pub fn ask(&self, session: &Session) -> Result<Answer, Error> {
                match self {
                    $($(#[$on] Self::$name(question) => question.ask(session).map(Answer::$name),)*)*
                }
            }
        }

        impl Answer {
            /// Appends the answer as JSON, under its schema.
            pub fn write(&self, head: Head<'_>, text: &mut Vec<u8>) {
                match self {
                    $($(#[$on] Self::$name(answer) => crate::$name::write(answer, head, text),)*)*
                }
            }

            /// How the question ended.
            pub fn status(&self) -> Status {
                match self {
                    $($(#[$on] Self::$name(answer) => answer.status(),)*)*
                }
            }
        }

        /// The forms of all questions.
        #[cfg(all(feature = "native", feature = "schemars"))]
        pub(crate) const FORMS: &[crate::schema::Form] =
            &[$($(#[$on] crate::schema::form::<crate::$name>,)*)*];
    };
}

impl Request {
    /// Works on the question as [`Request::ask`], for a reader of lines: the sets of a list go to
    /// the sink, and everything else is in the answer.
    ///
    /// # Errors
    ///
    /// As [`Question::ask`].
    pub fn ask_in_lines(
        &self,
        session: &Session,
        sink: &mut Sink<'_, List>,
    ) -> Result<Answer, Error> {
        match self {
            Self::List(list) => list.ask_into(session, sink).map(Answer::List),
            other => other.ask(session),
        }
    }
}

/// A question from its fields.
pub(crate) fn fields_of<Q: Question>(fields: Map<String, Value>) -> Result<Q, Error> {
    let fields = Value::Object(fields);
    let has_deck = || json::from_value::<Q>(&json!({ "deck": {} })).is_ok();
    json::from_value(&fields).map_err(|error| refused(error, &fields, &has_deck))
}

/// The error of fields; a deck that does not exist has a code of its own.
fn refused(error: JsonError, fields: &Value, has_deck: &dyn Fn() -> bool) -> Error {
    if error.path == "deck"
        && has_deck()
        && let Ok(deck) = PartialDeck::deserialize(&fields["deck"])
        && let Err(error) = whole_deck(deck)
    {
        return error.into();
    }
    error.into()
}

/// The error of a missing or unknown name of a question.
pub(crate) fn no_such_question(name: Option<&Value>, names: &[&str]) -> Error {
    let message = match name {
        Some(Value::String(name)) => format!("no question is called '{name}'"),
        Some(_) => "the name of a question is a text".into(),
        None => "a request names its question: {\"ask\": \"find\"}".into(),
    };
    let error = Error::new(Code::Request, message).of_field("ask").with("questions", names);
    match name.and_then(Value::as_str) {
        Some(name) => error.about(name),
        None => error,
    }
}

/// The entry of a question in the table.
pub trait Entry {
    /// Its name in requests.
    const NAME: &'static str;
    /// The name and version of its answer, as `schema` in JSON.
    const SCHEMA: &'static str;

    /// Appends an answer as JSON, under its schema.
    fn write(answer: &<Self as Question>::Answer, head: Head<'_>, text: &mut Vec<u8>)
    where
        Self: Question;
}

/// The fields of an answer in JSON that are not of the question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Head<'a> {
    /// The `id` of the request.
    pub id: Option<&'a Value>,
    /// The file that the answer is about, if it is one of several.
    pub file: Option<&'a str>,
}

/// An answer or an error with its head.
#[derive(Serialize)]
struct Tagged<'a, A> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(flatten)]
    answer: &'a A,
}

impl Head<'_> {
    /// Appends an answer as JSON. The table calls it for each question, so that the code that
    /// writes an answer is compiled once.
    pub(crate) fn write<A: Serialize>(self, schema: &'static str, answer: &A, text: &mut Vec<u8>) {
        let tagged = Tagged { id: self.id, schema, file: self.file, answer };
        serde_json::to_writer(Line(text), &tagged).expect("an answer is JSON, and memory takes it");
    }
}

/// The end of a text. JSON is mostly written byte by byte, and this crate is compiled for size. The writer that
/// [`Vec`] is takes a tenth of the time of a small board longer then.
struct Line<'a>(&'a mut Vec<u8>);

impl io::Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match bytes {
            &[byte] => self.0.push(byte),
            _ => self.0.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Error {
    /// Appends the error as JSON, under its schema.
    pub fn write(&self, head: Head<'_>, text: &mut Vec<u8>) {
        head.write(ERROR, self, text);
    }
}
