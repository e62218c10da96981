//! The deck with three values as an affine space: cards are points, sets are lines.

use super::geometry::{Coloured, Geometry};
use super::hand::Hand;
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
    pub(super) const MOST: usize = ThirdPoints::MOST_PROPERTIES;

    /// The space of a deck with three values, unless it is too large.
    pub(crate) fn new(deck: Deck) -> Option<Self> {
        let p = deck.properties();
        if deck.values() != 3 || p > Self::MOST {
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

    fn order(&self) -> u128 {
        self.maps_that_fix(0)
    }

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

    #[test]
    fn lines_are_sets() {
        let space = Space::new(Deck::new(3, 3).unwrap()).unwrap();
        let card = |point: u16| space.deck().nth(point.into());
        for a in 0..27 {
            for b in 0..27 {
                assert_eq!(card(space.third(a, b)), card(a).third(card(b)));
                assert_eq!(space.shifted(a, b, b), a);
            }
        }
    }
}
