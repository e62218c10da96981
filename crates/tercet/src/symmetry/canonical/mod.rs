//! Canonical forms: for each hand one of its images under the symmetries of its deck, the same for
//! all its images, so that two hands belong to the same class exactly if their forms are equal; and
//! the symmetries that take a hand to itself.
//!
//! Each *frame* of a hand determines a symmetry of the deck and so an image of the hand
//! (`affine.rs` for v = 3, `renamed.rs` for other decks). The canonical form is the least of these
//! images over all *chosen* frames. Images are compared by the colours that the frame gives, and
//! then as ascending ranks of cards.
//!
//! The choice of frames depends on the hand only up to symmetries (individualisation and
//! refinement; McKay, *Practical graph isomorphism*, 1981; McKay and Piperno 2014). Elements have
//! colours, which are refined by those of the elements around. The next element of the frame is
//! each element of the rarest colour that the frame does not determine yet, in turn. A branch is cut
//! if its colours, as a whole, are greater than those of the best frame.
//!
//! Hands with large stabilisers have many frames with the same image. Two such frames differ by a
//! symmetry of the hand. If known symmetries that fix the frame so far take some elements to each
//! other, only one of these elements needs a branch; and if a leaf gives the best image again, the
//! search returns to the element at which this leaf's frame left the best frame.
//!
//! *The stabiliser.* Its order is computed first, independently of the form, along one frame from
//! its end to its beginning. It is the product, over the elements of the frame, of the size of the
//! orbit of the element under the symmetries that fix the elements before (orbit and stabiliser;
//! Sims 1970). One symmetry is sought for each element of an orbit, unless those already found reach
//! it. These symmetries generate the stabiliser, together with those that fix every element.

mod affine;
mod renamed;
mod search;
#[cfg(test)]
pub(super) mod tests;

use affine::Points;
use renamed::Graph;
pub(super) use renamed::order;
use search::{FrameSearch, Structure};

use super::action::Symmetry;
use super::space::Space;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Limit, NoAnswer, Stop};
use crate::{Board, Card};

/// A hand up to the symmetries of its deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The canonical form, in ascending order: one image of the hand, the same for all its images.
    pub hand: Board,
    /// The number of symmetries of the deck that take the hand to itself.
    pub stabiliser: u128,
    /// The number of images of the hand.
    pub orbit: u128,
}

/// The symmetries of a deck: for v = 3 the affine maps of AG(p,3), which are all permutations of
/// the cards that take sets to sets; for other v the permutations of the properties and of the
/// values in each.
///
/// For v = 1 the permutations of the properties count as different, though each of them fixes the
/// only card.
pub struct Group {
    deck: Deck,
    order: u128,
    /// The deck as a space, if v = 3.
    space: Option<Space>,
}

impl Group {
    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of symmetries.
    pub const fn order(&self) -> u128 {
        self.order
    }

    /// The symmetries of a deck.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] for v = 3 with more than six properties, and for other decks with more than
    /// 10,000 cards or with 2^128 symmetries or more.
    pub fn new(deck: Deck) -> Result<Self, Unsupported> {
        let space = Space::new(deck);
        let order = match &space {
            Some(space) => Some(space.maps_that_fix(0)),
            None if deck.values() == 3 || deck.size() > renamed::MOST_CARDS.into() => None,
            None => order(deck),
        };
        let decks = "v = 3 and p ≤ 6, or at most 10000 cards and fewer than 2^128 symmetries";
        let order = order.ok_or_else(|| Unsupported::needs("a canonical form", decks, deck))?;
        Ok(Self { deck, order, space })
    }

    /// The canonical form of a hand of the deck. Each frame that is visited takes n² steps for v = 3
    /// and n·p steps otherwise, and some frames are visited for each generator of the stabiliser:
    /// milliseconds for the caps of 20 and 45 points, tens of them for that of 112.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    ///
    /// # Panics
    ///
    /// If the hand belongs to another deck.
    pub fn canonical(&self, hand: &Board, limit: &Limit) -> Result<Canonical, Stop> {
        self.check(hand);
        let (image, stabiliser) = match &self.space {
            Some(space) => least_image(&Points { space, points: &self.ranks(hand) }, limit)?,
            None => least_image(&Graph::new(self.deck, hand.cards()), limit)?,
        };
        // Cards come first in the image; values and properties have higher places.
        let cards: Vec<Card> =
            image[..hand.len()].iter().map(|&rank| self.deck.nth(rank.into())).collect();
        let hand = Board::new(self.deck, &cards).expect("a symmetry takes cards to distinct ones");
        Ok(Canonical { hand, stabiliser, orbit: self.order / stabiliser })
    }

    /// Symmetries that generate those that take a hand to itself; none if there is only the identity.
    /// Which ones depends on the hand, with the order of its cards, alone. Takes the time of
    /// [`canonical`](Self::canonical), which gives the number of all of them.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    ///
    /// # Panics
    ///
    /// If the hand belongs to another deck.
    pub fn generators(&self, hand: &Board, limit: &Limit) -> Result<Vec<Symmetry>, Stop> {
        self.check(hand);
        if let Some(space) = &self.space {
            let points = Points { space, points: &self.ranks(hand) };
            let found = FrameSearch::new(&points, limit).stabiliser()?;
            return Ok(points.generators(&found.frame, &found.generators));
        }
        let graph = Graph::new(self.deck, hand.cards());
        let found = FrameSearch::new(&graph, limit).stabiliser()?;
        Ok(graph.generators(&found.generators))
    }

    fn ranks(&self, hand: &Board) -> Vec<u16> {
        hand.cards().iter().map(|&card| self.deck.rank(card) as u16).collect()
    }

    fn check(&self, hand: &Board) {
        assert_eq!(hand.deck(), self.deck, "the symmetries are those of another deck");
    }
}

/// The least image of a structure, and the order of its stabiliser.
fn least_image(structure: &impl Structure, limit: &Limit) -> Result<(Vec<u16>, u128), Stop> {
    let mut search = FrameSearch::new(structure, limit);
    let found = search.stabiliser()?;
    Ok((search.least_image()?, found.order))
}

/// The number of symmetries of a deck with v ≠ 3 that take a hand to itself.
pub(super) fn stabiliser(deck: Deck, hand: &[Card]) -> u128 {
    let (graph, limit) = (Graph::new(deck, hand), Limit::none());
    FrameSearch::new(&graph, &limit).stabiliser().expect("there is no limit").order
}

/// Whether a symmetry of a deck with v ≠ 3 takes one hand to another.
pub(super) fn maps(deck: Deck, from: &[Card], to: &[Card]) -> bool {
    let ([from, to], limit) = ([from, to].map(|hand| Graph::new(deck, hand)), Limit::none());
    FrameSearch::new(&from, &limit).reaches(&to).expect("there is no limit")
}

/// The canonical form of a hand. To examine many hands of one deck, build its [`Group`] once.
///
/// ```
/// use tercet::{caps::cap, solver::Limit, symmetry::canonical};
///
/// let cap = cap(20).expect("a construction is known");
/// let canonical = canonical(&cap, &Limit::none())?;
/// assert_eq!((canonical.stabiliser, canonical.orbit), (2880, 682_344));
/// # Ok::<(), tercet::NoAnswer>(())
/// ```
///
/// # Errors
///
/// [`NoAnswer`] for the decks that [`Group::new`] does not support, or if the limit ended the work.
pub fn canonical(hand: &Board, limit: &Limit) -> Result<Canonical, NoAnswer> {
    Ok(Group::new(hand.deck())?.canonical(hand, limit)?)
}
