//! Canonical forms: for each hand one of its images under the affine maps, the same for all its
//! images, so that two hands belong to the same class exactly if their forms are equal.
//!
//! A *frame* of a hand is a sequence of affinely independent points of the hand whose flat contains
//! the hand. One map takes a given frame to the origin and the unit vectors, the last property
//! first; so each frame determines an image of the hand. The canonical form is the least of these
//! images over all *chosen* frames. Images are compared by the colours that the frame gives, and
//! then as ascending ranks of cards.
//!
//! The choice of frames depends on the hand only up to maps (individualisation and refinement;
//! McKay, *Practical graph isomorphism*, 1981; McKay and Piperno 2014). Points have colours. The
//! colour of a point in the flat of the frame so far is its coordinates; all other points start
//! with the same colour. Then the colour of each point is refined by the colours of the others and
//! of the lines to them, until the number of colours stops growing. The next point of the frame is
//! each point of the rarest colour outside the flat, in turn. A branch is cut if its colours, as a
//! whole, are greater than those of the best frame.
//!
//! Hands with large stabilisers have many frames with the same image. Two such frames differ by a
//! symmetry of the hand. If known symmetries that fix the frame so far take some points to each
//! other, only one of these points needs a branch; and if a leaf gives the best image again, the
//! search returns to the point at which this leaf's frame left the best frame.
//!
//! *The stabiliser.* Its order is computed first, independently of the form, along one frame from
//! its end to its beginning. It is the product, over the points of the frame, of the size of the
//! orbit of the point under the symmetries that fix the points before (orbit and stabiliser; Sims
//! 1970). One symmetry is sought for each point of an orbit, unless those already found reach it.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use super::space::Space;
use crate::board::Board;
use crate::card::Card;
use crate::solver::{Limit, Stop, Watch};

/// A hand up to the symmetries of its deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The canonical form, in ascending order: one image of the hand, the same for all its images.
    pub hand: Board,
    /// The number of symmetries of the deck that take the hand to itself.
    pub stabiliser: u128,
    /// The number of images of the hand.
    pub orbit: u128,
}

/// The canonical form of a hand under the affine maps, for v = 3 and up to six properties; `None`
/// for other decks. Each frame that is visited takes n² steps, and some frames are visited for each
/// generator of the stabiliser: milliseconds for the caps of 20 and 45 points, tens of them for
/// that of 112.
///
/// ```
/// use tercet::{caps::cap, solver::Limit, symmetry::canonical};
///
/// let cap = cap(20).expect("a construction is known");
/// let canonical = canonical(&cap, &Limit::none())?.expect("a space of four dimensions");
/// assert_eq!((canonical.stabiliser, canonical.orbit), (2880, 682_344));
/// # Ok::<(), tercet::solver::Stop>(())
/// ```
///
/// # Errors
///
/// [`Stop`] if the limit ended the work.
pub fn canonical(hand: &Board, limit: &Limit) -> Result<Option<Canonical>, Stop> {
    let deck = hand.deck();
    let Some(space) = Space::new(deck) else { return Ok(None) };
    let points: Vec<u16> = hand.cards().iter().map(|&card| deck.rank(card) as u16).collect();
    let mut search = Search {
        space: &space,
        points: &points,
        watch: limit.watch(),
        symmetries: Vec::new(),
        best: None,
    };
    let stabiliser = search.stabiliser()?;
    search.descend(&mut Vec::new(), &mut Vec::new())?;
    let best = search.best.expect("every hand has a frame");
    let cards: Vec<Card> = best.image.iter().map(|&point| space.card(point)).collect();
    let hand = Board::new(deck, &cards).expect("a map takes points to distinct ones");
    let orbit = space.maps_that_fix(0) / stabiliser;
    Ok(Some(Canonical { hand, stabiliser, orbit }))
}

/// The search for the canonical form. Points are represented by their index in the hand.
struct Search<'a> {
    space: &'a Space,
    points: &'a [u16],
    watch: Watch<'a>,
    /// Known symmetries, as permutations of the points of the hand.
    symmetries: Vec<Vec<usize>>,
    best: Option<Best>,
}

/// The best frame so far.
struct Best {
    traces: Vec<u64>,
    image: Vec<u16>,
    frame: Vec<usize>,
    places: Vec<u16>,
}

/// The hand in the coordinates of a frame, or of the beginning of one.
struct View {
    /// The image of each point of the hand under the map of the frame; `OUTSIDE` if it is not in
    /// the flat.
    places: Vec<u16>,
    colours: Vec<u64>,
    /// All colours, combined into one number.
    trace: u64,
}

const OUTSIDE: u16 = u16::MAX;

impl View {
    /// The points of the rarest colour outside the flat; empty if all points are inside.
    fn cell(&self) -> Vec<usize> {
        let outside = (0..self.places.len()).filter(|&i| self.places[i] == OUTSIDE);
        let mut colours: Vec<u64> = outside.map(|i| self.colours[i]).collect();
        colours.sort_unstable();
        let rarest = colours.chunk_by(|a, b| a == b).min_by_key(|alike| (alike.len(), alike[0]));
        rarest.map_or_else(Vec::new, |alike| self.coloured(alike[0]))
    }

    /// The points outside the flat with a given colour.
    fn coloured(&self, colour: u64) -> Vec<usize> {
        let alike = |&i: &usize| self.places[i] == OUTSIDE && self.colours[i] == colour;
        (0..self.places.len()).filter(alike).collect()
    }

    /// The image of the hand.
    fn image(&self) -> Vec<u16> {
        let mut image = self.places.clone();
        image.sort_unstable();
        image
    }
}

impl Search<'_> {
    fn view(&mut self, frame: &[usize]) -> Result<View, Stop> {
        let (space, points) = (self.space, self.points);
        let mut flat: Vec<u16> = frame.first().map(|&i| points[i]).into_iter().collect();
        for &i in frame.iter().skip(1) {
            for from in 0..2 * flat.len() {
                flat.push(space.shifted(flat[from], points[i], points[frame[0]]));
            }
        }
        let mut place = vec![OUTSIDE; space.len()];
        for (to, &point) in flat.iter().enumerate() {
            place[usize::from(point)] = to as u16;
        }
        let places: Vec<u16> = points.iter().map(|&point| place[usize::from(point)]).collect();
        let mut colours: Vec<u64> = places.iter().map(|&place| mix(place.into())).collect();
        let mut different = count(&colours);
        loop {
            self.watch.tick(2 * points.len() * points.len() + space.len())?;
            colours = self.refined(&place, &colours);
            let now = count(&colours);
            if now <= different {
                break;
            }
            different = now;
        }
        let trace = colours.iter().fold(0_u64, |sum, &colour| sum.wrapping_add(mix(colour)));
        Ok(View { places, colours, trace })
    }

    /// One round of refinement: each point combines the colours along its lines with the others.
    fn refined(&self, place: &[u16], colours: &[u64]) -> Vec<u64> {
        let (space, points) = (self.space, self.points);
        // The label of a point of the space: its coordinates, its own colour, and the colours of
        // the pairs whose third point it is.
        let mut light: Vec<u64> = place.iter().map(|&place| mix(u64::from(place) + 1)).collect();
        for (i, &point) in points.iter().enumerate() {
            let thirds = space.thirds(point);
            let own = &mut light[usize::from(point)];
            *own = own.wrapping_add(mix(colours[i] ^ 1));
            for (&other, &colour) in points[..i].iter().zip(colours) {
                let third = &mut light[usize::from(thirds[usize::from(other)])];
                *third = third.wrapping_add(mix(colours[i].wrapping_add(colour)));
            }
        }
        let seen = |(i, &point): (usize, &u16)| {
            let thirds = space.thirds(point);
            let mut sum = colours[i];
            for (j, &other) in points.iter().enumerate() {
                if j != i {
                    let third = light[usize::from(thirds[usize::from(other)])];
                    sum = sum.wrapping_add(mix(colours[j].wrapping_add(third.rotate_left(17))));
                }
            }
            mix(sum)
        };
        points.iter().enumerate().map(seen).collect()
    }

    /// The order of the stabiliser. Records symmetries that generate it.
    fn stabiliser(&mut self) -> Result<u128, Stop> {
        let mut frame = Vec::new();
        let mut views = vec![self.view(&frame)?];
        while let Some(&next) = views[frame.len()].cell().first() {
            frame.push(next);
            views.push(self.view(&frame)?);
        }
        let mut order = self.space.maps_that_fix(frame.len());
        for depth in (0..frame.len()).rev() {
            // Points to which no symmetry takes the point of the frame.
            let mut refused: Vec<usize> = Vec::new();
            for other in views[depth].cell() {
                let orbits = self.orbits(&[]);
                let alike = |known: usize| orbits[known] == orbits[other];
                if alike(frame[depth]) || refused.iter().any(|&known| alike(known)) {
                    continue;
                }
                let mut image = frame[..depth].to_vec();
                image.push(other);
                match self.symmetry(&frame, &views, &mut image)? {
                    Some(symmetry) => self.symmetries.push(symmetry),
                    None => refused.push(other),
                }
            }
            let orbits = self.orbits(&[]);
            let orbit = orbits.iter().filter(|&&orbit| orbit == orbits[frame[depth]]).count();
            order *= orbit as u128;
        }
        Ok(order)
    }

    /// A symmetry that takes the frame to points of which the first are given, if there is one.
    fn symmetry(
        &mut self,
        frame: &[usize],
        views: &[View],
        image: &mut Vec<usize>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let depth = image.len();
        let view = self.view(image)?;
        if view.trace != views[depth].trace {
            return Ok(None);
        }
        if depth == frame.len() {
            return Ok(permutation(&views[depth].places, &view.places));
        }
        for next in view.coloured(views[depth].colours[frame[depth]]) {
            image.push(next);
            let symmetry = self.symmetry(frame, views, image)?;
            image.pop();
            if symmetry.is_some() {
                return Ok(symmetry);
            }
        }
        Ok(None)
    }

    /// For every point the number of its orbit under the known symmetries that fix some points.
    fn orbits(&self, fixed: &[usize]) -> Vec<usize> {
        let mut orbits: Vec<usize> = (0..self.points.len()).collect();
        let fixes = |symmetry: &&Vec<usize>| fixed.iter().all(|&i| symmetry[i] == i);
        for symmetry in self.symmetries.iter().filter(fixes) {
            for (i, &to) in symmetry.iter().enumerate() {
                let (a, b) = (root(&mut orbits, i), root(&mut orbits, to));
                orbits[a.max(b)] = a.min(b);
            }
        }
        (0..orbits.len()).map(|i| root(&mut orbits, i)).collect()
    }

    /// Visits the frames that begin with this one. Returns the length of the frame to keep: all of
    /// it to continue, less if the rest is known from the best frame.
    fn descend(&mut self, frame: &mut Vec<usize>, traces: &mut Vec<u64>) -> Result<usize, Stop> {
        let depth = frame.len();
        let view = self.view(frame)?;
        traces.push(view.trace);
        let mut keep = depth;
        let worse =
            self.best.as_ref().is_some_and(|best| *traces.as_slice() > best.traces[..=depth]);
        let cell = view.cell();
        if cell.is_empty() && !worse {
            keep = self.leaf(frame, traces, view);
        } else if !worse {
            let mut tried: Vec<usize> = Vec::new();
            for next in cell {
                let orbits = self.orbits(frame);
                if tried.iter().any(|&known| orbits[known] == orbits[next]) {
                    continue;
                }
                tried.push(next);
                frame.push(next);
                keep = self.descend(frame, traces)?.min(depth);
                frame.pop();
                if keep < depth {
                    break;
                }
            }
        }
        traces.pop();
        Ok(keep)
    }

    /// Compares a complete frame with the best one.
    fn leaf(&mut self, frame: &[usize], traces: &[u64], view: View) -> usize {
        let image = view.image();
        let order = self
            .best
            .as_ref()
            .map_or(Ordering::Less, |best| (traces, &image).cmp(&(&best.traces, &best.image)));
        match (order, &self.best) {
            (Ordering::Equal, Some(best)) => {
                let symmetry = permutation(&best.places, &view.places);
                self.symmetries.push(symmetry.expect("both frames give the same image"));
                best.frame.iter().zip(frame).take_while(|(a, b)| a == b).count()
            }
            (Ordering::Less, _) => {
                let (traces, frame) = (traces.to_vec(), frame.to_vec());
                self.best = Some(Best { traces, image, frame, places: view.places });
                self.best.as_ref().map_or(0, |best| best.frame.len())
            }
            _ => frame.len(),
        }
    }
}

/// The permutation that takes each point to the one with the same place in another view.
fn permutation(from: &[u16], to: &[u16]) -> Option<Vec<usize>> {
    let mut at: Vec<(u16, usize)> = to.iter().enumerate().map(|(i, &place)| (place, i)).collect();
    at.sort_unstable();
    let find = |place: &u16| at.binary_search_by_key(place, |&(at, _)| at).ok().map(|i| at[i].1);
    from.iter().map(find).collect()
}

fn root(orbits: &mut [usize], mut i: usize) -> usize {
    while orbits[i] != i {
        orbits[i] = orbits[orbits[i]];
        i = orbits[i];
    }
    i
}

/// The number of distinct colours.
fn count(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// Mixes the bits of a number: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
