//! Set-free hands by their number of cards.

use num_bigint::BigUint;

use super::formula::hands;
use super::out_of_reach;
use crate::deck::Deck;
use crate::solver::{Limit, NoAnswer};
use crate::symmetry::{Classes, Kind};

/// The set-free hands with a given number of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// k: the number of cards of the hands.
    pub cards: usize,
    /// The number of hands of k cards in the deck.
    pub hands: BigUint,
    /// The number of these hands that hold no set.
    pub free: BigUint,
    /// The classes of the set-free hands, if they are known.
    pub classes: Option<FreeClasses>,
}

/// The classes of the set-free hands of k cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeClasses {
    /// The number of classes.
    pub classes: usize,
    /// The number of complete hands: any card that is added to them makes a set.
    pub complete: u128,
    /// The number of classes of complete hands.
    pub complete_classes: usize,
}

impl Row {
    /// The set-free hands of the size that was classified last.
    pub(super) fn of(classes: &Classes) -> Self {
        let (complete, complete_classes) = classes.complete();
        let spread = FreeClasses { classes: classes.classes().len(), complete, complete_classes };
        let (cards, free) = (classes.cards(), classes.hands().into());
        Self { cards, hands: hands(classes.deck(), cards), free, classes: Some(spread) }
    }

    /// The number of hands that hold a set.
    pub fn with_set(&self) -> BigUint {
        &self.hands - &self.free
    }
}

/// The set-free hands of a deck, one row for each number of cards: from 0 up to the smallest number
/// for which every hand holds a set, or up to the size of the deck if it has no set.
///
/// An error is the last item: where the classes of the next hands do not fit the memory (2^30 bytes, unless
/// [`with_memory`](Self::with_memory) says otherwise), as for hands of 10 cards of (4,3), or where the deck
/// is not classified. `nth` and `skip` pass over errors, so use them only where the deck is known to be
/// within reach, as (3,4) is; [`sample`](super::sample()) estimates the odds of every deck.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::FreeHands;
/// use tercet::solver::Limit;
///
/// let free: Result<Vec<_>, _> = FreeHands::new(Deck::new(3, 3)?, &Limit::none()).collect();
/// let free: Vec<String> = free?.iter().map(|row| row.free.to_string()).collect();
/// assert_eq!(free[4..], ["14742", "50544", "107406", "126360", "63180", "2106", "0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FreeHands<'a> {
    deck: Deck,
    limit: &'a Limit,
    classes: Option<Classes>,
    next: Option<usize>,
}

impl<'a> FreeHands<'a> {
    /// The set-free hands of a deck, in ascending order of their number of cards.
    ///
    /// The classes of a level are computed when its row is requested. Decks whose hands are not
    /// classified have rows up to v cards, which follow from the number of sets alone.
    pub fn new(deck: Deck, limit: &'a Limit) -> Self {
        Self { deck, limit, classes: Classes::new(deck, Kind::Free).ok(), next: Some(0) }
    }

    /// Limits the memory of the classes to `memory` bytes.
    #[must_use]
    pub fn with_memory(mut self, memory: usize) -> Self {
        self.classes = self.classes.map(|classes| classes.with_memory(memory));
        self
    }

    fn row(&mut self, cards: usize) -> Result<Row, NoAnswer> {
        let v = self.deck.values();
        let Some(classes) = &mut self.classes else {
            let hands = hands(self.deck, cards);
            let sets = match cards.cmp(&v) {
                std::cmp::Ordering::Less => BigUint::default(),
                std::cmp::Ordering::Equal => self.deck.number_of_sets(),
                std::cmp::Ordering::Greater => return Err(out_of_reach(self.deck).into()),
            };
            return Ok(Row { cards, free: &hands - sets, hands, classes: None });
        };
        while classes.cards() < cards {
            classes.advance(self.limit)?;
        }
        Ok(Row::of(classes))
    }
}

/// If an error occurs, it is the last item.
impl Iterator for FreeHands<'_> {
    type Item = Result<Row, NoAnswer>;

    fn next(&mut self) -> Option<Self::Item> {
        let cards = self.next.take()?;
        let row = self.row(cards);
        if let Ok(row) = &row {
            let more = row.free != BigUint::default() && BigUint::from(cards) < self.deck.size();
            self.next = more.then(|| cards + 1);
        }
        Some(row)
    }
}
