//! Answers of different methods to the same question, and contradictions between them.

use std::fs::File;
use std::io::{self, ErrorKind, Write};

use tercet::Board;
use tercet::solver::{Found, Stop};

/// The answer to a question about a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A set, or that there is no set.
    Find(Option<Found>),
    /// The number of sets.
    Count(u128),
}

impl Verdict {
    /// Whether two answers about one board cannot both be true. Two different sets can.
    fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Find(one), Self::Find(other)) => one.is_some() != other.is_some(),
            (Self::Count(one), Self::Count(other)) => one != other,
            _ => false,
        }
    }

    /// The answer as a phrase that follows a name.
    fn words(&self, board: &Board) -> String {
        match self {
            Self::Find(Some(found)) => {
                format!("finds {}", board.deck().show_all(&board.at(found)))
            }
            Self::Find(None) => "finds no set".into(),
            Self::Count(number) => format!("counts {number}"),
        }
    }
}

/// Checks that two answers about one board, each with the name of its method, are compatible.
///
/// # Errors
///
/// [`Stop`] with both names, if they contradict each other. The board is then saved.
pub fn contradiction(
    one: (&str, &Verdict),
    other: (&str, &Verdict),
    board: &Board,
) -> Result<(), Stop> {
    if !one.1.contradicts(other.1) {
        return Ok(());
    }
    let [one_says, other_says] =
        [one, other].map(|(name, verdict)| format!("{name} {}", verdict.words(board)));
    let (deck, cards) = (board.deck(), board.deck().show_all(board.cards()));
    let cards = format!("deck {} {}\n{cards}", deck.values(), deck.properties());
    let text = format!("# {one_says}\n# {other_says}\n{cards}\n");
    let place = match save(&text) {
        Ok(file) => format!("the board is saved in {file}"),
        Err(error) => format!("the board cannot be saved ({error}): {cards}").replace('\n', " "),
    };
    let who = format!("{} and {}", one.0, other.0);
    Err(Stop::failed(who, format!("contradict each other: {one_says}, {other_says}; {place}")))
}

/// Writes a text to a new file in the current directory, and returns its name.
fn save(text: &str) -> io::Result<String> {
    for number in 1_u32.. {
        let name = format!("tercet-contradiction-{number}.txt");
        match File::create_new(&name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            file => return file?.write_all(text.as_bytes()).map(|()| name),
        }
    }
    unreachable!("some number is free")
}
