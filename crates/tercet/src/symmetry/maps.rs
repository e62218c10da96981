//! Which affine maps take one hand to another.
//!
//! An affine map is known from where it takes a *frame*: points of the hand of which none lies in
//! the flat of those before, and all others do. So the maps from a hand to another are found by
//! trying, point by point of the frame, the points of the same colour (see `hand.rs`). With each
//! point of the frame go some others, those that lie in the flat from then on: no map begins so if
//! one of them leaves the hand or changes its colour, or if the third point on a line through two
//! points of the frame changes its cover.
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
    /// For every point of the space of how many pairs of the hand it is the third.
    cover: Vec<u16>,
    /// For every point of the space which point of the hand it is.
    place: Vec<u16>,
    /// The places of the frame, those of rare colours first.
    frame: Vec<usize>,
    /// The other points, in the order in which the flat of the frame grows to hold them.
    company: Vec<Company>,
    /// How many of the company lie in the flat of the first 1, 2, … points of the frame.
    within: Vec<usize>,
}

/// A point that goes with the frame.
struct Company {
    place: usize,
    /// In base 3 how many steps from the first point of the frame towards the second, the third, …
    /// lead there.
    steps: usize,
}

/// The place of points that are not of the hand.
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
        let (frame, company, within) = (Vec::new(), Vec::new(), Vec::new());
        let mut mapped = Self { space, points, colours, cover, place, frame, company, within };
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
            let towards = self.points[next];
            let before = flat.len();
            match self.frame.first() {
                None => flat.push(towards),
                // Two steps lead from every point of the flat to new ones.
                Some(&first) => (0..2 * before).for_each(|from| {
                    flat.push(self.space.shifted(flat[from], towards, self.points[first]));
                }),
            }
            self.frame.push(next);
            on_flat[next] = true;
            for (steps, &point) in flat.iter().enumerate().skip(before) {
                let place = self.place[usize::from(point)];
                if place != NOWHERE && usize::from(place) != next {
                    on_flat[usize::from(place)] = true;
                    self.company.push(Company { place: place.into(), steps });
                }
            }
            self.within.push(self.company.len());
        }
    }

    /// Whether the points whose colours no others have span the whole space: then no map but the
    /// identity keeps the hand. It is quick to see, and true of most hands.
    pub(super) fn is_rigid(space: &Space, points: &[u16], colours: &[u64]) -> bool {
        let mut flat: Vec<u16> = Vec::with_capacity(space.len());
        for (&point, colour) in points.iter().zip(colours) {
            if flat.len() == space.len() {
                break;
            }
            let alone = colours.iter().filter(|&it| it == colour).count() == 1;
            if !alone || flat.contains(&point) {
                continue;
            }
            match flat.first() {
                None => flat.push(point),
                Some(&first) => (0..2 * flat.len())
                    .for_each(|from| flat.push(space.shifted(flat[from], point, first))),
            }
        }
        flat.len() == space.len()
    }

    /// How many affine maps of the space take the hand to itself.
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

    /// Whether some affine map takes the hand to the other one.
    pub(super) fn reaches(&self, other: &Mapped) -> bool {
        self.points.len() == other.points.len()
            && self.frame.len() == other.frame.len()
            && (self.points.is_empty() || self.extends_somehow(other, &mut Vec::new()))
    }

    /// Whether a map to the other hand takes the first points of the frame to these images.
    fn extends_somehow(&self, other: &Mapped, images: &mut Vec<u16>) -> bool {
        if images.len() == self.frame.len() {
            return self.is_onto(other, images);
        }
        (0..other.points.len()).any(|image| self.extends(other, images, image))
    }

    /// The same, if the next point of the frame goes to this place of the other hand.
    fn extends(&self, other: &Mapped, images: &mut Vec<u16>, image: usize) -> bool {
        let next = images.len();
        if self.colours[self.frame[next]] != other.colours[image] {
            return false;
        }
        images.push(other.points[image]);
        let extends = self.keeps_lines(other, images) && self.keeps_company(other, images) && {
            self.extends_somehow(other, images)
        };
        images.truncate(next);
        extends
    }

    /// Whether the lines from the last point of the frame that has an image to those before fit.
    fn keeps_lines(&self, other: &Mapped, images: &[u16]) -> bool {
        let (&image, before) = images.split_last().expect("an image was added");
        let last = self.points[self.frame[before.len()]];
        self.frame.iter().zip(before).all(|(&place, &to)| {
            let third = self.space.third(self.points[place], last);
            let its = self.space.third(to, image);
            image != to && self.cover[usize::from(third)] == other.cover[usize::from(its)]
        })
    }

    /// Whether the points that are new in the flat of the frame go to points of the other hand.
    fn keeps_company(&self, other: &Mapped, images: &[u16]) -> bool {
        let last = images.len() - 1;
        let before = last.checked_sub(1).map_or(0, |before| self.within[before]);
        self.company[before..self.within[last]].iter().all(|company| {
            let place = other.place[usize::from(self.image(company, images))];
            place != NOWHERE && self.colours[company.place] == other.colours[usize::from(place)]
        })
    }

    /// Where a point goes with the frame.
    fn image(&self, company: &Company, images: &[u16]) -> u16 {
        let (&first, towards) = images.split_first().expect("company has a frame");
        let (mut image, mut steps) = (first, company.steps);
        for &to in towards {
            for _ in 0..steps % 3 {
                image = self.space.shifted(image, to, first);
            }
            steps /= 3;
        }
        image
    }

    /// Whether no two points go to one. The map is one to one then, also outside of the hand: its
    /// image has the dimension of the other hand, which is the frame's.
    fn is_onto(&self, other: &Mapped, images: &[u16]) -> bool {
        let mut hit = vec![false; other.points.len()];
        let company = self.company.iter().map(|company| self.image(company, images));
        images.iter().copied().chain(company).all(|image| {
            let place = usize::from(other.place[usize::from(image)]);
            !std::mem::replace(&mut hit[place], true)
        })
    }
}
