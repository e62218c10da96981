//! Set-free hands of maximum size, with proof.
//!
//! The proofs: for one and two values by definition; for one and two properties by the theorem in
//! `bounds.rs`; for (3,3) by trying all hands, for (3,4) by counting and trying (`planes.rs`), for
//! (4,3) layer by layer (`layers.rs`).

mod layers;
mod planes;
mod small;

use std::fmt;

use num_bigint::BigUint;

use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::solver::{Limit, Stop};

use super::constructions::{CAPS, cap, product};
use super::{MOST_CARDS, bounds};
use small::Small;

/// What is known about the largest set-free hands of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Largest {
    /// The size of the largest set-free hand of which Tercet knows.
    pub least: BigUint,
    /// The source of the lower bound.
    pub least_from: &'static str,
    /// An upper bound on the size of set-free hands.
    pub most: BigUint,
    /// The source of the upper bound.
    pub most_from: &'static str,
    /// A set-free hand: one of the largest if there is a proof, otherwise the largest product of
    /// hands with a known construction. `None` for decks with more than [`MOST_CARDS`] cards, and
    /// if only bounds were asked for.
    pub hand: Option<Board>,
    /// How it was proved that no set-free hand has more cards; `None` if that was not done here.
    pub proof: Option<&'static str>,
}

impl Largest {
    /// The size of the largest set-free hands, if it is known: if the two bounds are equal.
    pub fn exact(&self) -> Option<&BigUint> {
        (self.least == self.most).then_some(&self.least)
    }

    /// Whether the hand is proved to be one of the largest.
    pub const fn is_proved(&self) -> bool {
        self.proof.is_some()
    }
}

/// The number of cards: `20 cards (by counting planes …)`, `236 to 288 cards`.
impl fmt::Display for Largest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { least, least_from, most, most_from, .. } = self;
        match (self.exact(), self.proof) {
            (Some(cards), Some(proof)) => write!(f, "{cards} cards ({proof})"),
            (Some(cards), None) => write!(f, "{cards} cards ({most_from}; not proved here)"),
            (None, _) => write!(f, "{least} to {most} cards ({least_from}; {most_from})"),
        }
    }
}

/// The largest set-free hands of a deck: bounds, a hand, and where possible a proof, which is carried
/// out by this call. (3,4) takes ten milliseconds, (4,3) half a second; the products of large decks
/// take less than a second.
///
/// ```
/// use tercet::{Deck, caps};
///
/// let largest = caps::largest(Deck::new(4, 3)?);
/// assert_eq!(largest.hand.as_ref().map(|hand| hand.len()), Some(28));
/// assert!(largest.is_proved());
/// assert_eq!(largest.to_string(), "28 cards (by exhaustive search, layer by layer)");
/// # Ok::<(), tercet::deck::DeckError>(())
/// ```
///
/// # Panics
///
/// If a proof fails, which would refute a published theorem.
pub fn largest(deck: Deck) -> Largest {
    largest_within(deck, &Limit::none()).expect("nothing limits the proof")
}

/// As [`largest`], under a limit.
///
/// # Errors
///
/// [`Stop`] with the bounds, if the limit ended the proof.
#[expect(clippy::result_large_err, reason = "the answer is as large")]
pub fn largest_within(deck: Deck, limit: &Limit) -> Result<Largest, Stop<Largest>> {
    let bounds = bounds(deck);
    match proved(deck, limit) {
        Ok(Some((hand, proof))) => Ok(Largest { hand: Some(hand), proof: Some(proof), ..bounds }),
        Ok(None) => Ok(Largest { hand: constructed(deck), ..bounds }),
        Err(stop) => Err(stop.with(bounds)),
    }
}

/// A set-free hand of maximum size, and the proof that was carried out; `None` for decks without a
/// built-in proof.
fn proved(deck: Deck, limit: &Limit) -> Result<Option<(Board, &'static str)>, Stop> {
    Ok(Some(match (deck.values(), deck.properties()) {
        (1, _) => (Board::empty(deck), "every card is a set"),
        (2, _) => (corner(deck), "any two cards are a set"),
        (_, 1) => (corner(deck), "all cards are a set"),
        (_, 2) => (corner(deck), "by Kőnig's theorem"),
        (3, 3) => {
            let small = Small::new(deck);
            let largest = small.largest(u32::MAX, 0, &mut limit.watch())?;
            (small.board(largest.expect("no cards are set-free")), "by exhaustive search")
        }
        (3, 4) => {
            assert!(planes::no_cap_of(21, limit)?, "Pellegrino's theorem");
            let cap = cap(20).expect("a construction is known");
            (cap, "by counting planes, and exhaustive search of two layers")
        }
        (4, 3) => {
            let mut hand = corner(deck);
            while let Some(layers) = layers::hand_of(hand.len() + 1, limit)? {
                hand = stacked(deck, layers);
            }
            (hand, "by exhaustive search, layer by layer")
        }
        _ => return Ok(None),
    }))
}

/// All cards without the last value: v cards of it cannot be all different in any property. Empty
/// for v = 1.
fn corner(deck: Deck) -> Board {
    let (v, p) = (deck.values(), deck.properties());
    let Ok(line) = Deck::new(v, 1) else { unreachable!("a deck with fewer properties fits") };
    let cards: Vec<Card> = line.cards().take(v - 1).collect();
    let side = Board::new(line, &cards).expect("the cards of a deck are distinct");
    let sides = std::iter::repeat_n(&side, p - 1);
    sides.fold(side.clone(), |hand, side| product(&hand, side).expect("the deck fits"))
}

fn stacked(deck: Deck, layers: [u16; 4]) -> Board {
    let cards =
        deck.cards().enumerate().filter(|(rank, _)| layers[rank / 16] >> (rank % 16) & 1 == 1);
    Board::new(deck, cards.map(|(_, card)| card)).expect("the cards of a deck are distinct")
}

/// The largest set-free hand that is a product of hands with a known construction; `None` for decks
/// with more than [`MOST_CARDS`] cards.
fn constructed(deck: Deck) -> Option<Board> {
    usize::try_from(deck.size()).ok().filter(|&size| size <= MOST_CARDS)?;
    if deck.values() != 3 {
        return Some(corner(deck));
    }
    let mut caps: Vec<Board> = Vec::new();
    for p in 1..=deck.properties() {
        let products = (1..p).filter_map(|part| product(&caps[part - 1], &caps[p - part - 1]));
        let known = CAPS.get(p - 1).and_then(|&points| cap(points));
        caps.push(products.chain(known).max_by_key(Board::len)?);
    }
    caps.pop()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::first_set;

    #[test]
    fn what_is_proved_is_what_is_known() {
        for (v, p) in [
            (1, 1),
            (1, 5),
            (2, 1),
            (2, 128),
            (3, 1),
            (3, 2),
            (3, 3),
            (3, 4),
            (4, 1),
            (4, 2),
            (6, 2),
            (256, 1),
            (64, 2),
        ] {
            let largest = largest(Deck::new(v, p).unwrap());
            let hand = largest.hand.as_ref().unwrap();
            assert!(largest.is_proved());
            assert_eq!(largest.exact(), Some(&hand.len().into()), "({v},{p})");
            assert_eq!(first_set(hand, &Limit::none()), Ok(None));
        }
        let five = largest(Deck::new(3, 5).unwrap());
        assert!(!five.is_proved() && five.hand.is_some_and(|hand| hand.len() == 45));
        assert_eq!(largest(Deck::new(3, 64).unwrap()).hand, None);
    }

    #[test]
    fn the_largest_hands_of_four_values_and_three_properties_have_28_cards() {
        let hand = largest(Deck::new(4, 3).unwrap()).hand.unwrap();
        assert_eq!(hand.len(), 28);
        assert_eq!(first_set(&hand, &Limit::none()), Ok(None));
    }

    #[test]
    fn constructed_hands_are_free() {
        for (v, p, cards) in
            [(1, 2, 0), (2, 3, 1), (3, 6, 112), (3, 7, 236), (3, 8, 512), (4, 4, 81)]
        {
            let hand = constructed(Deck::new(v, p).unwrap()).unwrap();
            assert_eq!(hand.len(), cards);
            assert_eq!(first_set(&hand, &Limit::none()), Ok(None));
        }
        assert_eq!(constructed(Deck::new(3, 13).unwrap()), None);
        assert_eq!(constructed(Deck::new(3, 64).unwrap()), None);
    }
}
