//! What to do about an error of the application, in the words of the command line.

use tercet_app::{Code, Error};

/// A remedy that names the options of the command line, by the code of the error.
fn remedy(error: &Error) -> Option<&'static str> {
    Some(match error.code {
        Code::NoSeed => "give --seed N",
        Code::NotARecord => "'tercet play --log FILE' writes one",
        Code::NotACheckpoint => "name a file that 'tercet simulate' wrote with --output",
        Code::Damaged => "use a copy of it, or remove it and play the games again",
        Code::Unfinished => "finish it first, with the command that began it",
        _ => return None,
    })
}

/// An error as the command line reports it: with its context, and the remedy if there is one.
pub(crate) fn explained(error: &anyhow::Error) -> String {
    let remedy = error.downcast_ref::<Error>().and_then(remedy);
    remedy.map_or_else(|| format!("{error:#}"), |remedy| format!("{error:#}: {remedy}"))
}
