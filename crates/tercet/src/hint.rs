//! Hints: a set of the board, revealed card by card.
//!
//! Stage 0 says whether the board holds a set, and the number of sets where counting is quick. Each
//! further stage shows one more card of one set, until the whole set is shown, and says what the
//! shown cards still need. A hint contains nothing that its stage does not show, so it can be sent
//! to a player.
//!
//! The set is the one that differs in the fewest properties, since such sets are the easiest to see,
//! and of several the first in layout order (by its first position, then its second, and so on). If
//! the player holds cards that some set of the board contains, the set is the best of those that
//! contain them. So the cards shown depend on the board, the held cards and the stage alone: not on a
//! method, the number of threads or the clock.

use thiserror::Error;

use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::notation::Names;
use crate::set::explain;
use crate::solver::{Auto, Limit, Options, Question, Solver, Stop, choose, fewest_differing};

/// What a stage reveals of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The number of sets on the board.
    pub sets: Sets,
    /// The positions of the cards shown: the held cards if the set contains them, in the order in
    /// which they were given, then the revealed cards in layout order. Empty at stage 0 and on a board
    /// without a set.
    pub shown: Vec<usize>,
    /// The number of held cards among the cards shown: all of those held, or 0 if no set of the
    /// board contains them.
    pub held: usize,
    /// What the shown cards need in each property. Empty if no card or the whole set is shown.
    pub needs: Vec<Need>,
    /// The missing card, if all cards but one are shown and v ≥ 3, so that the shown cards
    /// determine it.
    pub last: Option<Card>,
}

/// The number of sets on a board, as precisely as a hint states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sets {
    /// Exactly this many; 0 means that there is no set.
    Exactly(u128),
    /// There is a set, but counting all might take long.
    AtLeastOne,
}

/// What the missing cards of a set show in one property. Values are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// Only one card is shown, with this value. The missing cards either all show it, or all other
    /// values.
    Open(usize),
    /// The cards are all the same: each missing card shows this value.
    Same(usize),
    /// The cards are all different: the missing cards show these values, in ascending order, one
    /// each.
    StillToCome(Vec<usize>),
}

/// Why there is no hint.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HintError {
    /// A held position is past the end of the board.
    #[error("no card at position {position}, counted from 0: the board has {cards}")]
    OutOfRange {
        /// The position.
        position: usize,
        /// The number of cards on the board.
        cards: usize,
    },
    /// A position is held twice.
    #[error("the position {0}, counted from 0, occurs twice among the held cards")]
    Repeated(usize),
    /// The limit ended the search.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The hint of a stage, for a player who holds the cards at some positions of the board.
///
/// Stage s shows s cards of a set besides those held; a stage beyond the last shows the whole set. If
/// no set contains all held cards, the hint is the same as for a player who holds none.
///
/// Stage 0 counts the sets if that is quick: on all boards with v ≤ 2; with v = 3, up to 4096 cards or
/// 12 properties; else if v or ⌈v/2⌉ of the n cards can be chosen in at most 2^20 ways.
/// Otherwise it finds one. With v = 3 the set to show takes n²/2 pairs. With other decks it takes a
/// search of the agreement groups of each card, which is exponential in v, as finding is.
///
/// ```
/// use tercet::hint::{Need, Sets, hint};
/// use tercet::notation::{Names, parse_board};
/// use tercet::solver::Limit;
///
/// let board = parse_board("2RhO 1GsD 3PsS 2GhO 2PhO 1RsS")?;
/// let whether = hint(&board, &[], 0, &Limit::none())?;
/// assert_eq!((whether.sets, whether.shown), (Sets::Exactly(1), vec![]));
///
/// let two = hint(&board, &[], 2, &Limit::none())?;
/// assert_eq!(two.shown, [0, 3]);
/// assert_eq!(two.needs[1], Need::StillToCome(vec![2]));
/// assert_eq!(two.needs[1].in_words(board.deck(), 1, Names::Plain), "still to come: purple");
/// assert_eq!(two.needs[3].in_words(board.deck(), 3, Names::Plain), "all the same: oval");
/// assert_eq!(two.last, Some(board.cards()[4]));
///
/// // Besides the purple card, which the player holds, one more is shown.
/// assert_eq!(hint(&board, &[4], 1, &Limit::none())?.shown, [4, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`HintError`] if a held position is not on the board or occurs twice, or if the limit ended the
/// search.
pub fn hint(board: &Board, held: &[usize], stage: usize, limit: &Limit) -> Result<Hint, HintError> {
    check(board, held)?;
    let sets = how_many(board, limit)?;
    let (mut shown, mut own) = (Vec::new(), 0);
    if stage > 0 && sets != Sets::Exactly(0) {
        let mut set = None;
        if !held.is_empty() {
            set = fewest_differing(board, held, limit)?;
            own = if set.is_some() { held.len() } else { 0 };
        }
        let set = match set {
            Some(set) => set,
            None => fewest_differing(board, &[], limit)?.expect("the board holds a set"),
        };
        shown.extend(&held[..own]);
        shown.extend(set.iter().filter(|position| !held[..own].contains(position)).take(stage));
    }
    let (deck, cards) = (board.deck(), board.at(&shown));
    Ok(Hint {
        sets,
        held: own,
        needs: needs(deck, &cards),
        last: explain(deck, &cards).completion(),
        shown,
    })
}

fn check(board: &Board, held: &[usize]) -> Result<(), HintError> {
    let mut ascending = held.to_vec();
    ascending.sort_unstable();
    if let Some(pair) = ascending.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(HintError::Repeated(pair[0]));
    }
    match ascending.last() {
        Some(&position) if position >= board.len() => {
            Err(HintError::OutOfRange { position, cards: board.len() })
        }
        _ => Ok(()),
    }
}

/// The number of sets on the board if counting is quick, otherwise whether it holds any.
fn how_many(board: &Board, limit: &Limit) -> Result<Sets, Stop> {
    let (deck, cards) = (board.deck(), board.len());
    if counting_is_quick(deck, cards) {
        let method = choose(deck, cards, Question::Count);
        let counter = method.counter(board, &Options::default());
        let mut counter = counter.expect("a method is chosen that suits the deck");
        return counter.count(limit).map(Sets::Exactly);
    }
    Ok(if holds_a_set(board, limit)? { Sets::AtLeastOne } else { Sets::Exactly(0) })
}

fn holds_a_set(board: &Board, limit: &Limit) -> Result<bool, Stop> {
    Ok(Auto::new(board, &Options::default()).find(limit)?.is_some())
}

/// The rule for stage 0, which [`hint`] documents. It bounds the number of pairs, of steps of a
/// transform, or of half-sets that the counting methods process: at most tens of milliseconds.
fn counting_is_quick(deck: Deck, cards: usize) -> bool {
    const MOST_CHOICES: u128 = 1 << 20;
    let v = deck.values();
    match v {
        1 | 2 => true,
        3 => cards <= 4096 || deck.properties() <= 12,
        _ => [v, v.div_ceil(2)].iter().any(|&few| choices(cards, few) <= MOST_CHOICES),
    }
}

/// The number of ways to choose k of n cards; the largest number if that overflows.
fn choices(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    let mut ways = 1_u128;
    for i in 0..k.min(n - k) {
        // C(n, i+1) = C(n, i)·(n−i)/(i+1), which is no smaller than C(n, i).
        match ways.checked_mul((n - i) as u128) {
            Some(product) => ways = product / (i as u128 + 1),
            None => return u128::MAX,
        }
    }
    ways
}

/// What some cards of a set need in each property, as far as these cards determine it.
fn needs(deck: Deck, shown: &[Card]) -> Vec<Need> {
    if shown.is_empty() || shown.len() == deck.values() {
        return Vec::new();
    }
    let need = |property| {
        let values: Vec<usize> = shown.iter().map(|&card| deck.value(card, property)).collect();
        match values[..] {
            [value] => Need::Open(value),
            [one, other, ..] if one == other => Need::Same(one),
            _ => Need::StillToCome((0..deck.values()).filter(|x| !values.contains(x)).collect()),
        }
    };
    (0..deck.properties()).map(need).collect()
}

impl Need {
    /// The need in words: `undecided: all red or all different`, `all the same: red`,
    /// `still to come: oval, squiggle`.
    ///
    /// # Panics
    ///
    /// If the deck has no such property, or the property no such value.
    pub fn in_words(&self, deck: Deck, property: usize, names: Names) -> String {
        let name = |&value: &usize| names.value(deck, property, value);
        match self {
            Self::Open(value) => format!("undecided: all {} or all different", name(value)),
            Self::Same(value) => format!("all the same: {}", name(value)),
            Self::StillToCome(values) => {
                let names: Vec<String> = values.iter().map(name).collect();
                format!("still to come: {}", names.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_binomial_coefficients() {
        assert_eq!([choices(5, 0), choices(5, 2), choices(5, 5), choices(5, 6)], [1, 10, 1, 0]);
        assert_eq!(choices(52, 5), 2_598_960);
        assert_eq!(choices(100_000, 50), u128::MAX);
    }

    #[test]
    fn boards_of_the_rule_are_counted() {
        let quick = |v, p, cards| counting_is_quick(Deck::new(v, p).unwrap(), cards);
        assert!(quick(2, 128, 1_000_000) && quick(3, 4, 81) && quick(3, 12, 531_441));
        assert!(quick(3, 13, 4096) && !quick(3, 13, 4097));
        assert!(quick(4, 10, 1448) && !quick(4, 10, 1449));
        // Boards with few cards, up to slightly more than a set, are counted at once.
        assert!(quick(64, 2, 66) && !quick(64, 2, 70));
    }
}
