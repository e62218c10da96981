//! The affine maps that take one hand to another.
//!
//! A *frame* of a hand is a sequence of affinely independent points of the hand whose flat contains
//! the hand. An affine map on that flat is determined by the images of a frame. So the maps from
//! one hand to another are found by backtracking: each point of the frame is mapped to the points
//! of the same colour (see `space.rs`). Each other point of the hand lies in the flat of the frame
//! from some frame point on. A branch is cut as soon as the image of such a point is outside the
//! hand or has another colour, or the third point on a line through two points of the frame has an
//! image with another cover.
//!
//! The order of the stabiliser, the group of maps of a hand to itself, is found without listing
//! them. Let o(i) be the number of points to which the maps of the stabiliser that fix the frame
//! points before point i take it. By the orbit–stabiliser theorem the order is the product of all
//! o(i), and one such map for each of these points is enough.

use super::space::Space;

/// A hand with its frame and tables.
pub(super) struct Mapped<'a> {
    space: &'a Space,
    points: &'a [u16],
    colours: &'a [u64],
    /// For every point of the space, its cover: the number of pairs of the hand whose third point
    /// it is.
    cover: Vec<u16>,
    /// For every point of the space, its index in the hand.
    place: Vec<u16>,
    /// The indices of the frame's points; points of rare colours are preferred for the frame.
    frame: Vec<usize>,
    /// The other points, in the order in which the flat of the growing frame comes to contain them: their indices,
    /// and their coordinates in the frame, as digits in base 3: the steps from the first point of the frame
    /// towards the second, the third, …
    dependents: Vec<(usize, usize)>,
    /// For each length of the frame's beginning, the number of dependent points in its flat.
    within: Vec<usize>,
}

/// The index of points that are not in the hand.
const NOWHERE: u16 = u16::MAX;

impl<'a> Mapped<'a> {
    pub(super) fn new(space: &'a Space, points: &'a [u16], colours: &'a [u64]) -> Self {
        let mut cover = vec![0; space.len()];
        let mut place = vec![NOWHERE; space.len()];
        for (i, &point) in points.iter().enumerate() {
            place[usize::from(point)] = i as u16;
            let thirds = space.thirds(point);
            for &other in &points[..i] {
                cover[usize::from(thirds[usize::from(other)])] += 1;
            }
        }
        let (frame, dependents, within) = (Vec::new(), Vec::new(), Vec::new());
        let mut mapped = Self { space, points, colours, cover, place, frame, dependents, within };
        mapped.lay_frame();
        mapped
    }

    fn lay_frame(&mut self) {
        let frequency = |&colour: &u64| self.colours.iter().filter(|&&it| it == colour).count();
        let mut order: Vec<(usize, usize)> = self.colours.iter().map(frequency).zip(0..).collect();
        order.sort_unstable();
        let mut flat = Vec::with_capacity(self.space.len());
        let mut on_flat = vec![false; self.points.len()];
        for (_, next) in order {
            if on_flat[next] {
                continue;
            }
            let before = flat.len();
            self.space.extend_flat(&mut flat, self.points[next]);
            self.frame.push(next);
            on_flat[next] = true;
            for (steps, &point) in flat.iter().enumerate().skip(before) {
                let place = self.place[usize::from(point)];
                if place != NOWHERE && usize::from(place) != next {
                    on_flat[usize::from(place)] = true;
                    self.dependents.push((place.into(), steps));
                }
            }
            self.within.push(self.dependents.len());
        }
    }

    /// Whether the points with a unique colour span the whole space: then the identity is the only
    /// map that preserves the hand. The check is quick and succeeds for most hands.
    pub(super) fn is_rigid(space: &Space, points: &[u16], colours: &[u64]) -> bool {
        let mut flat: Vec<u16> = Vec::with_capacity(space.len());
        for (&point, colour) in points.iter().zip(colours) {
            if flat.len() == space.len() {
                break;
            }
            let alone = colours.iter().filter(|&it| it == colour).count() == 1;
            if alone && !flat.contains(&point) {
                space.extend_flat(&mut flat, point);
            }
        }
        flat.len() == space.len()
    }

    /// The number of affine maps of the space that take the hand to itself.
    pub(super) fn stabiliser(&self) -> u128 {
        let mut images = Vec::with_capacity(self.frame.len());
        let mut order = self.space.maps_that_fix(self.frame.len());
        for &place in &self.frame {
            let orbit = (0..self.points.len())
                .filter(|&image| image == place || self.extends(self, &mut images, image));
            order *= orbit.count() as u128;
            images.push(self.points[place]);
        }
        order
    }

    /// Whether some affine map takes the hand to the other hand.
    pub(super) fn reaches(&self, other: &Mapped) -> bool {
        self.points.len() == other.points.len()
            && self.frame.len() == other.frame.len()
            && (self.points.is_empty() || self.extends_somehow(other, &mut Vec::new()))
    }

    /// Whether some map to the other hand takes the first points of the frame to these images.
    fn extends_somehow(&self, other: &Mapped, images: &mut Vec<u16>) -> bool {
        if images.len() == self.frame.len() {
            return self.is_onto(other, images);
        }
        (0..other.points.len()).any(|image| self.extends(other, images, image))
    }

    /// The same, if the next point of the frame goes to the point of the other hand with this
    /// index.
    fn extends(&self, other: &Mapped, images: &mut Vec<u16>, image: usize) -> bool {
        let next = images.len();
        if self.colours[self.frame[next]] != other.colours[image] {
            return false;
        }
        images.push(other.points[image]);
        let extends = self.keeps_lines(other, images) && self.keeps_dependents(other, images) && {
            self.extends_somehow(other, images)
        };
        images.truncate(next);
        extends
    }

    /// Whether covers are preserved on the lines from the last mapped point of the frame to those
    /// before.
    fn keeps_lines(&self, other: &Mapped, images: &[u16]) -> bool {
        let (&image, before) = images.split_last().expect("an image was added");
        let last = self.points[self.frame[before.len()]];
        self.frame.iter().zip(before).all(|(&place, &to)| {
            let third = self.space.third(self.points[place], last);
            let its = self.space.third(to, image);
            image != to && self.cover[usize::from(third)] == other.cover[usize::from(its)]
        })
    }

    /// Whether the points that are new in the flat of the frame are mapped into the other hand.
    fn keeps_dependents(&self, other: &Mapped, images: &[u16]) -> bool {
        let last = images.len() - 1;
        let before = last.checked_sub(1).map_or(0, |before| self.within[before]);
        self.dependents[before..self.within[last]].iter().all(|&(dependent, steps)| {
            let place = other.place[usize::from(self.image(steps, images))];
            place != NOWHERE && self.colours[dependent] == other.colours[usize::from(place)]
        })
    }

    /// The image of a dependent point with these coordinates.
    fn image(&self, mut steps: usize, images: &[u16]) -> u16 {
        let (&first, towards) = images.split_first().expect("a dependent point has a frame");
        let mut image = first;
        for &to in towards {
            for _ in 0..steps % 3 {
                image = self.space.shifted(image, to, first);
            }
            steps /= 3;
        }
        image
    }

    /// Whether distinct points have distinct images. The map is then injective on the whole space:
    /// its image has the dimension of the other hand, which is that of the frame.
    fn is_onto(&self, other: &Mapped, images: &[u16]) -> bool {
        let mut hit = vec![false; other.points.len()];
        let dependents = self.dependents.iter().map(|&(_, steps)| self.image(steps, images));
        images.iter().copied().chain(dependents).all(|image| {
            let place = usize::from(other.place[usize::from(image)]);
            !std::mem::replace(&mut hit[place], true)
        })
    }
}
