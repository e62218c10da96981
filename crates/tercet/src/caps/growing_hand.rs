//! A hand that grows and shrinks, and knows which cards can be added to it.
//!
//! Cards are represented by their rank in the deck. For v = 3 each point counts the pairs of the
//! hand whose third point it is: a card can be added if its count is 0, and a change takes one step
//! for each card of the hand. For other decks a method decides whether the hand with the new card
//! holds a set; the methods remember that the hand without it holds none.

use crate::board::Board;
use crate::card::Card;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Auto, Limit, Options, Solver, Stop, Update};

use super::MOST_CARDS;
use crate::third_points::ThirdPoints;

/// A hand of a deck that is small enough for a table of its cards.
pub(super) trait GrowingHand {
    /// The cards of the deck in ascending order.
    fn deck(&self) -> &[Card];

    /// The hand, in order of arrival.
    fn hand(&self) -> &[usize];

    fn holds(&self, card: usize) -> bool;

    /// Adds a card that is not in the hand, even if it makes a set.
    fn add(&mut self, card: usize);

    /// Removes a card of the hand.
    fn remove(&mut self, card: usize);

    /// Whether a card outside the hand makes no set with cards of the hand. The hand must be
    /// set-free.
    fn fits(&mut self, card: usize, limit: &Limit) -> Result<bool, Stop>;

    /// The other cards of a set with this card of the hand, if all sets in the hand contain this
    /// card.
    fn clash(&mut self, card: usize, limit: &Limit) -> Result<Option<Vec<usize>>, Stop>;

    /// The number of sets that a card would make with the hand; 0 if sets are not counted.
    fn sets_made_by(&self, card: usize) -> u32;
}

/// A growing hand that starts with the cards of a set-free board.
pub(super) fn growing_hand(board: &Board) -> Result<Box<dyn GrowingHand>, Unsupported> {
    let deck = board.deck();
    is_small_enough(deck)?;
    let mut hand: Box<dyn GrowingHand> = if deck.values() == 3 {
        Box::new(ByThirds::new(deck))
    } else {
        Box::new(ByMethod::new(deck))
    };
    for &card in board.cards() {
        hand.add(deck.rank(card) as usize);
    }
    Ok(hand)
}

/// Whether a deck is small enough for a table of its cards.
pub(super) fn is_small_enough(deck: Deck) -> Result<(), Unsupported> {
    match usize::try_from(deck.size()) {
        Ok(size) if size <= MOST_CARDS => Ok(()),
        _ => {
            let decks = format!("a deck of at most {MOST_CARDS} cards");
            Err(Unsupported::needs("trying each card", decks, deck))
        }
    }
}

/// A hand of a deck with three values.
struct ByThirds {
    deck: Vec<Card>,
    /// The third of every two of the first [`SPLIT`] cards, by rank.
    thirds: ThirdPoints,
    hand: Vec<usize>,
    in_hand: Vec<bool>,
    /// For every card the number of pairs of the hand whose third card it is.
    counts: Vec<u32>,
}

/// The rank of a card is split into its last six properties and those before.
const SPLIT: usize = 3_usize.pow(ThirdPoints::MOST_PROPERTIES as u32);

impl ByThirds {
    fn new(deck: Deck) -> Self {
        let thirds = ThirdPoints::new(deck.properties().min(ThirdPoints::MOST_PROPERTIES));
        let deck: Vec<Card> = deck.cards().collect();
        let (in_hand, counts) = (vec![false; deck.len()], vec![0; deck.len()]);
        Self { deck, thirds, hand: Vec::new(), in_hand, counts }
    }

    fn third(&self, a: usize, b: usize) -> usize {
        let part = |a: usize, b: usize| usize::from(self.thirds.third(a as u16, b as u16));
        part(a / SPLIT, b / SPLIT) * SPLIT + part(a % SPLIT, b % SPLIT)
    }
}

impl GrowingHand for ByThirds {
    fn deck(&self) -> &[Card] {
        &self.deck
    }

    fn hand(&self) -> &[usize] {
        &self.hand
    }

    fn holds(&self, card: usize) -> bool {
        self.in_hand[card]
    }

    fn add(&mut self, card: usize) {
        for i in 0..self.hand.len() {
            let third = self.third(card, self.hand[i]);
            self.counts[third] += 1;
        }
        self.in_hand[card] = true;
        self.hand.push(card);
    }

    fn remove(&mut self, card: usize) {
        self.hand.retain(|&other| other != card);
        self.in_hand[card] = false;
        for i in 0..self.hand.len() {
            let third = self.third(card, self.hand[i]);
            self.counts[third] -= 1;
        }
    }

    fn fits(&mut self, card: usize, _: &Limit) -> Result<bool, Stop> {
        Ok(self.counts[card] == 0)
    }

    fn clash(&mut self, card: usize, _: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        let others = self.hand.iter().filter(|&&other| other != card);
        let mut pairs = others.map(|&other| vec![other, self.third(card, other)]);
        Ok(pairs.find(|pair| self.in_hand[pair[1]]))
    }

    fn sets_made_by(&self, card: usize) -> u32 {
        self.counts[card]
    }
}

/// A hand of any deck, with a method that finds its sets.
struct ByMethod {
    deck: Vec<Card>,
    method: Auto,
    hand: Vec<usize>,
}

impl ByMethod {
    fn new(deck: Deck) -> Self {
        let method = Auto::new(&Board::empty(deck), &Options::default());
        Self { deck: deck.cards().collect(), method, hand: Vec::new() }
    }
}

impl GrowingHand for ByMethod {
    fn deck(&self) -> &[Card] {
        &self.deck
    }

    fn hand(&self) -> &[usize] {
        &self.hand
    }

    fn holds(&self, card: usize) -> bool {
        self.method.board().contains(self.deck[card])
    }

    fn add(&mut self, card: usize) {
        self.method.add(&[self.deck[card]]).expect("a card that is not in the hand");
        self.hand.push(card);
    }

    fn remove(&mut self, card: usize) {
        self.method.remove(&[self.deck[card]]).expect("a card of the hand");
        self.hand.retain(|&other| other != card);
    }

    fn fits(&mut self, card: usize, limit: &Limit) -> Result<bool, Stop> {
        self.add(card);
        let clash = self.clash(card, limit);
        self.remove(card);
        Ok(clash?.is_none())
    }

    fn clash(&mut self, card: usize, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        // The hand is in the order of the method's layout.
        let Some(found) = self.method.find(limit)? else { return Ok(None) };
        let cards = found.iter().map(|&position| self.hand[position]);
        let mut others: Vec<usize> = cards.filter(|&other| other != card).collect();
        others.sort_unstable();
        Ok(Some(others))
    }

    fn sets_made_by(&self, _: usize) -> u32 {
        0
    }
}
