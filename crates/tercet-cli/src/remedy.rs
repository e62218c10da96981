//! The remedies for errors, in the terms of the command line, and the report of a failure.

use serde_json::Value;
use tercet::file::Place;
use tercet_app::{Code, Error};

use crate::outcome::{FAILURE, STOPPED, say};

/// Reports a failure in one line. Returns the exit status.
pub(crate) fn tell(error: &anyhow::Error) -> u8 {
    let Some(known) = error.chain().find_map(|cause| cause.downcast_ref::<Error>()) else {
        say!("{error:#}");
        return FAILURE;
    };
    if known.code.is_stop() {
        say(&with_remedy(&format!("stopped: {error:#} before an answer"), known));
        return STOPPED;
    }
    say(&with_remedy(&format!("{error:#}"), known));
    FAILURE
}

/// The error of a text from this source, prefixed with its place.
pub(crate) fn at_place(error: anyhow::Error, source: &str) -> anyhow::Error {
    let place = error.downcast_ref::<Error>().map(|error| error.place);
    match place {
        Some(Some(Place { line, column })) => error.context(format!("{source}:{line}:{column}")),
        Some(None) => error.context(source.to_owned()),
        None => error,
    }
}

/// The error, and its remedy.
pub(crate) fn with_remedy(what: &str, error: &Error) -> String {
    // The sentence already ends with a remedy, for which the command line has flags.
    let is_about_deck =
        matches!(error.code, Code::NotACard | Code::ValueOutOfRange | Code::CardWidth);
    if is_about_deck && what.contains("'deck V P'") {
        return format!("{what}, or with -v and -p");
    }
    remedy(error).map_or_else(|| what.into(), |remedy| format!("{what}: {remedy}"))
}

/// The remedy, if the sentence of the error does not contain one.
fn remedy(error: &Error) -> Option<String> {
    let list = |name: &str| -> Option<Vec<&str>> {
        error.data.get(name)?.as_array()?.iter().map(Value::as_str).collect()
    };
    let field = error.data.get("field").and_then(Value::as_str);
    Some(match error.code {
        Code::Conflict if field == Some("contestants") => {
            "name some with --methods or --peer".into()
        }
        Code::Conflict if field == Some("peers") => "give the file of one another name".into(),
        Code::MethodUnable if field == Some("methods") => "leave it out".into(),
        Code::MethodUnable if field == Some("to") => {
            "search again with 'tercet find --proof FILE --clauses'".into()
        }
        Code::NoSuchBoard => match &list("names")?[..] {
            [] => "leave --board out".into(),
            names => format!("choose one with --board {}", shortened(names)),
        },
        Code::HoldsSet => "remove one of them".into(),
        Code::NoSuchMethod => format!("choose one of {}", list("methods")?.join(", ")),
        Code::OutOfRange if field == Some("edge_count") => {
            "choose another number with --edges".into()
        }
        Code::OutOfRange if field == Some("points") => {
            "'tercet caps show --help' lists those that are".into()
        }
        Code::OutOfRange if field == Some("title") => "leave it out".into(),
        Code::OutOfRange if field == Some("deck") => "choose a smaller one with -v and -p".into(),
        Code::Effort => "ask for another board".into(),
        Code::NoSeed => "give --seed N".into(),
        Code::NotARecord => "'tercet game --output FILE' writes one".into(),
        Code::Request if field == Some("packed") => "'tercet pack --json' writes one".into(),
        Code::NotAPart if error.data.contains_key("version") => {
            "do its work again with this version".into()
        }
        Code::NotAPart => "name a file that a command wrote with --part or --checkpoint".into(),
        Code::Damaged if field == Some("steps") => {
            "remove both files, and do the part again".into()
        }
        Code::Damaged => "use a copy of it, or remove it and do its work again".into(),
        _ => return None,
    })
}

/// Names in a row; the middle of a long list is left out.
fn shortened(names: &[&str]) -> String {
    match names {
        [first, second, .., last] if names.len() > 12 => format!("{first}, {second}, … {last}"),
        _ => names.join(", "),
    }
}
