//! Reading the answer of a solver.
//!
//! An answer is `sat` with values of the `k_i_j`, or `unsat`. Values have the format of
//! `get-value`, `((k_1_1 0) …)`, or of `get-model`, `((define-fun k_1_1 () Int 0) …)`; integers in
//! digits, bit-vectors as `#b01`, `#x1` or `(_ bv1 2)`. All other text is ignored, such as the
//! error that solvers report if they are asked for a model after `unsat`; but a second,
//! contradictory answer or value is an error.

use tercet::{Board, Card, Deck};
use thiserror::Error;

use super::formula::name;
use super::talk::Tokens;
use crate::process::quote;

/// Why an answer cannot be read; as a phrase that follows the name of the solver.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// The text contains no answer.
    #[error("gives no answer")]
    NoAnswer,
    /// The solver did not decide the question.
    #[error("says '{0}', so it gave up")]
    Unknown(String),
    /// The solver rejects its input.
    #[error("reports an error: {0}")]
    Refusal(String),
    /// Another word in place of `sat` or `unsat`.
    #[error("says '{0}' instead of 'sat' or 'unsat'")]
    Nonsense(String),
    /// Two different answers.
    #[error("contradicts itself: first it says '{0}', then '{1}'")]
    TwoAnswers(String, String),
    /// It says `unsat`, and gives this variable a value.
    #[error("contradicts itself: it says 'unsat', and gives {0} a value")]
    ValueOfNone(String),
    /// A variable has two values.
    #[error("contradicts itself: it gives {name} the value {first}, then {second}")]
    TwoValues {
        /// The variable.
        name: String,
        /// The first value.
        first: usize,
        /// The second value.
        second: usize,
    },
    /// A variable, `k_i_j`, has no value.
    #[error("gives no value of {0} (k_i_j is the value of property j in slot i)")]
    NoValue(String),
    /// A variable has a value that no card of the deck shows.
    #[error("gives {name} the value '{value}', which no card of {deck} shows")]
    Value {
        /// The variable.
        name: String,
        /// The value in the text.
        value: String,
        /// The deck of the board.
        deck: Deck,
    },
    /// A slot holds a card that is not on the board.
    #[error("claims a set with {card}, which is not on the board", card = .0.show(*.1))]
    Absent(Deck, Card),
    /// Two slots hold the same card.
    #[error("claims a set with {card} twice", card = .0.show(*.1))]
    Twice(Deck, Card),
}

/// Reads the output of a solver for the formulation of a board that [`smtlib`](super::smtlib)
/// writes: the ascending positions of the cards that it claims to be a set, or `None` if it claims
/// that there is no set.
///
/// It does not check that the cards are a set; [`Set::new`](tercet::Set::new) does that. Takes time
/// linear in the size of the text and of the board.
///
/// # Errors
///
/// [`ModelError`] if the text holds no answer, contradicts itself, or holds values that are not
/// those of v different cards of the board.
pub fn read_model(board: &Board, text: &str) -> Result<Option<Vec<usize>>, ModelError> {
    if !read_answer(text)? {
        let values = read_values(board.deck(), text)?;
        let p = board.deck().properties();
        return match values.iter().position(Option::is_some) {
            Some(i) => Err(ModelError::ValueOfNone(name(i / p, i % p))),
            None => Ok(None),
        };
    }
    let mut positions = read_slots(board, text)?;
    positions.sort_unstable();
    Ok(Some(positions))
}

/// The result of a solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Sat,
    Unsat,
    Unknown,
}

impl Said {
    fn new(word: &str) -> Option<Self> {
        match word {
            "sat" => Some(Self::Sat),
            "unsat" => Some(Self::Unsat),
            "unknown" | "timeout" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// Whether it says `sat` or `unsat`.
pub(super) fn read_answer(text: &str) -> Result<bool, ModelError> {
    let mut tokens = Tokens(text);
    loop {
        let word = tokens.next().ok_or(ModelError::NoAnswer)?;
        if let Some(said) = Said::new(word) {
            let contradicts = |&other: &&str| Said::new(other).is_some_and(|other| other != said);
            if let Some(other) = tokens.outside_brackets().find(contradicts) {
                return Err(ModelError::TwoAnswers(word.into(), other.into()));
            }
            return match said {
                Said::Sat => Ok(true),
                Said::Unsat => Ok(false),
                Said::Unknown => Err(ModelError::Unknown(word.into())),
            };
        }
        match word {
            // The reply of some solvers to every command.
            "success" => {}
            "(" if tokens.next() == Some("error") => {
                let what = tokens.next().unwrap_or_default();
                return Err(ModelError::Refusal(quote(what.trim_matches('"'))));
            }
            _ => return Err(ModelError::Nonsense(quote(text))),
        }
    }
}

/// The position of the card in each slot.
pub(super) fn read_slots(board: &Board, text: &str) -> Result<Vec<usize>, ModelError> {
    let deck = board.deck();
    let (v, p) = (deck.values(), deck.properties());
    let mut values = read_values(deck, text)?.into_iter();
    let mut positions = Vec::with_capacity(v);
    for slot in 0..v {
        let mut shown = Vec::with_capacity(p);
        for (property, value) in values.by_ref().take(p).enumerate() {
            shown.push(value.ok_or_else(|| ModelError::NoValue(name(slot, property)))?);
        }
        let card = deck.card_of(&shown).expect("all of the values were checked");
        let there = board.cards().iter().position(|&other| other == card);
        let position = there.ok_or(ModelError::Absent(deck, card))?;
        if positions.contains(&position) {
            return Err(ModelError::Twice(deck, card));
        }
        positions.push(position);
    }
    Ok(positions)
}

/// The values of all `k_i_j`, slot by slot, if they are given.
fn read_values(deck: Deck, text: &str) -> Result<Vec<Option<usize>>, ModelError> {
    let (v, p) = (deck.values(), deck.properties());
    let mut values = vec![None; v * p];
    let mut tokens = Tokens(text);
    let mut before = "";
    while let Some(token) = tokens.next() {
        if let Some((slot, property)) = variable(token, v, p) {
            // `(k_1_1 VALUE)` or `(define-fun k_1_1 () SORT VALUE)`.
            let value = match before {
                "(" => Some(tokens.expression()),
                "define-fun" => {
                    let _ = (tokens.expression(), tokens.expression());
                    Some(tokens.expression())
                }
                _ => None,
            };
            // Text that ends before the value gives none.
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let number = number(value).filter(|&number| number < v);
                let number = number.ok_or_else(|| ModelError::Value {
                    name: name(slot, property),
                    value: quote(value),
                    deck,
                })?;
                let before = values[slot * p + property].replace(number);
                if let Some(first) = before.filter(|&first| first != number) {
                    let name = name(slot, property);
                    return Err(ModelError::TwoValues { name, first, second: number });
                }
            }
        }
        before = token;
    }
    Ok(values)
}

/// The slot and the property of `k_i_j`, counted from 0.
fn variable(token: &str, v: usize, p: usize) -> Option<(usize, usize)> {
    let (slot, property) = token.strip_prefix("k_")?.split_once('_')?;
    let index = |digits: &str, most: usize| {
        let number: usize = digits.parse().ok()?;
        (1..=most).contains(&number).then(|| number - 1)
    };
    Some((index(slot, v)?, index(property, p)?))
}

fn number(value: &str) -> Option<usize> {
    let vector = value.strip_prefix("(_ bv").and_then(|rest| rest.split_whitespace().next());
    if let Some(bits) = value.strip_prefix("#b") {
        usize::from_str_radix(bits, 2).ok()
    } else if let Some(digits) = value.strip_prefix("#x") {
        usize::from_str_radix(digits, 16).ok()
    } else {
        vector.unwrap_or(value).parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        let deck = Deck::new(3, 2).unwrap();
        let cards = [[2, 0], [0, 1], [1, 2], [1, 1], [2, 2]];
        Board::new(deck, cards.map(|card| deck.card_of(&card).unwrap())).unwrap()
    }

    fn said(text: &str) -> String {
        read_model(&board(), text).unwrap_err().to_string()
    }

    /// Text truncated anywhere, also after a blank, is read to its end, and the answer does not
    /// change.
    #[test]
    fn a_model_that_breaks_off_is_said() {
        for text in [
            "sat\n)) ((k_1_1 0) (k_1_2 #b01)\n (k_2_1 (_ bv1 2)) (k_2_2 1) (k_3_1 |2) ",
            "sat (model ; (\n (define-fun k_1_1 () (_ BitVec 2) #b01) (define-fun k_1_2 () Int 1) ",
            "success (error \"no such thing\") \n",
        ] {
            for end in 0..=text.len() {
                said(&text[..end]);
            }
        }
        let deep = said(&"(".repeat(1 << 20));
        assert!(deep.starts_with("says '((("), "{deep}");
        for text in ["sat ((k_1_1 ", "sat)) (k_1_1\n", "sat (define-fun k_1_1 ", "sat (k_1_1 ; 0"] {
            assert!(said(text).starts_with("gives no value of k_1_1"), "{text}");
        }
    }
}
