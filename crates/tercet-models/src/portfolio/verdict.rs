//! The answer of a member, its verification, and contradictions between members.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};

use tercet::Board;
use tercet::notation::Notation;
use tercet::set::is_set;
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
    /// Verifies the answer as far as possible: that a set is a set, of cards of the board.
    ///
    /// # Errors
    ///
    /// [`Stop`] with the name of the method.
    pub(crate) fn checked(self, name: &str, board: &Board) -> Result<Self, Stop> {
        if let Self::Find(Some(found)) = &self {
            let positions = &**found;
            if positions.last().is_some_and(|&last| last >= board.len()) {
                let n = board.len();
                let what = format!("claims a set at {positions:?} of a board of {n} cards");
                return Err(Stop::failed(name, what));
            }
            let cards = board.at(positions);
            if !is_set(board.deck(), &cards) {
                let cards = board.deck().show_all(&cards);
                return Err(Stop::failed(
                    name,
                    format!("claims that {cards} is a set of the board"),
                ));
            }
        }
        Ok(self)
    }

    /// Whether two answers about one board cannot both be true. Two different sets can.
    fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Find(one), Self::Find(other)) => one.is_some() != other.is_some(),
            (Self::Count(one), Self::Count(other)) => one != other,
            _ => false,
        }
    }

    /// The answer to the question for a set.
    pub(crate) fn found(self) -> Option<Found> {
        match self {
            Self::Find(found) => found,
            other @ Self::Count(_) => unreachable!("{other:?} names no set"),
        }
    }

    /// The answer to the question for the number of sets.
    pub(super) fn number(self) -> u128 {
        match self {
            Self::Count(number) => number,
            other @ Self::Find(_) => unreachable!("{other:?} is no number"),
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
    let [one_says, other_says] = [one, other].map(|(name, verdict)| {
        let words = verdict.words(board);
        format!("{name} {words}")
    });
    let cards = cards(board);
    let text = format!("# {one_says}\n# {other_says}\n{}\n", cards.join("\n"));
    let place = match save(&text) {
        Ok(file) => format!("the board is saved in {file}"),
        Err(error) => format!("the board cannot be saved ({error}): {}", cards.join(" ")),
    };
    let who = format!("{} and {}", one.0, other.0);
    Err(Stop::failed(who, format!("contradict each other: {one_says}, {other_says}; {place}")))
}

/// The board as the lines of a board file.
fn cards(board: &Board) -> Vec<String> {
    const ROW: usize = 10;
    let deck = board.deck();
    let notation = Notation::for_deck(deck);
    let mut lines = vec![format!("deck {} {}", deck.values(), deck.properties())];
    lines.extend(board.cards().chunks(ROW).map(|row| {
        let cards = row.iter().map(|&card| notation.write(deck, card));
        cards.collect::<Vec<_>>().join(" ")
    }));
    lines
}

/// Writes a text to a new file in the current directory, and returns its name.
fn save(text: &str) -> io::Result<String> {
    let mut name = String::new();
    for number in 1_u32.. {
        name.clear();
        let _ = write!(name, "tercet-contradiction-{number}.txt");
        match File::create_new(&name) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                break;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Ok(name)
}
