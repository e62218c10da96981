//! The complete caps of AG(p,3) with a given number of points, for p = 3, 4 and 5, up to symmetry.
//!
//! The classes of all caps of AG(5,3) are too many to be listed one size after the other. But a large
//! cap has many points in some subspaces. Let s be the greatest number of points of a cap K of k
//! points in a subspace of codimension 2, and S such a subspace. The four hyperplanes through S
//! divide the other k − s points, so one of them holds at least s + (k − s)/4. So K consists of an
//! *axis*, K ∩ S, and four *wings*, one for each hyperplane.
//!
//! *Search.* For each s and each class of caps of s points of AG(p−2,3), all sets are listed that can
//! be a large wing, one of at least (k − s)/4 points (`wings.rs`). The affine maps that fix S act on the
//! wings: all permutations of the four hyperplanes; the symmetries of the axis; and, for two of the
//! hyperplanes independently, the 3^(p−2) shears along S and the exchange of the two halves of the
//! hyperplane. The first wing is the one whose hyperplane holds the cap of the first class of caps of
//! AG(p−1,3), in a fixed order from the largest caps down. If K has several subspaces of s points in
//! such a hyperplane, any one of them will do, so only one axis and first wing is tried for each class.
//! The second wing is one of those that shears and exchange do not take to each other, and the other
//! two are searched for among the points that the first two do not exclude (`search.rs`). K is kept if
//! it is complete. Each class of complete caps is found at least once, and most are found several
//! times; canonical forms tell them apart.
//!
//! *Correctness.* The search is the same for p = 3, 4 and 5. For p = 3 and 4 all numbers of classes
//! and of caps agree with the classification point by point in `symmetry`, which shares only the
//! canonical forms with this search; the tests repeat this for p = 4 from 15 points on. For p = 5 and k = 45 it finds the only cap of 45 points (Edel,
//! Ferret, Landjev and Storme, *The classification of the largest caps in AG(5,3)*, 2002).

mod search;
#[cfg(test)]
mod tests;
mod wings;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::CAPS;
use super::Mask;
use crate::deck::{Deck, OutOfRange, Unsupported};
use crate::solver::{Limit, NoAnswer, Stop};
use crate::symmetry::{Canonical, Classes, Group, Kind};
use crate::{Board, Card};
use search::{PLACES, SLICES, WingSearch};
use wings::{Block, Wing, Wings};

/// The least number of points of complete caps of AG(5,3) that are classified.
pub const LEAST: usize = 41;

/// The sizes of complete caps that are classified: from [`LEAST`] for p = 5, and all for p = 3 and
/// 4, up to the size of the largest cap.
///
/// # Errors
///
/// [`Unsupported`] for other decks.
pub fn classified_sizes(deck: Deck) -> Result<RangeInclusive<usize>, Unsupported> {
    match (deck.values(), deck.properties()) {
        (3, p @ 3..=4) => Ok(1..=CAPS[p - 1]),
        (3, 5) => Ok(LEAST..=CAPS[4]),
        _ => Err(Unsupported::needs(
            "a classification of complete caps",
            "v = 3 and p = 3, 4 or 5",
            deck,
        )),
    }
}

/// The classes of complete caps of `points` points of AG(p,3), for p = 3, 4 and 5, as their
/// canonical forms in ascending order.
///
/// For p = 5 this takes seconds from 43 points on, minutes for 42, and an hour or more for 41; for p = 3 it
/// takes milliseconds, for p = 4 seconds from 15 points on. The lists of wings take up to 100 MB.
///
/// # Errors
///
/// [`NoAnswer`] for other decks, for sizes that are not among [`classified_sizes`], or if the limit ended the
/// work.
///
/// # Panics
///
/// If what was found is no cap, which is a bug.
pub fn complete_caps(deck: Deck, points: usize, limit: &Limit) -> Result<Vec<Canonical>, NoAnswer> {
    let caps = CompleteCaps::new(deck, points..=points, limit)?;
    let mut classes = BTreeMap::new();
    for unit in 0..caps.units() {
        for form in caps.find(unit, limit)? {
            classes.insert(form.hand.cards().to_vec(), form);
        }
    }
    Ok(classes.into_values().collect())
}

/// The classification of complete caps, cut into units.
pub struct CompleteCaps {
    deck: Deck,
    group: Group,
    block: Block,
    /// From the caps with the most points down, and for each size from the largest axis down.
    axes: Vec<Axes>,
}

/// The axes of a size, for caps of a size, with their wings, and the first wings that are tried.
struct Axes {
    points: usize,
    axis: usize,
    pencils: Vec<Wings>,
    firsts: Vec<(usize, Wing)>,
}

impl Axes {
    fn units(&self) -> u64 {
        (self.firsts.len() * SLICES) as u64
    }
}

impl CompleteCaps {
    /// Lists the first wings of the complete caps of these sizes.
    ///
    /// # Errors
    ///
    /// As [`complete_caps`].
    pub fn new(deck: Deck, sizes: RangeInclusive<usize>, limit: &Limit) -> Result<Self, NoAnswer> {
        let classified = classified_sizes(deck)?;
        let range = *classified.start() as u128..=*classified.end() as u128;
        for points in [*sizes.start(), *sizes.end()] {
            OutOfRange::check(points, range.clone(), || {
                format!("no classified cap of {deck} has {points} points")
            })?;
        }
        let p = deck.properties();
        let Ok(inner) = Deck::new(3, p - 2) else {
            unreachable!("a deck with fewer properties fits")
        };
        let (block, mut all) = (Block::new(inner), Vec::new());
        for points in sizes.rev() {
            for axis in (1..=CAPS[p - 3].min(points)).rev() {
                let most = CAPS[p - 2] - axis;
                let first = (points - axis).div_ceil(4);
                if first > most {
                    continue;
                }
                // The second wing is the largest of three.
                let second = (points - axis).saturating_sub(most).div_ceil(3);
                let mut pencils = Vec::new();
                for (cap, symmetries) in axes(inner, axis, limit)? {
                    let wings = Wings::new(&block, cap, &symmetries, [second, first], limit)?;
                    if !wings.orbits.is_empty() {
                        pencils.push(wings);
                    }
                }
                let firsts = first_wings(&block, &mut pencils, p, limit)?;
                all.push(Axes { points, axis, pencils, firsts });
            }
        }
        let group = Group::new(deck).expect("a small space");
        Ok(Self { deck, group, block, axes: all })
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// How many units there are: for each first wing the slices of its second wings.
    pub fn units(&self) -> u64 {
        self.axes.iter().map(Axes::units).sum()
    }

    /// The number of points of the caps that a unit looks for.
    pub fn points(&self, unit: u64) -> Option<usize> {
        self.place(unit).map(|(axes, _)| axes.points)
    }

    /// The axes of a unit, and its number among theirs.
    fn place(&self, mut unit: u64) -> Option<(&Axes, usize)> {
        for axes in &self.axes {
            if unit < axes.units() {
                return Some((axes, unit as usize));
            }
            unit -= axes.units();
        }
        None
    }

    /// The complete caps with the first and second wings of a unit, as canonical forms; some classes more than once.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the work.
    ///
    /// # Panics
    ///
    /// If what was found is no cap, which is a bug.
    pub fn find(&self, unit: u64, limit: &Limit) -> Result<Vec<Canonical>, Stop> {
        let Some((axes, number)) = self.place(unit) else { return Ok(Vec::new()) };
        let (class, slice) = (number / SLICES, number % SLICES);
        let (pencil, wing) = axes.firsts[class];
        let outside = axes.points - axes.axis;
        let (wings, first) = (&axes.pencils[pencil], (wing, class as u32));
        let mut search = WingSearch::new(&self.block, wings, outside, first, limit);
        search.run(slice)?;
        let form = |blocks: [Mask; 9]| {
            let sets = PLACES.map(|[i, j]| 3 * i + j).into_iter().zip(blocks);
            let cap = board(self.deck, &self.block, sets);
            assert_eq!(super::first_set(&cap, &Limit::none()), Ok(None), "a cap is found");
            self.group.canonical(&cap, limit)
        };
        search.found.into_iter().map(form).collect()
    }
}

/// For each class of caps of AG(p−1,3) that an axis forms with a large wing, one such axis and wing,
/// by descending size. Also numbers the classes in the wings.
fn first_wings(
    block: &Block,
    pencils: &mut [Wings],
    properties: usize,
    limit: &Limit,
) -> Result<Vec<(usize, Wing)>, Stop> {
    let deck = Deck::new(3, properties - 1).expect("a deck with fewer properties fits");
    let group = Group::new(deck).expect("a small space");
    let mut classes: BTreeMap<Vec<Card>, Class> = BTreeMap::new();
    for (pencil, wings) in pencils.iter().enumerate() {
        let mut seconds = vec![0; wings.orbits.len()];
        for &(orbit, _) in &wings.sheared {
            if let Some(seconds) = seconds.get_mut(orbit as usize) {
                *seconds += 1;
            }
        }
        for (orbit, &[one, other]) in wings.orbits.iter().enumerate() {
            let sets = [wings.axis, one, other];
            let cap = board(deck, block, sets.into_iter().enumerate());
            let form = group.canonical(&cap, limit)?.hand;
            let class = classes.entry(form.cards().to_vec()).or_default();
            class.0.push((pencil, orbit));
            class.1 += seconds[orbit];
        }
    }
    let mut classes: Vec<(Vec<Card>, Class)> = classes.into_iter().collect();
    // Classes with many wings come first, so that later ones need not try these.
    classes.sort_by_key(|(cap, class)| std::cmp::Reverse((cap.len(), class.1)));
    let mut numbers: Vec<Vec<u32>> =
        pencils.iter().map(|wings| vec![0; wings.orbits.len()]).collect();
    for (number, (_, (flags, _))) in classes.iter().enumerate() {
        for &(pencil, orbit) in flags {
            numbers[pencil][orbit] = number as u32;
        }
    }
    for (wings, numbers) in pencils.iter_mut().zip(&numbers) {
        wings.sort_by_class(numbers);
    }
    let cheapest = |(number, (_, (flags, _))): (usize, &(Vec<Card>, Class))| {
        let seconds = |pencil: usize| pencils[pencil].sheared_since(number as u32).len();
        let flag = flags.iter().min_by_key(|&&(pencil, _)| seconds(pencil));
        let &(pencil, orbit) = flag.expect("a class has a flag");
        (pencil, pencils[pencil].orbits[orbit])
    };
    Ok(classes.iter().enumerate().map(cheapest).collect())
}

/// A class of caps of a hyperplane: the axes and the orbits of wings that form such a cap, by their indices; and the
/// number of second wings among these.
type Class = (Vec<(usize, usize)>, usize);

/// A cap of a block, and generators of its symmetries as permutations of the points.
type Axis = (Mask, Vec<Vec<usize>>);

/// A cap of each class of caps of a size, with generators of its symmetries, all by ranks.
fn axes(deck: Deck, points: usize, limit: &Limit) -> Result<Vec<Axis>, Stop> {
    let group = Group::new(deck).expect("a small space");
    let mut classes = Classes::new(deck, Kind::Free).expect("a small space");
    classes.advance_to(points, limit)?;
    let rank = |card: Card| deck.rank(card) as usize;
    let with_symmetries = |class| {
        let cards = classes.hand(class);
        let hand = Board::new(deck, &cards).expect("the cards of a hand are distinct");
        let cap = cards.iter().fold(0, |cap, &card| cap | 1 << rank(card));
        let generators = group.generators(&hand, limit)?;
        let images = |it: &crate::symmetry::Symmetry| {
            deck.cards().map(|card| rank(it.apply(card))).collect::<Vec<usize>>()
        };
        Ok((cap, generators.iter().map(images).collect()))
    };
    classes.classes().iter().map(with_symmetries).collect()
}

/// A cap of a space or a hyperplane: the number of a block gives the first properties of its points.
fn board(deck: Deck, block: &Block, sets: impl Iterator<Item = (usize, Mask)>) -> Board {
    let cards = sets.flat_map(|(number, set)| {
        super::points(set).map(move |point| deck.nth((number * block.points + point) as u128))
    });
    Board::new(deck, cards).expect("the points of the blocks are distinct")
}
