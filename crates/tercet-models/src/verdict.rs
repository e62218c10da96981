//! Answers of different methods to the same question, and contradictions between them.

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
    pub fn contradicts(&self, other: &Self) -> bool {
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
/// [`Stop`] with both names and the board, if they contradict each other.
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
    let (who, deck) = (format!("{} and {}", one.0, other.0), board.deck());
    let cards = deck.show_all(board.cards());
    Err(Stop::failed(
        who,
        format!("contradict each other: {one_says}, {other_says}; the board of {deck}: {cards}"),
    ))
}
