//! A hand that grows card by card, with its invariants under affine maps, for v = 3.
//!
//! The *cover* of a point of the space is the number of pairs of the hand whose third point it is.
//! From the covers come three values that affine maps preserve:
//!
//! - the *invariant* of a point of the hand: the covers of the third points of its lines through
//!   the others, as counts. It takes one lookup a pair;
//! - its *colour*: its invariant, refined twice by the colours of the other points and the covers
//!   of the third points between; if two points still have the same colour, also by the colours on
//!   the hyperplanes through the point;
//! - the *fingerprint* of the hand: all colours, and those of the hyperplanes.
//!
//! Hands with different fingerprints belong to different classes. Hands with the same fingerprint
//! may or may not belong to the same class; see `classes.rs`.

use super::space::{Growing, Kept, Space, mix, scatter};

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
