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

/// The place of an error in a text from this source, as far as it is known.
pub(crate) fn place(source: &str, error: &Error) -> String {
    match (error.place, error.data.get("line")) {
        (Some(Place { line, column }), _) => format!("{source}:{line}:{column}"),
        (None, Some(line)) => format!("{source}:{line}"),
        (None, None) => source.into(),
    }
}

/// The error of a text from this source, prefixed with its place.
pub(crate) fn at_place(error: anyhow::Error, source: &str) -> anyhow::Error {
    let place = error.downcast_ref::<Error>().map(|known| place(source, known));
    if let Some(place) = place { error.context(place) } else { error }
}

/// The error, and its remedy.
pub(crate) fn with_remedy(what: &str, error: &Error) -> String {
    let forms = error.data.get("forms").and_then(Value::as_str);
    corrected(what, error) + &forms.map(|forms| format!("; {forms}")).unwrap_or_default()
}

/// The error, and how to correct what it is about.
fn corrected(what: &str, error: &Error) -> String {
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
    let field = error.data.get("field").and_then(Value::as_str).unwrap_or_default();
    let remedy = match (error.code, field) {
        (Code::Conflict, "contestants") => "name some with --methods or --peer",
        (Code::Conflict, "peers") => "give the file of one another name",
        (Code::MethodUnable, "to") => "search again with 'tercet find --proof FILE --clauses'",
        (Code::NoSuchBoard, _) => match &list("names")?[..] {
            [] => "leave --board out",
            names => return Some(format!("choose one with --board {}", shortened(names))),
        },
        (Code::HoldsSet, _) => "remove one of them",
        (Code::NoSuchMethod, _) => {
            return Some(format!("choose one of {}", list("methods")?.join(", ")));
        }
        (Code::OutOfRange, "edge_count") => "choose another number with --edges",
        (Code::OutOfRange, "points") => "'tercet caps show --help' lists those that are",
        (Code::MethodUnable, "methods") | (Code::OutOfRange, "title") => "leave it out",
        (Code::OutOfRange, "deck") => "choose a smaller one with -v and -p",
        (Code::Effort, _) => "ask for another board",
        (Code::NoSeed, _) => "give --seed N",
        (Code::NotARecord, _) => "'tercet game --output FILE' writes one",
        (Code::Request, "packed") => "'tercet pack --json' writes one",
        (Code::NotAPart, _) if error.data.contains_key("version") => {
            "do its work again with this version"
        }
        (Code::NotAPart, _) => "name a file that a command wrote with --part or --checkpoint",
        (Code::Damaged, "steps") => "remove both files, and do the part again",
        (Code::Damaged, _) => "use a copy of it, or remove it and do its work again",
        _ => return None,
    };
    Some(remedy.into())
}

/// Names in a row; the middle of a long list is left out.
fn shortened(names: &[&str]) -> String {
    match names {
        [first, second, .., last] if names.len() > 12 => format!("{first}, {second}, … {last}"),
        _ => names.join(", "),
    }
}
