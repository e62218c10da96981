//! Hands without a set, by their number of cards.

use num_bigint::BigUint;

use super::OutOfReach;
use super::formula::hands;
use crate::deck::Deck;
use crate::solver::Limit;
use crate::symmetry::{Class, Classes, Kind};

/// The hands of one number of cards that hold no set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// k: how many cards the hands have.
    pub cards: usize,
    /// How many hands of k cards the deck has.
    pub hands: BigUint,
    /// How many of them hold no set.
    pub free: BigUint,
    /// The classes of hands without a set, where they are known.
    pub classes: Option<FreeClasses>,
}

/// How the hands without a set are spread over classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreeClasses {
    /// How many classes there are.
    pub classes: usize,
    /// How many hands are complete: whichever card is added, there is a set.
    pub complete: u128,
    /// How many classes these are.
    pub complete_classes: usize,
}

impl Row {
    /// How many of the hands hold a set.
    pub fn with_set(&self) -> BigUint {
        &self.hands - &self.free
    }
}

/// The hands of a deck that hold no set: for 0 cards, for 1, and so on to the number of cards among
/// which there always is a set, or to the whole of a deck without sets.
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
    /// The hands without a set of a deck, in ascending order of their number of cards.
    ///
    /// The classes of a level are made when its row is asked for. Decks whose hands are not
    /// classified have rows up to v cards, which need nothing but the number of sets.
    pub fn new(deck: Deck, limit: &'a Limit) -> Self {
        Self { deck, limit, classes: Classes::new(deck, Kind::Free), next: Some(0) }
    }

    /// Takes no more than so many bytes for the classes.
    #[must_use]
    pub fn with_memory(mut self, memory: usize) -> Self {
        self.classes = self.classes.map(|classes| classes.with_memory(memory));
        self
    }

    fn row(&mut self, cards: usize) -> Result<Row, OutOfReach> {
        let hands = hands(self.deck, cards);
        let v = self.deck.values();
        let Some(classes) = &mut self.classes else {
            let sets = match cards.cmp(&v) {
                std::cmp::Ordering::Less => BigUint::default(),
                std::cmp::Ordering::Equal => self.deck.number_of_sets(),
                std::cmp::Ordering::Greater => return Err(OutOfReach::Deck(self.deck)),
            };
            return Ok(Row { cards, free: &hands - sets, hands, classes: None });
        };
        while classes.cards() < cards {
            classes.advance(self.limit)?;
        }
        let complete = || classes.classes().iter().filter(|class| class.extensions() == 0);
        let spread = FreeClasses {
            classes: classes.classes().len(),
            complete: complete().map(Class::hands).sum(),
            complete_classes: complete().count(),
        };
        Ok(Row { cards, hands, free: classes.hands().into(), classes: Some(spread) })
    }
}

/// An error is the last item.
impl Iterator for FreeHands<'_> {
    type Item = Result<Row, OutOfReach>;

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
