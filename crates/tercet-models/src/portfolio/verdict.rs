//! What a member says, whether it is true, and whether two members contradict each other.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};

use tercet::notation::Notation;
use tercet::solver::{Answer, Stop};
use tercet::{Board, Set};

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Here is a set.
    Set(Set),
    /// There is none.
    NoSet,
    /// So many sets there are.
    Number(u128),
}

impl Verdict {
    /// What a search found out.
    ///
    /// # Errors
    ///
    /// The reason where it stopped.
    pub fn of(answer: Answer) -> Result<Self, Stop> {
        match answer {
            Answer::Found(set) => Ok(Self::Set(set)),
            Answer::None => Ok(Self::NoSet),
            Answer::Stopped(stop) => Err(stop),
        }
    }

    /// The same, after all was checked that can be: that a set is one, of cards of the board.
    ///
    /// # Errors
    ///
    /// [`Stop::Failed`], with the name of the method that said so.
    pub fn checked(self, name: &str, board: &Board) -> Result<Self, Stop> {
        if let Self::Set(set) = &self {
            let cards = set.cards();
            let there = cards.iter().all(|&card| board.contains(card));
            if !there || Set::new(board.deck(), cards).is_err() {
                let cards = board.deck().show_all(cards);
                return Err(Stop::failed(
                    name,
                    format!("claims that {cards} is a set of the board"),
                ));
            }
        }
        Ok(self)
    }

    /// Whether not both can be true of one board. Any set will do.
    fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Set(_), Self::NoSet) | (Self::NoSet, Self::Set(_)) => true,
            (Self::Number(one), Self::Number(other)) => one != other,
            _ => false,
        }
    }

    /// The answer to "how many".
    pub(super) fn number(self) -> u128 {
        match self {
            Self::Number(number) => number,
            other => unreachable!("{other:?} does not say how many"),
        }
    }

    /// The answer in words.
    fn words(&self, board: &Board) -> String {
        match self {
            Self::Set(set) => format!("finds {}", board.deck().show_all(set.cards())),
            Self::NoSet => "finds no set".into(),
            Self::Number(number) => format!("counts {number}"),
        }
    }
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Set(set) => Self::Found(set),
            Verdict::NoSet => Self::None,
            other @ Verdict::Number(_) => unreachable!("{other:?} is no set"),
        }
    }
}

/// What becomes of two verdicts, each with the name of its method, about one board.
///
/// # Errors
///
/// [`Stop::Failed`], with both names, where they contradict each other. The board is saved then.
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

/// Writes a text to a file of the current directory that was not there, and returns its name.
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
