//! Counts of hands, cut into units.
//!
//! The classes of a first level, some thousand, are listed. Each of them is a unit: from it the hands of
//! the size that is asked for grow one by one (`symmetry/descent.rs`), and what is counted in them is added
//! up with their weights. So there is no level of classes to be kept, and the units can be shared by any
//! number of machines.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::formula::hands;
use super::sets::{MOST_ANSWER, MOST_PAIRED, all_alike, each_pair, packed};
use super::{FreeClasses, Row, check_size, out_of_reach};
use crate::caps::bounds;
use crate::deck::Deck;
use crate::solver::{Limit, NoAnswer, Stop};
use crate::symmetry::{Class, Classes, Grown, Growth, Kind};

/// What is counted in hands of some size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// The set-free hands of this size and all smaller ones, with their classes.
    Free,
    /// The hands by the number of their sets.
    Sets,
    /// The hands by the largest number of disjoint sets.
    Disjoint,
}

/// A count of hands that is cut into units.
pub struct Counting {
    deck: Deck,
    counted: Counted,
    /// The number of cards of the hands.
    cards: usize,
    /// The number of cards by which the hands that grow are smaller; all choices of these cards are counted
    /// together.
    more: usize,
    classes: Classes,
    /// The set-free hands of the sizes that were classified.
    rows: Vec<Row>,
    /// The answer, if a formula gives it.
    known: Option<Vec<u128>>,
}

/// The number of classes that are enough for units.
const ENOUGH: usize = 1000;

/// The sums of one number of cards: the hands, their classes, and the same for complete hands.
const SUMS: usize = 4;

impl Counting {
    /// Lists the classes of the first level.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work: that of memory if the
    /// classes of all hands on the way, which are not listed, would certainly not fit `memory` bytes. So a
    /// question that would take very long is refused at once.
    pub fn new(
        deck: Deck,
        counted: Counted,
        cards: usize,
        memory: usize,
        limit: &Limit,
    ) -> Result<Self, NoAnswer> {
        check_size(deck, cards, 0..=deck.size_up_to_max())?;
        let (v, is_free) = (deck.values(), counted == Counted::Free);
        let known = match counted {
            // For v = 1 every card is a set, for v = 2 every pair.
            Counted::Sets if v <= 2 => {
                let pairs = cards.checked_mul(cards.saturating_sub(1)).map(|twice| twice / 2);
                Some(if v == 1 { cards } else { pairs.ok_or_else(|| out_of_reach(deck))? })
            }
            Counted::Sets if deck.size() == cards.into() => {
                deck.number_of_sets().to_usize().filter(|&sets| sets <= MOST_ANSWER)
            }
            Counted::Disjoint if v <= 2 => Some(cards / v),
            _ => None,
        };
        let known = known.map(|answer| all_alike(deck, cards, answer)).transpose()?;
        let (kind, first) = match &known {
            // The classes of a small deck stand for those that are not needed.
            Some(_) => (Kind::Free, Deck::default()),
            None => (if is_free { Kind::Free } else { Kind::Any }, deck),
        };
        let classes = Classes::new(first, kind).map_err(|_| out_of_reach(deck))?;
        let more = match counted {
            Counted::Sets if v == 3 => Growth::cards_added(cards),
            Counted::Disjoint if v == 3 && (2..=MOST_PAIRED).contains(&cards) => 2,
            _ => 0,
        };
        let cards = if is_free {
            bounds(deck).most.to_usize().map_or(cards, |most| cards.min(most + 1))
        } else {
            cards
        };
        let classes = classes.with_memory(memory);
        let mut counting = Self { deck, counted, cards, more, classes, rows: Vec::new(), known };
        let target = if counting.known.is_some() { 0 } else { cards - more };
        loop {
            let classes = &mut counting.classes;
            if is_free {
                counting.rows.push(Row::of(classes));
            }
            if classes.cards() == target || classes.classes().is_empty() {
                return Ok(counting);
            }
            if !classes.may_reach(target) {
                return Err(Stop::MEMORY.into());
            }
            if classes.classes().len() >= ENOUGH {
                return Ok(counting);
            }
            classes.advance(limit)?;
        }
    }

    /// How many units there are; at least one.
    pub fn units(&self) -> u64 {
        self.classes.classes().len().max(1) as u64
    }

    /// What a unit yields: numbers that are added to those of the other units.
    ///
    /// # Errors
    ///
    /// [`Stop`] if a limit ended the work.
    pub fn count(&self, unit: u64, limit: &Limit) -> Result<Vec<BigUint>, Stop> {
        let class = usize::try_from(unit).ok().and_then(|unit| self.classes.classes().get(unit));
        let (Some(class), None) = (class, &self.known) else { return Ok(Vec::new()) };
        let (target, mut sums) = (self.cards - self.more, Vec::new());
        let mut add = |place: usize, weight: BigUint| {
            if sums.len() <= place {
                sums.resize(place + 1, BigUint::zero());
            }
            sums[place] += weight;
        };
        let visit: &mut dyn FnMut(&Grown<'_>) -> Result<(), Stop> = &mut |grown| {
            let size = grown.class.points.len();
            if self.counted == Counted::Free && size > self.classes.cards() {
                let place = SUMS * (size - self.classes.cards() - 1);
                let shares = grown.weight * (grown.stabiliser)();
                if grown.class.extensions == 0 {
                    add(place + 2, grown.weight.clone());
                    add(place + 3, shares.clone());
                }
                add(place, grown.weight.clone());
                add(place + 1, shares);
            } else if self.counted != Counted::Free && size == target {
                let choices = self.choices(grown.class, limit)?;
                for (place, choices) in choices.into_iter().enumerate().filter(|it| it.1 > 0) {
                    add(place, grown.weight * choices);
                }
            }
            Ok(())
        };
        self.classes.grow(class, target, limit, visit)?;
        Ok(sums)
    }

    /// The number of choices of the cards that a hand lacks, by what is counted.
    fn choices(&self, class: &Class, limit: &Limit) -> Result<Vec<u64>, Stop> {
        limit.check()?;
        if self.counted == Counted::Sets {
            return self.classes.by_sets(class, self.more, limit);
        }
        let mut choices = vec![0; self.cards + 1];
        match self.classes.space() {
            Some(space) if self.more > 0 => {
                each_pair(space, &class.points, limit, |packed| choices[packed] += 1)?;
            }
            _ => choices[packed(self.deck, &self.classes.hand(class), limit)?] += 1,
        }
        Ok(choices)
    }

    /// The set-free hands of the sizes that were classified before the units.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// All rows of set-free hands, up to the size that is asked for or the first of which there are none,
    /// from the sum of all units. `None` if it is not that.
    pub fn free(&self, sums: &[BigUint]) -> Option<Vec<Row>> {
        let (mut rows, scale) = (self.rows.clone(), self.classes.scale(self.cards));
        let shares = &scale * self.classes.order();
        for cards in rows.len()..=self.cards {
            if rows.last().is_some_and(|row| row.free.is_zero()) {
                break;
            }
            let place = SUMS * (cards - self.rows.len());
            let number = |i: usize| sums.get(place + i).cloned().unwrap_or_default();
            let classes = FreeClasses {
                classes: quotient(&number(1), &shares)?.to_usize()?,
                complete: quotient(&number(2), &scale)?.to_u128()?,
                complete_classes: quotient(&number(3), &shares)?.to_usize()?,
            };
            let free = quotient(&number(0), &scale)?;
            rows.push(Row { cards, hands: hands(self.deck, cards), free, classes: Some(classes) });
        }
        Some(rows)
    }

    /// The number of hands by the number of sets, or of disjoint sets, from the sum of all units. `None` if
    /// it is not that.
    pub fn distribution(&self, sums: &[BigUint]) -> Option<Vec<u128>> {
        if let Some(known) = &self.known {
            return Some(known.clone());
        }
        let scale = self.classes.scale(self.cards - self.more);
        let scale = scale * Growth::parts(self.cards, self.more);
        sums.iter().map(|sum| quotient(sum, &scale)?.to_u128()).collect()
    }

    /// The distribution from all units, one after the other.
    pub(super) fn all(&self, limit: &Limit) -> Result<Vec<u128>, NoAnswer> {
        let mut sums = Vec::new();
        for unit in 0..self.units() {
            add(&mut sums, &self.count(unit, limit)?);
        }
        Ok(self.distribution(&sums).ok_or_else(|| out_of_reach(self.deck))?)
    }
}

/// Adds what another unit has yielded.
fn add(sums: &mut Vec<BigUint>, next: &[BigUint]) {
    sums.resize(sums.len().max(next.len()), BigUint::zero());
    sums.iter_mut().zip(next).for_each(|(sum, next)| *sum += next);
}

/// The quotient, if it is whole.
fn quotient(number: &BigUint, divisor: &BigUint) -> Option<BigUint> {
    (number % divisor).is_zero().then(|| number / divisor)
}
