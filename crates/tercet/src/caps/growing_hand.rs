//! A hand that grows and shrinks, and knows which cards can be added to it.
//!
//! Cards are represented by their rank in the deck. For v = 3 each point counts the pairs of the
//! hand whose third point it is: a card can be added if its count is 0, and a change takes one step
//! for each card of the hand. For other decks a method decides whether the hand with the new card
//! holds a set; the methods remember that the hand without it holds none.

use crate::deck::{Deck, Unsupported};
use crate::solver::{Auto, Limit, Options, Solver, Stop, Update};
use crate::{Board, Card};

use super::MOST_CARDS;
use crate::third_points::ThirdPoints;

/// A hand of a deck that is small enough for a table of its cards.
pub(super) struct GrowingHand {
    /// The cards of the deck in ascending order.
    pub(super) deck: Vec<Card>,
    /// The hand, in order of arrival.
    pub(super) hand: Vec<usize>,
    /// For every card, whether it is in the hand.
    pub(super) in_hand: Vec<bool>,
    sets: Sets,
}

/// The way to find the sets that a card makes with the hand.
enum Sets {
    /// For three values: the third of every two of the first [`SPLIT`] cards, by rank, and for every
    /// card the number of pairs of the hand whose third card it is.
    Counted(ThirdPoints, Vec<u32>),
    /// A method that finds sets.
    Found(Box<Auto>),
}

/// The rank of a card is split into its last six properties and those before.
const SPLIT: usize = 3_usize.pow(ThirdPoints::MOST_PROPERTIES as u32);

fn third(thirds: &ThirdPoints, a: usize, b: usize) -> usize {
    let part = |a: usize, b: usize| usize::from(thirds.third(a as u16, b as u16));
    part(a / SPLIT, b / SPLIT) * SPLIT + part(a % SPLIT, b % SPLIT)
}

/// Whether a deck is small enough for a table of its cards.
pub(super) fn is_small_enough(deck: Deck) -> Result<(), Unsupported> {
    if deck.size() <= MOST_CARDS.into() {
        return Ok(());
    }
    let decks = format!("a deck of at most {MOST_CARDS} cards");
    Err(Unsupported::needs("trying each card", decks, deck))
}

impl GrowingHand {
    /// A hand that starts with the cards of a set-free board.
    pub(super) fn new(board: &Board) -> Result<Self, Unsupported> {
        let deck = board.deck();
        is_small_enough(deck)?;
        let cards: Vec<Card> = deck.cards().collect();
        let sets = if deck.values() == 3 {
            let thirds = ThirdPoints::new(deck.properties().min(ThirdPoints::MOST_PROPERTIES));
            Sets::Counted(thirds, vec![0; cards.len()])
        } else {
            Sets::Found(Box::new(Auto::new(&Board::empty(deck), &Options::default())))
        };
        let in_hand = vec![false; cards.len()];
        let mut growing = Self { deck: cards, hand: Vec::new(), in_hand, sets };
        board.cards().iter().for_each(|&card| growing.add(deck.rank(card) as usize));
        Ok(growing)
    }

    /// Adds a card that is not in the hand, even if it makes a set.
    pub(super) fn add(&mut self, card: usize) {
        match &mut self.sets {
            Sets::Counted(thirds, counts) => {
                self.hand.iter().for_each(|&other| counts[third(thirds, card, other)] += 1);
            }
            Sets::Found(method) => {
                method.add(&[self.deck[card]]).expect("a card that is not in the hand");
            }
        }
        self.in_hand[card] = true;
        self.hand.push(card);
    }

    /// Removes a card of the hand.
    pub(super) fn remove(&mut self, card: usize) {
        self.hand.retain(|&other| other != card);
        self.in_hand[card] = false;
        match &mut self.sets {
            Sets::Counted(thirds, counts) => {
                self.hand.iter().for_each(|&other| counts[third(thirds, card, other)] -= 1);
            }
            Sets::Found(method) => {
                method.remove(&[self.deck[card]]).expect("a card of the hand");
            }
        }
    }

    /// Whether a card outside the hand makes no set with cards of the hand. The hand must be
    /// set-free.
    pub(super) fn fits(&mut self, card: usize, limit: &Limit) -> Result<bool, Stop> {
        if let Sets::Counted(_, counts) = &self.sets {
            return Ok(counts[card] == 0);
        }
        self.add(card);
        let clash = self.clash(card, limit);
        self.remove(card);
        Ok(clash?.is_none())
    }

    /// The other cards of a set with this card of the hand, if all sets in the hand contain this
    /// card.
    pub(super) fn clash(&mut self, card: usize, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        let others = self.hand.iter().copied().filter(|&other| other != card);
        match &mut self.sets {
            Sets::Counted(thirds, _) => {
                let mut pairs = others.map(|other| vec![other, third(thirds, card, other)]);
                Ok(pairs.find(|pair| self.in_hand[pair[1]]))
            }
            Sets::Found(method) => {
                // The hand is in the order of the method's layout.
                let Some(found) = method.find(limit)? else { return Ok(None) };
                let cards = found.iter().map(|&position| self.hand[position]);
                let mut others: Vec<usize> = cards.filter(|&other| other != card).collect();
                others.sort_unstable();
                Ok(Some(others))
            }
        }
    }

    /// The number of sets that a card would make with the hand; 0 if sets are not counted.
    pub(super) fn sets_made_by(&self, card: usize) -> u32 {
        match &self.sets {
            Sets::Counted(_, counts) => counts[card],
            Sets::Found(_) => 0,
        }
    }
}
