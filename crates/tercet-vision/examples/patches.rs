//! Writes patches for the training of the network, from drawn photographs.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example patches -- OUT FIRST COUNT
//! ```
//!
//! writes the patches of COUNT photographs from the seed FIRST on to the file OUT. `train/train.py`
//! describes the format of the file.

mod common;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use tercet::classic::{Colour, Shading, Shape};
use tercet_testkit::photographs::{Draw, Edition, Picture, Quad, Shown};
use tercet_vision::training::{patch, places, symbol};
use tercet_vision::{Frame, Photograph, Point};

use common::Request;

/// One picture out of this many is used for testing.
const TESTS: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request::of_arguments("patches")?;
    let mut out = BufWriter::new(File::create(&request.out)?);
    let (mut shown, mut found, mut written) = (0, 0, 0);
    for (seed, picture) in request.pictures() {
        let mut random = Draw::new(seed, "patches");
        let patches = Patches::of(picture, &mut random);
        shown += patches.shown;
        found += patches.found;
        for (values, labels) in &patches.all {
            for &value in values {
                out.write_all(&half(value).to_le_bytes())?;
            }
            out.write_all(labels)?;
            out.write_all(&[u8::from(seed % TESTS == 0)])?;
        }
        written += patches.all.len();
    }
    out.flush()?;
    println!("{written} patches; of {shown} symbols that can be seen, {found} were found");
    Ok(())
}

/// The patches of one picture.
struct Patches {
    photograph: Photograph,
    /// The values, and the labels: shape, colour, shading.
    all: Vec<(Vec<f32>, [u8; 3])>,
    /// How many symbols can be seen, and how many of them the search found.
    shown: usize,
    found: usize,
}

/// The part of its box that the ellipse of a printed shape fills, edition by edition. Shapes of no edition differ.
const FILLS: [f32; 7] = [0.92, 0.53, 0.72, 0.78, 1.05, 0.84, 0.8];

/// The labels of a place without a symbol, and of a symbol of no edition.
const NONE: [u8; 3] = [0, 255, 255];
const STRANGE: [u8; 3] = [7, 255, 255];

impl Patches {
    fn of(picture: Picture, random: &mut Draw) -> Self {
        let Picture { width, height, rgb, truth } = picture;
        let photograph = Photograph::of_rgb(width, height, rgb).expect("a picture has pixels");
        let mut all = Self { photograph, all: Vec::new(), shown: 0, found: 0 };
        let frames = places(&all.photograph);
        let mut used = vec![false; frames.len()];
        for card in &truth {
            let labels = labels(card);
            let symbols: Vec<(Point, f32)> = card.symbols.iter().map(extent).collect();
            let mut matched: Vec<Option<Frame>> = vec![None; symbols.len()];
            for (symbol, &(centre, area)) in symbols.iter().enumerate() {
                let inside = all.is_inside(centre);
                all.shown += usize::from(inside && card.visible > 0.9 && card.glare < 0.5);
                for (index, frame) in frames.iter().enumerate() {
                    if frame.of(centre).length() < 0.55 {
                        let fills = FILLS[usize::from(labels[0]) - 1];
                        let ratio = frame.area() * 4.0 * std::f32::consts::PI / (area * fills);
                        used[index] |= (0.4..2.5).contains(&ratio);
                        if (0.65..1.5).contains(&ratio) && inside && card.glare < 0.8 {
                            matched[symbol] = Some(*frame);
                        }
                    }
                }
                if let Some(frame) = matched[symbol] {
                    all.found += usize::from(inside && card.visible > 0.9 && card.glare < 0.5);
                    all.add(&frame, labels);
                    all.add(&shaken(&frame, random, 1.0), labels);
                }
            }
            all.add_neighbours(card, &symbols, &matched, labels, random);
        }
        all.add_others(&frames, &used, random);
        all
    }

    fn add(&mut self, frame: &Frame, labels: [u8; 3]) {
        let values = patch(&self.photograph, frame);
        self.all.push((values, labels));
    }

    fn is_inside(&self, point: Point) -> bool {
        let (width, height) = (self.photograph.width() as f32, self.photograph.height() as f32);
        (0.0..width).contains(&point.x) && (0.0..height).contains(&point.y)
    }

    /// Adds the places that the reader examines beside a symbol: its neighbours, found or not, and
    /// places without one.
    fn add_neighbours(
        &mut self,
        card: &Shown,
        symbols: &[(Point, f32)],
        matched: &[Option<Frame>],
        labels: [u8; 3],
        random: &mut Draw,
    ) {
        let Some(from) = matched.iter().position(Option::is_some) else { return };
        let frame = matched[from].expect("it was found");
        let way = if let [(one, _), (two, _), ..] = symbols {
            *two - *one
        } else {
            // About where a neighbour would be: a step over the height of the card.
            let [a, b, c, d] = card.corners.map(|(x, y)| Point::new(x, y));
            let (top, bottom) = ((a + b) * 0.5, (c + d) * 0.5);
            (bottom - top) * (0.26 + 0.05 * random.signed())
        };
        for step in [-2.0, -1.0, 1.0, 2.0] {
            let place = shaken(&frame.moved_to(frame.centre + way * step), random, 0.5);
            let at = from as f32 + step;
            let is_symbol = (0.0..symbols.len() as f32).contains(&at);
            if !self.is_inside(place.centre) || (!is_symbol && step.abs() > 1.5) {
                continue;
            }
            // A symbol that is covered or washed out may not look like one.
            if is_symbol
                && matched[at as usize].is_none()
                && (card.visible < 0.9 || card.glare > 0.4)
            {
                continue;
            }
            self.add(&place, if is_symbol { labels } else { NONE });
        }
    }

    /// Adds places without a symbol: those that the network takes for one, and some others.
    fn add_others(&mut self, frames: &[Frame], used: &[bool], random: &mut Draw) {
        let others = frames.iter().zip(used).filter(|&(_, &used)| !used).map(|(frame, _)| {
            let values = patch(&self.photograph, frame);
            (symbol(&values) + 0.02 * random.signed(), values)
        });
        let mut others: Vec<(f32, Vec<f32>)> = others.collect();
        others.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.all.extend(others.into_iter().take(12).map(|(_, values)| (values, NONE)));
    }
}

/// The labels of a card's symbols.
fn labels(shown: &Shown) -> [u8; 3] {
    let card = shown.card;
    let first = match shown.edition {
        Edition::Classic => 1,
        Edition::European => 4,
        Edition::Strange => return STRANGE,
    };
    let shape = Shape::ALL.iter().position(|&shape| shape == card.shape);
    let colour = Colour::ALL.iter().position(|&colour| colour == card.colour);
    let shading = Shading::ALL.iter().position(|&shading| shading == card.shading);
    [shape.map(|shape| shape + first), colour, shading]
        .map(|label| label.expect("one of three") as u8)
}

/// The centre of a box in perspective, and its area.
fn extent(corners: &Quad) -> (Point, f32) {
    let [a, b, c, d] = corners.map(|(x, y)| Point::new(x, y));
    let cross = |one: Point, other: Point| one.x * other.y - one.y * other.x;
    ((a + b + c + d) * 0.25, cross(c - a, d - b).abs() / 2.0)
}

/// A frame as the search might have found it, had there been more noise.
fn shaken(frame: &Frame, random: &mut Draw, strength: f32) -> Frame {
    let mut change = |most: f32| most * strength * random.signed();
    let centre = frame.at(change(0.25), change(0.25));
    let (longer, wider, turn) = (change(0.12), change(0.12), change(0.08));
    Frame {
        centre,
        u: frame.u * (1.0 + longer) + Point::new(-frame.u.y, frame.u.x) * turn,
        v: frame.v * (1.0 + wider) + Point::new(-frame.v.y, frame.v.x) * turn,
    }
}

/// The nearest 16-bit floating-point number towards zero; numbers that are too small become zero.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 255).cast_signed() - 112;
    if exponent <= 0 {
        return sign;
    }
    sign | (exponent as u16) << 10 | (bits >> 13 & 1023) as u16
}
