//! Drawing by classes: the number of growths of each class, and a random growth.

use rand_core::Rng;

use super::{BoardSampler, exactly, largest_free, never};
use crate::deal::dealer::{between, shuffle};
use crate::deck::Deck;
use crate::solver::{Limit, NoAnswer, Stop, Watch};
use crate::symmetry::{Classes, Form, Growth, Kind, Symmetry};

/// Classes of smaller hands, each with its number of growths to the requested boards.
pub(super) struct Growths {
    classes: Classes,
    /// The number of cards that each hand lacks.
    more: usize,
    /// For each class, the number of growths of its hands and of the hands of the classes before.
    ways: Vec<u128>,
}

impl Growths {
    /// The growths to boards of `cards` cards with `sets` sets, or `None` if the classes are out of
    /// reach, or, with v below 3, of no use: there the number of cards gives the number of sets.
    pub(super) fn of(
        deck: Deck,
        cards: usize,
        sets: u128,
        limit: &Limit,
    ) -> Result<Option<Self>, NoAnswer> {
        let kind = if sets == 0 { Kind::Free } else { Kind::Any };
        let Some(Ok(classes)) = (deck.values() >= 3).then(|| Classes::new(deck, kind)) else {
            return Ok(None);
        };
        let mut classes = classes.with_memory(BoardSampler::MEMORY);
        let more = if deck.values() == 3 { Growth::cards_added(cards) } else { 0 };
        match classes.advance_to(cards - more, limit) {
            Err(Stop::MEMORY) => return Ok(None),
            advanced => advanced?,
        }
        let mut watch = limit.watch();
        let (mut ways, mut total) = (Vec::with_capacity(classes.classes().len()), 0);
        let mut spread: Vec<u128> = Vec::new();
        for class in classes.classes() {
            watch.tick(1 << (4 * more))?;
            let choices = classes.by_sets(class, more, limit)?;
            spread.resize(spread.len().max(choices.len()), 0);
            for (spread, &choices) in spread.iter_mut().zip(&choices) {
                *spread += u128::from(choices);
            }
            let choices = usize::try_from(sets).ok().and_then(|sets| choices.get(sets));
            total += class.hands * u128::from(*choices.unwrap_or(&0));
            ways.push(total);
        }
        if total > 0 {
            return Ok(Some(Self { classes, more, ways }));
        }
        if sets > 0 {
            let possible = (0..).zip(spread).filter(|&(_, ways)| ways > 0);
            let possible = exactly(possible.map(|(sets, _)| sets));
            return Err(never(deck, cards, sets, &possible).into());
        }
        while !classes.classes().is_empty() {
            if classes.advance(limit).is_err() {
                return Err(never(deck, cards, 0, "").into());
            }
        }
        Err(never(deck, cards, 0, &largest_free(classes.cards() - 1)).into())
    }

    /// The number of such boards of `cards` cards.
    pub(super) fn boards(&self, cards: usize) -> u128 {
        let total = self.ways.last().copied().unwrap_or(0);
        let parts = Growth::parts(cards, self.more);
        assert_eq!(total % parts, 0, "each board grows from all its parts");
        total / parts
    }

    /// A random growth: the points of the hand, followed by those that it lacked.
    pub(super) fn draw(
        &self,
        sets: u128,
        random: &mut impl Rng,
        limit: &Limit,
    ) -> Result<Vec<u16>, Stop> {
        let total = self.ways.last().expect("there is a way");
        let way = between(random, 0, total - 1);
        let chosen = self.ways.partition_point(|&ways| ways <= way);
        let before = if chosen == 0 { 0 } else { self.ways[chosen - 1] };
        let class = &self.classes.classes()[chosen];
        let mut hand = class.points.to_vec();
        if let Some(space) = self.classes.space() {
            let growth = Growth::new(space, &class.points);
            let mut choice = Choice {
                growth: &growth,
                sets: sets as usize,
                // Any number that is uniform below the number of choices.
                before: (way - before) / class.hands,
                added: Vec::new(),
                watch: limit.watch(),
            };
            assert!(choice.find(growth.outside(), self.more)?, "the choices were counted");
            hand.append(&mut choice.added);
        }
        Ok(hand)
    }
}

/// A search for one of the choices of cards that give a hand the requested number of sets.
struct Choice<'a> {
    growth: &'a Growth<'a>,
    sets: usize,
    /// The number of such choices before the wanted one.
    before: u128,
    added: Vec<u16>,
    watch: Watch<'a>,
}

impl Choice<'_> {
    /// Finds the wanted choice, if it adds `more` of these cards to those already added.
    fn find(&mut self, outside: &[u16], more: usize) -> Result<bool, Stop> {
        self.watch.tick(1)?;
        let sets = self.growth.sets_with(&self.added);
        if more == 0 && sets == self.sets {
            let found = self.before == 0;
            self.before = self.before.saturating_sub(1);
            return Ok(found);
        }
        // Sets are never lost by adding cards.
        if more == 0 || sets > self.sets {
            return Ok(false);
        }
        for (i, &point) in outside.iter().enumerate() {
            self.added.push(point);
            if self.find(&outside[..i], more - 1)? {
                return Ok(true);
            }
            self.added.pop();
        }
        Ok(false)
    }
}

/// A random symmetry. For v = 3, p is at most 6: the cards are listed.
pub(super) fn random_symmetry(deck: Deck, random: &mut impl Rng) -> Symmetry {
    let (v, p) = (deck.values(), deck.properties());
    if v != 3 {
        let order = |n: usize, random: &mut _| {
            let mut order: Vec<usize> = (0..n).collect();
            shuffle(&mut order, random);
            order
        };
        let from = order(p, random);
        let values = (0..p).map(|_| order(v, random)).collect();
        return Symmetry::new(deck, Form::Renaming { from, values });
    }
    let mut vector = || -> Vec<usize> { (0..p).map(|_| between(random, 0, 2) as usize).collect() };
    let shift = vector();
    // Each column of the matrix is any vector that is linearly independent of those before.
    let (mut columns, mut span) = (Vec::with_capacity(p), vec![vec![0; p]]);
    while columns.len() < p {
        let column = vector();
        if !span.contains(&column) {
            span = [0, 1, 2]
                .iter()
                .flat_map(|times| span.iter().map(|base| sum(base, &column, *times)))
                .collect();
            columns.push(column);
        }
    }
    let matrix = (0..p).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
    Symmetry::new(deck, Form::Affine { matrix, shift })
}

/// base + times · axis, modulo 3.
fn sum(base: &[usize], axis: &[usize], times: usize) -> Vec<usize> {
    base.iter().zip(axis).map(|(base, axis)| (base + times * axis) % 3).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::super::tests::assert_uniform;
    use super::*;

    use crate::card::Card;

    use crate::symmetry::{Classes, Kind};

    #[test]
    fn each_symmetry_is_equally_likely() {
        for (v, p) in [(3, 1), (3, 2), (4, 2), (5, 1), (4, 1)] {
            let deck = Deck::new(v, p).unwrap();
            let order = Classes::new(deck, Kind::Any).unwrap().order() as usize;
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let mut counts: BTreeMap<Vec<Card>, u64> = BTreeMap::new();
            for _ in 0..100 * order {
                let symmetry = random_symmetry(deck, &mut random);
                let images = deck.cards().map(|card| symmetry.apply(card)).collect();
                *counts.entry(images).or_default() += 1;
            }
            assert_eq!(counts.len(), order, "{deck}");
            assert_uniform(&counts.values().copied().collect::<Vec<_>>(), order);
        }
    }
}
