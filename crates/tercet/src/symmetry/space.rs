//! The deck with three values as an affine space: cards are points, sets are lines.

use super::maps::Mapped;
use crate::deck::Deck;
use crate::third_points::ThirdPoints;

/// The affine space AG(p,3), with a number for each point: the rank of its card in the deck.
pub(crate) struct Space {
    deck: Deck,
    thirds: ThirdPoints,
    /// For every point and every direction of parallel hyperplanes, the hyperplane that contains
    /// the point: one of three bytes is 1.
    planes: Vec<u32>,
    directions: usize,
}

impl Space {
    /// The most properties of a deck with tables: 729 points.
    pub(super) const MOST_PROPERTIES: usize = ThirdPoints::MOST_PROPERTIES;

    /// The space of a deck with three values, unless it is too large.
    pub(crate) fn new(deck: Deck) -> Option<Self> {
        let p = deck.properties();
        if deck.values() != 3 || p > Self::MOST_PROPERTIES {
            return None;
        }
        let thirds = ThirdPoints::new(p);
        let vectors: Vec<Vec<usize>> =
            deck.cards().map(|card| deck.values_of(card).collect()).collect();
        // One of every two opposite vectors: the one whose first nonzero value is 1.
        let normals = vectors.iter().filter(|vector| vector.iter().find(|&&x| x > 0) == Some(&1));
        let normals: Vec<&Vec<usize>> = normals.collect();
        let product = |a: &[usize], b: &[usize]| a.iter().zip(b).map(|(a, b)| a * b).sum::<usize>();
        let planes = vectors
            .iter()
            .flat_map(|point| normals.iter().map(|normal| 1 << (8 * (product(point, normal) % 3))));
        let planes = planes.collect();
        Some(Self { deck, thirds, planes, directions: normals.len() })
    }

    /// The number of points.
    pub(crate) fn len(&self) -> usize {
        self.thirds.points()
    }

    /// The number of directions of parallel hyperplanes.
    pub(crate) fn directions(&self) -> usize {
        self.directions
    }

    /// For every point, the third point on its line with this one.
    pub(crate) fn thirds(&self, point: u16) -> &[u16] {
        self.thirds.row(point)
    }

    pub(crate) fn third(&self, a: u16, b: u16) -> u16 {
        self.thirds.third(a, b)
    }

    /// a + b − c.
    pub(super) fn shifted(&self, a: u16, b: u16, c: u16) -> u16 {
        self.third(self.third(a, b), c)
    }

    /// For every direction the hyperplane that contains the point: a 1 in its byte of three.
    pub(crate) fn planes(&self, point: u16) -> &[u32] {
        &self.planes[usize::from(point) * self.directions..][..self.directions]
    }

    /// Extends a flat, whose points are in the order of their coordinates in a frame, by a point
    /// outside of it: the new points follow the old ones.
    pub(super) fn extend_flat(&self, flat: &mut Vec<u16>, towards: u16) {
        match flat.first() {
            None => flat.push(towards),
            // For every point of the flat there are two new points.
            Some(&first) => (0..2 * flat.len())
                .for_each(|from| flat.push(self.shifted(flat[from], towards, first))),
        }
    }

    pub(super) fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of affine maps of the space that fix a flat with a frame of `frame` points.
    pub(super) fn maps_that_fix(&self, frame: usize) -> u128 {
        let all = self.len() as u128;
        // The next point of a frame may be any point outside the flat of those before.
        let outside = |before: usize| match before {
            0 => all,
            _ => all - 3_u128.pow(before as u32 - 1),
        };
        (frame..=self.deck.properties()).map(outside).product()
    }
}

impl Geometry for Space {
    type Hand<'a> = Hand<'a>;

    fn hand(&self) -> Hand<'_> {
        Hand::new(self)
    }

    fn stabiliser(&self, hand: &Coloured) -> u128 {
        if Mapped::is_rigid(self, hand.points, hand.colours) {
            return 1;
        }
        Mapped::new(self, hand.points, hand.colours).stabiliser()
    }

    fn maps(&self, from: &Coloured, to: &Coloured) -> bool {
        let [from, to] = [from, to].map(|hand| Mapped::new(self, hand.points, hand.colours));
        from.reaches(&to)
    }
}

// The interface between the classification of hands and the symmetries of a deck.

/// A group of symmetries of a deck. A card is represented by a point, its rank in the deck.
pub(super) trait Geometry {
    type Hand<'a>: Growing
    where
        Self: 'a;

    /// A hand without points.
    fn hand(&self) -> Self::Hand<'_>;

    /// The number of symmetries that take a hand to itself.
    fn stabiliser(&self, hand: &Coloured) -> u128;

    /// Whether some symmetry takes one hand to the other.
    fn maps(&self, from: &Coloured, to: &Coloured) -> bool;
}

/// A hand whose points have colours that symmetries preserve.
pub(super) struct Coloured<'a> {
    pub(super) points: &'a [u16],
    pub(super) colours: &'a [u64],
}

/// The data of every growing hand.
#[derive(Default)]
pub(super) struct Kept {
    /// In order of arrival.
    pub(super) points: Vec<u16>,
    /// The invariants of all points, as of the last [`Growing::leaders`].
    pub(super) invariants: Vec<u64>,
    /// The invariants of the points before the extension.
    pub(super) invariants_before: Vec<u64>,
    /// The colours of the points, as of the last fingerprint.
    pub(super) colours: Vec<u64>,
}

impl Kept {
    pub(super) fn coloured(&self) -> Coloured<'_> {
        Coloured { points: &self.points, colours: &self.colours }
    }
}

/// A hand that grows and shrinks at its end.
pub(super) trait Growing {
    fn kept(&self) -> &Kept;

    fn kept_mut(&mut self) -> &mut Kept;

    fn holds(&self, point: u16) -> bool;

    /// Whether this point, which is not in the hand, makes no set with points of the hand.
    fn stays_free(&self, point: u16) -> bool;

    fn push(&mut self, point: u16);

    /// Removes the last point.
    fn pop(&mut self);

    /// Replaces the points by these, which are then extended.
    fn restart(&mut self, points: &[u16]) {
        while !self.kept().points.is_empty() {
            self.pop();
        }
        for &point in points {
            self.push(point);
        }
        self.kept_mut().invariants_before =
            points.iter().map(|&point| self.invariant(point)).collect();
    }

    /// The *invariant* of a point of the hand: a number that is cheap to compute and that
    /// symmetries preserve.
    fn invariant(&self, point: u16) -> u64;

    /// Whether a point could have the greatest invariant if it were added: a quick check that may
    /// be wrongly true, but never wrongly false. Needs [`restart`](Self::restart) first.
    fn may_lead(&self, _: u16) -> bool {
        true
    }

    /// The number of points with the greatest invariant, if the last point is one of them; `None`
    /// otherwise.
    ///
    /// Of all ways to build a hand point by point, this selects those whose last point has the
    /// greatest invariant (McKay's canonical augmentation). Most others are rejected after a few
    /// comparisons, if the points are in descending order of their previous invariants.
    fn leaders(&mut self) -> Option<usize> {
        let mut invariants = std::mem::take(&mut self.kept_mut().invariants);
        invariants.clear();
        let (&last, others) = self.kept().points.split_last()?;
        let most = self.invariant(last);
        let leads = others.iter().all(|&point| {
            invariants.push(self.invariant(point));
            invariants.last().is_some_and(|&invariant| invariant <= most)
        });
        invariants.push(most);
        let leaders = invariants.iter().filter(|&&invariant| invariant == most).count();
        self.kept_mut().invariants = invariants;
        leads.then_some(leaders)
    }

    /// A number that symmetries preserve and that seldom coincides for hands of different classes.
    /// Also colours the points. Needs [`leaders`](Self::leaders) first.
    fn fingerprint(&mut self) -> u64;
}

/// Mixes the bits of a number: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// An odd number for a small one, so that sums and products of a few of them are unlikely to
/// coincide.
pub(super) fn scatter(number: u16) -> u64 {
    SCATTERED[usize::from(number)]
}

static SCATTERED: [u64; 512] = {
    let mut scattered = [0; 512];
    let mut number = 0;
    while number < scattered.len() {
        scattered[number] = mix(number as u64 + 1) | 1;
        number += 1;
    }
    scattered
};

// A hand that grows card by card, with its invariants under affine maps, for v = 3.
//
// The *cover* of a point of the space is the number of pairs of the hand whose third point it is.
// From the covers come three values that affine maps preserve:
//
// - the *invariant* of a point of the hand: the covers of the third points of its lines through
//   the others, as counts. It takes one lookup a pair;
// - its *colour*: its invariant, refined twice by the colours of the other points and the covers
//   of the third points between; if two points still have the same colour, also by the colours on
//   the hyperplanes through the point;
// - the *fingerprint* of the hand: all colours, and those of the hyperplanes.
//
// Hands with different fingerprints belong to different classes. Hands with the same fingerprint
// may or may not belong to the same class; see `classes.rs`.

/// Some points of a space, in order of arrival.
pub(super) struct Hand<'a> {
    space: &'a Space,
    kept: Kept,
    /// For every point of the space, whether it is in the hand.
    held: Vec<bool>,
    /// For every point of the space, its cover.
    cover: Vec<u16>,
    /// Scratch space.
    before: Vec<u64>,
    sums: Vec<[u64; 3]>,
}

impl<'a> Hand<'a> {
    pub(super) fn new(space: &'a Space) -> Self {
        Self {
            space,
            kept: Kept::default(),
            held: vec![false; space.len()],
            cover: vec![0; space.len()],
            before: Vec::new(),
            sums: vec![[0; 3]; space.directions()],
        }
    }

    /// Refines the colour of each point by the colours of the others and the covers of the third
    /// points on the lines to them.
    fn refine(&mut self) {
        std::mem::swap(&mut self.kept.colours, &mut self.before);
        self.kept.colours.clear();
        for (&point, &own) in self.kept.points.iter().zip(&self.before) {
            let thirds = self.space.thirds(point);
            let lines =
                self.kept.points.iter().zip(&self.before).fold(own, |sum, (&other, colour)| {
                    let between = scatter(self.cover[usize::from(thirds[usize::from(other)])]);
                    sum.wrapping_add(colour.wrapping_mul(between))
                });
            self.kept.colours.push(mix(lines));
        }
    }

    /// Refines the colour of each point by the colours on the hyperplanes through it. Returns a
    /// number for all hyperplanes.
    fn refine_by_planes(&mut self) -> u64 {
        let space = self.space;
        let place = |plane: u32| plane.trailing_zeros() as usize / 8;
        self.sums.fill([0; 3]);
        for (&point, &colour) in self.kept.points.iter().zip(&self.kept.colours) {
            for (sums, &plane) in self.sums.iter_mut().zip(space.planes(point)) {
                let sum = &mut sums[place(plane)];
                *sum = sum.wrapping_add(colour);
            }
        }
        let mut key = 0_u64;
        for sums in &mut self.sums {
            let alone = sums.map(mix);
            let all = mix(alone.into_iter().fold(0, u64::wrapping_add));
            *sums = alone.map(|one| (all ^ one).wrapping_mul(one | 1));
            key = key.wrapping_add(all);
        }
        for (&point, colour) in self.kept.points.iter().zip(&mut self.kept.colours) {
            let through = self.sums.iter().zip(space.planes(point));
            *colour =
                mix(through
                    .fold(*colour, |sum, (sums, &plane)| sum.wrapping_add(sums[place(plane)])));
        }
        key
    }

    /// Whether no two points have the same colour.
    fn are_distinct(&self) -> bool {
        let colours = self.kept.colours.iter().enumerate();
        colours.into_iter().all(|(i, colour)| !self.kept.colours[..i].contains(colour))
    }
}

impl Growing for Hand<'_> {
    fn kept(&self) -> &Kept {
        &self.kept
    }

    fn kept_mut(&mut self) -> &mut Kept {
        &mut self.kept
    }

    fn holds(&self, point: u16) -> bool {
        self.held[usize::from(point)]
    }

    fn stays_free(&self, point: u16) -> bool {
        self.cover[usize::from(point)] == 0
    }

    fn push(&mut self, point: u16) {
        let thirds = self.space.thirds(point);
        for &other in &self.kept.points {
            self.cover[usize::from(thirds[usize::from(other)])] += 1;
        }
        self.kept.points.push(point);
        self.held[usize::from(point)] = true;
    }

    fn pop(&mut self) {
        let point = self.kept.points.pop().expect("a point was pushed");
        let thirds = self.space.thirds(point);
        for &other in &self.kept.points {
            self.cover[usize::from(thirds[usize::from(other)])] -= 1;
        }
        self.held[usize::from(point)] = false;
    }

    // A new point raises the covers of its third points by one and lowers no invariant, as long as
    // no byte of an invariant overflows, which takes 256 points.
    fn may_lead(&self, point: u16) -> bool {
        let thirds = self.space.thirds(point);
        let more = |other: u16| counted(self.cover[usize::from(thirds[usize::from(other)])] + 1);
        let own = counted(self.cover[usize::from(point)]);
        let invariant =
            self.kept.points.iter().map(|&other| more(other)).fold(own, u64::wrapping_add);
        let others = self.kept.points.iter().zip(&self.kept.invariants_before);
        others.into_iter().all(|(&other, before)| before.wrapping_add(more(other)) <= invariant)
    }

    /// In its bytes, the number of third points with cover 0, 1, 2, …, and 7 or more.
    fn invariant(&self, point: u16) -> u64 {
        let thirds = self.space.thirds(point);
        let cover = |&other: &u16| self.cover[usize::from(thirds[usize::from(other)])];
        self.kept.points.iter().map(|other| counted(cover(other))).fold(0, u64::wrapping_add)
    }

    fn fingerprint(&mut self) -> u64 {
        self.kept.colours.clear();
        self.kept.colours.extend(self.kept.invariants.iter().map(|&invariant| mix(invariant)));
        self.refine();
        self.refine();
        let mut key = 0;
        if !self.are_distinct() {
            key = self.refine_by_planes();
            self.refine();
        }
        self.kept.colours.iter().fold(key, |key, &colour| key.wrapping_add(mix(colour)))
    }
}

/// One point of this cover, in an invariant.
fn counted(cover: u16) -> u64 {
    1 << (8 * cover.min(7))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_affine_group_has_its_order() {
        let space = Space::new(Deck::CLASSIC).unwrap();
        assert_eq!(space.maps_that_fix(0), 1_965_150_720);
        assert_eq!(space.maps_that_fix(5), 1);
        assert_eq!((space.len(), space.directions()), (81, 40));
    }
}
