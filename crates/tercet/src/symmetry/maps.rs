//! Which affine maps take one hand to another.
//!
//! An affine map is known from where it takes a *frame*: points of the hand of which none lies in
//! the flat of those before, and all others do. So the maps from a hand to another are found by
//! trying, point by point of the frame, the points of the same colour (see
//! `hand.rs`), and by looking where the rest goes.
//!
//! The order of the stabiliser, which are the maps of a hand to itself, takes no list of them. Let
//! o(i) be the number of points to which a map of the stabiliser takes point i of the frame while
//! it fixes those before: then the order is the product of all o(i), by the orbit–stabiliser
//! theorem, and for each of these points one such map is enough to know.

use super::space::Space;

/// A hand, made ready to be mapped.
pub(super) struct Mapped<'a> {
    space: &'a Space,
    points: &'a [u16],
    colours: &'a [u64],
    /// Indices of points, those of rare colours first.
    frame: Vec<usize>,
    /// How every other point is reached: from an earlier point of the flat, by one step along the
    /// frame.
    steps: Vec<Step>,
}

/// `point = from + frame[along] − frame[0]`
struct Step {
    point: u16,
    from: u16,
    along: usize,
}

impl<'a> Mapped<'a> {
    pub(super) fn new(space: &'a Space, points: &'a [u16], colours: &'a [u64]) -> Self {
        let frequency = |i: usize| colours.iter().filter(|&&colour| colour == colours[i]).count();
        let mut order: Vec<(usize, usize)> = (0..points.len()).map(|i| (frequency(i), i)).collect();
        order.sort_unstable();
        let mut flat: Vec<u16> = Vec::new();
        let mut on_flat = vec![false; space.len()];
        let (mut frame, mut steps) = (Vec::new(), Vec::new());
        for (_, i) in order {
            let point = points[i];
            if on_flat[usize::from(point)] {
                continue;
            }
            frame.push(i);
            if flat.is_empty() {
                on_flat[usize::from(point)] = true;
                flat.push(point);
                continue;
            }
            let (first, along) = (points[frame[0]], frame.len() - 1);
            let before = flat.len();
            for from in 0..2 * before {
                let from = flat[from];
                let to = space.shifted(from, point, first);
                on_flat[usize::from(to)] = true;
                flat.push(to);
                steps.push(Step { point: to, from, along });
            }
        }
        Self { space, points, colours, frame, steps }
    }

    /// How many affine maps of the space take the hand to itself.
    pub(super) fn stabiliser(&self) -> u128 {
        let mut images = Vec::with_capacity(self.frame.len());
        let mut order = self.space.maps_that_fix(self.frame.len());
        for &index in &self.frame {
            let mut orbit = 0_u128;
            for (&point, &colour) in self.points.iter().zip(self.colours) {
                if colour != self.colours[index] || images.contains(&point) {
                    continue;
                }
                images.push(point);
                orbit += u128::from(point == self.points[index] || self.extends(self, &mut images));
                images.pop();
            }
            order *= orbit;
            images.push(self.points[index]);
        }
        order
    }

    /// Whether some affine map takes the hand to the other one.
    pub(super) fn reaches(&self, other: &Mapped) -> bool {
        self.points.len() == other.points.len()
            && self.frame.len() == other.frame.len()
            && self.extends(other, &mut Vec::new())
    }

    /// Whether a map to the other hand takes the first points of the frame to these images.
    fn extends(&self, other: &Mapped, images: &mut Vec<u16>) -> bool {
        let placed = images.len();
        if placed == self.frame.len() {
            return self.takes(other, images);
        }
        let colour = self.colours[self.frame[placed]];
        for (&point, &its) in other.points.iter().zip(other.colours) {
            if its == colour && !images.contains(&point) {
                images.push(point);
                let extends = self.extends(other, images);
                images.pop();
                if extends {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the map that takes the frame to these images takes the hand to the other one.
    fn takes(&self, other: &Mapped, images: &[u16]) -> bool {
        let mut image = vec![0; self.space.len()];
        let mut hit = vec![false; self.space.len()];
        for (&index, &to) in self.frame.iter().zip(images) {
            image[usize::from(self.points[index])] = to;
        }
        for step in &self.steps {
            let from = image[usize::from(step.from)];
            image[usize::from(step.point)] =
                self.space.shifted(from, images[step.along], images[0]);
        }
        for &point in other.points {
            hit[usize::from(point)] = true;
        }
        // Every point of the other hand is hit once: the map is one to one.
        self.points
            .iter()
            .all(|&point| std::mem::take(&mut hit[usize::from(image[usize::from(point)])]))
    }
}
