//! The canonical form of a hand: one image of it under the affine maps that all its images have,
//! too, so that two hands are of one class if their forms are the same.
//!
//! A *frame* of a hand are points of it of which none lies in the flat of those before, and which
//! together have all of it in their flat. One map takes a given frame to the origin and the unit
//! vectors, the last property first; so each frame gives an image of the hand. The canonical form
//! is the least of these images over all frames that are *chosen*: as ascending ranks of cards,
//! after the colours that the frame gives.
//!
//! Which frames are chosen depends on the hand only up to maps (individualisation and refinement;
//! McKay, *Practical graph isomorphism*, 1981; McKay and Piperno 2014). Points have colours. Those
//! in the flat of the frame so far have the colour of their coordinates, all others one colour;
//! then each point takes into its colour the colours of the others and how the lines to them go on,
//! until no more colours come. The next point of the frame is one of the rarest colour outside of
//! the flat, each of them in turn. A branch ends where its colours, all together, are greater than
//! those of the best frame.
//!
//! Large hands have large stabilisers, and so have many frames that give the same. Two
//! frames with one image are the same but for a symmetry of the hand, and points which the known
//! symmetries that fix the frame so far take to each other need one branch only; and where a leaf
//! gives the best image once more, all up to the point at which it left the best frame is known.
//!
//! *The stabiliser.* Its order is found first, and apart from the form, along one frame from the
//! end to the beginning: the product, over the points of the frame, of how many points the
//! symmetries that fix those before take it to (orbit and stabiliser; Sims 1970). For each such
//! point one symmetry is looked for, unless those that were found take it there already.

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
    /// The canonical form, in ascending order: an image of the hand, the same for all its images.
    pub hand: Board,
    /// How many symmetries of the deck take the hand to itself.
    pub stabiliser: u128,
    /// How many images the hand has.
    pub orbit: u128,
}

/// The canonical form of a hand of a deck with three values and up to six properties under the
/// affine maps; none for other decks. It takes n² steps for every frame that is looked at, of which
/// there are some for each generator of the stabiliser: milliseconds for the caps of 20 and 45
/// points, tens of them for that of 112.
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
/// [`Stop`] where the limit ended the work.
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

/// Points are known by their index in the hand.
struct Search<'a> {
    space: &'a Space,
    points: &'a [u16],
    watch: Watch<'a>,
    /// Permutations of the points of the hand by maps.
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

/// The hand as a frame, or the beginning of one, shows it.
struct View {
    /// Where the map of the frame takes each point of the hand; `OUTSIDE` if it is not in the flat.
    places: Vec<u16>,
    colours: Vec<u64>,
    /// All colours in one number.
    trace: u64,
}

const OUTSIDE: u16 = u16::MAX;

impl View {
    /// The points of the rarest colour outside of the flat; none if all are inside.
    fn cell(&self) -> Vec<usize> {
        let outside = (0..self.places.len()).filter(|&i| self.places[i] == OUTSIDE);
        let mut colours: Vec<u64> = outside.map(|i| self.colours[i]).collect();
        colours.sort_unstable();
        let rarest = colours.chunk_by(|a, b| a == b).min_by_key(|alike| (alike.len(), alike[0]));
        rarest.map_or_else(Vec::new, |alike| self.coloured(alike[0]))
    }

    /// The points outside of the flat with a colour.
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

    /// One round: each point looks along its lines with the others.
    fn refined(&self, place: &[u16], colours: &[u64]) -> Vec<u64> {
        let (space, points) = (self.space, self.points);
        // What a point of the space is to the hand: its coordinates, its own colour, and the
        // colours of the pairs whose third it is.
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

    /// How many maps take the hand to itself. Notes symmetries that generate all of them.
    fn stabiliser(&mut self) -> Result<u128, Stop> {
        let mut frame = Vec::new();
        let mut views = vec![self.view(&frame)?];
        while let Some(&next) = views[frame.len()].cell().first() {
            frame.push(next);
            views.push(self.view(&frame)?);
        }
        let mut order = self.space.maps_that_fix(frame.len());
        for depth in (0..frame.len()).rev() {
            // Points that no symmetry takes the point of the frame to.
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

    /// A symmetry that takes the frame to points of which the first are given.
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

    /// For every point a number that it shares with those to which the known symmetries that fix
    /// some points take it.
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

    /// Goes through the frames that begin so. The answer is how much of the frame to keep: all of
    /// it to go on, less where what follows is known from the best frame.
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

    /// Compares a whole frame with the best one.
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

/// The permutation that takes each point to the one that lies, in another view, where it lies in
/// this one.
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

/// How many colours there are.
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
