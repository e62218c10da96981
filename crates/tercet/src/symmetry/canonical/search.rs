//! The search for the canonical form and the stabiliser, over any structure.
//!
//! A *structure* has elements: those of the hand, and for v ≠ 3 also the values and the properties
//! that the hand shows. A *frame* is a sequence of elements; fixing them one by one colours the
//! other elements ever more finely, until no two elements can be confused. The essay of
//! [`canonical`](super) describes the search.

use std::cmp::Ordering;

use crate::solver::{Limit, Stop, Watch};
use crate::symmetry::space;

/// The elements of a hand that symmetries permute.
pub(super) trait Structure {
    /// The number of elements.
    fn len(&self) -> usize;

    /// The structure as it looks when the elements of a frame are fixed.
    fn view(&self, frame: &[usize], watch: &mut Watch) -> Result<View, Stop>;

    /// The number of symmetries of the deck that fix all elements, given the length of a complete
    /// frame.
    fn fixers(&self, frame: usize) -> u128;
}

/// The elements as they look when those of a frame are fixed.
pub(super) struct View {
    /// The image of each element under the symmetry that the frame determines; [`OUTSIDE`] if the
    /// frame does not determine it yet.
    pub(super) places: Vec<u16>,
    pub(super) colours: Vec<u64>,
    /// All colours, combined into one number.
    pub(super) trace: u64,
}

/// The place of an element that the frame does not determine.
pub(super) const OUTSIDE: u16 = u16::MAX;

impl View {
    pub(super) fn new(places: Vec<u16>, colours: Vec<u64>) -> Self {
        let trace = colours.iter().fold(0_u64, |sum, &colour| sum.wrapping_add(mix(colour)));
        Self { places, colours, trace }
    }

    /// The elements of the rarest colour outside; empty if the frame determines all elements.
    fn cell(&self) -> Vec<usize> {
        let outside = (0..self.places.len()).filter(|&i| self.places[i] == OUTSIDE);
        let mut colours: Vec<u64> = outside.map(|i| self.colours[i]).collect();
        colours.sort_unstable();
        let rarest = colours.chunk_by(|a, b| a == b).min_by_key(|alike| (alike.len(), alike[0]));
        rarest.map_or_else(Vec::new, |alike| self.coloured(alike[0]))
    }

    /// The elements outside with a given colour.
    fn coloured(&self, colour: u64) -> Vec<usize> {
        let alike = |&i: &usize| self.places[i] == OUTSIDE && self.colours[i] == colour;
        (0..self.places.len()).filter(alike).collect()
    }

    /// The image of the structure.
    fn image(&self) -> Vec<u16> {
        let mut image = self.places.clone();
        image.sort_unstable();
        image
    }
}

/// The stabiliser of a structure.
pub(super) struct Stabiliser {
    /// The number of symmetries of the deck that take the structure to itself.
    pub(super) order: u128,
    /// Symmetries that generate it, together with those that fix every element: as permutations of
    /// the elements.
    pub(super) generators: Vec<Vec<usize>>,
    /// A complete frame.
    pub(super) frame: Vec<usize>,
}

/// The search over one structure.
pub(super) struct FrameSearch<'a, S> {
    structure: &'a S,
    watch: Watch<'a>,
    /// Known symmetries, as permutations of the elements.
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

impl<'a, S: Structure> FrameSearch<'a, S> {
    pub(super) fn new(structure: &'a S, limit: &'a Limit) -> Self {
        Self { structure, watch: limit.watch(), symmetries: Vec::new(), best: None }
    }

    /// The least image of the structure, in ascending order.
    pub(super) fn least_image(&mut self) -> Result<Vec<u16>, Stop> {
        self.descend(&mut Vec::new(), &mut Vec::new())?;
        Ok(self.best.take().expect("every structure has a frame").image)
    }

    fn view(&mut self, frame: &[usize]) -> Result<View, Stop> {
        self.structure.view(frame, &mut self.watch)
    }

    /// A complete frame, and how the structure looks from each of its beginnings.
    fn frame(&mut self) -> Result<(Vec<usize>, Vec<View>), Stop> {
        let mut frame = Vec::new();
        let mut views = vec![self.view(&frame)?];
        while let Some(&next) = views[frame.len()].cell().first() {
            frame.push(next);
            views.push(self.view(&frame)?);
        }
        Ok((frame, views))
    }

    /// Whether some symmetry of the deck takes this structure to another.
    pub(super) fn reaches(&mut self, other: &'a S) -> Result<bool, Stop> {
        let (frame, views) = self.frame()?;
        self.structure = other;
        let symmetry = self.symmetry(&frame, &views, &mut Vec::new())?;
        Ok(symmetry.is_some_and(|to| to.len() == other.len()))
    }

    /// The stabiliser. Its symmetries are known afterwards.
    pub(super) fn stabiliser(&mut self) -> Result<Stabiliser, Stop> {
        let (frame, views) = self.frame()?;
        let mut order = self.structure.fixers(frame.len());
        for depth in (0..frame.len()).rev() {
            // Elements to which no symmetry takes the element of the frame.
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
        Ok(Stabiliser { order, generators: self.symmetries.clone(), frame })
    }

    /// A symmetry that takes a frame, which looks like this, to elements of which the first are given, if there
    /// is one.
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

    /// For every element the number of its orbit under the known symmetries that fix some elements.
    fn orbits(&self, fixed: &[usize]) -> Vec<usize> {
        let mut orbits: Vec<usize> = (0..self.structure.len()).collect();
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
        // Frames may differ in length.
        let worse = self.best.as_ref().is_some_and(|best| {
            *traces.as_slice() > best.traces[..best.traces.len().min(depth + 1)]
        });
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

/// The permutation that takes each element to the one with the same place in another view.
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

/// Refines colours, in rounds of `steps` steps each, until the number of different colours stops
/// growing. Returns the colours and this number.
pub(super) fn refine(
    mut colours: Vec<u64>,
    steps: usize,
    watch: &mut Watch,
    refined: impl Fn(&[u64]) -> Vec<u64>,
) -> Result<(Vec<u64>, usize), Stop> {
    let mut different = count(&colours);
    loop {
        watch.tick(steps)?;
        colours = refined(&colours);
        let now = count(&colours);
        if now <= different {
            return Ok((colours, different));
        }
        different = now;
    }
}

/// Mixes the bits of a number: a step of `SplitMix64`.
pub(super) const fn mix(number: u64) -> u64 {
    space::mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15))
}
