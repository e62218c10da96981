//! A hand of cards as it grows by one, and what does not change when the space is mapped.
//!
//! Two numbers tell much about how a hand lies in the space. Through a point run the lines of some
//! pairs of the hand: that is the point's *cover*. And the three parallel hyperplanes of each
//! direction share the hand out in some way. From these come, the same for every image of the hand
//! under an affine map,
//!
//! - the *crowd* of a point of the hand: the covers of the third points of its lines with the
//!   others, added up in a hashed form. It takes one look a pair;
//! - its *colour*: its crowd, the shares of the hyperplanes through it, and the same of the other
//!   points in the light of the lines between;
//! - the *fingerprint* of the hand: its shares in all directions, and all colours.
//!
//! Hands with different fingerprints are of different classes. Whether hands with one fingerprint
//! are of one class is not known from here; see `classes.rs`.

use super::geometry::{Growing, mix, scatter};
use super::space::Space;

/// Some points of a space, in order of arrival.
pub(super) struct Hand<'a> {
    space: &'a Space,
    points: Vec<u16>,
    /// For every point of the space whether it is in the hand.
    held: Vec<bool>,
    /// For every point of the space how many pairs of the hand have it for their third.
    cover: Vec<u16>,
    crowds: Vec<u64>,
    colours: Vec<u64>,
    /// The shares of the first so many points, and room to work.
    shared: usize,
    shares: Vec<u32>,
    marks: Vec<[u64; 4]>,
    alone: Vec<u64>,
}

impl<'a> Hand<'a> {
    pub(super) fn new(space: &'a Space, points: &[u16]) -> Self {
        let mut hand = Self {
            space,
            points: Vec::with_capacity(points.len() + 1),
            held: vec![false; space.len()],
            cover: vec![0; space.len()],
            crowds: Vec::new(),
            colours: Vec::new(),
            shared: 0,
            shares: vec![0; space.directions()],
            marks: vec![[0; 4]; space.directions()],
            alone: Vec::new(),
        };
        for &point in points {
            hand.push(point);
        }
        hand
    }
}

impl Growing for Hand<'_> {
    fn points(&self) -> &[u16] {
        &self.points
    }

    fn holds(&self, point: u16) -> bool {
        self.held[usize::from(point)]
    }

    fn stays_free(&self, point: u16) -> bool {
        self.cover[usize::from(point)] == 0
    }

    fn push(&mut self, point: u16) {
        let thirds = self.space.thirds(point);
        for &other in &self.points {
            self.cover[usize::from(thirds[usize::from(other)])] += 1;
        }
        self.points.push(point);
        self.held[usize::from(point)] = true;
    }

    fn pop(&mut self) {
        let point = self.points.pop().expect("a point was pushed");
        let thirds = self.space.thirds(point);
        for &other in &self.points {
            self.cover[usize::from(thirds[usize::from(other)])] -= 1;
        }
        self.held[usize::from(point)] = false;
        if self.shared > self.points.len() {
            self.shared = self.points.len();
            let planes = self.space.planes(point);
            self.shares.iter_mut().zip(planes).for_each(|(share, plane)| *share -= plane);
        }
    }

    fn crowd(&self, point: u16) -> u64 {
        let thirds = self.space.thirds(point);
        let mut crowd = 0_u64;
        for &other in &self.points {
            // The point itself adds the same to each crowd of a hand without a set.
            crowd =
                crowd.wrapping_add(scatter(self.cover[usize::from(thirds[usize::from(other)])]));
        }
        crowd
    }

    fn crowds(&mut self) -> &mut Vec<u64> {
        &mut self.crowds
    }

    fn fingerprint(&mut self) -> u64 {
        let space = self.space;
        for &point in &self.points[self.shared..] {
            let planes = space.planes(point);
            self.shares.iter_mut().zip(planes).for_each(|(share, plane)| *share += plane);
        }
        self.shared = self.points.len();
        let mut key = 0_u64;
        for (share, marks) in self.shares.iter().zip(&mut self.marks) {
            // The shares in any order, then each of the three hyperplanes by its own among them.
            let [a, b, c, _] = share.to_le_bytes().map(|share| scatter(share.into()));
            let all = mix(a.wrapping_add(b).wrapping_add(c));
            *marks = [a, b, c, 0].map(|own| all.wrapping_mul(own));
            key = key.wrapping_add(all);
        }
        self.alone.clear();
        self.alone.extend(self.points.iter().zip(&self.crowds).map(|(&point, &crowd)| {
            let through = self.marks.iter().zip(space.planes(point));
            let sum = through.fold(crowd, |sum, (marks, plane)| {
                sum.wrapping_add(marks[plane.trailing_zeros() as usize / 8 % 4])
            });
            mix(sum)
        }));
        self.colours.clear();
        for (&point, &own) in self.points.iter().zip(&self.alone) {
            let thirds = space.thirds(point);
            let lines = self.points.iter().zip(&self.alone).fold(0_u64, |sum, (&other, colour)| {
                let between = scatter(self.cover[usize::from(thirds[usize::from(other)])]);
                sum.wrapping_add(colour.wrapping_mul(between))
            });
            let colour = mix(own.wrapping_add(lines));
            key = key.wrapping_add(mix(colour));
            self.colours.push(colour);
        }
        key
    }

    fn colours(&self) -> &[u64] {
        &self.colours
    }
}
